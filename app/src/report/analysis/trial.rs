//! The test: everybody's figures, and champions against their rivals.

use super::pair::Pair;
use crate::report::words::is_real;
use crate::store::record::{EntryRecord, Kind, TrialRecord};
use serde::Serialize;
use unstuck_evolution::contest::Standing;
use unstuck_evolution::statistics::{Quartiles, holm};

/// The figures of a test.
#[derive(Debug, Serialize)]
pub struct Trial {
    /// Instances of the test set.
    pub instances: usize,
    /// Those of them whose cheapest plan is not known: lengths are over the shortest known.
    pub unproven: usize,
    /// Mean of ratios, over the champions of all runs.
    pub champions: Quartiles,
    /// Those who are shown, in the order to be shown in.
    pub rows: Vec<Row>,
    /// Champions against rivals, instance by instance.
    pub pairs: Vec<Pair>,
}

/// One who stood the test.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub role: Role,
    /// The place of its record.
    #[serde(skip)]
    pub entry: usize,
    /// The heuristic as text.
    pub heuristic: String,
    /// Mean over the instances of expanded nodes over the reference's.
    pub mean_ratio: f64,
    /// All expanded nodes over all of the reference's.
    pub total_ratio: f64,
    /// All expanded nodes, an unsolved instance counting as its limit.
    pub expanded: u64,
    /// Mean length over the cheapest.
    pub length: f64,
    /// Instances solved.
    pub solved: usize,
    /// Time of its searches.
    pub seconds: f64,
}

/// What a contestant is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The champion of the median run.
    Median,
    /// The best champion by validation.
    Best,
    /// The tuned baseline.
    Baseline,
    /// The champion of random search.
    Control,
    /// A feature, a maximum of features, or nothing.
    Handmade,
}

impl Trial {
    /// Of a test, and the repetitions of the best and the median run.
    pub fn of(trial: &TrialRecord, best: Option<u32>, median: Option<u32>) -> Self {
        let champion = |number: Option<u32>| {
            let number = number?;
            trial
                .entries
                .iter()
                .position(|entry| entry.kind == Kind::Champion(number))
                .map(|place| (number, place))
        };
        let mut rows = Vec::new();
        if let Some((number, place)) = champion(median) {
            rows.push(row(
                trial,
                place,
                format!("champion of the median run ({})", number + 1),
                Role::Median,
            ));
        }
        if let Some((number, place)) = champion(best) {
            let name = if median.is_some() {
                format!("best by validation (run {})", number + 1)
            } else {
                "champion".into()
            };
            rows.push(row(trial, place, name, Role::Best));
        }
        for (role, fits) in [
            (Role::Baseline, (|kind| kind == Kind::Baseline) as fn(Kind) -> bool),
            (Role::Control, |kind| matches!(kind, Kind::Control(_))),
            (Role::Handmade, |kind| kind == Kind::Handmade),
        ] {
            for (place, entry) in trial.entries.iter().enumerate().filter(|(_, entry)| fits(entry.kind)) {
                let name = match role {
                    Role::Baseline => "tuned baseline".to_owned(),
                    Role::Control => "random search, same budget".to_owned(),
                    _ => entry.standing.name.clone(),
                };
                rows.push(row(trial, place, name, role));
            }
        }
        let pairs = pairs(trial, &rows);
        Self {
            instances: trial.instances.len(),
            unproven: trial.unproven(),
            champions: Quartiles::of(&ratios(trial)),
            rows,
            pairs,
        }
    }

    /// The first row of a role.
    pub fn row(&self, role: Role) -> Option<&Row> {
        self.rows.iter().find(|row| row.role == role)
    }
}

/// The champions of a test.
pub fn champions(trial: &TrialRecord) -> impl Iterator<Item = &EntryRecord> {
    trial.entries.iter().filter(|entry| matches!(entry.kind, Kind::Champion(_)))
}

/// Mean of ratios of every champion that has one.
pub fn ratios(trial: &TrialRecord) -> Vec<f64> {
    champions(trial).map(|entry| entry.standing.mean_ratio).filter(|ratio| is_real(*ratio)).collect()
}

fn row(trial: &TrialRecord, place: usize, name: String, role: Role) -> Row {
    let EntryRecord { standing, seconds, .. } = &trial.entries[place];
    Row {
        name,
        role,
        entry: place,
        heuristic: standing.heuristic.clone(),
        mean_ratio: standing.mean_ratio,
        total_ratio: standing.total_ratio,
        expanded: standing.expanded,
        length: standing.length,
        solved: standing.solved,
        seconds: *seconds,
    }
}

/// Nodes per instance, an unsolved one counting as its limit.
///
/// The limit is what the standing's sum holds beyond the solved ones, shared evenly: all searches of a test have the same.
pub fn counted(standing: &Standing) -> Vec<f64> {
    let solved: u64 = standing.runs.iter().filter(|run| run.solved).map(|run| run.expanded).sum();
    let unsolved = standing.runs.iter().filter(|run| !run.solved).count();
    let limit = standing.expanded.saturating_sub(solved) as f64 / unsolved.max(1) as f64;
    let nodes = |run: &unstuck_evolution::task::Run| if run.solved { run.expanded as f64 } else { limit };
    standing.runs.iter().map(nodes).collect()
}

/// Champions against the tuned baseline and the control, corrected for being several questions.
fn pairs(trial: &TrialRecord, rows: &[Row]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for champion in rows.iter().filter(|row| matches!(row.role, Role::Median | Role::Best)) {
        for rival in rows.iter().filter(|row| matches!(row.role, Role::Baseline | Role::Control)) {
            let standing = |row: &Row| &trial.entries[row.entry].standing;
            pairs.push(Pair::of(
                (&champion.name, standing(champion)),
                (&rival.name, standing(rival)),
                rival.role == Role::Baseline,
            ));
        }
    }
    let corrected = holm(&pairs.iter().map(|pair| pair.wilcoxon).collect::<Vec<f64>>());
    pairs.iter_mut().zip(corrected).for_each(|(pair, p)| pair.holm = p);
    pairs
}
