//! Tests of the crate as its users see it.

#![allow(clippy::unwrap_used)] // in functions that tests share

mod limits;
mod lockstep;
mod plans;
mod random_tasks;
mod refusals;
mod round_trips;
mod sas;
mod tasks;
mod walks;
