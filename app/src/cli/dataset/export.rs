//! `unstuck dataset export`: other forms, and shares for training, validation and test.

use super::output::OutputFlags;
use crate::sys::exit::Exit;
use crate::terminal::Screen;
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::{Path, PathBuf};
use unstuck_evolution::dataset::{Dataset, Form, Order, Shares, Split};
use unstuck_evolution::role::Role;
use unstuck_ops::atomic_file;
use unstuck_ops::dataset::{self, export};
use unstuck_ops::numbers::{counted, parse_seed};
use unstuck_ops::origin;

#[derive(Args)]
#[command(after_help = "\
With --split or --fold, --output boards.csv becomes boards-train.csv, boards-validation.csv and \
boards-test.csv.

Examples:
  unstuck dataset export boards.csv --form bare > published.csv
  unstuck dataset export boards.csv --form json --output boards.json
  unstuck dataset export boards.csv --split 0.6,0.2,0.2 --order stratified --output boards.csv
  unstuck dataset export boards.csv --fold 1/5 --seed 7 --output fold1.csv")]
pub struct Arguments {
    /// The file; - is standard input
    file: String,
    /// The form to write
    #[arg(long, value_name = "FORM", default_value = "named")]
    form: Written,
    /// Share the rows out: training, validation and test
    #[arg(long, value_name = "A,B,C", value_parser = parse_parts)]
    split: Option<Shares>,
    /// Share the rows out in K folds: the N-th is the test, the next one validation, the others training
    #[arg(long, value_name = "N/K", value_parser = parse_fold, conflicts_with = "split")]
    fold: Option<Shares>,
    /// How rows are split: as in the file, shuffled, stratified by h*, or easiest first [default: shuffled]
    #[arg(long, value_name = "ORDER", value_parser = parse_order)]
    order: Option<Order>,
    /// Seed of the shuffle [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    #[command(flatten)]
    output: OutputFlags,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Written {
    /// CSV with the names of the columns
    Named,
    /// CSV as published, without them
    Bare,
    /// CSV that begins with the names of the columns: what pandas and spreadsheets read
    Plain,
    /// One JSON document
    Json,
}

/// Runs the command.
pub fn run(arguments: &Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let output = &arguments.output;
    let Some(shares) = arguments.split.clone().or_else(|| arguments.fold.clone()) else {
        if arguments.order.is_some() || arguments.seed.is_some() {
            bail!("--order and --seed need --split or --fold");
        }
        output.check()?;
        let dataset = super::read(&arguments.file)?;
        return match (arguments.form, &output.output) {
            (Written::Named, _) => output.deliver(&dataset, Form::Named, &[], screen),
            (Written::Plain, _) => output.deliver(&dataset, Form::Plain, &[], screen),
            (Written::Bare, _) => output.deliver(&dataset, Form::Bare, &[], screen),
            (Written::Json, None) => screen.json(&dataset::json(&dataset)).map(|()| Exit::Fine),
            (Written::Json, Some(path)) => {
                write(&dataset, arguments.form, path)?;
                let rows = dataset.len();
                if output.json {
                    screen.json(&json!({ "saved": path, "rows": rows, "unstuck": origin::json() }))?;
                } else {
                    screen.line(format_args!(
                        "{} saved as {}",
                        counted(rows as u64, "rows"),
                        path.display()
                    ))?;
                }
                Ok(Exit::Fine)
            }
        };
    };
    let order = arguments.order.unwrap_or(Order::Shuffled);
    share(arguments, &Split { shares, order, seed: arguments.seed.unwrap_or(1) }, screen)
}

/// Writes one file a role.
fn share(arguments: &Arguments, split: &Split, screen: &mut Screen<'_>) -> Result<Exit> {
    let output = &arguments.output;
    let Some(path) = &output.output else {
        bail!("a split needs a file for every role; name one with --output");
    };
    let dataset = super::read(&arguments.file)?;
    let parts = export::split(&dataset, split, &arguments.file)?;
    let files: Vec<(Role, Dataset, PathBuf)> =
        parts.into_iter().map(|(role, part)| (role, part, part_path(path, role))).collect();
    files.iter().try_for_each(|(_, _, path)| output.check_path(path))?;
    let mut saved = Vec::new();
    for (role, part, path) in files {
        write(&part, arguments.form, &path)?;
        let rows = part.len();
        if output.json {
            saved.push(json!({ "role": role.name(), "rows": rows, "saved": path }));
        } else {
            screen.line(format_args!("{} saved as {}", counted(rows as u64, "rows"), path.display()))?;
        }
    }
    if output.json {
        screen.json(&json!({ "parts": saved, "unstuck": origin::json() }))?;
    }
    Ok(Exit::Fine)
}

fn write(dataset: &Dataset, form: Written, path: &Path) -> Result<()> {
    atomic_file::save(path, |out| match form {
        Written::Named => dataset.write(out, Form::Named),
        Written::Bare => dataset.write(out, Form::Bare),
        Written::Plain => dataset.write(out, Form::Plain),
        Written::Json => writeln!(out, "{:#}", dataset::json(dataset)),
    })
}

/// `boards.csv` of a role: `boards-train.csv`.
fn part_path(path: &Path, role: Role) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
    path.with_file_name(format!("{stem}-{}{ending}", role.name()))
}

fn parse_parts(text: &str) -> Result<Shares, String> {
    let wrong =
        || format!("'{text}' is not a split; write two or three shares that make 1, such as 0.6,0.2,0.2");
    let parts: Vec<f64> =
        text.split(',').map(|part| part.trim().parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
    let fits = (2..=3).contains(&parts.len()) && parts.iter().all(|part| *part > 0.0);
    if fits && (parts.iter().sum::<f64>() - 1.0).abs() < 1e-6 {
        Ok(Shares::Parts(parts))
    } else {
        Err(wrong())
    }
}

fn parse_fold(text: &str) -> Result<Shares, String> {
    let numbers =
        text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((number, of)) if of >= 3 && (1..=of).contains(&number) => Ok(Shares::Fold { number, of }),
        _ => Err(format!(
            "'{text}' is not a fold; write its number and how many there are, at least 3, such as 1/5"
        )),
    }
}

fn parse_order(text: &str) -> Result<Order, String> {
    Order::ALL.iter().find(|(name, _)| *name == text).map(|(_, order)| *order).ok_or_else(|| {
        let names: Vec<&str> = Order::ALL.iter().map(|(name, _)| *name).collect();
        format!("unknown order '{text}'; available: {}", names.join(", "))
    })
}
