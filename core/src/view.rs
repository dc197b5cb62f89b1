//! What screens show of a state: boards, moves and highlights, as plain data.
//!
//! A domain fills these in its `view.rs`. Screens draw a board by its `kind` and need to know nothing else of the domain; one
//! without a drawing of its own is shown as text.
//!
//! ```
//! use unstuck_core::domain::{self, Settings};
//! use unstuck_core::view::Board;
//! let tiles = unstuck_core::registry::domain("tiles").unwrap();
//! let start = domain::read(&*tiles, "1 3 0 2", None, &Settings::new()).unwrap();
//! let next = start.play(&["R".to_owned()]).unwrap();
//! let Board::Tiles(board) = next.view() else { panic!("tiles are drawn as tiles") };
//! assert_eq!((board.cells, next.moves().len(), next.g()), (vec![1, 3, 2, 0], 2, 1));
//! ```

use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

/// A state, by what it is made of.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Board {
    /// Vehicles in a walled yard.
    RushHour(RushHourBoard),
    /// Numbered tiles and a gap.
    Tiles(TilesBoard),
    /// Cards in columns and cells.
    #[serde(rename = "freecell")]
    FreeCell(FreeCellBoard),
    /// Ground atoms of a planning task.
    Atoms(AtomsBoard),
    /// A domain without a drawing.
    Text(TextBoard),
}

/// Writes a board as JSON inside a larger answer: the positions of a plan are little else.
pub fn json<S: Serializer>(board: &Board, serializer: S) -> Result<S::Ok, S::Error> {
    raw(board).map_err(S::Error::custom)?.serialize(serializer)
}

/// Not generic, so that this crate's optimised code does the work.
#[inline(never)]
fn raw(board: &Board) -> serde_json::Result<Box<RawValue>> {
    to_raw_value(board)
}

/// A Rush Hour board.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct RushHourBoard {
    /// Cells in a row.
    pub width: u32,
    /// Cells in a column.
    pub height: u32,
    /// The side with the exit.
    pub exit: Side,
    /// Letter of the target.
    pub target: String,
    /// Row and column of each wall.
    pub walls: Vec<(u32, u32)>,
    /// All vehicles.
    pub vehicles: Vec<VehicleView>,
}

/// A side of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Right.
    Right,
    /// Left.
    Left,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// A vehicle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Vehicle)]
pub struct VehicleView {
    /// Its letter.
    pub letter: String,
    /// Row of its top end, from 0.
    pub row: u32,
    /// Column of its left end, from 0.
    pub column: u32,
    /// Cells covered.
    pub length: u32,
    /// Which way it moves.
    pub axis: Direction,
}

/// Which way a vehicle moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Along its row.
    Horizontal,
    /// Along its column.
    Vertical,
}

/// A board of sliding tiles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TilesBoard {
    /// Cells in a row.
    pub width: u32,
    /// Cells in a column.
    pub height: u32,
    /// Row by row; 0 is the gap.
    pub cells: Vec<u32>,
    /// The goal in the same form.
    pub goal: Vec<u32>,
}

/// A FreeCell board. A card is its rank `A23456789TJQK` and suit `CDHS`, as in `TH`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FreeCellBoard {
    /// The cells.
    pub cells: Vec<Option<String>>,
    /// Cards of each suit that are home.
    pub home: Home,
    /// The columns, each from the bottom to the top card.
    pub columns: Vec<Vec<String>>,
    /// How columns are built.
    pub build: ColumnBuild,
    /// What may go into an empty column.
    pub empty: EmptyColumn,
}

/// Cards of each suit that are home, 0 to 13.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub struct Home {
    /// Clubs.
    pub c: u32,
    /// Diamonds.
    pub d: u32,
    /// Hearts.
    pub h: u32,
    /// Spades.
    pub s: u32,
}

/// How columns are built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColumnBuild {
    /// By alternating colours.
    Alternate,
    /// By suit.
    Suit,
}

/// What may go into an empty column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EmptyColumn {
    /// Any card.
    Any,
    /// Kings.
    King,
}

/// A state of a planning task: its true atoms by predicate, and the goal with what of it holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AtomsBoard {
    /// Name of the PDDL domain.
    pub domain: String,
    /// The objects, each with its type.
    pub objects: Vec<ObjectView>,
    /// The predicates with true atoms, in the order of the domain.
    pub predicates: Vec<PredicateView>,
    /// The ground atoms of the goal, as far as it is a conjunction; `complete` says whether it is.
    pub goals: Vec<GoalView>,
    /// Whether the goal is exactly the conjunction of `goals`.
    pub complete: bool,
    /// How many atoms are true: those left out of `predicates` included.
    pub atoms: usize,
}

/// An object of a planning task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ObjectView {
    /// Its name.
    pub name: String,
    /// Its type, `object` where it has none.
    #[serde(rename = "type")]
    pub kind: String,
}

/// The true atoms of a predicate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PredicateView {
    /// Name of the predicate.
    pub name: String,
    /// No action changes it.
    #[serde(rename = "static")]
    pub is_static: bool,
    /// The atoms.
    pub atoms: Vec<AtomView>,
}

/// A true atom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AtomView {
    /// Its objects.
    pub objects: Vec<String>,
    /// The goal asks for it.
    pub goal: bool,
}

/// An atom that the goal asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GoalView {
    /// Name of the predicate.
    pub predicate: String,
    /// Its objects.
    pub objects: Vec<String>,
    /// It is true in the state.
    pub reached: bool,
}

/// A state of a domain without a drawing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TextBoard {
    /// The state's text.
    pub text: String,
}

impl Board {
    /// A board that is a text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(TextBoard { text: text.into() })
    }
}

/// A legal move, as a player makes it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, ToSchema)]
pub struct Move {
    /// As plans write it.
    pub text: String,
    /// In words.
    pub words: String,
    /// Rush Hour: the vehicle's letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub vehicle: Option<String>,
    /// Rush Hour: cells to the right or down.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub delta: Option<i32>,
    /// FreeCell: the cards that move, the lowest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cards: Option<Vec<String>>,
    /// FreeCell: column `1`…`9` `0` or cell `a`…`i`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from: Option<String>,
    /// FreeCell: column, cell, or `h` for home.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub to: Option<String>,
    /// Tiles: the tile that slides into the gap.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub tile: Option<u32>,
}

/// Something on a board that a feature counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Highlight)]
pub struct Highlight {
    /// What it is.
    pub kind: HighlightKind,
    /// Letter of a vehicle.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub vehicle: Option<String>,
    /// A card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub card: Option<String>,
    /// Row of a cell or ghost.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub row: Option<u32>,
    /// Column of a cell or ghost.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub column: Option<u32>,
    /// What the feature sees in it.
    pub role: &'static str,
}

/// What is highlighted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HighlightKind {
    /// A vehicle.
    Vehicle,
    /// A vehicle where a goal board has it.
    Ghost,
    /// A cell.
    Cell,
    /// A card.
    Card,
}

impl Highlight {
    fn new(kind: HighlightKind, role: &'static str) -> Self {
        Self { kind, vehicle: None, card: None, row: None, column: None, role }
    }

    /// A vehicle that a feature counts.
    pub fn vehicle(letter: char, role: &'static str) -> Self {
        Self { vehicle: Some(letter.to_string()), ..Self::new(HighlightKind::Vehicle, role) }
    }

    /// A place where a vehicle is expected to go.
    pub fn ghost(letter: char, (row, column): (u8, u8)) -> Self {
        let vehicle = Some(letter.to_string());
        let (row, column) = (Some(row.into()), Some(column.into()));
        Self { vehicle, row, column, ..Self::new(HighlightKind::Ghost, "goal") }
    }

    /// A cell that a feature counts.
    pub fn cell(row: usize, column: usize, role: &'static str) -> Self {
        Self { row: Some(row as u32), column: Some(column as u32), ..Self::new(HighlightKind::Cell, role) }
    }

    /// A card that a feature counts.
    pub fn card(card: impl ToString, role: &'static str) -> Self {
        Self { card: Some(card.to_string()), ..Self::new(HighlightKind::Card, role) }
    }
}
