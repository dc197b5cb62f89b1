//! `unstuck ground`: what a planning task becomes before it is searched.

use super::Screen;
use crate::cli::flags::{InstanceFlags, LimitFlags, ThreadFlags};
use crate::sys::exit::Exit;
use anyhow::{Result, anyhow, bail};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use unstuck_core::instance::SpaceError;
use unstuck_core::search::{Limit, Limits, Observer, Stats};
use unstuck_ops::instances::{Reading, Source};
use unstuck_ops::numbers;
use unstuck_ops::warnings;
use unstuck_ops::watch::{Activity, Watch};
use unstuck_ops::wording::limit_name;
use unstuck_ops::{Context, Kind, atomic_file, origin};
use unstuck_planning::ground_task::GroundTask;
use unstuck_planning::instance::PlanningInstance;

#[derive(Args)]
#[command(after_help = "\
Exit code 0: the task was grounded. 10: the goal cannot be reached, even if actions only add. 11: a limit.

Examples:
  unstuck ground domain.pddl p01.pddl
  unstuck ground p01.pddl --sas output.sas
  unstuck ground ferry:hard-30 --limit-seconds 10 --json")]
pub struct Arguments {
    /// The task: a PDDL problem, after its domain file or next to it, or a member of a set
    #[arg(required = true, value_name = "INSTANCE", num_args = 1..=2)]
    instance: Vec<String>,
    /// Write the task in Fast Downward's SAS format
    #[arg(long, value_name = "FILE")]
    sas: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    naming: InstanceFlags,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    threads: ThreadFlags,
}

/// What came of grounding.
enum Grounded {
    Task(Arc<GroundTask>),
    Unreachable,
    Limit(Limit),
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let reading = arguments.naming.reading();
    let limits = arguments.limits.limits().of_each(arguments.threads.count(), 1);
    let activity = Activity::default();
    let mut watch = Watch::new(&activity, limits);
    watch.stage("read", &Stats::default());
    let context = Context::silent(&activity);
    let domain = context.optional_domain(arguments.naming.domain().as_deref())?;
    let source = context.single(&arguments.instance, domain.as_ref(), &reading)?;
    let grounded = ground(&source, &reading, limits, &mut watch)?;
    let (seconds, stages) = (watch.seconds(), watch.stages());
    if let (Some(file), Grounded::Task(ground)) = (&arguments.sas, &grounded) {
        atomic_file::save(file, |out| unstuck_pddl::sas::write_sas(&ground.task, out))?;
    }
    if arguments.json {
        screen.json(&as_json(&source, &grounded, seconds, &stages))?;
    } else {
        print(&source, &grounded, seconds, &stages, screen)?;
        screen.origin()?;
    }
    Ok(match grounded {
        Grounded::Task(_) => Exit::Fine,
        Grounded::Unreachable => Exit::Unsolvable,
        Grounded::Limit(limit) => {
            warnings::error(&format!("stopped by {}", limit_name(limit)));
            Exit::of(if limit == Limit::Cancelled { Kind::Cancelled } else { Kind::Limit })
        }
    })
}

fn ground(source: &Source, reading: &Reading, limits: Limits, watch: &mut Watch<'_>) -> Result<Grounded> {
    let instance = source.read(reading)?;
    let Some(task) = PlanningInstance::of(&*instance) else {
        bail!("{} is not a planning task, so there is nothing to ground", source.name);
    };
    match task.ground(limits, watch) {
        Ok(task) => Ok(Grounded::Task(task)),
        Err(SpaceError::Unsolvable) => Ok(Grounded::Unreachable),
        Err(SpaceError::Limit(limit, _)) => Ok(Grounded::Limit(limit)),
        Err(SpaceError::Instance(error)) => Err(anyhow!("{}: {error}", source.name)),
    }
}

fn as_json(source: &Source, grounded: &Grounded, seconds: f64, stages: &[(String, f64)]) -> Value {
    let status = match grounded {
        Grounded::Task(_) => "grounded",
        Grounded::Unreachable => "unsolvable",
        Grounded::Limit(_) => "limit",
    };
    let mut object = json!({
        "instance": source.name,
        "domain": source.domain.info().name,
        "status": status,
        "seconds": seconds,
        "stages": stages,
    });
    if let Grounded::Limit(limit) = grounded {
        object["limit"] = json!(limit);
    }
    if let Grounded::Task(ground) = grounded {
        let task = &ground.task;
        object["task"] = json!(ground.size());
        object["facts"] = json!(task.variables.fact_count());
        object["derived"] = json!(task.variables.len() - task.variables.fluent());
        object["axioms"] = json!(task.axioms.len());
        object["mutexes"] = json!(task.mutexes.len());
        object["symmetric_objects"] = json!(task.symmetry.classes().iter().map(<[_]>::len).sum::<usize>());
        object["invariants"] = task.invariants.iter().map(|invariant| json!(invariant.to_string())).collect();
        object["bytes"] = json!(ground.bytes());
    }
    object["unstuck"] = origin::json();
    object
}

fn print(
    source: &Source,
    grounded: &Grounded,
    seconds: f64,
    stages: &[(String, f64)],
    screen: &mut Screen<'_>,
) -> Result<()> {
    let paint = screen.paint;
    screen.line(paint.bold(&source.name))?;
    match grounded {
        Grounded::Task(ground) => {
            let task = &ground.task;
            let operators = task.operators.len();
            let rows = [
                ("atoms", numbers::grouped(task.atoms.len() as u64)),
                ("operators", numbers::grouped(operators as u64)),
                ("variables", numbers::grouped(task.variables.len() as u64)),
                ("facts", numbers::grouped(task.variables.fact_count() as u64)),
                ("axioms", numbers::grouped(task.axioms.len() as u64)),
                ("mutex groups", numbers::grouped(task.mutexes.len() as u64)),
                ("classes of interchangeable objects", task.symmetry.classes().len().to_string()),
                ("words a state", ground.layout.packed().to_string()),
                ("memory", numbers::bytes(ground.bytes() as u64)),
            ];
            for (name, value) in rows {
                screen.line(format_args!("{name:<36}{value:>14}"))?;
            }
            for invariant in &task.invariants {
                screen.line(format_args!("invariant   {invariant}"))?;
            }
        }
        Grounded::Unreachable => {
            screen.line(paint.bad("unsolvable: the goal cannot be reached, even if actions only add"))?;
        }
        Grounded::Limit(_) => {}
    }
    for (name, seconds) in stages {
        screen.line(paint.faint(&format!("{name:<36}{:>14}", numbers::seconds(*seconds))))?;
    }
    screen.line(paint.faint(&format!("{:<36}{:>14}", "in all", numbers::seconds(seconds))))
}
