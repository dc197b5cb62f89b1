//! Sliding tiles as a [`Problem`].
//!
//! A state is the packed board and the blank's cell. What may follow a move is a table look-up by that cell and
//! the last move; how a move changes the Manhattan distance is one by tile, cell and move.
//!
//! **Successor order.** The blank moves up, left, right, down; never back where it came from.

use super::board::{Board, Move, Size};
use super::cells::Cells;
use super::goal_tables::GoalTables;
use super::scratch::Scratch;
use std::num::NonZeroU16;
use std::ops::ControlFlow;
use unstuck_core::problem::{
    AtNode, Dense, PlanningHooks, Problem, Visit, VisitNode, WithDense, WithHooks, hash_words,
};

/// The engine for boards up to 16 cells.
pub type Small = Tiles<u64>;
/// The engine for boards up to 25 cells.
pub type Medium = Tiles<u128>;
/// The engine for boards up to 36 cells.
pub type Large = Tiles<[u64; 4]>;

/// Rows of tables by cell or tile: a power of two, so that a masked number is always in bounds.
const ROWS: usize = 64;
/// Most cells for a dense numbering of the states: 10! is 3.6 million.
const MAX_DENSE: usize = 10;

/// One goal on a board of one size, with boards packed as `C`.
#[derive(Debug, Clone)]
pub struct Tiles<C: Cells> {
    goal: Board,
    goal_state: State<C>,
    /// The board is 4×4, which research knows best and for which the moves are specialised.
    fifteen: bool,
    /// The goal's cell of every tile.
    places: Vec<u8>,
    /// Legal moves as bits, by the blank's cell and the last direction (4 for none).
    moves: [[u8; 5]; ROWS],
    /// The cell after each move, by the blank's cell.
    after: [[u8; 4]; ROWS],
    /// Change of the Manhattan distance, by tile, blank's cell and move. Part of the value, not behind a pointer that
    /// every move would have to read first.
    nearer: [[[i8; 4]; ROWS]; ROWS],
    pub(super) goal_tables: GoalTables,
}

/// A working state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State<C> {
    cells: C,
    blank: u8,
}

impl<C: Cells> State<C> {
    /// The tile of a cell, 0 for the blank.
    #[inline]
    pub fn tile(self, cell: usize) -> u8 {
        self.cells.get(cell)
    }

    /// The blank's cell.
    #[inline]
    pub fn blank(self) -> usize {
        usize::from(self.blank)
    }
}

impl<C: Cells> Tiles<C> {
    /// Whether boards of this size fit the packed form.
    pub fn fits(size: Size) -> bool {
        size.cells() <= C::CAPACITY
    }

    /// The puzzle of reaching a goal whose size [`fits`](Self::fits).
    pub fn new(goal: Board) -> Self {
        debug_assert!(Self::fits(goal.size()));
        let size = goal.size();
        let mut moves = [[0; 5]; ROWS];
        let mut after = [[0; 4]; ROWS];
        for (cell, row) in moves.iter_mut().enumerate().take(size.cells()) {
            for blank in Move::ALL {
                after[cell][blank as usize] = size.after(cell, blank).unwrap_or(cell) as u8;
            }
            let legal = Move::ALL.into_iter().filter(|&blank| size.after(cell, blank).is_some());
            let legal = legal.fold(0, |bits, blank| bits | bit(blank));
            for last in Move::ALL {
                row[last as usize] = legal & !bit(last.inverse());
            }
            row[4] = legal;
        }
        let places = goal.places();
        let mut nearer = [[[0; 4]; ROWS]; ROWS];
        for (tile, &home) in places.iter().enumerate().skip(1) {
            let far = |cell| size.distance(cell, usize::from(home)) as i8;
            for (cell, change) in nearer[tile].iter_mut().enumerate().take(size.cells()) {
                for blank in Move::ALL {
                    if let Some(from) = size.after(cell, blank) {
                        change[blank as usize] = far(cell) - far(from);
                    }
                }
            }
        }
        let mut this = Self {
            goal_state: State { cells: C::EMPTY, blank: goal.blank() as u8 },
            goal_tables: GoalTables::new(&goal),
            fifteen: (size.width, size.height) == (4, 4),
            goal,
            places,
            moves,
            after,
            nearer,
        };
        this.goal_state = this.state(&this.goal);
        this
    }

    /// Width and height.
    pub fn size(&self) -> Size {
        self.goal.size()
    }

    /// The board to reach.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The goal's cell of a tile.
    #[inline]
    pub fn home(&self, tile: u8) -> usize {
        usize::from(self.places[usize::from(tile)])
    }

    /// The state of a placement of this size.
    pub fn state(&self, board: &Board) -> State<C> {
        let tiles = board.tiles().iter().enumerate();
        let cells = tiles.fold(C::EMPTY, |cells, (cell, &tile)| cells.with(cell, tile));
        State { cells, blank: board.blank() as u8 }
    }

    /// The placement of a state.
    pub fn board(&self, state: &State<C>) -> Board {
        let tiles = (0..self.size().cells()).map(|cell| state.tile(cell)).collect();
        Board::new(self.size(), tiles).expect("moves only permute the tiles")
    }

    /// How a move changes the Manhattan distance.
    #[inline]
    pub(super) fn nearer(&self, state: &State<C>, action: Action) -> i32 {
        let tile = usize::from(state.tile(action.to()));
        i32::from(self.nearer[tile % ROWS][state.blank() % ROWS][action.direction() as usize])
    }

    /// The actions of any board, as a function of its own: a hot visitor is inlined here, and could not be if this were
    /// inlined there.
    #[inline(never)]
    fn visit_apart<V: Visit<Self>>(
        &self,
        state: &State<C>,
        last: Option<Action>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        self.visit(state, last, visitor)
    }

    /// The actions of a 4×4 board with the blank in a cell, and after a direction, known to the compiler: every
    /// shift and every table row is a constant.
    ///
    /// Too large, and called from too many places, to be inlined; to forbid it would have the compiler export every
    /// copy, and a call of an exported function takes a detour through a table.
    fn visit_at<V: VisitNode<Self>, const BLANK: usize, const LAST: u8>(
        &self,
        cells: C,
        visitor: &mut V,
        node: V::Node,
    ) -> ControlFlow<()> {
        let state = &State { cells, blank: BLANK as u8 };
        let [first, second, third] = const { actions_of_fifteen(BLANK, LAST) };
        if let Some(action) = first {
            visitor.action(self, state, action, node)?;
        }
        if let Some(action) = second {
            visitor.action(self, state, action, node)?;
        }
        if let Some(action) = third {
            visitor.action(self, state, action, node)?;
        }
        ControlFlow::Continue(())
    }
}

/// What may follow a direction on a 4×4 board.
const fn actions_of_fifteen(blank: usize, last: u8) -> [Option<Action>; 3] {
    let legal = [blank >= 4, !blank.is_multiple_of(4), blank % 4 < 3, blank < 12];
    let to = [blank.wrapping_sub(4), blank.wrapping_sub(1), blank + 1, blank + 4];
    let (mut actions, mut count, mut direction) = ([None; 3], 0, 0);
    while direction < 4 {
        // The inverse of a direction is the one as far from the other end.
        if legal[direction] && direction + last as usize != 3 {
            actions[count] = Some(Action::new(Move::ALL[direction], to[direction], true));
            count += 1;
        }
        direction += 1;
    }
    actions
}

/// A move together with the cell that the blank goes to.
///
/// It also says whether the board is 4×4. There the code that follows a move is chosen by the move itself, which is a
/// constant in specialised code, so that the choice costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action(NonZeroU16);

impl Action {
    /// The blank goes in a direction and comes to a cell.
    #[inline]
    const fn new(direction: Move, to: usize, fifteen: bool) -> Self {
        debug_assert!(to < ROWS);
        let bits = (fifteen as u16) << 8 | (direction as u16) << 6 | to as u16;
        // The lowest bit only keeps the number from being 0.
        Self(NonZeroU16::MIN.saturating_add(bits << 1))
    }

    /// Which way the blank goes.
    #[inline]
    pub fn direction(self) -> Move {
        Move::ALL[usize::from(self.0.get() >> 7) % 4]
    }

    /// The blank's cell after the move, where the tile is before it.
    #[inline]
    pub fn to(self) -> usize {
        usize::from(self.0.get() >> 1) % ROWS
    }

    /// Whether the board is 4×4.
    #[inline]
    fn is_of_fifteen(self) -> bool {
        self.0.get() >> 9 == 1
    }
}

impl std::fmt::Debug for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.direction().letter())
    }
}

#[inline]
fn bit(blank: Move) -> u8 {
    1 << blank as u8
}

impl<C: Cells> Problem for Tiles<C> {
    type State = State<C>;
    type Action = Action;
    type Undo = ();
    type Scratch = Scratch;

    const PACKED_LEN: usize = C::WORDS;
    const TRANSPOSITIONS: bool = false;

    #[inline]
    fn scratch(&self) -> Scratch {
        Scratch::NOTHING
    }
    fn pack(&self, state: &State<C>, out: &mut [u64]) {
        state.cells.write(out);
    }
    #[inline]
    fn unpack(&self, words: &[u64]) -> State<C> {
        let cells = C::read(words);
        State { cells, blank: cells.blank() as u8 }
    }
    #[inline]
    fn hash(&self, state: &State<C>) -> u64 {
        let mut words = [0; 4];
        state.cells.write(&mut words);
        hash_words(&words[..C::WORDS])
    }

    #[inline]
    fn visit<V: Visit<Self>>(
        &self,
        state: &State<C>,
        last: Option<Action>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let cell = state.blank() % ROWS;
        let moves = self.moves[cell][last.map_or(4, |last| last.direction() as usize)];
        let after = &self.after[cell];
        for direction in Move::ALL {
            if moves & bit(direction) != 0 {
                let to = usize::from(after[direction as usize]);
                visitor.action(self, state, Action::new(direction, to, C::CAPACITY == 16 && self.fifteen))?;
            }
        }
        ControlFlow::Continue(())
    }
    #[inline(always)]
    fn visit_node<V: VisitNode<Self>>(
        &self,
        state: &State<C>,
        last: Option<Action>,
        visitor: &mut V,
        node: V::Node,
    ) -> ControlFlow<()> {
        macro_rules! specialised {
            ($($cell:literal)*) => {
                match (state.blank(), last.map(Action::direction)) {
                    $(($cell, Some(Move::Up)) => return self.visit_at::<V, $cell, 0>(state.cells, visitor, node),)*
                    $(($cell, Some(Move::Left)) => return self.visit_at::<V, $cell, 1>(state.cells, visitor, node),)*
                    $(($cell, Some(Move::Right)) => return self.visit_at::<V, $cell, 2>(state.cells, visitor, node),)*
                    $(($cell, Some(Move::Down)) => return self.visit_at::<V, $cell, 3>(state.cells, visitor, node),)*
                    _ => {}
                }
            };
        }
        if !V::INLINE_VISIT {
            return self.visit(state, last, &mut AtNode { visitor, node });
        }
        if C::CAPACITY == 16 && last.is_some_and(Action::is_of_fifteen) {
            specialised!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        }
        self.visit_apart(state, last, &mut AtNode { visitor, node })
    }
    #[inline]
    fn apply(&self, state: &mut State<C>, action: Action) {
        state.cells = state.cells.slide(action.to(), state.blank());
        state.blank = action.to() as u8;
    }
    #[inline]
    fn undo(&self, state: &mut State<C>, action: Action, (): ()) {
        let back = usize::from(self.after[action.to() % ROWS][action.direction().inverse() as usize]);
        state.cells = state.cells.slide(back, action.to());
        state.blank = back as u8;
    }
    fn reversible(&self) -> bool {
        true
    }

    #[inline]
    fn is_goal(&self, state: &State<C>) -> bool {
        state.cells == self.goal_state.cells
    }

    fn with_dense<W: WithDense<Self>>(&self, with: W) -> Result<W::Output, W> {
        if C::CAPACITY == 16 { Ok(with.call(self)) } else { Err(with) }
    }
    fn with_hooks<W: WithHooks<Self>>(with: W) -> W::Output {
        with.call::<PacksAhead>()
    }
    fn goals(&self, each: &mut dyn FnMut(Option<State<C>>) -> ControlFlow<()>) -> Option<ControlFlow<()>> {
        Some(each(Some(self.goal_state)))
    }
}

impl<C: Cells> Dense for Tiles<C> {
    fn numbers(&self) -> Option<u64> {
        let cells = self.size().cells();
        (C::CAPACITY == 16 && cells <= MAX_DENSE).then(|| (1..=cells as u64).product())
    }
    /// The placement's number among all permutations: its Lehmer code.
    fn number(&self, state: &State<C>) -> u64 {
        let cells = self.size().cells();
        let mut left = (1u32 << cells) - 1;
        let mut index = 0;
        for cell in 0..cells {
            let tile = u32::from(state.tile(cell));
            index = index * (cells - cell) as u64 + u64::from((left & ((1 << tile) - 1)).count_ones());
            left &= !(1 << tile);
        }
        index
    }
}

/// Successors are looked up together.
pub struct PacksAhead;

impl<C: Cells> PlanningHooks<Tiles<C>> for PacksAhead {
    const PACKS_AHEAD: bool = true;
    const SLOW_NODES: bool = false;
}
