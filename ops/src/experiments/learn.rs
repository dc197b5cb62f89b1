//! An experiment that learns a heuristic for one planning domain, made of nothing but its tasks and the time there is.

use crate::instances::defined::problems_below;
use crate::sources::is_for_validation;
use crate::user_file::{self, FileKind};
use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::path::Path;
use unstuck_core::registry;

/// What to learn from.
#[derive(Debug, Clone)]
pub struct Learning {
    /// A domain file, or the name of a built-in planning domain.
    pub domain: String,
    /// Folders, problem files or members of built-in sets.
    pub tasks: Vec<String>,
    /// How long evolution may take.
    pub minutes: f64,
    /// The seed.
    pub seed: u64,
}

/// Whether an argument of `evolve` names a planning domain rather than an experiment.
pub fn is_domain(argument: &str) -> bool {
    crate::instances::is_domain_file(argument) || planning(argument)
}

fn planning(name: &str) -> bool {
    registry::domain(name)
        .is_some_and(|domain| domain.info().family.is_some() && domain.definition().is_some())
}

/// The experiment's file.
///
/// # Errors
///
/// There are too few tasks, there is no time, or a file cannot be read.
pub fn experiment(learning: &Learning) -> Result<String> {
    if !(learning.minutes > 0.0 && learning.minutes.is_finite()) {
        bail!("minutes must be a number above 0, not {}", learning.minutes);
    }
    let (name, domain) = match planning(&learning.domain) {
        true => (learning.domain.clone(), learning.domain.clone()),
        false => {
            let path = absolute(&learning.domain)?;
            let domain = registry::define(&user_file::read(&learning.domain, FileKind::PDDL)?)
                .with_context(|| learning.domain.clone())?;
            (domain.info().name.to_string(), format!("@{path}"))
        }
    };
    let mut tasks = Vec::new();
    for task in &learning.tasks {
        if Path::new(task).is_dir() {
            tasks
                .extend(problems_below(task)?.iter().map(|file| absolute(file)).collect::<Result<Vec<_>>>()?);
        } else if Path::new(task).is_file() {
            tasks.push(absolute(task)?);
        } else {
            tasks.extend(members(task)?);
            continue;
        }
        let files = tasks.iter_mut().filter(|task| !task.starts_with('@') && Path::new(task).is_file());
        files.for_each(|task| *task = format!("@{task}"));
    }
    if tasks.len() < 5 {
        bail!("{} tasks are too few to learn from; name a folder with five or more", tasks.len());
    }
    let role = |validates: bool| -> Vec<&String> {
        let some = tasks.iter().enumerate().filter(|(number, _)| is_for_validation(*number) == validates);
        some.map(|(_, task)| task).collect()
    };
    let list = |names: Vec<&String>| {
        let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
        format!("[{}]", quoted.join(", "))
    };
    let effort = (learning.minutes * 2e7).clamp(1e7, 1e9);
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).collect();
    let mut text = String::new();
    let _ = write!(
        text,
        "format = 1
name = '{plain}'
domain = '{domain}'
seed = {seed}
initial = ['hff', '2*hff + goals_left', 'goals_left', 'hadd', 'relaxed_left']
[data]
train = {train}
validation = {validation}
[search]
algorithm = 'greedy'
limits = {{ effort = {effort}, memory = '1GiB', reference_factor = 1, optimal = 0 }}
[genome]
kind = 'tree'
features = ['hff', 'hadd', 'goals_left', 'relaxed_left', 'lifted']
functions = 'arithmetic'
constants = [0.0, 2.0]
limits = {{ nodes = 40, depth = 8 }}
concepts = {{ complexity = 5, max = 150, formulas = 8 }}
[algorithm]
kind = 'generational'
population = 60
elites = 2
racing = true
[fitness]
kind = 'coverage'
sample = 16
reference = 'hff'
curriculum = {{ first = 8, grow_at = 0.8 }}
[champion]
validate_every = 3
top = 4
control = false
baseline = false
[stop]
seconds = {seconds}
[grid]
'search.algorithm' = ['greedy', 'lazy']
",
        seed = learning.seed,
        train = list(role(false)),
        validation = list(role(true)),
        // Half of the time each: some domains need all successors evaluated, others depth.
        seconds = learning.minutes * 30.0,
    );
    Ok(text)
}

fn absolute(path: &str) -> Result<String> {
    let found = std::path::absolute(path).with_context(|| path.to_owned())?;
    let text = found.to_string_lossy().into_owned();
    // The experiment's file quotes it by single quotes.
    if text.contains('\'') {
        bail!("the path {text} has a quotation mark, which an experiment's file cannot hold");
    }
    Ok(text)
}

/// The members that a name of a built-in set means: `ferry:train`, `ferry:train-1-40`.
fn members(name: &str) -> Result<Vec<String>> {
    let reading = crate::instances::Reading::default();
    let found = crate::instances::resolve(&[name.to_owned()], None, &reading)?;
    if let Some(error) = found.errors.into_iter().next() {
        bail!("{error}");
    }
    Ok(found.sources.into_iter().map(|source| source.name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::ExperimentFile;
    use crate::progress::Silent;
    use crate::store::Draft;

    #[test]
    fn members_of_a_set_make_an_experiment() {
        unstuck_domains::install();
        let learning = Learning {
            domain: "pddl-ferry".to_owned(),
            tasks: vec!["ferry:train-1-10".to_owned()],
            minutes: 0.5,
            seed: 7,
        };
        let text = experiment(&learning).unwrap();
        let file = ExperimentFile::of(&text, ("here", Path::new("")), None, false).unwrap();
        assert_eq!((file.whole.seed, file.whole.name.as_str()), (7, "pddl-ferry"));
        assert!(text.contains("validation = ['ferry:train-5', 'ferry:train-10']"), "{text}");
        // Formulas that rank the states of plans join those of the template, the same ones with any number of threads.
        let draft = |threads: usize| file.draft("here".to_owned(), threads, &Silent).unwrap();
        let initial = |draft: &Draft, number: usize| {
            let one = draft.configurations[number].config.clone();
            one.lines().find(|line| line.starts_with("initial")).map(str::to_owned).unwrap()
        };
        let (alone, both) = (draft(1), draft(2));
        let (one, two) = (initial(&alone, 0), initial(&both, 0));
        // Greedy and lazy search begin with the same ones.
        assert_eq!((both.configurations.len(), initial(&both, 1)), (2, two.clone()));
        assert!(one.starts_with("initial = [\"hff\", ") && one.matches('"').count() > 2 * 10, "{one}");
        assert_eq!(one, two);
        let few = Learning { tasks: vec!["ferry:train-1-4".to_owned()], ..learning };
        assert!(experiment(&few).unwrap_err().to_string().contains("too few"));
        assert!(is_domain("pddl-ferry") && !is_domain("rush-hour") && !is_domain("x.toml"));
    }
}
