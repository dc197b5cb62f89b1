//! A drawing between two axes.

use super::scale::Scale;
use super::thin::thin;
use super::{WIDTH, place, svg};
use crate::report::escape::escape;
use std::fmt::Write;
use unstuck_ops::analysis::format::is_real;

const HEIGHT: f64 = 230.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 34.0;

/// Points of a curve; the drawing is not wider on most screens.
const POINTS: usize = 160;

/// A colour by its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// One of eight that are distinguished by most eyes; further ones begin again.
    Series(usize),
    /// For what stands behind.
    Faint,
    /// For what others are measured against.
    Reference,
}

impl Colour {
    /// Its class in the style sheet.
    pub fn class(self) -> String {
        match self {
            Self::Series(number) => format!("c{}", number % 8),
            Self::Faint => "faint".to_owned(),
            Self::Reference => "reference".to_owned(),
        }
    }
}

/// Axes, and what was drawn so far.
pub struct Chart {
    x: Scale,
    y: Scale,
    label: String,
    marks: String,
    points: usize,
}

impl Chart {
    /// Axes with their names.
    pub fn new((x, x_name): (Scale, &str), (y, y_name): (Scale, &str)) -> Self {
        let mut chart =
            Self { x, y, label: format!("{y_name} by {x_name}"), marks: String::new(), points: POINTS };
        chart.axes(x_name, y_name);
        chart
    }

    /// Draws curves with fewer points, for pages that hold many.
    pub fn coarse(mut self) -> Self {
        self.points = POINTS / 3;
        self
    }

    fn across(&self, value: f64) -> f64 {
        LEFT + self.x.share(value) * (WIDTH - LEFT - RIGHT)
    }

    /// Values beyond the axis stop a little behind its end.
    fn down(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - self.y.share(value).clamp(-0.02, 1.02) * (HEIGHT - TOP - BOTTOM)
    }

    // Writing to a string cannot fail; here and below.
    fn axes(&mut self, x_name: &str, y_name: &str) {
        let (floor, end) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        let mut marks = String::new();
        for (value, name) in self.y.ticks(5) {
            let y = self.down(value);
            let _ = write!(
                marks,
                "<path class=\"grid\" d=\"M{LEFT} {0}H{end}\"/><text class=\"end\" x=\"{1}\" y=\"{2}\">{name}</text>",
                place(y),
                LEFT - 6.0,
                place(y + 4.0)
            );
        }
        let mut free = f64::NEG_INFINITY;
        for (value, name) in self.x.ticks(5) {
            let x = self.across(value);
            let _ = write!(marks, "<path class=\"axis\" d=\"M{} {floor}v4\"/>", place(x));
            // Names that would run into each other or over the edge are left out.
            let half = 3.3 * name.chars().count() as f64;
            if x - half > free && x + half < WIDTH {
                let _ = write!(
                    marks,
                    "<text class=\"middle\" x=\"{}\" y=\"{}\">{name}</text>",
                    place(x),
                    place(floor + 16.0)
                );
                free = x + half + 6.0;
            }
        }
        let _ = write!(
            marks,
            "<path class=\"axis\" d=\"M{LEFT} {floor}H{end}\"/><text class=\"name\" x=\"{}\" y=\"11\">{}</text>\
             <text class=\"name end\" x=\"{end}\" y=\"{}\">{}</text>",
            LEFT - 40.0,
            escape(y_name),
            HEIGHT - 4.0,
            escape(x_name)
        );
        self.marks.push_str(&marks);
    }

    fn real(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
        points.iter().copied().filter(|(x, y)| is_real(*x) && is_real(*y)).collect()
    }

    fn path(&mut self, class: &str, title: &str, points: &[(f64, f64)]) {
        let mut line = String::new();
        for &(x, y) in points {
            let _ = write!(line, "{}{} {}", if line.is_empty() { "M" } else { "L" }, place(x), place(y));
        }
        if !line.is_empty() {
            let title = escape(title);
            let _ =
                write!(self.marks, "<path class=\"line {class}\" d=\"{line}\"><title>{title}</title></path>");
        }
    }

    /// A line from point to point.
    pub fn line(&mut self, colour: Colour, title: &str, points: &[(f64, f64)]) {
        let points = thin(&Self::real(points), self.points);
        let placed: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (self.across(x), self.down(y))).collect();
        self.path(&colour.class(), title, &placed);
    }

    /// A dashed line, for what does not change.
    pub fn dashed(&mut self, colour: Colour, title: &str, points: &[(f64, f64)]) {
        let placed: Vec<(f64, f64)> =
            Self::real(points).iter().map(|&(x, y)| (self.across(x), self.down(y))).collect();
        self.path(&format!("dashed {}", colour.class()), title, &placed);
    }

    /// Steps that keep each value until the next point.
    pub fn steps(&mut self, colour: Colour, title: &str, points: &[(f64, f64)]) {
        let points = thin(&Self::real(points), self.points);
        let mut placed: Vec<(f64, f64)> = Vec::new();
        for (x, y) in points {
            let (x, y) = (self.across(x), self.down(y));
            if let Some(&(_, before)) = placed.last().filter(|(_, before)| *before != y) {
                placed.push((x, before));
            }
            placed.push((x, y));
        }
        self.path(&colour.class(), title, &placed);
    }

    /// An area between two values at each place, and a line of the values between.
    pub fn band(&mut self, colour: Colour, title: &str, points: &[(f64, [f64; 3])]) {
        let every = points.len().div_ceil(self.points).max(1);
        let last = points.len().saturating_sub(1);
        let some: Vec<&(f64, [f64; 3])> = points
            .iter()
            .enumerate()
            .filter(|(number, point)| {
                (number.is_multiple_of(every) || *number == last)
                    && point.1.iter().all(|value| is_real(*value))
            })
            .map(|(_, point)| point)
            .collect();
        let edge = |which: usize| some.iter().map(move |point| (point.0, point.1[which]));
        let outline: Vec<(f64, f64)> = edge(2).chain(edge(0).rev()).collect();
        if outline.len() > 2 && some.iter().any(|point| point.1[0] < point.1[2]) {
            let mut area = String::new();
            for (x, y) in outline {
                let _ = write!(area, "{},{} ", place(self.across(x)), place(self.down(y)));
            }
            let area = area.trim_end();
            let _ = write!(self.marks, "<polygon class=\"band {}\" points=\"{area}\"/>", colour.class());
        }
        let middle: Vec<(f64, f64)> = edge(1).collect();
        self.line(colour, title, &middle);
    }

    /// A dot, its area in proportion to a count.
    pub fn bubble(&mut self, colour: Colour, title: &str, (x, y): (f64, f64), radius: f64) {
        if is_real(x) && is_real(y) {
            let _ = write!(
                self.marks,
                "<circle class=\"bubble {}\" cx=\"{}\" cy=\"{}\" r=\"{}\"><title>{}</title></circle>",
                colour.class(),
                place(self.across(x)),
                place(self.down(y)),
                place(radius),
                escape(title)
            );
        }
    }

    /// The drawing.
    pub fn svg(&self) -> String {
        svg(HEIGHT, &self.label, &self.marks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_values_are_not_drawn() {
        let scale = || Scale::linear(0.0, 10.0);
        let mut chart = Chart::new((scale(), "x"), (scale(), "y"));
        let empty = chart.svg();
        chart.line(Colour::Faint, "", &[(f64::NAN, 1.0), (2.0, f64::MAX)]);
        chart.steps(Colour::Faint, "", &[(1.0, f64::INFINITY)]);
        chart.band(Colour::Faint, "", &[(1.0, [f64::NAN; 3])]);
        chart.bubble(Colour::Faint, "", (1.0, f64::NAN), 3.0);
        assert_eq!(chart.svg(), empty);
    }

    #[test]
    fn marks_are_where_they_belong() {
        let mut chart = Chart::new((Scale::linear(0.0, 10.0), "x"), (Scale::linear(0.0, 10.0), "<y>"));
        chart.steps(Colour::Series(9), "a & b", &[(0.0, 0.0), (10.0, 10.0)]);
        let svg = chart.svg();
        assert!(svg.contains("d=\"M44 196L350 196L350 20\"><title>a &amp; b</title>"), "{svg}");
        assert!(svg.contains("class=\"line c1\"") && svg.contains("&lt;y&gt;"), "{svg}");
    }
}
