//! Rush Hour as a [`Domain`].
//!
//! A state is one configuration number per line (see [`lines`](super::lines)), packed side by side into a
//! few words, the *code*. Beside the code it keeps two bitboards that turn the question "what crosses this
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
//! use unstuck_core::domain::{Domain, actions};
//! use unstuck_core::domains::rush_hour::board::{Axis, Board, Exit, Vehicle};
//! use unstuck_core::domains::rush_hour::domain::{Metric, Small};
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

use super::board::{Axis, Board, Exit};
use super::features::{Facts, Scratch};
pub use super::lines::Metric;
use super::lines::{MOST, SHORT, Stand, Tables};
use crate::domain::{Domain, Feature, Visit};

/// The engine for boards up to 8×8: the code is one word, and so is a bitboard.
pub type Small = RushHour<1, 1>;
/// The engine for boards up to 16×16. At most 495 configurations make at most 9 bits a line, and
/// seven such fields fit a word, so five words hold 32 lines.
pub type Large = RushHour<5, 4>;

/// Largest dense numbering worth having.
const MOST_DENSE: u64 = 1 << 32;
/// Rows and columns of the largest board; a power of two, so that a masked line number is always in bounds.
const LINES: usize = 32;
/// Words of a set of configurations of one line.
const SET: usize = 8;

/// One puzzle, with code words `C` and bitboard words `B`.
#[derive(Debug, Clone)]
pub struct RushHour<const C: usize, const B: usize> {
    pub(super) board: Board,
    pub(super) tables: Tables,
    lines: [Line; LINES],
    /// Lines that can change: rows, then columns.
    pub(super) rows: Vec<u8>,
    pub(super) columns: Vec<u8>,
    /// Cells of every configuration as a bitboard of line 0.
    spread: Vec<[u64; B]>,
    pub(super) seats: Vec<Seat>,
    /// Vehicles of all lines, each line's in order.
    pub(super) crews: Vec<u8>,
    /// The target line's configurations with the target at the exit.
    goal: [u64; SET],
    words: usize,
    dense: Option<u64>,
    pub(super) start: State<C, B>,
    pub(super) facts: Facts,
}

/// A working state: every vehicle's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State<const C: usize, const B: usize> {
    /// The configuration numbers.
    code: [u64; C],
    /// The dense number, where there is one.
    index: u64,
    /// Cells of horizontal vehicles, column by column.
    across: [u64; B],
    /// Cells of vertical vehicles, row by row.
    down: [u64; B],
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
    /// Size of the configuration number's place in the dense index.
    pub(super) radix: u64,
    /// All ones for a row, zero for a column: selects the bitboard that a move changes.
    pub(super) across: u64,
    /// Where its configurations begin in the tables.
    pub(super) first: u32,
    /// Where its targets begin in the tables.
    pub(super) targets: u32,
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
    pub(super) crew: u8,
    pub(super) vehicles: u8,
}

/// Where a vehicle belongs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Seat {
    pub(super) line: u8,
    /// Its place among the line's vehicles.
    pub(super) slot: u8,
    pub(super) length: u8,
}

impl<const C: usize, const B: usize> RushHour<C, B> {
    /// Longest side of a board.
    const SIDE: u8 = if B == 1 { 8 } else { 16 };

    /// Whether the board is small enough for this engine.
    pub fn fits(board: &Board) -> bool {
        board.width <= Self::SIDE && board.height <= Self::SIDE
    }

    /// The puzzle of a consistent board that [`fits`](Self::fits).
    pub fn new(board: Board, metric: Metric) -> Self {
        debug_assert!(Self::fits(&board));
        let mut this = Self {
            tables: Tables::new(metric),
            lines: [Line::default(); LINES],
            rows: Vec::with_capacity(16),
            columns: Vec::with_capacity(16),
            spread: Vec::new(),
            seats: vec![Seat::default(); board.vehicles.len()],
            crews: Vec::with_capacity(board.vehicles.len()),
            goal: [0; SET],
            words: 0,
            dense: None,
            start: State { code: [0; C], index: 0, across: [0; B], down: [0; B] },
            facts: Facts::new(&board, metric),
            board,
        };
        let start = this.build_lines();
        this.spread = this.tables.masks().iter().map(|&mask| spread(mask)).collect();
        for (line, &configuration) in start.iter().enumerate().take(this.line_count()) {
            let placed = this.placed(&this.start, line, configuration);
            this.start = placed;
        }
        this.set_goal();
        this
    }

    /// Fills the lines and gives the configuration of each.
    fn build_lines(&mut self) -> [u16; LINES] {
        let mut start = [0; LINES];
        let (height, count) = (usize::from(self.board.height), self.line_count());
        let mut crews = [([0u8; MOST], 0usize); LINES];
        for (number, vehicle) in self.board.vehicles.iter().enumerate() {
            let line = match vehicle.axis {
                Axis::Horizontal => usize::from(vehicle.row),
                Axis::Vertical => height + usize::from(vehicle.column),
            };
            // Row-major order of the vehicles is also their order within each line.
            let (crew, size) = &mut crews[line];
            self.seats[number] = Seat { line: line as u8, slot: *size as u8, length: vehicle.length };
            crew[*size] = number as u8;
            *size += 1;
        }
        let mut walls = [0u16; LINES];
        for &(row, column) in &self.board.walls {
            walls[usize::from(row)] |= 1 << column;
            walls[height + usize::from(column)] |= 1 << row;
        }
        let (mut word, mut shift, mut radix) = (0, 0, 1u128);
        for number in 0..count {
            let is_row = number < height;
            let cells = if is_row { self.board.width } else { self.board.height };
            let offset = if is_row { number } else { number - height };
            let (crew, size) = crews[number];
            let mut stands = [Stand { position: 0, length: 0 }; MOST];
            for (stand, &vehicle) in stands.iter_mut().zip(&crew[..size]) {
                let vehicle = self.board.vehicles[usize::from(vehicle)];
                let position = if is_row { vehicle.column } else { vehicle.row };
                *stand = Stand { position, length: vehicle.length };
            }
            let (layout, configuration) = self.tables.add(cells, walls[number], &stands[..size]);
            start[number] = configuration;
            let table = self.tables.layout(layout);
            let bits = (table.count() - 1).checked_ilog2().map_or(0, |log| log + 1) as u8;
            if shift + bits > 64 {
                (word, shift) = (word + 1, 0);
            }
            let place = offset * usize::from(Self::SIDE);
            self.lines[number] = Line {
                radix: radix as u64,
                across: if is_row { u64::MAX } else { 0 },
                first: table.first() as u32,
                targets: table.targets(),
                word,
                shift: shift % 64,
                numbers: (1 << bits) - 1,
                cross_word: (place / 64) as u8,
                cross_shift: (place % 64) as u8,
                offset: offset as u8,
                cells,
                all: ((1u32 << cells) - 1) as u16,
                walls: walls[number],
                layout: layout as u8,
                crew: self.crews.len() as u8,
                vehicles: size as u8,
            };
            self.crews.extend_from_slice(&crew[..size]);
            shift += bits;
            radix = radix.saturating_mul(table.count() as u128);
            if table.count() > 1 {
                if is_row { &mut self.rows } else { &mut self.columns }.push(number as u8);
            }
        }
        self.words = usize::from(word) + 1;
        self.dense = (C == 1 && radix <= u128::from(MOST_DENSE)).then_some(radix as u64);
        start
    }

    /// Marks the configurations in which the target touches the exit's edge.
    fn set_goal(&mut self) {
        let seat = self.seats[self.board.target];
        let line = self.lines[usize::from(seat.line)];
        let wanted = match self.board.exit {
            Exit::Right | Exit::Down => line.cells - seat.length,
            Exit::Left | Exit::Up => 0,
        };
        for configuration in 0..self.tables.layout(usize::from(line.layout)).count() as u16 {
            let positions = self.tables.positions(line.first as usize, configuration);
            if (positions >> (4 * seat.slot) & 15) as u8 == wanted {
                self.goal[usize::from(configuration) / 64] |= 1 << (configuration % 64);
            }
        }
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

    /// Cells that a line's vehicles take in a configuration.
    pub(super) fn cells_of(&self, line: usize, configuration: u16) -> u16 {
        self.tables.mask(self.line(line).first as usize, configuration)
    }

    /// How many configurations a line has.
    pub(super) fn configurations(&self, line: usize) -> u16 {
        self.tables.layout(usize::from(self.line(line).layout)).count() as u16
    }

    /// Whether a configuration of the target's line has the target at the exit.
    #[inline]
    pub(super) fn is_goal_configuration(&self, configuration: u16) -> bool {
        self.goal[usize::from(configuration) / 64 % SET] >> (configuration % 64) & 1 == 1
    }

    /// The state without any vehicles.
    pub(super) fn empty(&self) -> State<C, B> {
        State { code: [0; C], index: 0, across: [0; B], down: [0; B] }
    }

    /// The state with a line, empty until now, put into a configuration.
    pub(super) fn placed(&self, state: &State<C, B>, line: usize, configuration: u16) -> State<C, B> {
        let mut state = *state;
        let line = &self.lines[line];
        state.code[usize::from(line.word)] |= u64::from(configuration) << line.shift;
        state.index = state.index.wrapping_add(u64::from(configuration).wrapping_mul(line.radix));
        let cells = &self.spread[line.first as usize + usize::from(configuration)];
        for (word, cells) in cells.iter().enumerate() {
            state.across[word] |= cells << line.offset & line.across;
            state.down[word] |= cells << line.offset & !line.across;
        }
        state
    }

    /// Replaces one configuration of a line by another.
    #[inline]
    fn change(&self, state: &mut State<C, B>, number: u8, from: u16, to: u16) {
        let line = self.line(usize::from(number));
        state.code[usize::from(line.word).min(C - 1)] ^= u64::from(from ^ to) << line.shift;
        let places = u64::from(to).wrapping_sub(u64::from(from));
        state.index = state.index.wrapping_add(places.wrapping_mul(line.radix));
        let before = &self.spread[line.first as usize + usize::from(from)];
        let after = &self.spread[line.first as usize + usize::from(to)];
        for word in 0..B {
            let cells = (before[word] ^ after[word]) << line.offset;
            state.across[word] ^= cells & line.across;
            state.down[word] ^= cells & !line.across;
        }
    }

    /// Emits the moves of a long line; see the successor order in the module's documentation.
    pub(super) fn scan(
        &self,
        state: &State<C, B>,
        number: u8,
        last: Option<Action>,
        mut emit: impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let line = self.line(usize::from(number));
        let from = Self::configuration(state, line);
        let positions = self.tables.positions(line.first as usize, from);
        let taken = Self::crossed(state, line) | line.walls | self.tables.mask(line.first as usize, from);
        let layout = self.tables.layout(usize::from(line.layout));
        let weights = self.tables.weights(layout);
        let last = last.filter(|last| last.line == number);
        let (rested, back) = match (last, self.tables.metric()) {
            (None, _) => (usize::MAX, u16::MAX),
            (Some(last), Metric::Slides) => (self.slot_moved(line, last), u16::MAX),
            (Some(last), Metric::Steps) => (usize::MAX, last.from),
        };
        let reach = if self.tables.metric() == Metric::Steps { 1 } else { 16 };
        let vehicles = || (0..usize::from(line.vehicles)).filter(|&slot| slot != rested);
        for slot in vehicles() {
            let position = positions >> (4 * slot) & 15;
            let free = u32::from(taken & ((1 << position) - 1)).leading_zeros() + position - 32;
            let weight = &weights[slot];
            for distance in (1..=free.min(reach)).rev() {
                let to = from + weight[position as usize] - weight[(position - distance) as usize];
                if to != back {
                    emit(Action { line: number, from, to })?;
                }
            }
        }
        for slot in vehicles().rev() {
            let position = positions >> (4 * slot) & 15;
            let end = position + u32::from(layout.length(slot));
            let free = (u32::from(taken) >> end | 1 << (u32::from(line.cells) - end)).trailing_zeros();
            let weight = &weights[slot];
            for distance in 1..=free.min(reach) {
                let to = from + weight[position as usize] - weight[(position + distance) as usize];
                if to != back {
                    emit(Action { line: number, from, to })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Which vehicle of the line an action moves.
    #[inline]
    pub(super) fn slot_moved(&self, line: &Line, action: Action) -> usize {
        let first = line.first as usize;
        let differ = self.tables.positions(first, action.from) ^ self.tables.positions(first, action.to);
        differ.trailing_zeros() as usize / 4 % MOST
    }

    #[inline]
    fn visit_line<V: Visit<Self>>(
        &self,
        state: &State<C, B>,
        number: u8,
        last: Option<Action>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let line = self.line(usize::from(number));
        if B > 1 && line.cells > SHORT {
            return self.scan(state, number, last, |action| visitor.action(self, state, action));
        }
        let from = Self::configuration(state, line);
        let mut targets = self.tables.targets_at(line.targets, line.cells, from, Self::crossed(state, line));
        if let Some(last) = last
            && last.line == number
        {
            targets &= !self.tables.kin(self.tables.layout(usize::from(line.layout)), last.from, last.to);
        }
        while targets != 0 {
            visitor.action(
                self,
                state,
                Action { line: number, from, to: targets.trailing_zeros() as u16 },
            )?;
            targets &= targets - 1;
        }
        ControlFlow::Continue(())
    }
}

impl<const C: usize, const B: usize> Domain for RushHour<C, B> {
    type State = State<C, B>;
    type Action = Action;
    type Undo = ();
    type Scratch = Scratch;

    const WORDS: usize = if C == 1 { 1 } else { 0 };
    const REVERSIBLE: bool = true;
    const TRANSPOSITIONS: bool = true;

    #[inline]
    fn words(&self) -> usize {
        if C == 1 { 1 } else { self.words }
    }
    #[inline]
    fn pack(&self, state: &State<C, B>, out: &mut [u64]) {
        out.copy_from_slice(&state.code[..self.words()]);
    }
    fn unpack(&self, words: &[u64]) -> State<C, B> {
        let mut code = [0; C];
        code[..words.len()].copy_from_slice(words);
        let mut state = self.empty();
        let packed = State { code, ..state };
        for line in 0..self.line_count() {
            state = self.placed(&state, line, Self::configuration(&packed, &self.lines[line]));
        }
        state
    }
    #[inline]
    fn hash(&self, state: &State<C, B>) -> u64 {
        let mut hash = 0u64;
        for word in state.code {
            hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 32;
        }
        hash = hash.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        hash ^ hash >> 32
    }

    #[inline]
    fn visit<V: Visit<Self>>(
        &self,
        state: &State<C, B>,
        last: Option<Action>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        for &line in &self.rows {
            self.visit_line(state, line, last, visitor)?;
        }
        for &line in &self.columns {
            self.visit_line(state, line, last, visitor)?;
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn apply(&self, state: &mut State<C, B>, action: Action) {
        self.change(state, action.line, action.from, action.to);
    }
    #[inline]
    fn undo(&self, state: &mut State<C, B>, action: Action, (): ()) {
        self.change(state, action.line, action.to, action.from);
    }
    #[inline]
    fn is_goal(&self, state: &State<C, B>) -> bool {
        let line = self.line(usize::from(self.seats[self.board.target].line));
        self.is_goal_configuration(Self::configuration(state, line))
    }

    fn features(&self) -> &[Feature<Self>] {
        Self::FEATURES
    }

    #[inline]
    fn dense(&self) -> Option<u64> {
        self.dense
    }
    #[inline]
    fn index(&self, state: &State<C, B>) -> u64 {
        state.index
    }
    fn goals(&self, each: &mut dyn FnMut(State<C, B>) -> ControlFlow<()>) -> Option<ControlFlow<()>> {
        Some(self.each_goal(each))
    }
}

/// Lays out a line's cells as line 0 of a bitboard that is read across it: one bit per crossing line.
fn spread<const B: usize>(mask: u16) -> [u64; B] {
    let mut cells = [0; B];
    let stride = if B == 1 { 8 } else { 16 };
    for cell in (0..16).filter(|cell| mask >> cell & 1 == 1) {
        cells[cell * stride / 64] |= 1 << (cell * stride % 64);
    }
    cells
}
