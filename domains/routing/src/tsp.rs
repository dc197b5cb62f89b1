//! The travelling salesman problem: the shortest closed tour through all cities.
//!
//! Tours are constructed in several ways ([`Frame`](partial::Frame)): cities are appended to a path, or inserted into a closed
//! tour where they cost least, or where a rule for `place` decides. The features that a rule reads determine the way.
//! Lin–Kernighan steps with kicks improve tours ([`search`]).
//!
//! | module | idea |
//! |---|---|
//! | [`domain`], [`view`] | the registration; what people see of a tour |
//! | [`cities`], [`text`], [`generate`], [`sets`] | instances: texts, generators, published sets |
//! | [`problem`], [`construction`], [`partial`], `solutions` | the problem; a tour that is being constructed |
//! | [`features`], [`kicks`], [`rules`] | what rules see of choices and of cities of a tour; named rules |
//! | [`tour`], [`moves`], [`lin_kernighan`], [`search`] | a tour as an array; small moves; the engine; low-level heuristics |
//! | [`bounds`], [`validate`], [`explain`] | 1-trees; tours checked by independent code; what each edge costs |

pub mod bounds;
pub mod cities;
pub mod construction;
pub mod domain;
pub mod explain;
pub mod features;
pub mod generate;
pub mod kicks;
pub mod lin_kernighan;
pub mod moves;
pub mod partial;
pub mod problem;
pub mod rules;
pub mod search;
pub mod sets;
mod solutions;
pub mod text;
pub mod tour;
pub mod validate;
pub mod view;

pub use cities::Cities;
pub use domain::TspDomain;
pub use problem::{Solution, Touring};
