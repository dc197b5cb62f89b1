//! Ends that others bring about: a closed pipe, Ctrl-C.
#![cfg(unix)]

use super::command;
use std::io::{BufRead, BufReader, Read};
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
