//! The module `unstuck._unstuck`: what the Python package is made of that is not Python.
//!
//! | file | idea |
//! |---|---|
//! | `call` | work away from Python or in place: its lock released, signals obeyed, panics caught |
//! | `errors` | refusals as exceptions, with the same words |
//! | `plain` | results as Python's values |
//! | `solving`, `heuristic`, `dataset` | searches, spaces, comparisons, texts, rows |
//! | `plan` | an evolutionary algorithm that is a function of Python |
//! | `plans` | an anytime search on its own thread |
//! | `task` | a ground planning task and its states |
//! | `requests` | the other requests of the operations layer, by name |
//! | `evolution` | an experiment in memory: ask, tell, snapshot, restore |
//! | `stored` | an experiment in a store, with the runner of the program |
//! | `remote_evaluator` | evaluation in other processes: both ends |
//! | `wording` | keywords and functions, as messages name them |
//! | `domain` | a domain whose functions are Python's |
//!
//! The package in front of it (`python/unstuck`) gives all of this names, types and documentation.

mod call;
mod dataset;
mod domain;
mod errors;
mod evolution;
mod heuristic;
mod plain;
mod plan;
mod plans;
mod remote_evaluator;
mod requests;
mod solving;
mod stored;
mod task;
mod wording;

use pyo3::prelude::*;

/// What the Python package is made of that is not Python.
#[pymodule]
fn _unstuck(module: &Bound<'_, PyModule>) -> PyResult<()> {
    unstuck::install();
    unstuck_ops::wording::install(&wording::Keywords);
    let py = module.py();
    module.add("__version__", unstuck_ops::origin::VERSION)?;
    module.add("__build__", unstuck_ops::origin::long_version())?;
    module.add("Error", py.get_type::<errors::Error>())?;
    module.add("Defect", py.get_type::<errors::Defect>())?;
    module.add_class::<evolution::Evolution>()?;
    module.add_class::<remote_evaluator::Evaluator>()?;
    module.add_class::<plans::Plans>()?;
    module.add_class::<task::Task>()?;
    module.add_class::<task::State>()?;
    module.add_function(wrap_pyfunction!(solving::solve, module)?)?;
    module.add_function(wrap_pyfunction!(solving::solve_all, module)?)?;
    module.add_function(wrap_pyfunction!(solving::time_solve, module)?)?;
    module.add_function(wrap_pyfunction!(solving::explore, module)?)?;
    module.add_function(wrap_pyfunction!(solving::audit, module)?)?;
    module.add_function(wrap_pyfunction!(solving::compare, module)?)?;
    module.add_function(wrap_pyfunction!(requests::ask, module)?)?;
    module.add_function(wrap_pyfunction!(requests::read_file, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::generate_dataset, module)?)?;
    module.add_function(wrap_pyfunction!(stored::show_stored, module)?)?;
    module.add_function(wrap_pyfunction!(solving::main, module)?)?;
    module.add_function(wrap_pyfunction!(solving::features, module)?)?;
    module.add_function(wrap_pyfunction!(solving::board, module)?)?;
    module.add_function(wrap_pyfunction!(heuristic::read_heuristic, module)?)?;
    module.add_function(wrap_pyfunction!(heuristic::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(heuristic::evaluate_rows, module)?)?;
    module.add_function(wrap_pyfunction!(heuristic::export, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::read_dataset, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::write_dataset, module)?)?;
    module.add_function(wrap_pyfunction!(domain::register, module)?)?;
    module.add_function(wrap_pyfunction!(domain::unregister, module)?)?;
    module.add_function(wrap_pyfunction!(domain::check_laws, module)?)?;
    module.add_function(wrap_pyfunction!(plan::select, module)?)?;
    module.add_function(wrap_pyfunction!(stored::run_stored, module)?)?;
    module.add_function(wrap_pyfunction!(stored::rule_experiment, module)?)?;
    module.add_function(wrap_pyfunction!(remote_evaluator::table_path, module)?)?;
    module.add_function(wrap_pyfunction!(call::provoke_defect, module)?)?;
    Ok(())
}
