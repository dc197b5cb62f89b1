//! Experiments on their way into the store and out of it: their files, their instances, their champions.
//!
//! [`ExperimentFile`] is a file as it is to be run; with the instances it names it is what the store keeps
//! and the [runner](crate::runner) runs. A champion leaves by [`save`].

pub mod analysed_instances;
pub mod champion_file;
mod concepts;
mod copy;
mod document;
mod export;
mod file;
mod find;
mod import;
pub mod learn;
mod plan_formulas;
mod results;

pub use champion_file::{default_path, save};
pub use copy::copy;
pub use document::document;
pub use export::{fronts, generations, individuals};
pub use file::{ExperimentFile, Kept, identity, is_plain};
pub use find::{find, find_or_newest};
pub use import::{Imported, import};
pub use results::{ConfigurationResults, Results};
