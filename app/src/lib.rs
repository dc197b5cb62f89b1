//! The program `unstuck` as a library: command line, web server and HTML reports over the use cases of [`unstuck_ops`].
//!
//! [`main`] reads the arguments, runs one of the commands of `cli` and turns its answer into an exit code. What the
//! core registers (domains, settings, generators, heuristics, algorithms) appears here by itself.
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

// Readers of this documentation work on the program: links to private items are fine.
#![allow(rustdoc::private_intra_doc_links)]

mod assets;
mod cli;
mod report;
mod server;
pub mod sys;
mod terminal;
pub mod wording;

use clap::Parser;
use cli::Cli;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;
use sys::exit::{self, Exit};
use sys::interrupt;
use terminal::{Screen, locale, paint};
use unstuck_ops::warnings;

/// Tells the libraries which program they are part of: its domains and its commit.
pub fn install() {
    unstuck_domains::install();
    unstuck_ops::origin::install(env!("UNSTUCK_COMMIT"));
}

/// The OpenAPI document of the server, made from its routes and their types.
#[cfg(feature = "schema")]
pub fn openapi() -> serde_json::Value {
    server::generated()
}

/// The program: the arguments of this process, its output, its exit code.
pub fn main() -> ExitCode {
    run(std::env::args_os()).into()
}

/// The program with other arguments, the first of which is its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    install();
    unstuck_ops::wording::install(&wording::Flags);
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(told) => {
            // Help and the version come this way, too.
            let _ = told.print();
            return told.exit_code() as u8;
        }
    };
    interrupt::listen();
    let stdout = BufWriter::new(io::stdout().lock());
    // What is piped or written into a file is the same everywhere.
    let plain = io::stdout().is_terminal() && !locale::shows_unicode(|name| std::env::var(name).ok());
    let mut out: Box<dyn Write> = if plain { Box::new(locale::Ascii(stdout)) } else { Box::new(stdout) };
    let mut screen = Screen { out: &mut out, paint: paint::Paint::new(cli.color) };
    let result = cli::run(cli.command, &mut screen);
    let result = result.and_then(|exit| out.flush().map(|()| exit).map_err(Into::into));
    match result {
        Ok(exit) => exit.code(),
        // The reader closed the pipe.
        Err(error) if is_closed_pipe(&error) => Exit::Fine.code(),
        Err(error) => {
            // What was printed before comes before the error.
            let _ = out.flush();
            if exit::is_about_the_output(&error) {
                warnings::error(&format!("the output cannot be written: {error}"));
            } else {
                warnings::error(&format!("{error:#}"));
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
    unstuck_ops::wording::install(&wording::Flags);
    let all = std::iter::once("unstuck").chain(arguments.iter().map(String::as_str));
    let cli = Cli::try_parse_from(all).map_err(|error| {
        let text = error.to_string();
        anyhow::anyhow!("{}", text.strip_prefix("error: ").unwrap_or(&text).trim_end().to_owned())
    })?;
    cli::run(cli.command, &mut Screen { out, paint: paint::Paint::plain() })
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
