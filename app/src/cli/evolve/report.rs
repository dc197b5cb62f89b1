//! What an experiment came to, as text and as JSON; `evolve` and `experiments show` share it.

mod configurations;
mod test_evaluation;

use crate::report::terminal;
use crate::terminal::Screen;
use anyhow::Result;
use std::collections::BTreeSet;
use unstuck_core::registry;
use unstuck_evolution::engine::Reason;
use unstuck_evolution::fitness::Score;
use unstuck_evolution::role::Role;
use unstuck_ops::analysis::format::{factor, percent};
use unstuck_ops::analysis::{Analysis, Configuration};
use unstuck_ops::experiments::{ConfigurationResults, Results};
use unstuck_ops::numbers::{counted, number, seconds};
use unstuck_ops::store::record::{ExperimentRecord, MaterialRecord, RunRecord, State, one_line};

/// Instances that are left out by name before they are only counted.
const NAMED: usize = 5;

/// Whether no generation is stored.
pub fn is_untouched(record: &ExperimentRecord) -> bool {
    record.runs.iter().all(|run| run.generation == 0)
}

/// Everything, as text.
pub fn text(results: &Results, screen: &mut Screen<'_>) -> Result<()> {
    let record = &results.record;
    let configurations = results.configurations();
    match &configurations[..] {
        [configuration] => {
            let analysis = Analysis::of(record);
            let figures = &analysis.configurations[0];
            opening(record, configuration, screen)?;
            runs(record, configuration, figures, screen)?;
            champion(results, screen)?;
            if let Some(test) = &figures.test {
                terminal::test(figures, test, &analysis.reference, screen)?;
                test_evaluation::verdict(test, screen)?;
            }
        }
        _ => {
            let what = format!("{} configurations", configurations.len());
            screen.line(format_args!("{}  {} ({what})", screen.paint.bold(&record.name), record.domain))?;
            screen.line("")?;
            configurations::text(&configurations, screen)?;
            champion(results, screen)?;
        }
    }
    closing(results, screen)
}

/// What was run.
fn opening(
    record: &ExperimentRecord,
    configuration: &ConfigurationResults<'_>,
    screen: &mut Screen<'_>,
) -> Result<()> {
    let counts = Role::ALL.map(|role| match configuration.rows[role as usize] {
        Some(rows) => (rows, role.name(), "rows"),
        None => (configuration.count(role), role.name(), "instances"),
    });
    let counts: Vec<_> = counts.into_iter().filter(|(count, ..)| *count > 0).collect();
    // The unit follows the last of those that have it.
    let parts = counts.iter().enumerate().map(|(place, (count, name, unit))| {
        let last = counts.get(place + 1).is_none_or(|(.., next)| next != unit);
        if last { format!("{count} {name} {unit}") } else { format!("{count} {name}") }
    });
    let parts: Vec<String> = parts.collect();
    let instances = if parts.is_empty() { "not yet prepared".into() } else { parts.join(" + ") };
    let metric = &configuration.experiment.metric;
    let name = screen.paint.bold(&record.name);
    screen.line(format_args!("{name}  {} ({metric}), {instances}", record.domain))?;
    let reasons: BTreeSet<&str> =
        configuration.material.iter().filter_map(|one| one.dropped.as_deref()).collect();
    for (role, why) in Role::ALL.into_iter().flat_map(|role| reasons.iter().map(move |why| (role, *why))) {
        let of = |one: &&MaterialRecord| one.role == role && one.dropped.as_deref() == Some(why);
        let dropped: Vec<&str> =
            configuration.material.iter().filter(of).map(|one| one.name.as_str()).collect();
        if dropped.is_empty() {
            continue;
        }
        let names = dropped[..dropped.len().min(NAMED)].join(", ");
        let more = if dropped.len() > NAMED { " …" } else { "" };
        let what = format!("{} of {} left out ({names}{more}): {why}", dropped.len(), role.name());
        screen.line(screen.paint.faint(&what))?;
    }
    Ok(())
}

fn runs(
    record: &ExperimentRecord,
    configuration: &ConfigurationResults<'_>,
    figures: &Configuration,
    screen: &mut Screen<'_>,
) -> Result<()> {
    let over = configuration.controls.iter().all(|control| control.state == State::Done);
    if let ([run], true) = (&configuration.runs[..], over) {
        return screen.line(format_args!(
            "{}, {} in {}; {}",
            counted(run.generation.into(), "generations"),
            counted(run.evaluations, "evaluations"),
            seconds(run.seconds),
            ending(run)
        ));
    }
    terminal::runs(record, figures, screen)
}

fn ending(run: &RunRecord) -> &'static str {
    match (run.reason, run.state) {
        (Some(Reason::Generations), _) => "all generations are over",
        (Some(Reason::Evaluations), _) => "all evaluations are over",
        (Some(Reason::Target), _) => "the target is reached",
        (Some(Reason::Stagnation), _) => "validation brought nothing better any more",
        (Some(Reason::Exhausted), _) => "nothing better can be found",
        (Some(Reason::Stopped), _) => "time is over",
        (None, State::Paused) => "paused",
        (None, State::Stopped) => "stopped before its end",
        (None, State::Running) => "it is running",
        (None, _) => "interrupted",
    }
}

fn champion(results: &Results, screen: &mut Screen<'_>) -> Result<()> {
    let Some((run, champion)) = results.champion().and_then(|run| Some((run, run.champion.as_ref()?))) else {
        return screen.line("no champion yet: nothing was validated");
    };
    let configurations = results.configurations();
    let configuration =
        configurations.iter().find(|configuration| configuration.record.number == run.configuration);
    let instances = configuration.map_or(0, |configuration| configuration.count(Role::Validation));
    let place = if configurations.len() > 1 {
        format!(" of configuration {},", run.configuration + 1)
    } else {
        String::new()
    };
    let by_cost =
        configuration.is_some_and(|configuration| configuration.experiment.search.optimiser.is_some());
    screen.line("")?;
    screen.line(format_args!(
        "{}{place} of generation {}, {}: fitness {} on validation{}",
        screen.paint.bold("champion"),
        champion.generation + 1,
        counted(champion.size as u64, "nodes"),
        number(champion.validation.fitness),
        in_detail(&champion.validation, instances, by_cost)
    ))?;
    screen.line("")?;
    for line in run.text.iter().flat_map(|text| text.lines()) {
        screen.line(screen.paint.good(line))?;
    }
    let baseline = configuration.and_then(|configuration| configuration.record.baseline.as_ref());
    let Some(baseline) = baseline else { return Ok(()) };
    let worth = baseline
        .fitness
        .map_or(String::new(), |fitness| format!(": fitness {} on validation", number(fitness)));
    screen.line("")?;
    screen.line(format_args!("tuned baseline {}{worth}", one_line(&baseline.heuristic)))
}

/// The figures behind a fitness, where searches were run.
fn in_detail(score: &Score, instances: usize, by_cost: bool) -> String {
    if score.length == 0.0 || by_cost {
        return String::new();
    }
    let solved = instances - ((score.unsolved * instances as f64).round() as usize).min(instances);
    let (nodes, length) = (percent(score.nodes), factor(score.length));
    format!(" (nodes {nodes}, length {length}, {solved} of {instances} solved)")
}

/// Where the champion is, and what comes next.
fn closing(results: &Results, screen: &mut Screen<'_>) -> Result<()> {
    let record = &results.record;
    screen.line("")?;
    if let Some((saved, wanted)) = &results.saved {
        let note = if saved == wanted { "" } else { " (the name before it was taken by another text)" };
        screen.line(format_args!("saved as {}{note}", saved.display()))?;
    }
    if let Some(error) = &record.error {
        screen.line(format_args!("{}: {error}", screen.paint.bad("failed")))?;
    }
    if results.clocked() {
        screen.line("a limit of time was set: another run may come to something else")?;
    }
    if let Some(next) = next_step(results) {
        screen.line(next)?;
    }
    screen.origin()
}

/// What one may want to do now.
fn next_step(results: &Results) -> Option<String> {
    let record = &results.record;
    // A number means no other, unlike a name.
    let name = record.id;
    Some(match (record.state, &record.owner) {
        (State::Done, _) => {
            let (saved, _) = results.saved.as_ref()?;
            let mut material = results.material.iter().flatten();
            let test = material.find(|one| one.role == Role::Test && one.reference.is_some());
            let instance = test.map_or("INSTANCE".to_owned(), |one| match one.name.split_once(':') {
                Some((set, _)) if registry::set(set).is_some() => one.name.clone(),
                _ if one.text.len() > 200 => "INSTANCE".to_owned(),
                // A row of a dataset has no name.
                _ => format!("'{}:{}'", record.domain, one.text),
            });
            format!("try it: unstuck solve {instance} --heuristic @{}", saved.display())
        }
        (State::Running, Some(owner)) => format!("it is being run by {owner}"),
        (State::Paused, Some(owner)) => {
            format!("it is paused and kept by {owner}; to resume: unstuck experiments resume {name}")
        }
        _ => format!("nothing stored is lost; to resume: unstuck experiments resume {name}"),
    })
}
