//! Passes the plans of an anytime search on while it runs.

use crate::system::watch::{Activity, Improvement, Watch};
use unstuck_core::instance::SearchInstance;
use unstuck_core::search::{Limit, Observer, Stats};

/// Watches a search, and writes the plans that it finds in the form of its domain.
pub(super) struct Improvements<'a, 'w> {
    pub(super) watch: &'a mut Watch<'w>,
    pub(super) puzzle: &'a dyn SearchInstance,
    pub(super) activity: &'a Activity,
}

impl Observer for Improvements<'_, '_> {
    fn poll(&mut self, stats: &Stats) -> Option<Limit> {
        self.watch.poll(stats)
    }

    fn iteration(&mut self, bound: u32, stats: &Stats) {
        self.watch.iteration(bound, stats);
    }

    fn proved(&mut self, bound: u64) {
        self.watch.proved(bound);
    }

    fn improved(&mut self, cost: u64, plan: &[String], stats: &Stats) {
        self.watch.improved(cost, plan, stats);
        let Some(write) = self.activity.plans.get() else { return };
        // The validator accepts it, as it must every plan that is shown.
        if !plan.is_empty()
            && let Ok(lengths) = self.puzzle.lengths(plan)
        {
            let metric = self.puzzle.metric();
            let length = lengths.iter().find(|(name, _)| *name == metric).map_or(cost, |&(_, length)| length);
            let (text, seconds) = (self.puzzle.plan_text(plan, &lengths), self.watch.seconds());
            write(&Improvement { plan, length, lengths: &lengths, text, seconds });
        }
    }

    fn stage(&mut self, name: &str, stats: &Stats) {
        self.watch.stage(name, stats);
    }
}
