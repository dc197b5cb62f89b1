//! What rules see of a choice: the item, the bin before and after, how many bins are alike, what came before.

use crate::packing::Packing;
use crate::partial::{Partial, kind};
use std::sync::{Arc, LazyLock};
use unstuck_core::feature::{FeatureTable, infos, up_to};
use unstuck_core::features;
use unstuck_core::optimisation::acceptance;
use unstuck_core::optimisation::decision::{CHOOSE, ChoiceFeature, Featured};

/// Name of the domain.
pub const DOMAIN: &str = "bin-packing";

/// The tables of the decisions: `choose` and `accept`.
pub fn tables() -> &'static [Arc<FeatureTable>; 2] {
    static TABLES: LazyLock<[Arc<FeatureTable>; 2]> = LazyLock::new(|| {
        let choose = FeatureTable::of_decision(DOMAIN, CHOOSE, infos(Packing::<true>::FEATURES));
        [choose, acceptance::table(DOMAIN)]
    });
    &TABLES
}

/// A part of the items so far; 0 before the first.
fn part(count: u32, partial: &Partial) -> f64 {
    f64::from(count) / f64::from(partial.count.max(1))
}

/// How close to 0 a free room is: 1 for none, falling with this rate to e^-rate for an empty bin.
fn closeness<const ONLINE: bool>(rate: f64, room: u32, problem: &Packing<ONLINE>) -> f64 {
    libm::exp(-rate * f64::from(room) / problem.capacity())
}

impl<const ONLINE: bool> Packing<ONLINE> {
    fn capacity(&self) -> f64 {
        self.items().capacity.into()
    }

    fn count(&self) -> f64 {
        self.items().sizes.len() as f64
    }

    /// Features of a choice, in the order of the table.
    pub const FEATURES: &'static [ChoiceFeature<Self>] = features! { ChoiceFeature<Self>;
        "item" "size of the item": |problem, _| up_to(problem.items().capacity), |view, _| view.choice.size.into();
        "before" "free room of the bin before; the capacity if it is new":
            |problem, _| up_to(problem.items().capacity), |view, _| view.choice.before.into();
        "after" "free room of the bin afterwards":
            |problem, _| up_to(problem.items().capacity), |view, _| view.choice.after().into();
        "share" "free room afterwards, as a part of the capacity":
            |_, _| up_to(1), |view, _| f64::from(view.choice.after()) / view.problem.capacity();
        "exact" "1 if the bin is full afterwards, else 0":
            |_, _| up_to(1), |view, _| f64::from(u8::from(view.choice.after() == 0));
        "is_new" "1 if the bin is new, else 0":
            |_, _| up_to(1), |view, _| f64::from(u8::from(view.choice.before == view.problem.items().capacity));
        "capacity" "capacity of a bin" per_instance:
            |problem, _| up_to(problem.items().capacity), |view, _| view.problem.capacity();
        "nearly_full" "e^(-8 after ÷ capacity): 1 if the bin is full afterwards, small from a third on":
            |_, _| up_to(1), |view, _| closeness(8.0, view.choice.after(), view.problem);
        "nearly_full_before" "the same of the bin before":
            |_, _| up_to(1), |view, _| closeness(8.0, view.choice.before, view.problem);
        "close_fit" "e^(-32 after ÷ capacity): 1 if the bin is full afterwards, small from a tenth on":
            |_, _| up_to(1), |view, _| closeness(32.0, view.choice.after(), view.problem);
        "count_before" "open bins with the free room that this one has before; 0 if it is new":
            |problem, _| Some((0.0, problem.count())), |view, _| view.partial.counts[view.choice.before as usize].into();
        "count_after" "open bins with the free room that this one has afterwards; 0 if it is full":
            |problem, _| Some((0.0, problem.count())),
            |view, _| view.partial.counts[view.choice.after() as usize].into();
        "open_bins" "bins that are neither empty nor full" per_step:
            |problem, _| Some((0.0, problem.count())), |view, _| view.partial.open_bins.into();
        "open_space" "free room in open bins, in capacities" per_step:
            |problem, _| Some((0.0, problem.count())),
            |view, _| view.partial.open_space as f64 / view.problem.capacity();
        "items_seen" "items that are packed" per_step:
            |problem, _| Some((0.0, problem.count())), |view, _| f64::from(view.partial.count);
        "mean_item" "mean size of the items that are packed; 0 before the first" per_step:
            |problem, _| up_to(problem.items().capacity),
            |view, _| view.partial.packed as f64 / f64::from(view.partial.count.max(1));
        "frequency" "part of the items so far that fit into the free room afterwards":
            |_, _| up_to(1), |view, _| part(view.partial.seen_up_to(view.choice.after()), view.partial);
        "matching" "part of the items so far that fill the free room afterwards exactly":
            |_, _| up_to(1), |view, _| match view.choice.after() {
                0 => 0.0,
                after => {
                    let count = view.partial.seen_up_to(after) - view.partial.seen_up_to(after - 1);
                    part(count, view.partial)
                }
            };
        "rank" "classes of open bins with less free room that the item fits into":
            |problem, _| up_to(problem.items().capacity), |view, _| {
                let tighter = view.partial.residuals(view.choice.size);
                tighter.take_while(|&residual| residual < view.choice.before).count() as f64
            };
        "age" "bins opened since this one was, with it; 0 if it is new":
            |problem, _| Some((0.0, problem.count())), |view, _| {
                let class = view.partial.class(view.choice.before, view.choice.kind);
                let oldest = view.partial.ages[class].peek();
                oldest.map_or(0.0, |bin| f64::from(view.partial.bins - bin.0))
            };
        "items_left" "items that are not packed yet; offline, and online where it is known" per_step:
            |problem, _| problem.has_horizon().then(|| (0.0, problem.count())),
            |view, _| view.problem.count() - f64::from(view.partial.count);
        "size_left" "items of the same size that are not packed yet; offline":
            |problem, _| if ONLINE { None } else { Some((0.0, problem.count())) },
            |view, _| view.partial.left[view.choice.size as usize].into();
        "same_kind" "1 if the bin is new or its first item is of the same kind: above a half, a third, … an eighth of the capacity, or below":
            |_, _| up_to(1), |view, _| f64::from(u8::from(view.choice.kind == kind(view.problem.items().capacity, view.choice.size)));
    };
}

impl<const ONLINE: bool> Featured for Packing<ONLINE> {
    fn choice_features(&self) -> &[ChoiceFeature<Self>] {
        Self::FEATURES
    }
}
