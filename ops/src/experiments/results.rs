//! What an experiment came to, with what its configuration says.

use crate::analysis::{Chosen, best_run, chosen};
use crate::runner::read_config;
use crate::store::Store;
use crate::store::record::{ConfigurationRecord, ExperimentRecord, MaterialRecord, RunRecord};
use anyhow::Result;
use std::path::PathBuf;
use unstuck_evolution::experiment::Experiment;
use unstuck_evolution::role::Role;

/// An experiment with what its configuration says.
pub struct Results {
    /// Everything that is stored of it.
    pub record: ExperimentRecord,
    /// The experiment of each configuration.
    experiments: Vec<Experiment>,
    /// The instances of each configuration.
    pub material: Vec<Vec<MaterialRecord>>,
    /// Of each configuration, the number of dataset rows by role, where it is fitted to rows.
    rows: Vec<[Option<usize>; 3]>,
    /// The champion's file, and the one that was wanted.
    pub saved: Option<(PathBuf, PathBuf)>,
    /// Where it is stored, and how long the store took.
    pub store: (Option<PathBuf>, f64),
}

/// One configuration of it.
pub struct ConfigurationResults<'a> {
    /// Everything that is stored of it.
    pub record: &'a ConfigurationRecord,
    /// Its configuration.
    pub experiment: &'a Experiment,
    /// Its instances.
    pub material: &'a [MaterialRecord],
    /// The number of dataset rows by role, where it is fitted to rows.
    pub rows: [Option<usize>; 3],
    /// Its runs without the controls.
    pub runs: Vec<&'a RunRecord>,
    /// Random search with the budget of each of them.
    pub controls: Vec<&'a RunRecord>,
    /// Those of the runs that stand for all.
    pub chosen: Chosen<'a>,
}

impl Results {
    /// Loads everything.
    pub fn load(store: &Store, id: i64) -> Result<Self> {
        let record = store.study(id)?;
        let experiments: Result<Vec<Experiment>> =
            record.configurations.iter().map(|configuration| read_config(&configuration.config)).collect();
        let material: Result<Vec<_>, _> = record
            .configurations
            .iter()
            .map(|configuration| store.material(id, configuration.number))
            .collect();
        let rows: Result<Vec<_>, _> = record
            .configurations
            .iter()
            .map(|configuration| store.dataset_rows(id, configuration.number))
            .map(|rows| rows.map(|rows| rows.map(|of_role| of_role.map(|rows| rows.len()))))
            .collect();
        let kept = (store.path().map(ToOwned::to_owned), store.seconds());
        let (experiments, material, rows) = (experiments?, material?, rows?);
        Ok(Self { record, experiments, material, rows, saved: None, store: kept })
    }

    /// Its configurations, in order.
    pub fn configurations(&self) -> Vec<ConfigurationResults<'_>> {
        let parts = self.record.configurations.iter().zip(&self.experiments);
        parts
            .zip(self.material.iter().zip(&self.rows))
            .map(|((record, experiment), (material, &rows))| {
                let own = |run: &&RunRecord| run.configuration == record.number;
                let (controls, runs): (Vec<&RunRecord>, Vec<&RunRecord>) =
                    self.record.runs.iter().filter(own).partition(|run| run.control);
                let chosen = chosen(runs.iter().copied());
                ConfigurationResults { record, experiment, material, rows, runs, controls, chosen }
            })
            .collect()
    }

    /// The best on validation, over all configurations.
    pub fn champion(&self) -> Option<&RunRecord> {
        best_run(&self.record)
    }

    /// Its text, with header.
    pub fn champion_text(&self) -> Option<&str> {
        self.champion().and_then(|run| run.text.as_deref())
    }

    /// Whether the clock decides anything.
    pub fn clocked(&self) -> bool {
        let clocked = |experiment: &Experiment| {
            experiment.stop.seconds.is_some() || experiment.search.parameters.limits.seconds.is_some()
        };
        self.experiments.iter().any(clocked)
    }
}

impl ConfigurationResults<'_> {
    /// The instances of a role that are searched.
    pub fn count(&self, role: Role) -> usize {
        self.material.iter().filter(|one| one.role == role && one.reference.is_some()).count()
    }
}
