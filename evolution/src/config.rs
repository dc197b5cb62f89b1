//! Sections of an experiment file: read with places, and written as people write them.
//!
//! | file | idea |
//! |---|---|
//! | [`source`] | TOML whose values know their line and column |
//! | [`writer`] | TOML in a given order |
//! | [`settings`] | the keys of a section, each declared once |
//! | [`keys`] | the same keys as data |

pub mod keys;
pub mod settings;
pub mod source;
pub mod writer;
