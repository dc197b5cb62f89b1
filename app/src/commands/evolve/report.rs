//! What an experiment came to, as text and as JSON.

use super::Outcome;
use crate::commands::Screen;
use crate::evolution::{Run, Trial, figure};
use crate::figures::{counted, grouped, seconds};
use crate::interrupt;
use crate::origin;
use crate::table::{Table, page_width};
use anyhow::Result;
use serde_json::{Value, json};
use std::path::Path;
use unstuck_evolution::contest::Standing;
use unstuck_evolution::engine::{Champion, Reason};
use unstuck_evolution::experiment::{Experiment, Ready};
use unstuck_evolution::fitness::Score;
use unstuck_evolution::task::Role;

/// Instances that are left out by name before they are only counted.
const NAMED: usize = 5;

/// What is about to be run.
pub fn opening(experiment: &Experiment, ready: &Ready, screen: &mut Screen<'_>) -> Result<()> {
    let counts: Vec<String> = Role::ALL
        .iter()
        .filter(|role| !ready.world.set(**role).is_empty())
        .map(|role| format!("{} {}", ready.world.set(*role).len(), role.name()))
        .collect();
    screen.line(format_args!(
        "{}  {} ({}), {} instances",
        screen.paint.bold(&experiment.name),
        experiment.domain,
        experiment.metric,
        counts.join(" + ")
    ))?;
    for role in Role::ALL {
        let dropped: Vec<_> = ready.dropped.iter().filter(|(own, ..)| *own == role).collect();
        let Some((_, _, why)) = dropped.first() else { continue };
        let names: Vec<&str> = dropped.iter().take(NAMED).map(|(_, name, _)| name.as_str()).collect();
        let more = if dropped.len() > NAMED { " …" } else { "" };
        let what = format!("{} of {} left out", dropped.len(), role.name());
        screen.line(screen.paint.faint(&format!("{what} ({}{more}): {why}", names.join(", "))))?;
    }
    screen.out.flush()?;
    Ok(())
}

/// The runs and the champion.
pub fn champions(outcome: &Outcome<'_>, screen: &mut Screen<'_>) -> Result<()> {
    if let [run] = outcome.runs {
        screen.line(format_args!(
            "{}, {} in {}; {}",
            counted(run.history.len() as u64, "generations"),
            counted(run.evaluations, "evaluations"),
            seconds(run.seconds),
            ending(run.reason)
        ))?;
    } else {
        runs(outcome, screen)?;
    }
    let Some(champion) = outcome.champion() else {
        return screen.line("no generation was finished, so there is no champion");
    };
    screen.line("")?;
    screen.line(format_args!(
        "{} of generation {}, {}: fitness {} on validation{}",
        screen.paint.bold("champion"),
        champion.generation + 1,
        counted(champion.size as u64, "nodes"),
        figure(champion.validation.fitness),
        in_detail(&champion.validation, outcome.ready.world.set(Role::Validation).len())
    ))?;
    screen.line("")?;
    for line in outcome.text(champion).lines() {
        screen.line(screen.paint.good(line))?;
    }
    Ok(())
}

fn runs(outcome: &Outcome<'_>, screen: &mut Screen<'_>) -> Result<()> {
    let mut table =
        Table::new(1, ["run", "seed", "generations", "evaluations", "time", "validation", "nodes"]);
    for (number, run) in outcome.runs.iter().enumerate() {
        let mark = match number {
            _ if outcome.order.first() == Some(&number) => " best",
            _ if outcome.median() == Some(number) => " median",
            _ => "",
        };
        let champion = run.champion.as_ref();
        table.row([
            format!("{}{mark}", number + 1),
            run.seed.to_string(),
            run.history.len().to_string(),
            grouped(run.evaluations),
            seconds(run.seconds),
            champion.map_or("–".into(), |champion| figure(champion.validation.fitness)),
            champion.map_or("–".into(), |champion| champion.size.to_string()),
        ]);
    }
    screen.line(table.text(None))
}

/// The figures behind a fitness, where searches were run.
fn in_detail(score: &Score, instances: usize) -> String {
    if score.length == 0.0 {
        return String::new();
    }
    let solved = instances - (score.unsolved * instances as f64).round() as usize;
    let (nodes, length) = (percent(score.nodes), factor(score.length));
    format!(" (nodes {nodes}, length {length}, {solved} of {instances} solved)")
}

/// A share of the reference.
fn percent(ratio: f64) -> String {
    if ratio.is_finite() { format!("{:.1} %", 100.0 * ratio) } else { "–".to_owned() }
}

fn factor(ratio: f64) -> String {
    if ratio.is_finite() { format!("{ratio:.3}") } else { "–".to_owned() }
}

fn ending(reason: Reason) -> &'static str {
    match reason {
        Reason::Generations => "all generations are over",
        Reason::Evaluations => "all evaluations are over",
        Reason::Target => "the target is reached",
        Reason::Stagnation => "validation brought nothing better any more",
        Reason::Exhausted => "nothing better can be found",
        Reason::Stopped if interrupt::asked() => "stopped by Ctrl-C",
        Reason::Stopped => "time is over",
    }
}

/// The champion beside its rivals.
pub fn trial(outcome: &Outcome<'_>, trial: &Trial, screen: &mut Screen<'_>) -> Result<()> {
    let count = outcome.ready.world.set(Role::Test).len();
    let reference = match outcome.experiment.fitness.reference.as_str() {
        "blind" => "blind search".to_owned(),
        heuristic => format!("the search by {heuristic}"),
    };
    screen.line("")?;
    screen.line(format_args!(
        "{}, {}; nodes as a share of {reference}",
        screen.paint.bold("test"),
        counted(count as u64, "instances")
    ))?;
    let mut table = Table::new(
        1,
        ["heuristic", "mean of ratios", "ratio of totals", "expanded", "length", "solved", "time"],
    );
    for (standing, time) in &trial.standings {
        table.row([
            standing.name.clone(),
            percent(standing.mean_ratio),
            percent(standing.total_ratio),
            grouped(standing.expanded),
            factor(standing.length),
            format!("{}/{count}", standing.solved),
            seconds(*time),
        ]);
    }
    screen.line(table.text(Some(page_width().max(80))))?;
    let baseline = trial.standings.iter().find(|(standing, _)| standing.name == "tuned baseline");
    if let Some((baseline, _)) = baseline {
        let sign = if trial.p < 1e-4 { "p < 0.0001".to_owned() } else { format!("p = {:.4}", trial.p) };
        let text = format!(
            "tuned baseline: {}; the champion against it: {sign} (Wilcoxon's signed ranks of the nodes)",
            baseline.heuristic
        );
        screen.line(screen.paint.faint(&text))?;
    }
    Ok(())
}

/// Where the champion is, and what to mind.
pub fn closing(outcome: &Outcome<'_>, wanted: &Path, screen: &mut Screen<'_>) -> Result<()> {
    screen.line("")?;
    if let Some(saved) = &outcome.saved {
        let note = if saved == wanted { "" } else { " (the name before it was taken by another text)" };
        screen.line(format_args!("saved as {}{note}", saved.display()))?;
    }
    if clocked(outcome.experiment) {
        screen.line("a limit of time was set: another run may come to something else")?;
    }
    screen.origin()
}

/// Whether the clock decides anything.
fn clocked(experiment: &Experiment) -> bool {
    experiment.stop.seconds.is_some() || experiment.search.seconds.is_some()
}

/// Everything.
pub fn json(outcome: &Outcome<'_>, trial: Option<&Trial>) -> Value {
    let world = &outcome.ready.world;
    let champion = |champion: &Champion| {
        json!({
            "heuristic": world.text(&champion.heuristic),
            "text": outcome.text(champion),
            "size": champion.size,
            "generation": champion.generation,
            "validation": champion.validation,
        })
    };
    let run = |run: &Run| {
        json!({
            "seed": run.seed,
            "ended": run.reason,
            "evaluations": run.evaluations,
            "seconds": run.seconds,
            "champion": run.champion.as_ref().map(champion),
            "history": run.history,
        })
    };
    let names = |role: Role| world.set(role).iter().map(|known| known.name.as_str()).collect::<Vec<_>>();
    let standing = |(standing, seconds): &(Standing, f64)| {
        let mut object = json!(standing);
        object["seconds"] = json!(seconds);
        object
    };
    json!({
        "experiment": outcome.experiment,
        "instances": { "train": names(Role::Train), "validation": names(Role::Validation), "test": names(Role::Test) },
        "dropped": outcome.ready.dropped,
        "runs": outcome.runs.iter().map(run).collect::<Vec<_>>(),
        "best": outcome.order.first(),
        "champion": outcome.champion().map(champion),
        "saved": outcome.saved,
        "test": trial.map(|trial| json!({
            "standings": trial.standings.iter().map(standing).collect::<Vec<_>>(),
            "p": trial.p,
        })),
        "reproducible": !clocked(outcome.experiment) && !interrupt::asked(),
        "unstuck": origin::json(),
    })
}
