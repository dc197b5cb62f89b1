//! # unstuck-bin-packing
//!
//! Bin packing, online and offline: items of whole sizes go into as few bins of equal capacity as possible. Online, the
//! items come in order and decisions are final; offline, all items are known, and packings are improved.
//!
//! ```
//! use unstuck_bin_packing::{Items, Online, rules};
//! use unstuck_core::local_search::{Limits, Parameters, Solve, CONSTRUCT, solve};
//!
//! let items = Items::new("example", 10, vec![6, 7, 4, 3, 5, 5])?;
//! let packing = Online::new(items);
//! let best_fit = rules::read("best_fit")?;
//! let parameters = Parameters::new(&CONSTRUCT);
//! let found = solve(Solve {
//!     problem: &packing,
//!     rules: &best_fit,
//!     parameters: &parameters,
//!     seed: 1,
//!     limits: Limits::default(),
//!     from: None,
//!     observer: &mut (),
//! });
//! assert_eq!(found.unwrap().cost.soft, 3);
//! # Ok::<(), unstuck_core::error::ParseError>(())
//! ```
//!
//! | module | idea |
//! |---|---|
//! | [`domain`], [`view`] | the registration; what people see of a packing |
//! | [`items`], [`text`], [`generate`], [`sets`] | instances: their texts (OR-Library, BPPLIB, CSV), generators, published sets |
//! | [`packing`], [`partial`] | the problem; a packing that is being built: a histogram of residuals |
//! | [`features`], [`rules`] | what rules see of a choice; named rules |
//! | [`bounds`], [`validate`] | lower bounds; packings checked by independent code |
//! | [`moves`], [`refill`] | local search: moves between bins; bins filled again by subset sums |

pub mod bounds;
pub mod domain;
pub mod features;
pub mod generate;
pub mod items;
pub mod moves;
pub mod packing;
pub mod partial;
pub mod refill;
pub mod rules;
pub mod sets;
mod subsets;
pub mod text;
pub mod validate;
pub mod view;

pub use domain::BinPackingDomain;
pub use items::Items;
pub use packing::{Offline, Online, Packing, Solution};
