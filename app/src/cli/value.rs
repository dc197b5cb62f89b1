//! `unstuck value`: heuristics and features on an instance, and along a plan.

use super::Screen;
use crate::cli::flags::ReadingFlags;
use crate::sys::exit::Exit;
use crate::terminal::progress::progress;
use crate::terminal::table::{Table, page_width};
use anyhow::Result;
use clap::Args;
use serde_json::json;
use unstuck_ops::Context;
use unstuck_ops::instances::{file_of, shortened};
use unstuck_ops::numbers::{counted, number};
use unstuck_ops::user_file::{self, FileKind};
use unstuck_ops::value::{self, Request, Values};
use unstuck_ops::watch::Activity;

#[derive(Args)]
#[command(after_help = "\
Without --heuristic the values of all features are printed. A dash marks a feature that does not exist for \
the instance, or that reads the path to a state where there is none. With --plan there is a value for \
every state on the way.

Examples:
  unstuck value jam:1
  unstuck value jam:1 -H blockers -H 'blockers + 0.3*hybrid'
  unstuck solve jam:1 --quiet | unstuck value jam:1 -H blockers --plan -
  unstuck value domain.pddl p01.pddl -H lmcut
  unstuck value korf:1 -H manhattan -H linear_conflict --json")]
pub struct Arguments {
    /// The instance: SET:ID, DOMAIN:TEXT, a board, or a PDDL file
    instance: String,
    /// The file of the problem, after that of its domain
    problem: Option<String>,
    /// A heuristic: a name, a text, @FILE, or champion; repeat for more [default: all features]
    #[arg(short = 'H', long = "heuristic", value_name = "H", allow_hyphen_values = true)]
    heuristics: Vec<String>,
    /// A plan from the instance: its moves, @FILE, or - for standard input
    #[arg(long, value_name = "PLAN")]
    plan: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingFlags,
}

/// The text of a plan that is named on a command line.
pub fn plan_text(plan: &str) -> Result<String> {
    file_of(plan).map_or_else(|| Ok(plan.to_owned()), |file| user_file::read(file, FileKind::PLAN))
}

/// The solution in a file that a flag names; - is standard input.
pub fn solution_text(file: &str) -> Result<String> {
    user_file::read(file.strip_prefix('@').unwrap_or(file), FileKind::PLAN)
}

/// A value as people read it: whole numbers whole.
pub fn shown(value: Option<f64>) -> String {
    match value {
        // The sum is 0 where the value is -0.
        Some(value) if value.fract() == 0.0 && value.abs() < 1e15 => format!("{}", value + 0.0),
        Some(value) => number(value),
        None => "–".to_owned(),
    }
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let request = Request {
        instance: arguments.instance,
        problem: arguments.problem,
        reading: arguments.reading.reading(),
        heuristics: arguments.heuristics,
        plan: arguments.plan.as_deref().map(plan_text).transpose()?,
    };
    let activity = Activity::default();
    let values = value::run(&request, &Context::local(progress(false), &activity))?;
    if arguments.json {
        screen.json(&json!(values))?;
    } else {
        print(&values, screen)?;
    }
    Ok(Exit::Fine)
}

fn print(values: &Values, screen: &mut Screen<'_>) -> Result<()> {
    let Values { instance, domain, states, heuristics, .. } = values;
    let along = states.len() > 1;
    let title = format!("{}  ({domain})", shortened(instance));
    screen.line(screen.paint.bold(&title))?;
    let mut table;
    if along {
        // A state a row: a plan is longer than a line.
        let names = heuristics.iter().map(|one| shortened(&one.heuristic));
        table = Table::new(1, ["move".to_owned(), "g".to_owned()].into_iter().chain(names));
        for (place, state) in states.iter().enumerate() {
            let action = state.action.clone().unwrap_or_else(|| "start".to_owned());
            let values = heuristics.iter().map(|one| shown(one.values[place]));
            table.row([action, state.g.to_string()].into_iter().chain(values));
        }
    } else {
        table = Table::new(1, ["heuristic", "value"]);
        for one in heuristics {
            table.row([shortened(&one.heuristic), shown(one.values[0])]);
        }
    }
    screen.line(table.text(Some(page_width())))?;
    if along && states.last().is_some_and(|state| state.solved) {
        screen.line(
            screen.paint.good(&format!("solved after {}", counted(states.len() as u64 - 1, "moves"))),
        )?;
    }
    screen.origin()
}
