//! `unstuck heuristics`: the feature table of a domain.

use super::Screen;
use crate::sys::exit::Exit;
use crate::terminal::table::{Table, page_width};
use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use unstuck_core::champions;
use unstuck_core::domain::{self, Domain};
use unstuck_core::feature::{FeatureInfo, Kind, Metrics, Needs, Role, Scope};
use unstuck_ops::{catalog, instances, origin};

#[derive(Args)]
#[command(after_help = "\
An estimate grows with the distance to the goal; a measure is any other number of a state; context is \
about the node: how deep it is, how it was reached. Admissible and consistent name the metrics they are \
declared for. Evolved ones are formulas and policies of these; --heuristic champion means the first of the \
domain. Of optimisation domains the named rules are listed with their texts, and the features by the \
decision that they are for.

Examples:
  unstuck heuristics rush-hour
  unstuck heuristics bin-packing
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
    let found = instances::domain(&arguments.domain)?;
    let features = found.features().features();
    let is_optimisation = found.info().kind == domain::Kind::Optimisation;
    if arguments.json {
        let domain = &found.info().name;
        let champions: Vec<Value> = champions::of(domain)
            .iter()
            .map(
                |champion| json!({ "name": champion.name, "about": champion.about(), "text": champion.text }),
            )
            .collect();
        let mut object = json!({
            "domain": domain,
            "heuristics": features,
            "champions": champions,
            "unstuck": origin::json(),
        });
        if is_optimisation {
            object["rules"] = json!(catalog::rules(&*found));
            object["decisions"] = json!(catalog::decisions(&*found));
        }
        screen.json(&object)?;
        return Ok(Exit::Fine);
    }
    if is_optimisation {
        rules(&*found, screen)?;
    } else {
        nodes(&*found, screen)?;
    }
    let mut evolved = Table::new(2, ["evolved", "meaning"]);
    for champion in champions::of(&found.info().name) {
        evolved.row([format!("champion:{}", champion.name), champion.about().to_owned()]);
    }
    if !evolved.is_empty() {
        screen.line(format_args!("\n{}", evolved.text(Some(page_width()))))?;
    }
    Ok(Exit::Fine)
}

/// The named rules with their texts, and the features by decision.
fn rules(domain: &dyn Domain, screen: &mut Screen<'_>) -> Result<()> {
    let mut table = Table::new(3, ["rule", "meaning", "text"]);
    for rule in domain.rules() {
        let text: Vec<&str> = rule.text.lines().map(str::trim).collect();
        table.row([rule.name, rule.about, &text.join("; ")]);
    }
    if !table.is_empty() {
        screen.line(format_args!("{}\n", table.text(Some(page_width()))))?;
    }
    let mut table = Table::new(4, ["decision", "feature", "of each", "meaning"]);
    for decision in domain.decisions() {
        let name = decision.decision().unwrap_or_default();
        for feature in decision.features() {
            let scope = match feature.scope {
                Scope::Instance => "instance",
                Scope::Step => "step",
                Scope::Choice => "choice",
            };
            table.row([name, &feature.name, scope, &feature.about]);
        }
    }
    screen.line(table.text(Some(page_width())))
}

/// The features of the nodes of searches.
fn nodes(domain: &dyn Domain, screen: &mut Screen<'_>) -> Result<()> {
    let metrics: Vec<&str> = domain.info().metric_names().collect();
    let mut table = Table::new(6, ["name", "role", "reads", "admissible", "consistent", "meaning"]);
    for feature in domain.features().features() {
        table.row([
            feature.name.to_string(),
            role(feature).to_owned(),
            reads(feature.node().needs),
            declared(&feature.node().admissible, &metrics),
            declared(&feature.node().consistent, &metrics),
            feature.about.to_string(),
        ]);
    }
    screen.line(table.text(Some(page_width())))
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
