//! CPU time of child processes. Tests compare it where a clock would depend on what else the machine runs.

use super::Run;
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// How often a child is asked for its state.
const PACE: Duration = Duration::from_millis(5);

/// CPU time that a process has used, its threads together, and whether it has ended without having been waited for.
/// `None` on systems that do not report it.
fn state(process: u32) -> Option<(Duration, bool)> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name may hold spaces and ends with the last bracket; then come the state and, later, user and system time.
    let fields: Vec<&str> = stat.rsplit(") ").next()?.split(' ').collect();
    let ticks: u64 = fields[11..13].iter().map(|ticks| ticks.parse::<u64>().unwrap()).sum();
    Some((Duration::from_millis(ticks * 10), fields[0] == "Z"))
}

/// CPU time that a process has used; zero on systems that do not report it.
pub fn used(process: u32) -> Duration {
    state(process).map_or(Duration::ZERO, |(used, _)| used)
}

/// Waits until a process has used more CPU time than now: it is well inside its work. Fails if it ends before.
#[track_caller]
pub fn wait_for(process: u32, more: Duration) {
    let Some((begun, _)) = state(process) else { return std::thread::sleep(more) };
    while let Some((used, ended)) = state(process) {
        if used >= begun + more {
            return;
        }
        assert!(!ended, "it ended by itself after {used:?}");
        std::thread::sleep(PACE);
    }
}

/// Waits for the end of a child: how it ended, and the CPU time that it used meanwhile.
pub fn end(child: &mut Child) -> (ExitStatus, Duration) {
    let begun = used(child.id());
    // Until it is waited for, an ended process still has its times.
    while state(child.id()).is_some_and(|(_, ended)| !ended) {
        std::thread::sleep(PACE);
    }
    let used = used(child.id());
    (child.wait().unwrap(), used.saturating_sub(begun))
}

/// Runs a command to its end: what it came to, and its CPU time.
pub fn run(command: &mut Command) -> (Run, Duration) {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut err = child.stderr.take().unwrap();
    let err = std::thread::spawn(move || {
        let mut text = String::new();
        err.read_to_string(&mut text).unwrap();
        text
    });
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    let err = err.join().unwrap();
    while state(child.id()).is_some_and(|(_, ended)| !ended) {
        std::thread::sleep(PACE);
    }
    let used = used(child.id());
    (Run { code: child.wait().unwrap().code(), out, err }, used)
}
