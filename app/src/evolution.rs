//! Runs experiments: reads or makes their instances, lets an engine evolve, and compares what came out.

mod bar;
mod data;
mod guard;
pub mod output;
mod run;
mod trial;

pub use data::read as read_data;
pub use guard::Guard;
pub use output::{beside, save};
pub use run::{Run, Stopped, evolve, figure, prepare};
pub use trial::{Trial, hold as hold_trial};
