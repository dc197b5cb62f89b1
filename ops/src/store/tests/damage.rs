//! Rows that were changed or lost: refused by table and row, found by a check, and repaired.

use super::*;
use crate::store::seal::Table;

/// A store with a run of two generations, a hall of fame, individuals and a test.
pub(super) fn filled() -> (Store, i64, i64) {
    fill(Store::in_memory().unwrap())
}

/// Puts the same into a store.
pub(super) fn fill(store: Store) -> (Store, i64, i64) {
    let id = store.put(&draft("filled")).unwrap();
    let run = store.experiment(id).unwrap().runs[0].id;
    let lease = store.lease(id).unwrap();
    let individual = |generation: u32| IndividualRecord {
        generation,
        heuristic: "blockers".into(),
        fitness: Some(1.0),
        size: 1,
        operators: Vec::new(),
        fingerprint: 7,
        parents: vec![7],
    };
    let places = [PlaceRecord {
        heuristic: "blockers".into(),
        fitness: 0.5,
        size: 1,
        generation: 0,
        objectives: None,
    }];
    for number in 0..2 {
        let (history, individuals) = ([generation(number)], [individual(number), individual(number)]);
        let step = Step { hall: Some(&places), ..step(run, &history, &individuals, b"engine") };
        store.commit(&lease, &step).unwrap();
    }
    store.put_baseline(&lease, 0, &BaselineRecord { heuristic: "0".into(), fitness: Some(0.5) }).unwrap();
    let result = BenchmarkResult {
        name: "blind".into(),
        heuristic: "0".into(),
        solved: 1,
        mean_ratio: 1.0,
        total_ratio: 1.0,
        length: 1.0,
        expanded: 5,
        runs: vec![Run { solved: true, expanded: 5, length: 5, effort: 0 }],
        counted: vec![5],
        lengths: 1,
    };
    for position in 0..2 {
        let entry = EntryRecord { kind: Kind::Handmade, result: result.clone(), seconds: 0.25 };
        store.put_entry(&lease, 0, position, &entry).unwrap();
    }
    store.set_tested(&lease, 0).unwrap();
    store.release(&lease, State::Stopped, None).unwrap();
    (store, id, run)
}

/// Everything that can be read of an experiment.
fn read(store: &Store, id: i64, run: i64) -> Result<()> {
    store.list()?;
    store.study(id)?;
    store.material(id, 0)?;
    store.dataset_rows(id, 0)?;
    store.individuals(run)?;
    store.snapshot(run)?;
    Ok(())
}

#[track_caller]
pub(super) fn change(store: &Store, sql: &str) {
    let changed = store.write(|write| {
        write.execute_batch("PRAGMA defer_foreign_keys = true")?;
        Ok(write.execute(sql, [])?)
    });
    assert!(changed.unwrap() > 0, "{sql}");
}

#[track_caller]
fn refused(store: &Store, (id, run): (i64, i64), table: &str, of: &str) {
    let error = read(store, id, run).expect_err(of);
    let Error::Row { damage, .. } = &error else { panic!("{of}: {error}") };
    assert_eq!(damage.table, table, "{of}: {error}");
    assert!(error.to_string().contains("a check of the store tells what can still be used"), "{error}");
    let checked = store.check().unwrap();
    assert!(!checked.is_sound(), "{of}");
    let lines = &checked.experiments[0].damage;
    assert!(lines.iter().any(|line| line.contains(&format!("table {table}, row "))), "{of}: {lines:?}");
}

/// Every column under a checksum, one after the other.
#[test]
fn a_changed_value_is_refused_by_table_and_row() {
    for table in Table::ALL {
        for column in table.columns().split(", ") {
            if table.key().contains(&column) || column == "experiment" {
                continue;
            }
            let (store, id, run) = filled();
            let sql = format!(
                "UPDATE {} SET {column} = CASE typeof({column}) WHEN 'integer' THEN {column} + 100 WHEN 'real' THEN \
                 {column} + 1 WHEN 'text' THEN {column} || 'x' WHEN 'blob' THEN x'00' ELSE NULL END \
                 WHERE {column} IS NOT NULL",
                table.name()
            );
            let known = store.write(|write| Ok(write.execute(&sql, [])?)).unwrap();
            // Columns without a value in this store.
            if known == 0 {
                assert!(
                    ["error", "deleted", "dropped", "reason", "champion", "text", "reference"]
                        .contains(&column),
                    "{sql}"
                );
                continue;
            }
            refused(&store, (id, run), table.name(), &sql);
        }
    }
}

#[test]
fn blobs_of_other_tables_are_sealed_by_their_parents() {
    for (sql, table) in [
        ("UPDATE snapshot SET bytes = x'00'", "snapshot"),
        ("DELETE FROM snapshot", "snapshot"),
        ("UPDATE hall SET places = '[]'", "hall"),
        ("DELETE FROM hall", "hall"),
        ("UPDATE configuration SET rows = '[null,null,null]'", "configuration"),
    ] {
        let (store, id, run) = filled();
        change(&store, sql);
        refused(&store, (id, run), table, sql);
    }
}

#[test]
fn a_missing_row_is_refused() {
    for (sql, table) in [
        ("DELETE FROM configuration", "configuration"),
        ("DELETE FROM instance WHERE role = 2", "instance"),
        ("DELETE FROM run WHERE repetition = 1 AND control", "run"),
        ("DELETE FROM generation WHERE number = 0", "generation"),
        ("DELETE FROM generation WHERE number = 1", "generation"),
        ("DELETE FROM individual WHERE generation = 1 AND position = 1", "individual"),
        ("DELETE FROM entry WHERE position = 0", "entry"),
        ("DELETE FROM entry WHERE position = 1", "entry"),
    ] {
        let (store, id, run) = filled();
        change(&store, sql);
        refused(&store, (id, run), table, sql);
    }
    let (store, ..) = filled();
    store.connection().pragma_update(None, "foreign_keys", false).unwrap();
    change(&store, "DELETE FROM experiment");
    let error = store.list().unwrap_err().to_string();
    assert!(error.contains("table experiment, row 1: the row is missing, and has configurations"), "{error}");
    assert!(!store.check().unwrap().orphans.is_empty());
    store.repair().unwrap();
    assert!(store.check().unwrap().is_sound());
}

/// A damaged value does not hide an experiment, and nothing is removed for good by it.
#[test]
fn a_damaged_deletion_is_named() {
    for value in [0, 1, i64::MAX] {
        let (store, id, _) = filled();
        change(&store, &format!("UPDATE experiment SET deleted = {value}"));
        let error = store.list().expect_err("it is hidden");
        assert!(matches!(error, Error::Row { .. }), "{value}: {error}");
        assert!(matches!(store.experiment(id), Err(Error::Row { .. })), "{value}");
        let _ = store.put(&draft("another"));
        assert!(matches!(store.experiment(id), Err(Error::Row { .. })), "{value}: it is still there");
    }
}

/// A checksum that is right does not make a value right.
#[test]
fn forged_values_are_refused() {
    for sql in [
        "UPDATE experiment SET state = 'gone'",
        "UPDATE experiment SET created = -1",
        "UPDATE experiment SET updated = 9223372036854775807",
        "UPDATE experiment SET lease = -9223372036854775808",
        "UPDATE instance SET role = 7 WHERE role = 2",
        "UPDATE run SET configuration = 5 WHERE repetition = 1",
        "UPDATE run SET seconds = -1",
        "UPDATE run SET seconds = 9e999",
        "UPDATE run SET evaluations = -1",
        "UPDATE run SET repetition = 4294967295 WHERE repetition = 1 AND control = 1",
        // Its control would wait for it.
        "UPDATE run SET repetition = 7 WHERE repetition = 1 AND control = 0",
        "UPDATE run SET control = 2, repetition = 0 WHERE repetition = 1 AND control = 1",
        "UPDATE individual SET parents = 'x'",
        "UPDATE individual SET size = -1",
        "UPDATE entry SET position = position + 1 WHERE position = 1",
        "UPDATE run SET state = 'x' || char(27) || '[2J'",
        "UPDATE run SET state = hex(zeroblob(5000))",
    ] {
        let (store, id, run) = filled();
        change(&store, sql);
        store.write(|write| Ok(seal::forge(write)?)).unwrap();
        let error = read(&store, id, run).expect_err(sql);
        assert!(matches!(error, Error::Row { .. }), "{sql}: {error}");
        let message = error.to_string();
        assert!(!message.contains(char::is_control), "{sql}: {message:?}");
        assert!(message.chars().count() < 1_000, "{sql}: {message}");
    }
}

/// A flipped bit of an index loses nothing: indices are built again before a row is judged by what is read through them.
#[test]
fn a_damaged_index_is_built_again() {
    let place = Place::new("index");
    let (store, id, _) = fill(Store::open(&place.0).unwrap());
    let intact = format!("{:?}", store.study(id).unwrap());
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_run_1'";
    let root: i64 = store.connection().query_row(sql, [], |row| row.get(0)).unwrap();
    let page: i64 = store.connection().query_row("PRAGMA page_size", [], |row| row.get(0)).unwrap();
    let (root, page) = (root as usize, page as usize);
    store.empty_log().unwrap();
    drop(store);
    let original = std::fs::read(&place.0).unwrap();
    let mut repaired = 0;
    // Entries stand at the end of the page, behind the first bytes of its header.
    for (at, bit) in (page - 24..page).chain([3, 4]).flat_map(|at| [1, 4, 7].map(|bit| (at, bit))) {
        let mut bytes = original.clone();
        bytes[(root - 1) * page + at] ^= 1 << bit;
        std::fs::write(&place.0, bytes).unwrap();
        let store = Store::open(&place.0).unwrap();
        match store.repair() {
            Ok(done) => {
                repaired += usize::from(done.changes == ["the indices were built again"]);
                assert!(done.changes.len() <= 1, "byte {at}, bit {bit}: {done:?}");
                assert!(store.check().unwrap().is_sound());
                assert_eq!(format!("{:?}", store.study(id).unwrap()), intact, "byte {at}, bit {bit}");
            }
            // SQLite cannot take the pages of the index back.
            Err(error) => assert!(matches!(error, Error::Damaged { .. }), "byte {at}, bit {bit}: {error}"),
        }
    }
    assert!(repaired > 20, "{repaired} of 78");
}

/// SQLite reports the last number as a full disk.
#[test]
fn the_highest_number_is_named() {
    let store = Store::in_memory().unwrap();
    change(&store, "INSERT INTO sqlite_sequence (name, seq) VALUES ('run', 9223372036854775807)");
    let error = store.put(&draft("one more")).unwrap_err().to_string();
    assert!(error.contains("cannot number another run: the highest number is taken"), "{error}");
}

#[test]
fn a_damaged_run_begins_again_and_a_damaged_experiment_is_removed() {
    for (sql, reset) in [
        ("UPDATE snapshot SET bytes = x'00'", 1),
        ("DELETE FROM generation WHERE number = 0", 1),
        ("UPDATE individual SET fitness = 3 WHERE generation = 1", 1),
        ("UPDATE entry SET entry = '{}' WHERE position = 1", 0),
    ] {
        let (store, id, run) = filled();
        change(&store, sql);
        let repaired = store.repair().unwrap();
        assert_eq!(repaired.changes.len(), 1, "{sql}: {repaired:?}");
        assert!(store.check().unwrap().is_sound(), "{sql}: {:?}", store.check().unwrap());
        let study = store.study(id).unwrap();
        assert_eq!(study.runs.iter().find(|one| one.id == run).unwrap().generation, 2 - 2 * reset, "{sql}");
        assert_eq!((study.state, study.runs.len()), (State::Waiting, 4), "{sql}");
        assert!(study.configurations[0].test.is_none(), "{sql}");
    }
    // Its configuration cannot be read, so its runs cannot be made again.
    for sql in
        ["UPDATE configuration SET config = 'x'", "UPDATE instance SET text = 'x'", "UPDATE run SET seed = 5"]
    {
        let (store, ..) = filled();
        change(&store, sql);
        let repaired = store.repair().unwrap();
        assert!(repaired.changes[0].ends_with("was removed; run its file again"), "{repaired:?}");
        assert!(store.check().unwrap().is_sound() && store.list().unwrap().is_empty(), "{sql}");
    }
}
