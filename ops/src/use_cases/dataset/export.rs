//! Shares the rows of a dataset out for training, validation and test.

use crate::request::error::{Error, Result};
use crate::request::numbers::counted;
use unstuck_evolution::dataset::{Dataset, Shares, Split};
use unstuck_evolution::role::{PerRole, Role};

/// The parts of a dataset, by role; `title` is what messages call it.
pub fn split(dataset: &Dataset, split: &Split, title: &str) -> Result<Vec<(Role, Dataset)>> {
    let costs: Vec<u64> = dataset.distances.iter().map(|distance| distance.cost).collect();
    let PerRole { train, validation, test } = split.rows(&costs);
    let wanted = match &split.shares {
        Shares::Parts(parts) => parts.len(),
        Shares::Fold { .. } => 3,
    };
    let parts = Role::ALL.into_iter().zip([train, validation, test]).take(wanted);
    let part = |(role, rows): (Role, Vec<usize>)| {
        if rows.is_empty() {
            let count = counted(dataset.len() as u64, "rows");
            return Err(Error::input(format!("{title} has {count}, which leaves none for {}", role.name())));
        }
        let name = format!("{} ({})", dataset.name, role.name());
        Ok((role, Dataset { name, ..dataset.select(&rows) }))
    };
    parts.map(part).collect()
}
