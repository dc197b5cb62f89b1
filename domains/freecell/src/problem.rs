//! FreeCell as a [`Problem`].
//!
//! ```
//! use unstuck_core::problem::{Problem, actions};
//! use unstuck_freecell::{board::Rules, deal::deal, metric::Settings, problem::FreeCell};
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

use super::action::{Action, fitting};
use super::board::{Board, Build, CELLS, Rules};
use super::card::{Card, DECK};
use super::metric::{Metric, Settings};
use super::state::{FIRST_CELL, NONE, State, WORDS, bit, cards, field, fields};
use std::ops::ControlFlow;
use unstuck_core::problem::{Problem, Visit};

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
        for suit in 0..4 {
            // Whatever the rule, the lower card is one rank higher, and its suits are the same for all ranks.
            let suits = (0..4).filter(|&lower| rules.fits(Card::new(0, suit), Card::new(1, lower)));
            let set: u64 = suits.map(|lower| 1 << lower).sum();
            for rank in 0..12 {
                fits[usize::from(4 * rank + suit)] = set << (4 * rank + 4);
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
            let mut column = Vec::with_capacity(DECK / 4);
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
}

impl Problem for FreeCell {
    type State = State;
    type Action = Action;
    /// The state before: it is small, and automatic moves may have changed any of it.
    type Undo = State;
    type Scratch = ();

    const PACKED_LEN: usize = WORDS;
    const TRANSPOSITIONS: bool = true;

    #[inline]
    fn scratch(&self) {}
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

    #[inline]
    fn visit<V: Visit<Self>>(&self, state: &State, last: Option<Action>, visitor: &mut V) -> ControlFlow<()> {
        self.each_move(state, last, visitor)
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action) -> State {
        let before = *state;
        self.step(state, action);
        if self.settings.automatic {
            self.apply_safe_moves(state, |_, _| ());
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

    fn min_cost(&self) -> u32 {
        u32::from(self.settings.metric != Metric::Player)
    }

    fn reversible(&self) -> bool {
        false
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        state.code == [0; WORDS]
    }
}
