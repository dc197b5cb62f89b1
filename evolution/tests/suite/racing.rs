//! Racing: cheaper generations, the same results whatever happens, and exact scores of the survivors.

use crate::context::{Threads, cards};
use crate::engine::{config, generational, run, run_with_pauses};
use unstuck_evolution::algorithms::{Algorithm, AlgorithmKind, cma_es};
use unstuck_evolution::dataset::Fitting;
use unstuck_evolution::engine::{Engine, RunConfig};
use unstuck_evolution::fitness::{Evaluator, reduction::Reduction, search::Search};
use unstuck_evolution::genome::Form;

fn all_instances() -> Evaluator {
    Evaluator::Reduction(Reduction { sample: 0, max_length_ratio: Some(1.05) })
}

fn racing(algorithm: Algorithm, form: Form, evaluator: Evaluator, survivors: Option<usize>) -> RunConfig {
    RunConfig { survivors, ..config(&cards(Fitting::default()), algorithm, form, evaluator) }
}

/// The algorithms that can race.
fn racers() -> [(Algorithm, Form); 3] {
    [
        (generational(12), Form::Tree),
        (AlgorithmKind::CmaEs(cma_es::Settings::default()).start(8, 0), Form::Weights),
        (AlgorithmKind::RandomSearch(Default::default()).start(10, 1), Form::Weights),
    ]
}

#[test]
fn threads_order_and_pauses_change_nothing_in_a_race() {
    for (algorithm, form) in racers() {
        let config = || racing(algorithm.clone(), form, all_instances(), Some(3));
        let mut first = Engine::new(config());
        run(&mut first, &Threads(1));
        let mut again = Engine::new(config());
        run(&mut again, &Threads(4));
        assert_eq!((again.champion(), again.history()), (first.champion(), first.history()));
        let engine = run_with_pauses(&config, |engine| {
            Engine::restore(config(), &engine.snapshot()).expect("revived")
        });
        assert_eq!((engine.champion(), engine.history()), (first.champion(), first.history()));
    }
}

/// The engine after its first generation.
fn one_generation(evaluator: Evaluator, survivors: Option<usize>) -> Engine {
    let mut config = racing(generational(16), Form::Tree, evaluator, survivors);
    config.stop.generations = Some(1);
    let mut engine = Engine::new(config);
    run(&mut engine, &Threads(2));
    engine
}

#[test]
fn survivors_have_their_exact_scores_and_the_stopped_are_never_better() {
    let search = Evaluator::Search(Search { sample: 0, ..Search::default() });
    for evaluator in [all_instances(), search] {
        let (all, raced) = (one_generation(evaluator.clone(), None), one_generation(evaluator, Some(5)));
        let (exact, found) = (all.individuals(), raced.individuals());
        let mut fitness: Vec<f64> = found.iter().map(|one| one.score.fitness).collect();
        fitness.sort_by(f64::total_cmp);
        let mut same = 0;
        for (exact, found) in exact.iter().zip(&found) {
            assert_eq!(exact.candidate, found.candidate);
            assert!(exact.score == found.score || found.score.fitness >= fitness[4]);
            same += usize::from(exact.score == found.score);
        }
        assert!(same >= 5, "{same}");
        // The best of the survivors is near the best of all, and a third of the pairs is not searched.
        let (best, found) = (all.history()[0].best, raced.history()[0].best);
        assert!(found <= 1.1 * best, "{found} {best}");
        let (whole, less) = (all.history()[0].effort, raced.history()[0].effort);
        assert_eq!((whole.searches, whole.skipped), (16 * 8, 0));
        assert!(less.skipped >= 16 * 8 / 3 && less.searches >= 16 * 8 - less.skipped, "{less:?}");
    }
}

#[test]
fn what_cannot_be_raced_is_measured_as_before() {
    // As many survivors as candidates, and too few instances.
    let few = Evaluator::Reduction(Reduction { sample: 3, max_length_ratio: None });
    for (evaluator, survivors) in [(all_instances(), 16), (few, 4)] {
        let (all, raced) =
            (one_generation(evaluator.clone(), None), one_generation(evaluator, Some(survivors)));
        assert_eq!(all.history(), raced.history());
    }
}

#[test]
fn a_snapshot_belongs_to_its_race() {
    let config = |survivors| racing(generational(6), Form::Tree, all_instances(), survivors);
    let bytes = Engine::new(config(None)).snapshot();
    assert!(Engine::restore(config(None), &bytes).is_ok());
    assert!(Engine::restore(config(Some(3)), &bytes).is_err(), "a run continues as it began");
}
