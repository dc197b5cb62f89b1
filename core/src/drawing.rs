//! Drawings of boards for paper, as SVG in black, grey and one colour.
//!
//! ```
//! use unstuck_core::drawing::{CELL, Drawing};
//! let mut board = Drawing::new(2, 1);
//! board.rectangle((0, 0), (CELL, CELL), "#ddd");
//! board.label((CELL / 2, CELL / 2), "1");
//! assert!(board.svg().starts_with("<svg ") && board.svg().contains(">1</text>"));
//! ```

use std::fmt::Write as _;

/// Length of a cell's side; coordinates are counted in the same unit.
pub const CELL: u32 = 20;

/// A frame with shapes in it.
#[derive(Debug, Clone)]
pub struct Drawing {
    width: u32,
    height: u32,
    shapes: String,
}

impl Drawing {
    /// An empty frame of so many cells.
    pub fn new(columns: u32, rows: u32) -> Self {
        Self { width: columns * CELL, height: rows * CELL, shapes: String::new() }
    }

    /// Adds a rectangle with round corners by its upper left corner.
    pub fn rectangle(&mut self, (x, y): (u32, u32), (width, height): (u32, u32), fill: &str) {
        let _ = write!(
            self.shapes,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"3\" fill=\"{fill}\" stroke=\"#333\"/>"
        );
    }

    /// Adds a text by its middle.
    pub fn label(&mut self, (x, y): (u32, u32), text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(self.shapes, "<text x=\"{x}\" y=\"{}\">{text}</text>", y + 4);
    }

    /// Adds a thick line.
    pub fn line(&mut self, (x1, y1): (u32, u32), (x2, y2): (u32, u32), stroke: &str) {
        let _ =
            write!(self.shapes, "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{stroke}\" stroke-width=\"4\"/>");
    }

    /// The element.
    pub fn svg(&self) -> String {
        let Self { width, height, shapes } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-4 -4 {} {}\" font-size=\"11\" text-anchor=\"middle\">\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\" stroke=\"#333\"/>{shapes}</svg>",
            width + 8,
            height + 8
        )
    }
}
