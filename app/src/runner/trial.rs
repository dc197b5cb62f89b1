//! The last word on a cell: the baseline is tuned, and everybody stands the test, one after the other, if there is one.
//! What was tested before an interruption is not tested again.

use super::conductor::{Cell, Hands};
use super::event::{Event, Stage};
use super::lender::Slot;
use crate::report::words::is_real;
use crate::store::record::{BaselineRecord, EntryRecord, Kind, RunRecord};
use anyhow::{Result, anyhow};
use unstuck_core::feature::FeatureTable;
use unstuck_core::language::Formula;
use unstuck_evolution::baseline;
use unstuck_evolution::benchmark::{self, Contender};
use unstuck_evolution::formula_text;
use unstuck_evolution::role::Role;
use unstuck_evolution::task::{Measurement, Task};

/// Rounds in which the baseline is tuned, and one in which it is validated.
const ROUNDS: usize = 4;

/// Tunes the baseline, and runs the champions and their rivals on the test set.
pub fn hold(hands: &Hands<'_>, cell: &Cell, slot: &Slot) -> Result<()> {
    let (store, id) = (&hands.shared.store, hands.lease.experiment);
    let context = &cell.ready.context;
    let table = &context.table;
    let record = store.experiment(id)?;
    let known =
        record.cells.iter().find(|one| one.number == cell.number).and_then(|one| one.baseline.clone());
    let baseline = match known {
        Some(baseline) => baseline,
        None => {
            let baseline = tune(hands, cell, slot)?;
            store.put_baseline(hands.lease, cell.number, &baseline)?;
            baseline
        }
    };
    if context.set(Role::Test).is_empty() {
        return Ok(());
    }
    let own = record.runs.iter().filter(|run| run.cell == cell.number);
    let mut contenders = champions(&own.collect::<Vec<_>>(), table)?;
    contenders.push((
        Kind::Baseline,
        Contender {
            name: "tuned baseline".into(),
            heuristic: read(&baseline.heuristic, "tuned baseline", table)?,
        },
    ));
    let made = benchmark::hand_made(context, Role::Test);
    contenders.extend(made.into_iter().map(|contender| (Kind::Handmade, contender)));
    let total = contenders.len();
    let mut entries = store.entries(id, cell.number)?;
    for (position, (kind, contender)) in contenders.into_iter().enumerate().skip(entries.len()) {
        hands.tell(&Event::Progress {
            experiment: id,
            stage: Stage::Testing,
            cell: cell.number,
            run: None,
            done: position,
            total,
        });
        let one = [contender];
        let lender = hands.lender(slot, false, &|_, _| {});
        let tasks = benchmark::tasks(context, Role::Test, &one);
        let answers = hands.answer(cell, &tasks, &lender, false)?;
        for standing in benchmark::results(context, Role::Test, &one, &answers) {
            // The context caches the searches of a heuristic that was there before under another name.
            let known = entries.iter().find(|entry| entry.standing.heuristic == standing.heuristic);
            let seconds = known.map_or(lender.busy(), |entry| entry.seconds);
            let entry = EntryRecord { kind, standing, seconds };
            store.put_entry(hands.lease, cell.number, position, &entry)?;
            entries.push(entry);
        }
    }
    Ok(store.set_tested(hands.lease, cell.number)?)
}

/// A stored heuristic in the terms of today's features.
fn read(text: &str, what: &str, table: &FeatureTable) -> Result<Formula> {
    formula_text::read(text, table).map_err(|error| anyhow!("the {what} {error}"))
}

fn champions(runs: &[&RunRecord], table: &FeatureTable) -> Result<Vec<(Kind, Contender)>> {
    let alone = runs.iter().filter(|run| !run.control).count() == 1;
    let contender = |run: &&RunRecord| {
        let (kind, name) = match (run.control, alone) {
            (true, true) => (Kind::Control(run.repetition), "random search".to_owned()),
            (true, false) => {
                (Kind::Control(run.repetition), format!("random search beside run {}", run.repetition + 1))
            }
            (false, true) => (Kind::Champion(run.repetition), "champion".to_owned()),
            (false, false) => {
                (Kind::Champion(run.repetition), format!("champion of run {}", run.repetition + 1))
            }
        };
        let champion = run.champion.as_ref()?;
        let heuristic = read(&champion.heuristic, "champion", table);
        Some(heuristic.map(|heuristic| (kind, Contender { name, heuristic })))
    };
    runs.iter().filter_map(contender).collect()
}

fn tune(hands: &Hands<'_>, cell: &Cell, slot: &Slot) -> Result<BaselineRecord> {
    let Cell { experiment, ready, .. } = cell;
    let (id, mut round) = (hands.lease.experiment, 0);
    let lender = hands.lender(slot, false, &|_, _| {});
    let mut answer = |tasks: &[Task]| {
        let event = |done| Event::Progress {
            experiment: id,
            stage: Stage::Tuning,
            cell: cell.number,
            run: None,
            done,
            total: ROUNDS,
        };
        hands.tell(&event(round));
        round += 1;
        hands.answer(cell, tasks, &lender, false)
    };
    let (evaluator, context) = (&experiment.fitness.evaluator, &ready.context);
    let heuristic = baseline::tune(context, evaluator, experiment.reads_g(), &mut answer)?.heuristic;
    let text = formula_text::write(&heuristic, &context.table);
    // Champions that fit what lies beyond a feature are measured by something that the baseline is no guess of.
    if context.beyond().is_some() {
        return Ok(BaselineRecord { heuristic: text, fitness: None });
    }
    let work = evaluator.whole(context, Role::Validation);
    let answers = answer(&[Task { id: 0, heuristic: heuristic.clone(), work: work.clone() }])?;
    let measured = answers.first().and_then(|answer| Measurement::new(&work, answer));
    let fitness = measured.map(|found| evaluator.score(context, &found).fitness);
    Ok(BaselineRecord { heuristic: text, fitness: fitness.filter(|fitness| is_real(*fitness)) })
}
