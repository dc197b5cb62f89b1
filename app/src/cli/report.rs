//! `unstuck report`: what an experiment shows, in the terminal and as one HTML page.

use super::Screen;
use crate::cli::flags::StoreFlag;
use crate::report::{Place, document, file_name, is_available, show};
use crate::sys::exit::Exit;
use anyhow::Result;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use unstuck_ops::Context;
use unstuck_ops::report::{self, Report, Request};
use unstuck_ops::watch::Activity;

#[derive(Args)]
#[command(after_help = "\
The page is one HTML file that needs no network; its charts can be saved as SVG and PNG. It compares the \
champions with the tuned baseline, random search and everything made by hand, with tests and intervals; it \
shows how the runs went, what the populations were like, and the configuration. A claim needs at least 10 \
repetitions; a report of fewer has a warning.

An older report under the same name is replaced; any other file is left alone. A program that was built \
without the web UI can only print.

Examples:
  unstuck report
  unstuck report rush-hour-weights --output results/rush.html
  unstuck report rush-hour-weights --full
  unstuck report rush-hour-weights --json
  unstuck experiments export rush-hour-weights --json > rush.json && unstuck report @rush.json")]
pub struct Arguments {
    /// The experiment: its name or number in the store, or @FILE with its record as JSON [default: the newest]
    experiment: Option<String>,
    #[command(flatten)]
    store: StoreFlag,
    /// Where to write the page [default: the experiment's name, with the ending .html]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Also print how the runs went, what they were made of, and every instance of the test
    #[arg(long, conflicts_with = "json")]
    full: bool,
    /// Print the figures as one JSON document; the page is written only with --output
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let request = Request { experiment: arguments.experiment };
    let activity = Activity::default();
    let open = || arguments.store.open_existing();
    let Report { record, analysis } = report::run(&request, open, &Context::silent(&activity))?;
    let path = match &arguments.output {
        Some(path) => Some(path.clone()),
        None if arguments.json || !is_available() => None,
        None => Some(PathBuf::from(format!("{}.html", file_name(&record.name)))),
    };
    // Before any work: a place that cannot be written to.
    let place = path.clone().map(|path| Place::new(path, "--output")).transpose()?;
    if let Some(place) = &place {
        place.write(&document(&record, &analysis))?;
    }
    if arguments.json {
        let mut object = json!(analysis);
        object["page"] = json!(path);
        object["origin"] = json!(record.origin);
        screen.json(&object)?;
        return Ok(Exit::Fine);
    }
    show(&record, &analysis, arguments.full, screen)?;
    screen.line("")?;
    match &path {
        Some(path) => screen.line(format_args!("written to {}", path.display()))?,
        None => {
            screen
                .line("no page is written: this program was built without the web UI and can only print")?;
        }
    }
    Ok(Exit::Fine)
}
