//! # unstuck-core
//!
//! The engine behind the program `unstuck`: problems, heuristics written as texts, and the algorithms that run on both. Domains
//! are crates of their own; `unstuck-tiles` is one of them.
//!
//! ```
//! use unstuck_core::domain::{self, Settings};
//! use unstuck_tiles::TilesDomain;
//!
//! let board = domain::read_search(&TilesDomain, "1 2 5 3 4 0 6 7 8", Some("moves"), &Settings::new())?;
//! let request = board.request("astar", "max(manhattan, 0.5*misplaced)")?;
//! let found = board.solve(&request, &mut ())?;
//! assert_eq!(found.plan.join(" "), "U L L");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To write a domain, copy the one in [`tutorial`]: about 150 lines, four traits, no other crate.
//!
//! The crate starts no threads, reads no clock, and touches neither files nor network: the caller brings those.
//!
//! | module | idea |
//! |---|---|
//! | [`problem`], [`feature`], [`heuristic`] | states, actions and goals of one instance; measurements of a node; estimates |
//! | [`search`] | the algorithms, their parameters, limits and statistics |
//! | [`optimisation`], [`local_search`] | problems whose solutions have a cost: construction by rules, moves; and their algorithms |
//! | [`puzzle`], [`view`], [`instance`] | a problem for people; what screens show of it; a problem behind the dynamic boundary, with searches as plain data |
//! | [`domain`], [`registry`] | what a domain is; name → domain |
//! | [`language`], [`champions`] | heuristics as texts; the evolved ones that ship |
//! | [`audit`], [`sample`] | heuristics held against exact distances; states as rows of numbers |
//! | [`tutorial`], [`conformance`] | a domain from nothing; the laws of a domain, for those who write one |
//! | [`effort`], [`ranking`] | what searches do, priced; sums of features that put states into order |
//! | [`executor`], [`resources`], [`random`] | threads, tables and random numbers |

pub mod amount;
pub mod audit;
pub mod champions;
pub mod conformance;
pub mod domain;
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
pub mod tutorial;
pub mod view;
