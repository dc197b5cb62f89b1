//! # unstuck-core
//!
//! Domains, heuristics and search algorithms behind the program `unstuck`. The crate starts no threads, reads no clock, and touches
//! neither files nor network: the caller brings those.
//!
//! ```
//! use unstuck_core::domain::{self, Settings};
//!
//! let rush_hour = unstuck_core::registry::domain("rush-hour").unwrap();
//! let text = "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo";
//! let board = domain::read_search(&*rush_hour, text, Some("slides"), &Settings::new())?;
//! let request = board.request("astar", "max(blockers_deep, 0.5*hybrid)")?;
//! let found = board.solve(&request, &mut ())?;
//! assert_eq!(found.plan.join(" "), "G-3 C+3 B+4 D-1 F-1 H-2 E+2 A+3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | idea |
//! |---|---|
//! | [`problem`], [`feature`], [`heuristic`] | states, actions and goals of one instance; measurements of a node; estimates |
//! | [`search`] | the algorithms, their parameters, limits and statistics |
//! | [`optimisation`], [`local_search`] | problems whose solutions have a cost: construction by rules, moves; and their algorithms |
//! | [`puzzle`], [`view`], [`instance`] | a problem for people; what screens show of it; a problem behind the dynamic boundary, with searches as plain data |
//! | [`domain`], [`domains`], [`registry`] | what a domain is; those that are here; name → domain |
//! | [`language`], [`champions`] | heuristics as texts; the evolved ones that ship |
//! | [`audit`], [`sample`] | heuristics held against exact distances; states as rows of numbers |
//! | [`conformance`] | the laws of a domain, for those who write one |
//! | [`effort`], [`ranking`] | what searches do, priced; sums of features that put states into order |
//! | [`executor`], [`resources`], [`random`] | threads, tables and random numbers |

pub mod amount;
pub mod audit;
pub mod champions;
pub mod conformance;
pub mod domain;
pub mod domains;
pub mod drawing;
pub mod effort;
pub mod error;
pub mod executor;
pub mod feature;
pub mod heuristic;
pub mod instance;
pub mod language;
pub mod local_search;
pub mod optimisation;
pub mod problem;
pub mod puzzle;
pub mod random;
pub mod ranking;
pub mod registry;
pub mod resources;
pub mod sample;
pub mod search;
pub mod suggest;
pub mod view;
