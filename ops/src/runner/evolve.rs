//! One run: the engine asks, tasks are answered, and every generation is stored before the next one begins.

use super::configuration::Configuration;
use super::context::{Interrupted, RunContext};
use super::control::Command;
use super::event::{Event, Stage};
use super::executor::WorkerPool;
use crate::store::progress::Step;
use crate::store::record::{IndividualRecord, PlaceRecord, RunRecord, State};
use anyhow::{Result, anyhow, bail};
use std::collections::HashSet;
use std::time::Instant;
use unstuck_core::language::print;
use unstuck_evolution::algorithms::own::Plan;
use unstuck_evolution::context::EvaluationContext;
use unstuck_evolution::engine::{Champion, Engine, RunConfig};
use unstuck_evolution::experiment::Experiment;

/// A run on its way.
struct Session<'a> {
    context: &'a RunContext<'a>,
    configuration: &'a Configuration,
    record: RunRecord,
    engine: Engine,
    /// The fingerprints of the last generation: an individual not among them is new.
    before: HashSet<u64>,
    /// Generations that are stored.
    stored: usize,
    began: Instant,
}

/// Runs a repetition to its end, or until an order comes; tells how many measurements it took. A control has a budget
/// of them.
pub fn run(
    context: &RunContext<'_>,
    configuration: &Configuration,
    id: i64,
    budget: Option<u64>,
    pool: &WorkerPool,
) -> Result<u64> {
    let record = context.shared.store.run(id)?;
    let plan = plan(configuration, &record, budget, context.shared.plan.as_ref())?;
    let engine = match context.shared.store.snapshot(id)? {
        Some(bytes) => Engine::resume(plan, &bytes, context.shared.store.history(id)?)?,
        None => Engine::new(plan),
    };
    let (stored, began) = (engine.history().len(), Instant::now());
    let mut session =
        Session { context, configuration, record, engine, before: HashSet::new(), stored, began };
    session.before = session.fingerprints().into_iter().collect();
    session.stand(State::Running)?;
    session.go(pool)?;
    Ok(session.engine.evaluations())
}

fn plan(
    configuration: &Configuration,
    record: &RunRecord,
    budget: Option<u64>,
    own: Option<&Plan>,
) -> Result<RunConfig> {
    let Configuration { experiment, ready, .. } = configuration;
    if !record.control {
        if experiment.needs_plan() && own.is_none() {
            bail!("the algorithm is a function of Python's: run the script that began it, which resumes it");
        }
        return Ok(RunConfig { plan: own.cloned(), ..experiment.run_config(ready, record.repetition) });
    }
    let plan = budget.and_then(|evaluations| experiment.control(ready, record.repetition, evaluations));
    plan.ok_or_else(|| anyhow!("there is a control in the store, and the configuration wants none"))
}

impl Session<'_> {
    fn go(&mut self, pool: &WorkerPool) -> Result<()> {
        let most = self.configuration.experiment.stop.seconds.filter(|_| !self.record.control);
        while self.engine.finished().is_none() {
            if most.is_some_and(|most| self.seconds() >= most) {
                self.engine.stop();
            }
            let generation = self.engine.generation();
            match self.measure(pool) {
                Err(error) if error.is::<Interrupted>() => return self.interrupted(),
                result => result?,
            }
            if self.engine.generation() != generation || self.engine.finished().is_some() {
                self.store()?;
                if self.engine.finished().is_none() && self.context.control.order() != Command::Go {
                    return self.interrupted();
                }
            }
        }
        Ok(())
    }

    /// Leaves the run as it was after its last generation; only the time counts.
    fn interrupted(&self) -> Result<()> {
        self.stand(match self.context.control.order() {
            Command::Pause => State::Paused,
            Command::Stop => State::Stopped,
            Command::Go | Command::Finish | Command::Quit => State::Waiting,
        })?;
        Err(Interrupted.into())
    }

    /// One batch.
    fn measure(&mut self, pool: &WorkerPool) -> Result<()> {
        let news = self.context.news(Stage::Measuring, self.configuration.number, Some(self.record.id));
        let executor = self.context.executor(pool, true, &news);
        let tasks = self.engine.ask();
        let answers = self.context.answer(self.configuration, &tasks, &executor, true)?;
        for (task, answer) in tasks.iter().zip(answers) {
            self.engine.tell(task.id, answer)?;
        }
        Ok(())
    }

    /// Time spent, over all sessions.
    fn seconds(&self) -> f64 {
        self.record.seconds + self.began.elapsed().as_secs_f64()
    }

    fn stand(&self, state: State) -> Result<()> {
        let Self { context, record, .. } = self;
        context.shared.store.set_run(context.lease, record.id, state, self.seconds())?;
        context.tell(&Event::Run { experiment: context.lease.experiment, run: record.id, state });
        Ok(())
    }

    /// Stores the generation that is complete.
    fn store(&mut self) -> Result<()> {
        let (engine, id) = (&self.engine, self.record.id);
        let reason = engine.finished();
        let state = if reason.is_some() { State::Done } else { State::Running };
        let seconds = self.seconds();
        let fingerprints = self.fingerprints();
        let fresh = self.newcomers(&fingerprints);
        let champion = engine.champion();
        let kept = champion.map(|champion| champion.record(&self.configuration.ready.context.table));
        let text = champion.map(|champion| {
            text(&self.configuration.experiment, &self.configuration.ready.context, champion)
        });
        let news = &engine.history()[self.stored..];
        let validated = news.iter().any(|one| one.validation.is_some());
        let hall = (validated || !engine.front().is_empty()).then(|| self.hall());
        let store = &self.context.shared.store;
        store.commit(
            self.context.lease,
            &Step {
                run: id,
                state,
                reason,
                evaluations: engine.evaluations(),
                seconds,
                champion: kept.as_ref(),
                text: text.as_deref(),
                history: news,
                individuals: &fresh,
                hall: hall.as_deref(),
                snapshot: &engine.checkpoint(),
            },
        )?;
        let experiment = self.context.lease.experiment;
        let champion = champion.map(|champion| champion.validation.fitness);
        for statistics in news.iter().cloned().map(Box::new) {
            self.context.tell(&Event::Generation { experiment, run: id, statistics, champion, seconds });
        }
        if reason.is_some() {
            self.context.tell(&Event::Run { experiment, run: id, state });
        }
        self.stored = self.engine.history().len();
        self.before = fingerprints.into_iter().collect();
        Ok(())
    }

    /// The fingerprints of the last complete generation.
    fn fingerprints(&self) -> Vec<u64> {
        self.engine.individuals().iter().map(|one| one.id).collect()
    }

    /// The hall of fame, of several that read alike the best; then the Pareto front.
    fn hall(&self) -> Vec<PlaceRecord> {
        let mut places: Vec<PlaceRecord> = Vec::new();
        for champion in self.engine.hall_of_fame() {
            let heuristic = self.configuration.ready.context.text(&champion.heuristic);
            if !places.iter().any(|place| place.heuristic == heuristic) {
                places.push(PlaceRecord {
                    heuristic,
                    fitness: champion.validation.fitness,
                    size: champion.size as u64,
                    generation: champion.generation,
                    objectives: None,
                });
            }
        }
        let (space, evaluation) = (&self.configuration.ready.space, &self.configuration.ready.context);
        let generation = self.engine.history().last().map_or(0, |last| last.number);
        places.extend(self.engine.front().into_iter().map(|point| PlaceRecord {
            heuristic: evaluation.text(&point.candidate.formula(space)),
            fitness: point.score.fitness,
            size: point.size as u64,
            generation,
            objectives: Some((point.score.nodes, point.score.length)),
        }));
        places
    }

    /// Those who were not there in the generation before, each once.
    fn newcomers(&self, fingerprints: &[u64]) -> Vec<IndividualRecord> {
        let (space, evaluation) = (&self.configuration.ready.space, &self.configuration.ready.context);
        let generation = self.engine.history().last().map_or(0, |last| last.number);
        let mut seen: HashSet<u64> = HashSet::new();
        let pairs = self.engine.individuals().into_iter().zip(fingerprints);
        let new =
            pairs.filter(|(_, fingerprint)| !self.before.contains(fingerprint) && seen.insert(**fingerprint));
        new.map(|(one, fingerprint)| IndividualRecord {
            generation,
            heuristic: evaluation.text(&one.candidate.formula(space)),
            fitness: Some(one.score.fitness).filter(|fitness| *fitness < f64::MAX),
            size: one.size as u64,
            operators: one
                .by
                .iter()
                .map(|(name, applied)| if *applied { name.to_string() } else { format!("-{name}") })
                .collect(),
            fingerprint: *fingerprint,
            parents: one.from.clone(),
        })
        .collect()
    }
}

/// A champion as text, with a header.
fn text(experiment: &Experiment, evaluation: &EvaluationContext, champion: &Champion) -> String {
    let formula = champion.heuristic.with_header(&experiment.domain.info().name, &experiment.metric);
    format!("{}\n", print(&formula, &evaluation.table))
}
