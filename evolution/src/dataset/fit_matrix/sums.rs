//! Sums over the rows of a table, from which the best line and its mean square error follow.

use unstuck_core::language::Real;
use unstuck_core::language::columns::BLOCK;

/// Sums over rows of x = value − pivot and y = target − mean.
#[derive(Clone, Default)]
pub struct Sums {
    x: Wide,
    xx: Wide,
    xy: Wide,
    y: f64,
    yy: f64,
}

/// The parts of a sum in full precision. They are added up at the end only: after every block that would take as long
/// as the block itself.
type Wide = [f64; LANES / 2];

/// Sums that grow side by side, so that the compiler can use wide instructions; the order is fixed.
const LANES: usize = 16;

/// Adds a number to each lane.
#[inline(always)]
fn add_lanes<T: Real>(sums: &mut [T; LANES], values: impl Fn(usize) -> T) {
    for (lane, sum) in sums.iter_mut().enumerate() {
        *sum = *sum + values(lane);
    }
}

/// Adds the lanes of a block to a sum.
#[inline(always)]
fn gather<T: Real>(sum: &mut Wide, lanes: &[T; LANES]) {
    for (lane, sum) in sum.iter_mut().enumerate() {
        *sum += lanes[lane].wide() + lanes[lane + LANES / 2].wide();
    }
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
        let (mut y_sum, mut yy_sum) = (Wide::default(), Wide::default());
        for rows in y.chunks(BLOCK) {
            let (mut y, mut yy) = ([T::default(); LANES], [T::default(); LANES]);
            for rows in rows.chunks(LANES) {
                // Zeros add nothing.
                let rows = padded(rows, T::default());
                add_lanes(&mut y, |lane| rows[lane]);
                add_lanes(&mut yy, |lane| rows[lane] * rows[lane]);
            }
            gather(&mut y_sum, &y);
            gather(&mut yy_sum, &yy);
        }
        Self { y: y_sum.iter().sum(), yy: yy_sum.iter().sum(), ..Self::default() }
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
        gather(&mut self.x, &x);
        gather(&mut self.xx, &xx);
        gather(&mut self.xy, &xy);
    }

    /// The sums of x, its squares, and its products with y.
    fn totals(&self) -> (f64, f64, f64) {
        (self.x.iter().sum(), self.xx.iter().sum(), self.xy.iter().sum())
    }

    /// The line a + b·value that fits best.
    pub fn line(&self, rows: usize, pivot: f64, mean: f64) -> (f64, f64) {
        let n = rows as f64;
        let (sum_x, sum_xx, sum_xy) = self.totals();
        let spread = sum_xx - sum_x * sum_x / n;
        // Values that are all the same, up to rounding, are scaled by nothing.
        let slope = if spread > 1e-9 * sum_xx.max(1e-300) && spread.is_finite() {
            (sum_xy - sum_x * self.y / n) / spread
        } else {
            0.0
        };
        let slope = if slope.is_finite() { slope } else { 0.0 };
        // In the coordinates of the sums the line passes through their means.
        let offset = (self.y - slope * sum_x) / n;
        (mean + offset - slope * pivot, slope)
    }

    /// The mean square of line(value) − target.
    pub fn mean_square(&self, rows: usize, pivot: f64, mean: f64, (a, b): (f64, f64)) -> f64 {
        let n = rows as f64;
        let (sum_x, sum_xx, sum_xy) = self.totals();
        // line(value) − target = b·x + c − y, with everything constant in c.
        let c = a + b * pivot - mean;
        let total =
            b * b * sum_xx + n * c * c + self.yy + 2.0 * b * c * sum_x - 2.0 * b * sum_xy - 2.0 * c * self.y;
        (total / n).max(0.0)
    }
}
