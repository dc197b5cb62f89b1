//! The last word on a cell: everybody on the test set, one after the other. What was tested before an interruption is not
//! tested again.

use super::conductor::{Cell, Hands, failed};
use super::event::{Event, Stage};
use super::lender::Slot;
use crate::store::record::{EntryRecord, Kind, RunRecord};
use anyhow::Result;
use unstuck_core::language::Formula;
use unstuck_evolution::baseline;
use unstuck_evolution::contest::{self, Contestant};
use unstuck_evolution::task::{Role, Task};

/// Rounds in which the baseline is tuned.
const ROUNDS: usize = 3;

/// Runs the champions and their rivals on the test set.
pub fn hold(hands: &Hands<'_>, cell: &Cell, slot: &Slot) -> Result<()> {
    let (store, id) = (&hands.shared.store, hands.lease.experiment);
    let world = &cell.ready.world;
    let baseline = match store.baseline(id, cell.number)? {
        Some(heuristic) => heuristic,
        None => {
            let heuristic = tune(hands, cell, slot)?;
            store.put_baseline(hands.lease, cell.number, &heuristic)?;
            heuristic
        }
    };
    let record = store.experiment(id)?;
    let own = record.runs.iter().filter(|run| run.cell == cell.number);
    let mut contestants = champions(&own.collect::<Vec<_>>());
    contestants.push((Kind::Baseline, Contestant { name: "tuned baseline".into(), heuristic: baseline }));
    let made = contest::hand_made(world, Role::Test);
    contestants.extend(made.into_iter().map(|contestant| (Kind::Handmade, contestant)));
    let total = contestants.len();
    let mut entries = store.entries(id, cell.number)?;
    for (position, (kind, contestant)) in contestants.into_iter().enumerate().skip(entries.len()) {
        hands.tell(&Event::Progress {
            experiment: id,
            stage: Stage::Testing,
            cell: cell.number,
            run: None,
            done: position,
            total,
        });
        let one = [contestant];
        let lender = hands.lender(slot, false, &|_, _| {});
        let tasks = contest::tasks(world, Role::Test, &one);
        let answers = world.answer(&tasks, &lender, &hands.watch(false)).map_err(failed)?;
        for standing in contest::standings(world, Role::Test, &one, &answers) {
            // The world remembers the searches of a heuristic that was there before under another name.
            let known = entries.iter().find(|entry| entry.standing.heuristic == standing.heuristic);
            let seconds = known.map_or(lender.busy(), |entry| entry.seconds);
            let entry = EntryRecord { kind, standing, seconds };
            store.put_entry(hands.lease, cell.number, position, &entry)?;
            entries.push(entry);
        }
    }
    Ok(store.set_tested(hands.lease, cell.number)?)
}

fn champions(runs: &[&RunRecord]) -> Vec<(Kind, Contestant)> {
    let alone = runs.iter().filter(|run| !run.control).count() == 1;
    let contestant = |run: &&RunRecord| {
        let (kind, name) = match (run.control, alone) {
            (true, _) => (Kind::Control(run.repetition), "random search".to_owned()),
            (false, true) => (Kind::Champion(run.repetition), "champion".to_owned()),
            (false, false) => {
                (Kind::Champion(run.repetition), format!("champion of run {}", run.repetition + 1))
            }
        };
        let champion = run.champion.as_ref()?;
        Some((kind, Contestant { name, heuristic: champion.heuristic.clone() }))
    };
    runs.iter().filter_map(contestant).collect()
}

fn tune(hands: &Hands<'_>, cell: &Cell, slot: &Slot) -> Result<Formula> {
    let Cell { experiment, ready, .. } = cell;
    let (id, mut round) = (hands.lease.experiment, 0);
    let lender = hands.lender(slot, false, &|_, _| {});
    let watch = hands.watch(false);
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
        ready.world.answer(tasks, &lender, &watch).map_err(failed)
    };
    let evaluator = experiment.fitness.judge.evaluator();
    let tuned = baseline::tune(&ready.world, &evaluator, experiment.reads_context(), &mut answer)?;
    Ok(tuned.heuristic)
}
