//! Stores in trouble: a full disk, a medium that cannot be written, a file that is cut short.

use super::Run;
use super::evolving::{Folder, TINY, small, with_baseline};
use super::kills::{result, timeless};
use std::fs;
use std::process::Command;

/// Runs lines of shell in a folder, `$U` being the program.
fn shell(folder: &Folder, mut command: Command, script: &str) -> Run {
    command.args(["sh", "-c", script]).env("U", env!("CARGO_BIN_EXE_unstuck")).current_dir(&folder.0);
    Run::of(command.output().unwrap())
}

/// The same with mounts of its own. Where mounting is not allowed, the environment must say that these tests are left
/// out.
#[cfg(target_os = "linux")]
fn mounting(folder: &Folder, script: &str) -> Option<Run> {
    let ways: [&[&str]; 2] = [&["--mount"], &["--user", "--map-root-user", "--mount"]];
    let unshare = |way: &[&str]| {
        let mut command = Command::new("unshare");
        command.args(way);
        command
    };
    fs::create_dir_all(folder.0.join("disk")).unwrap();
    let able = |way: &&&[&str]| {
        let mut trial = unshare(way);
        trial.args(["mount", "-t", "tmpfs", "none", "disk"]).current_dir(&folder.0);
        trial.output().is_ok_and(|output| output.status.success())
    };
    if let Some(way) = ways.iter().find(able) {
        return Some(shell(folder, unshare(way), script));
    }
    let why = "nothing can be mounted here, neither by this user nor in a namespace of its own";
    assert!(std::env::var_os("UNSTUCK_SLOW").is_none(), "{why}");
    eprintln!("{why}: this test was left out");
    None
}

/// A plain shell.
fn plain() -> Command {
    Command::new("env")
}

const FULL: &str = "error: there is no room left on the disk of the store";

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_loses_nothing_that_was_stored() {
    let long = small(TINY).replace("generations = 3", "generations = 300");
    let folder = Folder::with("full", &long);
    let script = "mount -t tmpfs -o size=400k none disk || exit 9
        export UNSTUCK_STORE=disk/store.db
        $U evolve tiny.toml --quiet; echo code $?
        $U experiments export --csv | wc -l
        $U experiments list
        mount -o remount,size=40m disk
        $U evolve tiny.toml --quiet --output disk/out > disk/told; echo code $?
        $U experiments export --json > full.json && $U experiments export --individuals > full.csv";
    let Some(run) = mounting(&folder, script) else { return };
    assert!(run.err.starts_with(FULL), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "code 1");
    let stored: usize = lines[1].trim().parse().unwrap();
    assert!(stored > 3, "{}", run.out);
    assert!(run.out.contains("waiting") && run.out.ends_with("code 0\n"), "{}", run.out);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    // It ends as one that never lacked room.
    let read = |name: &str| fs::read_to_string(folder.0.join(name)).unwrap();
    let exported = serde_json::from_str(&read("full.json")).unwrap();
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    assert_eq!(timeless(exported, read("full.csv")), result(&folder));
}

/// The disk is full at one write after another, because it is a little larger each time: the experiment ends with one
/// sentence, and with room it ends as one that never lacked any. `UNSTUCK_SLOW` takes smaller steps.
#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_is_full_at_any_write_loses_nothing() {
    let slow = std::env::var_os("UNSTUCK_SLOW").is_some();
    let text = if slow { with_baseline(&small(TINY)) } else { small(TINY) };
    let folder = Folder::with("every-write", &text);
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let expected = result(&folder);
    let step = if slow { "12" } else { "160" };
    let script = "export UNSTUCK_STORE=disk/store.db
        size=STEP code=1
        while [ $code != 0 ]; do
            mount -t tmpfs -o size=${size}k none disk || exit 9
            $U evolve tiny.toml --quiet --output disk/champion > /dev/null 2> told; code=$?
            echo $size $code $(wc -l < told) $(cat told)
            [ $code = 0 ] || ! ls disk | grep champion || exit 8
            mount -o remount,size=40m disk
            $U evolve tiny.toml --quiet --output disk/champion > /dev/null || exit 7
            $U experiments export --json > $size.json && $U experiments export --individuals > $size.csv || exit 6
            umount disk
            size=$((size + STEP))
        done";
    let Some(run) = mounting(&folder, &script.replace("STEP", step)) else { return };
    let run = run.exits(0);
    let sizes: Vec<&str> = run.out.lines().collect();
    for (number, line) in sizes.iter().enumerate() {
        let mut words = line.splitn(4, ' ');
        let [size, code, lines, told] = std::array::from_fn(|_| words.next().unwrap_or_default());
        if number + 1 < sizes.len() {
            assert!(matches!((code, lines), ("1" | "2", "1")), "{line}");
            assert!(told.starts_with(FULL) || told.starts_with("error: disk/champion"), "{line}");
        }
        let read = |end: &str| fs::read_to_string(folder.0.join(format!("{size}.{end}"))).unwrap();
        let exported = serde_json::from_str(&read("json")).unwrap();
        assert_eq!(timeless(exported, read("csv")), expected, "{line}");
    }
    assert!(sizes.len() > 2, "{}", run.out);
}

/// No room for as much as a log: what is there is read, and writers are told what is missing.
#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_is_full_at_the_beginning_is_told() {
    let folder = Folder::with("crammed", &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let script = "mount -t tmpfs -o size=4m,nr_inodes=20 none disk && cp store.db disk/ || exit 9
        export UNSTUCK_STORE=disk/store.db
        dd if=/dev/zero of=disk/fill bs=4k 2> /dev/null
        $U experiments list; echo code $?
        $U evolve tiny.toml --again --quiet; echo code $?
        $U experiments delete tiny; echo code $?
        UNSTUCK_STORE=disk/new.db $U evolve tiny.toml --quiet; echo code $?
        truncate -s 1m disk/fill
        for number in $(seq 30); do touch disk/$number; done 2> /dev/null
        $U experiments list; echo code $?
        $U experiments delete tiny; echo code $?
        UNSTUCK_STORE=disk/new.db $U evolve tiny.toml --quiet; echo code $?
        UNSTUCK_STORE=disk/folder/new.db $U evolve tiny.toml --quiet; echo code $?
        rm disk/[0-9]*
        $U experiments delete tiny; echo code $?";
    let Some(run) = mounting(&folder, script) else { return };
    let codes: Vec<&str> = run.out.lines().filter_map(|line| line.strip_prefix("code ")).collect();
    assert_eq!(codes, ["0", "1", "1", "1", "0", "1", "1", "1", "0"], "{}{}", run.out, run.err);
    assert_eq!(run.out.matches(" done ").count(), 2, "{}", run.out);
    assert_eq!(run.err.lines().count(), 6, "{}", run.err);
    assert!(run.err.lines().all(|line| line.starts_with(FULL) && line.contains("Make room")), "{}", run.err);
}

/// The same where nothing can be mounted: files may not grow.
#[test]
fn a_file_that_may_not_grow_loses_nothing_that_was_stored() {
    let long = small(TINY).replace("generations = 3", "generations = 300");
    let folder = Folder::with("grown", &long);
    let script = "trap '' XFSZ; ulimit -f 400
        $U evolve tiny.toml --quiet --store store.db; echo code $?
        $U experiments list --store store.db";
    let run = shell(&folder, plain(), script);
    assert!(run.err.starts_with(FULL), "{}", run.err);
    assert!(run.out.starts_with("code 1\n") && run.out.contains("waiting"), "{}", run.out);
}

#[test]
#[cfg(target_os = "linux")]
fn a_store_that_cannot_be_written_is_read() {
    let folder = Folder::with("frozen", &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let script =
        "cp store.db disk/ && cp store.db disk/left.db && echo half a log > disk/left.db-wal || exit 9
        mount --bind disk disk && mount -o remount,bind,ro disk || exit 9
        export UNSTUCK_STORE=disk/store.db
        $U experiments list && $U experiments export --champion && $U evolve tiny.toml | head -1
        $U experiments delete tiny; echo code $?
        $U evolve tiny.toml --again --quiet; echo code $?
        $U experiments list --store disk/left.db; echo code $?";
    let Some(run) = mounting(&folder, script) else { return };
    assert!(run.out.contains("done") && run.out.contains("finished already"), "{}\n{}", run.out, run.err);
    assert!(run.out.ends_with("code 2\ncode 2\ncode 2\n"), "{}", run.out);
    let wrong = "error: the store disk/store.db can only be read; name another with --store, or copy it\n";
    let left = "error: the store disk/left.db cannot be written here, and its log disk/left.db-wal holds what is not in \
                it yet; open it once where it can be written, or copy both files to such a place\n";
    assert_eq!(run.err, wrong.repeat(2) + left);
}

#[test]
fn a_truncated_store_is_distinguished_from_another_file() {
    let folder = Folder::with("short", &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let whole = fs::read(folder.0.join("store.db")).unwrap();
    for length in [whole.len() / 2, 5_000, 100] {
        fs::write(folder.0.join("store.db"), &whole[..length]).unwrap();
        for arguments in [&["experiments", "list"][..], &["evolve", "tiny.toml"]] {
            let run = folder.run(arguments).exits(1);
            assert!(run.message().contains("store.db is damaged"), "{length}: {}", run.err);
        }
        assert_eq!(fs::read(folder.0.join("store.db")).unwrap(), &whole[..length], "it is left as it is");
    }
    fs::write(folder.0.join("store.db"), "a text\n".repeat(100)).unwrap();
    let run = folder.run(&["experiments", "list"]).exits(2);
    assert!(run.message().contains("is not a store of unstuck: it is no SQLite database"), "{}", run.err);
    let run = folder.run(&["experiments", "list", "--store", "."]).exits(2);
    assert!(run.message().contains("the store . cannot be opened: it is a folder"), "{}", run.err);
}

/// Every command that writes a file, on a disk without room and on one that can only be read: one sentence with the
/// file's name, and no half of a file.
#[test]
#[cfg(target_os = "linux")]
#[cfg_attr(not(pages), ignore = "the program was built without the web UI")]
fn files_that_cannot_be_written_are_named_and_not_left_in_halves() {
    let folder = Folder::with("unwritable", &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let script = "export UNSTUCK_STORE=$PWD/store.db
        try() {
            for words in 'report 1 --output disk/page.html' 'experiments export 1 --json --output disk/all.json' \
                'dataset generate tiles --count 50 --output disk/rows.csv' 'solve jam:1 --plan-file disk/plan' \
                'compare jam:1-3 -a bfs --plots disk/plots.html' 'evolve tiny.toml --again --quiet --output disk/champion'
            do $U $words > /dev/null; echo code $?; done
            ls disk | grep -v fill
        }
        mount -t tmpfs -o size=64k none disk || exit 9
        dd if=/dev/zero of=disk/fill bs=4k 2> /dev/null
        try
        mount -o remount,ro disk || exit 9
        try; true";
    let Some(run) = mounting(&folder, script) else { return };
    // A full disk is not the fault of the input, and exits with another code.
    assert_eq!(run.out, "code 1\n".repeat(6) + &"code 2\n".repeat(6), "{}", run.err);
    let messages: Vec<&str> = run.err.lines().collect();
    assert_eq!(messages.len(), 12, "{}", run.err);
    let named = |line: &&str| line.starts_with("error: disk/") && line.contains(" cannot be written: ");
    assert!(messages.iter().all(named), "{}", run.err);
}

/// A cache on a disk without room, or on one that can only be read: the table is made and used, not kept, and no half
/// of it is left.
#[test]
#[cfg(target_os = "linux")]
fn a_cache_without_room_costs_the_table_and_not_the_search() {
    let folder = Folder::new("cache-full");
    let script = "export UNSTUCK_CACHE=$PWD/disk
        try() { $U solve korf:79 -a ida -H pdb_555 --quiet > /dev/null; echo code $?; ls disk | grep -v fill; }
        mount -t tmpfs -o size=64k none disk || exit 9
        dd if=/dev/zero of=disk/fill bs=4k 2> /dev/null
        try
        rm disk/fill
        try
        mount -o remount,ro disk || exit 9
        try; true";
    let Some(run) = mounting(&folder, script) else { return };
    assert_eq!(run.out, "code 0\n".repeat(3), "{}", run.err);
    assert_eq!(run.err.lines().count(), 3, "{}", run.err);
    assert!(run.err.lines().all(|line| line.ends_with("; the table is not kept")), "{}", run.err);
}

/// A path is a path, whatever SQLite would read into it.
#[test]
fn a_store_is_a_file_whatever_its_name() {
    let folder = Folder::with("names", &small(TINY));
    for name in ["file:mem.db?mode=memory", "file:plain.db", ":memory:"] {
        let store = ["--store", name];
        folder
            .run(&[&["evolve", "tiny.toml", "--quiet", "--output", "champion"][..], &store].concat())
            .exits(0);
        assert!(folder.0.join(name).is_file(), "{name}");
        let listed = folder.run(&[&["experiments", "list"][..], &store].concat()).exits(0).out;
        assert!(listed.contains("tiny"), "{name}: {listed}");
        let import = ["experiments", "import", name, "tiny", "--store", "copies.db"];
        folder.run(&import).exits(0);
    }
}

#[test]
#[cfg(unix)]
fn a_loop_of_links_is_told() {
    let folder = Folder::with("loop", &small(TINY));
    std::os::unix::fs::symlink("store.db", folder.0.join("store.db")).unwrap();
    for arguments in [&["experiments", "list"][..], &["experiments", "check"], &["evolve", "tiny.toml"]] {
        let run = folder.run(arguments).exits(2);
        let wanted = "store.db cannot be opened: Too many levels of symbolic links";
        assert!(run.message().contains(wanted), "{arguments:?}: {}", run.err);
    }
}

/// A store of an earlier commit: one sentence with a remedy, and the file stays as it is.
#[test]
fn an_earlier_store_is_refused() {
    let folder = Folder::with("earlier", &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let connection = rusqlite::Connection::open(folder.0.join("store.db")).unwrap();
    connection.pragma_update(None, "user_version", 9).unwrap();
    drop(connection);
    let before = fs::read(folder.0.join("store.db")).unwrap();
    let import = ["experiments", "import", "store.db", "--store", "other.db"];
    for arguments in [&["experiments", "list"][..], &["evolve", "tiny.toml"], &import] {
        let run = folder.run(arguments).exits(2);
        let message = run.message();
        assert!(
            message.contains("store.db was written by an earlier unstuck (its schema is 9, "),
            "{message}"
        );
        assert!(
            message.ends_with("with that program, or start again with another file by --store"),
            "{message}"
        );
    }
    assert_eq!(fs::read(folder.0.join("store.db")).unwrap(), before);
}

/// An instance that was changed before anything was run: neither resumed, nor imported, nor resumed after an import.
#[test]
fn a_damaged_instance_is_not_laundered_by_an_import() {
    let folder = Folder::with("laundered", &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    folder.run(&["experiments", "clone", "1"]).exits(0);
    let connection = rusqlite::Connection::open(folder.0.join("store.db")).unwrap();
    let sql =
        "UPDATE instance SET text = (SELECT text FROM instance WHERE experiment = 2 AND role = 1 LIMIT 1)
               WHERE experiment = 2 AND role = 0 AND position = 0";
    assert_eq!(connection.execute(sql, []).unwrap(), 1);
    drop(connection);
    let import = ["experiments", "import", "store.db", "2", "--store", "other.db"];
    for arguments in [&["experiments", "resume", "2", "--quiet"][..], &import] {
        let run = folder.run(arguments).exits(1);
        let wanted =
            "store.db is damaged (table instance, row experiment 2, configuration 0, role 0, position 0: ";
        assert!(run.message().contains(wanted), "{arguments:?}: {}", run.err);
        assert!(!run.message().contains("other.db"), "{}", run.err);
    }
    let listed = folder.run(&["experiments", "list", "--store", "other.db"]).exits(0).out;
    assert!(!listed.contains("tiny"), "{listed}");
}

/// What `check` calls damaged is not resumed: a hall of fame, and the engine of a run that is over.
#[test]
fn a_check_and_a_resumed_experiment_agree() {
    let folder = Folder::with("agree", &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let whole = fs::read(folder.0.join("store.db")).unwrap();
    let changes =
        ["UPDATE hall SET places = '[]'", "UPDATE snapshot SET bytes = x'00'", "DELETE FROM snapshot"];
    for sql in changes {
        fs::write(folder.0.join("store.db"), &whole).unwrap();
        let connection = rusqlite::Connection::open(folder.0.join("store.db")).unwrap();
        // As a process leaves it that is killed before its test.
        let unfinished = "UPDATE experiment SET state = 'waiting'; UPDATE configuration SET tested = 0";
        connection.execute_batch(unfinished).unwrap();
        unstuck_ops::store::seal::forge(&connection).unwrap();
        connection.execute(sql, []).unwrap();
        drop(connection);
        let checked = folder.run(&["experiments", "check"]).exits(1).out;
        assert!(checked.contains(", cannot be resumed\n"), "{sql}: {checked}");
        for arguments in [&["experiments", "resume", "1", "--quiet"][..], &["evolve", "tiny.toml", "--quiet"]]
        {
            let run = folder.run(arguments).exits(1);
            assert!(run.message().contains("store.db is damaged (table "), "{sql}: {}", run.err);
        }
    }
}
