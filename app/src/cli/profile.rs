//! `unstuck profile`: which rules of a heuristic fire, and how far its values are from the exact distances.

use super::Screen;
use crate::cli::flags::AnalysisFlags;
use crate::sys::exit::Exit;
use crate::terminal::progress::progress;
use crate::terminal::table::Table;
use anyhow::Result;
use clap::Args;
use serde_json::json;
use unstuck_ops::analysis::format::percent;
use unstuck_ops::numbers::{counted, grouped, number};
use unstuck_ops::profile::{self, Profile, Request};
use unstuck_ops::watch::Activity;
use unstuck_ops::{Context, cancel};

#[derive(Args)]
#[command(after_help = "\
States are drawn at random from all that each instance can reach, and the heuristic's value on each is \
compared with the exact distance to the nearest goal. A rule that never fires is dead. Instances whose \
space has more than three million states are left out.

Examples:
  unstuck profile rush-hour jam:1-10 -H champion
  unstuck profile tiles eight:1-3 -H 'manhattan + linear_conflict' --states 500 --json")]
pub struct Arguments {
    #[command(flatten)]
    analysed: AnalysisFlags,
    /// States to draw from each instance's space, at most 5,000
    #[arg(long, value_name = "N", default_value_t = 200)]
    states: usize,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let AnalysisFlags { domain, heuristic, json: as_json, .. } = &arguments.analysed;
    let request = Request {
        domain: domain.clone(),
        heuristic: heuristic.clone(),
        data: arguments.analysed.data(),
        states: Some(arguments.states),
        reading: arguments.analysed.reading(),
        limits: arguments.analysed.limits(),
    };
    let activity = Activity::default();
    let store = arguments.analysed.store()?;
    let found = profile::run(&request, &store, &Context::local(progress(false), &activity))?;
    if *as_json {
        screen.json(&json!(found))?;
    } else {
        print(&found, screen)?;
    }
    Ok(if cancel::requested() { Exit::Interrupted } else { Exit::Fine })
}

fn print(found: &Profile, screen: &mut Screen<'_>) -> Result<()> {
    let Profile { states, firings, scatter } = found;
    screen.line(counted(*states as u64, "states"))?;
    if let Some(scatter) = scatter {
        let correlation = scatter.correlation.map_or("–".to_owned(), number);
        let above = percent(scatter.overestimates as f64 / scatter.states.max(1) as f64);
        screen.line(format_args!(
            "correlation with the exact distance {correlation}, mean absolute error {}, overestimates {} states ({above})",
            number(scatter.mean_error),
            grouped(scatter.overestimates as u64),
        ))?;
    }
    if !firings.is_empty() {
        screen.line("")?;
        let mut table = Table::new(1, ["rule", "states", "share"]);
        for (place, one) in firings.iter().enumerate() {
            let last = place + 1 == firings.len();
            let name = if last { "otherwise".to_owned() } else { (one.rule + 1).to_string() };
            table.row([name, grouped(one.count), percent(one.share)]);
        }
        screen.line(table.text(None))?;
    }
    screen.origin()
}
