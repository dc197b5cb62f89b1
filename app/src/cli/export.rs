//! `unstuck export`: a heuristic as a drawing, a formula, source code, or a shorter text.

use super::Screen;
use super::dataset::check_path;
use crate::sys::exit::Exit;
use anyhow::{Result, bail};
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use unstuck_core::domain::{self, Domain};
use unstuck_core::feature::FeatureTable;
use unstuck_core::language::{BLIND, Formula, HeuristicRef, parse};
use unstuck_ops::experiments::champion_file;
use unstuck_ops::export::{self, Request};
use unstuck_ops::watch::Activity;
use unstuck_ops::{Context, instances, method, optimise};

#[derive(Args)]
#[command(after_help = "\
Forms: text (the language of heuristics), infix, json, dot, svg, latex, python, c, rust.
C, Python and Rust take the values of the features. They compute the same bits as this program, except for exp, \
log, pow, root, cbrt and trigonometric functions: those are the platform's, equal to a relative error of 1e-12. \
The simplifier changes no value; --round does, and prints by how much on states of the domain's audit instances.

Examples:
  unstuck export rush-hour '1*blockers + (2 - 2)' --simplify
  unstuck export rush-hour @domains/rush-hour/hand.policy --form svg --output policy.svg
  unstuck export rush-hour champion --form c --output champion.c
  unstuck export bin-packing sum_of_squares --form python
  unstuck export tiles '0.98213*manhattan + 1.5117*linear_conflict' --round 2")]
pub struct Arguments {
    /// The domain
    domain: String,
    /// The heuristic: a feature's name, a text, @FILE, champion, or champion:NAME
    heuristic: String,
    /// The form to write
    #[arg(long, short, default_value = "text")]
    form: String,
    /// Make it shorter without changing any value
    #[arg(long)]
    simplify: bool,
    /// Round its numbers to this many significant digits
    #[arg(long, value_name = "DIGITS", value_parser = clap::value_parser!(u8).range(1..=17))]
    round: Option<u8>,
    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite a file that exists
    #[arg(long, requires = "output")]
    force: bool,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let domain = instances::domain(&arguments.domain)?;
    let Arguments { form, simplify, round, .. } = arguments;
    // Before anything is read: a form that does not exist, a file that does.
    method::writer(&form)?;
    arguments.output.as_deref().map_or(Ok(()), |path| check_path(path, arguments.force))?;
    let (formula, table) = formula(&*domain, &arguments.heuristic)?;
    let exported = export::run(&Request { form, simplify, round }, &formula, &table)?;
    match &arguments.output {
        Some(path) => {
            let path = champion_file::save(path, &exported.text)?;
            screen.line(format_args!("written to {}", path.display()))?;
        }
        None => screen.line(exported.text.trim_end_matches('\n'))?,
    }
    if let Some((exact, rounded)) = &exported.rounded {
        // Not in the text, which may be a program or a drawing.
        eprintln!("≈ {}", export::change(&domain, exact, rounded)?);
    }
    Ok(Exit::Fine)
}

/// The formula to export, with the table of its features.
fn formula(domain: &dyn Domain, text: &str) -> Result<(Formula, Arc<FeatureTable>)> {
    if domain.info().kind == domain::Kind::Optimisation {
        let rule = optimise::method::rule(domain, text, &Context::silent(&Activity::default()), "heuristic")?;
        let parts: Vec<_> = rule.decisions.iter().collect();
        let [(_, only)] = &parts[..] else {
            let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
            bail!("the rule has a formula for each of {}; export them one by one", names.join(", "));
        };
        return Ok((only.formula.clone(), only.table.clone()));
    }
    let table = domain.features();
    Ok(match method::heuristic(domain, text)? {
        HeuristicRef::Formula(checked) => (checked.formula.clone(), table.clone()),
        HeuristicRef::Blind => (parse(BLIND, table)?, table.clone()),
    })
}
