//! One flag for every parameter of an algorithm, of searches and for optimisation domains.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use unstuck_core::search::{self, NamedValue, PARAMETERS, ParameterKind, SearchParameters};
use unstuck_ops::method::{Parameters, local_parameters, read_parameter, readers};

/// Parameters of algorithms, one flag for each.
pub struct SearchFlags(pub Parameters);

impl Args for SearchFlags {
    fn augment_args(command: Command) -> Command {
        let search = PARAMETERS.iter().fold(command, |command, info| {
            let default = info.text(&SearchParameters::new(&search::ASTAR));
            let help = format!("{} [default: {default}]", capital(info.about));
            command.arg(flag(info.name, info.kind, help).help_heading("Parameters of algorithms"))
        });
        local_parameters().into_iter().fold(search, |command, row| {
            let (default, readers) = (row.kind.text(row.default), readers(row.name).join(", "));
            let help = format!("{}: {} [default: {default}]", readers, row.about);
            command
                .arg(flag(row.name, row.kind, help).help_heading("Parameters of algorithms for optimisation"))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SearchFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let local = local_parameters().into_iter().map(|row| row.name);
        let names = PARAMETERS.iter().map(|info| info.name).chain(local);
        let given = |name: &'static str| matches.try_get_one::<NamedValue>(name).ok().flatten().copied();
        Ok(Self(Parameters(names.filter_map(given).collect())))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn flag(name: &'static str, kind: ParameterKind, help: String) -> Arg {
    let value_name = match kind {
        ParameterKind::Number { .. } => "W",
        ParameterKind::Count { .. } => "N",
        ParameterKind::Bytes => "BYTES",
        ParameterKind::Choice { .. } => "ORDER",
    };
    let flag = Arg::new(name).long(name).help(help).value_name(value_name);
    let read = move |text: &str| read_parameter(name, text);
    flag.allow_negative_numbers(true).action(ArgAction::Set).value_parser(read)
}

fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map(|first| first.to_uppercase().chain(signs).collect()).unwrap_or_default()
}
