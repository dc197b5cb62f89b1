//! Least-squares evolution end to end: `cargo bench -p unstuck-evolution --bench engine`.
//!
//! 100 generations of 500 trees over 10,000 rows and 10 features, one thread, functions + − × ÷, at most 50 nodes,
//! tournament 5, crossover 0.9, mutation 0.1. Where Python has DEAP, it does the same task beside it.

use cpu_time::ProcessTime;
use std::process::Command;
use std::sync::Arc;
use unstuck_core::executor::Sequential;
use unstuck_core::instance::Job;
use unstuck_core::language::{Op, Vocabulary};
use unstuck_core::random::{RngExt, stream};
use unstuck_core::sample::Row;
use unstuck_evolution::algorithms::{Algorithm, generational::Generational};
use unstuck_evolution::dataset::{Fitting, Table};
use unstuck_evolution::engine::{Engine, Plan, Stop};
use unstuck_evolution::fitness::Evaluator;
use unstuck_evolution::genome::{Bounds, Form, Limits, Scale, Space, Terminal};
use unstuck_evolution::operators::{Pick, Toolbox, creation, selection};
use unstuck_evolution::world::{World, unwatched};

const ROWS: usize = 10_000;
const FEATURES: usize = 10;
const POPULATION: usize = 500;
const GENERATIONS: u32 = 100;

/// Rows whose distance is a nonlinear function of the features.
fn rows(seed: u64, count: usize) -> Vec<Row> {
    let mut random = stream(seed, "rows", &[]);
    let row = |_| {
        let x: Vec<f64> = (0..FEATURES).map(|_| f64::from(random.random_range(0..20_u32))).collect();
        let distance = 3.0 * x[0] + x[1] * x[2] / 4.0 + x[3] * x[3] / 10.0 + 2.0 * x[4] + 5.0;
        Row { text: String::new(), distance: distance as u64, values: x.into_iter().map(Some).collect() }
    };
    (0..count).map(row).collect()
}

fn plan(seed: u64) -> Plan {
    let family = unstuck_core::registry::family("rush-hour").expect("a domain");
    let words = Vocabulary::of_family(family);
    let names = words.features.iter().map(|info| info.name.to_owned()).collect();
    let fitting = Fitting::default();
    let table = |seed, count| Table::new(&rows(seed, count), words.features.len(), fitting);
    let tables = [table(1, ROWS), table(2, 1_000), table(3, 1)];
    let world =
        World::new(words, "slides", Job::new("ida", "zero"), [Vec::new(), Vec::new(), Vec::new()], tables);
    let terminal = |index: usize| Terminal { index: index as u16, range: (0.0, 20.0) };
    let mut tools = Toolbox::usual(Form::Tree);
    tools.selection = Pick { parameters: vec![5.0], ..Pick::of(&selection::tournament::OPERATOR) };
    tools.tree_creation = vec![Pick { weight: 1.0, ..Pick::of(&creation::ptc2::OPERATOR) }];
    tools.crossover_rate = 0.9;
    tools.mutation_rate = 0.1;
    Plan {
        seed,
        space: Space {
            form: Form::Tree,
            names,
            estimates: (0..FEATURES).map(terminal).collect(),
            reals: (0..FEATURES).map(terminal).collect(),
            flags: Vec::new(),
            functions: vec![Op::Add, Op::Sub, Op::Mul, Op::Div],
            constants: (0.0, 20.0),
            scale: Scale::Fixed,
            bounds: Bounds::Clamp,
            limits: Limits { nodes: 50, depth: 20 },
        },
        tools,
        world: Arc::new(world),
        evaluator: Evaluator::LeastSquares,
        algorithm: Algorithm::Generational(Generational::new(POPULATION, 1)),
        initial: Vec::new(),
        parsimony: true,
        validate_every: 10,
        validate_top: 5,
        stop: Stop { generations: Some(GENERATIONS), ..Stop::default() },
    }
}

/// Individuals a second, mean size, and the champion's error.
fn ours(seed: u64) -> (f64, f64, f64) {
    let mut engine = Engine::new(plan(seed));
    let begun = ProcessTime::now();
    while engine.finished().is_none() {
        let tasks = engine.ask();
        let answers =
            engine.plan().world.answer(&tasks, &Sequential, &unwatched).expect("nothing can fail here");
        for (task, answer) in tasks.iter().zip(answers) {
            engine.tell(task.id, answer).expect("just asked");
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    let sizes: f64 = engine.history().iter().map(|generation| generation.size).sum();
    let error = engine.champion().map_or(f64::NAN, |champion| champion.validation.fitness);
    (engine.evaluations() as f64 / seconds, sizes / engine.history().len() as f64, error)
}

fn main() {
    let peer = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peers/deap_regression.py");
    println!(
        "least squares, {GENERATIONS} generations of {POPULATION} trees, {ROWS} rows, one thread (CPU time)"
    );
    for seed in 1..=3 {
        let (speed, size, error) = ours(seed);
        println!(
            "  unstuck  {speed:>9.0} individuals/s   mean size {size:>4.1}   champion's mean square error {error:.3}"
        );
        if seed == 1 {
            match Command::new("python3").arg(peer).output() {
                Ok(output) if output.status.success() => {
                    let text = String::from_utf8_lossy(&output.stdout);
                    let peer: f64 =
                        text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(f64::NAN);
                    println!(
                        "  DEAP     {peer:>9.0} individuals/s   we are {:.1} times as fast",
                        speed / peer
                    );
                }
                _ => println!("  DEAP is not there (pip install deap numpy)"),
            }
        }
    }
}
