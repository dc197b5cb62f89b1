//! A run of evolution as a state machine without threads and without a clock: `ask` gives tasks, `tell` takes their answers,
//! and the state can be stored at any time.
//!
//! ```text
//! ask → tasks → (any evaluator) → answers → tell → … → finished
//! ```
//!
//! A generation is measured, perhaps in several batches; every few generations the best are measured on the whole
//! validation set, and the best of these so far is the champion. [`Engine::snapshot`] holds everything that is
//! not part of the experiment itself, answers of an unfinished batch included, so a restored engine continues with the
//! same results.
//!
//! ```
//! use unstuck_evolution::engine::Engine;
//! # use unstuck_core::{executor::Sequential, domain::{self, Settings}, registry};
//! # use unstuck_evolution::{context::unwatched, experiment::{Experiment, Sets}, role::PerRole};
//! # let text = "format = 1\nname = 'a'\ndomain = 'rush-hour'\nsearch = { algorithm = 'astar' }\ngenome = { kind = 'weights' }\n\
//! #     data = { train = ['jam:1'], validation = ['jam:4'] }\nalgorithm = { population = 6 }\nstop = { generations = 2 }";
//! # unstuck_domains::install();
//! # let experiment = Experiment::read(text, &|_| Err("no files".into())).unwrap();
//! # let (rush_hour, jam) = registry::set("jam").unwrap();
//! # let card = |name: &str| domain::read(&*rush_hour, &(jam.text)(name).unwrap(), None, &Settings::new()).unwrap();
//! # let cards = |name: &str| vec![(format!("jam:{name}"), card(name))];
//! # let instances = PerRole { train: cards("1"), validation: cards("4"), test: Vec::new() };
//! # let ready = experiment.prepare(Sets { instances, ..Sets::default() }, &Sequential, &unwatched, &|| ()).unwrap();
//!
//! let mut engine = Engine::new(experiment.run_config(&ready, 0));
//! while engine.finished().is_none() {
//!     let task = engine.ask().remove(0); // in any order, one by one or many at a time
//!     let answers = ready.context.answer(&[task.clone()], &Sequential, &unwatched)?;
//!     engine.tell(task.id, answers[0].clone())?;
//!     engine = Engine::restore(experiment.run_config(&ready, 0), &engine.snapshot())?;
//! }
//! assert!(engine.champion().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod champion;
mod config;
mod ending;
mod history;
mod race;
mod snapshot;
mod validation;

pub use crate::algorithms::OperatorUse;
pub use champion::{Champion, ChampionRecord};
pub use config::RunConfig;
pub use ending::{Reason, Stop};
pub use history::Generation;
pub use race::Effort;
pub use snapshot::{SnapshotError, VERSION as SNAPSHOT_VERSION};

use crate::algorithms::{Algorithm, GenerationContext, Individual, OperatorStats, Request, Step};
use crate::fitness::Evaluator;
use crate::fitness::coverage::is_solved;
use crate::role::Role;
use crate::task::{Answer, Measurement, Task, Work};
use race::Race;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// What the current batch is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    Evolving,
    Validating,
    Finished(Reason),
}

/// The measurements of the current batch.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Batch {
    /// The number of the first task.
    first: u64,
    requests: Vec<Request>,
    answers: Vec<Option<Answer>>,
    missing: usize,
}

/// Everything that changes.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct State {
    generation: u32,
    evaluations: u64,
    algorithm: Algorithm,
    phase: Phase,
    batch: Batch,
    /// How the last complete generation was measured.
    last: Option<(Work, Evaluator)>,
    /// The operators of this generation's children.
    operator_stats: OperatorStats,
    /// Stored as text, apart from the state.
    #[serde(skip)]
    champion: Option<Champion>,
    /// The best fitness on validation so far; the champion may be slightly worse and smaller.
    best: Option<f64>,
    /// Stored as text, apart from the state.
    #[serde(skip)]
    hall: Vec<Champion>,
    stale: u32,
    /// The run ends after the next validation, for this reason.
    ending: Option<Reason>,
    /// The race that the batch belongs to, where the generation is raced.
    race: Option<Race>,
    /// What the searches of this generation have cost so far.
    effort: Effort,
    /// The training instances that are in play, where there is a curriculum.
    in_play: Option<usize>,
}

/// A run of evolution.
pub struct Engine {
    config: RunConfig,
    /// Tells the configuration from others.
    fingerprint: u64,
    state: State,
    history: Vec<Generation>,
}

/// Why an answer was not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TellError {
    /// Not a task of the current batch, or answered already.
    #[error("task {0} is not one that waits for an answer")]
    NotAsked(u64),
    /// The answer does not fit the task.
    #[error("the answer to task {0} is of another kind or length than the task asks for")]
    Misfit(u64),
    /// One number, where single searches are compared.
    #[error("task {0} wants the searches of its instances: racing and coevolution compare them one by one")]
    Single(u64),
}

impl Engine {
    /// An engine at its beginning.
    pub fn new(config: RunConfig) -> Self {
        let all = config.context.set(Role::Train).len();
        let in_play = config.evaluator.curriculum().map(|curriculum| curriculum.begin(all));
        let state = State {
            generation: 0,
            evaluations: 0,
            algorithm: config.algorithm.clone(),
            phase: Phase::Evolving,
            batch: Batch::default(),
            last: None,
            operator_stats: OperatorStats::default(),
            champion: None,
            best: None,
            hall: Vec::new(),
            stale: 0,
            ending: None,
            race: None,
            effort: Effort::default(),
            in_play,
        };
        let mut engine = Self { fingerprint: config.fingerprint(), config, state, history: Vec::new() };
        engine.breed();
        engine
    }

    /// The tasks that wait for an answer; none when the run is over.
    pub fn ask(&self) -> Vec<Task> {
        let batch = &self.state.batch;
        let open =
            batch.requests.iter().zip(&batch.answers).enumerate().filter(|(_, (_, answer))| answer.is_none());
        open.map(|(place, (request, _))| Task {
            id: batch.first + place as u64,
            heuristic: request.candidate.formula(&self.config.space),
            work: request.work.clone(),
        })
        .collect()
    }

    /// Takes the answer to a task. The last answer of a batch starts the next.
    ///
    /// # Errors
    ///
    /// The task does not wait for an answer, or the answer does not fit it.
    pub fn tell(&mut self, id: u64, answer: Answer) -> Result<(), TellError> {
        let batch = &mut self.state.batch;
        let place = id.checked_sub(batch.first).map(|place| place as usize);
        let place = place.filter(|&place| batch.answers.get(place).is_some_and(Option::is_none));
        let place = place.ok_or(TellError::NotAsked(id))?;
        if Measurement::new(&batch.requests[place].work, &answer).is_none() {
            return Err(TellError::Misfit(id));
        }
        let by_instance =
            self.state.race.is_some() || matches!(self.state.algorithm, Algorithm::Coevolution(_));
        if by_instance && matches!(answer, Answer::Fitness(_)) {
            return Err(TellError::Single(id));
        }
        batch.answers[place] = Some(answer);
        batch.missing -= 1;
        if batch.missing == 0 {
            self.advance();
        }
        Ok(())
    }

    /// Ends the run after one more validation, for a reason from outside, such as time.
    pub fn stop(&mut self) {
        self.state.ending = Some(Reason::Stopped);
    }

    /// Why the run is over, if it is.
    pub fn finished(&self) -> Option<Reason> {
        match self.state.phase {
            Phase::Finished(reason) => Some(reason),
            Phase::Evolving | Phase::Validating => None,
        }
    }

    /// The configuration of the run.
    pub fn config(&self) -> &RunConfig {
        &self.config
    }

    /// The best on validation so far.
    pub fn champion(&self) -> Option<&Champion> {
        self.state.champion.as_ref()
    }

    /// The best on validation so far, all different, the best first.
    pub fn hall_of_fame(&self) -> &[Champion] {
        &self.state.hall
    }

    /// What happened, by generation.
    pub fn history(&self) -> &[Generation] {
        &self.history
    }

    /// The generation that is being measured.
    pub fn generation(&self) -> u32 {
        self.state.generation
    }

    /// Measurements of a genome that were asked for.
    pub fn evaluations(&self) -> u64 {
        self.state.evaluations
    }

    /// The individuals of the last complete generation.
    pub fn individuals(&self) -> Vec<&Individual> {
        self.state.algorithm.inner().individuals()
    }

    /// The Pareto front of the last complete generation, by ascending nodes; empty where there is one objective.
    pub fn front(&self) -> Vec<&Individual> {
        self.state.algorithm.inner().front()
    }

    /// The individuals as heuristics, each with its score on the training set.
    pub fn members(&self) -> Vec<Champion> {
        let last = self.history.last().map_or(0, |generation| generation.number);
        let member = |one: &&Individual| Champion::new(&one.candidate, one.score.clone(), last, &self.config);
        self.individuals().iter().map(member).collect()
    }

    fn evaluator(&self) -> &Evaluator {
        self.config.evaluator.of_generation(self.config.seed, self.state.generation)
    }

    /// Runs something on the algorithm and what it may see.
    fn with_generation<R>(
        &mut self,
        work: &Work,
        run: impl FnOnce(&mut dyn crate::algorithms::EvolutionaryAlgorithm, &GenerationContext<'_>) -> R,
    ) -> R {
        let Self { config, state, .. } = self;
        let evaluator = config.evaluator.of_generation(config.seed, state.generation);
        let operator_stats = RefCell::new(std::mem::take(&mut state.operator_stats));
        let share = |done: f64, all: Option<f64>| all.map_or(0.0, |all| (done / all.max(1.0)).min(1.0));
        let generation = GenerationContext {
            seed: config.seed,
            space: &config.space,
            tools: &config.tools,
            context: &config.context,
            evaluator,
            work,
            changed: state.last.as_ref().is_some_and(|last| last.0 != *work || last.1 != *evaluator),
            number: state.generation,
            progress: share(state.generation.into(), config.stop.generations.map(f64::from))
                .max(share(state.evaluations as f64, config.stop.evaluations.map(|all| all as f64))),
            initial: &config.initial,
            parsimony: config.parsimony,
            plan: config.plan.as_ref(),
            operator_stats: &operator_stats,
        };
        let result = run(state.algorithm.inner_mut(), &generation);
        state.operator_stats = operator_stats.into_inner();
        result
    }

    fn work(&self) -> Work {
        let first = self.state.in_play;
        self.evaluator().work(&self.config.context, first, self.config.seed, self.state.generation)
    }

    /// Asks the algorithm for the next batch.
    fn breed(&mut self) {
        let work = self.work();
        let requests = self.with_generation(&work, |algorithm, generation| algorithm.requests(generation));
        self.state.evaluations += requests.len() as u64;
        let requests = match self.config.survivors {
            Some(survivors) => Race::new(requests, survivors, &self.config.context),
            None => Err(requests),
        };
        match requests {
            Ok(race) => {
                let wave = race.wave(&self.config.context);
                self.state.race = Some(race);
                self.issue(wave, Phase::Evolving);
            }
            Err(requests) => self.issue(requests, Phase::Evolving),
        }
    }

    fn issue(&mut self, requests: Vec<Request>, phase: Phase) {
        let batch = &mut self.state.batch;
        let first = batch.first + batch.requests.len() as u64;
        let missing = requests.len();
        *batch = Batch { first, answers: vec![None; missing], requests, missing };
        self.state.phase = phase;
    }

    /// Continues when all answers of a batch are there.
    fn advance(&mut self) {
        let batch = &mut self.state.batch;
        let answers: Vec<Answer> = std::mem::take(&mut batch.answers).into_iter().flatten().collect();
        batch.first += batch.requests.len() as u64;
        let requests = std::mem::take(&mut batch.requests);
        match self.state.phase {
            Phase::Evolving => match self.state.race.take() {
                Some(race) => self.race(race, &answers),
                None => {
                    self.count(&answers);
                    self.absorb(&pairs(&requests, &answers));
                }
            },
            Phase::Validating => self.validated(&requests, &answers),
            Phase::Finished(_) => {}
        }
    }

    /// Counts what searches have cost.
    fn count(&mut self, answers: &[Answer]) {
        for answer in answers {
            if let Answer::Runs(runs) = answer {
                self.state.effort.searches += runs.len() as u64;
                self.state.effort.expanded += runs.iter().map(|run| run.expanded).sum::<u64>();
            }
        }
    }

    /// Continues a race with the answers to its last wave.
    fn race(&mut self, mut race: Race, answers: &[Answer]) {
        let context = self.config.context.clone();
        let evaluator = self.evaluator().clone();
        if race.take(answers, &context, &evaluator, &mut self.state.effort) {
            let wave = race.wave(&context);
            self.state.race = Some(race);
            return self.issue(wave, Phase::Evolving);
        }
        let (requests, results) = race.finish(&context, &evaluator);
        let pairs = results.iter().zip(&requests);
        let measurements: Vec<Measurement<'_>> =
            pairs.filter_map(|(result, request)| result.measurement(request)).collect();
        self.absorb(&measurements);
    }

    fn absorb(&mut self, measurements: &[Measurement<'_>]) {
        let work = self.work();
        let step =
            self.with_generation(&work, |algorithm, generation| algorithm.absorb(generation, measurements));
        let spent = self.config.stop.is_spent(self.state.evaluations);
        if step == Step::More && self.state.ending.is_none() && !spent {
            return self.breed();
        }
        if step == Step::More {
            self.state.algorithm.inner_mut().wrap_up();
        }
        self.grow(&work);
        self.state.last = Some((work, self.evaluator().clone()));
        let operator_stats = std::mem::take(&mut self.state.operator_stats);
        let algorithm = self.state.algorithm.inner();
        let set = self.config.context.set(Role::Train);
        let name = |(instance, groups): (u32, u32)| (set[instance as usize].name.clone(), groups);
        let opponents = algorithm.opponents().into_iter().map(name).collect();
        let record = Generation::of(
            algorithm,
            operator_stats,
            &self.config,
            self.state.generation,
            self.state.evaluations,
        );
        let effort = std::mem::take(&mut self.state.effort);
        self.history.push(Generation { opponents, effort, ..record });
        self.refine_best();
        if step == Step::Exhausted {
            self.state.ending = self.state.ending.or(Some(Reason::Exhausted));
        }
        let done = self.state.generation + 1;
        let over = self.config.stop.after_generation(done, self.state.evaluations);
        self.state.ending = self.state.ending.or(over);
        if self.state.ending.is_some() || done.is_multiple_of(self.config.validate_every) {
            let top = self.best_of_generation();
            let work = self.config.evaluator.whole(&self.config.context, Role::Validation);
            let requests =
                top.into_iter().map(|candidate| Request { candidate, work: work.clone() }).collect();
            self.issue(requests, Phase::Validating);
        } else {
            self.next_generation();
        }
    }

    /// Brings more instances into play, by the best individual of the generation. Only generations count whose cases are
    /// those of the curriculum's own fitness.
    fn grow(&mut self, work: &Work) {
        let (Some(now), Some(curriculum)) = (self.state.in_play, self.evaluator().curriculum()) else {
            return;
        };
        let Work::Search { instances, .. } = work else { return };
        let individuals = self.state.algorithm.inner().individuals();
        let best = individuals.iter().min_by(|a, b| a.score.fitness.total_cmp(&b.score.fitness));
        if let Some(best) = best.filter(|best| best.score.cases.len() >= instances.len()) {
            let all = self.config.context.set(Role::Train).len();
            let solved: Vec<bool> = best.score.cases.iter().map(|&case| is_solved(case)).collect();
            self.state.in_play = Some(curriculum.next(now, all, instances, &solved));
        }
    }

    /// How many training instances are in play, where there is a curriculum.
    pub fn in_play(&self) -> Option<usize> {
        self.state.in_play
    }

    fn next_generation(&mut self) {
        self.state.generation += 1;
        self.breed();
    }
}

/// The measurements of a batch.
fn pairs<'a>(requests: &'a [Request], answers: &'a [Answer]) -> Vec<Measurement<'a>> {
    // Every answer was checked against its request when it was taken or restored.
    requests
        .iter()
        .zip(answers)
        .filter_map(|(request, answer)| Measurement::new(&request.work, answer))
        .collect()
}
