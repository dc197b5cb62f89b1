//! Vehicle routing with capacities: routes from a depot serve all customers, none beyond the capacity, and together they are as
//! short as possible.
//!
//! A construction starts with a route for each customer and merges routes: the rule decides which merge is next, as in the
//! savings algorithm or, with more ways to join two routes, as in insertion with regret ([`joins`]). Iterated local search removes strings of customers and inserts them again ([`strings`]); its rule for
//! acceptance is the annealing.
//!
//! | module | idea |
//! |---|---|
//! | [`domain`], [`view`] | the registration; what people see of routes |
//! | [`customers`], [`text`], [`generate`], [`sets`] | instances: texts, generators, published sets |
//! | [`problem`], [`construction`], [`partial`], [`joins`], `order`, [`routes`], `solutions` | the problem; merges and joins of routes; routes as linked lists |
//! | [`features`], [`parts`], [`rules`] | what rules see of merges and of customers; named rules |
//! | [`moves`], `improve`, [`strings`], [`buffers`] | small moves; local search; string removal with blink insertion |
//! | [`bounds`], [`validate`], [`explain`] | lower bounds; routes checked by independent code; cost by route, place of one more customer |
//!
//! Time windows and limits on the number of routes are not supported.

pub mod bounds;
pub mod buffers;
pub mod construction;
pub mod customers;
pub mod domain;
pub mod explain;
pub mod features;
pub mod generate;
mod improve;
pub mod joins;
pub mod moves;
mod order;
pub mod partial;
pub mod parts;
pub mod problem;
pub mod routes;
pub mod rules;
pub mod sets;
mod solutions;
pub mod strings;
pub mod text;
pub mod validate;
pub mod view;

pub use customers::Customers;
pub use domain::CvrpDomain;
pub use problem::Routing;
pub use routes::Routes;
