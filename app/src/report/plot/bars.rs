//! Bars with names before and figures behind them, the largest first.

use super::{WIDTH, place, svg};
use crate::report::escape::escape;
use std::fmt::Write;

const ROW: f64 = 20.0;
const NAME: f64 = 132.0;
const FIGURE: f64 = 84.0;

/// Letters of a name that find room.
const LETTERS: usize = 21;

/// One bar.
pub struct Bar {
    /// What it stands for.
    pub name: String,
    /// Its length, from 0 to 1.
    pub share: f64,
    /// What is written behind it.
    pub figure: String,
}

/// Bars on one scale, the full width being `most`.
pub fn bars(what: &str, bars: &[Bar], most: f64) -> String {
    let room = WIDTH - NAME - FIGURE;
    let mut out = String::new();
    for (row, bar) in bars.iter().enumerate() {
        let top = ROW * row as f64;
        let share =
            if bar.share.is_finite() && most > 0.0 { (bar.share / most).clamp(0.0, 1.0) } else { 0.0 };
        let length = (share * room).max(0.5);
        let short: String = match bar.name.char_indices().nth(LETTERS) {
            Some((end, _)) => format!("{}…", &bar.name[..end]),
            None => bar.name.clone(),
        };
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<g><title>{}: {}</title><text class=\"end\" x=\"{}\" y=\"{}\">{}</text>\
             <rect class=\"bar\" x=\"{NAME}\" y=\"{}\" width=\"{}\" height=\"12\"/>\
             <text x=\"{}\" y=\"{}\">{}</text></g>",
            escape(&bar.name),
            escape(&bar.figure),
            NAME - 6.0,
            top + 14.0,
            escape(&short),
            top + 4.0,
            place(length),
            place(NAME + length + 6.0),
            top + 14.0,
            escape(&bar.figure)
        );
    }
    svg(ROW * bars.len() as f64 + 4.0, what, &out)
}
