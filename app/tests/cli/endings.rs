//! Ends that others bring about: a closed pipe, Ctrl-C.
#![cfg(unix)]

use super::command;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

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

#[test]
fn an_interrupted_solve_says_so_and_ends_soon() {
    let mut child = start(&[LONG, &["--json"]].concat());
    std::thread::sleep(Duration::from_millis(500));
    let asked = Instant::now();
    interrupt(&child);
    let status = child.wait().unwrap();
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
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
    // On a busy machine the thread may not have begun the second yet, and after Ctrl-C it never would.
    std::thread::sleep(Duration::from_millis(500));
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

/// Ctrl-C and SIGTERM end every command soon: within a second with an optimised build on a quiet machine (`make
/// limits` measures it), within a few here.
#[test]
fn every_long_command_ends_soon_after_a_signal() {
    let folder = super::folder::Folder::new("signals");
    folder.write("large.toml", LARGE);
    for (number, arguments) in BUSY.iter().enumerate() {
        let name = if number % 2 == 0 { "-INT" } else { "-TERM" };
        let mut command = folder.command(arguments);
        command.env("UNSTUCK_CACHE", folder.0.join("cache")).stdin(Stdio::null());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(900));
        assert!(child.try_wait().unwrap().is_none(), "{arguments:?} ended by itself");
        let asked = Instant::now();
        assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
        let ended = child.wait().unwrap();
        let took = asked.elapsed();
        eprintln!("{took:?} {name} {arguments:?}");
        assert!(took < Duration::from_secs(4), "{arguments:?}: {took:?}");
        // A command that keeps nothing is ended by the signal itself.
        let by_signal = ended.signal() == Some(15);
        assert!(by_signal || matches!(ended.code(), Some(0 | 130 | 143)), "{arguments:?}: {ended:?}");
    }
}
