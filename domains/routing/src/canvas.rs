//! Lines in the characters of a terminal: every character is a cell of two by four dots.

use unstuck_core::puzzle::{Piece, Tint};

/// Characters of a row, and most rows.
const COLUMNS: usize = 64;
const ROWS: usize = 22;

/// The dots of a cell in Unicode's order of bits, by row and column.
const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// A drawing of places and of the lines between them.
pub struct Canvas {
    rows: usize,
    /// The dots of each cell.
    dots: Vec<u8>,
    tints: Vec<Tint>,
    low: [f64; 2],
    /// Dots of a unit of length.
    factor: f64,
}

impl Canvas {
    /// A canvas that holds these places, as large as a terminal permits; none without places.
    pub fn new(places: &[[f64; 2]]) -> Option<Self> {
        let first = *places.first()?;
        let (mut low, mut high) = (first, first);
        for place in places {
            for axis in 0..2 {
                low[axis] = low[axis].min(place[axis]);
                high[axis] = high[axis].max(place[axis]);
            }
        }
        let size = [high[0] - low[0], high[1] - low[1]].map(|size| size.max(f64::MIN_POSITIVE));
        let factor = ((2 * COLUMNS - 1) as f64 / size[0]).min((4 * ROWS - 1) as f64 / size[1]);
        let factor = if factor.is_finite() { factor } else { 1.0 };
        let rows = ((size[1] * factor) as usize / 4 + 1).min(ROWS);
        let cells = rows * COLUMNS;
        Some(Self { rows, dots: vec![0; cells], tints: vec![Tint::Faint; cells], low, factor })
    }

    fn dot(&self, [x, y]: [f64; 2]) -> [i64; 2] {
        let [x, y] =
            [(x - self.low[0]) * self.factor, (y - self.low[1]) * self.factor].map(|at| at.round() as i64);
        // The second axis of a terminal points downwards.
        [x, 4 * self.rows as i64 - 1 - y]
    }

    fn set(&mut self, [x, y]: [i64; 2], tint: Tint) {
        if x < 0 || y < 0 || x >= 2 * COLUMNS as i64 || y >= 4 * self.rows as i64 {
            return;
        }
        let (x, y) = (x as usize, y as usize);
        let cell = y / 4 * COLUMNS + x / 2;
        self.dots[cell] |= BITS[y % 4][x % 2];
        self.tints[cell] = tint;
    }

    /// Draws a place.
    pub fn point(&mut self, place: [f64; 2], tint: Tint) {
        self.set(self.dot(place), tint);
    }

    /// Draws a line from a place to another.
    pub fn line(&mut self, from: [f64; 2], to: [f64; 2], tint: Tint) {
        let ([ax, ay], [bx, by]) = (self.dot(from), self.dot(to));
        let steps = (bx - ax).abs().max((by - ay).abs()).max(1);
        for step in 0..=steps {
            let between = |a: i64, b: i64| a + ((b - a) * step * 2 + steps * (b - a).signum()) / (2 * steps);
            self.set([between(ax, bx), between(ay, by)], tint);
        }
    }

    /// The rows, in pieces of one colour.
    pub fn rows(&self) -> Vec<Vec<Piece>> {
        let row = |row: usize| {
            let mut pieces: Vec<Piece> = Vec::new();
            for cell in row * COLUMNS..(row + 1) * COLUMNS {
                let sign = match self.dots[cell] {
                    0 => ' ',
                    dots => char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' '),
                };
                match pieces.last_mut() {
                    Some(piece) if piece.tint == self.tints[cell] || sign == ' ' => piece.text.push(sign),
                    _ => pieces.push(Piece { text: sign.into(), tint: self.tints[cell] }),
                }
            }
            if let Some(last) = pieces.last_mut() {
                last.text.truncate(last.text.trim_end().len());
            }
            pieces
        };
        (0..self.rows).map(row).collect()
    }
}
