//! The travelling salesman problem: the shortest closed tour through all cities.
//!
//! Tours are constructed in two frames. [`NextCity`] appends one city after the other to a path. [`Insertion`] chooses a city
//! and then its place in a closed tour: `choose` decides which city, `place` where. [`greedy`] has constructions that are
//! no rules. Lin–Kernighan steps with kicks improve tours ([`search`]).
//!
//! | module | idea |
//! |---|---|
//! | [`cities`], [`text`], [`generate`], [`sets`] | instances: texts, generators, published sets |
//! | [`problem`], [`construction`], [`partial`] | the problem; a tour that is being constructed |
//! | [`features`], [`rules`], [`batch`] | what rules see; named rules; a rule on many instances |
//! | [`tour`], [`moves`], [`lin_kernighan`], [`search`] | a tour as an array; small moves; the engine; low-level heuristics |
//! | [`greedy`] | greedy edge and savings |
//! | [`bounds`], [`validate`], [`explain`] | 1-trees; tours checked by independent code; what each edge costs |

pub mod batch;
pub mod bounds;
pub mod cities;
pub mod construction;
pub mod explain;
pub mod features;
pub mod generate;
pub mod greedy;
pub mod lin_kernighan;
pub mod moves;
pub mod partial;
pub mod problem;
pub mod rules;
pub mod search;
pub mod sets;
pub mod text;
pub mod tour;
pub mod validate;

pub use cities::Cities;
pub use problem::{Insertion, NextCity, Solution, Touring};
