//! The shapes that drawings for paper are made of, as SVG.

/// Length of a cell's side.
pub const CELL: u32 = 20;

/// A drawing of so many columns and rows of cells, with a border.
pub fn grid(width: u32, height: u32, inside: &str) -> String {
    let (wide, high) = (width * CELL, height * CELL);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-4 -4 {} {}\" font-size=\"11\" text-anchor=\"middle\">\
         <rect width=\"{wide}\" height=\"{high}\" fill=\"#fff\" stroke=\"#333\"/>{inside}</svg>",
        wide + 8,
        high + 8
    )
}

/// A rectangle with round corners.
pub fn rectangle((x, y): (u32, u32), (width, height): (u32, u32), fill: &str) -> String {
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"3\" fill=\"{fill}\" stroke=\"#333\"/>"
    )
}

/// A text around a point.
pub fn label(x: u32, y: u32, text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{}\">{}</text>", y + 4, escaped(text))
}

/// A text without what HTML takes for markup.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
