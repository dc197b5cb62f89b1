//! Kills at every write. `strace` counts the calls by which a command changes files, and kills the process at one of them after the
//! other. Each time the store is sound and holds what it held before the command or after it, and the same command, given again,
//! leaves the folder as if it had not been killed.
//!
//! `UNSTUCK_SLOW` kills at every call, otherwise at every thirtieth of each kind.

use super::Run;
use super::evolving::{TINY, small};
use super::folder::Folder;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The calls that change files; strace counts each by itself.
const WRITES: [&str; 17] = [
    "write",
    "pwrite64",
    "writev",
    "pwritev",
    "ftruncate",
    "fallocate",
    "rename",
    "renameat",
    "renameat2",
    "unlink",
    "unlinkat",
    "fsync",
    "fdatasync",
    "mkdir",
    "mkdirat",
    "sendfile",
    "copy_file_range",
];

/// Whether processes can be traced here.
fn can_trace() -> bool {
    let able = Command::new("strace").args(["-qq", "-e", "trace=none", "true"]).output();
    let able = able.is_ok_and(|output| output.status.success());
    assert!(
        able || std::env::var_os("UNSTUCK_SLOW").is_none(),
        "strace is missing, or tracing is not allowed"
    );
    if !able {
        eprintln!("strace is missing, or tracing is not allowed: this test was left out");
    }
    able
}

/// A store with two finished experiments, another store, and a record.
fn prepared(name: &str) -> Folder {
    let folder = Folder::with(name, &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    folder.run(&["evolve", "tiny.toml", "--seed", "9", "--quiet"]).exits(0);
    let record = folder.run(&["experiments", "export", "1", "--json"]).exits(0).out;
    folder.write("record.json", &record);
    fs::remove_dir_all(folder.0.join("store.db.locks")).unwrap();
    folder
}

/// Makes a folder hold the files of another.
fn reset(to: &Path, from: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten().filter(|entry| entry.path().is_file()) {
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// All that the experiments of a store have come to, times and numbers apart.
fn contents(folder: &Path) -> Value {
    let connection = rusqlite::Connection::open(folder.join("store.db")).unwrap();
    let of = |sql: &str| -> Vec<String> {
        let mut statement = connection.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
        rows.map(Result::unwrap).collect()
    };
    json!([
        of("SELECT name || state || config FROM experiment WHERE deleted IS NULL ORDER BY 1"),
        of(
            "SELECT run.state || seed || coalesce(champion, '') FROM run JOIN experiment ON experiment.id = experiment \
            WHERE deleted IS NULL ORDER BY 1"
        ),
        of("SELECT statistics FROM generation JOIN run ON run.id = generation.run JOIN experiment ON \
            experiment.id = run.experiment WHERE deleted IS NULL ORDER BY 1"),
        of(
            "SELECT text FROM instance JOIN experiment ON experiment.id = experiment WHERE deleted IS NULL ORDER BY 1"
        ),
    ])
}

/// The names of the files next to the store. The time in the name of a copy becomes its length.
fn names(folder: &Path) -> BTreeSet<String> {
    let name = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        match name.split_once(".damaged-") {
            Some((stem, time)) if time.bytes().all(|sign| sign.is_ascii_digit()) => {
                format!("{stem}.damaged, {} bytes", entry.metadata().unwrap().len())
            }
            _ => name,
        }
    };
    fs::read_dir(folder).unwrap().flatten().map(name).collect()
}

/// What the files next to the store hold, without temporary ones, which the next command removes.
fn files(folder: &Path) -> BTreeSet<(String, Vec<u8>)> {
    let is_whole = |name: &String| !name.starts_with("store.db") && !name.ends_with(".new");
    let entries = fs::read_dir(folder).unwrap().flatten().filter(|entry| entry.path().is_file());
    let named = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
    named.filter(|(name, _)| is_whole(name)).map(|(name, path)| (name, fs::read(path).unwrap())).collect()
}

/// Kills a command at its writes.
fn kill_at_every_write(folder: &Folder, arguments: &[&str], is_sound: bool) {
    let work = Folder(folder.0.with_extension(arguments.join("-").replace(['/', '.'], "")));
    reset(&work.0, &folder.0);
    let (before, mut whole) = (contents(&work.0), files(&work.0));
    work.run(arguments).exits(0);
    let (after, kept) = (contents(&work.0), names(&work.0));
    whole.extend(files(&work.0));
    let step = if std::env::var_os("UNSTUCK_SLOW").is_some() { 1 } else { 30 };
    let (mut kills, mut unchanged) = (0, 0);
    for call in WRITES {
        for number in (1..).step_by(step) {
            reset(&work.0, &folder.0);
            if !is_killed(&work, arguments, call, number) {
                break;
            }
            kills += 1;
            let (now, place) = (contents(&work.0), format!("{arguments:?}, {call} {number}"));
            assert!(now == before || now == after, "{place}: neither before nor after");
            assert!(files(&work.0).is_subset(&whole), "{place}: a file is neither old nor new");
            if is_sound {
                let checked = work.run(&["experiments", "check"]);
                assert_eq!(checked.code, Some(0), "{place}: {}{}", checked.out, checked.err);
            }
            if now == before {
                unchanged += 1;
                work.run(arguments).exits(0);
                assert_eq!(contents(&work.0), after, "{place}, given again");
            } else {
                work.run(&["experiments", "check"]).exits(0);
            }
            // The log of a store is taken over by the next command.
            let left =
                names(&work.0).into_iter().filter(|name| !name.ends_with("-wal") && !name.ends_with("-shm"));
            let left: Vec<String> = left.filter(|name| !kept.contains(name)).collect();
            assert!(left.is_empty(), "{place}: {left:?} are left");
        }
    }
    assert!(kills > 1, "{arguments:?} writes");
    eprintln!("{arguments:?}: {kills} kills, {unchanged} before the change was stored");
}

/// Runs a command that is killed at a call, unless it makes fewer of them.
fn is_killed(work: &Folder, arguments: &[&str], call: &str, number: usize) -> bool {
    let command = work.command(arguments);
    let mut traced = Command::new("strace");
    traced.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={call}"), "-e"]);
    traced.arg(format!("inject={call}:signal=KILL:when={number}"));
    traced.arg(command.get_program()).args(command.get_args()).current_dir(&work.0);
    traced.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let ended = Run::of(traced.output().unwrap());
    assert!(matches!(ended.code, None | Some(0)), "{:?}: {}", ended.code, ended.err);
    ended.code.is_none()
}

#[test]
fn a_kill_at_any_write_of_delete_import_and_export_leaves_all_or_nothing() {
    if !can_trace() {
        return;
    }
    let folder = prepared("writes");
    fs::copy(folder.0.join("store.db"), folder.0.join("other.db")).unwrap();
    kill_at_every_write(&folder, &["experiments", "delete", "1"], true);
    kill_at_every_write(&folder, &["experiments", "import", "other.db", "1"], true);
    kill_at_every_write(&folder, &["experiments", "import", "record.json"], true);
    kill_at_every_write(&folder, &["experiments", "export", "1", "--json", "--output", "new.json"], true);
    let generate =
        ["dataset", "generate", "tiles", "--size", "3", "--count", "3", "--force", "--output", "new.csv"];
    kill_at_every_write(&folder, &generate, true);
}

#[test]
#[cfg_attr(not(pages), ignore = "the program was built without the web UI")]
fn a_kill_at_any_write_of_a_report_leaves_no_half_of_it() {
    if !can_trace() {
        return;
    }
    let folder = prepared("report-writes");
    kill_at_every_write(&folder, &["report", "1", "--output", "page.html"], true);
    folder.run(&["report", "1", "--output", "page.html"]).exits(0);
    kill_at_every_write(&folder, &["report", "2", "--output", "page.html"], true);
}

#[test]
fn a_kill_at_any_write_of_a_repair_leaves_a_store_that_can_be_repaired() {
    if !can_trace() {
        return;
    }
    let folder = prepared("repair-writes");
    let connection = rusqlite::Connection::open(folder.0.join("store.db")).unwrap();
    let sql = "UPDATE run SET seconds = seconds + 1 WHERE experiment = 1";
    assert!(connection.execute(sql, []).unwrap() > 0);
    drop(connection);
    folder.run(&["experiments", "check"]).exits(1);
    kill_at_every_write(&folder, &["experiments", "check", "--repair"], false);
}
