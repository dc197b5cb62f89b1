//! Tables in the cache folder: made, listed, repaired, removed.

use super::folder::Folder;
use super::{Run, command, cpu};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn table(folder: &Folder) -> PathBuf {
    folder.0.join("pdb_555.table")
}

fn unstuck(cache: &Path, arguments: &[&str]) -> Run {
    Run::of(command(arguments).env("UNSTUCK_CACHE", cache).output().unwrap())
}

const SOLVE: &[&str] = &["solve", "korf:79", "--algorithm", "ida", "--heuristic", "pdb_555", "--quiet"];

#[test]
fn a_table_is_made_once_and_a_damaged_one_anew() {
    let folder = Folder::new("cache-damage");
    let plan = unstuck(&folder.0, SOLVE).exits(0);
    assert_eq!(plan.err, "");
    let whole = fs::read(table(&folder)).unwrap();
    let object = unstuck(&folder.0, &["pdb", "list", "--json"]).exits(0).json();
    assert_eq!(
        (&object["tables"][0]["name"], &object["tables"][0]["cached"]),
        (&"pdb_555".into(), &true.into())
    );

    let mut damaged = whole.clone();
    damaged[5_000] ^= 1;
    for (bytes, reason) in [
        (&damaged[..], "the checksum does not agree"),
        (&whole[..1_000], "the file has the wrong size"),
        (&[][..], "the file has the wrong size"),
    ] {
        fs::write(table(&folder), bytes).unwrap();
        let again = unstuck(&folder.0, SOLVE).exits(0);
        assert!(again.err.contains(&format!("{reason}; it is computed again")), "{}", again.err);
        assert_eq!(again.out, plan.out);
        assert!(fs::read(table(&folder)).unwrap() == whole, "the same bytes as before");
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "no other file is left");
}

#[test]
fn tables_are_built_and_removed_by_name() {
    let folder = Folder::new("cache-names");
    let object = unstuck(&folder.0, &["pdb", "build", "pdb_555", "--quiet", "--json"]).exits(0).json();
    assert_eq!(object["built"][0]["name"], "pdb_555");
    // What a program leaves that is killed while it writes.
    fs::write(folder.0.join("pdb_555.table.1-0.new"), "half").unwrap();
    assert_eq!(unstuck(&folder.0, &["pdb", "remove", "pdb_555"]).exits(0).out, "pdb_555 removed\n");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
    let object = unstuck(&folder.0, &["pdb", "remove", "pdb_555", "--json"]).exits(0).json();
    assert_eq!(object["tables"][0]["removed"], false);
    let run = unstuck(&folder.0, &["pdb", "build", "pdb_556"]).exits(2);
    assert_eq!(run.message(), "unknown table 'pdb_556'; did you mean 'pdb_555'?");
}

/// Making a table, which takes minutes, keeps to the limits of the search that needs it.
#[test]
fn limits_hold_while_a_table_is_made() {
    let folder = Folder::new("cache-limits");
    let needing: [&[&str]; 5] = [
        &["solve", "korf:79", "-a", "ida", "-H", "pdb_78"],
        &["solve", "korf:79", "korf:80", "-a", "ida", "-H", "pdb_78"],
        &["compare", "korf:79", "-a", "ida", "-H", "pdb_78"],
        &["audit", "tiles", "korf:79", "-H", "pdb_78"],
        &["dataset", "generate", "tiles", "--size", "4", "--count", "1", "--feature", "pdb_78"],
    ];
    for needing in needing {
        for (flag, limit) in [("--limit-seconds", "0.3"), ("--limit-memory", "64MiB")] {
            let arguments = [needing, &[flag, limit]].concat();
            let (run, used) = cpu::run(command(&arguments).env("UNSTUCK_CACHE", &folder.0));
            let run = run.exits(11);
            assert!(used < Duration::from_secs(10), "{needing:?}: {used:?}");
            let told = match flag {
                "--limit-memory" => "the table pdb_78 needs more than the memory limit (--limit-memory)",
                _ => {
                    "stopped by the time limit (--limit-seconds) while making the table pdb_78 (make it beforehand: \
                     'unstuck pdb build pdb_78')"
                }
            };
            assert_eq!(run.message(), told, "{needing:?}");
        }
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "nothing is left");
}

/// A table that a heuristic reads is part of the memory of its search.
#[test]
fn a_table_counts_as_memory_of_the_search() {
    let folder = Folder::new("cache-counted");
    let bytes = unstuck(&folder.0, &["pdb", "list", "--json"]).json()["tables"][0]["bytes"].as_u64().unwrap();
    let solve = ["solve", "korf:79", "--algorithm", "ida", "--heuristic", "pdb_555", "--json"];
    let solved = unstuck(&folder.0, &solve).exits(0).json();
    assert!(solved["stats"]["peak_bytes"].as_u64().unwrap() >= bytes, "{solved:#}");
    let astar = ["solve", "korf:79", "-a", "astar", "-H", "pdb_555", "--json", "--limit-memory"];
    let less = (bytes + 1_000).to_string();
    let stopped = unstuck(&folder.0, &[&astar[..], &[less.as_str()]].concat()).exits(11).json();
    assert_eq!(stopped["limit"], "memory", "{stopped:#}");
}

#[test]
fn a_folder_that_cannot_be_written_is_named_before_the_work() {
    let folder = Folder::new("cache-file");
    let file = folder.0.join("file");
    fs::write(&file, "").unwrap();
    let run = unstuck(&file, &["pdb", "build", "pdb_78"]).exits(2);
    assert!(run.message().contains("name another folder in UNSTUCK_CACHE"), "{}", run.err);
    // A search needs the table, not the folder.
    let run = unstuck(&file, SOLVE).exits(0);
    assert!(run.err.contains("the table is not kept"), "{}", run.err);
}
