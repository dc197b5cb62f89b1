//! Tests of the crate as its users see it.

mod lockstep;
mod plans;
mod random_tasks;
mod refusals;
mod round_trips;
mod sas;
mod tasks;
mod walks;
