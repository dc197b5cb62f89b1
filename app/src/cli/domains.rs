//! `unstuck domains`: what can be solved, from the registrations.

use super::Screen;
use crate::sys::exit::Exit;
use crate::terminal::table::{Table, page_width};
use anyhow::Result;
use clap::Args;
use serde_json::json;
use unstuck_core::domain::{Domain, DomainRef, Ids, InstanceSet, Kind, SettingValues};
use unstuck_core::registry;
use unstuck_ops::{catalog, instances, origin};

#[derive(Args)]
#[command(after_help = "\
Examples:
  unstuck domains
  unstuck domains rush-hour --json")]
pub struct Arguments {
    /// One domain only
    domain: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let domains = match &arguments.domain {
        Some(name) => vec![instances::domain(name)?],
        None => registry::domains(),
    };
    if arguments.json {
        let listed = |domains: &[DomainRef]| -> Vec<catalog::DomainView> {
            domains.iter().map(|domain| catalog::domain(&**domain)).collect()
        };
        let mut object = json!({ "domains": listed(&domains), "unstuck": origin::json() });
        if arguments.domain.is_none() {
            object["benchmarks"] = json!(listed(&registry::benchmarks()));
        }
        screen.json(&object)?;
    } else {
        for (number, domain) in domains.iter().enumerate() {
            if number > 0 {
                screen.line("")?;
            }
            print(&**domain, screen)?;
        }
        if arguments.domain.is_none() {
            print_benchmarks(screen)?;
        }
    }
    Ok(Exit::Fine)
}

/// The planning benchmarks, a line each: they differ in nothing else.
fn print_benchmarks(screen: &mut Screen<'_>) -> Result<()> {
    let title = screen.paint.bold("planning benchmarks");
    screen.line(format_args!("\n{title}  domains and generators of tasks, as pddl"))?;
    let mut table = Table::new(3, ["domain", "set", "meaning"]);
    for domain in registry::benchmarks() {
        let info = domain.info();
        let sets: Vec<String> = info.sets.iter().map(members).collect();
        table.row([&*info.name, &sets.join(", "), &*info.about]);
    }
    screen.line(table.text(Some(page_width())))
}

/// The members of a set, by the names of the first and the last.
fn members(set: &InstanceSet) -> String {
    let name = set.name;
    match (set.ids)() {
        Ids::Numbers(first, last) if first > last => format!("{name} (empty)"),
        Ids::Numbers(first, last) => format!("{name}:{first}-{last}"),
        Ids::Names(names) => match &names[..] {
            [] => format!("{name} (empty)"),
            [only] => format!("{name}:{only}"),
            [first, .., last] => format!("{name}:{first} … {last} ({})", names.len()),
        },
    }
}

fn print(domain: &dyn Domain, screen: &mut Screen<'_>) -> Result<()> {
    let info = domain.info();
    screen.line(format_args!("{}  {}", screen.paint.bold(&info.name), info.about))?;
    let mut table = Table::new(3, ["what", "name", "meaning"]);
    let mut add = |what: &str, name: String, about: &str| table.row([what, &name, about]);
    for (number, metric) in info.metrics.iter().enumerate() {
        let what = if number == 0 { "metric (default)" } else { "metric" };
        add(what, metric.name.to_string(), &metric.about);
    }
    for set in info.sets {
        add("set", members(set), set.about);
    }
    for setting in info.settings {
        let values = match setting.values {
            SettingValues::Switch => String::new(),
            values => format!(": {values}"),
        };
        add("setting", format!("--{}", setting.name), &format!("{}{values}", setting.about));
    }
    for generator in info.generators {
        add("generator", generator.name.to_owned(), generator.about);
    }
    let heuristic = info.solver.heuristic.iter().map(|heuristic| format!(" {heuristic}")).collect::<String>();
    let solver = format!("{}{heuristic}", info.solver.algorithm);
    add("solver", solver, "what 'unstuck solve' runs by default");
    if let Some(reference) = domain.reference() {
        add("reference", reference.to_string(), "the rule that others are measured by");
    }
    let order = match info.kind {
        Kind::Search => "of successors",
        Kind::Optimisation => "of choices",
    };
    add("order", order.to_owned(), info.order);
    screen.line(table.text(Some(page_width())))
}
