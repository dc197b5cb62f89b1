//! What the operating system sees: exit codes and signals.

pub mod exit;
pub mod interrupt;
