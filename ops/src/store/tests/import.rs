//! Experiments of other stores: verified row by row before anything is copied.

use super::damage::{change, fill};
use super::*;

/// Two stores on disk, the first with an experiment.
fn stores(name: &str) -> (Place, Place, i64) {
    let (there, here) = (Place::new(&format!("{name}-there")), Place::new(&format!("{name}-here")));
    let (_, id, _) = fill(Store::open(&there.0).unwrap());
    (there, here, id)
}

fn files(place: &Place) -> usize {
    std::fs::read_dir(place.0.parent().unwrap()).unwrap().count()
}

#[test]
fn an_import_leaves_the_other_store_as_it_is() {
    let (there, here, id) = stores("import");
    // Without the folder of locks.
    let (before, beside) = (std::fs::read(&there.0).unwrap(), files(&there));
    let store = Store::open(&here.0).unwrap();
    let other = Store::open_to_read(&there.0).unwrap();
    let new = store.import(&other, id).unwrap();
    let (old, copied) = (other.study(id).unwrap(), store.study(new).unwrap());
    assert_eq!(copied.configurations, old.configurations);
    let history = |record: &record::ExperimentRecord| format!("{:?}", record.runs[0].history);
    assert_eq!(history(&copied), history(&old));
    assert_eq!(store.individuals(copied.runs[0].id).unwrap(), other.individuals(old.runs[0].id).unwrap());
    assert_eq!(std::fs::read(&there.0).unwrap(), before);
    assert_eq!(files(&there), beside, "nothing is next to it");
    assert!(store.check().unwrap().is_sound());
    let none = there.0.with_file_name("none.db");
    std::fs::write(&none, "no store").unwrap();
    let error = Store::open_to_read(&none).err().unwrap().to_string();
    assert!(error.contains("none.db is not a store of unstuck"), "{error}");
}

/// Every table: a finished experiment, and one of which nothing was run.
#[test]
fn damage_is_refused_and_not_sealed() {
    for (sql, table) in [
        ("UPDATE experiment SET name = 'x'", "experiment"),
        ("UPDATE configuration SET config = 'x'", "configuration"),
        ("UPDATE configuration SET rows = '[null,null,null]'", "configuration"),
        ("UPDATE instance SET text = 'x' WHERE role = 0", "instance"),
        ("DELETE FROM instance WHERE role = 0", "instance"),
        ("UPDATE run SET seed = 5 WHERE repetition = 1", "run"),
        ("UPDATE snapshot SET bytes = x'00'", "snapshot"),
        ("DELETE FROM snapshot", "snapshot"),
        ("UPDATE hall SET places = '[]'", "hall"),
        ("UPDATE generation SET seconds = 5", "generation"),
        ("UPDATE individual SET fitness = 5", "individual"),
        ("UPDATE entry SET entry = '{}'", "entry"),
        ("DELETE FROM entry WHERE position = 0", "entry"),
    ] {
        for tested in [true, false] {
            let (there, here, id) = stores("laundered");
            let other = Store::open(&there.0).unwrap();
            if !tested {
                change(&other, "UPDATE configuration SET tested = 0");
                other.write(|write| Ok(seal::forge(write)?)).unwrap();
            }
            change(&other, sql);
            drop(other);
            let (other, store) = (Store::open_to_read(&there.0).unwrap(), Store::open(&here.0).unwrap());
            let error = store.import(&other, id).expect_err(sql);
            let Error::Row { path, damage } = &error else { panic!("{sql}: {error}") };
            assert_eq!((path, damage.table), (&there.0, table), "{sql}: {error}");
            assert!(matches!(other.verify(id), Err(Error::Row { .. })), "{sql}: it is not resumed either");
            assert_eq!(other.check().unwrap().experiments[0].resumable, Some(false), "{sql}");
            assert!(store.list().unwrap().is_empty(), "{sql}");
        }
    }
}
