//! How fast heuristics are evaluated: `cargo bench -p unstuck-domains --bench language`.
//!
//! Trees of 30 nodes (15 leaves, 14 operations of + − × ÷, one sign) over 10 features. The figures per item are node
//! evaluations over columns, and trees for one node at a time.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use unstuck_core::language::columns::{Columns, Workspace};
use unstuck_core::language::{Formula, Node, Op, Program, Real, Tree, compile};
use unstuck_core::random::{RngExt, Stream, stream};

fn main() {
    divan::main();
}

const ROWS: usize = 10_000;
const FEATURES: u16 = 10;
const TREES: usize = 500;
const NODES: usize = 30;

/// A random tree with that many operations of two values.
fn grow(random: &mut Stream, operations: usize, nodes: &mut Vec<Node>) {
    if operations == 0 {
        nodes.push(if random.random_bool(0.7) {
            Node::Feature(random.random_range(0..FEATURES))
        } else {
            Node::Number(random.random_range(0.1..5.0))
        });
        return;
    }
    let left = random.random_range(0..operations);
    grow(random, left, nodes);
    grow(random, operations - 1 - left, nodes);
    let ops = [Op::Add, Op::Sub, Op::Mul, Op::Div];
    nodes.push(ops[random.random_range(0..ops.len())].node());
}

fn programs() -> Vec<Program> {
    let mut random = stream(1, "bench", &[]);
    (0..TREES).map(|_| compile(&formula(&mut random))).collect()
}

fn formula(random: &mut Stream) -> Formula {
    let mut nodes = Vec::new();
    grow(random, 14, &mut nodes);
    nodes.push(Op::Neg.node());
    assert_eq!(nodes.len(), NODES);
    Formula::value(Tree::new(nodes).expect("well formed"))
}

fn values() -> Vec<Vec<f64>> {
    let mut random = stream(2, "bench", &[]);
    (0..FEATURES).map(|_| (0..ROWS).map(|_| f64::from(random.random_range(0..40))).collect()).collect()
}

#[divan::bench(types = [f64, f32])]
fn columns<T: Real>(bencher: Bencher<'_, '_>) {
    let (programs, columns) = (programs(), Columns::<T>::new(&values()));
    let (mut space, mut out) = (Workspace::default(), vec![T::default(); ROWS]);
    bencher.counter(ItemsCount::new(TREES * NODES * ROWS)).bench_local(|| {
        for program in &programs {
            space.evaluate(program, &columns, &mut out);
            black_box(&out);
        }
    });
}

/// Every program on a block of rows before the next block, as a fitness would.
#[divan::bench(types = [f64, f32])]
fn columns_by_block<T: Real>(bencher: Bencher<'_, '_>) {
    let (programs, columns) = (programs(), Columns::<T>::new(&values()));
    let mut space = Workspace::default();
    bencher.counter(ItemsCount::new(TREES * NODES * ROWS)).bench_local(|| {
        for block in 0..columns.blocks() {
            for program in &programs {
                space.prepare(program);
                black_box(space.block(program, &columns, block));
            }
        }
    });
}

/// One tree on one node after the other, features at hand.
#[divan::bench]
fn by_node(bencher: Bencher<'_, '_>) {
    let (programs, values) = (programs(), values());
    let rows: Vec<Vec<f64>> =
        (0..1_000).map(|row| values.iter().map(|column| column[row]).collect()).collect();
    let mut tree = 0;
    bencher.counter(ItemsCount::new(rows.len())).bench_local(|| {
        tree = (tree + 1) % programs.len();
        let (program, mut slots) = (&programs[tree], programs[tree].slots());
        rows.iter().map(|row| program.run(&mut slots, |feature| row[usize::from(feature)])).sum::<f64>()
    });
}

#[divan::bench]
fn compiling(bencher: Bencher<'_, '_>) {
    let mut random = stream(3, "bench", &[]);
    let formulas: Vec<Formula> = (0..100).map(|_| formula(&mut random)).collect();
    bencher
        .counter(ItemsCount::new(formulas.len()))
        .bench_local(|| formulas.iter().map(|formula| compile(formula).features().len()).sum::<usize>());
}
