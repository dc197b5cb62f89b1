//! The engine's promises: results depend neither on threads, nor on the order of answers, nor on pauses.

use crate::context::{POLICY, Threads, cards, space};
use std::sync::Arc;
use unstuck_core::executor::Executor;
use unstuck_core::random::{RngExt, stream};
use unstuck_evolution::algorithms::alps::Alps;
use unstuck_evolution::algorithms::cma_es::CmaEs;
use unstuck_evolution::algorithms::coevolution::{self, Coevolution};
use unstuck_evolution::algorithms::generational::Generational;
use unstuck_evolution::algorithms::islands::Islands;
use unstuck_evolution::algorithms::nsga2::Nsga2;
use unstuck_evolution::algorithms::offspring_selection::{self, OffspringSelection};
use unstuck_evolution::algorithms::random_search::RandomSearch;
use unstuck_evolution::algorithms::{ALGORITHMS, Algorithm};
use unstuck_evolution::context::{EvaluationContext, unwatched};
use unstuck_evolution::dataset::Fitting;
use unstuck_evolution::engine::{Engine, Generation, Reason, RunConfig, SnapshotError, Stop, TellError};
use unstuck_evolution::fitness::{Evaluator, multi::Multi, reduction::Reduction, search::Search};
use unstuck_evolution::genome::Form;
use unstuck_evolution::operators::Toolbox;
use unstuck_evolution::task::{Answer, Run, Work};

/// One of each, small, with a form of genome it can breed.
fn algorithms() -> Vec<(Algorithm, Form)> {
    let opponents = coevolution::Settings { groups: 4, size: 3, ..coevolution::Settings::default() };
    let pressed = offspring_selection::Settings { pressure: 5.0, ..offspring_selection::Settings::default() };
    vec![
        (Algorithm::Generational(Generational::new(12, 1)), Form::Tree),
        (Algorithm::Islands(Islands::new(12, 1, 3, 2, 0.3)), POLICY),
        (Algorithm::Alps(Alps::new(12, 1, 3, 2)), Form::Tree),
        (Algorithm::OffspringSelection(OffspringSelection::new(8, 1, pressed)), POLICY),
        (Algorithm::Nsga2(Nsga2::new(10, true)), Form::Tree),
        (Algorithm::CmaEs(CmaEs::new(8, 0.3)), Form::Weights),
        (Algorithm::RandomSearch(RandomSearch::new(10, 1)), Form::Weights),
        (Algorithm::Coevolution(Coevolution::new(12, 1, opponents)), POLICY),
    ]
}

fn plan(
    context: &Arc<EvaluationContext>,
    algorithm: Algorithm,
    form: Form,
    evaluator: Evaluator,
) -> RunConfig {
    RunConfig {
        seed: 5,
        space: space(context, form),
        tools: Toolbox::default(form),
        context: context.clone(),
        evaluator,
        algorithm,
        initial: Vec::new(),
        parsimony: true,
        validate_every: 2,
        validate_top: 3,
        stop: Stop { generations: Some(6), ..Stop::default() },
    }
}

fn reduction() -> Evaluator {
    Evaluator::Reduction(Reduction { sample: 4, max_length_ratio: Some(1.05) })
}

/// Asks and tells until the end.
pub fn run(engine: &mut Engine, executor: &dyn Executor) {
    while engine.finished().is_none() {
        let tasks = engine.ask();
        assert!(!tasks.is_empty());
        let answers = engine.config().context.answer(&tasks, executor, &unwatched).expect("answers");
        for (task, answer) in tasks.iter().zip(answers) {
            engine.tell(task.id, answer).expect("taken");
        }
    }
}

#[test]
fn every_algorithm_is_tried() {
    assert_eq!(algorithms().len(), ALGORITHMS.len());
}

#[test]
fn threads_order_and_pauses_change_nothing() {
    for (algorithm, form) in algorithms() {
        let name = format!("{algorithm:.20?}");
        // A world of its own each time: it remembers what it has measured.
        let plan = || plan(&cards(Fitting::default()), algorithm.clone(), form, reduction());
        let mut first = Engine::new(plan());
        run(&mut first, &Threads(1));
        assert!(matches!(first.finished(), Some(Reason::Generations | Reason::Exhausted)), "{name}");
        let champion = first.champion().expect("a champion");
        assert_eq!(champion.genome.check(&first.config().space), Ok(()), "{name}");
        for threads in [2, 8] {
            let mut again = Engine::new(plan());
            run(&mut again, &Threads(threads));
            assert_eq!(again.champion(), Some(champion), "{name}");
            assert_eq!(again.history(), first.history(), "{name}");
        }
        // Answers in any order, with the engine frozen and revived in between.
        let mut random = stream(1, "pauses", &[]);
        let mut engine = Engine::new(plan());
        while engine.finished().is_none() {
            let tasks = engine.ask();
            let answers = engine.config().context.answer(&tasks, &Threads(1), &unwatched).expect("answers");
            let mut told: Vec<(u64, Answer)> = tasks.iter().map(|task| task.id).zip(answers).collect();
            while !told.is_empty() {
                let (id, answer) = told.swap_remove(random.random_range(0..told.len()));
                engine.tell(id, answer).expect("taken");
                if random.random_bool(0.05) {
                    engine = Engine::restore(plan(), &engine.snapshot()).expect("revived");
                    let history = engine.history().to_vec();
                    engine = Engine::resume(plan(), &engine.checkpoint(), history).expect("revived");
                }
            }
        }
        assert_eq!(engine.champion(), Some(champion), "{name}");
        assert_eq!(engine.history(), first.history(), "{name}");
        assert!(engine.checkpoint().len() < engine.snapshot().len(), "{name}");
    }
}

#[test]
fn evolution_gets_better() {
    let context = cards(Fitting::default());
    let whole = Evaluator::Reduction(Reduction { sample: 0, max_length_ratio: None });
    let mut plan = plan(&context, Algorithm::Generational(Generational::new(20, 1)), Form::Weights, whole);
    plan.stop.generations = Some(15);
    let mut engine = Engine::new(plan);
    run(&mut engine, &Threads(2));
    let (first, last) = (engine.history()[0].best, engine.history()[14].best);
    assert!(last < first && last < 0.9, "{first} {last}");
    // An elite is never lost while the measure stays the same.
    assert!(engine.history().windows(2).all(|two| two[1].best <= two[0].best * 1.0005));
}

#[test]
fn all_evaluators_run() {
    let context = cards(Fitting { cases: 16, ..Fitting::default() });
    let evaluators = [
        Evaluator::LeastSquares,
        reduction(),
        Evaluator::Search(Search { sample: 3, max_length_ratio: Some(1.1), ..Search::default() }),
        Evaluator::Search(Search { raw: true, ..Search::default() }),
        Evaluator::Multi(Multi { parts: vec![(Evaluator::LeastSquares, 0.7), (reduction(), 0.3)] }),
    ];
    for evaluator in evaluators {
        for form in [Form::Weights, Form::Tree, POLICY] {
            let algorithm = Algorithm::Generational(Generational::new(10, 1));
            let mut engine = Engine::new(plan(&context, algorithm, form, evaluator.clone()));
            run(&mut engine, &Threads(1));
            let champion = engine.champion().expect("a champion");
            assert!(champion.validation.fitness < 1e9, "{evaluator:?} {form:?}");
        }
    }
}

#[test]
fn given_heuristics_enter_the_first_population() {
    let context = cards(Fitting::default());
    let words = &context.table;
    let mut plan = plan(&context, Algorithm::Generational(Generational::new(6, 1)), Form::Tree, reduction());
    let formula = unstuck_core::language::parse("2*blockers_deep", words).expect("a heuristic");
    plan.initial = vec![unstuck_evolution::genome::Genome::read(&formula, &plan.space).expect("a tree")];
    let engine = Engine::new(plan);
    assert_eq!(engine.ask()[0].heuristic, formula);
}

#[test]
fn runs_stop_for_each_reason() {
    let context = cards(Fitting::default());
    let engine = |stop: Stop| {
        let algorithm = Algorithm::RandomSearch(RandomSearch::new(4, 1));
        let mut plan = plan(&context, algorithm, Form::Weights, reduction());
        plan.stop = stop;
        let mut engine = Engine::new(plan);
        run(&mut engine, &Threads(1));
        engine
    };
    let stop = Stop { generations: Some(50), ..Stop::default() };
    assert_eq!(engine(Stop { evaluations: Some(9), ..stop }).finished(), Some(Reason::Evaluations));
    assert_eq!(engine(Stop { target: Some(10.0), ..stop }).finished(), Some(Reason::Target));
    assert_eq!(engine(Stop { stagnation: Some(1), ..stop }).finished(), Some(Reason::Stagnation));
    let three = engine(Stop { generations: Some(3), ..stop });
    assert_eq!(three.finished(), Some(Reason::Generations));
    // The last generation is validated even when it is not its turn.
    assert_eq!((three.history().len(), three.history()[2].validation.is_some()), (3, true));
}

#[test]
fn wrong_answers_are_refused() {
    let context = cards(Fitting::default());
    let algorithm = Algorithm::RandomSearch(RandomSearch::new(4, 1));
    let mut engine = Engine::new(plan(&context, algorithm, Form::Weights, reduction()));
    let task = engine.ask()[0].clone();
    let Work::Search { instances, .. } = &task.work else { panic!("a search") };
    let run = Run { solved: false, expanded: 1, length: 0 };
    let right = Answer::Runs(vec![run; instances.len()]);
    assert_eq!(engine.tell(99, right.clone()), Err(TellError::NotAsked(99)));
    assert_eq!(engine.tell(task.id, Answer::Runs(vec![run])), Err(TellError::Misfit(task.id)));
    assert_eq!(engine.tell(task.id, right.clone()), Ok(()));
    assert_eq!(engine.tell(task.id, right), Err(TellError::NotAsked(task.id)));
}

#[test]
fn damaged_snapshots_are_refused() {
    let context = cards(Fitting::default());
    let plan = || {
        let algorithm = Algorithm::RandomSearch(RandomSearch::new(4, 1));
        plan(&context, algorithm, Form::Weights, reduction())
    };
    let good = Engine::new(plan()).snapshot();
    let restore = |bytes: &[u8]| Engine::restore(plan(), bytes).map(|_| ());
    assert_eq!(restore(&good), Ok(()));
    let of_another = Engine::resume(plan(), &good, vec![Generation::default()]).map(|_| ());
    assert_eq!(of_another, Err(SnapshotError::History { generations: 0, found: 1 }));
    assert_eq!(restore(b"something else"), Err(SnapshotError::Foreign));
    let mut newer = good.clone();
    newer[8] = 9;
    assert_eq!(restore(&newer), Err(SnapshotError::Version { found: 9 }));
    for length in [0, 5, 10, 15, good.len() / 2, good.len() - 1] {
        assert!(restore(&good[..length]).is_err());
    }
    let mut flipped = good.clone();
    flipped[good.len() - 3] ^= 1;
    assert!(matches!(restore(&flipped), Err(SnapshotError::Damaged(_))));
}
