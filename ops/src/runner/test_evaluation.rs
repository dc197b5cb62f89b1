//! The last word on a configuration: the baseline is tuned, if the experiment wants one, and all heuristics are tested,
//! one after the other, if there is one. What was tested before an interruption is not tested again.

use super::configuration::Configuration;
use super::context::RunContext;
use super::event::{Event, Stage};
use super::executor::WorkerPool;
use crate::request::numbers::is_real;
use crate::store::record::{BaselineRecord, EntryRecord, Kind, RunRecord};
use anyhow::{Result, anyhow};
use unstuck_core::feature::FeatureTable;
use unstuck_evolution::baseline;
use unstuck_evolution::benchmark::{self, Contender};
use unstuck_evolution::formula_text;
use unstuck_evolution::role::Role;
use unstuck_evolution::task::{Measurement, Task};

/// Rounds in which the baseline is tuned, and one in which it is validated.
const ROUNDS: usize = 4;

/// Tunes the baseline, and runs the champions and their rivals on the test set.
pub fn hold(context: &RunContext<'_>, configuration: &Configuration, pool: &WorkerPool) -> Result<()> {
    let (store, id) = (&context.shared.store, context.lease.experiment);
    let evaluation = &configuration.ready.context;
    let record = store.experiment(id)?;
    let known = record
        .configurations
        .iter()
        .find(|one| one.number == configuration.number)
        .and_then(|one| one.baseline.clone());
    let baseline = match known {
        None if configuration.experiment.champion.baseline => {
            let baseline = tune(context, configuration, pool)?;
            store.put_baseline(context.lease, configuration.number, &baseline)?;
            Some(baseline)
        }
        known => known,
    };
    if evaluation.set(Role::Test).is_empty() {
        return Ok(());
    }
    let own = record.runs.iter().filter(|run| run.configuration == configuration.number);
    let mut contestants = champions(&own.collect::<Vec<_>>(), &evaluation.table)?;
    if let Some(baseline) = baseline {
        let heuristic = formula_text::read(&baseline.heuristic, &evaluation.table)
            .map_err(|error| anyhow!("the tuned baseline {error}"))?;
        contestants.push((Kind::Baseline, Contender { name: "tuned baseline".into(), heuristic }));
    }
    let made = benchmark::hand_made(evaluation, Role::Test);
    contestants.extend(made.into_iter().map(|contestant| (Kind::Handmade, contestant)));
    let total = contestants.len();
    let mut entries = store.entries(id, configuration.number)?;
    for (position, (kind, contestant)) in contestants.into_iter().enumerate().skip(entries.len()) {
        context.tell(&Event::Progress {
            experiment: id,
            stage: Stage::Testing,
            configuration: configuration.number,
            run: None,
            done: position,
            total,
        });
        let one = [contestant];
        let executor = context.executor(pool, false, &|_, _| {});
        let tasks = benchmark::tasks(evaluation, Role::Test, &one);
        let answers = context.answer(configuration, &tasks, &executor, false)?;
        for result in benchmark::results(evaluation, Role::Test, &one, &answers) {
            // The cache has the searches of a heuristic that was there before under another name.
            let known = entries.iter().find(|entry| entry.result.heuristic == result.heuristic);
            let seconds = known.map_or(executor.busy(), |entry| entry.seconds);
            let entry = EntryRecord { kind, result, seconds };
            store.put_entry(context.lease, configuration.number, position, &entry)?;
            entries.push(entry);
        }
    }
    Ok(store.set_tested(context.lease, configuration.number)?)
}

/// The champions of runs, read in the terms of the domain.
fn champions(runs: &[&RunRecord], table: &FeatureTable) -> Result<Vec<(Kind, Contender)>> {
    let alone = runs.iter().filter(|run| !run.control).count() == 1;
    let contestant = |run: &&RunRecord| {
        let (kind, name) = match (run.control, alone) {
            (true, true) => (Kind::Control(run.repetition), "random search".to_owned()),
            (true, false) => {
                (Kind::Control(run.repetition), format!("random search for run {}", run.repetition + 1))
            }
            (false, true) => (Kind::Champion(run.repetition), "champion".to_owned()),
            (false, false) => {
                (Kind::Champion(run.repetition), format!("champion of run {}", run.repetition + 1))
            }
        };
        let champion = run.champion.as_ref()?;
        let heuristic = formula_text::read(&champion.heuristic, table);
        Some(match heuristic {
            Ok(heuristic) => Ok((kind, Contender { name, heuristic })),
            Err(error) => Err(anyhow!("the {name} {error}")),
        })
    };
    runs.iter().filter_map(contestant).collect()
}

fn tune(
    context: &RunContext<'_>,
    configuration: &Configuration,
    pool: &WorkerPool,
) -> Result<BaselineRecord> {
    let Configuration { experiment, ready, .. } = configuration;
    let (id, mut round) = (context.lease.experiment, 0);
    let executor = context.executor(pool, false, &|_, _| {});
    let mut answer = |tasks: &[Task]| {
        let event = |done| Event::Progress {
            experiment: id,
            stage: Stage::Tuning,
            configuration: configuration.number,
            run: None,
            done,
            total: ROUNDS,
        };
        context.tell(&event(round));
        round += 1;
        context.answer(configuration, tasks, &executor, false)
    };
    let evaluator = experiment.fitness.evaluator.clone();
    let evaluation = &ready.context;
    let heuristic = baseline::tune(evaluation, &evaluator, experiment.reads_g(), &mut answer)?.heuristic;
    // Champions that fit what lies beyond a feature are measured by something that the baseline is no guess of.
    if evaluation.beyond().is_some() {
        return Ok(BaselineRecord {
            heuristic: formula_text::write(&heuristic, &evaluation.table),
            fitness: None,
        });
    }
    let work = evaluator.whole(evaluation, Role::Validation);
    let answers = answer(&[Task { id: 0, heuristic: heuristic.clone(), work: work.clone() }])?;
    let measurement = answers.first().and_then(|answer| Measurement::new(&work, answer));
    let score = measurement.map(|measurement| evaluator.score(evaluation, &measurement).fitness);
    let fitness = score.filter(|fitness| is_real(*fitness));
    Ok(BaselineRecord { heuristic: formula_text::write(&heuristic, &evaluation.table), fitness })
}
