//! One setting: its runs together.

use super::format::is_real;
use super::population::Population;
use super::runs::{chosen, fitness, runs_of, telling, validation_curve};
use super::statistics::{Quartiles, RunLength, quantile};
use super::test_evaluation::TestEvaluation;
use crate::store::record::{
    BaselineRecord, ConfigurationRecord, ExperimentRecord, PlaceRecord, RunRecord, State, one_line,
    read_config,
};
use serde::Serialize;

/// Places in the hall of fame.
const HALL: usize = 10;

/// The statistics of one setting: of the runs that are done, or of all while none is.
#[derive(Debug, Serialize)]
pub struct Configuration {
    /// Its number.
    pub number: u32,
    /// Its settings in words; empty without a grid.
    pub label: String,
    /// The runs without the controls.
    pub runs: usize,
    /// Those of them that are done.
    pub done: usize,
    /// The run whose champion is best on validation: its repetition, from 0.
    pub best: Option<u32>,
    /// The run in the middle, where there are at least three.
    pub median: Option<u32>,
    /// Fitness of the champions on validation.
    pub validation: Quartiles,
    /// Nodes of the champions.
    pub size: Quartiles,
    /// Generations of the runs.
    pub generations: Quartiles,
    /// Measurements of the runs.
    pub evaluations: Quartiles,
    /// Seconds of the runs.
    pub seconds: Quartiles,
    /// How many runs reached some values on validation, by evaluations.
    pub run_lengths: Vec<Target>,
    /// The tuned baseline, once it was found.
    pub baseline: Option<Baseline>,
    /// The best on validation over all runs, the best first.
    pub hall: Vec<Place>,
    /// What the populations were made by and of.
    pub population: Population,
    /// The test, if it was held.
    pub test: Option<TestEvaluation>,
}

/// The tuned baseline.
#[derive(Debug, Serialize)]
pub struct Baseline {
    /// The heuristic as text.
    pub heuristic: String,
    /// Its fitness on validation, where champions can be compared with it.
    pub fitness: Option<f64>,
}

/// A place in the hall of fame of all runs.
#[derive(Debug, Serialize)]
pub struct Place {
    /// The heuristic as text.
    pub heuristic: String,
    /// Its fitness on validation.
    pub fitness: f64,
    /// Its nodes.
    pub size: u64,
    /// Its generation, from 0.
    pub generation: u32,
    /// The repetition, from 0.
    pub run: u32,
}

/// A value on validation, and who reached it by when.
#[derive(Debug, Serialize)]
pub struct Target {
    /// What it is.
    pub name: &'static str,
    /// The value.
    pub value: f64,
    /// By when it was reached.
    pub lengths: RunLength,
}

impl Configuration {
    /// Of a configuration of an experiment.
    pub fn of(record: &ExperimentRecord, configuration: &ConfigurationRecord) -> Self {
        let count = runs_of(record, configuration.number).count();
        let done = runs_of(record, configuration.number).filter(|run| run.state == State::Done).count();
        let runs = telling(runs_of(record, configuration.number));
        let champions = chosen(runs_of(record, configuration.number));
        let controls =
            chosen(record.runs.iter().filter(|run| run.configuration == configuration.number && run.control));
        let over = |figure: &dyn Fn(&RunRecord) -> f64| {
            Quartiles::of(&runs.iter().map(|run| figure(run)).collect::<Vec<f64>>())
        };
        let experiment = read_config(&configuration.config).ok();
        let evaluator = experiment.as_ref().map(|experiment| &experiment.fitness.evaluator);
        let test = |test| TestEvaluation::of(test, champions, controls, evaluator);
        let settings = configuration.settings.iter().map(|(key, value)| format!("{key} = {value}"));
        Self {
            number: configuration.number,
            label: settings.collect::<Vec<_>>().join(", "),
            runs: count,
            done,
            best: champions.best.map(|run| run.repetition),
            median: champions.median.map(|run| run.repetition),
            validation: over(&|run| fitness(run).unwrap_or(f64::NAN)),
            size: over(&|run| run.champion.as_ref().map_or(f64::NAN, |champion| champion.size as f64)),
            generations: over(&|run| run.history.len().max(run.generation as usize) as f64),
            evaluations: over(&|run| run.evaluations as f64),
            seconds: over(&|run| run.seconds),
            run_lengths: targets(&runs),
            baseline: configuration.baseline.as_ref().map(baseline),
            hall: hall(&runs),
            population: Population::of(&runs),
            test: configuration.test.as_ref().map(test),
        }
    }

    /// Its name in a comparison of configurations.
    pub fn name(&self) -> String {
        if self.label.is_empty() { "all runs".to_owned() } else { self.label.clone() }
    }

    /// Whether a run is one of those that the statistics are over.
    pub fn counts(&self, run: &RunRecord) -> bool {
        run.configuration == self.number && !run.control && (run.state == State::Done || self.done == 0)
    }

    /// The representative run: the median, or the best of few.
    pub fn typical(&self) -> Option<u32> {
        self.median.or(self.best)
    }

    /// What a repetition is called.
    pub fn run_name(&self, repetition: u32) -> String {
        let mark = match Some(repetition) {
            run if run == self.best && self.runs > 1 => ", best by validation",
            run if run == self.median => ", median",
            _ => "",
        };
        format!("run {}{mark}", repetition + 1)
    }
}

fn baseline(known: &BaselineRecord) -> Baseline {
    Baseline {
        heuristic: one_line(&known.heuristic),
        fitness: known.fitness.filter(|fitness| is_real(*fitness)),
    }
}

/// The best of all runs; what reads alike counts once.
fn hall(runs: &[&RunRecord]) -> Vec<Place> {
    let mut all: Vec<(u32, &PlaceRecord)> =
        runs.iter().flat_map(|run| run.hall.iter().map(|place| (run.repetition, place))).collect();
    all.retain(|(_, place)| is_real(place.fitness) && place.objectives.is_none());
    all.sort_by(|a, b| a.1.fitness.total_cmp(&b.1.fitness).then(a.1.size.cmp(&b.1.size)).then(a.0.cmp(&b.0)));
    let mut found: Vec<Place> = Vec::new();
    for (run, place) in all {
        if found.len() == HALL {
            break;
        }
        if !found.iter().any(|known| known.heuristic == place.heuristic) {
            let PlaceRecord { heuristic, fitness, size, generation, .. } = place.clone();
            found.push(Place { heuristic, fitness, size, generation, run });
        }
    }
    found
}

/// Three targets that distinguish runs: the results of the best quarter, half, and all runs.
fn targets(runs: &[&RunRecord]) -> Vec<Target> {
    let last: Vec<f64> = runs.iter().filter_map(|run| fitness(run)).collect();
    let curves: Vec<Vec<(f64, f64)>> = runs.iter().map(|run| validation_curve(run)).collect();
    let mut found: Vec<Target> = Vec::new();
    for (name, share) in
        [("the worst champion's", 1.0), ("the median champion's", 0.5), ("the best quarter's", 0.25)]
    {
        let value = quantile(&last, share);
        // Shares of few runs may be one and the same.
        if is_real(value) && !found.iter().any(|target| target.value == value) {
            found.push(Target { name, value, lengths: RunLength::of_curves(&curves, value) });
        }
    }
    found
}
