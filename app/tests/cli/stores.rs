//! Stores in trouble: a full disk, a medium that cannot be written, a file that is cut short.

use super::Run;
use super::evolving::{Folder, TINY, small};
use std::fs;
use std::process::Command;

/// Runs lines of shell in a folder, `$U` being the program; with mounts of its own where that is permitted.
fn shell(folder: &Folder, mounts: bool, script: &str) -> Option<Run> {
    let program = env!("CARGO_BIN_EXE_unstuck");
    let mut command = if mounts { Command::new("unshare") } else { Command::new("sh") };
    if mounts {
        command.args(["--mount", "sh"]);
    }
    let output = command.arg("-c").arg(script).env("U", program).current_dir(&folder.0).output().ok()?;
    let run = Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    };
    let refused = ["not permitted", "denied", "must be superuser", "not found"];
    let unable = mounts && refused.iter().any(|word| run.err.contains(word));
    if unable {
        eprintln!("left out, since nothing can be mounted here: {}", run.err);
    }
    (!unable).then_some(run)
}

const FULL: &str = "error: there is no room left on the disk of the store";

#[test]
fn a_full_disk_loses_nothing_that_was_stored() {
    let long = small(TINY).replace("generations = 3", "generations = 300");
    let folder = Folder::with("full", &long);
    fs::create_dir(folder.0.join("disk")).unwrap();
    let script = "mount -t tmpfs -o size=400k none disk || exit 9
        $U evolve tiny.toml --quiet --store disk/store.db; echo code $?
        $U experiments export --csv --store disk/store.db | wc -l
        $U experiments list --store disk/store.db
        mount -o remount,size=40m disk
        $U evolve tiny.toml --quiet --store disk/store.db --output disk/out > disk/told; echo code $?";
    let Some(run) = shell(&folder, true, script) else { return };
    assert!(run.err.starts_with(FULL), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "code 1");
    let stored: usize = lines[1].trim().parse().unwrap();
    assert!(stored > 3, "{}", run.out);
    assert!(run.out.contains("waiting") && run.out.ends_with("code 0\n"), "{}", run.out);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
}

/// The same where nothing can be mounted: files may not grow.
#[test]
fn a_file_that_may_not_grow_loses_nothing_that_was_stored() {
    let long = small(TINY).replace("generations = 3", "generations = 300");
    let folder = Folder::with("grown", &long);
    let script = "trap '' XFSZ; ulimit -f 400
        $U evolve tiny.toml --quiet --store store.db; echo code $?
        $U experiments list --store store.db";
    let run = shell(&folder, false, script).unwrap();
    assert!(run.err.starts_with(FULL), "{}", run.err);
    assert!(run.out.starts_with("code 1\n") && run.out.contains("waiting"), "{}", run.out);
}

#[test]
fn a_store_that_cannot_be_written_is_read() {
    let folder = Folder::with("frozen", &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let script =
        "mkdir disk && cp store.db disk/ && mount --bind disk disk && mount -o remount,bind,ro disk || exit 9
        export UNSTUCK_STORE=disk/store.db
        $U experiments list && $U experiments export --champion && $U evolve tiny.toml | head -1
        $U experiments delete tiny; echo code $?
        $U evolve tiny.toml --again --quiet; echo code $?";
    let Some(run) = shell(&folder, true, script) else { return };
    assert!(run.out.contains("done") && run.out.contains("finished already"), "{}\n{}", run.out, run.err);
    assert!(run.out.ends_with("code 2\ncode 2\n"), "{}", run.out);
    let wrong = "error: the store disk/store.db can only be read; name another with --store, or copy it\n";
    assert_eq!(run.err, wrong.repeat(2));
}

#[test]
fn a_store_that_is_cut_short_is_told_from_one_of_somebody_else() {
    let folder = Folder::with("short", &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let whole = fs::read(folder.0.join("store.db")).unwrap();
    for length in [whole.len() / 2, 5_000, 100] {
        fs::write(folder.0.join("store.db"), &whole[..length]).unwrap();
        for arguments in [&["experiments", "list"][..], &["evolve", "tiny.toml"]] {
            let run = folder.run(arguments).exits(1);
            assert!(run.complaint().contains("store.db is damaged"), "{length}: {}", run.err);
        }
        assert_eq!(fs::read(folder.0.join("store.db")).unwrap(), &whole[..length], "it is left as it is");
    }
    fs::write(folder.0.join("store.db"), "a text\n".repeat(100)).unwrap();
    let run = folder.run(&["experiments", "list"]).exits(2);
    assert!(run.complaint().contains("is not a store of unstuck: it is no SQLite database"), "{}", run.err);
    let run = folder.run(&["experiments", "list", "--store", "."]).exits(2);
    assert!(run.complaint().contains("the store . cannot be opened: it is a folder"), "{}", run.err);
}
