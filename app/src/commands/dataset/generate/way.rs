//! What a dataset is made of, as the flags say it.

use super::{Arguments, parameters};
use crate::commands::generate as instances_command;
use crate::figures::counted;
use crate::instances::Reading;
use anyhow::{Result, anyhow, bail};
use unstuck_core::domain::{Domain, Settings};

/// What is made of the instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The rows are the instances.
    Themselves,
    /// All solvable states that can be reached.
    All,
    /// So many of those, drawn evenly.
    Drawn(usize),
    /// So many states, up to so many random moves from the goal.
    Walked(usize, usize),
}

/// What a dataset is made of.
pub struct Way {
    /// The generator of the instances and how many it makes; `None` if they are named.
    pub generator: Option<(&'static str, usize)>,
    /// The generator's parameters.
    pub parameters: Settings,
    /// What is made of the instances.
    pub kind: Kind,
    from: String,
}

impl Way {
    /// Reads the flags. Two of them, `--states` and `--walk`, mean something else to generators than to named instances.
    pub fn of(domain: &dyn Domain, arguments: &Arguments, reading: &Reading) -> Result<Self> {
        if arguments.from.is_empty() {
            let info = domain.info();
            let generator = instances_command::generator(info, arguments.generator.as_deref())?.name;
            let parameters = parameters(domain, generator, arguments, reading)?;
            let count = arguments.count.unwrap_or(if arguments.all { 1 } else { 100 });
            if count == 0 {
                bail!("--count 0 asks for nothing; write at least 1");
            }
            let kind = if arguments.all { Kind::All } else { Kind::Themselves };
            return Ok(Self {
                generator: Some((generator, usize::try_from(count)?)),
                parameters,
                kind,
                from: String::new(),
            });
        }
        let given = &arguments.parameters.0;
        let number = |name: &str, what: &str| {
            let number = |text: &String| {
                let number = text.parse::<usize>().ok().filter(|number| *number > 0);
                number.ok_or_else(|| {
                    anyhow!("with --from, --{name} is a number of {what} above 0, not '{text}'")
                })
            };
            given.get(name).map(number).transpose()
        };
        let own = ["states", "walk", "metric"];
        if let Some(name) =
            given.keys().find(|name| !own.contains(&name.as_str()) && !reading.settings.contains_key(*name))
        {
            bail!("--{name} is for a generator, and --from names the instances; leave one of them out");
        }
        let kind = match (arguments.all, number("states", "states")?, number("walk", "moves")?) {
            (true, None, None) => Kind::All,
            (true, ..) => bail!("--all takes every state; leave out --states and --walk"),
            (false, None, None) => Kind::Themselves,
            (false, Some(states), None) => Kind::Drawn(states),
            (false, states, Some(moves)) => Kind::Walked(states.unwrap_or(1), moves),
        };
        Ok(Self { generator: None, parameters: Settings::new(), kind, from: arguments.from.join(" ") })
    }

    /// One line about where the rows come from.
    pub fn description(&self, domain: &dyn Domain, reading: &Reading, seed: u64) -> String {
        let info = domain.info();
        let metric = info.metric(reading.metric.as_deref());
        let named = |settings: &Settings| {
            let parts: Vec<String> =
                settings.iter().map(|(name, value)| format!("{name} {value}").trim().to_owned()).collect();
            if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
        };
        let origin = match self.generator {
            Some((generator, count)) => {
                format!(
                    "{} of the generator {generator}{}",
                    counted(count as u64, "instances"),
                    named(&self.parameters)
                )
            }
            None => self.from.split('\n').map(str::trim).collect::<Vec<_>>().join(" "),
        };
        let what = match self.kind {
            Kind::Themselves => origin,
            Kind::All => format!("all states of {origin}"),
            Kind::Drawn(states) => format!("{states} states of each of {origin}"),
            Kind::Walked(states, moves) => {
                format!("{states} walks of up to {moves} moves from the goal of each of {origin}")
            }
        };
        let settings = named(&reading.settings);
        format!("{} in {metric}{settings}: {what}, seed {seed}", info.name)
    }
}
