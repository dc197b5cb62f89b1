//! What screens show of a state: boards, moves and highlights, as plain data.
//!
//! A domain fills these in its `view.rs`, and brings its own kind of board along. Screens draw a board by its kind and need
//! to know nothing else of the domain; a state without a drawing is shown as text.
//!
//! ```
//! use unstuck_core::domain::{self, Settings};
//! use unstuck_tiles::{TilesDomain, view::TilesBoard};
//! let start = domain::read_search(&TilesDomain, "1 3 0 2", None, &Settings::new()).unwrap();
//! let next = start.play(&["R".to_owned()]).unwrap();
//! let board = next.view();
//! assert_eq!((board.kind(), next.moves().len(), next.g()), ("tiles", 2, 1));
//! assert_eq!(board.data::<TilesBoard>().unwrap().cells, [1, 3, 2, 0]);
//! ```

#[cfg(feature = "schema")]
mod schema;

use crate::drawing::Drawing;
use crate::feature::Text;
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A state as screens show it: a kind, by which a screen finds its drawing, and the domain's own data.
///
/// As JSON it is one object, the data with the kind before them. (The serialiser must be that of `serde_json`.)
#[derive(Debug, Clone)]
pub struct Board {
    kind: Text,
    data: Arc<dyn BoardData>,
    draw: Option<fn(&Self) -> Option<Drawing>>,
}

/// The data of a board: whatever can be compared and written as a JSON object.
pub trait BoardData: Any + fmt::Debug + Send + Sync {
    /// The object, with the kind of the board as its first field.
    fn json(&self, kind: &str) -> serde_json::Result<Box<RawValue>>;
    /// Whether another board has the same data.
    fn equals(&self, other: &dyn Any) -> bool;
    /// The data themselves.
    fn as_any(&self) -> &dyn Any;
}

impl<T: Any + fmt::Debug + PartialEq + Serialize + Send + Sync> BoardData for T {
    fn json(&self, kind: &str) -> serde_json::Result<Box<RawValue>> {
        #[derive(Serialize)]
        struct Tagged<'a, T> {
            kind: &'a str,
            #[serde(flatten)]
            data: &'a T,
        }
        to_raw_value(&Tagged { kind, data: self })
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The data of a board without a drawing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct TextBoard {
    /// The state's text.
    pub text: String,
}

impl Board {
    /// A board of a kind.
    pub fn new(kind: impl Into<Text>, data: impl BoardData) -> Self {
        Self { kind: kind.into(), data: Arc::new(data), draw: None }
    }

    /// The same of a board that can be drawn for paper.
    #[must_use]
    pub fn with_drawing(mut self, draw: fn(&Self) -> Option<Drawing>) -> Self {
        self.draw = Some(draw);
        self
    }

    /// A board that is a text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new("text", TextBoard { text: text.into() })
    }

    /// What it is drawn as.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Its drawing for paper, where the domain has one.
    pub fn drawing(&self) -> Option<Drawing> {
        self.draw.and_then(|draw| draw(self))
    }

    /// Its data, for callers that know their type.
    pub fn data<T: BoardData>(&self) -> Option<&T> {
        (*self.data).as_any().downcast_ref()
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.data.equals((*other.data).as_any())
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.data.json(&self.kind).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// A legal move, as a player makes it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Move {
    /// As plans write it.
    pub text: String,
    /// In words.
    pub words: String,
    /// What it costs, where that is known without making it.
    #[serde(skip)]
    pub cost: Option<u32>,
    /// Rush Hour: the vehicle's letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub vehicle: Option<String>,
    /// Rush Hour: cells to the right or down.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub delta: Option<i32>,
    /// FreeCell: the cards that move, the lowest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub cards: Option<Vec<String>>,
    /// FreeCell: column `1`…`9` `0` or cell `a`…`i`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub from: Option<String>,
    /// FreeCell: column, cell, or `h` for home.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub to: Option<String>,
    /// Tiles: the tile that slides into the gap.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub tile: Option<u32>,
}

/// Something on a board that a feature counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Highlight))]
pub struct Highlight {
    /// What it is.
    pub kind: HighlightKind,
    /// Letter of a vehicle.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub vehicle: Option<String>,
    /// A card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub card: Option<String>,
    /// Row of a cell or ghost.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub row: Option<u32>,
    /// Column of a cell or ghost.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub column: Option<u32>,
    /// What the feature sees in it.
    pub role: &'static str,
}

/// What is highlighted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
