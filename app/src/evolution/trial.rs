//! The last word: the champion on the test set, beside the tuned baseline and everything made by hand.

use super::bar;
use super::guard::Guard;
use super::run::Stopped;
use crate::workers::Pool;
use anyhow::Result;
use std::time::Instant;
use unstuck_core::search::Limits;
use unstuck_evolution::baseline;
use unstuck_evolution::contest::{self, Contestant, Standing};
use unstuck_evolution::experiment::{Experiment, Ready};
use unstuck_evolution::statistics::wilcoxon;
use unstuck_evolution::task::{Answer, Role, Task};
use unstuck_evolution::world::Failure;

/// How everybody did on the test set.
pub struct Trial {
    /// Each with the seconds its searches took together.
    pub standings: Vec<(Standing, f64)>,
    /// The probability that champion and tuned baseline differ by chance only, by Wilcoxon's signed ranks.
    pub p: f64,
}

/// Runs champions (the first of them is the one to be judged) and their rivals on the test set.
pub fn hold(
    experiment: &Experiment,
    ready: &Ready,
    champions: Vec<Contestant>,
    pool: &Pool,
    quiet: bool,
) -> Result<Trial> {
    let world = &ready.world;
    let answer = |tasks: &[Task]| -> Result<Vec<Answer>> {
        world.answer(tasks, pool, &|limits: &Limits| Guard::prompt(limits)).map_err(|failure| match failure {
            Failure::Stopped => Stopped.into(),
            failure => failure.into(),
        })
    };
    let waiting = bar::pieces("tuning the baseline", 3, quiet);
    let evaluator = experiment.fitness.judge.evaluator();
    let baseline = baseline::tune(world, &evaluator, experiment.reads_context(), &mut |tasks| {
        let answers = answer(tasks);
        waiting.inc(1);
        answers
    })?;
    waiting.finish_and_clear();
    let rival = champions.len();
    let mut contestants = champions;
    contestants.push(baseline);
    contestants.extend(contest::hand_made(world, Role::Test));
    let bar = bar::pieces("testing", contestants.len(), quiet);
    let mut standings: Vec<(Standing, f64)> = Vec::new();
    // One after the other, so that each has its own time.
    for contestant in contestants {
        let one = [contestant];
        let started = Instant::now();
        let answers = answer(&contest::tasks(world, Role::Test, &one))?;
        let seconds = started.elapsed().as_secs_f64();
        bar.inc(1);
        for standing in contest::standings(world, Role::Test, &one, &answers) {
            // The world remembers the searches of a heuristic that was there before under another name.
            let before = standings.iter().find(|(known, _)| known.heuristic == standing.heuristic);
            let seconds = before.map_or(seconds, |(_, seconds)| *seconds);
            standings.push((standing, seconds));
        }
    }
    bar.finish_and_clear();
    let nodes = |place: usize| -> Vec<f64> {
        standings[place].0.runs.iter().map(|run| run.expanded as f64).collect()
    };
    let p = wilcoxon(&nodes(0), &nodes(rival));
    Ok(Trial { standings, p })
}
