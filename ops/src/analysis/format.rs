//! Statistics as people read them. What does not exist is a dash.

pub use crate::request::numbers::{is_real, number};

use super::statistics::{Interval, Quartiles};
use unstuck_evolution::engine::Reason;

/// Stands for what does not exist.
pub const NONE: &str = "–";

/// A share.
pub fn percent(ratio: f64) -> String {
    if is_real(ratio) { format!("{:.1} %", 100.0 * ratio) } else { NONE.to_owned() }
}

/// A factor.
pub fn factor(ratio: f64) -> String {
    if is_real(ratio) { format!("{ratio:.3}") } else { NONE.to_owned() }
}

/// A mean length over the cheapest, where those of some instances are only the shortest known; with the number of
/// instances that it is the mean of, where that is not all.
pub fn length(ratio: f64, unproven: usize, (of, instances): (usize, usize)) -> String {
    if !is_real(ratio) {
        return NONE.to_owned();
    }
    let mark = if unproven > 0 { "≥ " } else { "" };
    let over = if of < instances { format!(" ({of})") } else { String::new() };
    format!("{mark}{}{over}", factor(ratio))
}

/// What that number means.
pub fn lengths_note(lengths: impl IntoIterator<Item = usize>, instances: usize) -> Option<String> {
    let fewer = lengths.into_iter().any(|of| of < instances);
    fewer.then(|| {
        "length (n): the mean over the n instances that are solved and whose cheapest plan is known"
            .to_owned()
    })
}

/// What that mark means.
pub fn unproven_note(unproven: usize, instances: usize) -> Option<String> {
    (unproven > 0).then(|| {
        format!("≥: of {unproven} of {instances} instances no plan is proven cheapest; the shortest known one counts")
    })
}

/// What a share of the reference search's nodes means where that search did not solve all instances.
pub fn reference_note(solved: usize, instances: usize, reference: &str) -> Option<String> {
    (solved < instances).then(|| {
        format!("{reference} solved {solved} of {instances} instances; on the others its limit counts as its nodes")
    })
}

/// A probability.
pub fn chance(p: f64) -> String {
    match p {
        p if p.is_nan() => NONE.to_owned(),
        p if p < 1e-4 => "< 0.0001".to_owned(),
        p => format!("{p:.4}"),
    }
}

/// The same in a sentence.
pub fn chance_of(p: f64) -> String {
    if p < 1e-4 { "p < 0.0001".to_owned() } else { format!("p = {}", chance(p)) }
}

/// Median and quartiles.
pub fn spread(quartiles: &Quartiles, write: impl Fn(f64) -> String) -> String {
    match quartiles.count {
        0 => NONE.to_owned(),
        1 => write(quartiles.median),
        _ => format!("{} [{}, {}]", write(quartiles.median), write(quartiles.lower), write(quartiles.upper)),
    }
}

/// An interval.
pub fn interval(interval: &Interval) -> String {
    if interval.low.is_nan() {
        return NONE.to_owned();
    }
    format!("{} to {}", factor(interval.low), factor(interval.high))
}

/// Why a run ended.
pub fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Generations => "generations",
        Reason::Evaluations => "evaluations",
        Reason::Target => "target reached",
        Reason::Stagnation => "stagnation",
        Reason::Exhausted => "exhausted",
        Reason::Stopped => "stopped",
    }
}

/// A moment of Unix time, in UTC.
pub fn moment(unix: i64) -> String {
    let (days, second) = (unix.div_euclid(86_400), unix.rem_euclid(86_400));
    // Days since the first of March of year 0, so that leap days come last; Richards' algorithm.
    let since = days + 719_468;
    let era = since.div_euclid(146_097);
    let day = since.rem_euclid(146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = year + era * 400 + next;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", second / 3_600, second % 3_600 / 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_dates() {
        assert_eq!(moment(0), "1970-01-01 00:00 UTC");
        assert_eq!(moment(951_782_399), "2000-02-28 23:59 UTC");
        assert_eq!(moment(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(moment(1_709_251_199), "2024-02-29 23:59 UTC");
        assert_eq!(moment(4_107_542_400), "2100-03-01 00:00 UTC");
        assert_eq!(moment(-1), "1969-12-31 23:59 UTC");
    }

    #[test]
    fn what_does_not_exist_is_a_dash() {
        for write in [number, percent, factor] {
            for value in [f64::NAN, f64::INFINITY, f64::MAX] {
                assert_eq!(write(value), "–");
            }
        }
        assert_eq!(
            (length(1.25, 0, (9, 9)), length(1.25, 3, (8, 9)), length(f64::NAN, 3, (0, 9))),
            ("1.250".into(), "≥ 1.250 (8)".into(), "–".into())
        );
        assert_eq!(unproven_note(0, 7), None);
        assert_eq!(chance(f64::NAN), "–");
        assert_eq!(spread(&Quartiles::of(&[]), number), "–");
        assert_eq!(spread(&Quartiles::of(&[1.0, 2.0, 3.0]), number), "2.0000 [1.5000, 2.5000]");
        assert_eq!((chance(0.00001), chance_of(0.25)), ("< 0.0001".to_owned(), "p = 0.2500".to_owned()));
    }
}
