//! Published instances: rules and searches are tested on them, never trained.

use crate::text;
use crate::ward::Ward;
use unstuck_core::error::ParseError;

/// A set of published instances.
#[derive(Debug, Clone, Copy)]
pub struct Set {
    /// Name in every text.
    pub name: &'static str,
    /// One line of explanation, with the source.
    pub about: &'static str,
    instances: &'static [(&'static str, i64, &'static str)],
}

macro_rules! instances {
    ($($number:literal $best:literal)*) => {
        &[$((concat!("curtois-", $number), $best, include_str!(concat!("../data/Instance", $number, ".txt")))),*]
    };
}

/// The sets.
pub const SETS: &[Set] = &[
    Set {
        name: "curtois-two-weeks",
        about: "Curtois and Qu (2014), instances 1 to 3: 14 days, 8 to 20 people",
        instances: instances! { 1 607 2 828 3 1001 },
    },
    Set {
        name: "curtois-four-weeks",
        about: "Curtois and Qu (2014), instances 4 to 12: 28 days, 10 to 60 people",
        instances: instances! { 4 1716 5 1143 6 1950 7 1056 8 1300 9 439 10 4631 11 3443 12 4040 },
    },
];

impl Set {
    /// The set of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        SETS.iter().find(|set| set.name == name)
    }

    /// The instances, each with its best known cost.
    ///
    /// # Errors
    ///
    /// Never for the sets that ship.
    pub fn read(&self) -> Result<Vec<Ward>, ParseError> {
        let read = |&(name, best, text): &(&str, i64, &str)| {
            text::read(text, name).map(|ward| Ward { best_known: Some(best), ..ward })
        };
        self.instances.iter().map(read).collect()
    }
}
