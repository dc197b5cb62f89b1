//! The page of all formats holds the numbers that the program has.

use crate::pattern_databases;
use crate::store::schema;
use unstuck_core::language;
use unstuck_evolution::{context, engine, experiment};

#[test]
fn the_page_has_the_numbers_of_the_program() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let page = std::fs::read_to_string(format!("{root}/docs/formats.md")).unwrap();
    let known = [
        ("experiment file", experiment::FORMAT.to_string()),
        ("heuristic language", language::VERSION.to_string()),
        ("store", schema::VERSION.to_string()),
        ("snapshot", engine::SNAPSHOT_VERSION.to_string()),
        ("parcel", context::PARCEL_VERSION.to_string()),
        ("pattern database", pattern_databases::FORMAT.to_string()),
        ("dataset", "none".to_owned()),
        ("record", "none".to_owned()),
    ];
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| format"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), known.len());
    for (row, (name, number)) in rows.iter().zip(known) {
        assert!(row[0].starts_with(name), "{row:?}");
        assert_eq!(row[1], number, "{row:?}");
        let file = row[3].trim_matches('`');
        assert!(std::path::Path::new(root).join(file).is_file(), "{row:?}");
    }
}
