//! Files as they are found: of other schemas, with odd names, locked, left in the middle, or no store at all.

use super::*;

/// A store that an earlier commit has written is left as it is.
#[test]
fn an_earlier_schema_is_refused_with_a_remedy() {
    let place = Place::new("earlier");
    drop(Store::open(&place.0).unwrap());
    for number in [1, schema::VERSION - 1] {
        let connection = Connection::open(&place.0).unwrap();
        connection.pragma_update(None, "user_version", number).unwrap();
        connection.pragma_update(None, "journal_mode", "delete").unwrap();
        drop(connection);
        let before = std::fs::read(&place.0).unwrap();
        for opened in [Store::open(&place.0), Store::open_to_read(&place.0)] {
            let error = opened.err().unwrap();
            assert!(matches!(error, Error::Older { found, .. } if found == number), "{error}");
            let remedy = "export its experiments with that program, or start again with another file";
            assert!(error.to_string().contains(remedy), "{error}");
        }
        assert_eq!(std::fs::read(&place.0).unwrap(), before);
        assert_eq!(std::fs::read_dir(place.0.parent().unwrap()).unwrap().count(), 1, "nothing is next to it");
    }
}

/// Paths are paths, whatever SQLite would read into them.
#[test]
fn names_with_a_meaning_for_sqlite_are_files() {
    let place = Place::new("names");
    let folder = place.0.parent().unwrap();
    for name in ["file:mem.db?mode=memory", "file:plain.db", "a?mode=ro.db", ":memory:", "50%20 #1.db"] {
        let path = folder.join(name);
        Store::open(&path).unwrap().put(&draft(name)).unwrap();
        assert!(path.is_file(), "{name}");
        let again = [Store::open(&path).unwrap(), Store::open_to_read(&path).unwrap()];
        for store in again {
            assert_eq!(store.list().unwrap()[0].name, name);
        }
    }
    assert!(location::file(Path::new("file:mem.db?mode=memory")).unwrap().is_absolute());
}

#[test]
#[cfg(unix)]
fn a_loop_of_links_is_no_store() {
    let place = Place::new("loop");
    std::os::unix::fs::symlink(&place.0, &place.0).unwrap();
    let error = Store::open(&place.0).err().unwrap();
    assert!(matches!(error, Error::Place { .. }), "{error}");
    assert!(location::is_there(&place.0), "it is something, and no store");
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

/// Engines are replaced generation after generation: the log is written into the store before it is many times larger.
#[test]
fn the_log_stays_small() {
    let place = Place::new("small-log");
    let store = Store::open(&place.0).unwrap();
    let id = store.put(&draft("log")).unwrap();
    let run = store.experiment(id).unwrap().runs[0].id;
    let lease = store.lease(id).unwrap();
    let engine = vec![7; 50_000];
    let log = place.0.with_file_name("store.db-wal");
    for number in 0..200 {
        store.commit(&lease, &step(run, &[generation(number)], &[], &engine)).unwrap();
        let length = std::fs::metadata(&log).unwrap().len() as i64;
        assert!(length < LOG_BYTES + 200_000, "{length} bytes after generation {number}");
    }
    store.empty_log().unwrap();
    assert_eq!(std::fs::metadata(&log).unwrap().len(), 0);
    assert_eq!(store.history(run).unwrap().len(), 200);
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
    assert!(matches!(Store::open_frozen(&none, Barred::ReadOnly), Err(Error::Foreign { .. })));
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
