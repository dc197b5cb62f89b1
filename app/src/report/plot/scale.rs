//! From values to places, linear or logarithmic, with ticks at round values.

use unstuck_ops::numbers::is_real;

/// The values that an axis spans.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
}

/// Factor between the ends from which equal ratios say more than equal differences.
const WIDE: f64 = 30.0;

impl Scale {
    /// Around some values, with a little room; values that are not finite are left out. Logarithmic if they span
    /// more than [`WIDE`], all being above 0.
    pub fn around(values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = ends(values);
        if low > 0.0 && high / low > WIDE {
            return Self { low: low / 1.1, high: high * 1.1, logarithmic: true };
        }
        // Differences in the last digits are no differences that a name could tell.
        let apart = high - low > 1e-6 * low.abs().max(high.abs());
        let room = if apart { 0.05 * (high - low) } else { (0.05 * low.abs()).max(0.5) };
        // An axis that nearly begins at 0 had better do so.
        let near_zero = low >= 0.0 && low < 0.3 * high;
        let floor = if low >= 0.0 { 0.0 } else { f64::NEG_INFINITY };
        let low = if near_zero { 0.0 } else { (low - room).max(floor) };
        Self { low, high: high + room, logarithmic: false }
    }

    /// From one value to another, linear.
    pub fn linear(low: f64, high: f64) -> Self {
        Self { low, high: if high > low { high } else { low + 1.0 }, logarithmic: false }
    }

    /// Around efforts, logarithmic if they allow it.
    pub fn efforts(values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = ends(values);
        if low > 0.0 && high > 3.0 * low {
            return Self { low, high, logarithmic: true };
        }
        Self::linear(low.min(high), high)
    }

    /// Where a value lies, between 0 and 1 if the axis spans it.
    pub fn share(&self, value: f64) -> f64 {
        if self.logarithmic {
            return (value.max(f64::MIN_POSITIVE) / self.low).ln() / (self.high / self.low).ln();
        }
        (value - self.low) / (self.high - self.low)
    }

    /// About so many round values within, each with its name.
    pub fn ticks(&self, about: usize) -> Vec<(f64, String)> {
        let ticks = if self.logarithmic { self.powers(about) } else { Vec::new() };
        let ticks = if ticks.len() < 2 { self.steps(about) } else { ticks };
        let largest = ticks.iter().fold(0.0, |largest: f64, tick| largest.max(tick.abs()));
        let gap = ticks.windows(2).map(|two| two[1] - two[0]).fold(f64::INFINITY, f64::min);
        ticks.into_iter().map(|tick| (tick, name(tick, gap, largest, self.logarithmic))).collect()
    }

    /// Multiples of a round step.
    fn steps(&self, about: usize) -> Vec<f64> {
        let raw = (self.high - self.low) / about.max(1) as f64;
        let power = 10_f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|part| part * power).find(|step| *step >= raw * 0.7);
        let step = step.unwrap_or(10.0 * power);
        let first = (self.low / step - 1e-9).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        (first..=last).map(|number| number as f64 * step).collect()
    }

    /// Powers of ten, with 2 and 5 times these where there are few; thinned where there are many.
    fn powers(&self, about: usize) -> Vec<f64> {
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let within = |value: &f64| *value >= self.low * 0.999 && *value <= self.high * 1.001;
        for parts in [&[1.0, 2.0, 5.0][..], &[1.0, 3.0], &[1.0]] {
            let powers =
                (first..=last).flat_map(|power| parts.iter().map(move |part| part * 10_f64.powi(power)));
            let ticks: Vec<f64> = powers.filter(within).collect();
            if ticks.len() <= about + 1 {
                return ticks;
            }
        }
        let every = ((last - first) as usize).div_ceil(about.max(1)).max(1);
        (first..=last).step_by(every).map(|power| 10_f64.powi(power)).filter(within).collect()
    }
}

/// The smallest and the largest; 0 and 1 of nothing.
fn ends(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let real = values.into_iter().filter(|value| is_real(*value));
    let (low, high) =
        real.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high { (0.0, 1.0) } else { (low, high) }
}

/// The name of a tick, as short as its neighbours allow.
fn name(tick: f64, gap: f64, largest: f64, logarithmic: bool) -> String {
    let (unit, letter) = match largest {
        size if !logarithmic && size >= 1e6 => (1e6, "M"),
        size if !logarithmic && size >= 1e4 => (1e3, "k"),
        _ if logarithmic && tick >= 1e6 => (1e6, "M"),
        _ if logarithmic && tick >= 1e3 => (1e3, "k"),
        _ => (1.0, ""),
    };
    if tick == 0.0 {
        return "0".to_owned();
    }
    let finest = if logarithmic { tick } else { gap };
    let decimals = (-(finest / unit).log10().floor()).clamp(0.0, 9.0);
    // Steps such as 2.5 need one more digit than their size tells.
    let text = format!("{:.*}", decimals as usize, tick / unit);
    format!("{text}{letter}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(scale: Scale, about: usize) -> Vec<String> {
        scale.ticks(about).into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(names(Scale::linear(0.0, 1.0), 5), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(names(Scale::linear(0.0, 200.0), 4), ["0", "50", "100", "150", "200"]);
        assert_eq!(names(Scale::linear(0.0, 24_000.0), 4), ["0", "5k", "10k", "15k", "20k"]);
        assert_eq!(names(Scale::linear(0.321, 0.329), 4), ["0.322", "0.324", "0.326", "0.328"]);
        assert_eq!(names(Scale::around([1.0, 1_000.0]), 4), ["1", "10", "100", "1k"]);
        assert_eq!(names(Scale::around([0.001, 0.9]), 4), ["0.001", "0.01", "0.1"]);
        assert_eq!(names(Scale::efforts([100.0, 2_000.0]), 5), ["100", "200", "500", "1k", "2k"]);
    }

    #[test]
    fn every_axis_has_ticks_within_it() {
        for low in [-5.0, 0.0, 1e-7, 0.3, 1.0, 999.0, 1e9] {
            for width in [0.0, 1e-6, 0.1, 1.0, 7.3, 1e5] {
                let scale = Scale::around([low, low + width]);
                let ticks = scale.ticks(5);
                assert!((1..=12).contains(&ticks.len()), "{low} {width} {ticks:?}");
                assert!(
                    ticks.iter().all(|(tick, _)| (-0.01..=1.01).contains(&scale.share(*tick))),
                    "{ticks:?}"
                );
                let mut names: Vec<&String> = ticks.iter().map(|(_, name)| name).collect();
                names.dedup();
                assert_eq!(names.len(), ticks.len(), "{low} {width} {names:?}");
            }
        }
    }

    #[test]
    fn broken_values_do_no_harm() {
        let scale = Scale::around([f64::NAN, f64::INFINITY, f64::MAX]);
        assert!(!scale.ticks(4).is_empty() && scale.share(0.5).is_finite());
        assert_eq!(Scale::around([]), Scale::around([0.0, 1.0]));
        assert!(Scale::around([3.0]).share(3.0) > 0.0);
    }
}
