//! The program as its users meet it: arguments in, text, JSON and exit codes out.
#![allow(clippy::unwrap_used, reason = "all of this is a test, also what is not marked as one")]

mod analysing;
mod comparing;
mod cpu;
mod datasets;
mod endings;
mod evolving;
mod experiments;
mod folder;
#[cfg(unix)]
mod kills;
mod limits;
mod listing;
mod manual;
mod messages;
#[cfg(unix)]
mod mutations;
mod naming;
mod optimising;
mod own_domain;
mod patience;
mod plan_files;
mod planning;
mod reporting;
#[cfg(unix)]
mod serving;
mod solving;
mod spaces;
#[cfg(unix)]
mod stores;
mod tables;
mod texts;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod writes;

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What one run came to.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    fn of(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    #[track_caller]
    fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "out: {}\nerr: {}", self.out, self.err);
        self
    }

    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in {}", self.out))
    }

    /// The one message on standard error.
    #[track_caller]
    fn message(&self) -> &str {
        self.err.strip_prefix("error: ").and_then(|rest| rest.strip_suffix('\n')).unwrap_or(&self.err)
    }
}

/// The program that was built with these tests, or the build that the environment names.
fn command(arguments: &[&str]) -> Command {
    let named = std::env::var_os("UNSTUCK_BINARY");
    let mut command = Command::new(named.unwrap_or_else(|| env!("CARGO_BIN_EXE_unstuck").into()));
    command.args(arguments).env_remove("NO_COLOR").env("TERM", "xterm-256color");
    // The user's own experiments are not touched.
    command.env("UNSTUCK_STORE", std::env::temp_dir().join(format!("unstuck-cli-{}.db", std::process::id())));
    command
}

fn unstuck(arguments: &[&str]) -> Run {
    unstuck_reading(arguments, "")
}

fn unstuck_reading(arguments: &[&str], input: &str) -> Run {
    let mut command = command(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // A program that refuses its arguments does not read its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    Run::of(child.wait_with_output().expect("the program ends"))
}

/// A board with a target behind a wall.
const UNSOLVABLE: &str = "ooooooooooooAAxooooooooooooooooooooo";
const JAM_1: &str = "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo";
