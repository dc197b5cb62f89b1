//! What rules see of a choice: the cover of the shift, the wishes and the line of the person, the day. When the day is
//! closed, everything about a person is 0.

use crate::partial::{Choice, View};
use crate::roster::{HARD, Rostering};
use std::sync::{Arc, LazyLock};
use unstuck_core::feature::{Bounds, FeatureTable, infos, up_to};
use unstuck_core::features;
use unstuck_core::optimisation::acceptance;
use unstuck_core::optimisation::decision::{CHOOSE, ChoiceFeature, Featured};

/// Name of the domain.
pub const DOMAIN: &str = "rostering";

type Row = ChoiceFeature<Rostering>;

/// The tables of the decisions: `choose` and `accept`.
pub fn tables() -> &'static [Arc<FeatureTable>; 2] {
    static TABLES: LazyLock<[Arc<FeatureTable>; 2]> = LazyLock::new(|| {
        let choose = FeatureTable::of_decision(DOMAIN, CHOOSE, infos(FEATURES));
        [choose, acceptance::table(DOMAIN)]
    });
    &TABLES
}

/// A value of the person and the kind of shift; 0 for closing the day.
fn of(view: &View<'_>, value: impl Fn(usize, usize) -> f64) -> f64 {
    match view.choice {
        Choice::Work { person, cell } => value(person.into(), cell.into()),
        Choice::Close => 0.0,
    }
}

fn cover(view: &View<'_>, kind: usize) -> ([i32; 3], i32) {
    let place = view.partial.day * view.problem.kinds + kind;
    (view.problem.cover[place], view.partial.roster.present[place].into())
}

fn flag(flag: bool) -> f64 {
    f64::from(u8::from(flag))
}

fn days(problem: &Rostering, _: u32) -> Option<Bounds> {
    up_to(problem.days as u32)
}
fn amount(_: &Rostering, _: u32) -> Option<Bounds> {
    Some((-1e9, 1e9))
}
fn one(_: &Rostering, _: u32) -> Option<Bounds> {
    up_to(1)
}

/// Features of a choice, in the order of the table.
pub const FEATURES: &[Row] = features! { Row;
    "close" "1 if the day is closed, else 0": one, |view, _| flag(view.choice == Choice::Close);
    "gap" "people that the shift lacks; negative if there are too many":
        amount, |view, _| {
            of(view, |_, kind| {
                let ([need, ..], present) = cover(view, kind);
                f64::from(need - present)
            })
        };
    "cover" "how much the cost of the cover falls; negative if it rises":
        amount, |view, _| {
            of(view, |_, kind| {
                -(view.problem.joining(&view.partial.roster, view.partial.day, kind as u8) as f64)
            })
        };
    "wish" "how much the cost of requests falls, compared with a day off; negative if it rises":
        amount, |view, _| {
            of(view, |person, kind| {
                let cost = |cell: u8| view.problem.cell_cost(person, view.partial.day, cell) % HARD;
                (cost(0) - cost(kind as u8)) as f64
            })
        };
    "next_wish" "the same on the next day, for the same shift; 0 on the last day":
        amount, |view, _| {
            of(view, |person, kind| {
                let next = view.partial.day + 1;
                if next >= view.problem.days {
                    return 0.0;
                }
                let cost = |cell: u8| view.problem.cell_cost(person, next, cell) % HARD;
                (cost(0) - cost(kind as u8)) as f64
            })
        };
    "shifts_short" "mean shifts that the person needs yet for the fewest minutes":
        amount, |view, _| {
            of(view, |person, _| {
                let fewest = view.problem.limits[person].min_minutes;
                let short = fewest.saturating_sub(view.partial.roster.minutes[person]);
                f64::from(short) / view.problem.mean_shift()
            })
        };
    "shifts_left" "mean shifts that the person may have yet by the most minutes":
        amount, |view, _| {
            of(view, |person, _| {
                let most = view.problem.limits[person].max_minutes;
                let left = most.saturating_sub(view.partial.roster.minutes[person]);
                f64::from(left) / view.problem.mean_shift()
            })
        };
    "kind_left" "shifts of this kind that the person may have yet, at most one a day":
        days, |view, _| {
            of(view, |person, kind| {
                let place = person * view.problem.kinds + kind;
                let used = u32::from(view.partial.roster.counts[place]);
                let left = (view.problem.days - view.partial.day) as u32;
                f64::from(view.problem.max_shifts[place].saturating_sub(used).min(left))
            })
        };
    "run" "consecutive days of work before this one":
        days, |view, _| of(view, |person, _| f64::from(view.partial.runs[person].max(0)));
    "rest" "consecutive days off before this one, at most 7":
        |_, _| up_to(7), |view, _| of(view, |person, _| f64::from((-view.partial.runs[person]).clamp(0, 7)));
    "must" "1 if the run of the person is too short to end":
        one, |view, _| of(view, |person, _| flag(view.problem.must(view.partial, person)));
    "new_weekend" "1 if the person works on one weekend more":
        one, |view, _| {
            of(view, |person, _| {
                let weekend = view.problem.weekend_at(view.partial.day);
                flag(
                    weekend.is_some_and(|(first, _)| first == view.partial.day || view.partial.runs[person] <= 0),
                )
            })
        };
    "weekends_left" "weekends that the person may work yet":
        amount, |view, _| {
            of(view, |person, _| {
                let most = view.problem.limits[person].max_weekends;
                f64::from(most.saturating_sub(view.partial.roster.weekends[person]))
            })
        };
    "room" "days until the next fixed day off of the person, at most 7":
        |_, _| up_to(7), |view, _| {
            of(view, |person, _| {
                let end = view.problem.days.min(view.partial.day + 8);
                let off = |&day: &usize| view.problem.cell_cost(person, day, 1) >= HARD / 2;
                (view.partial.day + 1..end).find(off).map_or(7, |day| day - view.partial.day - 1) as f64
            })
        };
    "skills" "kinds of shifts that the person may work":
        amount, |view, _| {
            of(view, |person, _| {
                let start = person * view.problem.kinds;
                view.problem.max_shifts[start + 1..start + view.problem.kinds]
                    .iter()
                    .filter(|&&most| most > 0)
                    .count() as f64
            })
        };
    "blocked" "kinds of shifts that must not follow this one":
        amount, |view, _| {
            of(view, |_, kind| {
                let start = kind * view.problem.kinds;
                view.problem.successions[start..start + view.problem.kinds]
                    .iter()
                    .filter(|&&cost| cost > 0)
                    .count() as f64
            })
        };
    "tomorrow" "people that the shift needs on the next day, less those of today":
        amount, |view, _| {
            of(view, |_, kind| {
                let next = view.partial.day + 1;
                let need =
                    view.problem.cover.get(next * view.problem.kinds + kind).map_or(0, |cover| cover[0]);
                f64::from(need - cover(view, kind).1)
            })
        };
    "day_gap" "people that all shifts of the day lack" per_step:
        amount, |view, _| {
            (1..view.problem.kinds)
                .map(|kind| {
                    let ([need, ..], present) = cover(view, kind);
                    f64::from((need - present).max(0))
                })
                .sum()
        };
    "days_left" "days after this one" per_step: days, |view, _| (view.problem.days - view.partial.day - 1) as f64;
    "weekend" "1 on Saturdays and Sundays" per_step:
        one, |view, _| flag(view.problem.weekend_at(view.partial.day).is_some());
};

impl Rostering {
    /// The mean length of the shifts.
    fn mean_shift(&self) -> f64 {
        let sum: u32 = self.minutes.iter().sum();
        (f64::from(sum) / (self.kinds - 1) as f64).max(1.0)
    }
}

impl Featured for Rostering {
    fn choice_features(&self) -> &[ChoiceFeature<Self>] {
        FEATURES
    }
}
