//! One flag for every parameter that a generator registers.

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use unstuck_core::domain::Settings;
use unstuck_core::registry::domains;

/// The parameters named on the command line.
pub struct Parameters(pub Settings);

/// Every parameter of any generator with its meanings, in the order of registration.
fn all() -> Vec<(&'static str, Vec<String>)> {
    let mut all: Vec<(&str, Vec<String>)> = Vec::new();
    for domain in domains() {
        for (name, default, about) in domain.info().generators.iter().flat_map(|g| g.parameters) {
            let meaning = format!("{}: {about} [default: {default}]", domain.info().name);
            match all.iter_mut().find(|(known, _)| known == name) {
                Some((_, meanings)) if meanings.contains(&meaning) => {}
                Some((_, meanings)) => meanings.push(meaning),
                None => all.push((name, vec![meaning])),
            }
        }
    }
    all
}

impl Args for Parameters {
    fn augment_args(command: Command) -> Command {
        // A flag that the command has already, such as --metric, is the parameter of that name as well.
        let known: Vec<String> = command.get_arguments().map(|flag| flag.get_id().to_string()).collect();
        let new = all().into_iter().filter(|(name, _)| !known.iter().any(|known| known == name));
        new.fold(command.next_help_heading("Parameters of generators"), |command, (name, meanings)| {
            command.arg(
                Arg::new(name)
                    .long(name)
                    .value_name("VALUE")
                    .allow_negative_numbers(true)
                    .help(meanings.join("; ")),
            )
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Parameters {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = all().into_iter().filter_map(|(name, _)| {
            let value = matches.try_get_one::<String>(name).ok()??;
            Some((name.to_owned(), value.clone()))
        });
        Ok(Self(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.extend(Self::from_arg_matches(matches)?.0);
        Ok(())
    }
}
