//! What a generation's record says about its heuristics.

use crate::context::{POLICY, Threads, cards, space};
use crate::engine::generational;
use std::collections::BTreeMap;
use std::sync::Arc;
use unstuck_core::language::{Node, Op};
use unstuck_evolution::algorithms::{Algorithm, AlgorithmKind, nsga2};
use unstuck_evolution::context::{EvaluationContext, unwatched};
use unstuck_evolution::dataset::Fitting;
use unstuck_evolution::engine::{Engine, Generation, RunConfig, Stop};
use unstuck_evolution::fitness::{Evaluator, reduction::Reduction};
use unstuck_evolution::genome::Form;
use unstuck_evolution::operators::Toolbox;

fn nsga2(population: usize, size: bool) -> Algorithm {
    AlgorithmKind::Nsga2(nsga2::Settings { size }).start(population, 0)
}

fn evolved(context: &Arc<EvaluationContext>, algorithm: Algorithm, form: Form) -> Engine {
    let mut engine = Engine::new(RunConfig {
        seed: 3,
        space: space(context, form),
        tools: Toolbox::defaults(form),
        context: context.clone(),
        evaluator: Evaluator::Reduction(Reduction { sample: 4, max_length_ratio: None }),
        algorithm,
        initial: Vec::new(),
        parsimony: true,
        validate_every: 2,
        validate_top: 3,
        survivors: None,
        stop: Stop { generations: Some(3), ..Stop::default() },
        plan: None,
    });
    while engine.finished().is_none() {
        let tasks = engine.ask();
        let answers = context.answer(&tasks, &Threads(2), &unwatched).expect("answers");
        for (task, answer) in tasks.iter().zip(answers) {
            engine.tell(task.id, answer).expect("taken");
        }
    }
    engine
}

/// Counted again, heuristic by heuristic.
#[test]
fn features_functions_and_depth_are_those_of_the_population() {
    let context = cards(Fitting::default());
    for form in [Form::Weights, Form::Tree, POLICY] {
        let engine = evolved(&context, generational(14), form);
        let record = engine.history().last().expect("a generation");
        let (mut features, mut functions) = (BTreeMap::new(), BTreeMap::new());
        let mut depths = 0;
        for one in engine.individuals() {
            let formula = one.candidate.formula(&engine.config().space);
            for index in formula.features() {
                *features.entry(context.table.name(index).to_owned()).or_insert(0) += 1;
            }
            let has = |op: Op| {
                let mut nodes = formula.trees().into_iter().flat_map(|tree| tree.nodes());
                nodes.any(|node| matches!(node, Node::Apply(other, _) if *other == op))
            };
            for op in [Op::And, Op::Or, Op::LessEqual, Op::GreaterEqual, Op::Mul, Op::Add] {
                if has(op) {
                    *functions.entry(op.info().name.to_owned()).or_insert(0) += 1;
                }
            }
            depths += formula.trees().iter().map(|tree| tree.depth()).max().expect("a tree");
        }
        assert_eq!(record.features, features, "{form:?}");
        assert_eq!(record.functions, functions, "{form:?}");
        assert_eq!(record.depth, depths as f64 / 14.0, "{form:?}");
        assert_eq!(record.individuals, 14);
        assert!(record.front.is_empty());
    }
}

#[test]
fn the_front_holds_what_nothing_beats_in_both() {
    let context = cards(Fitting::default());
    let engine = evolved(&context, nsga2(16, false), Form::Tree);
    let front = &engine.history().last().expect("a generation").front;
    assert!(!front.is_empty());
    assert!(front.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 > two[1].1), "{front:?}");
    let solvers = engine.individuals().into_iter().filter(|one| one.score.unsolved == 0.0);
    for one in solvers {
        let (nodes, length) = (one.score.nodes, one.score.length);
        assert!(
            front.iter().any(|point| point.0 <= nodes && point.1 <= length),
            "{nodes} {length} {front:?}"
        );
    }
}

#[test]
fn a_record_survives_being_stored() {
    let context = cards(Fitting::default());
    let engine = evolved(&context, nsga2(8, true), Form::Tree);
    let bytes = postcard::to_stdvec(engine.history()).expect("bytes");
    assert_eq!(postcard::from_bytes::<Vec<Generation>>(&bytes).expect("records"), engine.history());
}
