//! Settings against each other.

use super::{folded, note, side_by_side};
use crate::report::escape::escape;
use crate::report::plot::{Colour, Group, boxes, figure};
use crate::report::sheets;
use unstuck_ops::analysis::Comparison;
use unstuck_ops::analysis::format::{chance_of, number};

/// Pairs that are shown without unfolding.
const OPEN: usize = 6;

/// What the columns of two groups mean.
pub const EFFECTS: &str = "A12 is the chance that a champion of the first is worse than one of the second; 0.5 is no \
                           difference. Where Jarque–Bera's p is small, means say little: mind the ranks.";

/// The section.
pub fn grid(comparison: &Comparison) -> String {
    let groups: Vec<Group> = comparison
        .groups
        .iter()
        .enumerate()
        .map(|(number, group)| Group {
            name: group.name.clone(),
            colour: Colour::Series(number),
            values: group.values.clone(),
        })
        .collect();
    let drawing = boxes(comparison.measure, &groups, &[]);
    let mut out = format!("<p>{}</p>", escape(&verdict(comparison)));
    out += &side_by_side(&[figure("Champions by setting", "lower is better", &[], &drawing)]);
    out += &sheets::groups(String::new(), &comparison.groups).html();
    let contrasts = sheets::contrasts("each against each", &comparison.pairs);
    let table = contrasts.html() + &note(EFFECTS);
    out += &if comparison.pairs.len() <= OPEN { table } else { folded("each against each", &table) };
    out
}

/// The tests over all settings, in a sentence.
pub fn verdict(comparison: &Comparison) -> String {
    let of = |name: &str, verdict: &unstuck_ops::analysis::statistics::Verdict| {
        format!("{name}: χ² = {}, {}", number(verdict.statistic), chance_of(verdict.p))
    };
    let mut text = String::new();
    if comparison.groups.len() > 2 {
        text += &of("Champion by champion, Kruskal–Wallis", &comparison.kruskal_wallis);
        text += ". ";
    }
    if let Some(friedman) = &comparison.friedman {
        text += &of("Instance by instance, Friedman", friedman);
        text += ". ";
    }
    text += "Pairs are corrected by Holm; runs that are not done are left out.";
    text
}
