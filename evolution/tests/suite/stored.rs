//! What is stored or sent: by the names of features.

use crate::context::{POLICY, Threads, cards, space};
use crate::engine::{algorithms, config, generational, least_squares, reduction};
use std::sync::Arc;
use unstuck_core::feature::FeatureTable;
use unstuck_core::language::print_line;
use unstuck_evolution::algorithms::{ALGORITHMS, Algorithm};
use unstuck_evolution::context::{EvaluationContext, unwatched};
use unstuck_evolution::dataset::Fitting;
use unstuck_evolution::engine::{Engine, RunConfig, SNAPSHOT_VERSION, SnapshotError};
use unstuck_evolution::fitness::{Evaluator, multi::Multi, search::Search};
use unstuck_evolution::formula_text::{self, FormulaError};
use unstuck_evolution::genome::{Form, Space, Terminal, Values};
use unstuck_evolution::task::{Task, TaskError};

/// Every algorithm, and every evaluator.
fn runs() -> Vec<(String, Algorithm, Form, Evaluator)> {
    let names = ALGORITHMS.iter().map(|(name, _)| (*name).to_owned());
    let mut runs: Vec<(String, Algorithm, Form, Evaluator)> = names
        .zip(algorithms())
        .map(|(name, (algorithm, form))| (name, algorithm, form, reduction()))
        .collect();
    let multi = Evaluator::Multi(Multi { parts: vec![(least_squares(), 0.5), (reduction(), 0.5)] });
    let search = Evaluator::Search(Search { sample: 3, max_length_ratio: Some(1.1), ..Search::default() });
    let trees = Form::Policy { rules: 2, values: Values::Trees };
    runs.push(("least_squares".into(), generational(10), Form::Tree, least_squares()));
    runs.push(("multi".into(), generational(10), POLICY, multi));
    runs.push(("search".into(), generational(10), trees, search));
    runs
}

fn context() -> EvaluationContext {
    Arc::into_inner(cards(Fitting { cases: 16, ..Fitting::default() })).expect("the only one")
}

/// An engine after some generations.
fn evolved(config: RunConfig) -> Engine {
    let mut engine = Engine::new(config);
    while engine.generation() < 3 && engine.finished().is_none() {
        let tasks = engine.ask();
        let answers = engine.config().context.answer(&tasks, &Threads(2), &unwatched).expect("answers");
        for (task, answer) in tasks.iter().zip(answers) {
            engine.tell(task.id, answer).expect("taken");
        }
    }
    engine
}

#[test]
fn snapshots_of_other_versions_are_refused() {
    let context = Arc::new(context());
    let config = || config(&context, generational(6), Form::Weights, reduction());
    let snapshot = Engine::new(config()).snapshot();
    assert_eq!(u32::from(snapshot[8]), SNAPSHOT_VERSION);
    for found in [0, 6, SNAPSHOT_VERSION - 1, SNAPSHOT_VERSION + 1] {
        let mut other = snapshot.clone();
        other[8..12].copy_from_slice(&found.to_le_bytes());
        let error = Engine::restore(config(), &other).err().expect("refused");
        assert_eq!(error, SnapshotError::Version { found });
        assert!(error.to_string().contains("continue with the program that wrote it, or run"), "{error}");
    }
}

/// The table with its features in another order and a new one, and the space over it.
fn rearranged(context: &EvaluationContext, form: Form) -> (Arc<FeatureTable>, Space) {
    let table = &context.table;
    let mut features = table.features().to_vec();
    features.rotate_left(7);
    let mut new = features[3].clone();
    new.name = "new".into();
    features.insert(2, new);
    let metrics: Vec<_> = table.metrics().map(|metric| metric.to_owned().into()).collect();
    let other = FeatureTable::new(table.domain().to_owned(), metrics, features);
    let before = space(context, form);
    let moved = |terminals: &[Terminal]| -> Vec<Terminal> {
        let index = |one: &Terminal| other.index(&before.name(one.index)).expect("the same features");
        let mut moved: Vec<Terminal> =
            terminals.iter().map(|one| Terminal { index: index(one), range: one.range }).collect();
        moved.sort_by_key(|terminal| terminal.index);
        moved
    };
    let space = Space {
        names: other.names().map(str::to_owned).collect(),
        estimates: moved(&before.estimates),
        reals: moved(&before.reals),
        flags: moved(&before.flags),
        ..before.clone()
    };
    (other, space)
}

/// The heuristics of the last generation, as text.
fn heuristics(engine: &Engine) -> Vec<String> {
    let RunConfig { context, space, .. } = engine.config();
    let mut texts: Vec<String> = engine
        .individuals()
        .iter()
        .map(|one| print_line(&one.candidate.formula(space), &context.table))
        .collect();
    // The terms of a sum stand in the order of the table.
    texts.iter_mut().for_each(|text| {
        let mut signs: Vec<char> = text.chars().collect();
        signs.sort_unstable();
        *text = signs.into_iter().collect();
    });
    texts
}

#[test]
fn a_snapshot_outlives_changes_of_the_feature_table() {
    for (name, algorithm, form, evaluator) in runs() {
        let before = Arc::new(context());
        let config = || config(&before, algorithm.clone(), form, evaluator.clone());
        let engine = evolved(config());
        let (table, space) = rearranged(&before, form);
        let mut after = context();
        after.table = table;
        let config = RunConfig { space, context: Arc::new(after), ..config() };
        let moved =
            Engine::restore(config, &engine.snapshot()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(heuristics(&moved), heuristics(&engine), "{name}");
        let text = |engine: &Engine| {
            let champion = engine.champion().expect("a champion");
            print_line(&champion.heuristic, &engine.config().context.table)
        };
        assert_eq!(text(&moved), text(&engine), "{name}");
    }
}

#[test]
fn features_that_are_gone_or_new_are_named() {
    let context = Arc::new(context());
    let config = || config(&context, generational(6), Form::Weights, reduction());
    let snapshot = Engine::new(config()).snapshot();
    let mut fewer = config();
    let gone = fewer.space.estimates.remove(2).index;
    fewer.space.reals.retain(|terminal| terminal.index != gone);
    let gone = vec![fewer.space.name(gone)];
    let error = Engine::restore(fewer, &snapshot).err().expect("refused");
    assert_eq!(error, SnapshotError::Features { gone: gone.clone(), new: Vec::new() });
    let hostile =
        SnapshotError::Features { gone: vec!["\0\u{1b}[2J".into(), "x".repeat(5_000)], new: gone.clone() };
    let message = hostile.to_string();
    assert!(!message.contains(char::is_control) && message.chars().count() < 1_500, "{message:?}");
    assert_eq!(error.to_string(), format!("the snapshot has features that no longer evolve: {}", gone[0]));
    let mut other = config();
    other.seed += 1;
    assert_eq!(Engine::restore(other, &snapshot).err(), Some(SnapshotError::Other));
}

#[test]
fn tasks_are_sent_by_name() {
    let context = context();
    let tasks = Engine::new(config(&Arc::new(self::context()), generational(6), POLICY, reduction())).ask();
    let (other, _) = rearranged(&context, POLICY);
    for task in tasks {
        let bytes = task.pack(&context.table);
        assert_eq!(Task::unpack(&bytes, &context.table), Ok(task.clone()));
        let there = Task::unpack(&bytes, &other).expect("the same features");
        assert_eq!(print_line(&there.heuristic, &other), print_line(&task.heuristic, &context.table));
        let few = FeatureTable::new("small", [], context.table.features().iter().take(1).cloned());
        let error = Task::unpack(&bytes, &few).expect_err("features are missing").to_string();
        assert!(
            error.contains("reads the feature '") && error.contains("', which small no longer has"),
            "{error}"
        );
    }
    assert!(matches!(Task::unpack(b"", &context.table), Err(TaskError::Foreign(_))));
}

#[test]
fn champions_are_stored_as_text() {
    let context = context();
    let table = context.table.clone();
    let mut engine = Engine::new(config(&Arc::new(context), generational(6), Form::Tree, reduction()));
    while engine.champion().is_none() {
        let tasks = engine.ask();
        let answers = engine.config().context.answer(&tasks, &Threads(2), &unwatched).expect("answers");
        for (task, answer) in tasks.iter().zip(answers) {
            engine.tell(task.id, answer).expect("taken");
        }
    }
    let champion = engine.champion().expect("a champion");
    let record = champion.record(&table);
    assert_eq!(record.heuristic, print_line(&champion.heuristic, &table));
    assert_eq!(record.champion(&table).as_ref(), Ok(champion));
    let none = FeatureTable::new("none", [], []);
    let error = record.champion(&none).map(|_| ()).expect_err("nothing is there");
    assert!(format!("the champion {error}").ends_with("', which none no longer has"), "{error}");
}

#[test]
fn names_in_messages_are_presentable() {
    let table = context().table;
    let error = formula_text::read("block\u{7}ers + 1", &table).expect_err("no such feature");
    assert!(!error.to_string().contains(char::is_control), "{error:?}");
    let feature = "block\u{7}ers".to_owned();
    let error = FormulaError::Missing { feature, domain: "rush-hour".into() };
    assert_eq!(error.to_string(), "reads the feature 'block\\u{7}ers', which rush-hour no longer has");
}
