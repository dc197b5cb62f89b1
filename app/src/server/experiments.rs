//! Experiments: what is stored, what runs, and what is to become of it.

pub mod begin;
pub mod compare;
pub mod create;
pub mod curves;
pub mod download;
mod edit;
pub mod hall_of_fame;
pub mod import;
pub mod instances;
pub mod report_page;
pub mod runs;
pub mod steer;
pub mod summary_cache;
pub mod test_evaluation;
pub mod views;

use super::failure::Failure;
use super::{Answer, App, run_blocking};
use crate::report::curves::real;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{self, Path, Query};
use serde::Deserialize;
use std::sync::Arc;
use summary_cache::ConfigSummary;
use unstuck_evolution::role::Role;
use unstuck_ops::analysis::{chosen, fitness};
use unstuck_ops::store::record::{ConfigurationRecord, ExperimentRecord, RunRecord, State, one_line};
use views::{
    BaselineView, ChampionView, ConfigurationSetting, ConfigurationView, Experiment, ExperimentList,
    ExperimentSummary, InstanceCounts, RunCounts, RunView, ScoreView,
};

/// The number in an address.
pub type Number = Result<Path<i64>, PathRejection>;

/// A number in an address that is one.
pub fn number(number: Number, what: &str) -> Result<i64, Failure> {
    number.map(|Path(id)| id).map_err(|_| Failure::missing(format!("there is no such {what}")))
}

/// Which of them.
#[derive(Deserialize)]
pub struct Which {
    #[serde(default)]
    deleted: bool,
}

/// All experiments, the newest first.
pub async fn list(
    extract::State(app): extract::State<Arc<App>>,
    which: Result<Query<Which>, QueryRejection>,
) -> Answer {
    let Query(Which { deleted }) = which.map_err(|error| Failure::bad(error.body_text()))?;
    run_blocking(move || {
        let mut experiments = Vec::new();
        if deleted {
            for (record, when) in app.store.deleted_records()? {
                experiments.push(summary(&app, &record, Some(when))?);
            }
        } else {
            for record in app.store.list()? {
                experiments.push(summary(&app, &record, None)?);
            }
        }
        Ok(ExperimentList { experiments })
    })
    .await
}

/// An experiment with its runs.
pub async fn show(extract::State(app): extract::State<Arc<App>>, id: Number) -> Answer {
    let id = number(id, "experiment")?;
    run_blocking(move || {
        let record = app.store.experiment(id)?;
        let tested = app.store.tested(id)?;
        let setting =
            |(key, value): &(String, String)| ConfigurationSetting { key: key.clone(), value: value.clone() };
        let configuration = |configuration: &ConfigurationRecord| ConfigurationView {
            number: configuration.number,
            settings: configuration.settings.iter().map(setting).collect(),
            tested: tested.contains(&configuration.number),
            baseline: baseline(configuration),
        };
        let material = app.store.material(id, 0)?;
        let summary_of = app.summaries.summary_of(&record);
        let count = |role: Role| {
            let own: Vec<_> = material.iter().filter(|one| one.role == role).collect();
            let present = own.iter().filter(|one| one.dropped.is_none()).count();
            // Those of a role without any are still to be made.
            if own.is_empty() { summary_of.generated(role) } else { present }
        };
        let chosen = chosen(record.runs.iter().filter(|run| !run.control));
        Ok(Experiment {
            summary: summary(&app, &record, None)?,
            config: record.config.clone(),
            values: edit::tree(&record.config).unwrap_or_default(),
            origin: record.origin.clone(),
            configurations: record.configurations.iter().map(configuration).collect(),
            runs: record.runs.iter().map(|one| run(&record, one)).collect(),
            instances: InstanceCounts {
                train: count(Role::Train),
                validation: count(Role::Validation),
                test: count(Role::Test),
            },
            best: chosen.best.map(|run| run.id),
            median: chosen.median.map(|run| run.id),
        })
    })
    .await
}

/// A run as data.
pub fn run(record: &ExperimentRecord, run: &RunRecord) -> RunView {
    let champion = run.champion.as_ref().map(|champion| {
        let score = &champion.validation;
        ChampionView {
            text: one_line(&champion.heuristic),
            block: run.text.clone().unwrap_or_default(),
            size: champion.size,
            generation: champion.generation + 1,
            validation: ScoreView {
                fitness: real(score.fitness),
                nodes: real(score.nodes),
                length: real(score.length),
                unsolved: real(score.unsolved),
            },
            scaling: score.scaling,
        }
    });
    RunView {
        id: run.id,
        experiment: record.id,
        configuration: run.configuration,
        repetition: run.repetition,
        control: run.control,
        seed: run.seed,
        state: run.state,
        reason: run.reason,
        generation: run.generation,
        evaluations: run.evaluations,
        seconds: run.seconds,
        champion,
    }
}

/// An experiment as lists show it.
pub fn summary(
    app: &App,
    record: &ExperimentRecord,
    deleted: Option<i64>,
) -> Result<ExperimentSummary, Failure> {
    let summary_of = app.summaries.summary_of(record);
    let own: Vec<&RunRecord> = record.runs.iter().filter(|run| !run.control).collect();
    let done = record.runs.iter().filter(|run| run.state == State::Done).count();
    let running = record.runs.iter().filter(|run| run.state == State::Running).count();
    let unfinished = own.iter().filter(|run| run.state != State::Done).map(|run| run.generation).min();
    let (progress, eta) = how_far(app, record, &summary_of)?;
    let spark = match own.first() {
        Some(first) => app.summaries.spark(&app.store, first)?,
        None => Vec::new(),
    };
    let here = app.runner().has(record.id);
    Ok(ExperimentSummary {
        id: record.id,
        identity: record.identity.clone(),
        name: record.name.clone(),
        domain: record.domain.clone(),
        metric: summary_of.metric.clone(),
        genome: summary_of.genome.clone(),
        algorithm: summary_of.algorithm.clone(),
        fitness: summary_of.fitness.clone(),
        state: record.state,
        pending: None,
        error: record.error.clone(),
        created: record.created,
        updated: record.updated,
        runs: RunCounts { total: record.runs.len(), done, running },
        configurations: record.configurations.len(),
        repetitions: summary_of.repetitions,
        generation: unfinished.or_else(|| own.iter().map(|run| run.generation).max()).unwrap_or(0),
        generations: summary_of.generations,
        progress,
        phase: app.summaries.phase(record.id),
        eta,
        best: own.iter().filter_map(|run| fitness(run)).min_by(f64::total_cmp),
        baseline: record
            .configurations
            .iter()
            .filter_map(|configuration| configuration.baseline.as_ref()?.fitness)
            .reduce(f64::min),
        spark,
        // Another process runs it, if this one does not.
        owner: record.owner.clone().filter(|_| !here),
        deleted,
    })
}

/// The tuned baseline of a configuration, where champions can be compared with it.
fn baseline(configuration: &ConfigurationRecord) -> Option<BaselineView> {
    let baseline = configuration.baseline.as_ref()?;
    Some(BaselineView { text: one_line(&baseline.heuristic), fitness: baseline.fitness? })
}

/// How much of an experiment is done, from 0 to 1, and the seconds to its end where it runs. Each run counts alike,
/// and so does each test.
pub fn how_far(
    app: &App,
    record: &ExperimentRecord,
    summary_of: &ConfigSummary,
) -> Result<(f64, Option<f64>), Failure> {
    let tests = if summary_of.tests { record.configurations.len() as f64 } else { 0.0 };
    let tested = if summary_of.tests { app.store.tested(record.id)?.len() as f64 } else { 0.0 };
    let share = |run: &RunRecord| if run.state == State::Done { 1.0 } else { summary_of.share(run) };
    let runs: f64 = record.runs.iter().map(share).sum();
    let (done, total) = (runs + tested, record.runs.len() as f64 + tests);
    let progress = if record.state == State::Done { 1.0 } else { (done / total.max(1.0)).clamp(0.0, 0.999) };
    let spent: f64 = record.runs.iter().map(|run| run.seconds).sum();
    let parallel = record.runs.iter().filter(|run| run.state == State::Running).count().max(1) as f64;
    let known = record.state == State::Running && runs > 0.02 && spent > 0.5;
    Ok((progress, known.then(|| spent / runs * (total - done) / parallel)))
}
