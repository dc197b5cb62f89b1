//! The instances of an experiment, by the source that its file names.
//!
//! Named instances and datasets are read when an experiment is put into the store: files may change later. New ones are
//! made by the run, since that may take a minute: until then the experiment has none in those roles.

mod generated;
mod tabular;

pub use tabular::table_file;

pub use generated::check as check_generated;

use crate::request::instances::defined::problems_below;
use crate::request::instances::{self, Reading};
use crate::system::cancel::Stopped;
use anyhow::{Context, Result, bail};
use generated::Making;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use unstuck_core::domain;
use unstuck_core::executor::Executor;
use unstuck_core::instance::Instance;
use unstuck_evolution::experiment::{Experiment, Generated, Sets, Source};
use unstuck_evolution::role::Role;

type Named = Vec<(String, Box<dyn Instance>)>;

/// The instances that have names, and the rows of datasets; what cannot be made later is refused. Files are looked
/// for in the folder of the experiment's own file.
pub fn read(experiment: &Experiment, folder: &Path, executor: &dyn Executor) -> Result<Sets> {
    let mut sets = Sets::default();
    let mut files = tabular::Files::default();
    for role in Role::ALL {
        let found = match experiment.data.source(role) {
            Some(Source::Named { names, take }) => {
                named(experiment, names, *take, folder).map(|found| (found, None))
            }
            Some(Source::Folder { folder: tasks, role, take }) => tasks_of(&folder.join(tasks), *role)
                .and_then(|names| named(experiment, &names, *take, folder))
                .map(|found| (found, None)),
            Some(Source::Tabular(source)) => {
                tabular::read(experiment, (source, role), folder, &mut files, executor)
            }
            Some(Source::Generated(wanted)) => {
                generated::check(experiment, wanted).map(|()| (Vec::new(), None)).map_err(Into::into)
            }
            None => Ok((Vec::new(), None)),
        };
        let (instances, rows) = found.with_context(|| format!("data.{}", role.name()))?;
        sets.instances[role] = instances;
        sets.rows[role] = rows;
    }
    Ok(sets)
}

/// Adds the instances that are still to be made; reports their number to `progress`.
pub fn generate(
    experiment: &Experiment,
    sets: &mut Sets,
    executor: &dyn Executor,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<()> {
    let (roles, mut making): (Vec<Role>, Vec<Making<'_>>) =
        generated_roles(experiment).map(|(role, wanted)| (role, Making::new(experiment, wanted))).unzip();
    let total = generated_roles(experiment).map(|(_, wanted)| wanted.count).sum();
    let made: Vec<AtomicUsize> = roles.iter().map(|_| AtomicUsize::new(0)).collect();
    let count = |at: usize, number: usize| {
        made[at].store(number, Ordering::Relaxed);
        progress(made.iter().map(|number| number.load(Ordering::Relaxed)).sum(), total);
    };
    loop {
        let open: Vec<usize> = (0..making.len()).filter(|&at| !making[at].is_done()).collect();
        if open.is_empty() {
            break;
        }
        // A generator draws one instance after another, but those of different roles at the same time.
        let drawn: Vec<OnceLock<Result<Named>>> = open.iter().map(|_| OnceLock::new()).collect();
        executor.run(open.len(), &|number| {
            let at = open[number];
            let _ = drawn[number].set(making[at].draw(&|made| count(at, made)));
        });
        for (at, drawn) in open.into_iter().zip(drawn) {
            let kept = match drawn.into_inner() {
                Some(drawn) => {
                    drawn.and_then(|drawn| making[at].keep(drawn, executor, &|made| count(at, made)))
                }
                None => Err(Stopped.into()),
            };
            kept.with_context(|| format!("data.{}", roles[at].name()))?;
        }
    }
    for (role, making) in roles.into_iter().zip(making) {
        sets.instances[role] = making.found();
    }
    Ok(())
}

/// The roles whose instances are made.
fn generated_roles(experiment: &Experiment) -> impl Iterator<Item = (Role, &Generated)> {
    Role::ALL.into_iter().filter_map(|role| match experiment.data.source(role) {
        Some(Source::Generated(wanted)) => Some((role, wanted)),
        _ => None,
    })
}

/// Whether instances are still to be made of an experiment that has some of each of these roles.
pub fn awaits_generation(experiment: &Experiment, present: &[Role]) -> bool {
    generated_roles(experiment).any(|(role, _)| !present.contains(&role))
}

/// Whether two experiments have the same instances: most configurations of a grid do.
pub fn are_shared(one: &Experiment, other: &Experiment) -> bool {
    (&one.domain, &one.metric, &one.settings, &one.data)
        == (&other.domain, &other.metric, &other.settings, &other.data)
}

/// Whether a task of training, by its place, is for validation: every fifth, so that the first ones, where evolution
/// begins, stay in training.
pub const fn is_for_validation(number: usize) -> bool {
    number % 5 == 4
}

/// The tasks of a folder that are for a role, smallest first: those below `training` and `testing`, or all for
/// training. Every fifth task of training is for validation.
fn tasks_of(folder: &Path, role: Role) -> Result<Vec<String>> {
    let below = |name: &str| Some(folder.join(name)).filter(|path| path.is_dir());
    let (training, testing) = (below("training"), below("testing"));
    let from = match role {
        Role::Test => match testing {
            Some(testing) => testing,
            None => return Ok(Vec::new()),
        },
        _ => training.unwrap_or_else(|| folder.to_owned()),
    };
    let mut tasks = problems_below(&from.to_string_lossy())?;
    if tasks.len() < 5 && role != Role::Test {
        bail!("{} has {} tasks: five are needed at least", from.display(), tasks.len());
    }
    tasks.sort_by_cached_key(|task| std::fs::metadata(task).map_or(0, |file| file.len()));
    let is_ours =
        |number: usize| role == Role::Test || is_for_validation(number) == (role == Role::Validation);
    let ours = tasks.into_iter().enumerate().filter(|(number, _)| is_ours(*number));
    ours.map(|(_, task)| Ok(format!("@{}", std::path::absolute(task)?.display()))).collect()
}

fn named(experiment: &Experiment, names: &[String], take: Option<usize>, folder: &Path) -> Result<Named> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let mut found: Vec<String> = Vec::new();
    for name in names {
        match name.strip_prefix('@') {
            // A folder means the problems below it.
            Some(path) if path != "-" && folder.join(path).is_dir() => {
                let problems = problems_below(&folder.join(path).to_string_lossy())?;
                found.extend(problems.iter().map(|problem| format!("@{problem}")));
            }
            Some(file) if file != "-" => found.push(format!("@{}", folder.join(file).display())),
            _ => found.push(name.clone()),
        }
    }
    let names = found;
    let reading = Reading { metric: Some(experiment.metric.clone()), settings: experiment.settings.clone() };
    let wanted = experiment.domain();
    let found = instances::resolve_names(&names, &experiment.domain.0, &reading)?;
    if let Some(error) = found.errors.first() {
        bail!("{error}");
    }
    let mut read = Vec::new();
    for source in found.sources.iter().take(take.unwrap_or(usize::MAX)) {
        let (domain, of) = (&source.domain.info().name, &wanted.info().name);
        let is_same = source.domain.definition() == wanted.definition();
        // In an experiment about tasks of any PDDL domain each brings its own along, and in one with features of its own
        // tasks are those of the domain without them.
        if !(domain == of && is_same)
            && wanted.adopt(&*source.domain, "").is_some()
            && let Some(text) = wanted.adopt(&*source.domain, &source.read(&reading)?.text())
        {
            let task = domain::read(wanted, &text, reading.metric.as_deref(), &reading.settings);
            read.push((source.name.clone(), task.with_context(|| source.name.clone())?));
            continue;
        }
        if domain != of {
            bail!("{} is {domain}, and the experiment is about {of}", source.name);
        }
        if !is_same {
            bail!("{} belongs to another domain of the name {of}: the definitions differ", source.name);
        }
        read.push((source.name.clone(), source.read(&reading)?));
    }
    Ok(read)
}
