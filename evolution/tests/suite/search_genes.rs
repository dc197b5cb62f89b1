//! Search parameters that evolve with heuristics.

use crate::context::{POLICY, Threads, cards, prepare_cards};
use crate::engine::{algorithms, config, reduction, run, run_in_every_way};
use std::ops::RangeInclusive;
use std::sync::Arc;
use unstuck_core::domain::Settings;
use unstuck_core::executor::Sequential;
use unstuck_core::instance::Instance;
use unstuck_core::language::{parse, print, print_line};
use unstuck_core::registry;
use unstuck_core::search::Parameter;
use unstuck_evolution::algorithms::{Algorithm, AlgorithmKind};
use unstuck_evolution::context::{EvaluationContext, unwatched};
use unstuck_evolution::dataset::Fitting;
use unstuck_evolution::engine::{Engine, RunConfig, SnapshotError};
use unstuck_evolution::experiment::{Experiment, Ready, Sets};
use unstuck_evolution::genome::{Candidate, Form, GeneValues, SearchGene, SearchSpace};
use unstuck_evolution::role::{PerRole, Role};
use unstuck_evolution::task::{Answer, Cap, Measurement, Task, Work};

/// IDA* with everything that evolves.
fn search_space(context: &EvaluationContext) -> SearchSpace {
    let gene = |parameter, values| SearchGene { parameter, values };
    let words = ["domain", "h", "reversed"].map(str::to_owned).to_vec();
    let genes = vec![
        gene(Parameter::Growth, GeneValues::Numbers(1.0, 4.0)),
        gene(Parameter::Step, GeneValues::Counts(1, 6)),
        gene(Parameter::Order, GeneValues::Words(words)),
    ];
    SearchSpace::new(genes, &context.parameters)
}

fn with_search(context: &Arc<EvaluationContext>, algorithm: Algorithm, form: Form) -> RunConfig {
    let mut config = config(context, algorithm, form, reduction());
    config.space.search = Some(search_space(context));
    config
}

#[test]
fn threads_order_and_pauses_change_nothing() {
    for (algorithm, form) in algorithms() {
        if matches!(algorithm, Algorithm::CmaEs(_)) {
            continue; // experiments refuse it
        }
        let name = format!("{algorithm:.20?}");
        let config = || with_search(&cards(Fitting::default()), algorithm.clone(), form);
        let first = run_in_every_way(&config, &name);
        let champion = first.champion().expect("a champion");
        assert!(champion.heuristic.search.is_some(), "{name}");
        let searches: std::collections::HashSet<_> =
            first.individuals().iter().filter_map(|one| one.candidate.search.clone()).collect();
        assert!(searches.len() > 1, "{name}: {searches:?}");
    }
}

#[test]
fn a_snapshot_belongs_to_its_ranges() {
    let context = cards(Fitting::default());
    let config = |last: u64| {
        let mut config = with_search(&context, AlgorithmKind::default().start(8, 1), POLICY);
        let genes = vec![SearchGene { parameter: Parameter::Step, values: GeneValues::Counts(1, last) }];
        config.space.search = Some(SearchSpace::new(genes, &context.parameters));
        config
    };
    let snapshot = Engine::new(config(6)).snapshot();
    assert!(Engine::restore(config(6), &snapshot).is_ok());
    assert_eq!(Engine::restore(config(7), &snapshot).err(), Some(SnapshotError::Other));
    let mut without = config(6);
    without.space.search = None;
    assert_eq!(Engine::restore(without, &snapshot).err(), Some(SnapshotError::Other));
}

#[test]
fn answers_depend_on_the_search_and_are_the_same_elsewhere() {
    let context = Arc::new(prepare_cards(Fitting::default()));
    let table = &context.table;
    let whole = Work::Search { role: Role::Train, instances: (0..8).collect(), cap: Cap::Default };
    let task = |(id, text): (usize, &&str)| Task {
        id: id as u64,
        heuristic: parse(text, table).expect("a heuristic"),
        work: whole.clone(),
    };
    let texts = [
        "1.5*blockers_deep",
        "search ida, order h; 1.5*blockers_deep",
        "search ida, step 9; 1.5*blockers_deep",
    ];
    let tasks: Vec<Task> = texts.iter().enumerate().map(task).collect();
    // All at once, so that nothing is taken for the same by mistake.
    let answers = context.answer(&tasks, &Threads(2), &unwatched).expect("answers");
    assert!(answers[0] != answers[1] && answers[1] != answers[2] && answers[0] != answers[2]);
    assert_eq!(context.answer(&tasks, &Sequential, &unwatched).as_ref(), Ok(&answers), "what is cached");
    let there = EvaluationContext::unpack(&context.pack()).expect("a world");
    let sent: Vec<Task> =
        tasks.iter().map(|task| Task::unpack(&task.pack(table), &there.table).expect("a task")).collect();
    assert_eq!(sent, tasks);
    assert_eq!(there.answer(&sent, &Sequential, &unwatched), Ok(answers));
}

#[test]
fn a_champion_is_stored_with_its_search() {
    let context = cards(Fitting::default());
    let mut engine = Engine::new(with_search(&context, AlgorithmKind::default().start(8, 1), Form::Tree));
    run(&mut engine, &Threads(2));
    let champion = engine.champion().expect("a champion");
    let record = champion.record(&context.table);
    assert!(record.heuristic.starts_with("search ida, order "), "{}", record.heuristic);
    assert_eq!(record.champion(&context.table).as_ref(), Ok(champion));
    // It can be the first of another run.
    let space = &engine.config().space;
    let again = Candidate::read(&champion.heuristic, space).expect("it fits");
    assert_eq!(again.search, champion.heuristic.search);
    let plain = parse("blockers", &context.table).expect("a heuristic");
    let fresh = Candidate::read(&plain, space).expect("it fits");
    let text = print(&fresh.formula(space), &context.table);
    assert_eq!(text, "search ida, order domain, step 1, growth 2\nblockers");
}

fn card(number: u32) -> (String, Box<dyn Instance>) {
    unstuck_domains::install();
    let (domain, set) = registry::set("jam").expect("a built-in set");
    let text = (set.text)(&number.to_string()).expect("a card");
    let board = unstuck_core::domain::read(&*domain, &text, None, &Settings::new()).expect("a board");
    (format!("jam:{number}"), board)
}

pub fn prepare(experiment: &Experiment) -> Ready {
    let cards = |numbers: RangeInclusive<u32>| numbers.map(card).collect();
    let instances = PerRole { train: cards(1..=8), validation: cards(9..=14), test: Vec::new() };
    let sets = Sets { instances, ..Sets::default() };
    experiment.prepare(sets, &Threads(2), &unwatched, &|| ()).expect("ready")
}

/// One feature alone, so that the weight of the search is all that there is to find.
#[test]
fn the_right_weight_is_found() {
    unstuck_domains::install();
    let text = r#"
        format = 1
        name = "weight"
        domain = "rush-hour"
        data = { train = ["jam:1-8"], validation = ["jam:9-14"] }
        search = { algorithm = "wastar", weight = 4.0 }
        fitness = { kind = "search", sample = 0, weights = { length = 4, nodes = 1, unsolved = 10 } }
        algorithm = { population = 12 }
        stop = { generations = 12 }
        [genome]
        kind = "tree"
        features = ["blockers_deep"]
        limits = { nodes = 1, depth = 1 }
        search = { weight = [0.5, 5] }
    "#;
    let experiment = Experiment::read(text, &|_| Err("no files".into())).expect("an experiment");
    let ready = prepare(&experiment);
    let context = &ready.context;
    let mut engine = Engine::new(experiment.run_config(&ready, 0));
    run(&mut engine, &Threads(2));
    let work = experiment.fitness.evaluator.whole(context, Role::Train);
    let fitness = |heuristic: &str| {
        let heuristic = parse(heuristic, &context.table).expect("a heuristic");
        let task = Task { id: 0, heuristic, work: work.clone() };
        let answer: Answer = context.answer(&[task], &Threads(2), &unwatched).expect("answers").remove(0);
        let measured = Measurement::new(&work, &answer).expect("it fits");
        experiment.fitness.evaluator.score(context, &measured).fitness
    };
    // Every weight on a fine grid, by the search that the text names.
    let all: Vec<f64> = (10..=100)
        .map(|part| fitness(&format!("search wastar, weight {}; blockers_deep", f64::from(part) / 20.0)))
        .collect();
    let best = all.iter().copied().fold(f64::INFINITY, f64::min);
    let worst = all.iter().copied().fold(0.0, f64::max);
    let found = engine.individuals().iter().map(|one| one.score.fitness).fold(f64::INFINITY, f64::min);
    assert!(worst > 1.05 * best, "the weight matters: {best} to {worst}");
    assert!(found <= best * 1.001, "{found} instead of {best}");
    // Without a search of their own, heuristics have the experiment's.
    assert_eq!(fitness("blockers_deep"), fitness("search wastar, weight 4; blockers_deep"));
    let champion = engine.champion().expect("a champion");
    let line = print_line(&champion.heuristic, &context.table);
    assert!(line.starts_with("search wastar, weight "), "{line}");
}

#[test]
fn validation_searches_as_training_does() {
    let context = cards(Fitting::default());
    let mut engine = Engine::new(with_search(&context, AlgorithmKind::default().start(8, 1), Form::Tree));
    run(&mut engine, &Threads(2));
    let champion = engine.champion().expect("a champion");
    let work = reduction().whole(&context, Role::Validation);
    let task = Task { id: 0, heuristic: champion.heuristic.clone(), work: work.clone() };
    let answer = context.answer(&[task], &Sequential, &unwatched).expect("answers").remove(0);
    let measured = Measurement::new(&work, &answer).expect("it fits");
    assert_eq!(reduction().score(&context, &measured), champion.validation);
}
