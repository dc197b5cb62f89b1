//! Planning experiments: coverage by effort, the curriculum, lifted features, and runs that are frozen and revived.

use crate::context::Threads;
use crate::engine::run;
use unstuck_core::domain::{self, Settings};
use unstuck_core::registry;
use unstuck_evolution::context::{EvaluationContext, unwatched};
use unstuck_evolution::engine::{Engine, RunConfig};
use unstuck_evolution::experiment::{Experiment, Ready, Sets};
use unstuck_evolution::fitness::coverage::Coverage;
use unstuck_evolution::fitness::{Evaluator, draw};
use unstuck_evolution::measure::{Comparison, ReferenceResult, Run};
use unstuck_evolution::role::Role;
use unstuck_evolution::task::Measurement;

const TEXT: &str = r#"
    format = 1
    name = "ferries"
    domain = "pddl-ferry"
    initial = ["goals_left", "unmet(at)"]
    data = { train = ["ferry:train-1-12"], validation = ["ferry:train-13-15"] }
    search = { algorithm = "lazy", limits = { effort = 2e6, reference_factor = 1, optimal = 0 } }
    [genome]
    kind = "tree"
    features = ["goals_left", "lifted"]
    [algorithm]
    population = 8
    [fitness]
    kind = "coverage"
    sample = 0
    reference = "goals_left"
    curriculum = { first = 4, grow_at = 0.8 }
    [champion]
    control = false
    [stop]
    generations = 6
"#;

fn experiment() -> Experiment {
    unstuck_domains::install();
    Experiment::read(TEXT, &|_| Err("no files here".to_owned())).unwrap_or_else(|error| panic!("{error}"))
}

fn ready() -> (Experiment, Ready) {
    let experiment = experiment();
    let (domain, set) = registry::set("ferry").expect("built in");
    let mut sets = Sets::default();
    for (role, numbers) in [(Role::Train, 1..=12), (Role::Validation, 13..=15)] {
        sets.instances[role] = numbers
            .map(|number| {
                let name = format!("train-{number}");
                let text = (set.text)(&name).expect("a member");
                (name, domain::read(&*domain, &text, None, &Settings::new()).expect("a task"))
            })
            .collect();
    }
    let ready = experiment.prepare(sets, &Threads(2), &unwatched, &|| {}).expect("ready");
    (experiment, ready)
}

fn config() -> RunConfig {
    let (experiment, ready) = ready();
    experiment.run_config(&ready, 0)
}

#[test]
fn an_experiment_prints_what_it_reads() {
    let experiment = experiment();
    let printed = experiment.print();
    assert!(printed.contains("curriculum = { first = 4, grow_at = 0.8 }"), "{printed}");
    assert!(printed.contains("effort = 2000000"), "{printed}");
    let again = Experiment::read(&printed, &|_| Err(String::new())).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again, experiment);
}

#[test]
fn coverage_is_the_logarithm_of_effort_and_one_where_unsolved() {
    let config = config();
    let context: &EvaluationContext = &config.context;
    let evaluator = Evaluator::Coverage(Coverage::default());
    let count = context.set(Role::Train).len();
    let instances: Vec<u32> = (0..count as u32).collect();
    let score = |runs: &[Run]| {
        let cap = unstuck_evolution::task::Cap::Default;
        let measurement = Measurement::Runs { role: Role::Train, instances: &instances, cap, runs };
        evaluator.score(context, &measurement)
    };
    let best = |number: usize| context.set(Role::Train)[number].reference.length.unwrap_or(1);
    let with = |effort: u64| -> Vec<Run> {
        (0..count).map(|number| Run { solved: true, expanded: 5, length: best(number), effort }).collect()
    };
    let limit = 2e6_f64;
    assert!((score(&with(1_000)).fitness - 1_000_f64.ln_1p() / limit.ln_1p()).abs() < 1e-12);
    let unsolved = vec![Run { solved: false, expanded: 5, length: 0, effort: 2_000_000 }; count];
    assert_eq!(score(&unsolved).fitness, 1.0);
    // Twice the best known length costs a tenth.
    let longer: Vec<Run> = with(1_000).into_iter().map(|run| Run { length: 2 * run.length, ..run }).collect();
    assert!((score(&longer).fitness - score(&with(1_000)).fitness - 0.1).abs() < 1e-12);
    let compared = Comparison { run: with(1)[0], reference: context.set(Role::Train)[0].reference };
    assert!(matches!(compared.reference, ReferenceResult { expanded: 1.., .. }));
}

#[test]
fn instances_come_into_play_by_size_and_a_revived_run_goes_on_alike() {
    let mut whole = Engine::new(config());
    assert_eq!(whole.in_play(), Some(4));
    run(&mut whole, &Threads(2));
    assert!(whole.in_play() > Some(4), "ferries are easy: {:?}", whole.in_play());
    let names: Vec<&str> =
        whole.config().context.set(Role::Train).iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names.len(), 12);

    let (experiment, ready) = ready();
    let mut engine = Engine::new(experiment.run_config(&ready, 0));
    while engine.finished().is_none() {
        let tasks = engine.ask();
        let answers = engine.config().context.answer(&tasks, &Threads(1), &unwatched).unwrap();
        for (task, answer) in tasks.iter().zip(answers) {
            engine.tell(task.id, answer).unwrap();
            let in_play = engine.in_play();
            engine = Engine::restore(experiment.run_config(&ready, 0), &engine.snapshot()).unwrap();
            assert_eq!(engine.in_play(), in_play);
        }
    }
    assert_eq!(engine.champion(), whole.champion());
    assert_eq!(engine.history(), whole.history());
    assert_eq!(engine.in_play(), whole.in_play());
}

#[test]
fn samples_are_stratified() {
    let strata = [vec![0, 2, 4, 6], vec![1, 3, 5, 7]];
    let mut seen = [0; 8];
    for generation in 0..200 {
        let drawn = draw(&strata, 5, 1, generation);
        let of_first = drawn.iter().filter(|number| *number % 2 == 0).count();
        assert_eq!((drawn.len(), of_first), (5, if generation % 2 == 0 { 3 } else { 2 }), "{generation}");
        assert!(drawn.is_sorted_by(|a, b| a < b));
        drawn.iter().for_each(|&number| seen[number as usize] += 1);
    }
    assert!(seen.iter().all(|count| (95..160).contains(count)), "{seen:?}");
    assert_eq!(draw(&strata, 0, 1, 0).len(), 8);
    assert_eq!(draw(&strata, 8, 1, 0), (0..8).collect::<Vec<u32>>());
}
