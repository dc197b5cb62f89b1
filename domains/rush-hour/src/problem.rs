//! Rush Hour as a [`Problem`].
//!
//! A state is one configuration number per line (see [`lines`](super::lines)), packed side by side into a
//! few words, the *code*. Next to the code it keeps two bitboards that turn the question "what crosses this
//! line?" into a shift and a mask: the cells of the vertical vehicles row by row, and those of the
//! horizontal vehicles column by column. A move changes one number and one bitboard.
//!
//! Lines are numbered rows first, from the top, then columns from the left.
//!
//! **Successor order.** Lines in that order; within a line by ascending configuration number. That is: first the
//! moves left (up), vehicles from left to right, each with its longest slide first; then the moves
//! right (down), vehicles from right to left, each with its shortest slide first.
//!
//! After a slide of a vehicle, its further slides are left out (a single slide would have done); after a step,
//! only the step back.
//!
//! ```
//! use unstuck_core::problem::{Problem, actions};
//! use unstuck_rush_hour::board::{Axis, Board, Exit, Vehicle};
//! use unstuck_rush_hour::problem::{Metric, Small};
//!
//! let car = |letter, axis, row, column| Vehicle { letter, axis, row, column, length: 2 };
//! let board = Board {
//!     width: 4,
//!     height: 4,
//!     vehicles: vec![car('A', Axis::Horizontal, 1, 0), car('B', Axis::Vertical, 1, 3)],
//!     target: 0,
//!     walls: vec![],
//!     exit: Exit::Right,
//! };
//! let puzzle = Small::new(board, Metric::Slides);
//! let mut state = puzzle.start();
//! let moves: Vec<_> = actions(&puzzle, &state).into_iter().map(|a| puzzle.moved(a)).collect();
//! assert_eq!(moves, [(0, 1), (1, -1), (1, 1)]);
//! for (vehicle, delta) in [(1, 1), (0, 2)] {
//!     let action = puzzle.action(&state, vehicle, delta).expect("a legal move");
//!     puzzle.apply(&mut state, action);
//! }
//! assert!(puzzle.is_goal(&state));
//! ```

use std::ops::ControlFlow;

use super::board::Board;
use super::features::{Facts, Scratch};
pub use super::lines::Metric;
use super::lines::Tables;
use unstuck_core::problem::{Dense, Problem, Visit, WithDense, hash_words};

/// The engine for boards up to 8×8: the code is one word, four bits a line, and so is a bitboard.
pub type Small = RushHour<1, 1>;
/// The engine for boards up to 16×16. At most 495 configurations make at most 9 bits a line, and
/// seven such fields fit a word, so five words hold 32 lines.
pub type Large = RushHour<5, 4>;

/// Rows and columns of the largest board; a power of two, so that a masked line number is always in bounds.
pub(super) const LINES: usize = 32;
/// Words of a set of configurations of one line.
pub(super) const SET: usize = 8;

/// One puzzle, with code words `C` and bitboard words `B`.
#[derive(Debug, Clone)]
pub struct RushHour<const C: usize, const B: usize> {
    pub(super) board: Board,
    /// Plans are written with the move through the door.
    pub(super) drive_out: bool,
    pub(super) tables: Tables,
    pub(super) lines: [Line; LINES],
    /// How a small board finds its moves.
    pub(super) lanes: Vec<Lane>,
    pub(super) batches: Vec<Batch>,
    /// What a breadth-first search has to try on a small board after which move.
    pub(super) order: Vec<u64>,
    /// Bitboards of the configurations of a small board's lines, at `line << 4 | configuration`.
    pub(super) places: [u64; 256],
    /// Their parts of the dense number.
    pub(super) weights: [u64; 256],
    /// Cells between the target and the exit, by the configuration of its line, on a small board.
    pub(super) ahead: [u8; 16],
    pub(super) seats: Vec<Seat>,
    /// Vehicles of all lines, each line's in order.
    pub(super) line_vehicles: Vec<u8>,
    /// The target's line, and those of its configurations that have the target at the exit.
    pub(super) target_line: u8,
    pub(super) goal: [u64; SET],
    pub(super) words: usize,
    pub(super) dense: Option<u64>,
    pub(super) start: State<C, B>,
    /// What the features need to know.
    pub(super) facts: Facts,
}

/// A working state: every vehicle's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State<const C: usize, const B: usize> {
    /// The configuration numbers.
    pub(super) code: [u64; C],
    /// The dense number, where there is one.
    pub(super) index: u64,
    /// Cells of horizontal vehicles, column by column.
    pub(super) across: [u64; B],
    /// Cells of vertical vehicles, row by row.
    pub(super) down: [u64; B],
}

/// A move: a line goes from one configuration to another that differs in one vehicle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action {
    /// The line.
    pub line: u8,
    /// Its configuration before.
    pub from: u16,
    /// Its configuration after.
    pub to: u16,
}

/// What is fixed about a row or column.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Line {
    /// All ones for a row, zero for a column: selects the bitboard that a move changes.
    pub(super) across: u64,
    /// Where its configurations, targets and kin begin in the tables.
    pub(super) first: u32,
    pub(super) targets: u32,
    pub(super) kin: u32,
    /// Place of its configuration number in the code.
    pub(super) word: u8,
    pub(super) shift: u8,
    pub(super) numbers: u16,
    /// Place of the cells that cross it in the bitboard of the other axis.
    pub(super) cross_word: u8,
    pub(super) cross_shift: u8,
    /// Its own place in the bitboard of its axis.
    pub(super) offset: u8,
    pub(super) cells: u8,
    pub(super) all: u16,
    pub(super) walls: u16,
    pub(super) layout: u8,
    /// Its vehicles among those of all lines.
    pub(super) vehicles_of: u8,
    pub(super) vehicles: u8,
}

/// What finding the targets of a small board's line takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lane {
    /// Where its targets begin in the tables.
    pub(super) targets: u32,
    /// Where its configurations begin among the bits of its batch.
    pub(super) bit: u32,
}

/// Successive lines that have no more than 64 configurations together.
#[derive(Debug, Clone)]
pub(super) struct Batch {
    pub(super) first: u8,
    /// Where its columns begin.
    pub(super) middle: u8,
    pub(super) end: u8,
    /// What each bit stands for: `line << 4 | configuration`.
    pub(super) places: [u8; 64],
}

impl Batch {
    /// The move to what a bit stands for.
    #[inline]
    pub(super) fn action(&self, code: u64, bit: u32) -> Action {
        let place = self.places[bit as usize % 64];
        let line = place >> 4;
        Action { line, from: (code >> (4 * line)) as u16 & 15, to: u16::from(place & 15) }
    }
}

/// Where a vehicle belongs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Seat {
    pub(super) line: u8,
    /// Its place among the line's vehicles.
    pub(super) slot: u8,
    pub(super) length: u8,
}

impl<const C: usize, const B: usize> State<C, B> {
    /// No vehicles.
    pub(super) const EMPTY: Self = Self { code: [0; C], index: 0, across: [0; B], down: [0; B] };
}

impl<const C: usize, const B: usize> RushHour<C, B> {
    /// The same puzzle, its plans written with the move through the door.
    #[must_use]
    pub fn driving_out(mut self) -> Self {
        self.drive_out = true;
        self
    }

    #[inline]
    pub(super) fn line(&self, line: usize) -> &Line {
        &self.lines[line % LINES]
    }

    /// The line's configuration number.
    #[inline]
    pub(super) fn configuration(state: &State<C, B>, line: &Line) -> u16 {
        (state.code[usize::from(line.word).min(C - 1)] >> line.shift) as u16 & line.numbers
    }

    /// Cells of crossing vehicles.
    #[inline]
    pub(super) fn crossed(state: &State<C, B>, line: &Line) -> u16 {
        let board = if line.across == 0 { &state.across } else { &state.down };
        (board[usize::from(line.cross_word).min(B - 1)] >> line.cross_shift) as u16 & line.all
    }

    /// Whether a configuration of the target's line has the target at the exit.
    #[inline]
    pub(super) fn is_goal_configuration(&self, configuration: u16) -> bool {
        self.goal[usize::from(configuration) / 64 % SET] >> (configuration % 64) & 1 == 1
    }

    /// The state with a line, empty until now, put into a configuration.
    pub(super) fn placed(&self, state: &State<C, B>, number: usize, configuration: u16) -> State<C, B> {
        let mut state = *state;
        let line = self.line(number);
        state.code[usize::from(line.word)] |= u64::from(configuration) << line.shift;
        if B == 1 {
            state.index = state.index.wrapping_add(self.weights[Self::place(number, configuration)]);
        }
        let cells = spread::<B>(self.tables.mask(line.first as usize, configuration));
        for (word, cells) in cells.iter().enumerate() {
            state.across[word] |= cells << line.offset & line.across;
            state.down[word] |= cells << line.offset & !line.across;
        }
        state
    }

    /// The state of a small board with a code.
    fn unpack_small(&self, code: u64) -> State<C, B> {
        let (mut rest, mut index) = (code, 0_u64);
        let mut side = |lines: std::ops::Range<usize>| {
            let mut cells = 0;
            for line in lines {
                let place = Self::place(line, rest as u16 & 15);
                rest >>= 4;
                cells |= self.places[place];
                index = index.wrapping_add(self.weights[place]);
            }
            cells
        };
        let rows = usize::from(self.board.height);
        let (across, down) = (side(0..rows), side(rows..self.line_count()));
        State { code: [code; C], index, across: [across; B], down: [down; B] }
    }

    /// Where the tables have a configuration of a small board's line.
    #[inline]
    fn place(line: usize, configuration: u16) -> usize {
        (line << 4 | usize::from(configuration)) % 256
    }

    /// Replaces one configuration of a line by another.
    #[inline]
    fn change(&self, state: &mut State<C, B>, number: u8, from: u16, to: u16) {
        let line = self.line(usize::from(number));
        let shift = if C == 1 { 4 * number % 64 } else { line.shift };
        state.code[usize::from(line.word).min(C - 1)] ^= u64::from(from ^ to) << shift;
        if B == 1 {
            let number = usize::from(number);
            let (from, to) = (Self::place(number, from), Self::place(number, to));
            state.index = state.index.wrapping_add(self.weights[to].wrapping_sub(self.weights[from]));
            let cells = self.places[from] ^ self.places[to];
            state.across[0] ^= cells & line.across;
            state.down[0] ^= cells & !line.across;
            return;
        }
        let first = line.first as usize;
        let cells = spread::<B>(self.tables.mask(first, from) ^ self.tables.mask(first, to));
        for (word, cells) in cells.iter().enumerate() {
            state.across[word] ^= cells << line.offset & line.across;
            state.down[word] ^= cells << line.offset & !line.across;
        }
    }
}

impl<const C: usize, const B: usize> Problem for RushHour<C, B> {
    type State = State<C, B>;
    type Action = Action;
    type Undo = ();
    type Scratch = Scratch;

    const PACKED_LEN: usize = if C == 1 { 1 } else { 0 };

    #[inline]
    fn packed_len(&self) -> usize {
        if C == 1 { 1 } else { self.words }
    }
    #[inline]
    fn scratch(&self) -> Self::Scratch {
        Self::Scratch::default()
    }
    fn pack(&self, state: &State<C, B>, out: &mut [u64]) {
        out.copy_from_slice(&state.code[..self.packed_len()]);
    }
    fn unpack(&self, words: &[u64]) -> State<C, B> {
        if B == 1 {
            return self.unpack_small(words[0]);
        }
        let mut code = [0; C];
        code[..words.len()].copy_from_slice(words);
        let mut state = State::EMPTY;
        let packed = State { code, ..state };
        for line in 0..self.line_count() {
            state = self.placed(&state, line, Self::configuration(&packed, &self.lines[line]));
        }
        state
    }
    #[inline]
    fn hash(&self, state: &State<C, B>) -> u64 {
        hash_words(&state.code)
    }

    #[inline]
    fn visit<V: Visit<Self>>(
        &self,
        state: &State<C, B>,
        last: Option<Action>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if B == 1 { self.visit_small(state, last, visitor) } else { self.visit_large(state, last, visitor) }
    }
    #[inline]
    fn visit_in_layers<V: Visit<Self>>(
        &self,
        state: &State<C, B>,
        last: Option<Action>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if B == 1 {
            self.visit_small_in_layers(state, last, visitor)
        } else {
            self.visit_large(state, last, visitor)
        }
    }
    #[inline]
    fn apply(&self, state: &mut State<C, B>, action: Action) {
        self.change(state, action.line, action.from, action.to);
    }
    #[inline]
    fn undo(&self, state: &mut State<C, B>, action: Action, (): ()) {
        self.change(state, action.line, action.to, action.from);
    }
    fn reversible(&self) -> bool {
        true
    }

    #[inline]
    fn is_goal(&self, state: &State<C, B>) -> bool {
        let line = self.line(usize::from(self.target_line));
        self.is_goal_configuration(Self::configuration(state, line))
    }

    fn with_dense<W: WithDense<Self>>(&self, with: W) -> Result<W::Output, W> {
        if C == 1 { Ok(with.call(self)) } else { Err(with) }
    }
    fn goals(&self, each: &mut dyn FnMut(Option<State<C, B>>) -> ControlFlow<()>) -> Option<ControlFlow<()>> {
        Some(self.each_goal(each))
    }
}

impl<const C: usize, const B: usize> Dense for RushHour<C, B> {
    #[inline]
    fn numbers(&self) -> Option<u64> {
        self.dense
    }
    #[inline]
    fn number(&self, state: &State<C, B>) -> u64 {
        state.index
    }
    #[inline]
    fn number_after(&self, state: &Self::State, action: Action) -> u64 {
        let line = usize::from(action.line);
        let (from, to) = (Self::place(line, action.from), Self::place(line, action.to));
        state.index.wrapping_add(self.weights[to].wrapping_sub(self.weights[from]))
    }
}

/// Lays out a line's cells as line 0 of a bitboard that is read across it: one bit per crossing line.
#[inline]
pub(super) fn spread<const B: usize>(mask: u16) -> [u64; B] {
    let mut cells = [0; B];
    for (word, cells) in cells.iter_mut().enumerate() {
        // Multiplying by shifted ones lays copies of the mask side by side, each one place further to the
        // right within its byte (or half word), so that its lowest bit is the next cell. Copies must not
        // overlap: of the eight cells of a small board, the last goes by itself.
        *cells = if B == 1 {
            u64::from(mask & 0x7F).wrapping_mul(0x0002_0408_1020_4081) & 0x0101_0101_0101_0101
                | u64::from(mask >> 7 & 1) << 56
        } else {
            u64::from(mask >> (4 * word) & 15).wrapping_mul(0x0000_2000_4000_8001) & 0x0001_0001_0001_0001
        };
    }
    cells
}

#[cfg(test)]
mod tests;
