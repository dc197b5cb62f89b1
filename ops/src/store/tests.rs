//! The store, held against what it promises: here what it keeps, in the other files how it opens and whom it belongs
//! to.

mod damage;
mod import;
mod opening;
mod ownership;

use super::pending_command::PendingCommand;
use super::progress::Step;
use super::record::{BaselineRecord, EntryRecord, IndividualRecord, Kind, PlaceRecord, State};
use super::schema;
use super::*;
use std::sync::Arc;
use unstuck_core::sample::Row;
use unstuck_evolution::benchmark::BenchmarkResult;
use unstuck_evolution::engine::Generation;
use unstuck_evolution::measure::Run;
use unstuck_evolution::role::Role;

/// A file for a store, removed with everything next to it.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("unstuck-store-{name}-{}", std::process::id()));
        // What a killed test has left.
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder.join("store.db"))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0.parent().unwrap());
    }
}

fn draft(name: &str) -> Draft {
    let instance =
        |role, name: &str| DraftInstance { role, name: name.into(), text: format!("board {name}") };
    let row = Row { text: "board c".into(), distance: 7, values: vec![Some(0.1 + 0.2), None] };
    let configuration = DraftConfiguration {
        settings: vec![("genome.rules".into(), "3".into())],
        config: "configuration".into(),
        seeds: vec![u64::MAX, 0],
        control: true,
        with_baseline: true,
        with_test: true,
        instances: vec![instance(Role::Train, "a"), instance(Role::Test, "b")],
        rows: [Some(vec![("c".into(), row)]), None, None],
    };
    Draft {
        identity: format!("identity of {name}"),
        name: name.into(),
        domain: "rush-hour".into(),
        config: "whole".into(),
        origin: "unstuck".into(),
        configurations: vec![configuration],
    }
}

fn generation(number: u32) -> Generation {
    Generation { number, best: f64::NAN, mean: f64::INFINITY, worst: 0.1 + 0.2, ..Generation::default() }
}

fn step<'a>(
    run: i64,
    history: &'a [Generation],
    individuals: &'a [IndividualRecord],
    snapshot: &'a [u8],
) -> Step<'a> {
    Step {
        run,
        state: State::Running,
        reason: None,
        evaluations: 7,
        seconds: 1.5,
        champion: None,
        text: None,
        history,
        individuals,
        hall: None,
        snapshot,
    }
}

#[test]
fn what_is_put_is_found_and_listed() {
    let store = Store::in_memory().unwrap();
    let one = store.put(&draft("one")).unwrap();
    let two = store.put(&draft("two")).unwrap();
    assert_eq!(store.put_once(&draft("two")).unwrap(), (two, false), "it is there already");
    let listed: Vec<i64> = store.list().unwrap().iter().map(|record| record.id).collect();
    assert_eq!(listed, [two, one]);
    let found = store.find("identity of one").unwrap().unwrap();
    assert_eq!((found.id, found.state), (one, State::Waiting));
    let runs: Vec<_> = found.runs.iter().map(|run| (run.repetition, run.control, run.seed)).collect();
    assert_eq!(runs, [(0, false, u64::MAX), (1, false, 0), (0, true, u64::MAX), (1, true, 0)]);
    assert_eq!(found.configurations[0].settings, [("genome.rules".to_owned(), "3".to_owned())]);
    let rows = store.dataset_rows(one, 0).unwrap();
    assert_eq!(rows, draft("one").configurations[0].rows, "to the last bit");
    assert!(store.find("no such identity").unwrap().is_none());
    assert!(matches!(store.experiment(99), Err(Error::Absent(99))));
    store.delete(one).unwrap();
    assert_eq!(store.list().unwrap().len(), 1);
    assert!(store.find("identity of one").unwrap().is_none());
    store.undelete(one).unwrap();
    assert_eq!(store.list().unwrap().len(), 2);
}

#[test]
fn a_running_experiment_is_not_deleted() {
    let place = Place::new("delete");
    let (one, two) = (Store::open(&place.0).unwrap(), Store::open(&place.0).unwrap());
    let id = one.put(&draft("busy")).unwrap();
    let lease = one.lease(id).unwrap();
    let error = two.delete(id).unwrap_err().to_string();
    assert!(
        error.starts_with(&format!("busy is being run by process {} on ", std::process::id())),
        "{error}"
    );
    assert!(error.ends_with("; stop it first: stopping experiment 1"), "{error}");
    one.set_state(&lease, State::Running, None).unwrap();
    // Its owner dies, and it is free.
    drop(lease);
    two.delete(id).unwrap();
    assert!(matches!(one.lease(id), Err(Error::Absent(1))));
    two.undelete(id).unwrap();
    assert_eq!(one.experiment(id).unwrap().state, State::Waiting, "no process runs it");
    assert!(one.lease(id).is_ok());
    // A store in memory has no locks: whom the table names is there.
    let memory = Store::in_memory().unwrap();
    let id = memory.put(&draft("memory")).unwrap();
    let lease = memory.lease(id).unwrap();
    assert!(matches!(memory.lease(id), Err(Error::Taken { .. })));
    assert!(matches!(memory.delete(id), Err(Error::InUse { .. })));
    memory.release(&lease, State::Waiting, None).unwrap();
    memory.delete(id).unwrap();
}

#[test]
fn a_deleted_experiment_is_gone_after_a_day() {
    let store = Store::in_memory().unwrap();
    let old = store.put(&draft("old")).unwrap();
    store.delete(old).unwrap();
    let day_before = now() - 24 * 3_600 - 1;
    store.write(|write| Ok(write.execute("UPDATE experiment SET deleted = ?1", [day_before])?)).unwrap();
    store.write(|write| Ok(seal::forge(write)?)).unwrap();
    let new = store.put(&draft("new")).unwrap();
    assert!(new > old, "numbers are never used again");
    assert!(store.deleted().unwrap().is_empty());
    let left: i64 =
        store.read(|read| read.query_row("SELECT count(*) FROM instance", [], |row| row.get(0))).unwrap();
    assert_eq!(left, 2, "with everything that belonged to it");
}

#[test]
fn a_generation_is_kept_to_the_last_bit() {
    let store = Store::in_memory().unwrap();
    let id = store.put(&draft("bits")).unwrap();
    let run = store.experiment(id).unwrap().runs[0].id;
    let lease = store.lease(id).unwrap();
    let individual = IndividualRecord {
        generation: 0,
        heuristic: "2*blockers".into(),
        fitness: None,
        size: 3,
        operators: vec!["discrete".into(), "-breeder".into()],
        fingerprint: u64::MAX,
        parents: vec![7, u64::MAX - 1],
    };
    let place = PlaceRecord {
        heuristic: "blockers".into(),
        fitness: 0.1 + 0.2,
        size: 1,
        generation: 0,
        objectives: None,
    };
    let history = [generation(0)];
    let first = step(run, &history, std::slice::from_ref(&individual), b"engine");
    store.commit(&lease, &Step { hall: Some(std::slice::from_ref(&place)), ..first }).unwrap();
    store.commit(&lease, &step(run, &[generation(1)], &[], b"engine")).unwrap();
    let study = store.study(id).unwrap();
    let kept = &study.runs[0].history[0];
    assert_eq!(kept.best.to_bits(), f64::NAN.to_bits());
    assert_eq!((kept.mean, kept.worst), (f64::INFINITY, 0.1 + 0.2));
    assert_eq!((study.runs[0].generation, study.runs[0].evaluations, study.runs[0].seconds), (2, 7, 1.5));
    assert_eq!(study.runs[0].hall, [place], "it stays where it does not change");
    assert_eq!(store.snapshot(run).unwrap().unwrap(), b"engine");
    assert_eq!(store.individuals(run).unwrap(), [individual]);
    let result = BenchmarkResult {
        name: "blind".into(),
        heuristic: "0".into(),
        solved: 0,
        mean_ratio: 1.0,
        total_ratio: 1.0,
        length: f64::NAN,
        expanded: 5,
        runs: Vec::new(),
        counted: Vec::new(),
        lengths: 0,
    };
    assert!(store.awaits_test(id, 0).unwrap());
    let baseline = BaselineRecord { heuristic: "0.30000000000000004".into(), fitness: Some(0.1 + 0.2) };
    store.put_baseline(&lease, 0, &baseline).unwrap();
    assert_eq!(store.experiment(id).unwrap().configurations[0].baseline, Some(baseline));
    assert!(store.awaits_test(id, 0).unwrap(), "there is a test set");
    let entry = EntryRecord { kind: Kind::Champion(1), result, seconds: 0.25 };
    store.put_entry(&lease, 0, 0, &entry).unwrap();
    assert!(store.study(id).unwrap().configurations[0].test.is_none(), "the test is not complete");
    store.set_tested(&lease, 0).unwrap();
    let test = store.study(id).unwrap().configurations[0].test.clone().unwrap();
    assert_eq!((test.entries[0].kind, test.entries[0].seconds), (Kind::Champion(1), 0.25));
    assert!(test.entries[0].result.length.is_nan());
    assert!(!store.awaits_test(id, 0).unwrap());
}

#[test]
fn ancestors_are_found_back_to_those_made_of_nothing() {
    let store = Store::in_memory().unwrap();
    let id = store.put(&draft("line")).unwrap();
    let run = store.experiment(id).unwrap().runs[0].id;
    let lease = store.lease(id).unwrap();
    let born = |generation: u32, fingerprint: u64, parents: &[u64]| IndividualRecord {
        generation,
        heuristic: format!("h{fingerprint}"),
        fitness: Some(1.0),
        size: 1,
        operators: Vec::new(),
        fingerprint,
        parents: parents.to_vec(),
    };
    let generations = [
        vec![born(0, 1, &[]), born(0, 2, &[]), born(0, 3, &[])],
        // A child like its parent, one of two parents, and one that has nothing to do with the rest.
        vec![born(1, 4, &[4, 1]), born(1, 5, &[1, 2]), born(1, 6, &[3])],
        // The first one came up again, made by another way.
        vec![born(2, 7, &[5, 4]), born(2, 1, &[6])],
        vec![born(3, 8, &[7, 99])],
    ];
    for (number, individuals) in generations.iter().enumerate() {
        let history = [generation(number as u32)];
        store.commit(&lease, &step(run, &history, individuals, b"engine")).unwrap();
    }
    let line = |fingerprint: u64| {
        let found = store.ancestors(run, fingerprint).unwrap();
        (found.individuals.iter().map(|one| one.fingerprint).collect::<Vec<u64>>(), found.complete)
    };
    assert_eq!(line(1), (vec![1], true));
    assert_eq!(line(7), (vec![1, 2, 4, 5, 7], true));
    assert_eq!(line(8), (vec![1, 2, 4, 5, 7, 8], false), "99 is unknown");
    assert_eq!(line(50), (vec![], false));
}

/// What is read is of one moment, however fast another connection writes.
#[test]
fn a_study_is_of_one_moment() {
    let place = Place::new("moment");
    let (writer, reader) = (Store::open(&place.0).unwrap(), Store::open(&place.0).unwrap());
    let id = writer.put(&draft("moment")).unwrap();
    let lease = writer.lease(id).unwrap();
    let run = writer.experiment(id).unwrap().runs[0].id;
    let over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0..500 {
                writer.commit(&lease, &step(run, &[generation(number)], &[], b"engine")).unwrap();
            }
            over.store(true, Ordering::Relaxed);
        });
        while !over.load(Ordering::Relaxed) {
            let seen = &reader.study(id).unwrap().runs[0];
            assert_eq!(seen.generation as usize, seen.history.len());
        }
    });
    assert_eq!(reader.study(id).unwrap().runs[0].generation, 500);
}
