//! # unstuck-planning
//!
//! Classical planning: PDDL domains and problems, solved like any other domain.
//!
//! The crate `unstuck-pddl` reads and grounds; here the ground task becomes a [`Problem`](unstuck_core::problem::Problem).
//!
//! | module | idea |
//! |---|---|
//! | [`domain`], [`made`], [`definition`], `language` | the domain `pddl`, and `pddl-NAME` made from a domain file, with the lifted features chosen for it |
//! | [`source`], [`text`], [`plan`] | a problem as it was read: texts, plans, the independent replay |
//! | [`grounding`], [`ground_task`] | grounding on first use under the job's limits; what searches need of a task |
//! | [`layout`], [`state`], [`derivation`] | variables as bits of words; the working state; derived atoms |
//! | [`successors`], [`symmetry`] | applicable operators by a decision tree; interchangeable objects |
//! | [`relaxation`], [`scratch`] | the task without deletes: hmax, hadd, relaxed plans; results kept between features |
//! | [`landmarks`] | what every plan makes true, with orders |
//! | [`lm_cut`] | disjunctive action landmarks, for optimal plans |
//! | [`novelty`], [`lookahead`], `quick`, `shortest` | what is new about a state; relaxed plans carried out; the search for a first plan, and for better ones |
//! | [`lifted`], [`rows`] | features made of the words of one domain: counts, concepts and roles; feature tables |
//! | `purposes` | what the steps of a plan are for |
//! | [`generate`] | the built-in benchmarks: domains and generators of tasks |
//! | [`problem`], [`features`], [`instance`] | the task as searches, heuristics and the outside see it |
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
pub mod consumables;
pub mod definition;
pub mod derivation;
pub mod domain;
mod effort;
pub mod features;
pub mod generate;
pub mod ground_task;
pub mod grounding;
pub mod instance;
pub mod landmarks;
mod language;
pub mod layout;
pub mod lifted;
pub mod lm_cut;
pub mod lookahead;
pub mod made;
pub mod novelty;
pub mod plan;
pub mod problem;
mod purposes;
mod puzzle;
mod quick;
pub mod registration;
pub mod relaxation;
pub mod rows;
pub mod scratch;
mod shortest;
mod solver;
pub mod source;
pub mod state;
pub mod successors;
pub mod symmetry;
mod tasks;
pub mod text;
mod transfer;
pub mod view;

use std::sync::Arc;
use unstuck_core::registry;

pub use domain::AnyPddlDomain;
pub use language::Pddl;
pub use made::{PddlDomain, benchmarks};
pub use tasks::SETS;

/// Installs the domain of all tasks, the benchmarks and the language of planning domains into the registry.
pub fn install() {
    registry::install([Arc::new(AnyPddlDomain) as _]);
    registry::install_benchmarks(benchmarks);
    registry::install_language(&Pddl);
}
