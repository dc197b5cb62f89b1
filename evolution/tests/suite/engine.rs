//! The engine's promises: results depend neither on threads, nor on the order of answers, nor on pauses.

use crate::context::{POLICY, Threads, cards, space};
use std::sync::Arc;
use unstuck_core::executor::Executor;
use unstuck_core::random::{RngExt, stream};
use unstuck_evolution::algorithms::{
    ALGORITHMS, Algorithm, AlgorithmKind, alps, cma_es, coevolution, islands, nsga2, offspring_selection,
};
use unstuck_evolution::context::{EvaluationContext, unwatched};
use unstuck_evolution::dataset::Fitting;
use unstuck_evolution::engine::{
    Engine, Generation, Reason, RunConfig, SNAPSHOT_VERSION, SnapshotError, Stop, TellError,
};
use unstuck_evolution::fitness::{
    Evaluator, least_squares::LeastSquares, multi::Multi, reduction::Reduction, search::Search,
};
use unstuck_evolution::genome::{Definitions, Form, Genome, Limits};
use unstuck_evolution::measure::Run;
use unstuck_evolution::operators::Toolbox;
use unstuck_evolution::task::{Answer, Work};

/// One of each, small, with a form of genome it can breed.
pub fn algorithms() -> Vec<(Algorithm, Form)> {
    let opponents = coevolution::Settings { groups: 4, size: 3, ..coevolution::Settings::default() };
    let pressed = offspring_selection::Settings { pressure: 5.0, ..offspring_selection::Settings::default() };
    vec![
        (generational(12), Form::Tree),
        (AlgorithmKind::Islands(islands::Settings { count: 3, every: 2, share: 0.3 }).start(12, 1), POLICY),
        (AlgorithmKind::Alps(alps::Settings { layers: 3, gap: 2 }).start(12, 1), Form::Tree),
        (AlgorithmKind::OffspringSelection(pressed).start(8, 1), POLICY),
        (AlgorithmKind::Nsga2(nsga2::Settings { size: true }).start(10, 0), Form::Tree),
        (AlgorithmKind::CmaEs(cma_es::Settings::default()).start(8, 0), Form::Weights),
        (random_search(10), Form::Weights),
        (AlgorithmKind::Coevolution(opponents).start(12, 1), POLICY),
        (AlgorithmKind::Own(Default::default()).start(12, 1), Form::Tree),
    ]
}

/// One population.
pub fn generational(population: usize) -> Algorithm {
    AlgorithmKind::default().start(population, 1)
}

fn random_search(population: usize) -> Algorithm {
    AlgorithmKind::RandomSearch(Default::default()).start(population, 1)
}

pub fn config(
    context: &Arc<EvaluationContext>,
    algorithm: Algorithm,
    form: Form,
    evaluator: Evaluator,
) -> RunConfig {
    RunConfig {
        seed: 5,
        space: space(context, form),
        tools: Toolbox::defaults(form),
        context: context.clone(),
        evaluator,
        algorithm,
        initial: Vec::new(),
        parsimony: true,
        validate_every: 2,
        validate_top: 3,
        survivors: None,
        stop: Stop { generations: Some(6), ..Stop::default() },
        plan: None,
    }
}

pub fn least_squares() -> Evaluator {
    Evaluator::LeastSquares(LeastSquares::default())
}

pub fn reduction() -> Evaluator {
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

/// Runs an engine to its end with answers in any order; now and then `pause` puts another engine in its place.
pub fn run_with_pauses(config: &dyn Fn() -> RunConfig, pause: impl Fn(Engine) -> Engine) -> Engine {
    let mut random = stream(1, "pauses", &[]);
    let mut engine = Engine::new(config());
    while engine.finished().is_none() {
        let tasks = engine.ask();
        let answers = engine.config().context.answer(&tasks, &Threads(1), &unwatched).expect("answers");
        let mut answers: Vec<(u64, Answer)> = tasks.iter().map(|task| task.id).zip(answers).collect();
        while !answers.is_empty() {
            let (id, answer) = answers.swap_remove(random.random_range(0..answers.len()));
            engine.tell(id, answer).expect("taken");
            if random.random_bool(0.05) {
                engine = pause(engine);
            }
        }
    }
    engine
}

/// Runs an engine on one thread, on eight, and with pauses, which must all come to the same; the first of them.
pub fn run_in_every_way(config: &dyn Fn() -> RunConfig, name: &str) -> Engine {
    let mut first = Engine::new(config());
    run(&mut first, &Threads(1));
    for one in first.individuals() {
        assert_eq!(one.candidate.check(&first.config().space), Ok(()), "{name}");
        assert_eq!(one.id, one.candidate.fingerprint());
    }
    let expected = (first.champion(), first.history());
    let mut again = Engine::new(config());
    run(&mut again, &Threads(8));
    assert_eq!((again.champion(), again.history()), expected, "{name}");
    let paused = run_with_pauses(config, |engine| {
        let engine = Engine::restore(config(), &engine.snapshot()).expect("revived");
        let history = engine.history().to_vec();
        Engine::resume(config(), &engine.checkpoint(), history).expect("revived")
    });
    assert_eq!((paused.champion(), paused.history()), expected, "{name}");
    first
}

#[test]
fn threads_order_and_pauses_change_nothing() {
    for (algorithm, form) in algorithms() {
        let name = format!("{algorithm:.20?}");
        // A world of its own each time: it remembers what it has measured.
        let config = || config(&cards(Fitting::default()), algorithm.clone(), form, reduction());
        let mut first = Engine::new(config());
        run(&mut first, &Threads(1));
        assert!(matches!(first.finished(), Some(Reason::Generations | Reason::Exhausted)), "{name}");
        let champion = first.champion().expect("a champion");
        for one in first.individuals() {
            assert_eq!(one.candidate.check(&first.config().space), Ok(()), "{name}");
        }
        // Two threads as well with the tests that take long.
        let threads: &[usize] = if std::env::var_os("UNSTUCK_SLOW").is_some() { &[2, 8] } else { &[8] };
        for &threads in threads {
            let mut again = Engine::new(config());
            run(&mut again, &Threads(threads));
            assert_eq!(again.champion(), Some(champion), "{name}");
            assert_eq!(again.history(), first.history(), "{name}");
        }
        // Answers in any order, with the engine frozen and revived in between.
        let engine = run_with_pauses(&config, |engine| {
            let engine = Engine::restore(config(), &engine.snapshot()).expect("revived");
            let history = engine.history().to_vec();
            Engine::resume(config(), &engine.checkpoint(), history).expect("revived")
        });
        assert_eq!(engine.champion(), Some(champion), "{name}");
        assert_eq!(engine.history(), first.history(), "{name}");
        assert!(engine.checkpoint().len() < engine.snapshot().len(), "{name}");
    }
}

/// Recipes without a function of the caller's are those of `generational`.
#[test]
fn an_algorithm_of_ones_own_begins_as_generational() {
    let run_of = |algorithm: Algorithm| {
        let mut engine = Engine::new(config(&cards(Fitting::default()), algorithm, Form::Tree, reduction()));
        run(&mut engine, &Threads(2));
        engine
    };
    let (own, usual) =
        (run_of(AlgorithmKind::Own(Default::default()).start(12, 1)), run_of(generational(12)));
    assert_eq!((own.champion(), own.history()), (usual.champion(), usual.history()));
}

/// Trees with functions of their own: what is stored keeps the functions, and the heuristics have them inlined.
#[test]
fn functions_of_their_own_survive_pauses() {
    for arguments in 0..=2 {
        let config = || {
            let mut config = config(&cards(Fitting::default()), generational(12), Form::Tree, reduction());
            let limits = Limits { nodes: 8, depth: 3 };
            config.space = config.space.defining(Definitions { functions: 2, arguments, limits });
            config
        };
        let mut first = Engine::new(config());
        run(&mut first, &Threads(1));
        let space = &first.config().space;
        for one in first.individuals() {
            let Genome::Defined(defined) = &one.candidate.genome else { panic!("no functions") };
            assert_eq!((defined.branches.len(), defined.check(space)), (3, Ok(())));
            assert!(defined.branches[1..].iter().all(|body| body.size() <= 8 && body.depth() <= 3));
            let inlined = one.candidate.formula(space);
            assert!(inlined.features().iter().all(|&index| usize::from(index) < space.names.len()));
        }
        let engine = run_with_pauses(&config, |engine| {
            Engine::restore(config(), &engine.snapshot()).expect("revived")
        });
        assert_eq!((engine.champion(), engine.history()), (first.champion(), first.history()), "{arguments}");
        let genomes = |engine: &Engine| -> Vec<Genome> {
            engine.individuals().iter().map(|one| one.candidate.genome.clone()).collect()
        };
        assert_eq!(
            genomes(&engine),
            genomes(&first),
            "the functions are the same, not only what they compute"
        );
    }
}

#[test]
fn evolution_gets_better() {
    let context = cards(Fitting::default());
    let whole = Evaluator::Reduction(Reduction { sample: 0, max_length_ratio: None });
    let mut config = config(&context, generational(20), Form::Weights, whole);
    config.stop.generations = Some(15);
    let mut engine = Engine::new(config);
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
        least_squares(),
        reduction(),
        Evaluator::Search(Search { sample: 3, max_length_ratio: Some(1.1), ..Search::default() }),
        Evaluator::Search(Search { raw: true, ..Search::default() }),
        Evaluator::Effort(Default::default()),
        Evaluator::Multi(Multi { parts: vec![(least_squares(), 0.7), (reduction(), 0.3)] }),
    ];
    for evaluator in evaluators {
        for form in [Form::Weights, Form::Tree, POLICY] {
            let algorithm = generational(10);
            let mut engine = Engine::new(config(&context, algorithm, form, evaluator.clone()));
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
    let mut config = config(&context, generational(6), Form::Tree, reduction());
    let formula = unstuck_core::language::parse("2*blockers_deep", words).expect("a heuristic");
    config.initial =
        vec![unstuck_evolution::genome::Candidate::read(&formula, &config.space).expect("a tree")];
    let engine = Engine::new(config);
    assert_eq!(engine.ask()[0].heuristic, formula);
}

#[test]
fn runs_stop_for_each_reason() {
    let context = cards(Fitting::default());
    let engine = |stop: Stop| {
        let algorithm = random_search(4);
        let mut config = config(&context, algorithm, Form::Weights, reduction());
        config.stop = stop;
        let mut engine = Engine::new(config);
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
    let algorithm = random_search(4);
    let mut engine = Engine::new(config(&context, algorithm, Form::Weights, reduction()));
    let task = engine.ask()[0].clone();
    let Work::Search { instances, .. } = &task.work else { panic!("a search") };
    let run = Run { solved: false, expanded: 1, length: 0, effort: 0 };
    let right = Answer::Runs(vec![run; instances.len()]);
    assert_eq!(engine.tell(99, right.clone()), Err(TellError::NotAsked(99)));
    assert_eq!(engine.tell(task.id, Answer::Runs(vec![run])), Err(TellError::Misfit(task.id)));
    assert_eq!(engine.tell(task.id, right.clone()), Ok(()));
    assert_eq!(engine.tell(task.id, right), Err(TellError::NotAsked(task.id)));
}

#[test]
fn damaged_snapshots_are_refused() {
    let context = cards(Fitting::default());
    let config = || {
        let algorithm = random_search(4);
        config(&context, algorithm, Form::Weights, reduction())
    };
    let good = Engine::new(config()).snapshot();
    let restore = |bytes: &[u8]| Engine::restore(config(), bytes).map(|_| ());
    assert_eq!(restore(&good), Ok(()));
    let of_another = Engine::resume(config(), &good, vec![Generation::default()]).map(|_| ());
    assert_eq!(of_another, Err(SnapshotError::History { generations: 0, found: 1 }));
    assert_eq!(restore(b"something else"), Err(SnapshotError::Foreign));
    let mut newer = good.clone();
    newer[8] += 1;
    assert_eq!(restore(&newer), Err(SnapshotError::Version { found: SNAPSHOT_VERSION + 1 }));
    for length in [0, 5, 10, 15, good.len() / 2, good.len() - 1] {
        assert!(restore(&good[..length]).is_err());
    }
    let mut flipped = good.clone();
    flipped[good.len() - 3] ^= 1;
    assert!(matches!(restore(&flipped), Err(SnapshotError::Damaged(_))));
}
