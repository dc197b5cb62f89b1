//! One run: the engine asks, the world answers on the pool, until the engine is done, time is over, or Ctrl-C.

use super::bar;
use super::guard::Guard;
use crate::figures;
use crate::interrupt;
use crate::workers::Pool;
use anyhow::Result;
use indicatif::ProgressBar;
use std::sync::Arc;
use std::time::Instant;
use unstuck_core::search::Limits;
use unstuck_evolution::engine::{Champion, Engine, Generation, Plan, Reason};
use unstuck_evolution::experiment::{BuildError, Experiment, Ready, Sets};
use unstuck_evolution::world::Failure;

/// Ctrl-C before there was anything to report.
#[derive(Debug)]
pub struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stopped before there was a result")
    }
}

impl std::error::Error for Stopped {}

/// What one run came to.
pub struct Run {
    /// Its seed.
    pub seed: u64,
    /// Why it ended.
    pub reason: Reason,
    /// The best on validation.
    pub champion: Option<Champion>,
    /// What happened, by generation.
    pub history: Vec<Generation>,
    /// Measurements of a genome.
    pub evaluations: u64,
    /// Time it took.
    pub seconds: f64,
}

/// Solves the instances of an experiment by its reference.
pub fn prepare(experiment: &Experiment, sets: Sets, pool: &Pool, quiet: bool) -> Result<Ready> {
    let total = sets.instances.iter().map(Vec::len).sum();
    let bar = bar::pieces("solving by the reference", total, quiet);
    let ready = experiment.prepare(sets, pool, &|limits: &Limits| Guard::prompt(limits), &|| bar.inc(1));
    bar.finish_and_clear();
    ready.map_err(|error| match error {
        BuildError::Search(Failure::Stopped) => Stopped.into(),
        error => error.into(),
    })
}

/// Runs an engine to its end. `title` comes before the figures of the progress line.
pub fn evolve(plan: Plan, most_seconds: Option<f64>, title: &str, pool: &Pool, quiet: bool) -> Result<Run> {
    let world = Arc::clone(&plan.world);
    let mut engine = Engine::new(plan);
    let started = Instant::now();
    let bar = bar::run(title.to_owned(), quiet);
    while engine.finished().is_none() {
        let seconds = started.elapsed().as_secs_f64();
        if interrupt::asked() || most_seconds.is_some_and(|most| seconds >= most) {
            engine.stop();
        }
        show(&bar, &engine, seconds, most_seconds);
        let tasks = engine.ask();
        let answers = world.answer(&tasks, pool, &|limits: &Limits| Guard::patient(limits))?;
        for (task, answer) in tasks.iter().zip(answers) {
            engine.tell(task.id, answer)?;
        }
    }
    bar.finish_and_clear();
    Ok(Run {
        seed: engine.plan().seed,
        reason: engine.finished().unwrap_or(Reason::Stopped),
        champion: engine.champion().cloned(),
        history: engine.history().to_vec(),
        evaluations: engine.evaluations(),
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// The figures of the progress line.
fn show(bar: &ProgressBar, engine: &Engine, seconds: f64, most_seconds: Option<f64>) {
    let stop = engine.plan().stop;
    let generation = engine.generation();
    let over = |done: f64, all: Option<f64>| all.map_or(0.0, |all| (done / all).min(1.0));
    let share = over(generation.into(), stop.generations.map(f64::from))
        .max(over(engine.evaluations() as f64, stop.evaluations.map(|all| all as f64)))
        .max(over(seconds, most_seconds));
    bar.set_position((share * 1_000.0) as u64);
    let wide = bar::columns() >= 110;
    let mut parts = vec![match stop.generations {
        Some(all) => format!("{generation}/{all}"),
        None => format!("{generation}"),
    }];
    if wide {
        parts[0].insert_str(0, "generation ");
    }
    if let Some(last) = engine.history().last() {
        parts.push(format!("best {}", figure(last.best)));
        parts.push(format!("mean {}", figure(last.mean)));
    }
    if let Some(champion) = engine.champion() {
        let validation = figure(champion.validation.fitness);
        parts.push(format!("champion {validation}{}", if wide { " on validation" } else { "" }));
    }
    if seconds > 1.0 {
        let rate = figures::rough(engine.evaluations() as f64 / seconds);
        parts.push(format!("{rate}{}/s", if wide { " evaluations" } else { "" }));
        if share > 0.0 {
            parts.push(format!("{} left", span(seconds / share - seconds)));
        }
    }
    if interrupt::asked() {
        parts.insert(0, "ending".to_owned());
    }
    bar.set_message(parts.join(" · "));
}

/// A fitness to four digits.
pub fn figure(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() || value == f64::MAX => "–".to_owned(),
        size if size >= 1e6 => format!("{value:.2e}"),
        size if size >= 1000.0 => format!("{value:.0}"),
        size if size >= 100.0 => format!("{value:.1}"),
        size if size >= 10.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

/// A span of time that nobody needs to the second.
fn span(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 5_400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3_600.0),
    }
}
