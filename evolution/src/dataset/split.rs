//! Which rows are for what.

use crate::config::settings::Word;
use crate::role::{PerRole, Role};
use serde::{Deserialize, Serialize};
use unstuck_core::random::{shuffle, stream};

/// How rows are shared out.
///
/// ```
/// use unstuck_evolution::dataset::{Order, Shares, Split};
/// let split = Split { shares: Shares::Parts(vec![0.5, 0.25, 0.25]), order: Order::EasiestFirst, seed: 1 };
/// let rows = split.rows(&[9, 4, 7, 1]);
/// assert_eq!((rows.train, rows.validation, rows.test), (vec![3, 1], vec![2], vec![0]));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Split {
    /// How many each role gets.
    pub shares: Shares,
    /// In which order they are taken.
    pub order: Order,
    /// Seed of a shuffle, also of rows with equal distances.
    pub seed: u64,
}

/// How many rows each role gets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shares {
    /// In proportion: training, validation and, if there are three, test.
    Parts(Vec<f64>),
    /// One of several folds is the test, the next one (after the last, the first) validation, the others training.
    Fold {
        /// The fold of the test, from 1.
        number: usize,
        /// How many folds.
        of: usize,
    },
}

/// In which order rows are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// As in the file: one block a role.
    File,
    /// At random.
    Shuffled,
    /// So that near and far instances are shared out alike.
    Stratified,
    /// Nearest first: what is learned on easy instances is tested on hard ones.
    EasiestFirst,
}

impl Order {
    /// All of them with their names.
    pub const ALL: [(&'static str, Self); 4] = [
        ("file", Self::File),
        ("shuffled", Self::Shuffled),
        ("stratified", Self::Stratified),
        ("easiest_first", Self::EasiestFirst),
    ];
}

impl Word for Order {
    const NAMES: &'static [(&'static str, Self)] = &Self::ALL;
}

impl Split {
    /// The numbers of the rows for training, validation and test, given the distances of all.
    pub fn rows(&self, distances: &[u64]) -> PerRole<Vec<usize>> {
        let mut rows: Vec<usize> = (0..distances.len()).collect();
        let mut random = stream(self.seed, "split", &[]);
        if self.order != Order::File {
            shuffle(&mut rows, &mut random);
        }
        if matches!(self.order, Order::Stratified | Order::EasiestFirst) {
            // Equal distances stay shuffled: the sort is stable.
            rows.sort_by_key(|&row| distances[row]);
        }
        let shares = self.pieces();
        let owner = if self.order == Order::Stratified {
            dealt(rows.len(), &shares)
        } else {
            blocks(rows.len(), &shares)
        };
        let mut found: PerRole<Vec<usize>> = PerRole::default();
        for (row, piece) in rows.into_iter().zip(owner) {
            found[self.role(piece)].push(row);
        }
        if self.order == Order::Stratified {
            // The first few rows of a role are a fair sample.
            found.values_mut().for_each(|rows| shuffle(rows, &mut random));
        }
        found
    }

    /// The shares of the pieces that rows are cut into.
    fn pieces(&self) -> Vec<f64> {
        match &self.shares {
            Shares::Parts(parts) => parts.clone(),
            Shares::Fold { of, .. } => vec![1.0; *of],
        }
    }

    /// The role of a piece.
    fn role(&self, piece: usize) -> Role {
        match self.shares {
            Shares::Parts(_) => Role::ALL.get(piece).copied().unwrap_or(Role::Test),
            Shares::Fold { number, of } if piece == (number + of - 1) % of => Role::Test,
            Shares::Fold { number, of } if piece == number % of => Role::Validation,
            Shares::Fold { .. } => Role::Train,
        }
    }
}

/// One block after the other.
fn blocks(count: usize, shares: &[f64]) -> Vec<usize> {
    let total: f64 = shares.iter().sum();
    let mut owner = Vec::with_capacity(count);
    let mut so_far = 0.0;
    for (piece, share) in shares.iter().enumerate() {
        so_far += share;
        let end =
            if piece + 1 == shares.len() { count } else { (so_far / total * count as f64).round() as usize };
        owner.resize(end.max(owner.len()), piece);
    }
    owner
}

/// One at a time, each to the piece that is furthest behind its share.
fn dealt(count: usize, shares: &[f64]) -> Vec<usize> {
    let total: f64 = shares.iter().sum();
    let mut given = vec![0.0; shares.len()];
    (1..=count)
        .map(|dealt| {
            let behind = |piece: usize| shares[piece] / total * dealt as f64 - given[piece];
            let next = (0..shares.len())
                .reduce(|best, piece| if behind(piece) > behind(best) { piece } else { best });
            let next = next.unwrap_or(0);
            given[next] += 1.0;
            next
        })
        .collect()
}

#[cfg(test)]
mod tests;
