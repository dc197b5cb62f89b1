//! An algorithm that is a function of Python: it gets the individuals of a generation, and gives the recipes of the next.

use crate::errors::Error;
use crate::plain::python;
use pyo3::prelude::*;
use serde_json::json;
use std::panic::resume_unwind;
use std::sync::Arc;
use unstuck_evolution::algorithms::own::{Plan, Recipe};
use unstuck_evolution::algorithms::{GenerationContext, Individual, ranked};
use unstuck_evolution::experiment::Experiment;
use unstuck_evolution::operators::Named;
use unstuck_evolution::operators::selection::{Pool, SELECTIONS};
use unstuck_ops::runner::Raised;

/// The plan that a function makes. Algorithms have no errors, so an exception unwinds them; their caller gets it.
pub fn plan(function: Py<PyAny>) -> Plan {
    Arc::new(move |generation, individuals| {
        Python::attach(|py| recipes(py, &function, generation, individuals)).unwrap_or_else(|error| {
            let reason = format!("the algorithm: {error}");
            resume_unwind(Box::new(Raised { reason, cause: Box::new(error), interrupted: false }))
        })
    })
}

fn recipes(
    py: Python<'_>,
    function: &Py<PyAny>,
    generation: &GenerationContext<'_>,
    individuals: &[Individual],
) -> PyResult<Vec<Recipe>> {
    let mut ranks = vec![0; individuals.len()];
    for (rank, place) in ranked(individuals, generation.parsimony).into_iter().enumerate() {
        ranks[place] = rank;
    }
    let row = |(place, (one, rank)): (usize, (&Individual, &usize))| {
        json!({
            "place": place,
            "rank": rank,
            "heuristic": generation.context.text(&one.candidate.formula(generation.space)),
            "fitness": one.score.fitness,
            "cases": one.score.cases,
            "nodes": one.score.nodes,
            "length": one.score.length,
            "unsolved": one.score.unsolved,
            "size": one.size,
            "age": one.age,
        })
    };
    let rows: Vec<_> = individuals.iter().zip(&ranks).enumerate().map(row).collect();
    let text: String =
        function.call1(py, (generation.number, generation.seed, python(py, &rows)?))?.extract(py)?;
    let recipes: Vec<Recipe> = serde_json::from_str(&text)
        .map_err(|error| Error::new_err(format!("the algorithm gave no recipes: {error}")))?;
    if recipes.is_empty() {
        return Err(Error::new_err(
            "the algorithm gave no recipes: a generation has one individual at least",
        ));
    }
    for recipe in &recipes {
        recipe.check(individuals.len()).map_err(Error::new_err)?;
    }
    Ok(recipes)
}

/// Refuses a function that the experiment does not ask for, and an experiment that asks for one in vain.
pub fn check(experiment: &Experiment, function: Option<&Py<PyAny>>) -> anyhow::Result<()> {
    match (experiment.needs_plan(), function) {
        (true, None) => {
            anyhow::bail!("the experiment's algorithm is \"own\": give a function as `algorithm`")
        }
        (false, Some(_)) => {
            anyhow::bail!("an `algorithm` is given: write kind = \"own\" in [algorithm] of the experiment")
        }
        _ => Ok(()),
    }
}

/// Two places of a population, chosen by a selection.
#[pyfunction]
pub fn select(
    fitness: Vec<f64>,
    cases: Vec<Vec<f64>>,
    selection: &str,
    seed: u64,
) -> PyResult<(usize, usize)> {
    let named: Named = serde_json::from_str(selection).map_err(|error| Error::new_err(error.to_string()))?;
    named.check("selection").map_err(Error::new_err)?;
    if fitness.is_empty() || !(cases.is_empty() || cases.len() == fitness.len()) {
        return Err(Error::new_err(
            "a selection needs a fitness for each individual, and cases for all or none",
        ));
    }
    let pool = Pool::new(&fitness, &cases, &[]);
    let mut random = unstuck_core::random::stream(seed, "select", &[]);
    let chosen = named.of(SELECTIONS).ok_or_else(|| Error::new_err("unknown selection"))?;
    Ok((chosen.operator.apply)(&mut random, &chosen.parameters, &pool))
}
