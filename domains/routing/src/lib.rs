//! # unstuck-routing
//!
//! The travelling salesman problem ([`tsp`]) and vehicle routing with capacities ([`cvrp`]): rules that construct tours and
//! routes, local search that improves them.
//!
//! ```
//! use unstuck_core::local_search::{Limits, Parameters, Solve, CONSTRUCT, solve};
//! use unstuck_routing::tsp::{Touring, rules, text};
//!
//! let cities = text::read("x,y\n0,0\n4,0\n4,3\n0,3\n2,1\n", "five")?.remove(0);
//! let problem = Touring::new(cities);
//! let found = solve(Solve {
//!     problem: &problem,
//!     rules: &rules::read("farthest_insertion")?,
//!     parameters: &Parameters::new(&CONSTRUCT),
//!     seed: 1,
//!     limits: Limits::default(),
//!     from: None,
//!     observer: &mut (),
//! });
//! assert_eq!(found.unwrap().cost.soft, 14);
//! # Ok::<(), unstuck_core::error::ParseError>(())
//! ```
//!
//! | module | idea |
//! |---|---|
//! | [`distances`], [`neighbours`] | whole distances by published definitions; the nearest places of each place |
//! | [`tsplib`], [`csv`], [`mod@line`], [`geojson`] | texts: files of TSPLIB and CVRPLIB, tables, instances on one line, drawings |
//! | [`constraints`] | customers that are fixed to a route or kept apart |
//! | [`mersenne`] | the random numbers of published instances |
//! | [`tsp`], [`cvrp`] | the domains |

mod canvas;
pub mod constraints;
pub mod csv;
pub mod cvrp;
pub mod distances;
pub mod geojson;
pub mod line;
pub mod mersenne;
pub mod neighbours;
mod size;
pub mod tsp;
pub mod tsplib;

pub use cvrp::CvrpDomain;
pub use tsp::TspDomain;
