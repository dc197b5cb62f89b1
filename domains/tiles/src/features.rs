//! The feature table of the sliding tiles: one row per feature, one file per larger idea.
//!
//! | file | idea |
//! |---|---|
//! | [`distances`] | how far every tile is from its place |
//! | [`linear_conflict`] | tiles of one line that stand in each other's way |
//! | [`walking_distance`] | rows and columns solved each for itself |
//! | [`permutation`] | cycles and inversions of the permutation |
//! | [`nilsson`] | the ring of the 8-puzzle |
//! | [`corner_tiles`], [`last_moves`] | what Manhattan overlooks near the corners and near the end |
//!
//! To add a feature, write a function over a [`StateView`] and give it a row in [`Tiles::FEATURES`]; say that it
//! is admissible and consistent only if that is proved.

pub mod corner_tiles;
pub mod distances;
pub mod last_moves;
pub mod linear_conflict;
pub mod nilsson;
pub mod permutation;
pub mod walking_distance;

use super::METRIC;
use super::cells::Cells;
use super::pdb::{Database, GROUPS, Placed};
use super::problem::{State, Tiles};
use super::scratch::Scratch;
use super::walking::Walking;
use unstuck_core::feature::{Needs, View, context, estimate, measure, up_to};
use unstuck_core::heuristic::NodeFeature;

/// What a feature looks at: the goal and a state.
pub struct StateView<'a, C: Cells> {
    /// The instance.
    pub problem: &'a Tiles<C>,
    /// The state.
    pub state: &'a State<C>,
    /// What is known of the state already.
    known: &'a Scratch,
}

impl<C: Cells> Clone for StateView<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Cells> Copy for StateView<'_, C> {}

impl<'a, C: Cells> StateView<'a, C> {
    /// The state of a node of which nothing is known.
    pub(super) fn new(view: &View<'a, Tiles<C>>) -> Self {
        Self { problem: view.problem, state: view.state, known: &Scratch::NOTHING }
    }
}

impl<C: Cells> StateView<'_, C> {
    /// Every tile with its cell and its goal's cell.
    fn tiles(self) -> impl Iterator<Item = (u8, usize, usize)> {
        let cells = (0..self.problem.size().cells()).filter(move |&cell| cell != self.state.blank());
        cells.map(move |cell| {
            let tile = self.state.tile(cell);
            (tile, cell, self.problem.home(tile))
        })
    }
}

/// The row of a pattern database, which exists once it has been prepared.
macro_rules! database {
    ($name:literal, $about:literal) => {
        NodeFeature::new(
            estimate($name, $about, MOVES, NEVER),
            |d, _| up_to(d.database($name)?.most(d.goal_tables.max_manhattan)),
            |v, s| state_view(v, s).pattern_database($name).into(),
        )
    };
}

impl<C: Cells> StateView<'_, C> {
    /// The placements of a database's groups, on the board and on the mirrored board.
    pub(super) fn placed(self, database: &Database) -> ([Placed; GROUPS], [Placed; GROUPS]) {
        let mut places = [0; 64];
        for (tile, cell, _) in self.tiles() {
            places[usize::from(tile)] = cell as u8;
        }
        (database.look_up(&places, false), database.look_up(&places, true))
    }

    /// The estimate of a pattern database; 0 where there is none.
    fn pattern_database(self, name: &str) -> u32 {
        if let Some((known, value)) = self.known.database
            && known == name
        {
            return value;
        }
        self.problem.database(name).map_or(0, |database| {
            let (plain, mirrored) = self.placed(database);
            let sum = |all: &[Placed]| all.iter().map(|placed| u32::from(placed.excess)).sum::<u32>();
            self.manhattan() + 2 * sum(&plain).max(sum(&mirrored))
        })
    }
}

const NEVER: &[&str] = &[];
const MOVES: &[&str] = &[METRIC];

impl<C: Cells> Tiles<C> {
    /// The feature table.
    pub const FEATURES: &'static [NodeFeature<Self>] = &[
        NodeFeature::new(estimate("zero", "0", MOVES, MOVES), |_, _| up_to(0), |_, _| 0.0),
        NodeFeature::new(
            estimate("misplaced", "tiles that are not in their place", MOVES, MOVES),
            |d, _| up_to(d.tile_count()),
            |v, s| state_view(v, s).misplaced().into(),
        ),
        NodeFeature::new(
            estimate("manhattan", "rows and columns every tile has to go", MOVES, MOVES),
            |d, _| up_to(d.goal_tables.max_manhattan),
            |v, s| state_view(v, s).manhattan().into(),
        ),
        NodeFeature::new(
            estimate(
                "linear_conflict",
                "manhattan, and 2 for every tile that has to leave its line to let others pass",
                MOVES,
                MOVES,
            ),
            |d, _| up_to(d.goal_tables.max_manhattan + 2 * d.max_conflicts()),
            |v, s| state_view(v, s).linear_conflict().into(),
        ),
        NodeFeature::new(
            estimate(
                "walking_distance",
                "moves to bring all tiles into their rows, and into their columns, each counted exactly (up to 4×4)",
                MOVES,
                MOVES,
            ),
            |d, _| d.walking().and_then(|walking| up_to(walking.most())),
            |v, s| state_view(v, s).walking_distance().into(),
        ),
        NodeFeature::new(
            estimate(
                "gaschnig",
                "moves if the blank could swap with any tile (Gaschnig's relaxation)",
                MOVES,
                MOVES,
            ),
            // The most cycles of two tiles each, at three swaps a cycle.
            |d, _| up_to(3 * d.tile_count().div_ceil(2)),
            |v, s| state_view(v, s).gaschnig().into(),
        ),
        NodeFeature::new(
            estimate("out_of_row", "tiles that are not in their row", MOVES, MOVES),
            |d, _| up_to(d.tile_count()),
            |v, s| state_view(v, s).out_of_row().into(),
        ),
        NodeFeature::new(
            estimate("out_of_column", "tiles that are not in their column", MOVES, MOVES),
            |d, _| up_to(d.tile_count()),
            |v, s| state_view(v, s).out_of_column().into(),
        ),
        NodeFeature::new(
            estimate(
                "nilsson_sequence",
                "manhattan + 3 × the ring's score: 2 per tile not followed by its successor, 1 for the centre (3×3)",
                NEVER,
                NEVER,
            ),
            |d, _| up_to(nilsson::ring(d.size()).map(|_| d.goal_tables.max_manhattan + 3 * 17)?),
            |v, s| state_view(v, s).nilsson_sequence().into(),
        ),
        NodeFeature::new(
            estimate(
                "corner_tiles",
                "manhattan, and 2 for every tile at home that must step aside to free a corner (default goal)",
                MOVES,
                NEVER,
            ),
            |d, _| up_to(d.goal_tables.ordered.then(|| d.goal_tables.max_manhattan + 12)?),
            |v, s| state_view(v, s).corner_tiles().into(),
        ),
        NodeFeature::new(
            estimate(
                "last_moves",
                "manhattan, and 2 if no tile can make the last move on its way home (default goal)",
                MOVES,
                MOVES,
            ),
            |d, _| up_to(d.goal_tables.ordered.then(|| d.goal_tables.max_manhattan + 2)?),
            |v, s| state_view(v, s).last_moves().into(),
        ),
        database!("pdb_555", "5-5-5 pattern database of the 15-puzzle, with reflection (default goal)"),
        database!("pdb_663", "6-6-3 pattern database of the 15-puzzle, with reflection (default goal)"),
        database!("pdb_78", "7-8 pattern database of the 15-puzzle, with reflection (default goal)"),
        database!("pdb_6666", "6-6-6-6 pattern database of the 24-puzzle, with reflection (default goal)"),
        NodeFeature::new(
            estimate("blank_distance", "rows and columns the blank has to go", MOVES, MOVES),
            |d, _| up_to(u32::from(d.size().width) + u32::from(d.size().height) - 2),
            |v, s| state_view(v, s).blank_distance().into(),
        ),
        NodeFeature::new(
            measure("inversions", "pairs of tiles in the wrong order, row by row"),
            |d, _| up_to(d.tile_count() * (d.tile_count() - 1) / 2),
            |v, s| state_view(v, s).inversions().into(),
        ),
        NodeFeature::new(
            context("g", "moves so far", Needs::G),
            |_, _| Some((0.0, f64::INFINITY)),
            |v, _| v.g.into(),
        ),
        NodeFeature::new(
            context("siblings", "children of the parent", Needs::SIBLINGS),
            |_, _| up_to(4),
            |v, _| v.siblings.into(),
        ),
        NodeFeature::new(
            context("phase", "g / (g + manhattan), 0 where both are 0", Needs::G),
            |_, _| up_to(1),
            |v, s| {
                if v.g == 0 { 0.0 } else { f64::from(v.g) / f64::from(v.g + state_view(v, s).manhattan()) }
            },
        ),
    ];

    fn tile_count(&self) -> u32 {
        self.size().cells() as u32 - 1
    }

    /// No line can lose more than all but one of its tiles.
    fn max_conflicts(&self) -> u32 {
        let (width, height) = (u32::from(self.size().width), u32::from(self.size().height));
        height * (width - 1) + width * (height - 1)
    }

    /// The pattern database of that name, if it has been prepared and is for this board and goal.
    pub(super) fn database(&self, name: &str) -> Option<&'static Database> {
        self.goal_tables
            .databases
            .iter()
            .copied()
            .flatten()
            .find(|database| database.split.table.name == name)
    }

    /// The tables of the walking distance, where they are small enough to have.
    pub(super) fn walking(&self) -> Option<&Walking> {
        Walking::exists(self.size())
            .then(|| self.goal_tables.walking.get_or_init(|| Walking::new(self.goal())))
    }
}

/// What a node shows.
fn state_view<'a, C: Cells>(view: &View<'a, Tiles<C>>, known: &'a Scratch) -> StateView<'a, C> {
    StateView { known, ..StateView::new(view) }
}
