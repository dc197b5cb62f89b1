//! Experiments side by side: steered, and no different for it.

use super::event::{Event, Stage};
use super::*;
use crate::experiments::{ExperimentFile, Kept};
use crate::store::progress::Finding;
use crate::store::record::{RunRecord, State};
use crate::system::progress::Silent;
use std::path::Path;
use std::sync::mpsc::Receiver;
use unstuck_evolution::role::Role;

const FILE: &str = r#"
format = 1
name = "side"
domain = "rush-hour"
repetitions = 2
[data]
train = ["jam:1-2"]
validation = ["jam:5"]
test = ["jam:7"]
[search]
limits = { expanded = 200 }
[genome]
kind = "weights"
features = ["blockers", "distance"]
[algorithm]
population = 5
[champion]
baseline = false
[stop]
generations = 8
"#;

fn put(store: &Store, seed: u64) -> i64 {
    put_lasting(store, seed, 8)
}

fn put_lasting(store: &Store, seed: u64, generations: u32) -> i64 {
    put_text(store, seed, &FILE.replace("generations = 8", &format!("generations = {generations}")))
}

fn put_text(store: &Store, seed: u64, text: &str) -> i64 {
    unstuck_domains::install();
    let file = ExperimentFile::of(text, ("a test", Path::new("")), Some(seed), false).unwrap();
    match file.keep(store, true, 1, &Silent).unwrap() {
        Kept::New(id) => id,
        Kept::Known(known) => panic!("{} was there", known.name),
    }
}

/// Listens until an experiment has ended.
fn ended(events: &Receiver<Event>, wanted: i64) -> State {
    loop {
        match events.recv_timeout(Duration::from_secs(120)).expect("news") {
            Event::Ended { experiment, state, error, .. } if experiment == wanted => {
                assert_eq!(error, None);
                return state;
            }
            _ => {}
        }
    }
}

/// What was stored of the runs, but for their numbers and times.
fn runs(store: &Store, id: i64) -> Vec<RunRecord> {
    let runs = store.study(id).unwrap().runs.into_iter();
    runs.map(|run| RunRecord { id: 0, seconds: 0.0, ..run }).collect()
}

#[test]
fn experiments_side_by_side_come_to_what_they_come_to_alone() {
    let store = Arc::new(Store::in_memory().unwrap());
    let alone: Vec<i64> = [1, 2].map(|seed| put(&store, seed)).into();
    for &id in &alone {
        let runner = Runner::new(Arc::clone(&store), 1);
        let events = runner.subscribe();
        runner.start(id).unwrap();
        assert_eq!(ended(&events, id), State::Done);
    }
    let together: Vec<i64> = [1, 2].map(|seed| put(&store, seed)).into();
    let runner = Runner::new(Arc::clone(&store), 2);
    let (events, others) = (runner.subscribe(), runner.subscribe());
    together.iter().for_each(|&id| runner.start(id).unwrap());
    assert!(runner.start(together[0]).is_err(), "it is run already");
    assert_eq!(ended(&events, together[0]), State::Done);
    assert_eq!(ended(&others, together[1]), State::Done);
    for (one, other) in alone.iter().zip(&together) {
        assert_eq!(runs(&store, *one), runs(&store, *other));
    }
}

/// Runs an experiment for a generation, and leaves it.
fn begin(store: &Arc<Store>, id: i64) {
    let mut runner = Runner::new(Arc::clone(store), 1);
    let events = runner.subscribe();
    runner.start(id).unwrap();
    while !matches!(events.recv_timeout(Duration::from_secs(120)).expect("news"), Event::Generation { .. }) {}
    runner.shutdown();
    assert_eq!(store.experiment(id).unwrap().state, State::Waiting);
}

#[test]
fn what_was_solved_before_is_not_solved_again() {
    let store = Arc::new(Store::in_memory().unwrap());
    let id = put_lasting(&store, 5, 300);
    begin(&store, id);
    // Were it solved again, the true figures would come back.
    let lease = store.lease(id).unwrap();
    let mut wrong = store.material(id, 0).unwrap()[0].reference.unwrap();
    wrong.length = wrong.length.map(|length| length + 1_000);
    let name = store.material(id, 0).unwrap()[0].name.clone();
    let finding = Finding { role: Role::Train, name, outcome: Ok(wrong) };
    store.put_findings(&lease, 0, &[finding]).unwrap();
    store.release(&lease, State::Waiting, None).unwrap();
    let runner = Runner::new(Arc::clone(&store), 1);
    let events = runner.subscribe();
    runner.start(id).unwrap();
    assert_eq!(ended(&events, id), State::Done);
    assert_eq!(store.material(id, 0).unwrap()[0].reference, Some(wrong));
    // The whole line of the champion is known.
    let run = store.experiment(id).unwrap().runs[0].clone();
    let line = store.ancestors(run.id, run.champion.unwrap().id).unwrap();
    assert!(line.complete && !line.individuals.is_empty());
    assert!(line.individuals.iter().any(|one| one.parents.is_empty()), "{line:?}");
}

#[test]
fn an_engine_of_another_version_is_refused_in_words() {
    let store = Arc::new(Store::in_memory().unwrap());
    // Long enough to be left in its first run.
    let id = put_lasting(&store, 6, 100_000);
    begin(&store, id);
    // Whichever came first; several are under way.
    let runs = store.experiment(id).unwrap().runs;
    let left = runs.iter().find_map(|run| Some((run.id, store.snapshot(run.id).unwrap()?)));
    let (run, mut bytes) = left.expect("a run in its middle");
    // After eight letters comes the version.
    bytes[8] = 3;
    store.put_snapshot(run, &bytes).unwrap();
    let runner = Runner::new(Arc::clone(&store), 1);
    let events = runner.subscribe();
    runner.start(id).unwrap();
    let error = loop {
        if let Event::Ended { error, .. } = events.recv_timeout(Duration::from_secs(120)).expect("news") {
            break error.unwrap();
        }
    };
    assert!(error.starts_with("the snapshot has version 3, and this program reads version "), "{error}");
    assert_eq!(store.experiment(id).unwrap().state, State::Failed);
}

#[test]
fn an_owner_that_loses_the_lease_stops() {
    let store = Arc::new(Store::in_memory().unwrap());
    let id = put_lasting(&store, 7, 100_000);
    let runner = Runner::new(Arc::clone(&store), 1);
    let events = runner.subscribe();
    runner.start(id).unwrap();
    while !matches!(events.recv_timeout(Duration::from_secs(120)).expect("news"), Event::Generation { .. }) {}
    // While it is paused nothing is stored, so that only listening tells.
    runner.pause(id).unwrap();
    while !matches!(
        events.recv_timeout(Duration::from_secs(120)).expect("news"),
        Event::State { state: State::Paused, .. }
    ) {}
    store.take_away(id).unwrap();
    let before = runs(&store, id);
    match events.recv_timeout(Duration::from_secs(120)).expect("news") {
        Event::Ended { state, error, by_store, .. } => {
            let lost = "another process has taken the experiment over; nothing more was written here";
            assert_eq!((state, error.as_deref(), by_store), (State::Waiting, Some(lost), true));
        }
        other => panic!("{other:?}"),
    }
    assert!(!runner.has(id));
    assert_eq!(runs(&store, id), before);
    assert_eq!(store.experiment(id).unwrap().owner.as_deref(), Some("process 1 on other"));
}

#[test]
fn instances_are_made_by_the_run_and_an_end_meanwhile_changes_nothing() {
    let made = |count, seed| {
        format!(
            "{{ generate = \"evolved\", length = [10, 30], states = [100, 600], count = {count}, seed = {seed} }}"
        )
    };
    let text = FILE
        .replace("[\"jam:1-2\"]", &made(6, 1))
        .replace("[\"jam:5\"]", &made(2, 2))
        .replace("repetitions = 2", "repetitions = 1")
        .replace("generations = 8", "generations = 2");
    let text = format!("{text}[grid]\n\"algorithm.population\" = [5, 6]\n");
    let store = Arc::new(Store::in_memory().unwrap());
    let (expected, id) = (put_text(&store, 3, &text), put_text(&store, 3, &text));
    let names = |id: i64, configuration: u32| -> Vec<String> {
        store.material(id, configuration).unwrap().into_iter().map(|one| one.name).collect()
    };
    assert_eq!(names(id, 0), ["jam:7"], "only what has a name is there at first");
    let mut runner = Runner::new(Arc::clone(&store), 1);
    let events = runner.subscribe();
    runner.start(expected).unwrap();
    assert_eq!(ended(&events, expected), State::Done);
    assert_eq!(names(expected, 0).len(), 9);
    assert_eq!(names(expected, 0), names(expected, 1), "the configurations share them");
    // Ended while they are made: nothing of them is kept, and they are made again.
    runner.start(id).unwrap();
    loop {
        match events.recv_timeout(Duration::from_secs(120)).expect("news") {
            Event::Progress { stage: Stage::Generating, done, total, .. } => {
                break assert!(done <= total && total == 8);
            }
            Event::Run { .. } => panic!("it did not say that it makes instances"),
            _ => {}
        }
    }
    runner.shutdown();
    assert_eq!((store.experiment(id).unwrap().state, names(id, 0).len()), (State::Waiting, 1));
    let runner = Runner::new(Arc::clone(&store), 2);
    let events = runner.subscribe();
    runner.start(id).unwrap();
    assert_eq!(ended(&events, id), State::Done);
    assert_eq!(runs(&store, id), runs(&store, expected));
    assert_eq!(store.material(id, 1).unwrap(), store.material(expected, 1).unwrap());
}

#[test]
fn a_pause_in_the_middle_changes_nothing() {
    let store = Arc::new(Store::in_memory().unwrap());
    // With the stage that tunes a baseline.
    let text = FILE.replace("baseline = false", "baseline = true");
    let (expected, id) = (put_text(&store, 3, &text), put_text(&store, 3, &text));
    let mut runner = Runner::new(Arc::clone(&store), 2);
    let events = runner.subscribe();
    runner.start(expected).unwrap();
    assert_eq!(ended(&events, expected), State::Done);
    runner.start(id).unwrap();
    let mut generations = 0;
    let mut tested = false;
    let state = loop {
        match events.recv_timeout(Duration::from_secs(120)).expect("news") {
            Event::Generation { .. } => {
                generations += 1;
                runner.pause(id).unwrap();
            }
            Event::Progress { stage: Stage::Testing, done: 3, .. } if !tested => {
                tested = true;
                runner.pause(id).unwrap();
            }
            Event::State { state: State::Paused, .. } => {
                assert_eq!(store.experiment(id).unwrap().state, State::Paused);
                runner.resume(id).unwrap();
            }
            Event::Ended { state, .. } => break state,
            _ => {}
        }
    };
    assert_eq!((state, tested), (State::Done, true));
    assert!(generations >= 32, "two runs of eight and two controls: {generations}");
    assert_eq!(runs(&store, id), runs(&store, expected));
    let entries = |id| -> Vec<_> {
        let test = store.study(id).unwrap().configurations[0].test.clone().unwrap();
        test.entries.into_iter().map(|entry| (entry.kind, entry.result.runs)).collect()
    };
    assert_eq!(entries(id), entries(expected));
    // What is stopped is given back, and can be taken again.
    let third = put(&store, 4);
    runner.start(third).unwrap();
    runner.stop(third).unwrap();
    assert_eq!(ended(&events, third), State::Stopped);
    assert!(runner.pause(third).is_err(), "it is not here any more");
    runner.start(third).unwrap();
    runner.shutdown();
    assert_eq!(store.experiment(third).unwrap().state, State::Waiting);
}
