//! # unstuck-planning
//!
//! Classical planning: PDDL domains and problems, solved like any other domain.
//!
//! The crate `unstuck-pddl` reads and grounds; here the ground task becomes a [`Problem`](unstuck_core::problem::Problem).
//!
//! | folder | modules | idea |
//! |---|---|---|
//! | root | [`domain`], [`pddl_domain`], [`definition`], `language` | the domain `pddl`, and `pddl-NAME` made from a domain file, with the lifted features chosen for it |
//! | root | [`source`], [`grounding`], [`ground_task`] | a problem as it was read, with the independent replay; grounding on first use under the job's limits; what searches need of a task |
//! | `task` | [`text`], [`plan`], [`layout`], [`state`], [`derivation`] | texts and plans; variables as bits of words; the working state; derived atoms |
//! | `task` | [`successors`], [`symmetry`] | applicable operators by a decision tree; interchangeable objects |
//! | `heuristics` | [`relaxation`], [`landmarks`], [`lm_cut`] | the task without deletes: hmax, hadd, relaxed plans; what every plan makes true; disjunctive action landmarks, for optimal plans |
//! | `heuristics` | [`novelty`], [`consumables`] | what is new about a state; what is used up for good |
//! | root | [`lookahead`], [`scratch`] | relaxed plans carried out; results kept between features |
//! | `solvers` | `quick`, `shortest`, `cheaper` | the search for a first plan, and for better ones; what makes a plan cheaper without a search for another |
//! | root | [`lifted`], [`vocabulary`], `transfer` | features made of the words of one domain: counts, concepts and roles; feature tables; champions in the words of other domains |
//! | root | [`generate`] | the built-in benchmarks: domains and generators of tasks |
//! | root | [`problem`], [`features`], [`instance`], `purposes` | the task as searches, heuristics and the outside see it; what the steps of a plan are for |
//!
//! ```
//! use unstuck_core::domain::{Settings, read_search};
//! use unstuck_planning::{AnyPddlDomain, SETS};
//!
//! let gripper = (SETS[0].text)("gripper").unwrap();
//! let task = read_search(&AnyPddlDomain, &gripper, None, &Settings::new())?;
//! let found = task.solve(&task.request("astar", "zero")?, &mut ())?;
//! assert_eq!((found.cost, found.optimal), (Some(9), true));
//! assert!(found.plan[0].starts_with("(pick "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod atoms;
pub mod definition;
pub mod domain;
pub mod features;
pub mod generate;
pub mod ground_task;
pub mod grounding;
mod heuristics;
pub mod instance;
mod language;
pub mod lifted;
pub mod lookahead;
pub mod pddl_domain;
pub mod problem;
mod purposes;
mod puzzle;
pub mod registration;
pub mod scratch;
mod solvers;
pub mod source;
mod task;
mod tasks;
mod transfer;
pub mod view;
pub mod vocabulary;

use std::sync::Arc;
use unstuck_core::registry;

pub use domain::AnyPddlDomain;
pub use heuristics::{consumables, landmarks, lm_cut, novelty, relaxation};
pub use language::Pddl;
pub use pddl_domain::{PddlDomain, benchmarks};
pub use task::{derivation, layout, plan, state, successors, symmetry, text};
pub use tasks::SETS;

/// Installs the domain of all tasks, the benchmarks and the language of planning domains into the registry.
pub fn install() {
    registry::install([Arc::new(AnyPddlDomain) as _]);
    registry::install_benchmarks(benchmarks);
    registry::install_language(&Pddl);
}
