//! The figures of a table that lists show. They are kept in its note, so that a list opens no table.

use serde::{Deserialize, Serialize};
use unstuck_evolution::dataset::Dataset;

/// Longest distance with a place of its own in the histogram.
const LONGEST: u64 = 10_000;

/// What a table holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// As the table itself says.
    pub description: String,
    pub rows: usize,
    /// Rows whose distance is a lower bound only.
    pub estimates: usize,
    pub features: Vec<String>,
    pub distances: Distances,
    /// Rows by distance.
    pub histogram: Vec<u64>,
}

/// The distances of all rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, unstuck_ops::ToSchema)]
pub struct Distances {
    pub least: u64,
    pub mean: f64,
    pub most: u64,
}

impl Summary {
    /// Of a table.
    pub fn of(dataset: &Dataset) -> Self {
        let costs: Vec<u64> = dataset.distances.iter().map(|distance| distance.cost).collect();
        let most = costs.iter().copied().max().unwrap_or(0);
        let mut histogram = vec![0; most.min(LONGEST) as usize + 1];
        for cost in &costs {
            if let Some(count) = histogram.get_mut(*cost as usize) {
                *count += 1;
            }
        }
        let mean = costs.iter().sum::<u64>() as f64 / costs.len().max(1) as f64;
        Self {
            description: dataset.description.clone(),
            rows: dataset.len(),
            estimates: dataset.distances.iter().filter(|distance| !distance.exact).count(),
            features: dataset.columns.iter().map(|column| column.name.clone()).collect(),
            distances: Distances { least: costs.iter().min().copied().unwrap_or(0), mean, most },
            histogram,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_summed_up() {
        let csv = "eight\nsome boards\ninstance,h*,manhattan\n1 0 2 3 4 5 6 7 8,1,1\n1 4 2 3 0 5 6 7 8,2,2\n";
        let found = Summary::of(&Dataset::read(csv).unwrap());
        let wanted = Summary {
            description: "some boards".into(),
            rows: 2,
            estimates: 0,
            features: vec!["manhattan".into()],
            distances: Distances { least: 1, mean: 1.5, most: 2 },
            histogram: vec![0, 1, 1],
        };
        assert_eq!(found, wanted);
    }
}
