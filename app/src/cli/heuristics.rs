//! `unstuck heuristics`: the feature table of a domain.

use super::Screen;
use crate::sys::exit::Exit;
use crate::terminal::table::{Table, page_width};
use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use unstuck_core::champions;
use unstuck_core::feature::{FeatureInfo, Kind, Metrics, Needs, Role};
use unstuck_ops::instances;
use unstuck_ops::origin;

#[derive(Args)]
#[command(after_help = "\
An estimate grows with the distance to the goal; a measure is any other number of a state; context is \
about the node: how deep it is, how it was reached. Admissible and consistent name the metrics they are \
declared for. Evolved ones are formulas and policies of these; --heuristic champion means the first of the \
domain.

Examples:
  unstuck heuristics rush-hour
  unstuck heuristics rush-hour --json")]
pub struct Arguments {
    /// The domain
    domain: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let domain = instances::domain(&arguments.domain)?;
    let features = domain.features().features();
    if arguments.json {
        let domain = &domain.info().name;
        let champions: Vec<Value> = champions::of(domain)
            .iter()
            .map(
                |champion| json!({ "name": champion.name, "about": champion.about(), "text": champion.text }),
            )
            .collect();
        screen.json(&json!({
            "domain": domain,
            "heuristics": features,
            "champions": champions,
            "unstuck": origin::json(),
        }))?;
        return Ok(Exit::Fine);
    }
    let metrics: Vec<&str> = domain.info().metric_names().collect();
    let mut table = Table::new(6, ["name", "role", "reads", "admissible", "consistent", "meaning"]);
    for feature in features {
        table.row([
            feature.name.to_string(),
            role(feature).to_owned(),
            reads(feature.node().needs),
            declared(&feature.node().admissible, &metrics),
            declared(&feature.node().consistent, &metrics),
            feature.about.to_string(),
        ]);
    }
    screen.line(table.text(Some(page_width())))?;
    let mut evolved = Table::new(2, ["evolved", "meaning"]);
    for champion in champions::of(&domain.info().name) {
        evolved.row([format!("champion:{}", champion.name), champion.about().to_owned()]);
    }
    if !evolved.is_empty() {
        screen.line(format_args!("\n{}", evolved.text(Some(page_width()))))?;
    }
    Ok(Exit::Fine)
}

fn role(feature: &FeatureInfo) -> &'static str {
    match (feature.node().role, feature.kind) {
        (Role::Estimate, _) => "estimate",
        (Role::Measure, Kind::Real) => "measure",
        (Role::Measure, Kind::Bool) => "measure, yes/no",
        (Role::Context, Kind::Real) => "context",
        (Role::Context, Kind::Bool) => "context, yes/no",
    }
}

fn declared(metrics: &Metrics, all: &[&str]) -> String {
    if metrics.is_empty() {
        "–".to_owned()
    } else if all.iter().all(|metric| metrics.contains(metric)) {
        "yes".to_owned()
    } else {
        metrics.iter().collect::<Vec<_>>().join(", ")
    }
}

fn reads(needs: Needs) -> String {
    let parts = [(needs.parent, "last move"), (needs.g, "g"), (needs.siblings, "siblings")];
    let parts: Vec<&str> = parts.iter().filter(|(needed, _)| *needed).map(|(_, name)| *name).collect();
    if parts.is_empty() { "state".to_owned() } else { parts.join(", ") }
}
