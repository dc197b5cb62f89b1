//! A domain from nothing: turn over the top of a stack of pancakes until their sizes grow downwards.
//!
//! A domain implements four traits: [`Problem`](crate::problem::Problem) is what searches need,
//! [`Featured`](crate::heuristic::Featured) what heuristics are made of, [`Puzzle`](crate::puzzle::Puzzle) what people see, and
//! [`Domain`](crate::domain::Domain) what programs need to know. In the order of the code below:
//!
//! 1. **Problem.** A value holds what is fixed for an instance; states are small; `visit` hands every legal action to a visitor, in
//!    an order that never changes.
//! 2. **Features** are rows of a table. A row that never overestimates names the metrics in which it does not;
//!    [`check_laws`](crate::instance::Instance::check_laws) and an [audit](crate::audit) test the promise. `zero` must be present.
//! 3. **Puzzle.** `replay` is the validator that every plan passes before it is shown, so it shares no code with the search.
//! 4. **Domain** is the registration and the manual page: metrics, sets of instances, how texts are read.
//! 5. [`registry::register`](crate::registry::register) makes the name known to experiments and programs.
//!
//! ```standalone_crate
#![doc = include_str!("../examples/pancakes.rs")]
//! ```
