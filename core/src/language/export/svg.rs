//! A drawing of the tree: leaves side by side, parents centred over their children.

use super::ExportInfo;
use super::outline::{Item, Role, outline};
use std::fmt::Write;

pub(super) const FORM: ExportInfo = ExportInfo {
    name: "svg",
    ending: "svg",
    about: "a drawing of the tree",
    write: |formula, words| draw(&outline(formula, words)),
    is_code: false,
};

const ROW: f64 = 56.0;
const HEIGHT: f64 = 26.0;
const GAP: f64 = 14.0;

fn width(item: &Item) -> f64 {
    16.0 + 7.5 * item.label.chars().count() as f64
}

fn draw(items: &[Item]) -> String {
    let mut centre = vec![0.0; items.len()];
    let mut right = 0.0;
    for (number, item) in items.iter().enumerate() {
        centre[number] = match (item.children.first(), item.children.last()) {
            (Some(&first), Some(&last)) => (centre[first] + centre[last]) / 2.0,
            _ => {
                let middle = right + GAP + width(item) / 2.0;
                right += GAP + width(item);
                middle
            }
        };
        // A label wider than all below it must not run into its neighbour.
        right = f64::max(right, centre[number] + width(item) / 2.0);
    }
    let mut row = vec![0_usize; items.len()];
    for (number, item) in items.iter().enumerate().rev() {
        item.children.iter().for_each(|&child| row[child] = row[number] + 1);
    }
    let rows = row.iter().max().copied().unwrap_or_default() + 1;
    let top = |number: usize| GAP + ROW * row[number] as f64;
    let mut lines = String::new();
    let mut boxes = String::new();
    for (number, item) in items.iter().enumerate() {
        let (x, y, wide) = (centre[number], top(number), width(item));
        for &child in &item.children {
            // Writing to a string cannot fail.
            let _ = writeln!(
                lines,
                r#"  <line x1="{x:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}"/>"#,
                y + HEIGHT,
                centre[child],
                top(child)
            );
        }
        let class = match item.role {
            Role::Constant => "constant",
            Role::Feature => "feature",
            Role::Operation => "operation",
            Role::Rule => "rule",
        };
        let label = item.label.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let _ = writeln!(
            boxes,
            r#"  <g class="{class}"><rect x="{:.1}" y="{y:.1}" width="{wide:.1}" height="{HEIGHT}" rx="6"/><text x="{x:.1}" y="{:.1}">{label}</text></g>"#,
            x - wide / 2.0,
            y + 17.5,
        );
    }
    let (across, down) = (right + GAP, GAP + ROW * rows as f64);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:.0} {down:.0}" width="{across:.0}" height="{down:.0}">
  <style>
    line {{ stroke: #888 }}
    rect {{ stroke: #555; fill: #fff }}
    text {{ font: 13px sans-serif; text-anchor: middle; fill: #222 }}
    .constant rect {{ stroke: none; fill: #eee }}
    .feature rect {{ fill: #d9ead3 }}
    .operation rect {{ fill: #dbe7f6 }}
    .rule rect {{ fill: #fde9c9 }}
  </style>
{lines}{boxes}</svg>
"#
    )
}
