//! The command line of Unstuck: everything that touches the world.
//!
//! `main` reads the arguments, runs one of [`commands`] and turns its answer into an exit code. A command
//! resolves names ([`instances`]), runs the core on a pool of threads ([`workers`], watched by [`watch`]) and
//! prints what came of it. What the core registers (domains, settings, generators, heuristics, algorithms)
//! appears here by itself: nothing in this crate names a domain, but for the drawings of [`server`].

mod animation;
mod commands;
mod evolution;
mod exit;
mod figures;
mod flags;
mod histogram;
mod instances;
mod interrupt;
mod method;
mod origin;
mod paint;
mod progress;
mod report;
mod runner;
mod server;
mod solving;
mod store;
mod table;
mod tables;
mod watch;
mod workers;

use clap::Parser;
use commands::{Cli, Screen};
use exit::Exit;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    interrupt::listen();
    let mut out = BufWriter::new(io::stdout().lock());
    let mut screen = Screen { out: &mut out, paint: paint::Paint::new(cli.color) };
    let result = commands::run(cli.command, &mut screen);
    let result = result.and_then(|exit| out.flush().map(|()| exit).map_err(Into::into));
    match result {
        Ok(exit) => exit.into(),
        // Whoever closed the pipe has seen enough.
        Err(error) if is_closed_pipe(&error) => Exit::Fine.into(),
        Err(error) => {
            // What was printed before comes before the complaint.
            let _ = out.flush();
            if exit::is_about_the_output(&error) {
                complain(&format!("the output cannot be written: {error}"));
            } else {
                complain(&format!("{error:#}"));
            }
            Exit::of_error(&error).into()
        }
    }
}

/// Says what is wrong, on standard error.
fn complain(what: &str) {
    // Standard error may be closed as well, and then there is nobody to tell.
    let _ = writeln!(io::stderr(), "error: {what}");
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
