//! Records of experiments that were really run, as JSON.

use serde_json::{Value, json};
use std::sync::Arc;
use unstuck_core::domain::Settings;
use unstuck_core::executor::Sequential;
use unstuck_core::instance::Instance;
use unstuck_core::language::{Formula, Header, VERSION, print};
use unstuck_core::registry;
use unstuck_evolution::algorithms::Algorithm;
use unstuck_evolution::algorithms::random_search::{self, RandomSearch};
use unstuck_evolution::benchmark::{self, Contender};
use unstuck_evolution::context::unwatched;
use unstuck_evolution::engine::Engine;
use unstuck_evolution::experiment::{Experiment, Ready, Sets};
use unstuck_evolution::role::{PerRole, Role};

/// An experiment over easy cards; `{kind}` and `{algorithm}` are filled in.
const FILE: &str = r#"
format = 1
name = "cards"
domain = "rush-hour"
seed = 3
[data]
train = ["jam:1-3"]
validation = ["jam:4-5"]
test = ["jam:6-11"]
[search]
limits = { expanded = 100 }
table = "64KiB"
[genome]
kind = "{kind}"
features = ["blocking", "blockers", "distance", "distance_blockers", "votes"]
[algorithm]
kind = "{algorithm}"
population = 8
[fitness]
kind = "reduction"
[champion]
validate_every = 2
top = 3
[stop]
generations = 6
"#;

/// What a record is to hold.
pub struct Wish<'a> {
    /// The configurations: genome and algorithm of each.
    pub configurations: &'a [(&'a str, &'a str)],
    /// Runs of each.
    pub repetitions: u32,
    /// With random search next to each of them.
    pub control: bool,
    /// With a test.
    pub tested: bool,
}

/// The record, from runs of the engine.
pub fn record(pending: &Wish<'_>) -> Value {
    // Deepening searches recurse once per move, deeper than the stack of a test allows.
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(256 << 20);
        builder.spawn_scoped(scope, || build(pending)).unwrap().join().unwrap()
    })
}

fn build(pending: &Wish<'_>) -> Value {
    unstuck_domains::install();
    let (mut configurations, mut runs) = (Vec::new(), Vec::new());
    let mut config = String::new();
    for (number, (kind, algorithm)) in pending.configurations.iter().enumerate() {
        let text = FILE.replace("{kind}", kind).replace("{algorithm}", algorithm);
        let experiment = Experiment::read(&text, &|_| Err("no files".into())).unwrap();
        let ready = experiment.prepare(sets(), &Sequential, &unwatched, &|| ()).unwrap();
        let mut champions = Vec::new();
        for repetition in 0..pending.repetitions {
            let engine = evolve(Engine::new(experiment.run_config(&ready, repetition)));
            champions.push((json!({ "champion": repetition }), contender("champion", &engine)));
            runs.push(run(&engine, runs.len(), number, repetition, false));
        }
        for repetition in 0..if pending.control { pending.repetitions } else { 0 } {
            let mut plan = experiment.run_config(&ready, repetition);
            plan.algorithm =
                Algorithm::RandomSearch(RandomSearch::new(8, 1, random_search::Settings::default()));
            let engine = evolve(Engine::new(plan));
            champions.push((json!({ "control": repetition }), contender("random search", &engine)));
            runs.push(run(&engine, runs.len(), number, repetition, true));
        }
        let settings =
            json!([["genome.kind", format!("\"{kind}\"")], ["algorithm.kind", format!("\"{algorithm}\"")]]);
        configurations.push(json!({
            "number": number,
            "settings": if pending.configurations.len() > 1 { settings } else { json!([]) },
            "config": experiment.print(),
            "baseline": baseline(),
            "test": pending.tested.then(|| test(&ready, champions)),
        }));
        config = experiment.print();
    }
    json!({
        "id": 1,
        "identity": "0123456789abcdef",
        "name": "cards",
        "domain": "rush-hour",
        "config": config,
        "state": "done",
        "created": 1_763_000_000,
        "updated": 1_763_000_900,
        "origin": "unstuck 0.1.0 (commit 0123456789) on a test machine",
        "error": null,
        "configurations": configurations,
        "runs": runs,
    })
}

fn sets() -> Sets {
    let (domain, set) = registry::set("jam").unwrap();
    let read = |number: u32| -> (String, Box<dyn Instance>) {
        let text = (set.text)(&number.to_string()).unwrap();
        (
            format!("jam:{number}"),
            unstuck_core::domain::read(&*domain, &text, None, &Settings::new()).unwrap(),
        )
    };
    let instances = PerRole {
        train: (1..4).map(read).collect(),
        validation: (4..6).map(read).collect(),
        test: (6..12).map(read).collect(),
    };
    Sets { instances, ..Sets::default() }
}

fn evolve(mut engine: Engine) -> Engine {
    let world = Arc::clone(&engine.config().context);
    while engine.finished().is_none() {
        let tasks = engine.ask();
        let answers = world.answer(&tasks, &Sequential, &unwatched).unwrap();
        for (task, answer) in tasks.iter().zip(answers) {
            engine.tell(task.id, answer).unwrap();
        }
    }
    engine
}

fn contender(name: &str, engine: &Engine) -> Contender {
    Contender { name: name.into(), heuristic: engine.champion().unwrap().heuristic.clone() }
}

fn run(engine: &Engine, id: usize, configuration: usize, repetition: u32, control: bool) -> Value {
    let champion = engine.champion().unwrap();
    let header = Header { version: VERSION, domain: "rush-hour".into(), metric: Some("slides".into()) };
    let formula = Formula { header: Some(header), ..champion.heuristic.clone() };
    json!({
        "id": id,
        "configuration": configuration,
        "repetition": repetition,
        "control": control,
        "seed": engine.config().seed,
        "state": "done",
        "reason": engine.finished(),
        "generation": engine.history().len(),
        "evaluations": engine.evaluations(),
        "seconds": 0.5,
        "champion": champion.record(&engine.config().context.table),
        "text": print(&formula, &engine.config().context.table),
        "history": engine.history(),
        "hall": engine.hall_of_fame().iter().map(|place| json!({
            "heuristic": engine.config().context.text(&place.heuristic),
            "fitness": place.validation.fitness,
            "size": place.size,
            "generation": place.generation,
        })).collect::<Vec<_>>(),
    })
}

/// Tuning takes longer than everything else here, and a report does not ask how a baseline was found.
const TUNED: &str = "2*blockers + 10";

fn tuned(ready: &Ready) -> Formula {
    unstuck_core::language::parse(TUNED, &ready.context.table).unwrap()
}

fn baseline() -> Value {
    json!({ "heuristic": TUNED, "fitness": 0.625 })
}

fn test(ready: &Ready, champions: Vec<(Value, Contender)>) -> Value {
    let world = &ready.context;
    let baseline = Contender { name: "tuned baseline".into(), heuristic: tuned(ready) };
    let mut contenders = champions;
    contenders.push((json!("baseline"), baseline));
    contenders
        .extend(benchmark::hand_made(world, Role::Test).into_iter().map(|one| (json!("handmade"), one)));
    let (kinds, contenders): (Vec<Value>, Vec<Contender>) = contenders.into_iter().unzip();
    let tasks = benchmark::tasks(world, Role::Test, &contenders);
    let answers = world.answer(&tasks, &Sequential, &unwatched).unwrap();
    let results = benchmark::results(world, Role::Test, &contenders, &answers);
    let entry = |(kind, result)| json!({ "kind": kind, "result": result, "seconds": 0.01 });
    let instances = world.set(Role::Test).iter().map(
        |known| json!({ "name": known.name, "text": known.instance.text(), "reference": known.reference }),
    );
    json!({
        "instances": instances.collect::<Vec<_>>(),
        "entries": kinds.into_iter().zip(results).map(entry).collect::<Vec<_>>(),
    })
}
