//! `unstuck domains`: what can be solved, from the registrations.

use super::Screen;
use crate::exit::Exit;
use crate::instances;
use crate::origin;
use crate::table::{Table, page_width};
use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use unstuck_core::domain::{Domain, Ids, InstanceSet};
use unstuck_core::language::BLIND;
use unstuck_core::registry;

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
        let domains: Vec<Value> = domains.iter().map(|domain| describe(&**domain)).collect();
        screen.json(&json!({ "domains": domains, "unstuck": origin::json() }))?;
    } else {
        for (number, domain) in domains.iter().enumerate() {
            if number > 0 {
                screen.line("")?;
            }
            print(&**domain, screen)?;
        }
    }
    Ok(Exit::Fine)
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
        let values = if setting.values.is_empty() { String::new() } else { format!(": {}", setting.values) };
        add("setting", format!("--{}", setting.name), &format!("{}{values}", setting.about));
    }
    for generator in info.generators {
        add("generator", generator.name.to_owned(), generator.about);
    }
    let heuristic = info.solver.heuristic.iter().map(|heuristic| format!(" {heuristic}")).collect::<String>();
    let solver = format!("{}{heuristic}", info.solver.algorithm);
    add("solver", solver, "what 'unstuck solve' runs by default");
    add("order", "of successors".to_owned(), info.order);
    screen.line(table.text(Some(page_width())))
}

/// A domain's registration, for JSON.
pub fn describe(domain: &dyn Domain) -> Value {
    let info = domain.info();
    let set = |set: &InstanceSet| {
        let mut object = json!({ "name": set.name, "about": set.about });
        match (set.ids)() {
            Ids::Numbers(first, last) => {
                object["first"] = first.into();
                object["last"] = last.into();
            }
            Ids::Names(names) => object["names"] = json!(names),
        }
        object
    };
    json!({
        "name": info.name,
        "about": info.about,
        "order": info.order,
        "metrics": info.metrics,
        "solver": { "algorithm": info.solver.algorithm, "heuristic": info.solver.heuristic.as_deref().unwrap_or(BLIND) },
        "audit": info.audit,
        "sets": info.sets.iter().map(set).collect::<Vec<_>>(),
        "settings": info.settings.iter().map(|setting| json!({
            "name": setting.name, "about": setting.about, "values": setting.values,
        })).collect::<Vec<_>>(),
        "generators": info.generators.iter().map(|generator| json!({
            "name": generator.name,
            "about": generator.about,
            "parameters": generator.parameters.iter().map(|(name, default, about)| json!({
                "name": name, "default": default, "about": about,
            })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    })
}
