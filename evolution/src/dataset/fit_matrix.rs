//! The columns of rows, ready for programs that run over many rows at a time.

use super::ranks::ranks;
use crate::operators::Probe;
use crate::task::Fit;
use serde::{Deserialize, Serialize};
use unstuck_core::feature::Kind;
use unstuck_core::language::columns::{BLOCK, Columns, Workspace};
use unstuck_core::language::meaning::Real;
use unstuck_core::language::{Formula, Node, Op, Program, Tree, compile};
use unstuck_core::sample::Row;

/// What a fit is judged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Loss {
    /// The mean square of the differences.
    Mse,
    /// The mean magnitude of the differences.
    Mae,
    /// 1 − Spearman's correlation of the ranks.
    Rank,
}

/// How a fit is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fitting {
    /// What it is judged by.
    pub loss: Loss,
    /// Values are scaled by the line that fits best.
    pub scaled: bool,
    /// The feature that is taken from the distance before anything is fitted to it.
    pub beyond: Option<u16>,
    /// How many rows tell their losses one by one.
    pub cases: usize,
}

impl Default for Fitting {
    fn default() -> Self {
        Self { loss: Loss::Mse, scaled: true, beyond: None, cases: 0 }
    }
}

/// A table as plain values, to be sent elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FitMatrixParts {
    /// How fits are made.
    pub fitting: Fitting,
    /// What is to be fitted, one a row.
    pub targets: Vec<f64>,
    /// The values of each feature, one a row.
    pub columns: Vec<Vec<f64>>,
}

/// The columns of rows.
pub struct FitMatrix {
    fitting: Fitting,
    features: usize,
    targets: Vec<f64>,
    quick_targets: Vec<f32>,
    mean: f64,
    /// The variance of the targets.
    spread: f64,
    /// The ranks of the targets, where fits are judged by them.
    ranks: Vec<f64>,
    /// The columns in full precision.
    pub exact: Columns<f64>,
    /// The columns in half the precision, for ranking.
    pub quick: Columns<f32>,
    /// A few rows spread evenly, for operators that try things out.
    probe: Option<Box<FitMatrix>>,
}

/// Rows of a probe.
const PROBE_ROWS: usize = 50;

impl FitMatrix {
    /// The columns of rows of a domain with that many features. A feature without a value somewhere counts as 0
    /// there; experiments refuse such features before they come here.
    pub fn new(rows: &[Row], features: usize, fitting: Fitting) -> Self {
        let value = |row: &Row, feature: usize| row.values.get(feature).copied().flatten().unwrap_or(0.0);
        let columns =
            (0..features).map(|feature| rows.iter().map(|row| value(row, feature)).collect()).collect();
        let target = |row: &Row| {
            row.distance as f64 - fitting.beyond.map_or(0.0, |feature| value(row, feature.into()))
        };
        Self::of(&FitMatrixParts { fitting, targets: rows.iter().map(target).collect(), columns })
    }

    /// The same table again, somewhere else.
    pub fn of(parts: &FitMatrixParts) -> Self {
        let FitMatrixParts { fitting, targets, columns } = parts;
        let count = targets.len();
        let probe = (count > PROBE_ROWS).then(|| {
            let some = |values: &Vec<f64>| {
                let place = |number: usize| values.get(number * count / PROBE_ROWS).copied();
                (0..PROBE_ROWS).filter_map(place).collect::<Vec<f64>>()
            };
            Box::new(Self::of(&FitMatrixParts {
                fitting: Fitting { cases: 0, ..*fitting },
                targets: some(targets),
                columns: columns.iter().map(some).collect(),
            }))
        });
        let mean = targets.iter().sum::<f64>() / targets.len().max(1) as f64;
        let squares = targets.iter().map(|target| (target - mean) * (target - mean));
        Self {
            probe,
            fitting: *fitting,
            quick_targets: targets.iter().map(|&target| target as f32).collect(),
            spread: squares.sum::<f64>() / targets.len().max(1) as f64,
            ranks: if fitting.loss == Loss::Rank { ranks(targets).0 } else { Vec::new() },
            mean,
            exact: Columns::new(columns),
            quick: Columns::new(columns),
            targets: targets.clone(),
            features: columns.len(),
        }
    }

    /// What [`of`](Self::of) makes the same table from.
    pub fn parts(&self) -> FitMatrixParts {
        FitMatrixParts {
            fitting: self.fitting,
            targets: self.targets.clone(),
            columns: (0..self.features).map(|feature| self.exact.column(feature)).collect(),
        }
    }

    /// How fits are made.
    pub fn fitting(&self) -> Fitting {
        self.fitting
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.targets.len()
    }

    /// Whether a fit in half the precision is so good that rounding may have made it.
    pub fn is_doubtful(&self, fit: &Fit) -> bool {
        self.fitting.loss == Loss::Mse && fit.loss < 1e-5 * self.spread
    }

    /// How well a program fits, in full precision or in the half of it; scaled by the given line, or by its own best.
    pub fn fit<T: Precision>(
        &self,
        program: &Program,
        space: &mut Workspace<T>,
        columns: &Columns<T>,
        line: Option<(f64, f64)>,
    ) -> Fit {
        let (rows, targets) = (self.rows(), T::targets(self));
        if rows == 0 {
            return Fit { loss: f64::MAX, scaling: (0.0, 1.0), cases: Vec::new() };
        }
        space.prepare(program);
        let plain = self.fitting.loss == Loss::Mse && self.fitting.cases == 0;
        let mut values: Vec<T> = Vec::with_capacity(if plain { 0 } else { rows });
        let mut sums = Sums::default();
        let mut pivot = None;
        for block in 0..columns.blocks() {
            let found = space.block(program, columns, block);
            let from = block * BLOCK;
            let size = BLOCK.min(rows - from);
            // Differences from some value of the program keep the sums of squares small.
            let pivot = *pivot.get_or_insert(found[0]);
            sums.add(&found[..size], &targets[from..from + size], pivot, T::of(self.mean));
            if !plain {
                values.extend_from_slice(&found[..size]);
            }
        }
        let pivot = pivot.map_or(0.0, Real::wide);
        let line = match line {
            Some(line) => line,
            None if self.fitting.scaled => {
                let (a, b) = sums.line(rows, pivot, self.mean);
                // Who is judged by the order of values must not have it reversed or lost by the line.
                if self.fitting.loss == Loss::Rank && b <= 0.0 { (0.0, 1.0) } else { (a, b) }
            }
            None => (0.0, 1.0),
        };
        let losses = |values: &[T]| -> Vec<f64> {
            let pairs = values.iter().zip(targets);
            pairs.map(|(value, target)| line.0 + line.1 * value.wide() - target.wide()).collect()
        };
        let loss = match self.fitting.loss {
            Loss::Mse => sums.mean_square(rows, pivot, self.mean, line),
            Loss::Mae => losses(&values).iter().map(|loss| loss.abs()).sum::<f64>() / rows as f64,
            Loss::Rank => {
                let wide: Vec<f64> = values.iter().map(|value| value.wide()).collect();
                1.0 - correlation(&ranks(&wide).0, &self.ranks)
            }
        };
        // Cases are spread evenly over the rows.
        let cases = self.fitting.cases.min(rows);
        let case = |number: usize| {
            let row = number * rows / cases;
            (line.0 + line.1 * values[row].wide() - targets[row].wide()).abs()
        };
        Fit {
            loss: if loss.is_finite() { loss } else { f64::MAX },
            scaling: line,
            cases: (0..cases).map(case).collect(),
        }
    }
}

impl Probe for FitMatrix {
    fn error(&self, tree: &Tree) -> f64 {
        let rows = self.probe.as_deref().unwrap_or(self);
        let program = compile(&Formula::value(tree.clone()));
        rows.fit(&program, &mut Workspace::default(), &rows.exact, None).loss
    }

    fn values(&self, branch: &[Node]) -> Vec<f64> {
        let rows = self.probe.as_deref().unwrap_or(self);
        let mut nodes = branch.to_vec();
        if branch.last().is_some_and(|root| root.kind() == Kind::Bool) {
            nodes.extend([Node::Number(1.0), Node::Number(0.0), Op::If.node()]);
        }
        let program = compile(&Formula::value(Tree::from_well_formed(nodes)));
        let mut values = vec![0.0; rows.rows()];
        Workspace::default().evaluate(&program, &rows.exact, &mut values);
        values
    }
}

/// A precision that tables hold their targets in.
pub trait Precision: Real {
    /// The targets.
    fn targets(table: &FitMatrix) -> &[Self];
}

impl Precision for f64 {
    fn targets(table: &FitMatrix) -> &[f64] {
        &table.targets
    }
}

impl Precision for f32 {
    fn targets(table: &FitMatrix) -> &[f32] {
        &table.quick_targets
    }
}

/// Sums over rows of x = value − pivot and y = target − mean.
#[derive(Default)]
struct Sums {
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

/// Sums that grow side by side, so that the compiler can use wide instructions; the order is fixed.
const LANES: usize = 16;

impl Sums {
    fn add<T: Real>(&mut self, values: &[T], targets: &[T], pivot: T, mean: T) {
        let zero = [T::default(); LANES];
        let (mut x, mut y, mut xx, mut xy, mut yy) = (zero, zero, zero, zero, zero);
        let mut row = |lane: usize, value: T, target: T| {
            let (a, b) = (value - pivot, target - mean);
            x[lane] = x[lane] + a;
            y[lane] = y[lane] + b;
            xx[lane] = xx[lane] + a * a;
            xy[lane] = xy[lane] + a * b;
            yy[lane] = yy[lane] + b * b;
        };
        let (value_groups, value_rest) = values.as_chunks::<LANES>();
        let (target_groups, target_rest) = targets.as_chunks::<LANES>();
        for (values, targets) in value_groups.iter().zip(target_groups) {
            for lane in 0..LANES {
                row(lane, values[lane], targets[lane]);
            }
        }
        for (lane, (&value, &target)) in value_rest.iter().zip(target_rest).enumerate() {
            row(lane, value, target);
        }
        let total = |lanes: [T; LANES]| lanes.iter().map(|lane| lane.wide()).sum::<f64>();
        self.x += total(x);
        self.y += total(y);
        self.xx += total(xx);
        self.xy += total(xy);
        self.yy += total(yy);
    }

    /// The line a + b·value that fits best.
    fn line(&self, rows: usize, pivot: f64, mean: f64) -> (f64, f64) {
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
    fn mean_square(&self, rows: usize, pivot: f64, mean: f64, (a, b): (f64, f64)) -> f64 {
        let n = rows as f64;
        // line(value) − target = b·x + c − y, with everything constant in c.
        let c = a + b * pivot - mean;
        let total = b * b * self.xx + n * c * c + self.yy + 2.0 * b * c * self.x
            - 2.0 * b * self.xy
            - 2.0 * c * self.y;
        (total / n).max(0.0)
    }
}

/// Pearson's correlation; 0 where either is constant.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len() as f64;
    let (mean_a, mean_b) = (a.iter().sum::<f64>() / n, b.iter().sum::<f64>() / n);
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (&x, &y) in a.iter().zip(b) {
        ab += (x - mean_a) * (y - mean_b);
        aa += (x - mean_a) * (x - mean_a);
        bb += (y - mean_b) * (y - mean_b);
    }
    if aa > 0.0 && bb > 0.0 { ab / (aa * bb).sqrt() } else { 0.0 }
}
