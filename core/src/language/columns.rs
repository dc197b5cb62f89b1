//! A program over the columns of a dataset: many rows at a time.
//!
//! Rows are cut into blocks of [`BLOCK`]; each instruction runs over a whole block, so that its results stay in the
//! nearest cache and the loops use wide instructions. In f64 every row gets the same bits as [`Program::run`]; f32
//! is good enough to rank and about twice as fast.
//!
//! ```
//! use unstuck_core::language::{compile, parse, columns::{Columns, Workspace}};
//! # use unstuck_core::domain::Domain;
//! let words = unstuck_tiles::TilesDomain.features().clone();
//! let formula = parse("2*manhattan + 1", &words).unwrap();
//! let mut values = vec![vec![0.0; 3]; words.features().len()];
//! values[usize::from(formula.features()[0])] = vec![0.0, 1.0, 2.0];
//! let columns = Columns::<f64>::new(&values);
//! let mut result = vec![0.0; columns.rows()];
//! Workspace::default().evaluate(&compile(&formula), &columns, &mut result);
//! assert_eq!(result, [1.0, 3.0, 5.0]);
//! ```

mod block;
mod forest;
mod wide;

use super::meaning::{Real, clamp_finite};
use super::program::Program;
pub use block::BLOCK;
use block::{Block, OneBlock, Results};
pub use forest::Forest;
use forest::Schedule;
use wide::Loops;

/// The feature columns of a dataset, clamped and padded to whole blocks.
pub struct Columns<T: Real> {
    rows: usize,
    columns: Vec<Vec<Block<T>>>,
    /// The largest magnitude of each.
    largest: Vec<f64>,
}

impl<T: Real> Columns<T> {
    /// Takes one column per feature of the domain's table, all of the same length; an empty column stands for a
    /// feature that no program will ask for.
    pub fn new<C: AsRef<[f64]>>(columns: &[C]) -> Self {
        let rows = columns.iter().map(|column| column.as_ref().len()).max().unwrap_or_default();
        let blocks = |column: &C| {
            let mut blocks = Vec::with_capacity(rows.div_ceil(BLOCK));
            for values in column.as_ref().chunks(BLOCK) {
                let mut block = Block::default();
                for (place, &value) in block.0.iter_mut().zip(values) {
                    *place = T::of(clamp_finite(value));
                }
                blocks.push(block);
            }
            blocks
        };
        let columns: Vec<Vec<Block<T>>> = columns.iter().map(blocks).collect();
        let magnitudes = |blocks: &Vec<Block<T>>| {
            blocks.iter().flat_map(|block| block.0).map(|value| value.wide().abs()).fold(0.0, f64::max)
        };
        Self { rows, largest: columns.iter().map(magnitudes).collect(), columns }
    }

    /// The values of a feature; empty for one that no program will ask for.
    pub fn column(&self, feature: usize) -> Vec<T> {
        let blocks = self.columns.get(feature).into_iter().flatten();
        blocks.flat_map(|block| block.0).take(self.rows).collect()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.rows.div_ceil(BLOCK)
    }

    fn block(&self, feature: u16, block: usize) -> &Block<T> {
        &self.columns[usize::from(feature)][block]
    }
}

/// Room for the results of instructions, kept from one program to the next.
#[derive(Default)]
pub struct Workspace<T: Real> {
    results: Results<T>,
    /// Constants in the workspace's precision.
    constants: Vec<T>,
}

impl<T: Real> Workspace<T> {
    /// The program's value for every row. `result` has one place for each.
    pub fn evaluate(&mut self, program: &Program, columns: &Columns<T>, result: &mut [T]) {
        assert_eq!(result.len(), columns.rows(), "one result for each row");
        self.prepare(program);
        for (block, out) in result.chunks_mut(BLOCK).enumerate() {
            out.copy_from_slice(&self.block(program, columns, block)[..out.len()]);
        }
    }

    /// Makes room for a program; then [`block`](Self::block) may be called for it.
    pub fn prepare(&mut self, program: &Program) {
        self.make_room(&program.constants, program.results);
    }

    fn make_room(&mut self, constants: &[f64], results: usize) {
        self.constants.clear();
        self.constants.extend(constants.iter().map(|&value| T::of(value)));
        let blocks = &mut self.results.blocks;
        blocks.resize_with(blocks.len().max(results), Box::default);
    }

    /// The values of one block of rows; the last block is padded. For those who evaluate many programs on the same
    /// rows, block by block.
    pub fn block<'a>(
        &'a mut self,
        program: &Program,
        columns: &'a Columns<T>,
        block: usize,
    ) -> &'a [T; BLOCK] {
        let Program { code, features, .. } = program;
        let Self { results, constants } = self;
        wide::run(OneBlock { code, features, columns, block, constants, results });
        value(program.answer, features, columns, block, constants, results)
    }

    /// The values of all expressions of a forest, block by block.
    pub fn forest(&mut self, forest: &Forest, columns: &Columns<T>, to: &mut impl Receive<T>) {
        let schedule = &forest.schedule(|feature| columns.largest[usize::from(feature)]);
        self.make_room(&schedule.constants, schedule.results);
        let Self { results, constants } = self;
        wide::run(AllBlocks { schedule, columns, constants, results, to });
    }
}

/// Takes the values of expressions. The method has to be inlined to be compiled for wide registers.
pub trait Receive<T> {
    /// The values of an expression, by its number, for some rows from the given one on.
    fn values(&mut self, expression: usize, first_row: usize, values: &[T]);
}

/// A forest over all blocks.
struct AllBlocks<'a, T: Real, R> {
    schedule: &'a Schedule,
    columns: &'a Columns<T>,
    constants: &'a [T],
    results: &'a mut Results<T>,
    to: &'a mut R,
}

impl<T: Real, R: Receive<T>> Loops for AllBlocks<'_, T, R> {
    type Result = ();

    #[inline(always)]
    fn run(self) {
        let Self { schedule, columns, constants, results, to } = self;
        let features = &*schedule.features;
        for block in 0..columns.blocks() {
            let first_row = block * BLOCK;
            let rows = BLOCK.min(columns.rows() - first_row);
            let mut done = 0;
            for (expression, &(answer, end)) in schedule.answers.iter().enumerate() {
                let code = &schedule.code[done..end];
                block::run(OneBlock { code, features, columns, block, constants, results });
                done = end;
                let values = value(answer, features, columns, block, constants, results);
                to.values(expression, first_row, &values[..rows]);
            }
        }
    }
}

/// What a slot holds. A constant, which no instruction computes, is put into the spare block.
#[inline(always)]
fn value<'a, T: Real>(
    slot: u32,
    features: &[u16],
    columns: &'a Columns<T>,
    block: usize,
    constants: &[T],
    results: &'a mut Results<T>,
) -> &'a [T; BLOCK] {
    let slot = slot as usize;
    let Some(rest) = slot.checked_sub(features.len()) else {
        return &columns.block(features[slot], block).0;
    };
    match constants.get(rest) {
        None => &results.blocks[rest - constants.len()].0,
        Some(&constant) => {
            results.spare.0.fill(constant);
            &results.spare.0
        }
    }
}
