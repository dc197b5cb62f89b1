//! The instances of an experiment: read by their names, from datasets, or made.

mod tabular;

use crate::cancel;
use crate::instances::{self, Reading};
use crate::method;
use crate::progress::{Extent, Progress};
use crate::watch::{Activity, Watch};
use crate::workers::Pool;
use anyhow::{Context, Result, anyhow, bail};
use std::path::Path;
use std::sync::OnceLock;
use unstuck_core::domain::{GenerateError, Request};
use unstuck_core::executor::Executor;
use unstuck_core::instance::Instance;
use unstuck_core::search::Limits;
use unstuck_evolution::experiment::{Experiment, Generated, Sets, Source};
use unstuck_evolution::role::Role;

/// Most nodes to expand to tell how long the cheapest plan of a fresh instance is.
const MEASURE: u64 = 3_000_000;

/// How many more instances than wanted are drawn before a length counts as impossible.
const TRIES: usize = 200;

type Named = Vec<(String, Box<dyn Instance>)>;

/// The instances of all roles. Files are looked for in the folder of the experiment's own file.
pub fn read(experiment: &Experiment, folder: &Path, pool: &Pool, progress: &dyn Progress) -> Result<Sets> {
    let mut sets = Sets::default();
    let mut files = tabular::Files::default();
    for role in Role::ALL {
        let found = match experiment.data.source(role) {
            Some(Source::Named { names, take }) => {
                named(experiment, names, *take, folder).map(|found| (found, None))
            }
            Some(Source::Generated(spec)) => {
                generated(experiment, spec, role, pool, progress).map(|found| (found, None))
            }
            Some(Source::Tabular(source)) => {
                tabular::read(experiment, (source, role), folder, &mut files, pool)
            }
            None => Ok((Vec::new(), None)),
        };
        let (instances, rows) = found.with_context(|| format!("data.{}", role.name()))?;
        sets.instances[role] = instances;
        sets.rows[role] = rows;
    }
    Ok(sets)
}

fn named(experiment: &Experiment, names: &[String], take: Option<usize>, folder: &Path) -> Result<Named> {
    let in_folder = |name: &String| match name.strip_prefix('@') {
        Some(file) if file != "-" => format!("@{}", folder.join(file).display()),
        _ => name.clone(),
    };
    let names: Vec<String> = names.iter().map(in_folder).collect();
    let reading = Reading { metric: Some(experiment.metric.clone()), settings: experiment.settings.clone() };
    let wanted = experiment.domain();
    let found = instances::resolve_names(&names, &experiment.domain.0, &reading)?;
    if let Some(error) = found.errors.first() {
        bail!("{error}");
    }
    let mut read = Vec::new();
    for source in found.sources.iter().take(take.unwrap_or(usize::MAX)) {
        let (domain, of) = (&source.domain.info().name, &wanted.info().name);
        if domain != of {
            bail!("{} is {domain}, and the experiment is about {of}", source.name);
        }
        if source.domain.definition() != wanted.definition() {
            bail!("{} belongs to another domain of the name {of}: the definitions differ", source.name);
        }
        read.push((source.name.clone(), source.read(&reading)?));
    }
    Ok(read)
}

fn generated(
    experiment: &Experiment,
    spec: &Generated,
    role: Role,
    pool: &Pool,
    progress: &dyn Progress,
) -> Result<Named> {
    let title = format!("making {}", role.name());
    let (mut stage, activity) = (progress.stage(&title, Extent::Pieces(spec.count)), Activity::default());
    let mut found: Named = Vec::new();
    // Boards of a seed come in a fixed order, so asking for more of them repeats the first ones.
    let (mut seen, mut asked) = (0, spec.count);
    loop {
        let texts = texts(experiment, spec, asked, |number| {
            if spec.length.is_none() {
                stage.show(number, &activity);
            }
        })?;
        let fresh = texts.into_iter().skip(seen).enumerate().map(|(number, text)| {
            let name = format!("{}#{}:{}", spec.generator, spec.seed, seen + number + 1);
            let read = unstuck_core::domain::read(
                experiment.domain(),
                &text,
                Some(&experiment.metric),
                &experiment.settings,
            );
            read.map(|instance| (name, instance)).map_err(|error| anyhow!("{text}: {error}"))
        });
        let fresh = fresh.collect::<Result<Named>>()?;
        let Some(length) = spec.length else {
            return Ok(fresh);
        };
        seen += fresh.len();
        found.extend(of_length(experiment, fresh, length, pool)?);
        stage.show(found.len().min(spec.count), &activity);
        if found.len() >= spec.count {
            found.truncate(spec.count);
            return Ok(found);
        }
        if asked >= spec.count.saturating_mul(TRIES) {
            let (low, high) = length;
            let what = format!("{} of {seen} instances have a length from {low} to {high}", found.len());
            bail!("only {what}, and {} are wanted; widen length", spec.count);
        }
        asked = asked.saturating_mul(2);
    }
}

fn texts(
    experiment: &Experiment,
    spec: &Generated,
    count: usize,
    mut made: impl FnMut(usize),
) -> Result<Vec<String>> {
    let request =
        Request { generator: &spec.generator, parameters: &spec.parameters, count, seed: spec.seed };
    let mut texts = Vec::new();
    let activity = Activity::default();
    let mut watch = Watch::new(&activity, Limits::default());
    let ended = unstuck_core::domain::generate(experiment.domain(), &request, &mut watch, &mut |text| {
        texts.push(text);
        made(texts.len());
    });
    match ended {
        Ok(()) => Ok(texts),
        Err(GenerateError::Stopped(_)) if cancel::requested() => Err(super::Stopped.into()),
        Err(error) => Err(anyhow!("{error}")),
    }
}

/// Those whose cheapest plan is known and of such a length.
fn of_length(
    experiment: &Experiment,
    instances: Named,
    (low, high): (u64, u64),
    pool: &Pool,
) -> Result<Named> {
    let limits = Limits { expanded: Some(MEASURE), seconds: None, memory: Some(1 << 30) };
    let request = method::optimal(experiment.domain(), &experiment.metric, limits)?;
    let fits: Vec<OnceLock<bool>> = instances.iter().map(|_| OnceLock::new()).collect();
    let activity = Activity::default();
    pool.run(instances.len(), &|number| {
        let solution = instances[number].1.solve(&request, &mut Watch::new(&activity, limits));
        let length = solution.ok().filter(|solution| solution.optimal).and_then(|solution| {
            let lengths = solution.lengths.into_iter();
            lengths.filter(|(metric, _)| *metric == experiment.metric).map(|(_, length)| length).next()
        });
        let _ = fits[number].set(length.is_some_and(|length| (low..=high).contains(&length)));
    });
    if cancel::requested() {
        return Err(super::Stopped.into());
    }
    let kept = instances.into_iter().zip(fits).filter(|(_, fits)| fits.get() == Some(&true));
    Ok(kept.map(|(instance, _)| instance).collect())
}
