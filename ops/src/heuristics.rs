//! Questions about heuristics: their values, why, their parts, and what they do over many states.

pub mod ablation;
pub mod explain;
pub mod formula;
pub mod profile;
pub mod scatter;
pub mod value;
