//! One flag for every setting that a domain registers, so a new domain's flags need no change here.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use unstuck_core::domain::{SettingInfo, SettingValues, Settings};
use unstuck_core::registry::domains;

/// The settings named on the command line.
pub struct SettingFlags(pub Settings);

/// What a setting means to each domain that has it.
type Meanings = Vec<(String, &'static SettingInfo)>;

/// Every setting of any domain, in the order of registration.
fn all() -> Vec<(&'static str, Meanings)> {
    let mut all: Vec<(&str, Meanings)> = Vec::new();
    for domain in domains() {
        let info = domain.info();
        for setting in info.settings {
            match all.iter_mut().find(|(name, _)| *name == setting.name) {
                Some((_, meanings)) => meanings.push((info.name.to_string(), setting)),
                None => all.push((setting.name, vec![(info.name.to_string(), setting)])),
            }
        }
    }
    all
}

impl Args for SettingFlags {
    fn augment_args(command: Command) -> Command {
        all().into_iter().fold(command, |command, (name, meanings)| {
            let about = |(domain, setting): &(String, &SettingInfo)| match setting.values {
                SettingValues::Switch => format!("{domain}: {}", setting.about),
                values => format!("{domain}: {} ({values})", setting.about),
            };
            let help = meanings.iter().map(about).collect::<Vec<_>>().join("; ");
            let is_switch = meanings.iter().all(|(_, setting)| setting.values == SettingValues::Switch);
            let flag = Arg::new(name).long(name).help(help);
            command.arg(if is_switch {
                flag.action(ArgAction::SetTrue)
            } else {
                flag.value_name("VALUE").allow_negative_numbers(true).action(ArgAction::Set)
            })
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SettingFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut given = Settings::new();
        for (name, _) in all() {
            if let Ok(Some(value)) = matches.try_get_one::<String>(name) {
                given.insert(name.to_owned(), value.clone());
            } else if let Ok(Some(true)) = matches.try_get_one::<bool>(name) {
                given.insert(name.to_owned(), String::new());
            }
        }
        Ok(Self(given))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.extend(Self::from_arg_matches(matches)?.0);
        Ok(())
    }
}
