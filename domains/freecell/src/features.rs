//! The feature table of FreeCell.
//!
//! Every real feature that is not about the path reads as a distance: larger is worse. A count that is good
//! (cards well placed, free places) therefore has a complement next to it, `misplaced` and `used_places`.
//!
//! ```
//! use unstuck_core::feature::View;
//! use unstuck_freecell::{board::Rules, deal::deal, metric::Settings, problem::FreeCell};
//! use unstuck_core::language::Compiled;
//!
//! let rules = Rules::default();
//! let game = FreeCell::new(&deal(1, &rules).unwrap(), rules, Settings::default());
//! let mut not_home = Compiled::named(&game, "not_home").unwrap();
//! assert_eq!(not_home.value(&View::root(&game, &game.start())), 52.0);
//! ```

mod piles;

use super::deadlock::{Count, forced};
use super::problem::FreeCell;
use super::state::cards;
use unstuck_core::feature::{FeatureInfo, Needs, View, context, estimate, measure};
use unstuck_core::heuristic::{Featured, NodeCompute, NodeFeature, Prices};

const NEVER: &[&str] = &[];
const COUNTING_HOME: &[&str] = &["moves", "card", "atomic"];
const BY_CARD: &[&str] = &["card", "atomic"];
const ALWAYS: &[&str] = &["moves", "card", "atomic", "player"];

/// What is counted in one walk over all columns.
const PILED: NodeCompute<FreeCell> = NodeCompute::Group(|v, (), values| piles::count(v).write(values), 3..13);

/// All features.
pub(super) static FEATURES: &[NodeFeature<FreeCell>] = &[
    NodeFeature::new(estimate("zero", "0", ALWAYS, ALWAYS), |_, _| Some((0.0, 0.0)), |_, ()| 0.0),
    NodeFeature::new(
        estimate(
            "hsd_board",
            "Heineman's board score: per suit the cards on the next needed card, doubled when no cell and no \
             column is empty, plus the cards not home",
            NEVER,
            NEVER,
        ),
        |_, _| Some((0.0, 52.0 + 2.0 * MAX_BURIED)),
        |v, ()| {
            let crowded = v.problem.empty_cells(v.state) + v.problem.empty_columns(v.state) == 0;
            f64::from(piles::burial(v) * if crowded { 2 } else { 1 } + v.state.not_home())
        },
    ),
    NodeFeature::new(
        estimate("hsd_paper", "per suit the cards on the next needed card", NEVER, NEVER),
        |_, _| Some((0.0, MAX_BURIED)),
        |v, ()| piles::burial(v).into(),
    ),
    NodeFeature {
        info: measure("number_well_placed", "cards in columns that are wholly in order"),
        member: 0,
        range: |_, _| Some((0.0, 52.0)),
        compute: PILED,
    },
    NodeFeature {
        info: estimate(
            "misplaced",
            "cards neither home nor in a column that is wholly in order (the complement of \
             number_well_placed)",
            NEVER,
            NEVER,
        ),
        member: 0,
        range: |_, _| Some((0.0, 52.0)),
        compute: PILED,
    },
    NodeFeature {
        info: estimate(
            "bottom_cards",
            "what the deepest cards of the columns are short of kings, in all; 13 for an empty column",
            NEVER,
            NEVER,
        ),
        member: 0,
        range: |game, _| Some((0.0, 13.0 * game.rules.columns as f64)),
        compute: PILED,
    },
    NodeFeature {
        info: estimate("unsorted", "cards in a column on a card they do not fit", NEVER, NEVER),
        member: 0,
        range: |_, _| Some((0.0, 51.0)),
        compute: PILED,
    },
    NodeFeature {
        info: estimate("inversions", "pairs in a column whose upper card has the higher rank", NEVER, NEVER),
        // 51 + 50 + … pairs in one column, less the pairs of equal rank.
        member: 0,
        range: |_, _| Some((0.0, 1248.0)),
        compute: PILED,
    },
    NodeFeature {
        info: estimate(
            "buried_next",
            "cards above at least one of the next needed cards, each counted once",
            NEVER,
            NEVER,
        ),
        member: 0,
        range: |_, _| Some((0.0, 51.0)),
        compute: PILED,
    },
    NodeFeature {
        info: estimate(
            "buried_second",
            "per suit the cards on the card after the next needed one",
            NEVER,
            NEVER,
        ),
        member: 0,
        range: |_, _| Some((0.0, MAX_BURIED)),
        compute: PILED,
    },
    NodeFeature {
        info: estimate("burying", "cards in a column above a lower one", NEVER, NEVER),
        member: 0,
        range: |_, _| Some((0.0, 51.0)),
        compute: PILED,
    },
    NodeFeature {
        info: estimate("unfounded", "cards neither home nor in a run that begins a column", NEVER, NEVER),
        member: 0,
        range: |_, _| Some((0.0, 52.0)),
        compute: PILED,
    },
    NodeFeature {
        info: estimate(
            "uncrowned",
            "cards neither home nor in a run that a king begins in a column",
            NEVER,
            NEVER,
        ),
        member: 0,
        range: |_, _| Some((0.0, 52.0)),
        compute: PILED,
    },
    NodeFeature::new(
        estimate("not_home", "cards not at the foundations", COUNTING_HOME, COUNTING_HOME),
        |_, _| Some((0.0, 52.0)),
        |v, ()| v.state.not_home().into(),
    ),
    NodeFeature::new(
        measure("free_places", "empty cells and empty columns"),
        |game, _| Some((0.0, places(game))),
        |v, ()| free_places(v).into(),
    ),
    NodeFeature::new(
        estimate("used_places", "used cells and used columns (the complement of free_places)", NEVER, NEVER),
        |game, _| Some((0.0, places(game))),
        |v, ()| places(v.problem) - f64::from(free_places(v)),
    ),
    NodeFeature::new(
        estimate(
            "difference_from_top",
            "mean value of the columns' top cards minus mean value of the foundations' top cards",
            NEVER,
            NEVER,
        ),
        |_, _| Some((-13.0, 13.0)),
        difference_from_top,
    ),
    NodeFeature::new(
        estimate("lowest_home", "13 minus the height of the lowest foundation", NEVER, NEVER),
        |_, _| Some((0.0, 13.0)),
        |v, ()| f64::from(13 - lowest(v)),
    ),
    NodeFeature::new(
        estimate("highest_home", "13 minus the height of the highest foundation", NEVER, NEVER),
        |_, _| Some((0.0, 13.0)),
        |v, ()| f64::from(13 - highest(v)),
    ),
    NodeFeature::new(
        estimate(
            "difference_home",
            "the highest foundation minus the lowest (0 at the start and at the end)",
            NEVER,
            NEVER,
        ),
        |_, _| Some((0.0, 13.0)),
        |v, ()| f64::from(highest(v) - lowest(v)),
    ),
    NodeFeature::new(
        estimate("used_cells", "cards in cells", NEVER, NEVER),
        |game, _| Some((0.0, game.rules.cells as f64)),
        |v, ()| v.state.celled.count_ones().into(),
    ),
    NodeFeature::new(
        estimate(
            "crowded_cells",
            "cards in cells, squared: each counts for more than the one before",
            NEVER,
            NEVER,
        ),
        |game, _| Some((0.0, (game.rules.cells * game.rules.cells) as f64)),
        |v, ()| v.state.celled.count_ones().pow(2).into(),
    ),
    NodeFeature::new(
        estimate("cell_ranks", "the ranks of the cards in cells, in all", NEVER, NEVER),
        |game, _| Some((0.0, 13.0 * game.rules.cells as f64)),
        |v, ()| cards(v.state.celled).map(|card| u32::from(card >> 2) + 1).sum::<u32>().into(),
    ),
    NodeFeature::new(
        estimate("used_columns", "columns that are not empty", NEVER, NEVER),
        |game, _| Some((0.0, game.rules.columns as f64)),
        |v, ()| (v.problem.rules.columns as u32 - v.problem.empty_columns(v.state)).into(),
    ),
    NodeFeature::new(
        estimate(
            "deadlock",
            "cards not home, plus cards that must move before they go home (a lower bound, from cycles of \
             cards above ones their own suits need first)",
            BY_CARD,
            NEVER,
        ),
        |_, _| Some((0.0, 104.0)),
        |v, ()| (v.state.not_home() + forced(v.problem, v.state, Count::Cards)).into(),
    ),
    NodeFeature::new(
        estimate(
            "deadlock_runs",
            "the same with at most one card of each run, since runs move at once",
            COUNTING_HOME,
            NEVER,
        ),
        |_, _| Some((0.0, 104.0)),
        |v, ()| (v.state.not_home() + forced(v.problem, v.state, Count::Runs)).into(),
    ),
    NodeFeature::new(
        estimate(
            "deadlock_extra",
            "runs with a card that must move before it goes home, the way home not counted",
            ALWAYS,
            NEVER,
        ),
        |_, _| Some((0.0, 52.0)),
        |v, ()| forced(v.problem, v.state, Count::Runs).into(),
    ),
    NodeFeature::new(
        context("phase", "g / (g + cards not home)", Needs::G),
        |_, _| Some((0.0, 1.0)),
        |v, ()| {
            let (g, left) = (f64::from(v.g), f64::from(v.state.not_home()));
            if left == 0.0 { 1.0 } else { g / (g + left) }
        },
    ),
    NodeFeature::new(
        context("g", "cost of the path so far", Needs::G),
        |_, _| Some((0.0, f64::INFINITY)),
        |v, ()| v.g.into(),
    ),
    NodeFeature::new(
        context("siblings", "moves of the position before (0 at the start)", Needs::SIBLINGS),
        |_, _| Some((0.0, 200.0)),
        |v, ()| v.siblings.into(),
    ),
    NodeFeature::new(
        last_move("move_home", "the last move took a card home"),
        |_, _| Some((0.0, 1.0)),
        |v, ()| v.parent.is_some_and(|(_, action)| action.goes_home()).into(),
    ),
    NodeFeature::new(
        last_move("move_to_column", "the last move ended in a column"),
        |_, _| Some((0.0, 1.0)),
        |v, ()| v.parent.is_some_and(|(_, action)| action.goes_to_column()).into(),
    ),
    NodeFeature::new(
        last_move("move_to_cell", "the last move put a card into a cell"),
        |_, _| Some((0.0, 1.0)),
        |v, ()| v.parent.is_some_and(|(_, action)| action.goes_to_cell()).into(),
    ),
];

impl Featured for FreeCell {
    fn features(&self) -> &[NodeFeature<Self>] {
        FEATURES
    }

    fn prices(&self) -> &'static [Prices] {
        PRICES
    }
}

/// In nanoseconds, by the shortest of 40 times of A* with `0*FEATURE` on the same nodes,
/// against that of the cheapest feature (deal 11982).
const PRICES: &[Prices] = &[
    (&["hsd_board"], 120),
    (&["hsd_paper"], 105),
    (
        &[
            "number_well_placed",
            "misplaced",
            "bottom_cards",
            "unsorted",
            "inversions",
            "buried_next",
            "buried_second",
            "burying",
            "unfounded",
            "uncrowned",
        ],
        200,
    ),
    (&["deadlock"], 900),
    (&["deadlock_runs"], 850),
    (&["deadlock_extra"], 850),
    (&["siblings"], 35),
];

/// A yes or no about the last move.
const fn last_move(name: &'static str, about: &'static str) -> FeatureInfo {
    context(name, about, Needs::PARENT).boolean()
}

/// Four needed cards at the bottom of one column with all others above: 48 + 49 + 50 + 51.
const MAX_BURIED: f64 = 198.0;

type Seen<'a> = View<'a, FreeCell>;

fn places(game: &FreeCell) -> f64 {
    (game.rules.columns + game.rules.cells) as f64
}

fn free_places(v: &Seen<'_>) -> u32 {
    v.problem.empty_cells(v.state) + v.problem.empty_columns(v.state)
}

fn lowest(v: &Seen<'_>) -> u8 {
    v.state.home.iter().copied().min().unwrap_or(0)
}

fn highest(v: &Seen<'_>) -> u8 {
    v.state.home.iter().copied().max().unwrap_or(0)
}

fn difference_from_top(v: &Seen<'_>, (): &mut ()) -> f64 {
    let tops = v.state.tops.count_ones();
    let sum: u32 = cards(v.state.tops).map(|card| u32::from(card >> 2) + 1).sum();
    let mean = if tops == 0 { 0.0 } else { f64::from(sum) / f64::from(tops) };
    mean - f64::from(52 - v.state.not_home()) / 4.0
}
