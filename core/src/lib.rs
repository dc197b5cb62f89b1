//! # unstuck-core
//!
//! Domains, heuristics and search algorithms behind the program `unstuck`. The crate starts no threads, reads no clock, and touches
//! neither files nor network: the caller brings those.
//!
//! ```
//! use unstuck_core::instance::Job;
//! use unstuck_core::registry::{self, Settings};
//!
//! let rush_hour = registry::family("rush-hour").unwrap();
//! let text = "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo";
//! let board = registry::read(rush_hour, text, Some("slides"), &Settings::new())?;
//! let found = board.solve(&Job::new("astar", "max(blockers_deep, 0.5*hybrid)"), &mut ())?;
//! assert_eq!(found.plan.join(" "), "G-3 C+3 B+4 D-1 F-1 H-2 E+2 A+3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | idea |
//! |---|---|
//! | [`domain`], [`puzzle`], [`domains`] | what a puzzle is, to searches and to people; those that are here |
//! | [`registry`], [`instance`] | names become domains, texts become instances, jobs become solutions |
//! | [`search`], [`heuristic`] | the algorithms, their limits and figures; what estimates are made of |
//! | [`language`], [`champions`] | heuristics as texts; the evolved ones that ship |
//! | [`audit`], [`sample`] | heuristics held against exact distances; states as rows of numbers |
//! | [`conformance`] | the laws of a domain, for those who write one |
//! | [`executor`], [`resources`], [`random`] | threads, tables and random numbers |

pub mod audit;
pub mod champions;
pub mod conformance;
pub mod domain;
pub mod domains;
pub mod error;
pub mod executor;
pub mod heuristic;
pub mod instance;
pub mod language;
pub mod puzzle;
pub mod random;
pub mod registry;
pub mod resources;
pub mod sample;
pub mod search;
pub mod suggest;
