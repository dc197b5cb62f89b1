//! The progress bar: on standard error, only on a terminal, only for what takes longer than a second.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use unstuck_ops::numbers;
use unstuck_ops::progress::{Extent, Progress, Silent, Stage};
use unstuck_ops::watch::Activity;

/// Work that takes less is not worth a flicker.
const PATIENCE: Duration = Duration::from_secs(1);

/// Progress bars, or nothing.
pub fn progress(quiet: bool) -> &'static dyn Progress {
    if quiet { &Silent } else { &Bars }
}

/// Shows the stages of work as bars.
struct Bars;

impl Progress for Bars {
    fn stage(&self, title: &str, extent: Extent) -> Box<dyn Stage + '_> {
        Box::new(Bar::new(title, extent))
    }
}

/// A bar that appears when the work turns out to take long.
struct Bar {
    bar: ProgressBar,
    total: usize,
    started: Instant,
    shown: bool,
    /// When and at which count the rate was last shown.
    last: (Instant, u64),
    rate: Option<f64>,
}

impl Bar {
    /// A bar over pieces of work or a share, or a spinner for one piece.
    fn new(what: &str, extent: Extent) -> Self {
        let total = extent.total();
        let template = match extent {
            Extent::Pieces(1) => "{spinner} {prefix} {elapsed} {msg}",
            Extent::Pieces(_) => "{prefix} {bar:30} {pos}/{len} {msg}",
            Extent::Share => "{prefix} {bar:30} {percent}% {elapsed}",
        };
        // The templates are ours; should one be wrong, indicatif's own look will do.
        let style = ProgressStyle::with_template(template)
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .progress_chars("━╸─");
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden());
        bar.set_style(style);
        bar.set_prefix(what.to_owned());
        let now = Instant::now();
        Self { bar, total, started: now, shown: false, last: (now, 0), rate: None }
    }
}

impl Stage for Bar {
    fn show(&mut self, done: usize, activity: &Activity) {
        if !self.shown && self.started.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.shown = true;
        }
        let expanded = activity.expanded.load(Ordering::Relaxed);
        let since = self.last.0.elapsed().as_secs_f64();
        if since > 0.5 {
            self.rate = Some((expanded - self.last.1) as f64 / since);
            self.last = (Instant::now(), expanded);
        }
        let mut parts = Vec::new();
        if self.total > 1 && done > 0 {
            // The pieces of work differ too much for anything finer than their mean.
            let each = self.started.elapsed().as_secs_f64() / done as f64;
            parts.push(format!("about {:.0} s left", each * self.total.saturating_sub(done) as f64));
        }
        if expanded > 0 {
            parts.push(format!("{} expanded", numbers::rough(expanded as f64)));
        }
        if let Some(rate) = self.rate.filter(|rate| *rate > 0.0) {
            parts.push(format!("{}/s", numbers::rough(rate)));
        }
        for (name, value) in [("bound", &activity.bound), ("best so far", &activity.best)] {
            let value = value.load(Ordering::Relaxed);
            // Of many searches at once, the bound of one means nothing.
            if value > 0 && self.total == 1 {
                parts.push(format!("{name} {value}"));
            }
        }
        self.bar.set_message(if parts.is_empty() {
            String::new()
        } else {
            format!("· {}", parts.join(", "))
        });
        self.bar.set_position(done as u64);
        self.bar.tick();
    }

    fn aside(&self, print: &mut dyn FnMut()) {
        self.bar.suspend(print);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
