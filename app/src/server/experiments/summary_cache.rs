//! What a configuration says once and for all, and curves that only grow: remembered, so that lists are quick.

use crate::report::curves::{real, thin};
use crate::server::failure::Failure;
use crate::server::phase::Phase;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use unstuck_evolution::role::Role;
use unstuck_ops::lock::locked;
use unstuck_ops::store::Store;
use unstuck_ops::store::record::{ExperimentRecord, RunRecord};

/// Points of a small curve.
const POINTS: usize = 60;

/// What a configuration says.
#[derive(Debug, Default)]
pub struct ConfigSummary {
    pub metric: String,
    pub genome: String,
    pub algorithm: String,
    pub fitness: String,
    pub repetitions: u64,
    pub population: u64,
    pub generations: Option<u64>,
    evaluations: Option<u64>,
    seconds: Option<f64>,
    /// Whether there is a test set.
    pub tests: bool,
    /// Instances of each role that are made by the run.
    generated: HashMap<&'static str, usize>,
}

impl ConfigSummary {
    /// Of a filled-in configuration.
    pub fn of(config: &str) -> Self {
        // What was stored was printed by this program; a configuration of another version may lack something.
        let table: toml::Table = toml::from_str(config).unwrap_or_default();
        let at = |section: &str, key: &str| table.get(section)?.as_table()?.get(key).cloned();
        let word = |section: &str| {
            at(section, "kind").and_then(|kind| kind.as_str().map(str::to_owned)).unwrap_or_default()
        };
        let number = |section: &str, key: &str| {
            at(section, key).and_then(|value| value.as_integer()).map(|value| value as u64)
        };
        let seconds = at("stop", "seconds")
            .and_then(|value| value.as_float().or(value.as_integer().map(|value| value as f64)));
        Self {
            metric: table.get("metric").and_then(|value| value.as_str()).unwrap_or_default().to_owned(),
            genome: word("genome"),
            algorithm: word("algorithm"),
            fitness: word("fitness"),
            repetitions: table.get("repetitions").and_then(toml::Value::as_integer).unwrap_or(1) as u64,
            population: number("algorithm", "population").unwrap_or(0),
            generations: number("stop", "generations"),
            evaluations: number("stop", "evaluations"),
            seconds,
            generated: ["train", "validation", "test"]
                .into_iter()
                .filter_map(|role| {
                    let source = at("data", role)?;
                    let count = source.get("generate").and_then(|_| source.get("count"))?.as_integer()?;
                    Some((role, usize::try_from(count).ok()?))
                })
                .collect(),
            tests: at("data", "test").is_some() || at("data", "split").is_some(),
        }
    }

    /// How many instances of a role the run makes.
    pub fn generated(&self, role: Role) -> usize {
        self.generated.get(role.name()).copied().unwrap_or(0)
    }

    /// How much of a run is done, by whichever end is nearest.
    pub fn share(&self, run: &RunRecord) -> f64 {
        let shares = [
            self.generations.map(|most| f64::from(run.generation) / most.max(1) as f64),
            self.evaluations.map(|most| run.evaluations as f64 / most.max(1) as f64),
            self.seconds.map(|most| run.seconds / most.max(0.001)),
        ];
        shares.into_iter().flatten().fold(0.0, f64::max).min(1.0)
    }
}

/// Generations, and the best so far at each.
type Spark = Vec<(u32, f64)>;

/// What is remembered.
#[derive(Default)]
pub struct SummaryCache {
    summary_of: Mutex<HashMap<i64, Arc<ConfigSummary>>>,
    /// By run: its generation, and the curve until then.
    sparks: Mutex<HashMap<i64, (u32, Spark)>>,
    /// By experiment: what is being done.
    phases: Mutex<HashMap<i64, Phase>>,
}

impl SummaryCache {
    /// What the configuration of an experiment says. Numbers of experiments are never given again.
    pub fn summary_of(&self, record: &ExperimentRecord) -> Arc<ConfigSummary> {
        let mut known = locked(&self.summary_of);
        Arc::clone(known.entry(record.id).or_insert_with(|| Arc::new(ConfigSummary::of(&record.config))))
    }

    /// What is being done for an experiment.
    pub fn phase(&self, experiment: i64) -> Option<Phase> {
        locked(&self.phases).get(&experiment).cloned()
    }

    /// Notes what is being done for an experiment, nothing if none; returns what was before.
    pub fn set_phase(&self, experiment: i64, phase: Option<Phase>) -> Option<Phase> {
        let mut phases = locked(&self.phases);
        match phase {
            Some(phase) => phases.insert(experiment, phase),
            None => phases.remove(&experiment),
        }
    }

    /// The best validation fitness of a run so far by generation, at most so many points of it.
    pub fn spark(&self, store: &Store, run: &RunRecord) -> Result<Spark, Failure> {
        if let Some((generation, curve)) = locked(&self.sparks).get(&run.id)
            && *generation == run.generation
        {
            return Ok(curve.clone());
        }
        let mut best = f64::INFINITY;
        let mut curve = Vec::new();
        for one in &store.history(run.id)? {
            let Some(value) = one.validation.and_then(real) else { continue };
            best = best.min(value);
            curve.push((one.number + 1, best));
        }
        let curve = thin(&curve, POINTS);
        locked(&self.sparks).insert(run.id, (run.generation, curve.clone()));
        Ok(curve)
    }
}
