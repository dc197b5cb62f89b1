//! The program `unstuck` as a library: everything that touches the world.
//!
//! [`main`] reads the arguments, runs one of `commands` and turns its answer into an exit code. A command
//! resolves names ([`instances`]), runs the core on a pool of threads ([`workers`], watched by [`watch`]) and
//! prints what came of it. What the core registers (domains, settings, generators, heuristics, algorithms)
//! appears here by itself: what names a domain in this crate is the drawings and changes of boards in `server`, and
//! examples.
//! Other surfaces (the Python package) stand on the same modules, and run whole commands by [`perform`].
//!
//! A program of one's own that registers a domain first has it in every command:
//!
//! ```no_run
//! use std::process::ExitCode;
//! use unstuck_core::domain::DomainRef;
//! use unstuck_core::registry;
//!
//! fn with(domain: DomainRef) -> ExitCode {
//!     match registry::register(domain) {
//!         Ok(()) => unstuck::main(),
//!         Err(error) => {
//!             eprintln!("{error}");
//!             ExitCode::FAILURE
//!         }
//!     }
//! }
//! ```

// Whoever reads this documentation works on the program: it may lead to its private parts.
#![allow(rustdoc::private_intra_doc_links)]

mod animation;
mod commands;
pub mod complaint;
pub mod evolution;
pub mod exit;
mod figures;
mod flags;
mod histogram;
pub mod instances;
pub mod interrupt;
mod lock;
pub mod method;
pub mod origin;
mod paint;
pub mod program;
mod progress;
mod report;
mod room;
pub mod runner;
mod server;
pub mod solving;
pub mod store;
mod table;
pub mod tables;
pub mod watch;
mod whole;
pub mod workers;

use clap::Parser;
use commands::{Cli, Screen};
use complaint::complain;
use exit::Exit;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// The program: the arguments of this process, its output, its exit code.
pub fn main() -> ExitCode {
    run(std::env::args_os()).into()
}

/// The program with other arguments, the first of which is its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(told) => {
            // Help and the version come this way, too.
            let _ = told.print();
            return told.exit_code() as u8;
        }
    };
    interrupt::listen();
    let mut out = BufWriter::new(io::stdout().lock());
    let mut screen = Screen { out: &mut out, paint: paint::Paint::new(cli.color) };
    let result = commands::run(cli.command, &mut screen);
    let result = result.and_then(|exit| out.flush().map(|()| exit).map_err(Into::into));
    match result {
        Ok(exit) => exit.code(),
        // Whoever closed the pipe has seen enough.
        Err(error) if is_closed_pipe(&error) => Exit::Fine.code(),
        Err(error) => {
            // What was printed before comes before the complaint.
            let _ = out.flush();
            if exit::is_about_the_output(&error) {
                complain(&format!("the output cannot be written: {error}"));
            } else {
                complain(&format!("{error:#}"));
            }
            Exit::of_error(&error).code()
        }
    }
}

/// Runs a command as the command line would, without colours, and writes what it prints to `out`. The first argument is
/// the command's name.
///
/// # Errors
///
/// What the command line would complain about.
pub fn perform(arguments: &[String], out: &mut dyn Write) -> anyhow::Result<Exit> {
    let all = std::iter::once("unstuck").chain(arguments.iter().map(String::as_str));
    let cli = Cli::try_parse_from(all).map_err(|error| {
        let text = error.to_string();
        anyhow::anyhow!("{}", text.strip_prefix("error: ").unwrap_or(&text).trim_end().to_owned())
    })?;
    commands::run(cli.command, &mut Screen { out, paint: paint::Paint::plain() })
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
