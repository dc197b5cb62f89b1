//! `unstuck manual`: manual pages, from the command table.

use super::{Cli, Screen};
use crate::sys::exit::Exit;
use anyhow::{Context, Result};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::io::{self, Write};
use std::path::PathBuf;
use unstuck_ops::atomic_file;
use unstuck_ops::numbers::counted;
use unstuck_ops::origin;

#[derive(Args)]
#[command(after_help = "\
With a folder, every command has a page there, unstuck-solve.1 and so on, next to unstuck.1, which lists \
them.

Examples:
  unstuck manual | man -l -
  unstuck manual ~/.local/share/man/man1
  man unstuck-evolve")]
pub struct Arguments {
    /// The folder to write all pages into; it is made where it is missing [default: the first page, to standard output]
    folder: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    let Some(folder) = arguments.folder else {
        page(&program, screen.out)?;
        return Ok(Exit::Fine);
    };
    std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let commands = all(&program);
    for command in &commands {
        let path = folder.join(format!("{}.1", title(command)));
        atomic_file::save(&path, |out| page(command, out))?;
    }
    let pages = counted(commands.len() as u64, "pages");
    screen.line(format_args!("{pages} saved in {}", folder.display()))?;
    Ok(Exit::Fine)
}

/// A command and everything below it.
fn all(command: &Command) -> Vec<&Command> {
    std::iter::once(command).chain(command.get_subcommands().flat_map(all)).collect()
}

/// `unstuck-dataset-show`.
fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

fn page(command: &Command, out: &mut dyn Write) -> io::Result<()> {
    let man = Man::new(command.clone()).source(format!("unstuck {}", origin::VERSION)).manual("Unstuck");
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_options_section(out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(out)?;
    }
    if let Some(text) = command.get_after_help() {
        notes(&text.to_string()).to_writer(out)?;
    }
    Ok(())
}

/// The text below a command's help, with its headings as sections and its tables and examples line by line.
fn notes(text: &str) -> Roff {
    let mut roff = Roff::new();
    let mut tabular = false;
    // A heading is a short line that ends with a colon.
    let is_heading = |line: &str| line.ends_with(':') && line.split(' ').count() < 5;
    if !text.lines().next().is_some_and(is_heading) {
        roff.control("SH", ["NOTES"]);
    }
    for line in text.lines() {
        let indented = line.starts_with(' ');
        if indented != tabular {
            roff.control(if indented { "nf" } else { "fi" }, []);
            tabular = indented;
        }
        if line.is_empty() {
            roff.control("PP", []);
        } else if !indented && is_heading(line) {
            roff.control("SH", [line.trim_end_matches(':').to_uppercase().as_str()]);
        } else {
            roff.text([roman(line)]);
        }
    }
    if tabular {
        roff.control("fi", []);
    }
    roff
}
