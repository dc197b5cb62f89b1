//! Which algorithm, which heuristic, which parameters: from flags to a job.

use crate::figures::{parse_bytes, parse_count, parse_positive};
use crate::instances::files;
use anyhow::{Result, anyhow, bail};
use clap::{Args, ValueEnum};
use unstuck_core::champions;
use unstuck_core::feature::{FeatureTable, FeatureInfo, Kind, Role};
use unstuck_core::instance::{Instance, Job};
use unstuck_core::language::export::{FORMS, form};
use unstuck_core::language::{self, Formula};
use unstuck_core::domain::Domain;
use unstuck_core::search::{self, ALGORITHMS, AlgorithmInfo, Limits, Parameter};
use unstuck_core::suggest::nearest;

/// Parameters that some algorithms read.
#[derive(Args)]
#[command(next_help_heading = "Parameters of algorithms")]
pub struct ParameterFlags {
    /// Factor on h, of the weighted algorithms [default: 2]
    #[arg(long, value_name = "W", value_parser = parse_positive, allow_negative_numbers = true)]
    weight: Option<f64>,
    /// Nodes kept per layer, of beam [default: 1000]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    width: Option<u64>,
    /// Plies per stage, of hsd [default: 7]
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..),
        allow_negative_numbers = true
    )]
    horizon: Option<u32>,
    /// Size of the transposition table of iddfs, ida and wida; 0 is none [default: 64MiB where it helps]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, allow_negative_numbers = true)]
    table: Option<u64>,
    /// Order of the children in ida and wida: the domain's own, or smallest h first [default: domain]
    #[arg(long, value_name = "ORDER")]
    order: Option<Order>,
}

/// Order in which deepening searches visit children.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Order {
    Domain,
    // Smallest estimate first.
    H,
}

impl ParameterFlags {
    /// Parameters that come from elsewhere than the command line.
    pub fn given(
        (weight, width, horizon): (Option<f64>, Option<u64>, Option<u32>),
        table: Option<u64>,
        by_h: bool,
    ) -> Self {
        Self { weight, width, horizon, table, order: by_h.then_some(Order::H) }
    }

    /// A job for this pair. Names must have been checked by [`algorithm`] and [`heuristic`].
    pub fn job(&self, (algorithm, heuristic): &Method, limits: Limits) -> Job {
        let usual = Job::new(algorithm.name, heuristic);
        Job {
            weight: self.weight.unwrap_or(usual.weight),
            width: self.width.map_or(usual.width, |width| usize::try_from(width).unwrap_or(usize::MAX)),
            horizon: self.horizon.unwrap_or(usual.horizon),
            table: self.table,
            order_by_h: self.order == Some(Order::H),
            limits,
            ..usual
        }
    }

    /// Refuses a parameter that none of the algorithms reads, rather than ignore it.
    pub fn check(&self, algorithms: &[&AlgorithmInfo]) -> Result<()> {
        if self.width == Some(0) {
            bail!("a beam of --width 0 keeps no node; write at least 1");
        }
        let given = [
            (Parameter::Weight, self.weight.is_some(), "--weight"),
            (Parameter::Width, self.width.is_some(), "--width"),
            (Parameter::Horizon, self.horizon.is_some(), "--horizon"),
            (Parameter::Table, self.table.is_some(), "--table"),
            (Parameter::Order, self.order.is_some(), "--order"),
        ];
        for (parameter, _, flag) in given.into_iter().filter(|(_, given, _)| *given) {
            if !algorithms.iter().any(|info| info.parameters.contains(&parameter)) {
                let readers = ALGORITHMS.iter().filter(|info| info.parameters.contains(&parameter));
                let readers: Vec<&str> = readers.map(|info| info.name).collect();
                let names: Vec<&str> = algorithms.iter().map(|info| info.name).collect();
                bail!("{} reads no {flag}; {} would", names.join(", "), readers.join(", "));
            }
        }
        Ok(())
    }
}

/// The algorithm for which a domain may prefer a heuristic of its own.
const QUICK: &str = "quick";

/// An algorithm and a heuristic, by its name or text.
pub type Method = (&'static AlgorithmInfo, String);

/// Names from the textbooks, and ours.
pub const ALIASES: &[(&str, &str)] = &[
    ("a*", "astar"),
    ("wa*", "wastar"),
    ("ida*", "ida"),
    ("wida*", "wida"),
    ("anytime", "awastar"),
    ("awa*", "awastar"),
    ("bidirectional", "bibfs"),
    ("dijkstra", "ucs"),
];

/// The algorithm of that name.
pub fn algorithm(name: &str) -> Result<&'static AlgorithmInfo> {
    let lower = name.to_lowercase();
    let known = ALIASES.iter().find(|(alias, _)| *alias == lower).map_or(name, |(_, known)| known);
    search::algorithm(known).ok_or_else(|| {
        let names = ALGORITHMS.iter().map(|info| info.name);
        match nearest(name, names.clone()) {
            Some(near) => anyhow!("there is no algorithm '{name}'; did you mean '{near}'?"),
            None => {
                anyhow!("there is no algorithm '{name}'; there is {}", names.collect::<Vec<_>>().join(", "))
            }
        }
    })
}

/// A heuristic that the domain understands: a feature's name, a text of the heuristic language, `@FILE` with such a
/// text, or a champion of the domain. A text comes back on one line.
pub fn heuristic(domain: &dyn Domain, given: &str) -> Result<String> {
    let features = domain.features();
    let (text, source) = match (given.strip_prefix('@'), champions::meant(domain, given)?) {
        (Some(path), _) => (files::read(path)?, format!("{path}, ")),
        (None, Some(champion)) => (champion.text.to_owned(), String::new()),
        (None, None) => (given.to_owned(), String::new()),
    };
    let names = features.iter().map(|feature| feature.name).chain(["zero"]);
    let word = text.trim();
    let numbers = features.iter().filter(|feature| feature.kind == Kind::Real).map(|feature| feature.name);
    if numbers.chain(["zero"]).any(|name| name == word) {
        return Ok(word.to_owned());
    }
    let checked = Checked::read_for(domain, &text).map_err(|error| {
        let domain = domain.info().name;
        let is_a_word = word.chars().all(|c| c.is_alphanumeric() || c == '_');
        match nearest(word, names) {
            _ if !is_a_word || features.iter().any(|feature| feature.name == word) => {
                anyhow!("{source}{}", error.in_text(&text))
            }
            Some(near) => anyhow!("{domain} has no heuristic '{word}'; did you mean '{near}'?"),
            None => {
                anyhow!("{domain} has no heuristic '{word}'; 'unstuck heuristics {domain}' lists what it has")
            }
        }
    })?;
    Ok(checked.to_string())
}

/// Who writes a heuristic in a form.
pub fn writer(name: &str) -> Result<fn(&Formula, &FeatureTable) -> String> {
    if name == "text" {
        return Ok(language::print);
    }
    let names = FORMS.iter().map(|form| form.name).chain(["text"]);
    let found = form(name).map(|form| form.write);
    found.ok_or_else(|| match nearest(name, names.clone()) {
        Some(near) => anyhow!("there is no form '{name}'; did you mean '{near}'?"),
        None => anyhow!("there is no form '{name}'; there is {}", names.collect::<Vec<_>>().join(", ")),
    })
}

/// The features that a checked heuristic names.
pub fn features(domain: &dyn Domain, heuristic: &str) -> Vec<&'static str> {
    let features = domain.features();
    match features.iter().find(|feature| feature.name == heuristic) {
        Some(feature) => vec![feature.name],
        None => Checked::read_for(domain, heuristic).map_or(Vec::new(), |checked| checked.features()),
    }
}

/// Refuses a heuristic that none of the algorithms reads, rather than ignore it.
pub fn refuse_if_blind(algorithms: &[&AlgorithmInfo], heuristic: Option<&String>) -> Result<()> {
    let Some(name) = heuristic.filter(|_| algorithms.iter().all(|info| !info.heuristic)) else {
        return Ok(());
    };
    let remedy = format!("leave out --heuristic {name} or write --algorithm astar");
    match algorithms {
        [info] => bail!("{} is blind, it reads no heuristic; {remedy}", info.name),
        _ => {
            let names: Vec<&str> = algorithms.iter().map(|info| info.name).collect();
            bail!("{} are blind, they read no heuristic; {remedy}", names.join(", "))
        }
    }
}

/// The pair for a solve: what is given, A* for a heuristic alone, and the domain's choice for the rest.
pub fn choose(
    domain: &dyn Domain,
    given_algorithm: Option<&str>,
    given_heuristic: Option<&str>,
) -> Result<Method> {
    let (usual, usual_heuristic) = domain.info().solver;
    let given_heuristic = given_heuristic.map(|name| heuristic(domain, name)).transpose()?;
    let info = algorithm(match (given_algorithm, &given_heuristic) {
        (Some(name), _) => name,
        (None, Some(_)) => "astar",
        (None, None) => usual,
    })?;
    refuse_if_blind(&[info], given_heuristic.as_ref().filter(|name| *name != "zero"))?;
    let chosen = match given_heuristic {
        Some(name) => name,
        None if !info.heuristic => "zero".to_owned(),
        None if given_algorithm.is_none() => usual_heuristic.to_owned(),
        None if info.name == QUICK => heuristic(domain, domain.quick_heuristic())?,
        None => domain.info().heuristic.to_owned(),
    };
    Ok((info, chosen))
}

/// The domain's own choice for an instance. The heuristic that it prefers may not exist there, as walking distances end at sixteen
/// cells; what proves shortest plans exists for all.
pub fn usual(domain: &dyn Domain, instance: &dyn Instance) -> (&'static str, &'static str) {
    let (algorithm, heuristic) = domain.info().solver;
    if exists(instance, heuristic) {
        (algorithm, heuristic)
    } else {
        domain.optimal_solver(instance.metric())
    }
}

/// Gives a job that is by the domain's choice to what of that exists for the instance. What somebody named stays.
pub fn settle(domain: &dyn Domain, instance: &dyn Instance, job: &mut Job) {
    if (job.algorithm.as_str(), job.heuristic.as_str()) == domain.info().solver {
        let (algorithm, heuristic) = usual(domain, instance);
        (job.algorithm, job.heuristic) = (algorithm.to_owned(), heuristic.to_owned());
    } else if job.algorithm == QUICK {
        let named = features(domain, &job.heuristic);
        if !named.iter().all(|feature| exists(instance, feature)) {
            job.heuristic = domain.info().heuristic.to_owned();
        }
    }
}

/// Whether an instance has a feature: some exist for some instances of a domain only.
pub fn exists(instance: &dyn Instance, feature: &str) -> bool {
    feature == "zero" || instance.ranges().iter().any(|(name, _)| *name == feature)
}

/// The domain's estimates that are declared admissible in a metric. Those that read a large table are left out: they
/// are to be asked for by name.
pub fn admissible(domain: &dyn Domain, metric: Option<&str>) -> Vec<FeatureInfo> {
    let metric = domain.info().metric(metric);
    let features = domain.features().into_iter();
    let free = |name: &str| !domain.tables().iter().any(|table| table.name == name);
    features.filter(|f| f.role == Role::Estimate && f.admissible.contains(&metric) && free(f.name)).collect()
}
