//! The columns of rows, ready for programs that run over many rows at a time.

mod sums;

use super::ranks::ranks;
use crate::operators::Probe;
use crate::task::Fit;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use sums::Sums;
use unstuck_core::feature::Kind;
use unstuck_core::language::columns::{Columns, Forest, Receive, Workspace};
use unstuck_core::language::{Body, Formula, Node, Op, Real, Tree, compile};
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
    /// How many rows report their losses one by one.
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
    targets: Targets<f64>,
    quick_targets: Targets<f32>,
    mean: f64,
    /// The variance of the targets.
    spread: f64,
    /// The ranks of the targets, where fits are judged by them.
    ranks: Vec<f64>,
    /// The columns in full precision.
    exact: Columns<f64>,
    /// The columns in half the precision, for ranking.
    quick: Columns<f32>,
    /// A few rows spread evenly, for operators that try things out.
    probe: Option<Box<FitMatrix>>,
}

/// Rows of a probe.
const PROBE_ROWS: usize = 50;

/// Values that are kept at a time, where sums over the rows are not enough: 16 MB in half the precision.
const KEPT_VALUES: usize = 4 << 20;

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
            quick_targets: Targets::new(targets, mean),
            spread: squares.sum::<f64>() / targets.len().max(1) as f64,
            ranks: if fitting.loss == Loss::Rank { ranks(targets).0 } else { Vec::new() },
            mean,
            exact: Columns::new(columns),
            quick: Columns::new(columns),
            targets: Targets::new(targets, mean),
            features: columns.len(),
        }
    }

    /// What [`of`](Self::of) makes the same table from.
    pub fn parts(&self) -> FitMatrixParts {
        FitMatrixParts {
            fitting: self.fitting,
            targets: self.targets.values.clone(),
            columns: (0..self.features).map(|feature| self.exact.column(feature)).collect(),
        }
    }

    /// How fits are made.
    pub fn fitting(&self) -> Fitting {
        self.fitting
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.targets.values.len()
    }

    /// Whether a fit in half the precision is so good that rounding may have made it.
    pub fn is_doubtful(&self, fit: &Fit) -> bool {
        self.fitting.loss == Loss::Mse && fit.loss < 1e-5 * self.spread
    }

    /// How well a formula fits, in full precision or in the half of it; scaled by the given line, or by its own best.
    pub fn fit<T: Precision>(&self, body: &Body, line: Option<(f64, f64)>) -> Fit {
        self.fit_all::<T>(&[body], line).remove(0)
    }

    /// The same for many at a time: what they have in common is computed once.
    pub fn fit_all<T: Precision>(&self, bodies: &[&Body], line: Option<(f64, f64)>) -> Vec<Fit> {
        let together = if self.is_plain() { bodies.len() } else { KEPT_VALUES / self.rows().max(1) };
        let fit = |bodies: &[&Body]| {
            let grow = |forest: &mut Forest| bodies.iter().for_each(|body| forest.add(body));
            self.fit_forest::<T>(grow, line)
        };
        bodies.chunks(together.max(1)).flat_map(fit).collect()
    }

    /// Whether sums over the rows are enough to judge a fit.
    fn is_plain(&self) -> bool {
        self.fitting.loss == Loss::Mse && self.fitting.cases == 0
    }

    fn fit_forest<T: Precision>(&self, grow: impl FnOnce(&mut Forest), line: Option<(f64, f64)>) -> Vec<Fit> {
        T::with_room(|Room { forest, space }| {
            forest.clear();
            grow(forest);
            let count = forest.len();
            if self.rows() == 0 {
                return vec![Fit { loss: f64::MAX, scaling: (0.0, 1.0), cases: Vec::new() }; count];
            }
            let kept = if self.is_plain() { 0 } else { count };
            let targets = T::targets(self);
            let mut gathered = Gathered {
                y: &targets.centred,
                sums: vec![targets.sums.clone(); count],
                pivots: vec![T::default(); count],
                values: vec![Vec::with_capacity(self.rows()); kept],
            };
            space.forest(forest, T::columns(self), &mut gathered);
            let Gathered { sums, pivots, values, .. } = &gathered;
            let values = |number| values.get(number).map_or(&[][..], Vec::as_slice);
            (0..count).map(|one| self.judge(&sums[one], pivots[one].wide(), values(one), line)).collect()
        })
    }

    /// The fit of something with these sums and, where they are not enough, these values.
    fn judge<T: Precision>(&self, sums: &Sums, pivot: f64, values: &[T], line: Option<(f64, f64)>) -> Fit {
        let (rows, targets) = (self.rows(), &T::targets(self).values);
        let line = match line {
            Some(line) => line,
            None if self.fitting.scaled => {
                let (a, b) = sums.line(rows, pivot, self.mean);
                // Who is judged by the order of values must not have it reversed or lost by the line.
                if self.fitting.loss == Loss::Rank && b <= 0.0 { (0.0, 1.0) } else { (a, b) }
            }
            None => (0.0, 1.0),
        };
        let miss = |(value, target): (&T, &T)| line.0 + line.1 * value.wide() - target.wide();
        let loss = match self.fitting.loss {
            Loss::Mse => sums.mean_square(rows, pivot, self.mean, line),
            Loss::Mae => values.iter().zip(targets).map(|pair| miss(pair).abs()).sum::<f64>() / rows as f64,
            Loss::Rank => {
                let wide: Vec<f64> = values.iter().map(|value| value.wide()).collect();
                1.0 - correlation(&ranks(&wide).0, &self.ranks)
            }
        };
        // Cases are spread evenly over the rows.
        let cases = self.fitting.cases.min(rows);
        let case = |number: usize| {
            let row = number * rows / cases;
            miss((&values[row], &targets[row])).abs()
        };
        Fit {
            loss: if loss.is_finite() { loss } else { f64::MAX },
            scaling: line,
            cases: (0..cases).map(case).collect(),
        }
    }
}

impl Probe for FitMatrix {
    fn errors(&self, trees: &[Tree]) -> Vec<f64> {
        let rows = self.probe.as_deref().unwrap_or(self);
        let grow = |forest: &mut Forest| trees.iter().for_each(|tree| forest.add_tree(tree.nodes()));
        rows.fit_forest::<f64>(grow, None).into_iter().map(|fit| fit.loss).collect()
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

/// Buffers that are reused from one evaluation to the next.
#[derive(Default)]
pub struct Room<T: Real> {
    forest: Forest,
    space: Workspace<T>,
}

/// A precision that tables hold their columns and targets in.
pub trait Precision: Real {
    /// The columns.
    fn columns(table: &FitMatrix) -> &Columns<Self>;
    /// The targets.
    fn targets(table: &FitMatrix) -> &Targets<Self>;
    /// Lends the buffers of this thread.
    fn with_room<R>(run: impl FnOnce(&mut Room<Self>) -> R) -> R;
}

thread_local! {
    static EXACT: RefCell<Room<f64>> = RefCell::default();
    static QUICK: RefCell<Room<f32>> = RefCell::default();
}

impl Precision for f64 {
    fn columns(table: &FitMatrix) -> &Columns<f64> {
        &table.exact
    }
    fn targets(table: &FitMatrix) -> &Targets<f64> {
        &table.targets
    }
    fn with_room<R>(run: impl FnOnce(&mut Room<f64>) -> R) -> R {
        EXACT.with_borrow_mut(run)
    }
}

impl Precision for f32 {
    fn columns(table: &FitMatrix) -> &Columns<f32> {
        &table.quick
    }
    fn targets(table: &FitMatrix) -> &Targets<f32> {
        &table.quick_targets
    }
    fn with_room<R>(run: impl FnOnce(&mut Room<f32>) -> R) -> R {
        QUICK.with_borrow_mut(run)
    }
}

/// What is to be fitted, in a precision.
pub struct Targets<T> {
    values: Vec<T>,
    /// Their differences from the mean.
    centred: Vec<T>,
    /// The sums that depend on nothing else.
    sums: Sums,
}

impl<T: Real> Targets<T> {
    fn new(targets: &[f64], mean: f64) -> Self {
        let values: Vec<T> = targets.iter().map(|&target| T::of(target)).collect();
        let centred: Vec<T> = values.iter().map(|&target| target - T::of(mean)).collect();
        Self { sums: Sums::of_targets(&centred), values, centred }
    }
}

/// What is kept of the values of expressions.
struct Gathered<'a, T> {
    y: &'a [T],
    sums: Vec<Sums>,
    /// Differences from some value of the expression keep the sums of squares small.
    pivots: Vec<T>,
    /// The values themselves, where sums are not enough.
    values: Vec<Vec<T>>,
}

impl<T: Real> Receive<T> for Gathered<'_, T> {
    #[inline(always)]
    fn values(&mut self, expression: usize, first_row: usize, values: &[T]) {
        let pivot = &mut self.pivots[expression];
        if first_row == 0 {
            *pivot = values[0];
        }
        let y = &self.y[first_row..first_row + values.len()];
        self.sums[expression].add(values, y, *pivot);
        if let Some(kept) = self.values.get_mut(expression) {
            kept.extend_from_slice(values);
        }
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
