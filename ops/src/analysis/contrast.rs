//! Two groups of values against each other.

use super::statistics::{
    Quartiles, Verdict, cohen_d, hedges_g, jarque_bera, mann_whitney, vargha_delaney, welch,
};
use serde::Serialize;

/// One setting.
#[derive(Debug, Serialize)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its values.
    #[serde(skip)]
    pub values: Vec<f64>,
    /// Their quartiles.
    pub quartiles: Quartiles,
    /// Whether they are unlike draws from a normal distribution, in which case means say little.
    pub jarque_bera: Verdict,
}

/// One setting against another.
#[derive(Debug, Serialize)]
pub struct Contrast {
    /// The one.
    pub first: String,
    /// The other.
    pub second: String,
    /// By ranks.
    pub mann_whitney: Verdict,
    /// The same, as it counts among all pairs.
    pub holm: f64,
    /// By means.
    pub welch: Verdict,
    /// The same, as it counts among all pairs.
    pub welch_holm: f64,
    /// The chance that a champion of the first is worse than one of the second.
    pub a12: f64,
    /// The difference of the means in deviations.
    pub cohen_d: f64,
    /// The same without the bias of small groups.
    pub hedges_g: f64,
}

impl Member {
    /// Of its name and values.
    pub fn of(name: String, values: Vec<f64>) -> Self {
        Self { name, quartiles: Quartiles::of(&values), jarque_bera: jarque_bera(&values), values }
    }
}

impl Contrast {
    /// Of two settings, on their own.
    pub fn of(first: &Member, second: &Member) -> Self {
        let (a, b) = (&first.values, &second.values);
        let (ranks, means) = (mann_whitney(a, b), welch(a, b));
        Self {
            first: first.name.clone(),
            second: second.name.clone(),
            mann_whitney: ranks,
            holm: ranks.p,
            welch: means,
            welch_holm: means.p,
            a12: vargha_delaney(a, b),
            cohen_d: cohen_d(a, b),
            hedges_g: hedges_g(a, b),
        }
    }
}
