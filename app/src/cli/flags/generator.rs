//! One flag for every parameter that a generator registers.

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use unstuck_core::domain::Settings;
use unstuck_core::registry::domains;

/// The parameters named on the command line.
pub struct Parameters(pub Settings);

/// What a parameter means in a domain, and its default in each generator that has it.
struct Meaning {
    domain: String,
    about: &'static str,
    defaults: Vec<(&'static str, &'static str)>,
}

impl Meaning {
    /// The first generator's default, and those of the generators that have another.
    fn text(&self) -> String {
        let Self { domain, about, defaults } = self;
        let (_, usual) = defaults[0];
        let others = defaults.iter().filter(|(_, default)| *default != usual);
        let others: String = others.map(|(kind, default)| format!(", {kind}: {default}")).collect();
        format!("{domain}: {about} [default: {usual}{others}]")
    }
}

/// Every parameter of any generator with its meanings, in the order of registration.
fn all() -> Vec<(&'static str, Vec<Meaning>)> {
    let mut all: Vec<(&str, Vec<Meaning>)> = Vec::new();
    for domain in domains() {
        let own = domain.info().name.to_string();
        for generator in domain.info().generators {
            for &(name, default, about) in generator.parameters {
                let place = all.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
                    all.push((name, Vec::new()));
                    all.len() - 1
                });
                let meanings = &mut all[place].1;
                match meanings.iter_mut().find(|known| known.domain == own && known.about == about) {
                    Some(known) => known.defaults.push((generator.name, default)),
                    None => meanings.push(Meaning {
                        domain: own.clone(),
                        about,
                        defaults: vec![(generator.name, default)],
                    }),
                }
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
                    .help(meanings.iter().map(Meaning::text).collect::<Vec<_>>().join("; ")),
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
