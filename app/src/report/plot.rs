//! Drawings as SVG, small enough for a phone: a page puts several of them side by side where there is room.
//!
//! | file | what it draws |
//! |---|---|
//! | [`scale`] | from values to places, with round ticks |
//! | [`chart`] | axes, and lines, steps, bands, dots and bubbles between them |
//! | [`boxes`](mod@boxes) | box plots, one row a group |
//! | [`bars`](mod@bars) | bars with names and figures |
//! | [`thin`] | curves with no more points than a screen can show |
//!
//! Colours are classes (`c0` to `c7`), which the page's style sheet fills in for light and dark screens. Titles and
//! legends are text of the page, so that they wrap.

mod bars;
mod boxes;
mod chart;
mod scale;
mod thin;

pub use bars::{Bar, bars};
pub use boxes::{Group, Level, boxes};
pub use chart::{Chart, Colour};
pub use scale::Scale;

use super::escape::escape;
use std::fmt::Write;

/// The width of every drawing, in its own units.
pub const WIDTH: f64 = 360.0;

/// A drawing with its title, a note and what its colours mean.
pub fn figure(title: &str, note: &str, legend: &[(Colour, String)], drawing: &str) -> String {
    let mut out = format!("<figure><figcaption><b>{}</b>", escape(title));
    if !note.is_empty() {
        let _ = write!(out, " <span class=\"note\">{}</span>", escape(note));
    }
    if !legend.is_empty() {
        out.push_str("<span class=\"legend\">");
        for (colour, name) in legend {
            let _ = write!(out, "<span><i class=\"{}\"></i>{}</span>", colour.class(), escape(name));
        }
        out.push_str("</span>");
    }
    out.push_str("</figcaption>");
    out.push_str(drawing);
    out.push_str("</figure>");
    out
}

/// The frame of a drawing.
fn svg(height: f64, label: &str, content: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{}\">{content}</svg>",
        escape(label)
    )
}

/// A coordinate, to a tenth.
fn place(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}
