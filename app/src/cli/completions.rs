//! `unstuck completions`: what a shell needs to complete our commands and flags, from the command table.

use super::{Cli, Screen};
use crate::sys::exit::Exit;
use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

#[derive(Args)]
#[command(after_help = "\
The script is generated from the commands and flags of this version: generate it again after an update.

Examples:
  unstuck completions bash > ~/.local/share/bash-completion/completions/unstuck
  unstuck completions zsh > ~/.zfunc/_unstuck       (with 'fpath+=~/.zfunc' before 'compinit' in ~/.zshrc)
  unstuck completions fish > ~/.config/fish/completions/unstuck.fish
  unstuck completions powershell > unstuck.ps1      (with '. PATH/unstuck.ps1' in $PROFILE)
  unstuck completions elvish > ~/.config/elvish/lib/unstuck.elv       (with 'use unstuck' in rc.elv)")]
pub struct Arguments {
    /// The shell that is to complete
    shell: Shell,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    // The generator panics where its output fails; memory does not.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "unstuck", &mut script);
    screen.out.write_all(&script)?;
    Ok(Exit::Fine)
}
