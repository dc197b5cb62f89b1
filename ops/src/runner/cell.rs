//! A cell that is ready to be run.

use unstuck_evolution::experiment::{Experiment, Ready};

/// A cell that is ready to be run.
pub struct Cell {
    /// Its number.
    pub number: u32,
    /// Its configuration.
    pub experiment: Experiment,
    /// Its instances, solved and measured.
    pub ready: Ready,
}
