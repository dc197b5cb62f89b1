//! `unstuck validate`: replays a plan by code that shares nothing with the search.

use super::Screen;
use crate::exit::Exit;
use crate::figures;
use crate::flags::InstanceFlags;
use crate::instances::{self, Source, read_file};
use crate::origin;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde_json::{Map, Value, json};
use unstuck_core::puzzle::ReplayError;

#[derive(Args)]
#[command(after_help = "\
The moves of a plan are separated by spaces, commas or line ends. The JSON of a solve is a plan as well, also
among others in an array or in lines.
Exit code 0: the plan solves the instance. 2: it does not, or the input cannot be read.

Examples:
  unstuck validate jam:1 'C+2 B+1 F-1 …'
  unstuck solve jam:1 --quiet | unstuck validate jam:1 -
  unstuck validate jam:1 @plan.txt --json
  unstuck validate domain.pddl p01.pddl @sas_plan")]
pub struct Arguments {
    /// The instance; a PDDL problem may follow its domain file
    instance: String,
    /// The plan: its moves, @FILE, or - for standard input
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
    let reading = arguments.naming.reading();
    let (instance, plan) = arguments.split()?;
    let source = instances::single(&instance, arguments.naming.domain()?.as_ref(), &reading)?;
    let puzzle = source.read(&reading)?;
    let plan = read_plan(plan, &source)?;
    let replay = puzzle.replay(&plan);
    let paint = screen.paint;
    if arguments.json {
        let mut object = json!({
            "instance": source.name,
            "domain": source.domain.info().name,
            "metric": puzzle.metric(),
            "valid": replay.is_ok(),
            "moves": plan.len(),
        });
        match &replay {
            Ok(replay) => {
                let lengths =
                    replay.lengths.iter().map(|(name, length)| (name.to_string(), (*length).into()));
                object["length"] = json!(replay.length(&puzzle.metric()));
                object["lengths"] = Value::Object(lengths.collect::<Map<_, _>>());
            }
            Err(ReplayError::Step { step, text, reason }) => {
                object["step"] = json!(step);
                object["move"] = json!(text);
                object["reason"] = json!(reason);
            }
            Err(ReplayError::NotSolved { reason, .. }) => object["reason"] = json!(reason),
        }
        object["unstuck"] = origin::json();
        screen.json(&object)?;
    } else {
        match &replay {
            Ok(replay) => {
                for (number, frame) in replay.frames.iter().enumerate().filter(|_| arguments.verbose) {
                    let action = number.checked_sub(1).and_then(|number| plan.get(number));
                    let action = action.map_or("start", String::as_str);
                    screen.line(format_args!("{number}. {action}  {}", paint.faint(&frame.words)))?;
                    for row in paint.picture(&frame.picture) {
                        screen.line(row)?;
                    }
                }
                let lengths: Vec<String> =
                    replay.lengths.iter().map(|(name, length)| figures::counted(*length, name)).collect();
                screen.line(paint.good(&format!("valid: {}", lengths.join(", "))))?;
            }
            Err(error) => screen.line(paint.bad(&format!("not valid: {error}")))?,
        }
        screen.origin()?;
    }
    Ok(if replay.is_ok() { Exit::Fine } else { Exit::BadInput })
}

/// The moves, from the arguments, a file or standard input.
fn read_plan(arguments: &[String], source: &Source) -> Result<Vec<String>> {
    let text = match arguments {
        [only] if only == "-" => read_file("-")?,
        [only] if only.starts_with('@') => read_file(&only[1..])?,
        moves => moves.join("\n"),
    };
    if text.trim_start().starts_with(['{', '[']) {
        return json_plan(&text, &source.name);
    }
    Ok(source.domain.plan_steps(&text))
}

/// The moves in the JSON of one solve, or of several among which is one of this instance.
fn json_plan(text: &str, instance: &str) -> Result<Vec<String>> {
    let values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let values = values.collect::<Result<Vec<_>, _>>().context("the plan begins like JSON but is not")?;
    let results: Vec<&Value> = match &values[..] {
        [Value::Array(moves)] if moves.iter().all(Value::is_string) => return strings(moves),
        [Value::Array(results)] => results.iter().collect(),
        // An object a line, as of --jsonl.
        objects => objects.iter().collect(),
    };
    let fitting: Vec<&Value> =
        results.iter().copied().filter(|result| result["instance"] == instance).collect();
    let result = match (&results[..], &fitting[..]) {
        ([only], _) | (_, [only]) => only,
        _ => bail!(
            "the JSON holds {} results, {} of them of {instance}; a plan is one of them",
            results.len(),
            if fitting.is_empty() { "none".to_owned() } else { fitting.len().to_string() },
        ),
    };
    match (&result["plan"], result["status"].as_str()) {
        (Value::Array(moves), _) => strings(moves),
        (Value::Null, Some(status)) => bail!("there is no plan in the JSON: its status is '{status}'"),
        _ => bail!("the JSON has no \"plan\"; is it the output of 'unstuck solve --json'?"),
    }
}

fn strings(moves: &[Value]) -> Result<Vec<String>> {
    let text = |step: &Value| step.as_str().map(str::to_owned);
    moves
        .iter()
        .map(|step| text(step).ok_or_else(|| anyhow!("{step} is not a move; a move is text")))
        .collect()
}
