//! # unstuck-job-shop
//!
//! Job shop scheduling: jobs need machines in an order of their own, each for a time, and machines process one operation at a
//! time. Flow shops are the case where all jobs have one route. Jobs may have release times, due dates and weights, machines
//! set-up times between jobs; the objective is the makespan, or weighted tardiness or flow time. In a dynamic shop jobs are
//! not known before they are released.
//!
//! ```
//! use unstuck_core::local_search::{Limits, Parameters, Solve, ITERATED, solve};
//! use unstuck_job_shop::{Static, rules, sets};
//!
//! let ft06 = sets::read("ft")?.remove(0);
//! let problem = Static::new(ft06);
//! let most_work_remaining = rules::read("mwkr")?;
//! let parameters = Parameters::new(&ITERATED);
//! let found = solve(Solve {
//!     problem: &problem,
//!     rules: &most_work_remaining,
//!     parameters: &parameters,
//!     seed: 1,
//!     limits: Limits { effort: Some(30_000_000), seconds: None },
//!     from: None,
//!     observer: &mut (),
//! });
//! assert_eq!(found.unwrap().cost.soft, 55);
//! # Ok::<(), unstuck_core::error::ParseError>(())
//! ```
//!
//! | module | idea |
//! |---|---|
//! | [`domain`], [`view`] | the registration; Gantt charts and the parts of a cost |
//! | [`shop`], [`text`], [`generate`], [`taillard`], [`sets`] | instances: their texts, generators, published sets |
//! | [`problem`], [`partial`] | the problem, static and dynamic; a schedule that is being built by dispatching |
//! | [`features`], [`rules`] | what rules see of a choice; named rules |
//! | [`schedule`] | orders on machines with their times; Gantt charts |
//! | [`moves`], [`tabu`] | local search: moves on critical blocks; tabu search |
//! | [`bounds`], [`mod@prove`], [`validate`] | lower bounds; branch and bound; schedules checked by independent code |

pub mod bounds;
pub mod buffers;
pub mod domain;
pub mod features;
pub mod generate;
pub mod moves;
mod neighbourhood;
pub mod partial;
pub mod problem;
pub mod prove;
pub mod rules;
pub mod schedule;
pub mod sets;
pub mod shop;
pub mod tabu;
pub mod taillard;
pub mod text;
pub mod validate;
pub mod view;

pub use domain::JobShopDomain;
pub use problem::{Dynamic, JobShop, Static};
pub use prove::prove;
pub use schedule::Schedule;
pub use shop::{Job, Objective, Shop};
