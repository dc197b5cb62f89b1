//! `unstuck completions`: what a shell needs to complete our commands, flags and names, from the registries.

use super::{Cli, Screen};
use crate::sys::exit::Exit;
use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, CommandFactory};
use clap_complete::Shell;
use std::collections::BTreeSet;
use unstuck_core::language::export::FORMS;
use unstuck_core::local_search;
use unstuck_core::registry::domains;
use unstuck_core::search::ALGORITHMS;

#[derive(Args)]
#[command(after_help = "\
The script is generated from the commands, flags, algorithms, domains, heuristics and forms of this \
version: generate it again after an update.

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
    clap_complete::generate(arguments.shell, &mut named(Cli::command()), "unstuck", &mut script);
    screen.out.write_all(&script)?;
    Ok(Exit::Fine)
}

/// The same command whose arguments list the names that they take. Only for completion: they take other texts as well.
fn named(command: Command) -> Command {
    let list = |is_export: bool| move |argument| with_names(argument, is_export);
    command.mut_subcommands(|command| {
        let is_export = command.get_name() == "export";
        let command = command.mut_args(list(is_export));
        // What `dataset export` writes are other forms.
        command.mut_subcommands(|command| command.mut_args(list(false)))
    })
}

fn with_names(argument: Arg, is_export: bool) -> Arg {
    let domains = domains();
    let names: BTreeSet<String> = match argument.get_id().as_str() {
        "algorithm" | "algorithms" => {
            let local = local_search::ALGORITHMS.iter().map(|info| info.name);
            ALGORITHMS.iter().map(|info| info.name).chain(local).map(str::to_owned).collect()
        }
        "domain" => domains.iter().map(|domain| domain.info().name.to_string()).collect(),
        "heuristic" | "heuristics" => {
            let features = domains.iter().flat_map(|domain| domain.features().names());
            let rules = domains.iter().flat_map(|domain| domain.rules()).map(|rule| rule.name);
            features.chain(rules).chain(["champion"]).map(str::to_owned).collect()
        }
        "form" if is_export => {
            FORMS.iter().map(|form| form.name).chain(["text"]).map(str::to_owned).collect()
        }
        _ => return argument,
    };
    // The program ends after the script: what clap keeps for good need not be freed.
    argument.value_parser(PossibleValuesParser::new(names.into_iter().map(|name| &*name.leak())))
}
