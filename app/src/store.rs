//! Experiments that are kept.
pub mod record;
