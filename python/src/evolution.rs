//! An experiment in memory: asked for tasks, told their answers, frozen and revived.

use crate::call::{away, guarded};
use crate::errors::{Error, told};
use crate::plain::python;
use crate::plan;
use anyhow::{Result, anyhow, bail};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyBytes;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use unstuck_core::effort::NodePrices;
use unstuck_core::feature::FeatureTable;
use unstuck_core::language::{Formula, print};
use unstuck_core::search::{Limit, Limits, Observer, Stats};
use unstuck_evolution::algorithms::own::Plan;
use unstuck_evolution::engine::{Champion, Engine, RunConfig};
use unstuck_evolution::experiment::{Experiment, Ready};
use unstuck_evolution::formula_text;
use unstuck_evolution::genome::{Genome, Space};
use unstuck_evolution::measure::Run;
use unstuck_evolution::operators::OwnOperator;
use unstuck_evolution::task::{Answer, Task, Work};
use unstuck_ops::experiments::ExperimentFile;
use unstuck_ops::progress::Silent;
use unstuck_ops::runner::fetch_pattern_databases;
use unstuck_ops::sources;
use unstuck_ops::watch::Deadline;
use unstuck_ops::workers::{Pool, useful};

/// A run of evolution in memory.
#[pyclass(frozen, module = "unstuck._unstuck")]
pub struct Evolution {
    experiment: Experiment,
    ready: Ready,
    repetition: u32,
    pool: Pool,
    engine: Mutex<Engine>,
    operator: Option<Arc<Operator>>,
    plan: Option<Plan>,
}

/// An operator that is a function of Python, and how often it makes the child.
struct Operator {
    function: Py<PyAny>,
    rate: f64,
    /// What it raised; passed to the caller when the generation is bred.
    raised: Mutex<Option<PyErr>>,
}

/// Where an experiment's text comes from: the text, its title for messages, the folder of the files it names.
pub type Origin = (String, String, PathBuf);

/// One task for Python: its number, the heuristic, the role, the names of the instances (none for a fit), and the task
/// as bytes.
type Asked<'py> = (u64, String, &'static str, Option<Vec<String>>, Bound<'py, PyBytes>);

#[pymethods]
impl Evolution {
    /// Reads the experiment, its instances, and solves them by the reference.
    #[new]
    #[pyo3(signature = (origin, *, seed=None, quick=false, repetition=0, threads=0, operator=None, algorithm=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        origin: Origin,
        seed: Option<u64>,
        quick: bool,
        repetition: u32,
        threads: usize,
        operator: Option<(Py<PyAny>, f64)>,
        algorithm: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let (text, title, folder) = origin;
        let operator =
            operator.map(|(function, rate)| Arc::new(Operator { function, rate, raised: Mutex::default() }));
        let off = Arc::new(AtomicBool::new(false));
        away(py, &|| off.store(true, Ordering::Relaxed), || {
            let file = ExperimentFile::of(&text, (&title, &folder), seed, quick)?;
            if !file.whole.grid.is_empty() {
                bail!(
                    "{title}: the file has a grid, and this is about one run; 'run' with a store does all of it"
                );
            }
            let experiment = file.whole;
            plan::check(&experiment, algorithm.as_ref())?;
            let plan = algorithm.map(plan::plan);
            if repetition >= experiment.repetitions {
                let count = experiment.repetitions;
                bail!(
                    "repetition {repetition} is not among the {count} of the experiment, which count from 0"
                );
            }
            fetch_pattern_databases(&experiment, threads, &Silent)?;
            let pool = Pool::new(useful(threads, 0))?;
            let mut sets = sources::read(&experiment, &folder, &pool)?;
            sources::generate(&experiment, &mut sets, &pool, &|_, _| ())?;
            let ready = experiment.prepare(sets, &pool, &watch(&off), &|| ())?;
            let config = config(&experiment, &ready, repetition, operator.as_ref(), plan.clone());
            let engine = Mutex::new(Engine::new(config));
            Ok(Self { experiment, ready, repetition, pool, engine, operator, plan })
        })
    }

    /// The tasks that wait for an answer.
    fn ask<'py>(&self, py: Python<'py>) -> PyResult<Vec<Asked<'py>>> {
        let context = &self.ready.context;
        let asked = |task: Task| {
            let (role, instances) = match &task.work {
                Work::Search { role, instances, .. } => {
                    let set = context.set(*role);
                    let name = |&index: &u32| set[index as usize].name.clone();
                    (role.name(), Some(instances.iter().map(name).collect()))
                }
                Work::Fit { role, .. } => (role.name(), None),
            };
            let bytes = PyBytes::new(py, &task.pack(&context.table));
            Ok((task.id, context.text(&task.heuristic), role, instances, bytes))
        };
        guarded(|| self.engine().ask().into_iter().map(asked).collect())
    }

    /// Answers tasks with the threads of this process; an answer is bytes.
    fn measure<'py>(&self, py: Python<'py>, tasks: Vec<Vec<u8>>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let off = Arc::new(AtomicBool::new(false));
        let answers = away(py, &|| off.store(true, Ordering::Relaxed), || {
            let tasks = tasks.iter().map(|bytes| Task::unpack(bytes, &self.ready.context.table));
            let tasks = tasks.collect::<Result<Vec<Task>, _>>()?;
            Ok(self.ready.context.answer(&tasks, &self.pool, &watch(&off))?)
        })?;
        answers.iter().map(|answer| Ok(PyBytes::new(py, &packed(answer)?))).collect()
    }

    /// Takes an answer as bytes.
    fn tell(&self, py: Python<'_>, id: u64, answer: &[u8]) -> PyResult<()> {
        let answer: Answer = postcard::from_bytes(answer)
            .map_err(|error| Error::new_err(format!("these bytes are not an answer: {error}")))?;
        self.take(py, id, answer)
    }

    /// Takes the searches of a task, one an instance: solved, expanded, length. Their effort is that of the expansions.
    fn tell_runs(&self, py: Python<'_>, id: u64, runs: Vec<(bool, u64, u64)>) -> PyResult<()> {
        let run = |(solved, expanded, length)| {
            let effort = NodePrices::PUZZLE.expanded.saturating_mul(expanded);
            Run { solved, expanded, length, effort }
        };
        self.take(py, id, Answer::Runs(runs.into_iter().map(run).collect()))
    }

    /// Takes the fitness of a task, as the caller defines it.
    fn tell_fitness(&self, py: Python<'_>, id: u64, fitness: f64) -> PyResult<()> {
        if fitness.is_nan() {
            return Err(Error::new_err("a fitness must be a number"));
        }
        self.take(py, id, Answer::Fitness(fitness))
    }

    /// Ends the run after one more validation.
    fn stop(&self) {
        self.engine().stop();
    }

    /// The state of the run, as bytes.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        guarded(|| Ok(PyBytes::new(py, &self.engine().snapshot())))
    }

    /// Goes on from a snapshot of the same experiment.
    fn restore(&self, snapshot: &[u8]) -> PyResult<()> {
        guarded(|| {
            let (operator, plan) = (self.operator.as_ref(), self.plan.clone());
            let config = config(&self.experiment, &self.ready, self.repetition, operator, plan);
            let engine =
                Engine::restore(config, snapshot).map_err(|error| Error::new_err(error.to_string()))?;
            *self.engine() = engine;
            Ok(())
        })
    }

    /// The generation that is being measured.
    #[getter]
    fn generation(&self) -> u32 {
        self.engine().generation()
    }

    /// Measurements of a heuristic that were asked for.
    #[getter]
    fn evaluations(&self) -> u64 {
        self.engine().evaluations()
    }

    /// Why the run is over, if it is.
    #[getter]
    fn finished<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python(py, &json!(self.engine().finished()))
    }

    /// The best on validation so far.
    #[getter]
    fn champion<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python(py, &json!(self.engine().champion().map(|champion| self.described(champion))))
    }

    /// The individuals of the last complete generation, each with its score on the training set.
    #[getter]
    fn population<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let members = guarded(|| Ok(self.engine().members()))?;
        let rows: Vec<Value> = members.iter().map(|member| self.described(member)).collect();
        python(py, &Value::Array(rows))
    }

    /// What happened, by generation.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python(py, &json!(self.engine().history()))
    }

    /// What heuristics are measured on, in their roles, with what the reference made of it.
    #[getter]
    fn instances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut all: Vec<Value> = Vec::new();
        for role in unstuck_evolution::role::Role::ALL {
            all.extend(self.ready.context.set(role).iter().map(|known| {
                json!({ "role": role, "name": known.name, "text": known.instance.text(), "reference": known.reference })
            }));
        }
        python(py, &Value::Array(all))
    }

    /// The file with every default filled in.
    #[getter]
    fn config(&self) -> String {
        self.experiment.print()
    }

    /// The domain, and the names of the large tables that the experiment reads.
    #[getter]
    fn needs(&self) -> (String, Vec<&'static str>) {
        (self.experiment.domain().info().name.to_string(), self.experiment.tables())
    }

    /// Everything that answers depend on, for an evaluator elsewhere.
    fn world<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.ready.context.pack()))
    }
}

impl Evolution {
    /// The engine, once no other thread has it. Python continues meanwhile: the one that has it may be calling an operator.
    fn engine(&self) -> MutexGuard<'_, Engine> {
        Python::attach(|py| self.engine.lock_py_attached(py)).unwrap_or_else(PoisonError::into_inner)
    }

    fn described(&self, champion: &Champion) -> Value {
        let Experiment { domain, metric, .. } = &self.experiment;
        let formula = champion.heuristic.with_header(&domain.info().name, metric);
        let context = &self.ready.context;
        json!({
            "heuristic": context.text(&champion.heuristic),
            "text": print(&formula, &context.table),
            "size": champion.size,
            "generation": champion.generation + 1,
            "fitness": champion.validation.fitness,
            "nodes": champion.validation.nodes,
            "length": champion.validation.length,
            "unsolved": champion.validation.unsolved,
        })
    }

    /// The last answer of a batch breeds the next generation, which may take a while.
    fn take(&self, py: Python<'_>, id: u64, answer: Answer) -> PyResult<()> {
        guarded(|| {
            py.detach(|| self.engine().tell(id, answer)).map_err(|error| Error::new_err(error.to_string()))
        })?;
        let raised = self.operator.as_ref().and_then(|operator| operator.raised().take());
        raised.map_or(Ok(()), Err)
    }
}

/// The configuration of a run, with the operator and the algorithm of the caller.
fn config(
    experiment: &Experiment,
    ready: &Ready,
    repetition: u32,
    own: Option<&Arc<Operator>>,
    plan: Option<Plan>,
) -> RunConfig {
    let mut config = RunConfig { plan, ..experiment.run_config(ready, repetition) };
    config.tools.own = own.map(|operator| {
        let (operator, table) = (Arc::clone(operator), Arc::clone(&ready.context.table));
        OwnOperator {
            rate: operator.rate,
            apply: Arc::new(move |first, second, space, seed| {
                operator.child([first, second], &table, space, seed)
            }),
        }
    });
    config
}

impl Operator {
    fn raised(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The child that the function makes, if it makes one that fits.
    fn child(
        &self,
        parents: [&Formula; 2],
        table: &FeatureTable,
        space: &Space,
        seed: u64,
    ) -> Option<Genome> {
        let [first, second] = parents.map(|parent| formula_text::write(parent, table));
        let child = Python::attach(|py| {
            self.function.call1(py, (first, second, seed))?.extract::<Option<String>>(py)
        });
        let genome = child.and_then(|child| child.map(|text| read(&text, table, space)).transpose());
        genome.unwrap_or_else(|error| {
            self.raised().get_or_insert(error);
            None
        })
    }
}

/// A heuristic as a genome of the space.
fn read(text: &str, table: &FeatureTable, space: &Space) -> PyResult<Genome> {
    let formula = formula_text::read(text, table);
    let genome = formula
        .map_err(|error| error.to_string())
        .and_then(|formula| Genome::read(&formula, space).map_err(|error| error.to_string()));
    genome.map_err(|error| Error::new_err(format!("the operator's child '{text}': {error}")))
}

/// Plain data as bytes.
pub fn packed<T: serde::Serialize>(value: &T) -> PyResult<Vec<u8>> {
    postcard::to_stdvec(value).map_err(|error| told(&anyhow!("cannot be packed: {error}")))
}

/// Makes the watchers of searches that end when a flag is set.
pub fn watch(off: &Arc<AtomicBool>) -> impl Fn(&Limits) -> Box<dyn Observer> + Sync + use<> {
    let off = Arc::clone(off);
    move |limits: &Limits| {
        Box::new(Guard { deadline: Deadline::new(limits), off: Arc::clone(&off) }) as Box<dyn Observer>
    }
}

struct Guard {
    deadline: Deadline,
    off: Arc<AtomicBool>,
}

impl Observer for Guard {
    fn poll(&mut self, _stats: &Stats) -> Option<Limit> {
        if self.off.load(Ordering::Relaxed) {
            return Some(Limit::Cancelled);
        }
        self.deadline.reached()
    }
}
