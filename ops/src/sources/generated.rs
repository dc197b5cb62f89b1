//! New instances of a generator, all of them or those with plans of a certain length.

use super::Named;
use crate::request::method;
use crate::system::cancel::{self, Stopped};
use crate::system::watch::{Activity, Watch};
use anyhow::{Result, anyhow, bail};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use unstuck_core::domain::{GenerateError, Request};
use unstuck_core::error::ParseError;
use unstuck_core::executor::Executor;
use unstuck_core::search::{Limit, Limits, Observer, Stats};
use unstuck_evolution::experiment::{Experiment, Generated};

/// Most nodes to expand to find the length of the cheapest plan of a new instance.
const MEASURE: u64 = 3_000_000;

/// How many more instances than wanted are drawn before a length counts as impossible.
const TRIES: usize = 200;

/// Called with the number of instances that are there.
pub type Count<'a> = &'a (dyn Fn(usize) + Sync);

/// The instances that a source asks for, as far as they are made: drawn and kept in turns until there are enough.
pub struct Making<'a> {
    experiment: &'a Experiment,
    wanted: &'a Generated,
    found: Named,
    /// How many of the generator's instances were looked at.
    seen: usize,
    /// How many to ask the generator for.
    asked: usize,
    done: bool,
}

impl<'a> Making<'a> {
    pub const fn new(experiment: &'a Experiment, wanted: &'a Generated) -> Self {
        Self { experiment, wanted, found: Vec::new(), seen: 0, asked: wanted.count, done: false }
    }

    /// Whether as many are found as are wanted.
    pub const fn is_done(&self) -> bool {
        self.done
    }

    /// The instances that were found.
    pub fn found(self) -> Named {
        self.found
    }

    /// Further instances of the generator, of any length.
    pub fn draw(&self, count: Count<'_>) -> Result<Named> {
        let &Self { experiment, wanted, seen, .. } = self;
        // Instances of a seed come in a fixed order, so asking for more of them repeats the first ones.
        let texts = texts(experiment, wanted, self.asked, |number| {
            if wanted.length.is_none() {
                count(number);
            }
        })?;
        let new = texts.into_iter().skip(seen).enumerate().map(|(number, text)| {
            let name = format!("{}#{}:{}", wanted.generator, wanted.seed, seen + number + 1);
            let read = experiment.read_instance(&text);
            read.map(|instance| (name, instance)).map_err(|error| anyhow!("{text}: {error}"))
        });
        new.collect()
    }

    /// Keeps those of the drawn instances that have a wanted length.
    pub fn keep(&mut self, drawn: Named, executor: &dyn Executor, count: Count<'_>) -> Result<()> {
        let wanted = self.wanted;
        self.seen += drawn.len();
        let Some(length) = wanted.length else {
            (self.found, self.done) = (drawn, true);
            return Ok(());
        };
        let before = self.found.len();
        let fitting = |more: usize| count((before + more).min(wanted.count));
        self.found.extend(of_length(self.experiment, drawn, length, executor, &fitting)?);
        self.found.truncate(wanted.count);
        self.done = self.found.len() == wanted.count;
        if !self.done && self.asked >= wanted.count.saturating_mul(TRIES) {
            let ((low, high), found, seen) = (length, self.found.len(), self.seen);
            let what = format!("{found} of {seen} instances have a length from {low} to {high}");
            bail!("only {what}, and {} are wanted; widen length", wanted.count);
        }
        self.asked = self.asked.saturating_mul(2);
        Ok(())
    }
}

/// Refuses what the generator refuses; no instance is made in full unless that is quick.
pub fn check(experiment: &Experiment, wanted: &Generated) -> Result<(), ParseError> {
    let request =
        Request { generator: &wanted.generator, parameters: &wanted.parameters, count: 1, seed: wanted.seed };
    let mut text = None;
    let ended =
        unstuck_core::domain::generate(experiment.domain(), &request, &mut Brief::default(), &mut |made| {
            text = Some(made);
        });
    match (ended, text) {
        (Err(GenerateError::Request(error)), _) => Err(error),
        (Ok(()), Some(text)) => experiment.read_instance(&text).map(drop),
        _ => Ok(()),
    }
}

/// Lets a generator begin, and ends it.
#[derive(Default)]
struct Brief {
    begun: bool,
}

impl Observer for Brief {
    fn poll(&mut self, _stats: &Stats) -> Option<Limit> {
        std::mem::replace(&mut self.begun, true).then_some(Limit::Cancelled)
    }
}

fn texts(
    experiment: &Experiment,
    wanted: &Generated,
    count: usize,
    mut made: impl FnMut(usize),
) -> Result<Vec<String>> {
    let request =
        Request { generator: &wanted.generator, parameters: &wanted.parameters, count, seed: wanted.seed };
    let mut texts = Vec::new();
    let activity = Activity::default();
    let mut watch = Watch::new(&activity, Limits::default());
    let ended = unstuck_core::domain::generate(experiment.domain(), &request, &mut watch, &mut |text| {
        texts.push(text);
        made(texts.len());
    });
    match ended {
        Ok(()) => Ok(texts),
        Err(GenerateError::Stopped(_)) if cancel::requested() => Err(Stopped.into()),
        Err(error) => Err(anyhow!("{error}")),
    }
}

/// Those whose cheapest plan is known and of such a length.
fn of_length(
    experiment: &Experiment,
    instances: Named,
    (low, high): (u64, u64),
    executor: &dyn Executor,
    count: Count<'_>,
) -> Result<Named> {
    let limits = Limits { expanded: Some(MEASURE), memory: Some(1 << 30), ..Limits::NONE };
    let request = method::optimal(experiment.domain(), &experiment.metric, limits)?;
    let fits: Vec<OnceLock<bool>> = instances.iter().map(|_| OnceLock::new()).collect();
    let (activity, fitting) = (Activity::default(), AtomicUsize::new(0));
    executor.run(instances.len(), &|number| {
        let problem = instances[number].1.as_search();
        let solution = problem.and_then(|one| one.solve(&request, &mut Watch::new(&activity, limits)).ok());
        let length = solution.filter(|solution| solution.optimal).and_then(|solution| {
            let lengths = solution.lengths.into_iter();
            lengths.filter(|(metric, _)| *metric == experiment.metric).map(|(_, length)| length).next()
        });
        let is_fitting = length.is_some_and(|length| (low..=high).contains(&length));
        let _ = fits[number].set(is_fitting);
        if is_fitting {
            count(fitting.fetch_add(1, Ordering::Relaxed) + 1);
        }
    });
    if cancel::requested() {
        return Err(Stopped.into());
    }
    let kept = instances.into_iter().zip(fits).filter(|(_, fits)| fits.get() == Some(&true));
    Ok(kept.map(|(instance, _)| instance).collect())
}
