//! `unstuck pdb`: the tables that some heuristics read, and the cache they are kept in.

use super::Screen;
use crate::cli::flags::ThreadFlags;
use crate::sys::exit::Exit;
use crate::terminal::progress::progress;
use crate::terminal::table::{Table, page_width};
use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::time::Instant;
use unstuck_core::domain::DomainRef;
use unstuck_core::registry::domains;
use unstuck_core::resources::PatternDatabaseInfo;
use unstuck_core::suggest::nearest;
use unstuck_ops::cancel;
use unstuck_ops::numbers;
use unstuck_ops::origin;
use unstuck_ops::pattern_databases::{self, Cache, Making};

#[derive(Args)]
#[command(after_help = "\
Tables are made when a heuristic first needs them; 'build' makes them beforehand. They are kept in the \
user's cache folder, or in the folder named by UNSTUCK_CACHE, and checked whenever they are opened.

Examples:
  unstuck pdb list
  unstuck pdb build pdb_663 pdb_78
  unstuck pdb remove pdb_78")]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// List the tables, their sizes, and which are there
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Make tables
    Build {
        /// Names of tables
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
        #[command(flatten)]
        threads: ThreadFlags,
        /// Show no progress
        #[arg(short, long)]
        quiet: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Remove tables from the cache
    Remove {
        /// Names of tables
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    match arguments.what {
        What::List { json } => list(json, screen)?,
        What::Build { names, threads, quiet, json } => {
            return build(&find(&names)?, threads.count(), quiet, json, screen);
        }
        What::Remove { names, json } => remove(&find(&names)?, json, screen)?,
    }
    Ok(Exit::Fine)
}

fn build(
    tables: &[Known],
    threads: usize,
    quiet: bool,
    as_json: bool,
    screen: &mut Screen<'_>,
) -> Result<Exit> {
    Cache::check_folder()?;
    let mut built = Vec::new();
    for (domain, info) in tables {
        let started = Instant::now();
        let prepared = pattern_databases::prepare_features(
            &**domain,
            &[info.name],
            Making::unlimited(threads, progress(quiet)),
        );
        if cancel::requested() {
            return Ok(Exit::Interrupted);
        }
        prepared?;
        if !is_there(info) {
            return Err(anyhow!("{} is made, but could not be kept", info.name));
        }
        let seconds = started.elapsed().as_secs_f64();
        if as_json {
            built.push(json!({ "name": info.name, "bytes": info.bytes, "seconds": seconds }));
        } else {
            let (size, time) = (numbers::bytes(info.bytes), numbers::seconds(seconds));
            screen.line(format_args!("{}: {size}, ready after {time}", info.name))?;
        }
    }
    if as_json {
        screen.json(&json!({ "built": built, "folder": Cache::folder()?, "unstuck": origin::json() }))?;
    }
    Ok(Exit::Fine)
}

fn remove(tables: &[Known], as_json: bool, screen: &mut Screen<'_>) -> Result<()> {
    let mut removed = Vec::new();
    for (_, info) in tables {
        let was_there = Cache::remove(info)?;
        if as_json {
            removed.push(json!({ "name": info.name, "removed": was_there }));
        } else {
            let what = if was_there { "removed" } else { "was not there" };
            screen.line(format_args!("{} {what}", info.name))?;
        }
    }
    if as_json {
        screen.json(&json!({ "tables": removed, "folder": Cache::folder()?, "unstuck": origin::json() }))?;
    }
    Ok(())
}

fn is_there(info: &PatternDatabaseInfo) -> bool {
    Cache::path(info).is_ok_and(|path| path.is_file())
}

type Known = (DomainRef, &'static PatternDatabaseInfo);

/// All tables of all domains.
fn all() -> Vec<Known> {
    let of = |domain: DomainRef| {
        domain.pattern_databases().iter().map(|info| (domain.clone(), info)).collect::<Vec<_>>()
    };
    domains().into_iter().flat_map(of).collect()
}

fn find(names: &[String]) -> Result<Vec<Known>> {
    let named = |name: &String| {
        all().into_iter().find(|(_, info)| info.name == name).ok_or_else(|| {
            match nearest(name, all().iter().map(|(_, info)| info.name)) {
                Some(near) => anyhow!("unknown table '{name}'; did you mean '{near}'?"),
                None => anyhow!("unknown table '{name}'; 'unstuck pdb list' shows all"),
            }
        })
    };
    names.iter().map(named).collect()
}

fn list(as_json: bool, screen: &mut Screen<'_>) -> Result<()> {
    if as_json {
        let describe = |(domain, info): &Known| {
            json!({
                "name": info.name,
                "domain": domain.info().name,
                "about": info.about,
                "bytes": info.bytes,
                "cached": is_there(info),
            })
        };
        let tables: Vec<Value> = all().iter().map(describe).collect();
        return screen
            .json(&json!({ "tables": tables, "folder": Cache::folder()?, "unstuck": origin::json() }));
    }
    let mut table = Table::new(5, ["name", "domain", "size", "cached", "meaning"]);
    for (domain, info) in all() {
        table.row([
            info.name.to_owned(),
            domain.info().name.to_string(),
            numbers::bytes(info.bytes),
            if is_there(info) { "yes" } else { "no" }.to_owned(),
            info.about.to_owned(),
        ]);
    }
    screen.line(table.text(Some(page_width())))?;
    let folder = screen.paint.faint(&format!("cache folder: {}", Cache::folder()?.display()));
    screen.line(folder)
}
