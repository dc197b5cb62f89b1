//! `unstuck ablate`: what a heuristic is without each of its parts.

use super::Screen;
use crate::cli::flags::{AnalysisFlags, SearchFlags};
use crate::sys::exit::Exit;
use crate::terminal::progress::progress;
use crate::terminal::table::{Table, page_width};
use anyhow::Result;
use clap::Args;
use serde_json::json;
use unstuck_core::domain::Kind;
use unstuck_core::registry;
use unstuck_ops::ablation::{self, Ablation, Request};
use unstuck_ops::analysis::format::{factor, percent};
use unstuck_ops::instances::shortened;
use unstuck_ops::method::Method;
use unstuck_ops::numbers::{counted, grouped};
use unstuck_ops::watch::Activity;
use unstuck_ops::{Context, cancel};

#[derive(Args)]
#[command(after_help = "\
Every rule and every subtree is left out in turn, and the instances (the first 12) are searched again, \
each with at most 200,000 nodes. 100 % means that the part makes no difference; less, that the heuristic \
is better without it. For optimisation domains solutions are built again, and their costs are counted \
in place of nodes.

Examples:
  unstuck ablate rush-hour jam:1-10 -H champion
  unstuck ablate tiles eight:1-5 -H 'manhattan + 0.5*linear_conflict' --algorithm ida
  unstuck ablate bin-packing or-u250 --online -H sum_of_squares
  unstuck ablate rush-hour --run 12 --role validation -H @jam.heuristic --json")]
pub struct Arguments {
    #[command(flatten)]
    analysed: AnalysisFlags,
    /// The algorithm
    #[arg(short, long, value_name = "A", default_value = "astar")]
    algorithm: String,
    #[command(flatten)]
    parameters: SearchFlags,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let AnalysisFlags { domain, heuristic, json: as_json, .. } = &arguments.analysed;
    let request = Request {
        domain: domain.clone(),
        heuristic: heuristic.clone(),
        data: arguments.analysed.data(),
        method: Some(Method {
            algorithm: Some(arguments.algorithm.clone()),
            heuristic: None,
            parameters: arguments.parameters.0.clone(),
        }),
        reading: arguments.analysed.reading(),
        limits: arguments.analysed.limits(),
    };
    let activity = Activity::default();
    let store = arguments.analysed.store()?;
    let found = ablation::run(&request, &store, &Context::local(progress(false), &activity))?;
    if *as_json {
        screen.json(&json!(found))?;
    } else {
        print(&found, is_optimisation(domain), screen)?;
    }
    Ok(if cancel::requested() { Exit::Interrupted } else { Exit::Fine })
}

fn is_optimisation(domain: &str) -> bool {
    registry::domain(domain).is_some_and(|domain| domain.info().kind == Kind::Optimisation)
}

fn print(found: &Ablation, is_optimisation: bool, screen: &mut Screen<'_>) -> Result<()> {
    let Ablation { base, rows, instances } = found;
    let (what, total, share, ratio) = match is_optimisation {
        true => ("rule", "cost", "cost", "cost ÷ bound"),
        false => ("heuristic", "expanded", "nodes", "length ÷ optimum"),
    };
    let whole = format!(
        "the whole {what} on {}: {} solved, {} {total}, {ratio} {}",
        counted(*instances as u64, "instances"),
        base.solved,
        grouped(base.expanded),
        factor(base.length)
    );
    screen.line(whole)?;
    screen.line("")?;
    let mut table = Table::new(2, ["without", "instead", "solved", total, share, ratio]);
    let mut rows: Vec<_> = rows.iter().collect();
    rows.sort_by(|a, b| b.nodes.total_cmp(&a.nodes));
    for row in rows {
        table.row([
            shortened(&row.part),
            row.instead.clone().unwrap_or_default(),
            format!("{}/{instances}", row.solved),
            grouped(row.expanded),
            percent(row.nodes),
            factor(row.length),
        ]);
    }
    screen.line(table.text(Some(page_width())))?;
    screen.origin()
}
