//! Snapshots of engines: as they come, and with head and checksum made right, so that the state itself is read.

#![no_main]

use libfuzzer_sys::fuzz_target;
use unstuck_core::domain::{self, Settings};
use unstuck_core::executor::Sequential;
use unstuck_core::random::checksum;
use unstuck_core::registry;
use unstuck_evolution::algorithms::ALGORITHMS;
use unstuck_evolution::context::unwatched;
use unstuck_evolution::engine::Engine;
use unstuck_evolution::experiment::{Experiment, Ready, Sets};
use unstuck_evolution::role::PerRole;
use unstuck_fuzz::{assert_short, sow};

/// Mark, version and experiment; then follow eight bytes of checksum and the state.
const HEAD: usize = 8 + 4 + 8;
/// Inputs that are taken as they come begin with a byte from here on.
const AS_IT_IS: u8 = 128;

thread_local! {
    /// Every algorithm with every kind of genome that it can breed.
    static EXPERIMENTS: Vec<(Experiment, Ready)> = {
        let (names, kinds) = (ALGORITHMS.iter().map(|(name, _)| *name), ["weights", "tree", "policy"]);
        let texts = names.flat_map(|name| kinds.map(|kind| text(name, kind)));
        texts.filter_map(|text| Experiment::read(&text, &|_| Err("no files".into())).ok()).map(ready).collect()
    };
}

fn text(algorithm: &str, genome: &str) -> String {
    format!(
        "format = 1\nname = 'a'\ndomain = 'rush-hour'\nsearch = {{ algorithm = 'astar' }}\n\
         genome = {{ kind = '{genome}' }}\ndata = {{ train = ['jam:1'], validation = ['jam:4'] }}\n\
         algorithm = {{ kind = '{algorithm}', population = 6 }}\nstop = {{ generations = 3 }}\n"
    )
}

fn ready(experiment: Experiment) -> (Experiment, Ready) {
    let (rush_hour, jam) = registry::set("jam").expect("a built-in set");
    let cards = |name: &str| {
        let text = (jam.text)(name).expect("a card");
        let board = domain::read(&*rush_hour, &text, None, &Settings::new()).expect("a board");
        vec![(format!("jam:{name}"), board)]
    };
    let instances = PerRole { train: cards("1"), validation: cards("4"), test: Vec::new() };
    let sets = Sets { instances, ..Sets::default() };
    let ready = experiment.prepare(sets, &Sequential, &unwatched, &|| ()).expect("a context");
    (experiment, ready)
}

/// Snapshots on the way: before anything, within a batch, and after a generation.
fn taken(experiment: &Experiment, ready: &Ready) -> Vec<Vec<u8>> {
    let mut engine = Engine::new(experiment.run_config(ready, 0));
    let mut snapshots = vec![engine.snapshot()];
    for half in [true, false, false, false] {
        let tasks = engine.ask();
        let answers = ready.context.answer(&tasks, &Sequential, &unwatched).expect("answers");
        let some = if half { tasks.len() / 2 } else { tasks.len() };
        for (task, answer) in tasks.iter().zip(answers).take(some) {
            engine.tell(task.id, answer).expect("an answer that was asked for");
        }
        snapshots.push(engine.snapshot());
    }
    snapshots
}

fuzz_target!(
    init: EXPERIMENTS.with(|experiments| {
        let seeds = (0_u8..).zip(experiments).flat_map(|(number, (experiment, ready))| {
            let all = taken(experiment, ready).into_iter();
            all.flat_map(move |bytes| [[&[number][..], &bytes[HEAD + 8..]].concat(), [&[AS_IT_IS + number][..], &bytes].concat()])
        });
        sow(seeds.collect::<Vec<_>>());
    }),
    |input: &[u8]| EXPERIMENTS.with(|experiments| {
        let Some((&choice, body)) = input.split_first() else { return };
        let (experiment, ready) = &experiments[usize::from(choice % AS_IT_IS) % experiments.len()];
        let config = || experiment.run_config(ready, 0);
        let bytes = if choice >= AS_IT_IS {
            body.to_vec()
        } else {
            let fresh = Engine::new(config()).checkpoint();
            [&fresh[..HEAD], &checksum(body).to_le_bytes(), body].concat()
        };
        let engine = match Engine::restore(config(), &bytes) {
            Ok(engine) => engine,
            Err(error) => return assert_short(&error.to_string()),
        };
        // Numbers may be written in several ways; ours is kept from then on.
        let first = engine.snapshot();
        let again = Engine::restore(config(), &first).expect("our own snapshot");
        assert_eq!(again.snapshot(), first);
        assert_eq!(again.finished(), engine.finished());
        assert_eq!((again.generation(), again.evaluations()), (engine.generation(), engine.evaluations()));
    })
);
