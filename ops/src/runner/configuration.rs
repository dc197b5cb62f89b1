//! A configuration that is ready to be run.

use unstuck_evolution::experiment::{Experiment, Ready};

/// A configuration that is ready to be run.
pub struct Configuration {
    /// Its number.
    pub number: u32,
    /// Its configuration.
    pub experiment: Experiment,
    /// Its instances, solved and measured.
    pub ready: Ready,
}
