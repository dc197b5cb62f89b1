//! Ends from outside: a closed pipe, Ctrl-C, a full disk.
#![cfg(unix)]

use super::evolving::{TINY, small};
use super::folder::Folder;
use super::{command, cpu};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn start(arguments: &[&str]) -> Child {
    command(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Hours of blind deepening.
const LONG: &[&str] = &["solve", "jam:40", "--algorithm", "iddfs", "--table", "0"];

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = start(&["solve", "jam", "jam", "jam", "jam", "--jsonl"]);
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut String::new()).unwrap();
    drop(out);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// Commands that write more than a pipe holds, or at their end: none of them complains of a reader that has gone.
#[test]
fn every_command_ends_quietly_when_its_reader_has_gone() {
    let commands: [&[&str]; 9] = [
        &["solve", "jam:1-3", "--jsonl"],
        &["compare", "jam:1-2", "-a", "bfs", "--format", "csv"],
        &["explore", "jam:1"],
        &["audit", "rush-hour", "jam:1"],
        &["generate", "tiles", "--count", "2000"],
        &["dataset", "generate", "tiles", "--size", "3", "--count", "200"],
        &["dataset", "generate", "tiles", "--size", "3", "--count", "200", "--json"],
        &["ground", "ferry:easy-1"],
        &["manual"],
    ];
    for arguments in commands {
        let mut child = start(arguments);
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), told.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_not_the_inputs_fault() {
    let full = std::fs::File::create("/dev/full").unwrap();
    let output = command(&["solve", "jam:1"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: the output cannot be written"));
}

/// Files that have no room: a device, and a limit of the system. The input is not at fault, so the code is 1.
#[cfg(target_os = "linux")]
#[test]
fn an_output_file_without_room_is_not_the_inputs_fault() {
    let folder = Folder::with("full", &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    folder.write("record.json", &folder.run(&["experiments", "export", "tiny", "--json"]).exits(0).out);
    let program = command(&[]).get_program().to_owned();
    for words in [
        "dataset generate tiles --size 3 --count 2000 --force --output",
        "report @record.json --output",
        "export rush-hour blockers --form rust --output",
        "ground ferry:easy-1 --sas",
    ] {
        if !cfg!(pages) && words.starts_with("report") {
            continue;
        }
        for (limit, file) in [("", "/dev/full"), ("ulimit -f 0; ", "out.file")] {
            let script = format!("{limit}exec \"$0\" {words} {file}");
            let mut shell = Command::new("sh");
            let output = shell.args(["-c", &script]).arg(&program).current_dir(&folder.0).output().unwrap();
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{script}: {:?} {told}", output.status);
            assert!(told.starts_with(&format!("error: {file} cannot be written: ")), "{script}: {told}");
        }
    }
    assert!(!folder.0.join("out.file").exists());
    let left = std::fs::read_dir(&folder.0)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "new"));
    assert_eq!(left.count(), 0, "no temporary file is left");
}

/// A real disk without room, where the test may mount one.
#[cfg(target_os = "linux")]
#[test]
fn a_small_disk_is_not_the_inputs_fault() {
    let folder = Folder::new("small-disk");
    let disk = folder.0.join("disk");
    std::fs::create_dir(&disk).unwrap();
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(&disk).output();
    if !mount.is_ok_and(|mount| mount.status.success()) {
        return eprintln!("not mounted: this needs the rights of root");
    }
    let run =
        folder.run(&["dataset", "generate", "tiles", "--size", "3", "--count", "3000", "-o", "disk/a.csv"]);
    let left = std::fs::read_dir(&disk).unwrap().count();
    assert!(Command::new("umount").arg(&disk).status().unwrap().success());
    let run = run.exits(1);
    assert!(run.message().starts_with("disk/a.csv cannot be written: No space left"), "{}", run.err);
    assert_eq!(left, 0, "no temporary file is left");
}

/// What a killed process left is removed by the next one that writes into the folder.
#[test]
fn leftovers_of_killed_processes_are_removed() {
    let folder = Folder::new("leftovers");
    folder.write("old.csv.999999-0.new", "half");
    folder.write("notes.new", "mine");
    folder.run(&["dataset", "generate", "tiles", "--size", "3", "--count", "3", "-o", "new.csv"]).exits(0);
    let mut names: Vec<_> =
        std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["new.csv", "notes.new"]);
}

/// Ctrl-C ends the program while it waits for input: the first one, as nothing is lost.
#[test]
fn an_interruption_ends_the_reading_of_input() {
    let folder = Folder::new("waiting");
    assert!(Command::new("mkfifo").arg(folder.0.join("pipe")).status().unwrap().success());
    let commands: [&[&str]; 6] = [
        &["solve", "-"],
        &["solve", "@pipe"],
        &["solve", "jam:1", "-H", "@pipe"],
        &["validate", "jam:1", "-"],
        &["evolve", "pipe"],
        &["dataset", "show", "pipe"],
    ];
    for arguments in commands {
        let mut command = folder.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // Nothing is written to the pipe, and it stays open.
        let _open = child.stdin.take();
        until_it_reads(&child);
        interrupt(&child);
        let status = ends(&mut child);
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert_eq!(status.code(), Some(130), "{arguments:?}: {status:?} {told}");
        assert!(told.starts_with("error: stopped while reading "), "{arguments:?}: {told}");
    }
}

/// Waits until a thread of the process that reads input exists.
fn until_it_reads(child: &Child) {
    let threads = format!("/proc/{}/task", child.id());
    let reads = || {
        let mut tasks = std::fs::read_dir(&threads).into_iter().flatten().flatten();
        tasks.any(|task| {
            std::fs::read_to_string(task.path().join("comm")).is_ok_and(|name| name.trim() == "input")
        })
    };
    for _ in 0..6_000 {
        // Elsewhere than on Linux there is no such folder.
        if reads() || !std::path::Path::new("/proc/self/task").exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(50));
}

/// Waits for the end of a process, a minute at most.
#[track_caller]
fn ends(child: &mut Child) -> std::process::ExitStatus {
    for _ in 0..6_000 {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    panic!("it did not end");
}

#[test]
fn an_interrupted_solve_says_so_and_ends_soon() {
    let mut child = start(&[LONG, &["--json"]].concat());
    cpu::wait_for(child.id(), Duration::from_millis(300));
    interrupt(&child);
    let (status, used) = cpu::end(&mut child);
    assert!(used < Duration::from_secs(2), "{used:?}");
    assert_eq!(status.code(), Some(130));
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&object["status"], &object["limit"]), (&"limit".into(), &"cancelled".into()));
}

#[test]
fn an_interruption_keeps_what_was_found() {
    // One thread solves jam:1, is caught in the second and never begins the third.
    let mut child = start(&[
        "solve",
        "jam:1",
        "jam:40",
        "jam:2",
        "--quiet",
        "--threads",
        "1",
        "-a",
        "iddfs",
        "--table",
        "0",
    ]);
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    assert!(first.starts_with("jam:1\t"), "{first}");
    // The thread may not have begun the second yet, and after Ctrl-C it never would.
    cpu::wait_for(child.id(), Duration::from_millis(300));
    interrupt(&child);
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "jam:40\tinterrupted\n");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// Commands with work for minutes.
const BUSY: &[&[&str]] = &[
    LONG,
    &["solve", "korf:88", "-a", "astar", "-H", "manhattan"],
    &["solve", "korf:1", "-a", "bibfs"],
    &["solve", "korf:1", "-a", "ida", "-H", "pdb_78"],
    &["solve", "blocksworld:hard-5", "--optimal"],
    &["solve", "childsnack:hard-30"],
    &["ground", "childsnack:hard-30"],
    &["compare", "korf:88", "-a", "astar", "-a", "ida", "-H", "manhattan"],
    &["explore", "korf:1"],
    &["audit", "tiles", "korf:1"],
    &["dataset", "generate", "tiles", "--size", "4", "--all"],
    &["dataset", "generate", "rush-hour", "random", "--size", "8", "--count", "100000"],
    &["generate", "rush-hour", "minimal", "--length", "90-99"],
    &["generate", "rush-hour", "--evolve", "--length", "80-90"],
    &["generate", "tiles", "--count", "1000000000"],
    &["pdb", "build", "pdb_78"],
    &["evolve", "large.toml", "--quiet", "--again"],
    &["serve", "--port", "0"],
];

/// A generation takes minutes.
const LARGE: &str = "format = 1\nname = \"large\"\ndomain = \"rush-hour\"\n[data]\ntrain = [\"hard8:1-8\"]\n\
    validation = [\"hard8:20\"]\n[search]\nalgorithm = \"ida\"\nlimits = { expanded = 10_000_000 }\n\
    [genome]\nkind = \"policy\"\n[stop]\ngenerations = 1000\n";

/// Ctrl-C and SIGTERM end every command before it has used more than a few seconds of CPU time.
#[test]
fn every_long_command_ends_soon_after_a_signal() {
    let folder = Folder::new("signals");
    folder.write("large.toml", LARGE);
    for (number, arguments) in BUSY.iter().enumerate() {
        let name = if number % 2 == 0 { "-INT" } else { "-TERM" };
        let mut command = folder.command(arguments);
        command.env("UNSTUCK_CACHE", folder.0.join("cache")).stdin(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let serves = arguments[0] == "serve";
        if serves {
            // It waits once it has printed its address.
            out.read_line(&mut String::new()).unwrap();
        }
        // A full pipe would stop it.
        let reader = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
        if !serves {
            cpu::wait_for(child.id(), Duration::from_millis(600));
        }
        assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
        let (ended, used) = cpu::end(&mut child);
        reader.join().unwrap().unwrap();
        eprintln!("{used:?} {name} {arguments:?}");
        assert!(used < Duration::from_secs(4), "{arguments:?}: {used:?}");
        // A command that keeps nothing is ended by the signal itself.
        let by_signal = ended.signal() == Some(15);
        assert!(by_signal || matches!(ended.code(), Some(0 | 130 | 143)), "{arguments:?}: {ended:?}");
    }
}
