//! Instances with the truth: their distances and the values of features, as a file holds them and as fits read them.
//!
//! | file | idea |
//! |---|---|
//! | `csv` | the published form: read with places, written |
//! | `split` | which rows are for what: by shares or folds, in file order, shuffled, or by difficulty |
//! | `summary` | ranges, errors and correlations of the columns |
//! | `table` | the columns, ready for programs that run over many rows at a time |
//!
//! ```
//! use unstuck_evolution::dataset::{Dataset, Distance};
//! let text = "two boards\nboth easy\ninstance,h*,manhattan\n1 0 2 3,1,1\n\"1,2,0,3\",+4,2\n";
//! let dataset = Dataset::read(text).unwrap();
//! assert_eq!(dataset.instances, ["1 0 2 3", "1,2,0,3"]);
//! assert_eq!(dataset.distances[1], Distance { cost: 4, exact: false });
//! assert_eq!(dataset.columns[0].values, [1.0, 2.0]);
//! ```

mod csv;
mod fit_matrix;
mod names;
mod ranks;
mod split;
mod summary;

pub use csv::Form;
pub use fit_matrix::{FitMatrix, FitMatrixParts, Fitting, Loss, Precision};
pub use ranks::ranks;
pub use split::{Order, Shares, Split};
pub use summary::{ColumnSummary, Summary};

/// Instances, their distances, and the values of features.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Dataset {
    /// What it is called.
    pub name: String,
    /// What it is, on one line.
    pub description: String,
    /// The instances' texts.
    pub instances: Vec<String>,
    /// Their distances.
    pub distances: Vec<Distance>,
    /// The features.
    pub columns: Vec<Column>,
    /// The line of the file that each row begins at, for messages; empty for rows that come from no file.
    pub lines: Vec<u32>,
    /// Whether the columns have names; the published form numbers them.
    pub named: bool,
}

/// How far an instance is from its nearest goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Distance {
    /// Cost of a cheapest plan; where it is not exact, no plan is cheaper.
    pub cost: u64,
    /// Whether it is known.
    pub exact: bool,
}

/// The values of one feature.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The feature.
    pub name: String,
    /// A value a row; NaN where the instance does not have the feature.
    pub values: Vec<f64>,
}

impl Dataset {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.instances.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.instances.is_empty()
    }

    /// Adds a row that has a value for every column.
    pub fn push(&mut self, instance: String, distance: Distance, values: impl IntoIterator<Item = f64>) {
        self.instances.push(instance);
        self.distances.push(distance);
        for (column, value) in self.columns.iter_mut().zip(values) {
            column.values.push(value);
        }
    }

    /// Some of the rows, in the order given.
    #[must_use]
    pub fn select(&self, rows: &[usize]) -> Self {
        let column = |column: &Column| Column {
            name: column.name.clone(),
            values: rows.iter().map(|&row| column.values[row]).collect(),
        };
        Self {
            name: self.name.clone(),
            description: self.description.clone(),
            instances: rows.iter().map(|&row| self.instances[row].clone()).collect(),
            distances: rows.iter().map(|&row| self.distances[row]).collect(),
            columns: self.columns.iter().map(column).collect(),
            lines: rows.iter().filter_map(|&row| self.lines.get(row).copied()).collect(),
            named: self.named,
        }
    }
}
