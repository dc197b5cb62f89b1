//! One flag for every parameter of the table of search parameters.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use unstuck_core::search::{self, PARAMETERS, ParameterInfo, SearchParameters};
use unstuck_ops::method::Parameters;

/// Parameters of algorithms, one flag for each.
pub struct SearchFlags(pub Parameters);

impl Args for SearchFlags {
    fn augment_args(command: Command) -> Command {
        let heading = "Parameters of algorithms";
        PARAMETERS.iter().fold(command, |command, info| {
            let default = info.text(&SearchParameters::new(&search::astar::INFO));
            let flag = Arg::new(info.name)
                .long(info.name)
                .help(format!("{} [default: {default}]", capital(info.about)));
            let flag = flag.value_name(value_name(info)).allow_negative_numbers(true).action(ArgAction::Set);
            command.arg(flag.help_heading(heading).value_parser(move |text: &str| {
                let mut parameters = SearchParameters::new(&search::astar::INFO);
                info.set(&mut parameters, text).map(|()| text.to_owned())
            }))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SearchFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = |info: &'static ParameterInfo| {
            let text = matches.try_get_one::<String>(info.name).ok().flatten()?;
            Some((info, text.clone()))
        };
        Ok(Self(Parameters::new(PARAMETERS.iter().filter_map(given).collect())))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn value_name(info: &ParameterInfo) -> &'static str {
    match info.kind {
        search::ParameterKind::Number { .. } => "W",
        search::ParameterKind::Count { .. } => "N",
        search::ParameterKind::Bytes => "BYTES",
        search::ParameterKind::Choice { .. } => "ORDER",
    }
}

fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map(|first| first.to_uppercase().chain(signs).collect()).unwrap_or_default()
}
