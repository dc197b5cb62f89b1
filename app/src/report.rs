//! What an experiment shows: text for people, and one HTML file that needs nothing else.
//!
//! [`Analysis`](unstuck_ops::analysis::Analysis) turns a stored experiment into statistics. [`sheets`] sets them in
//! tables and [`summary`] in sentences, which the [`terminal`] prints. [`document`](mod@document) gathers both with the
//! curves of the runs, and [`page`](mod@page) puts that into the page which the web UI's build makes for reports: that
//! page draws everything.

pub mod curves;
mod document;
mod page;
mod place;
mod sheet;
mod sheets;
mod summary;
pub mod terminal;

pub use document::document;
pub use page::{is_available, page};
pub use place::{Place, file_name};
pub use terminal::show;
