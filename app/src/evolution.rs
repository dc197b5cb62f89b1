//! Experiments on their way into the store and out of it: their files, their instances, their champions.
//!
//! [`ExperimentFile`] is a file as it is to be run; [`read_data`] reads or makes the instances it names; both together make what the
//! store keeps and the [runner](crate::runner) runs. A champion leaves by [`save`].

mod bar;
mod data;
mod file;
pub mod output;
mod stopped;

pub use bar::{columns, pieces_among, share_among};
pub use data::read as read_data;
pub use file::{ExperimentFile, Kept, identity, is_plain};
pub use output::{beside, save};
pub use stopped::Stopped;
