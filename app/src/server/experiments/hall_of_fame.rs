//! The hall of fame: the best champion of every experiment, with its result on the test.

use super::views::{Famous, HallOfFame, Tally};
use crate::report::curves::real;
use crate::server::{Answer, App, run_blocking};
use axum::extract::State;
use std::sync::Arc;
use unstuck_evolution::measure::Run;
use unstuck_ops::analysis::chosen;
use unstuck_ops::store::record::{EntryRecord, ExperimentRecord, Kind, one_line};

/// The best champions of all experiments, those of the newest first.
pub async fn hall_of_fame(State(app): State<Arc<App>>) -> Answer {
    run_blocking(move || {
        let mut champions = Vec::new();
        for record in app.store.list()? {
            champions.extend(famous(&app, &record)?);
        }
        Ok(HallOfFame { champions })
    })
    .await
}

/// The best champion of an experiment; `None` before the first.
fn famous(app: &App, record: &ExperimentRecord) -> Result<Option<Famous>, crate::server::failure::Failure> {
    let best = chosen(record.runs.iter().filter(|run| !run.control)).best;
    let Some((run, champion)) = best.and_then(|run| Some((run, run.champion.as_ref()?))) else {
        return Ok(None);
    };
    let entries = app.store.entries(record.id, run.configuration)?;
    let of = |kind: Kind| entries.iter().find(|entry| entry.kind == kind);
    let tested = of(Kind::Champion(run.repetition));
    let against = tested.zip(of(Kind::Baseline)).map(|(own, baseline)| tally(own, baseline));
    Ok(Some(Famous {
        experiment: record.id,
        name: record.name.clone(),
        domain: record.domain.clone(),
        run: run.id,
        text: one_line(&champion.heuristic),
        size: champion.size,
        fitness: real(champion.validation.fitness),
        ratio: tested.map(|entry| entry.result.mean_ratio),
        length: tested.and_then(|entry| real(entry.result.length)),
        against,
    }))
}

/// How often the first needs fewer nodes, as many, and more; an instance that is not solved needs the most.
fn tally(own: &EntryRecord, other: &EntryRecord) -> Tally {
    let nodes = |run: &Run| if run.solved { run.expanded } else { u64::MAX };
    let mut found = Tally { wins: 0, ties: 0, losses: 0 };
    for (own, other) in own.result.runs.iter().zip(&other.result.runs) {
        match nodes(own).cmp(&nodes(other)) {
            std::cmp::Ordering::Less => found.wins += 1,
            std::cmp::Ordering::Equal => found.ties += 1,
            std::cmp::Ordering::Greater => found.losses += 1,
        }
    }
    found
}
