//! The progress bars of an experiment, on standard error.

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use std::time::Duration;

/// A bar over a number of pieces of work, among other bars; it ends with a message.
pub fn pieces_among(bars: &MultiProgress, what: impl Into<String>, total: usize) -> ProgressBar {
    // Nothing may be drawn before it has its place among the others.
    let bar = bars.add(ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden()));
    dressed(bar, what.into(), PIECES)
}

/// A bar over a share of something, in thousandths, with room for figures, among other bars.
pub fn share_among(bars: &MultiProgress, what: String) -> ProgressBar {
    let width = if columns() < 110 { 8 } else { 24 };
    let bar = bars.add(ProgressBar::with_draw_target(Some(1_000), ProgressDrawTarget::hidden()));
    dressed(bar, what, &format!("{{prefix}} {{bar:{width}}} {{wide_msg}}"))
}

const PIECES: &str = "{prefix} {bar:30} {pos}/{len} {wide_msg}";

/// The width of the terminal that bars are drawn on.
pub fn columns() -> u16 {
    console::Term::stderr().size().1
}

fn dressed(bar: ProgressBar, what: String, template: &str) -> ProgressBar {
    // Whatever ends the work, an error included, takes the bar away.
    let bar = bar.with_finish(ProgressFinish::AndClear);
    // The templates are ours; should one be wrong, indicatif's own look will do.
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style.progress_chars("━╸─"));
    bar.set_prefix(what);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
