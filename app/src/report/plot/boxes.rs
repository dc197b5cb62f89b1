//! Box plots, one row a group: quartiles as a box, the whole range as a line, every value as a dot.

use super::chart::Colour;
use super::scale::Scale;
use super::{WIDTH, place, svg};
use crate::report::escape::escape;
use std::fmt::Write;
use unstuck_ops::analysis::format::{is_real, number};
use unstuck_ops::analysis::statistics::Quartiles;

const ROW: f64 = 44.0;
const SIDE: f64 = 14.0;

/// Values under one name.
pub struct Group {
    /// The name.
    pub name: String,
    /// The colour.
    pub colour: Colour,
    /// The values.
    pub values: Vec<f64>,
}

/// A value to be compared with.
pub struct Level {
    /// What it is.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
    /// The value.
    pub value: f64,
}

/// Box plots over one axis, with levels to be compared with.
pub fn boxes(name: &str, groups: &[Group], levels: &[Level]) -> String {
    let values = groups.iter().flat_map(|group| group.values.iter().copied());
    let scale = Scale::around(values.chain(levels.iter().map(|level| level.value)));
    let across = |value: f64| SIDE + scale.share(value) * (WIDTH - 2.0 * SIDE);
    let top = 6.0;
    let floor = top + ROW * groups.len() as f64 + 4.0;
    let mut out = String::new();
    // Writing to a string cannot fail; here and below.
    for (value, name) in scale.ticks(5) {
        let x = across(value);
        let half = 3.3 * name.chars().count() as f64;
        let _ = write!(
            out,
            "<path class=\"grid\" d=\"M{0} {top}V{floor}\"/><text class=\"middle\" x=\"{1}\" y=\"{2}\">{name}</text>",
            place(x),
            place(x.clamp(half, WIDTH - half)),
            floor + 15.0
        );
    }
    for level in levels.iter().filter(|level| is_real(level.value)) {
        // Below the name of the first group.
        let _ = write!(
            out,
            "<path class=\"line dashed {}\" d=\"M{} {}V{floor}\"><title>{}: {}</title></path>",
            level.colour.class(),
            place(across(level.value)),
            top + 14.0,
            escape(&level.name),
            number(level.value)
        );
    }
    for (row, group) in groups.iter().enumerate() {
        draw(&mut out, group, top + ROW * row as f64, &across);
    }
    let _ = write!(
        out,
        "<text class=\"name end\" x=\"{}\" y=\"{}\">{}</text>",
        WIDTH - SIDE,
        floor + 30.0,
        escape(name)
    );
    svg(floor + 34.0, &format!("box plots of {name}"), &out)
}

fn draw(out: &mut String, group: &Group, top: f64, across: &dyn Fn(f64) -> f64) {
    let real: Vec<f64> = group.values.iter().copied().filter(|value| is_real(*value)).collect();
    let quartiles = Quartiles::of(&real);
    let class = group.colour.class();
    let _ =
        write!(out, "<text class=\"label\" x=\"{SIDE}\" y=\"{}\">{}</text>", top + 12.0, escape(&group.name));
    if quartiles.count == 0 {
        return;
    }
    let (from, to, middle) = (top + 18.0, top + 36.0, top + 27.0);
    let [least, lower, median, upper, most] =
        [quartiles.minimum, quartiles.lower, quartiles.median, quartiles.upper, quartiles.maximum]
            .map(|value| place(across(value)));
    let _ = write!(
        out,
        "<g><title>{}: median {}, quartiles {} and {}, {} values</title>\
         <path class=\"line {class}\" d=\"M{least} {middle}H{lower}M{upper} {middle}H{most}\"/>\
         <rect class=\"bubble {class}\" x=\"{lower}\" y=\"{from}\" width=\"{}\" height=\"18\"/>\
         <path class=\"median {class}\" d=\"M{median} {from}V{to}\"/></g>",
        escape(&group.name),
        number(quartiles.median),
        number(quartiles.lower),
        number(quartiles.upper),
        quartiles.count,
        place((across(quartiles.upper) - across(quartiles.lower)).max(0.5)),
    );
    for value in real {
        let _ = write!(
            out,
            "<circle class=\"dot {class}\" cx=\"{}\" cy=\"{middle}\" r=\"2\"/>",
            place(across(value))
        );
    }
}
