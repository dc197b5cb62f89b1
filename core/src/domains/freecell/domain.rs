//! FreeCell as a [`Domain`].
//!
//! **Successor order.** Cards home, lowest card first; then onto other cards: column by column from the left,
//! each column's top card alone first, then longer runs, then cards from the cells; then into an empty
//! column, likewise; then top cards into a cell, column by column. Equal places (two empty columns, two
//! empty cells) are tried once. A whole column is never moved into an empty one.
//!
//! **Automatic moves.** With [`Settings::automatic`], every action is followed by all safe home moves: cards
//! that nothing can need any more as a place to lie on. That costs no generality: let c be a safe card on top, and take any
//! solution. Every card that could be put on c can go home instead, and every card that could be put on *those*
//! too, so play c home at once, play home whatever the solution puts on c, and leave out their later moves:
//! what remains is a solution that is no longer in any metric, since each card goes home once in both. The cards
//! that go home with an action are part of its cost (but in the player metric, where they are free).
//!
//! ```
//! use unstuck_core::domain::{Domain, actions};
//! use unstuck_core::domains::freecell::{board::Rules, deal::deal, domain::{FreeCell, Settings}};
//!
//! let rules = Rules::default();
//! let game = FreeCell::new(&deal(1, &rules).unwrap(), rules, Settings::default());
//! let mut state = game.start();
//! let before = state;
//! let first = actions(&game, &state)[0];
//! let undo = game.apply(&mut state, first);
//! assert_ne!(game.hash(&state), game.hash(&before));
//! game.undo(&mut state, first, undo);
//! assert_eq!(state, before);
//! ```

use super::board::{Board, Build, CELLS, Fill, Rules};
use super::capacity::{atomic_moves, capacity};
use super::card::{Card, DECK};
use super::features::FEATURES;
use super::state::{FIRST_CELL, NONE, State, WORDS, bit, cards, field, fields};
use crate::domain::{Domain, Feature, Visit};
use std::ops::ControlFlow;

/// What costs are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// A run is 1, each card home is 1.
    Moves,
    /// A run of n cards is n.
    Card,
    /// Every physical move of one card.
    Atomic,
    /// A run is 1, home moves are free.
    Player,
}

impl Metric {
    /// All of them with their names and meanings, the default first.
    pub const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Moves, "moves", "a run counts 1, and so does each card that goes home"),
        (Self::Card, "card", "a run of n cards counts n, each card home 1"),
        (Self::Atomic, "atomic", "every move of a single card that a run stands for"),
        (Self::Player, "player", "a run counts 1, cards going home are free"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// How an instance is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// What costs are counted in.
    pub metric: Metric,
    /// Whether safe cards go home by themselves.
    pub automatic: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { metric: Metric::Moves, automatic: true }
    }
}

/// Where a run goes, when it is not a card's number.
pub(super) mod to {
    /// An empty column.
    pub(in super::super) const COLUMN: u8 = 60;
    /// A cell.
    pub(in super::super) const CELL: u8 = 61;
    /// The foundation.
    pub(in super::super) const HOME: u8 = 62;
}

/// A move, told by cards rather than columns, so that it means the same on symmetric boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action {
    /// The deepest card that moves.
    pub(super) card: u8,
    /// The top card that moves.
    pub(super) top: u8,
    /// The card that the run is put on, or one of [`to`].
    pub(super) to: u8,
    /// How many cards move.
    pub(super) count: u8,
    /// What that costs, automatic moves not counted.
    pub(super) cost: u8,
}

impl Action {
    /// Stands where there is no action.
    pub(super) const NONE: Self = Self { card: 0, top: 0, to: 0, count: 0, cost: 0 };

    /// The deepest card that moves.
    pub fn card(self) -> Card {
        Card(self.card)
    }
    /// How many cards move.
    pub fn count(self) -> u32 {
        u32::from(self.count)
    }
    /// A card goes home.
    pub fn goes_home(self) -> bool {
        self.to == to::HOME
    }
    /// A card goes into a cell.
    pub fn goes_to_cell(self) -> bool {
        self.to == to::CELL
    }
    /// Cards go into a column, empty or not.
    pub fn goes_to_column(self) -> bool {
        self.to <= to::COLUMN
    }
}

/// One deal with its rules.
#[derive(Debug, Clone)]
pub struct FreeCell {
    pub(super) rules: Rules,
    pub(super) settings: Settings,
    start: State,
    /// The card under each card at the start.
    start_below: [u8; 64],
    /// For each card, the cards it may be put on.
    pub(super) fits: [u64; 64],
}

impl FreeCell {
    /// The game that begins with a board. The board must have the columns and cells of the rules, and every
    /// card once, as [`text::parse`](super::text::parse) makes sure.
    pub fn new(board: &Board, rules: Rules, settings: Settings) -> Self {
        let mut fits = [0; 64];
        for upper in 0..DECK as u8 {
            // Whatever the rule, the lower card is one rank higher.
            let higher = (upper & !3) + 4;
            for lower in (higher..higher + 4).filter(|&lower| lower < DECK as u8) {
                if rules.fits(Card(upper), Card(lower)) {
                    fits[usize::from(upper)] |= bit(lower);
                }
            }
        }
        let mut start = State::solved();
        start.home = board.home;
        for (place, column) in board.columns.iter().take(FIRST_CELL).enumerate() {
            let mut below = NONE;
            for &Card(card) in column {
                start.set_below(card, below);
                let value = if below == NONE {
                    field::BOTTOM
                } else if fits[usize::from(card)] & bit(below) != 0 {
                    fitting(below)
                } else {
                    field::START
                };
                start.set_field(card, value);
                below = card;
            }
            start.places[place] = below;
            if below != NONE {
                start.tops |= bit(below);
            }
        }
        for (cell, card) in board.cells.iter().take(CELLS).enumerate() {
            if let &Some(Card(card)) = card {
                start.places[FIRST_CELL + cell] = card;
                start.celled |= bit(card);
                start.set_field(card, field::CELL);
            }
        }
        Self { rules, settings, start, start_below: start.below, fits }
    }

    /// The state it begins with.
    pub fn start(&self) -> State {
        self.start
    }

    /// The state as a plain board.
    pub fn board(&self, state: &State) -> Board {
        let columns = self.columns(state).map(|mut card| {
            let mut column = Vec::new();
            while card != NONE {
                column.push(Card(card));
                card = state.below(card);
            }
            column.reverse();
            column
        });
        let cells = &state.places[FIRST_CELL..FIRST_CELL + self.rules.cells];
        Board {
            columns: columns.collect(),
            cells: cells.iter().map(|&card| (card != NONE).then_some(Card(card))).collect(),
            home: state.home,
        }
    }

    /// The tops of the columns.
    #[inline]
    pub(super) fn columns(&self, state: &State) -> impl Iterator<Item = u8> {
        state.places[..self.rules.columns].iter().copied()
    }

    #[inline]
    pub(super) fn empty_cells(&self, state: &State) -> u32 {
        self.rules.cells as u32 - state.celled.count_ones()
    }

    #[inline]
    pub(super) fn empty_columns(&self, state: &State) -> u32 {
        self.rules.columns as u32 - state.tops.count_ones()
    }

    /// Whether `upper` may lie on `lower`.
    #[inline]
    pub(super) fn fit(&self, upper: u8, lower: u8) -> bool {
        lower != NONE && self.fits[usize::from(upper & 63)] & bit(lower) != 0
    }

    /// Empty columns that cards may be parked on while a run moves, the target not counted.
    #[inline]
    fn spare(&self, state: &State, into_empty: bool) -> u32 {
        match self.rules.fill {
            Fill::Any => self.empty_columns(state) - u32::from(into_empty),
            Fill::King => 0,
        }
    }

    /// What moving `count` cards costs.
    #[inline]
    pub(super) fn run_cost(&self, count: u32, empty_cells: u32, spare: u32) -> u8 {
        match self.settings.metric {
            Metric::Moves | Metric::Player => 1,
            Metric::Card => count as u8,
            // Every run that is generated is within the capacity, so there is a number.
            Metric::Atomic => atomic_moves(count, empty_cells, spare).unwrap_or(u32::from(u8::MAX)) as u8,
        }
    }

    /// What an action costs by itself in a state where it is possible.
    pub(super) fn price(&self, state: &State, action: Action) -> u8 {
        match action.to {
            to::HOME => u8::from(self.settings.metric != Metric::Player),
            to::CELL => 1,
            to::COLUMN => {
                let spare = self.spare(state, self.rules.fill == Fill::Any);
                self.run_cost(action.count(), self.empty_cells(state), spare)
            }
            _ if action.count == 1 => 1,
            _ => self.run_cost(action.count(), self.empty_cells(state), self.spare(state, false)),
        }
    }

    /// The cards that may go home without regret, as a set.
    #[inline]
    pub(super) fn safe(&self, state: &State) -> u64 {
        let mut safe = state.wanted() & (state.tops | state.celled);
        if safe != 0 && self.rules.build == Build::Alternate {
            let [clubs, diamonds, hearts, spades] = state.home;
            let (red, black) = (diamonds.min(hearts), clubs.min(spades));
            for card in cards(safe) {
                let rank = card >> 2;
                // How far the other colour is home at least, and the other suit of this colour.
                let (other, partner) = match card & 3 {
                    0 => (red, spades),
                    1 => (black, hearts),
                    2 => (black, diamonds),
                    _ => (red, clubs),
                };
                let nothing_fits = rank < 2 || other >= rank;
                let all_can_follow = other + 1 >= rank && partner + 2 >= rank;
                if !(nothing_fits || all_can_follow) {
                    safe &= !bit(card);
                }
            }
        }
        safe
    }

    /// Plays all safe cards home, lowest first within a round, handing each to `each`.
    #[inline]
    pub(super) fn settle(&self, state: &mut State, mut each: impl FnMut(&State, u8)) {
        loop {
            let safe = self.safe(state);
            if safe == 0 {
                return;
            }
            for card in cards(safe) {
                each(state, card);
                state.put_home(card);
            }
        }
    }

    /// Makes the move itself, without what follows from it.
    #[inline]
    pub(super) fn step(&self, state: &mut State, action: Action) {
        let Action { card, top, to, .. } = action;
        if to == to::HOME {
            state.put_home(card);
            return;
        }
        let place = state.place_of(top);
        if place >= FIRST_CELL {
            state.celled &= !bit(card);
            state.places[place] = NONE;
        } else {
            let below = state.below(card);
            state.tops &= !bit(top);
            if below != NONE {
                state.tops |= bit(below);
            }
            state.places[place] = below;
        }
        match to {
            to::CELL => {
                state.celled |= bit(card);
                state.set_field(card, field::CELL);
                let cells = &mut state.places[FIRST_CELL..];
                if let Some(cell) = cells.iter_mut().find(|cell| **cell == NONE) {
                    *cell = card;
                }
            }
            to::COLUMN => {
                state.tops |= bit(top);
                state.set_field(card, field::BOTTOM);
                state.set_below(card, NONE);
                // The column just left may be empty only if the card came from a cell: whole columns do not move.
                if let Some(column) = state.places.iter_mut().find(|column| **column == NONE) {
                    *column = top;
                }
            }
            lower => {
                state.tops = state.tops & !bit(lower) | bit(top);
                state.set_field(card, fitting(lower));
                state.set_below(card, lower);
                let column = state.place_of(lower);
                state.places[column] = top;
            }
        }
    }
}

/// The field of a card that was put on a card it fits.
#[inline]
const fn fitting(lower: u8) -> u8 {
    field::FITS + (lower >> 1 & 1)
}

impl Domain for FreeCell {
    type State = State;
    type Action = Action;
    /// The state before: it is small, and automatic moves may have changed any of it.
    type Undo = State;
    type Scratch = ();

    const WORDS: usize = WORDS;
    const REVERSIBLE: bool = false;
    const TRANSPOSITIONS: bool = true;

    #[inline]
    fn pack(&self, state: &State, out: &mut [u64]) {
        out[..WORDS].copy_from_slice(&state.code);
    }

    /// The columns of the state stand in the order of their top cards: their true order is not packed.
    fn unpack(&self, words: &[u64]) -> State {
        let mut state = State::solved();
        state.code.copy_from_slice(&words[..WORDS]);
        let mut covered = 0;
        let mut in_columns = 0;
        let by_suit = self.rules.build == Build::Suit;
        let mut home = [0; 4];
        for (card, value) in fields(words) {
            let below = match value {
                field::HOME => {
                    home[usize::from(card & 3)] += 1;
                    continue;
                }
                field::CELL => {
                    state.celled |= bit(card);
                    continue;
                }
                field::BOTTOM => NONE,
                field::START => self.start_below[usize::from(card)],
                // The same suit, or the suit of the other colour in the half that the field names.
                _ if by_suit => card + 4,
                value => {
                    let black = matches!(card & 3, 0 | 3);
                    let second = value - field::FITS;
                    (card & !3) + 4 + 2 * second + (second ^ u8::from(black))
                }
            };
            state.set_below(card, below);
            in_columns |= bit(card);
            if below != NONE {
                covered |= bit(below);
            }
        }
        state.home = home;
        state.tops = in_columns & !covered;
        for (place, card) in state.places.iter_mut().zip(cards(state.tops)) {
            *place = card;
        }
        for (place, card) in state.places[FIRST_CELL..].iter_mut().zip(cards(state.celled)) {
            *place = card;
        }
        state
    }

    #[inline]
    fn hash(&self, state: &State) -> u64 {
        state.hash()
    }

    fn visit<V: Visit<Self>>(&self, state: &State, last: Option<Action>, visitor: &mut V) -> ControlFlow<()> {
        // The run that has just moved: wherever it could go now, it could have gone at once, at no more cost;
        // back where it was is the state before. Automatic moves in between may have made the place.
        let tired = match last {
            Some(last) if !self.settings.automatic && !last.goes_home() => last.card,
            _ => NONE,
        };
        let home = u8::from(self.settings.metric != Metric::Player);
        for card in cards(state.wanted() & (state.tops | state.celled)) {
            if card != tired {
                let action = Action { card, top: card, to: to::HOME, count: 1, cost: home };
                visitor.action(self, state, action)?;
            }
        }
        let empty_cells = self.empty_cells(state);
        let spare = self.spare(state, false);
        let most = capacity(empty_cells, spare);
        for top in self.columns(state).filter(|&top| top != NONE) {
            let (mut card, mut count) = (top, 1);
            while count <= most {
                if card != tired {
                    for lower in cards(self.fits[usize::from(card & 63)] & state.tops) {
                        let cost = self.run_cost(count, empty_cells, spare);
                        let action = Action { card, top, to: lower, count: count as u8, cost };
                        visitor.action(self, state, action)?;
                    }
                }
                let below = state.below(card);
                if !self.fit(card, below) {
                    break;
                }
                (card, count) = (below, count + 1);
            }
        }
        let fresh = if tired == NONE { u64::MAX } else { !bit(tired) };
        for card in cards(state.celled & fresh) {
            for lower in cards(self.fits[usize::from(card & 63)] & state.tops) {
                let action = Action { card, top: card, to: lower, count: 1, cost: 1 };
                visitor.action(self, state, action)?;
            }
        }
        if self.empty_columns(state) > 0 {
            let allowed = match self.rules.fill {
                Fill::Any => u64::MAX,
                Fill::King => 0xf << 48,
            };
            let spare = self.spare(state, self.rules.fill == Fill::Any);
            let most = capacity(empty_cells, spare);
            for top in self.columns(state).filter(|&top| top != NONE) {
                let (mut card, mut count) = (top, 1);
                while count <= most {
                    let below = state.below(card);
                    if below == NONE {
                        break;
                    }
                    if allowed & bit(card) != 0 && card != tired {
                        let cost = self.run_cost(count, empty_cells, spare);
                        let action = Action { card, top, to: to::COLUMN, count: count as u8, cost };
                        visitor.action(self, state, action)?;
                    }
                    if !self.fit(card, below) {
                        break;
                    }
                    (card, count) = (below, count + 1);
                }
            }
            for card in cards(state.celled & allowed & fresh) {
                let action = Action { card, top: card, to: to::COLUMN, count: 1, cost: 1 };
                visitor.action(self, state, action)?;
            }
        }
        if empty_cells > 0 {
            for card in self.columns(state).filter(|&top| top != NONE && top != tired) {
                let action = Action { card, top: card, to: to::CELL, count: 1, cost: 1 };
                visitor.action(self, state, action)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action) -> State {
        let before = *state;
        self.step(state, action);
        if self.settings.automatic {
            self.settle(state, |_, _| ());
        }
        before
    }

    #[inline]
    fn undo(&self, state: &mut State, _action: Action, before: State) {
        *state = before;
    }

    #[inline]
    fn cost(&self, action: Action) -> u32 {
        u32::from(action.cost)
    }

    /// The cards that went home by themselves.
    #[inline]
    fn extra_cost(&self, before: &State, action: Action, after: &State) -> u32 {
        match self.settings.metric {
            Metric::Player => 0,
            _ => before.not_home() - after.not_home() - u32::from(action.goes_home()),
        }
    }

    fn unit_cost(&self) -> bool {
        !self.settings.automatic && self.settings.metric == Metric::Moves
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        state.code == [0; WORDS]
    }

    fn features(&self) -> &[Feature<Self>] {
        FEATURES
    }
}
