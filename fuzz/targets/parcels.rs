//! Contexts that are sent to other machines: unpacked, packed again, and asked to fit.

#![no_main]

use libfuzzer_sys::fuzz_target;
use unstuck_core::domain::{self, Settings};
use unstuck_core::executor::Sequential;
use unstuck_core::language::{Formula, Tree};
use unstuck_core::registry;
use unstuck_evolution::context::{EvaluationContext, unwatched};
use unstuck_evolution::experiment::{Experiment, Sets};
use unstuck_evolution::role::{PerRole, Role};
use unstuck_evolution::task::{Task, Work};
use unstuck_fuzz::{assert_short, sow};

/// A context with instances and rows.
fn packed(kind: &str) -> Vec<u8> {
    let text = format!(
        "format = 1\nname = 'a'\ndomain = 'rush-hour'\nsearch = {{ algorithm = 'astar' }}\n\
         genome = {{ kind = 'weights' }}\ndata = {{ train = ['jam:1'], validation = ['jam:4'] }}\n\
         fitness = {{ kind = '{kind}' }}\nstop = {{ generations = 3 }}\n"
    );
    let Ok(experiment) = Experiment::read(&text, &|_| Err("no files".into())) else { return Vec::new() };
    let (rush_hour, jam) = registry::set("jam").expect("a built-in set");
    let cards = |name: &str| {
        let text = (jam.text)(name).expect("a card");
        let board = domain::read(&*rush_hour, &text, None, &Settings::new()).expect("a board");
        vec![(format!("jam:{name}"), board)]
    };
    let instances = PerRole { train: cards("1"), validation: cards("4"), test: Vec::new() };
    let sets = Sets { instances, ..Sets::default() };
    let ready = experiment.prepare(sets, &Sequential, &unwatched, &|| ());
    ready.map(|ready| ready.context.pack()).unwrap_or_default()
}

fuzz_target!(
    init: sow(["search", "fit", "reduction"].map(packed).into_iter().filter(|bytes| !bytes.is_empty() && bytes.len() < 1 << 20)),
    |input: &[u8]| {
        let context = match EvaluationContext::unpack(input) {
            Ok(context) => context,
            Err(error) => return assert_short(&error.to_string()),
        };
        let bytes = context.pack();
        let again = EvaluationContext::unpack(&bytes).expect("our own parcel");
        assert_eq!(again.pack(), bytes);
        for (role, exact) in [(Role::Train, true), (Role::Validation, false)] {
            let heuristic = Formula::value(Tree::number(1.0));
            let task = Task { id: 0, heuristic, work: Work::Fit { role, exact } };
            // What cannot be answered is refused.
            let _ = context.answer(&[task], &Sequential, &unwatched);
        }
    }
);
