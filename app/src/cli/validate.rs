//! `unstuck validate`: replays a plan, or checks a solution, by code that shares nothing with the algorithms.

use super::Screen;
use super::value::plan_text;
use crate::cli::flags::InstanceFlags;
use crate::sys::exit::Exit;
use anyhow::{Result, bail};
use clap::Args;
use serde_json::json;
use unstuck_core::puzzle::ReplayError;
use unstuck_ops::instances;
use unstuck_ops::optimise::report::percent;
use unstuck_ops::validate::solution::SolutionValidation;
use unstuck_ops::validate::{self, Request, Validated, Validation};
use unstuck_ops::watch::Activity;
use unstuck_ops::{Context, numbers};

#[derive(Args)]
#[command(after_help = "\
The moves of a plan are separated by spaces, commas or line ends. The JSON of a solve is a plan as well, \
also among others in an array or in lines. Of optimisation domains, the solution is checked and its cost printed, or \
the first violation.

Exit code 0: the plan solves the instance. 1: it does not. 2: a move or the instance cannot be read.

Examples:
  unstuck validate jam:1 'C+2 B+1 F-1 …'
  unstuck solve jam:1 --quiet | unstuck validate jam:1 -
  unstuck validate jam:1 @plan.txt --json
  unstuck validate domain.pddl p01.pddl @sas_plan
  unstuck validate or-u120:1 @packing.txt")]
pub struct Arguments {
    /// The instance; a PDDL problem may follow its domain file
    instance: String,
    /// The plan: its moves, @FILE, or - for standard input; or a solution
    #[arg(required = true)]
    plan: Vec<String>,
    /// Show every position
    #[arg(short, long, conflicts_with = "json")]
    verbose: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    naming: InstanceFlags,
}

impl Arguments {
    /// What names the instance, and what names the plan: a problem file after a domain file belongs to the instance.
    fn split(&self) -> Result<(Vec<String>, &[String])> {
        let path = |argument: &'_ str| argument.strip_prefix('@').unwrap_or(argument).to_owned();
        if instances::is_domain_file(&path(&self.instance))
            && let [problem, plan @ ..] = &self.plan[..]
            && instances::is_problem_file(&path(problem))
        {
            if plan.is_empty() {
                bail!("the plan is missing; write its steps, @FILE, or - after the problem");
            }
            return Ok((vec![self.instance.clone(), problem.clone()], plan));
        }
        Ok((vec![self.instance.clone()], &self.plan))
    }
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let (instance, plan) = arguments.split()?;
    let plan = match plan {
        [only] => plan_text(only)?,
        moves => moves.join("\n"),
    };
    let request =
        Request { instance, plan, domain: arguments.naming.domain(), reading: arguments.naming.reading() };
    let validated = validate::run(&request, &Context::silent(&Activity::default()))?;
    if arguments.json {
        screen.json(&json!(validated.result()))?;
    }
    match validated {
        Validated::Plan(validation) => {
            if !arguments.json {
                print(&validation, arguments.verbose, screen)?;
            }
            Ok(exit(&validation))
        }
        Validated::Solution(validation) => {
            if !arguments.json {
                print_solution(&validation, screen)?;
            }
            Ok(if validation.valid { Exit::Fine } else { Exit::Broken })
        }
    }
}

fn print_solution(validation: &SolutionValidation, screen: &mut Screen<'_>) -> Result<()> {
    let SolutionValidation { cost, metric, lower_bound, best_known, gap, reason, .. } = validation;
    let paint = screen.paint;
    let mut facts: Vec<String> = cost.iter().map(|cost| format!("{cost} {metric}")).collect();
    facts.extend(lower_bound.map(|bound| format!("lower bound {bound}")));
    facts.extend(best_known.map(|cost| format!("best known {cost}")));
    facts.extend(gap.map(|gap| format!("gap {}", percent(gap))));
    screen.line(match reason {
        None => paint.good(&format!("valid: {}", facts.join(", "))),
        Some(reason) => paint.bad(&format!("not valid: {reason}")),
    })?;
    screen.origin()
}

fn print(validation: &Validation, verbose: bool, screen: &mut Screen<'_>) -> Result<()> {
    let Validation { plan, replay, .. } = validation;
    let paint = screen.paint;
    match replay {
        Ok(replay) => {
            for (number, frame) in replay.frames.iter().enumerate().filter(|_| verbose) {
                let action = number.checked_sub(1).and_then(|number| plan.get(number));
                let action = action.map_or("start", String::as_str);
                screen.line(format_args!("{number}. {action}  {}", paint.faint(&frame.words)))?;
                for row in paint.picture(&frame.picture) {
                    screen.line(row)?;
                }
            }
            let lengths: Vec<String> =
                replay.lengths.iter().map(|(name, length)| numbers::counted(*length, name)).collect();
            screen.line(paint.good(&format!("valid: {}", lengths.join(", "))))?;
        }
        Err(error) => screen.line(paint.bad(&format!("not valid: {error}")))?,
    }
    screen.origin()
}

fn exit(validation: &Validation) -> Exit {
    match &validation.replay {
        Ok(_) => Exit::Fine,
        Err(ReplayError::Unreadable { .. }) => Exit::BadInput,
        Err(_) => Exit::Broken,
    }
}
