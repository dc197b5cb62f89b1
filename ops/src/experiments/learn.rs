//! An experiment that learns a heuristic for one planning domain, made of nothing but its tasks and the time there is.

use crate::ToSchema;
use crate::experiments::ExperimentFile;
use crate::experiments::file::MAX_SENT;
use crate::request::Fields;
use crate::request::instances::defined::problems_below;
use crate::request::instances::{self, Reading};
use crate::request::user_file::{self, FileKind};
use crate::sources::is_for_validation;
use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use std::path::Path;
use unstuck_core::registry;
use unstuck_evolution::experiment::writer::{Writer, quoted_list};

/// What to learn from.
#[derive(Debug, Clone, Deserialize, ToSchema, Fields)]
#[serde(deny_unknown_fields)]
#[schema(as = LearnRequest)]
pub struct Learning {
    /// The name of a built-in planning domain; on the command line also a domain file, in a browser the text of a definition.
    pub domain: String,
    /// Members of built-in sets; on the command line also folders and problem files, in a browser texts of problems.
    pub tasks: Vec<String>,
    /// The same for the test; it may have none.
    #[serde(default)]
    pub test: Vec<String>,
    /// How many minutes evolution may take.
    #[serde(default = "ten")]
    pub minutes: f64,
    /// The seed.
    #[serde(default = "one")]
    pub seed: u64,
}

fn ten() -> f64 {
    10.0
}

fn one() -> u64 {
    1
}

/// Whether an argument of `evolve` names a planning domain rather than an experiment.
pub fn is_domain(argument: &str) -> bool {
    instances::is_domain_file(argument) || planning(argument)
}

fn planning(name: &str) -> bool {
    registry::domain(name)
        .is_some_and(|domain| domain.info().family.is_some() && domain.definition().is_some())
}

/// The experiment.
///
/// # Errors
///
/// There are too few tasks, there is no time, or a file cannot be read.
pub fn experiment(learning: &Learning, quick: bool) -> Result<ExperimentFile> {
    let Learning { domain, tasks, test, minutes, seed } = learning;
    let domain = match planning(domain) {
        true => Definition::BuiltIn(domain.clone()),
        false => Definition::of(&user_file::read(domain, FileKind::PDDL)?).with_context(|| domain.clone())?,
    };
    let [tasks, test] = [tasks, test].map(|names| named(names));
    let text = written(&domain, &tasks?, &test?, *minutes, *seed)?;
    ExperimentFile::of(&text, (&learning.domain, Path::new("")), None, quick)
}

/// The experiment of a browser, which may name no files, as the text of its file.
///
/// # Errors
///
/// There are too few tasks, there is no time, or a name is unknown.
pub fn without_files(learning: &Learning) -> Result<String> {
    let Learning { domain, tasks, test, minutes, seed } = learning;
    let domain = match planning(domain) {
        true => Definition::BuiltIn(domain.clone()),
        false => Definition::of(domain)?,
    };
    let [tasks, test] = [tasks, test].map(|tasks| {
        let mut found = Vec::new();
        for task in tasks {
            match task.contains('(') {
                true => found.push(task.clone()),
                false => {
                    let some = instances::without_files(task, None, &Reading::default(), MAX_SENT as u64)?;
                    found.extend(some.into_iter().map(|source| source.name));
                }
            }
        }
        anyhow::Ok(found)
    });
    let text = written(&domain, &tasks?, &test?, *minutes, *seed)?;
    let file = ExperimentFile::of_text(&text, Path::new(""), false).map_err(|error| anyhow!("{error}"))?;
    Ok(file.whole.print())
}

/// A planning domain in the file of an experiment.
enum Definition {
    BuiltIn(String),
    Text { name: String, text: String },
}

impl Definition {
    fn of(text: &str) -> Result<Self> {
        let domain = registry::define(text)?;
        Ok(Self::Text { name: domain.info().name.to_string(), text: text.to_owned() })
    }
}

/// What is the same for all domains: formulas of relaxed plans and learned concepts, for greedy and for lazy search.
const TEMPLATE: &str = "
[search]
algorithm = 'greedy'
limits = { effort = EFFORT, memory = '1GiB', reference_factor = 1, optimal = 0 }
[genome]
kind = 'tree'
features = ['hff', 'hadd', 'goals_left', 'relaxed_left', 'lifted']
functions = 'arithmetic'
constants = [0.0, 2.0]
limits = { nodes = 40, depth = 8 }
concepts = { complexity = 5, max = 150, formulas = 8 }
[algorithm]
kind = 'generational'
population = 60
elites = 2
racing = true
[fitness]
kind = 'coverage'
sample = 16
reference = 'hff'
curriculum = { first = 8, grow_at = 0.8 }
[champion]
validate_every = 3
top = 4
control = false
baseline = false
[stop]
seconds = SECONDS
[grid]
'search.algorithm' = ['greedy', 'lazy']
";

/// The experiment's file: every fifth task is for validation.
fn written(
    domain: &Definition,
    tasks: &[String],
    test: &[String],
    minutes: f64,
    seed: u64,
) -> Result<String> {
    if !(minutes > 0.0 && minutes.is_finite()) {
        bail!("minutes must be a number above 0, not {minutes}");
    }
    if tasks.len() < 5 {
        bail!("{} tasks are too few to learn from; name a folder with five or more", tasks.len());
    }
    let mut out = Writer::default();
    let (Definition::BuiltIn(name) | Definition::Text { name, .. }) = domain;
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).collect();
    out.entry("format", 1);
    out.text("name", &plain);
    out.text("domain", name);
    if let Definition::Text { text, .. } = domain {
        out.text("pddl", text);
    }
    out.entry("seed", seed);
    let initial = ["hff", "2*hff + goals_left", "goals_left", "hadd", "relaxed_left"];
    out.entry("initial", quoted_list(&initial));
    out.section("data");
    let role = |validates: bool| -> Vec<&String> {
        let some = tasks.iter().enumerate().filter(|(number, _)| is_for_validation(*number) == validates);
        some.map(|(_, task)| task).collect()
    };
    out.entry("train", quoted_list(&role(false)));
    out.entry("validation", quoted_list(&role(true)));
    if !test.is_empty() {
        out.entry("test", quoted_list(test));
    }
    let effort = (minutes * 2e7).clamp(1e7, 1e9);
    // Half of the time each: some domains need all successors evaluated, others depth.
    let seconds = minutes * 30.0;
    let template = TEMPLATE.replace("EFFORT", &effort.to_string()).replace("SECONDS", &seconds.to_string());
    Ok(out.finish() + &template)
}

/// The tasks that folders, files and names of sets mean.
fn named(names: &[String]) -> Result<Vec<String>> {
    let mut tasks = Vec::new();
    for name in names {
        let path = Path::new(name);
        if path.is_dir() {
            let files = problems_below(name)?;
            tasks.extend(files.iter().map(|file| absolute(file)).collect::<Result<Vec<_>>>()?);
        } else if path.is_file() {
            tasks.push(absolute(name)?);
        } else {
            tasks.extend(members(name)?);
        }
    }
    Ok(tasks)
}

/// The file of a task, as an experiment names it.
fn absolute(path: &str) -> Result<String> {
    let found = std::path::absolute(path).with_context(|| path.to_owned())?;
    Ok(format!("@{}", found.to_string_lossy()))
}

/// The members that a name of a built-in set means: `ferry:train`, `ferry:train-1-40`.
fn members(name: &str) -> Result<Vec<String>> {
    let found = instances::resolve(&[name.to_owned()], None, &Reading::default())?;
    if let Some(error) = found.errors.into_iter().next() {
        bail!("{error}");
    }
    Ok(found.sources.into_iter().map(|source| source.name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Draft;
    use crate::system::progress::Silent;

    #[test]
    fn members_of_a_set_make_an_experiment() {
        unstuck_domains::install();
        let learning = Learning {
            domain: "pddl-ferry".to_owned(),
            tasks: vec!["ferry:train-1-10".to_owned()],
            test: vec!["ferry:easy-1-3".to_owned()],
            minutes: 0.5,
            seed: 7,
        };
        let file = experiment(&learning, false).unwrap();
        assert_eq!((file.whole.seed, file.whole.name.as_str()), (7, "pddl-ferry"));
        let text = file.whole.print();
        assert!(text.contains("validation = [\"ferry:train-5\", \"ferry:train-10\"]"), "{text}");
        // A browser that names the same gets the same, and no files.
        assert_eq!(without_files(&learning).unwrap(), text);
        for file in ["@/etc/hostname", "-", "/etc", "p01.pddl"] {
            let learning = Learning { tasks: vec![file.to_owned()], ..learning.clone() };
            let refused = without_files(&learning).expect_err(file).to_string();
            assert!(!refused.contains("too few"), "{file}: {refused}");
        }
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
        let refused = experiment(&few, false).err().expect("too few tasks");
        assert!(refused.to_string().contains("too few"), "{refused}");
        assert!(is_domain("pddl-ferry") && !is_domain("rush-hour") && !is_domain("x.toml"));
    }
}
