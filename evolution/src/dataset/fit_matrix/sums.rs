//! Sums over the rows of a table, from which the best line and its mean square error follow.

use unstuck_core::language::columns::BLOCK;
use unstuck_core::language::meaning::Real;

/// Sums over rows of x = value − pivot and y = target − mean.
#[derive(Clone, Default)]
pub struct Sums {
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

/// Sums that grow side by side, so that the compiler can use wide instructions; the order is fixed.
const LANES: usize = 16;

/// Adds a number to each lane.
#[inline(always)]
fn add_lanes<T: Real>(sums: &mut [T; LANES], values: impl Fn(usize) -> T) {
    for (lane, sum) in sums.iter_mut().enumerate() {
        *sum = *sum + values(lane);
    }
}

/// The sum of all lanes.
#[inline(always)]
fn total<T: Real>(lanes: &[T; LANES]) -> f64 {
    lanes.iter().map(|lane| lane.wide()).sum::<f64>()
}

/// As many values as there are lanes.
#[inline(always)]
fn padded<T: Real>(rest: &[T], with: T) -> [T; LANES] {
    std::array::from_fn(|lane| rest.get(lane).copied().unwrap_or(with))
}

/// The sums of some rows, lane by lane.
struct Lanes<T> {
    x: [T; LANES],
    xx: [T; LANES],
    xy: [T; LANES],
}

impl<T: Real> Lanes<T> {
    #[inline(always)]
    fn add(&mut self, values: &[T; LANES], y: &[T; LANES], pivot: T) {
        let x: [T; LANES] = std::array::from_fn(|lane| values[lane] - pivot);
        add_lanes(&mut self.x, |lane| x[lane]);
        add_lanes(&mut self.xx, |lane| x[lane] * x[lane]);
        add_lanes(&mut self.xy, |lane| x[lane] * y[lane]);
    }
}

impl Sums {
    /// The sums that depend on the targets alone.
    pub fn of_targets<T: Real>(y: &[T]) -> Self {
        let mut sums = Self::default();
        for rows in y.chunks(BLOCK) {
            let (mut y, mut yy) = ([T::default(); LANES], [T::default(); LANES]);
            for rows in rows.chunks(LANES) {
                // Zeros add nothing.
                let rows = padded(rows, T::default());
                add_lanes(&mut y, |lane| rows[lane]);
                add_lanes(&mut yy, |lane| rows[lane] * rows[lane]);
            }
            sums.y += total(&y);
            sums.yy += total(&yy);
        }
        sums
    }

    /// Adds rows to the sums that depend on values.
    #[inline(always)]
    pub fn add<T: Real>(&mut self, values: &[T], y: &[T], pivot: T) {
        let zero = [T::default(); LANES];
        let mut lanes = Lanes { x: zero, xx: zero, xy: zero };
        let (value_groups, value_rest) = values.as_chunks::<LANES>();
        let (y_groups, y_rest) = y.as_chunks::<LANES>();
        for (values, y) in value_groups.iter().zip(y_groups) {
            lanes.add(values, y, pivot);
        }
        if !value_rest.is_empty() {
            // What is equal to the pivot adds nothing.
            lanes.add(&padded(value_rest, pivot), &padded(y_rest, T::default()), pivot);
        }
        // Without this the compiler arranges the lanes for the totals, and the loop takes three times as long.
        let Lanes { x, xx, xy } = std::hint::black_box(lanes);
        self.x += total(&x);
        self.xx += total(&xx);
        self.xy += total(&xy);
    }

    /// The line a + b·value that fits best.
    pub fn line(&self, rows: usize, pivot: f64, mean: f64) -> (f64, f64) {
        let n = rows as f64;
        let spread = self.xx - self.x * self.x / n;
        // Values that are all the same, up to rounding, are scaled by nothing.
        let slope = if spread > 1e-9 * self.xx.max(1e-300) && spread.is_finite() {
            (self.xy - self.x * self.y / n) / spread
        } else {
            0.0
        };
        let slope = if slope.is_finite() { slope } else { 0.0 };
        // In the coordinates of the sums the line passes through their means.
        let offset = (self.y - slope * self.x) / n;
        (mean + offset - slope * pivot, slope)
    }

    /// The mean square of line(value) − target.
    pub fn mean_square(&self, rows: usize, pivot: f64, mean: f64, (a, b): (f64, f64)) -> f64 {
        let n = rows as f64;
        // line(value) − target = b·x + c − y, with everything constant in c.
        let c = a + b * pivot - mean;
        let total = b * b * self.xx + n * c * c + self.yy + 2.0 * b * c * self.x
            - 2.0 * b * self.xy
            - 2.0 * c * self.y;
        (total / n).max(0.0)
    }
}
