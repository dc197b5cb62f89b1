//! A store that version 0.1 has written: `tests/stores/version-0.1.db`, with a policy and a sum for Rush Hour.

use super::{Place, Store, unpacked};
use crate::store::OtherStore;
use unstuck_core::domain::{self, Settings};
use unstuck_core::feature::{FeatureTable, measure};
use unstuck_core::language::compile;
use unstuck_core::registry;
use unstuck_core::sample::Row;
use unstuck_core::search::Limits;
use unstuck_evolution::engine::PositionalChampion;
use unstuck_evolution::formula_text::{self, positional};

const RELEASED: &[u8] = include_bytes!("../../../tests/stores/version-0.1.db");

/// A thousand states of Rush Hour with the values of all features.
fn states() -> Vec<Row> {
    let (rush_hour, set) = registry::set("jam").unwrap();
    let mut rows = Vec::new();
    for number in 1..=5 {
        let text = (set.text)(&number.to_string()).unwrap();
        let board = domain::read_search(&*rush_hour, &text, None, &Settings::new()).unwrap();
        rows.extend(board.draw_rows(200, 1, Limits::NONE, &mut ()).unwrap());
    }
    assert_eq!(rows.len(), 1_000);
    rows
}

/// The values of a text over rows; `front` features stand before those of the rows.
fn values(text: &str, table: &FeatureTable, front: usize, rows: &[Row]) -> Vec<u64> {
    let program = compile(&formula_text::read(text, table).unwrap());
    let mut slots = program.slots();
    let value = |row: &Row| {
        program.run(&mut slots, |index| match usize::from(index).checked_sub(front) {
            Some(index) => row.values[index].unwrap_or(1.0),
            None => 99.0,
        })
    };
    rows.iter().map(value).map(f64::to_bits).collect()
}

#[test]
fn a_new_feature_changes_no_stored_champion() {
    let place = Place::new("released");
    std::fs::write(&place.0, RELEASED).unwrap();
    let path = &place.0;
    let table = registry::domain("rush-hour").unwrap().features().clone();
    let names = positional::features("rush-hour").unwrap();
    let old: Vec<PositionalChampion> = {
        let connection = rusqlite::Connection::open(path).unwrap();
        let mut all = connection.prepare("SELECT champion FROM run ORDER BY id").unwrap();
        let read = |row: &rusqlite::Row<'_>| unpacked(row.get_ref(0)?.as_blob()?);
        all.query_map([], read).unwrap().collect::<Result<_, _>>().unwrap()
    };
    let store = Store::open(path).unwrap();
    let experiments = store.list().unwrap();
    let mut runs: Vec<_> = experiments.iter().flat_map(|one| &one.runs).collect();
    runs.sort_by_key(|run| run.id);
    assert_eq!((runs.len(), old.len()), (4, 4));
    assert!(
        experiments.iter().all(|one| one.configurations[0].baseline.is_some()),
        "baselines are carried over"
    );
    // The same features behind a new one.
    let metrics = table.metrics().map(|name| name.to_owned().into()).collect::<Vec<_>>();
    let features = [measure("new", "a new feature")].into_iter().chain(table.features().iter().cloned());
    let longer = FeatureTable::new("rush-hour", metrics.clone(), features);
    let rows = states();
    for (run, old) in runs.iter().zip(&old) {
        let before = values(&old.record(names, &table).unwrap().heuristic, &table, 0, &rows);
        let stored = &run.champion.as_ref().unwrap().heuristic;
        assert_eq!(values(stored, &table, 0, &rows), before, "{stored}");
        assert_eq!(values(stored, &longer, 1, &rows), before, "{stored}");
    }
    let gone = FeatureTable::new("rush-hour", metrics, [measure("new", "all that is left")]);
    let error = formula_text::read(&runs[2].champion.as_ref().unwrap().heuristic, &gone).unwrap_err();
    let words = "the champion reads the feature 'blockers', which rush-hour no longer has";
    assert_eq!(format!("the champion {error}"), words);
}

#[test]
fn an_import_leaves_an_older_store_as_it_is() {
    let (there, here) = (Place::new("older"), Place::new("newer"));
    std::fs::write(&there.0, RELEASED).unwrap();
    let store = Store::open(&here.0).unwrap();
    let other = OtherStore::of(&there.0, &store).unwrap();
    let first = other.list().unwrap().remove(0);
    let id = store.import(&other, first.id).unwrap();
    drop(other);
    assert_eq!(std::fs::read(&there.0).unwrap(), RELEASED);
    let files = |place: &Place| std::fs::read_dir(place.0.parent().unwrap()).unwrap().count();
    assert_eq!(files(&there), 1, "nothing is next to it");
    assert_eq!(store.study(id).unwrap().name, first.name);
    drop(store);
    assert_eq!(files(&here), 1, "the copy is gone");
    let none = there.0.with_file_name("none.db");
    std::fs::write(&none, "no store").unwrap();
    let store = Store::open(&here.0).unwrap();
    let error = OtherStore::of(&none, &store).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("none.db is not a store of unstuck"), "{error}");
}
