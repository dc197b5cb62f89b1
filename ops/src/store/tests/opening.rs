//! Files as they are found: of older and newer schemas, locked, left in the middle, or no store at all.

use super::*;

/// A file that was written when there was only the first schema.
#[test]
fn the_first_schema_becomes_todays_and_keeps_its_rows() {
    let place = Place::new("migration");
    let mut connection = Connection::open(&place.0).unwrap();
    schema::steps(&mut connection, &place.0, 1).unwrap();
    connection
        .execute_batch(
            "INSERT INTO experiment (identity, name, domain, config, state, created, updated, origin)
             VALUES ('i', 'old', 'tiles', 'c', 'done', 5, 6, 'o');
             INSERT INTO cell (experiment, number, settings, config) VALUES (1, 0, '[]', 'c');
             INSERT INTO run (experiment, cell, repetition, control, seed, state, generation)
             VALUES (1, 0, 0, 0, 42, 'done', 1);
             INSERT INTO individual (run, generation, position, heuristic, size, operators)
             VALUES (1, 0, 0, 'blockers', 1, '');",
        )
        .unwrap();
    let figures = "INSERT INTO generation (run, number, figures) VALUES (1, 0, ?1)";
    connection.execute(figures, [packed(&generation(0))]).unwrap();
    drop(connection);
    let store = Store::open(&place.0).unwrap();
    let [record] = &store.list().unwrap()[..] else { panic!("one experiment") };
    assert_eq!((record.name.as_str(), record.state, record.created), ("old", State::Done, 5));
    assert_eq!((record.runs[0].seed, record.runs[0].generation), (42, 1));
    let individuals = store.individuals(record.runs[0].id).unwrap();
    assert_eq!((individuals.len(), individuals[0].fingerprint), (1, None), "its parents are unknown");
    assert_eq!(store.study(record.id).unwrap().runs[0].hall, []);
    store.delete(record.id).unwrap();
    drop(store);
    let store = Store::open(&place.0).unwrap();
    assert_eq!(store.deleted().unwrap().len(), 1, "and it opens a second time");
    let version: i64 =
        store.read(|read| read.pragma_query_value(None, "user_version", |row| row.get(0))).unwrap();
    assert_eq!(version, schema::CURRENT);
}

#[test]
fn many_may_make_a_store_at_once() {
    for round in 0..10 {
        let place = Place::new(&format!("many-{round}"));
        std::thread::scope(|scope| {
            for number in 0..8 {
                let path = &place.0;
                scope.spawn(move || Store::open(path).unwrap().put(&draft(&number.to_string())).unwrap());
            }
        });
        assert_eq!(Store::open(&place.0).unwrap().list().unwrap().len(), 8);
    }
}

#[test]
fn a_store_that_is_locked_is_busy_and_not_read_only() {
    let place = Place::new("locked");
    drop(Store::open(&place.0).unwrap());
    let other = Connection::open(&place.0).unwrap();
    other.pragma_update(None, "locking_mode", "exclusive").unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let error = Store::open_within(&place.0, Duration::from_millis(50)).err().unwrap();
    assert!(matches!(error, Error::Busy(_)), "{error}");
    assert!(error.to_string().contains("is kept locked by another program; wait until that one is done"));
    other.execute_batch("ROLLBACK").unwrap();
    drop(other);
    let store = Store::open(&place.0).unwrap();
    assert!(store.is_writable());
    // The same for a connection that wants to write.
    let writer = Store::open_within(&place.0, Duration::from_millis(50)).unwrap();
    let mut connection = store.connection();
    let held = connection.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
    assert!(matches!(writer.put(&draft("late")), Err(Error::Busy(_))));
    drop(held);
    writer.put(&draft("late")).unwrap();
}

#[test]
fn what_is_in_a_log_is_not_overlooked() {
    let place = Place::new("log");
    let store = Store::open(&place.0).unwrap();
    store.put(&draft("logged")).unwrap();
    let copy = place.0.with_file_name("copy.db");
    let log = place.0.with_file_name("copy.db-wal");
    // As a killed process leaves them: the newest is in the log alone.
    std::fs::copy(&place.0, &copy).unwrap();
    std::fs::copy(place.0.with_file_name("store.db-wal"), &log).unwrap();
    let refused = Store::open_frozen(&copy, Barred::ReadOnly).err().unwrap();
    assert!(matches!(refused, Error::Unmerged(_)), "{refused}");
    assert!(matches!(Store::open_frozen(&copy, Barred::Full).err().unwrap(), Error::Full(_)));
    drop(Store::open(&copy).unwrap());
    for (barred, empty) in [(Barred::ReadOnly, false), (Barred::Full, true)] {
        if empty {
            std::fs::write(&log, "").unwrap();
        }
        let frozen = Store::open_frozen(&copy, barred).unwrap();
        assert_eq!((frozen.list().unwrap().len(), frozen.is_writable()), (1, false));
        let refused = [frozen.put(&draft("no")).err(), frozen.delete(1).err(), frozen.lease(1).err()];
        for error in refused.map(Option::unwrap) {
            let expected = if empty { "Make room, then go on" } else { "can only be read" };
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
    assert!(!place.0.with_file_name("copy.db.locks").exists(), "no other file is left");
    // What has no room for its tables is not taken for something old.
    let none = place.0.with_file_name("none.db");
    std::fs::write(&none, "").unwrap();
    assert!(matches!(Store::open_frozen(&none, Barred::Full), Err(Error::Full(_))));
    assert!(matches!(Store::open_frozen(&none, Barred::ReadOnly), Err(Error::Older { .. })));
}

#[test]
fn a_newer_schema_and_other_databases_are_refused() {
    let place = Place::new("newer");
    drop(Store::open(&place.0).unwrap());
    let connection = Connection::open(&place.0).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let error = Store::open(&place.0).err().unwrap().to_string();
    assert!(
        error.contains("was written by a newer unstuck (its schema is 99, this program knows"),
        "{error}"
    );
    let other = place.0.with_file_name("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE song (name TEXT)").unwrap();
    let error = Store::open(&other).err().unwrap().to_string();
    assert!(error.contains("is not a store of unstuck: it is a database of another program"), "{error}");
}
