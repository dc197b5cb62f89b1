//! The progress bars of an experiment, on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use std::time::Duration;

/// A bar over so many pieces of work; it knows what it is called, and ends with a message.
pub fn pieces(what: impl Into<String>, total: usize, quiet: bool) -> ProgressBar {
    bar(total as u64, what.into(), "{prefix} {bar:30} {pos}/{len} {wide_msg}", quiet)
}

/// A bar over a share of something, in thousandths, with room for figures.
pub fn share(what: String, quiet: bool) -> ProgressBar {
    let width = if columns() < 110 { 8 } else { 24 };
    bar(1_000, what, &format!("{{prefix}}{{bar:{width}}} {{wide_msg}}"), quiet)
}

/// The width of the terminal that bars are drawn on.
pub fn columns() -> u16 {
    console::Term::stderr().size().1
}

fn bar(total: u64, what: String, template: &str, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    // Whatever ends the work, an error included, takes the bar away.
    let bar = ProgressBar::with_draw_target(Some(total), target).with_finish(ProgressFinish::AndClear);
    // The templates are ours; should one be wrong, indicatif's own look will do.
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style.progress_chars("━╸─"));
    bar.set_prefix(what);
    if !quiet {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}
