//! How long work reports its progress. A surface decides how to show it; [`Silent`] shows nothing.

use crate::system::watch::Activity;

/// Receives the stages of a piece of work.
pub trait Progress: Sync {
    /// A stage begins; it is over when the value is dropped.
    fn stage(&self, title: &str, extent: Extent) -> Box<dyn Stage + '_>;
}

/// How the extent of a stage is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// So many pieces.
    Pieces(usize),
    /// A share, in thousandths.
    Share,
}

impl Extent {
    /// What a stage counts up to.
    pub fn total(self) -> usize {
        match self {
            Self::Pieces(pieces) => pieces,
            Self::Share => 1_000,
        }
    }
}

/// A stage under way.
pub trait Stage {
    /// Called several times a second with what is done, and with what the searches have done.
    fn show(&mut self, done: usize, activity: &Activity);

    /// Prints results while the stage is shown.
    fn aside(&self, print: &mut dyn FnMut()) {
        print();
    }
}

/// Shows nothing.
pub struct Silent;

impl Progress for Silent {
    fn stage(&self, _title: &str, _extent: Extent) -> Box<dyn Stage + '_> {
        Box::new(Self)
    }
}

impl Stage for Silent {
    fn show(&mut self, _done: usize, _activity: &Activity) {}
}
