//! Symbolic regression by our engine: trees evolved by least squares over the rows that all programs read.
//!
//! 500 trees a generation, functions + − × ÷, at most 50 nodes, tournament 5, crossover 0.9, mutation 0.1, one thread.

use crate::{number, tell};
use cpu_time::ProcessTime;
use std::sync::Arc;
use unstuck_core::executor::Sequential;
use unstuck_core::language::Op;
use unstuck_core::sample::Row;
use unstuck_core::search::{IDA, SearchParameters};
use unstuck_evolution::algorithms::{
    Algorithm,
    generational::{self, Generational},
};
use unstuck_evolution::context::{EvaluationContext, unwatched};
use unstuck_evolution::dataset::{FitMatrix, Fitting};
use unstuck_evolution::engine::{Engine, RunConfig, Stop};
use unstuck_evolution::fitness::{Evaluator, least_squares::LeastSquares};
use unstuck_evolution::genome::{Bounds, Form, Limits, Scale, Space, Terminal};
use unstuck_evolution::operators::{Toolbox, WeightedOperator, crossover, mutation, selection};
use unstuck_evolution::role::{PerRole, Role};
use unstuck_evolution::task::Work;

const FEATURES: usize = 10;
const POPULATION: usize = 500;
/// The last rows: our engine holds its champions against them, the others have no use for them.
const VALIDATION: usize = 1_000;

/// The rows of a file: the features, then the number to find.
fn rows(path: &str) -> Vec<Row> {
    let text = std::fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        let numbers: Vec<u32> = line.split(',').map(|number| number.parse().unwrap()).collect();
        let (&distance, features) = numbers.split_last().unwrap();
        assert_eq!(features.len(), FEATURES);
        let values = features.iter().map(|&value| Some(value.into())).collect();
        Row { text: String::new(), distance: distance.into(), values }
    };
    text.lines().map(row).collect()
}

/// Which operators make the children.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Operators {
    /// Our defaults.
    Defaults,
    /// Those that every program has: a branch is swapped for one of the other parent or for a new one, and size does not
    /// decide between nearly equal trees.
    Common,
}

fn config(rows: &[Row], operators: Operators, generations: Option<u32>, seed: u64) -> RunConfig {
    let domain = unstuck_core::registry::domain("rush-hour").unwrap();
    let names: Vec<String> = domain.features().names().map(str::to_owned).collect();
    let fitting = Fitting::default();
    let table = |rows| FitMatrix::new(rows, names.len(), fitting);
    let (train, validation) = rows.split_at(rows.len() - VALIDATION);
    let tables =
        PerRole { train: table(train), validation: table(validation), test: table(&validation[..1]) };
    let parameters = SearchParameters::new(&IDA);
    let context = EvaluationContext::new(domain, "slides", parameters, PerRole::default(), tables);
    let terminal = |index: usize| Terminal { index: index as u16, range: (0.0, 20.0) };
    let mut tools = Toolbox::defaults(Form::Tree);
    tools.selection =
        WeightedOperator { parameters: vec![5.0], ..WeightedOperator::of(&selection::tournament::OPERATOR) };
    if operators == Operators::Common {
        tools.tree_crossover = vec![WeightedOperator::of(&crossover::subtree::OPERATOR)];
        tools.tree_mutation = vec![WeightedOperator {
            weight: 1.0,
            ..WeightedOperator::of(&mutation::replace_branch::OPERATOR)
        }];
    }
    tools.crossover_rate = 0.9;
    tools.mutation_rate = 0.1;
    RunConfig {
        seed,
        space: Space {
            form: Form::Tree,
            names,
            signed: false,
            estimates: (0..FEATURES).map(terminal).collect(),
            reals: (0..FEATURES).map(terminal).collect(),
            flags: Vec::new(),
            functions: vec![Op::Add, Op::Sub, Op::Mul, Op::Div],
            constants: (0.0, 20.0),
            scale: Scale::Fixed,
            bounds: Bounds::Clamp,
            limits: Limits { nodes: 50, depth: 20 },
            search: None,
            attempts: None,
            branches: Vec::new(),
        },
        tools,
        context: Arc::new(context),
        evaluator: Evaluator::LeastSquares(LeastSquares::default()),
        algorithm: Algorithm::Generational(Generational::new(
            POPULATION,
            1,
            generational::Settings::default(),
        )),
        initial: Vec::new(),
        parsimony: operators == Operators::Defaults,
        validate_every: 10,
        validate_top: 5,
        survivors: None,
        stop: Stop { generations, ..Stop::default() },
        plan: None,
    }
}

/// Evolves until a limit, `20` generations or `2s` of CPU time, and prints the mean size and the smallest mean square error of
/// the last generation. Counts the trees that were measured on all rows: not those that are equal to one measured before, nor
/// what crossover tries on a few rows.
pub fn evolve(path: &str, operators: Operators, limit: &str, seed: u64) {
    let seconds: Option<f64> = limit.strip_suffix('s').map(number);
    let generations = seconds.is_none().then(|| number(limit));
    let mut engine = Engine::new(config(&rows(path), operators, generations, seed));
    let begun = ProcessTime::now();
    let in_time = || seconds.is_none_or(|max| begun.elapsed().as_secs_f64() < max);
    let mut count = 0;
    while engine.finished().is_none() && in_time() {
        let tasks = engine.ask();
        let context = &engine.config().context;
        let before = context.measured();
        let answers = context.answer(&tasks, &Sequential, &unwatched).unwrap();
        if tasks.iter().all(|task| matches!(task.work, Work::Fit { role: Role::Train, .. })) {
            count += context.measured() - before;
        }
        for (task, answer) in tasks.iter().zip(answers) {
            engine.tell(task.id, answer).unwrap();
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    let last = engine.individuals();
    let size = last.iter().map(|one| one.size as f64).sum::<f64>() / last.len() as f64;
    let error = last.iter().map(|one| one.score.fitness).min_by(f64::total_cmp).unwrap();
    tell("unstuck", seconds, count, &[("size", size), ("error", error)]);
}
