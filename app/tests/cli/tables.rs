//! Tables in the cache folder: made, listed, mended, removed.

use super::{Run, command};
use std::fs;
use std::path::{Path, PathBuf};

/// A cache folder of a test's own.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("unstuck-cache-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn table(&self) -> PathBuf {
        self.0.join("pdb_555.table")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn unstuck(cache: &Path, arguments: &[&str]) -> Run {
    let output = command(arguments).env("UNSTUCK_CACHE", cache).output().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

const SOLVE: &[&str] = &["solve", "korf:79", "--algorithm", "ida", "--heuristic", "pdb_555", "--quiet"];

#[test]
fn a_table_is_made_once_and_a_damaged_one_anew() {
    let folder = Folder::new("damage");
    let plan = unstuck(&folder.0, SOLVE).exits(0);
    assert_eq!(plan.err, "");
    let whole = fs::read(folder.table()).unwrap();
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
        fs::write(folder.table(), bytes).unwrap();
        let again = unstuck(&folder.0, SOLVE).exits(0);
        assert!(again.err.contains(&format!("{reason}; it is made anew")), "{}", again.err);
        assert_eq!(again.out, plan.out);
        assert!(fs::read(folder.table()).unwrap() == whole, "the same bytes as before");
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "nothing is left beside");
}

#[test]
fn tables_are_built_and_removed_by_name() {
    let folder = Folder::new("names");
    let object = unstuck(&folder.0, &["pdb", "build", "pdb_555", "--quiet", "--json"]).exits(0).json();
    assert_eq!(object["built"][0]["name"], "pdb_555");
    // What a program leaves that is killed while it writes.
    fs::write(folder.0.join("pdb_555.1.new"), "half").unwrap();
    assert_eq!(unstuck(&folder.0, &["pdb", "remove", "pdb_555"]).exits(0).out, "pdb_555 removed\n");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
    let object = unstuck(&folder.0, &["pdb", "remove", "pdb_555", "--json"]).exits(0).json();
    assert_eq!(object["tables"][0]["removed"], false);
    let run = unstuck(&folder.0, &["pdb", "build", "pdb_556"]).exits(2);
    assert_eq!(run.complaint(), "there is no table 'pdb_556'; did you mean 'pdb_555'?");
}

#[test]
fn a_folder_that_cannot_be_written_is_named_before_the_work() {
    let folder = Folder::new("file");
    let file = folder.0.join("file");
    fs::write(&file, "").unwrap();
    let run = unstuck(&file, &["pdb", "build", "pdb_78"]).exits(2);
    assert!(run.complaint().contains("name another folder in UNSTUCK_CACHE"), "{}", run.err);
    // A search needs the table, not the folder.
    let run = unstuck(&file, SOLVE).exits(0);
    assert!(run.err.contains("the table is not kept"), "{}", run.err);
}
