//! Published instances: the sets that rules are tested on, never trained on.

use crate::items::Items;
use crate::text;
use unstuck_core::error::ParseError;

/// A set of published instances.
#[derive(Debug, Clone, Copy)]
pub struct Set {
    /// Name in every text.
    pub name: &'static str,
    /// One line of explanation, with the source.
    pub about: &'static str,
    text: &'static str,
}

macro_rules! sets {
    ($($name:literal $about:literal)*) => {
        /// The sets.
        pub const SETS: &[Set] = &[$(Set {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../../data/bin-packing/", $name, ".txt")),
        }),*];
    };
}

sets! {
    "or-u120" "OR-Library binpack1: 20 instances, 120 sizes from 20 to 100, capacity 150"
    "or-u250" "OR-Library binpack2: 20 instances, 250 sizes from 20 to 100, capacity 150"
    "or-u500" "OR-Library binpack3: 20 instances, 500 sizes from 20 to 100, capacity 150"
    "or-u1000" "OR-Library binpack4: 20 instances, 1,000 sizes from 20 to 100, capacity 150"
    "weibull-5k-funsearch" "FunSearch's test set: 5 instances, 5,000 Weibull sizes, capacity 100"
    "weibull-1k-eoh" "EoH's test set: 5 instances, 1,000 Weibull sizes, capacity 100"
    "weibull-5k-eoh" "EoH's test set: 5 instances, 5,000 Weibull sizes, capacity 100"
    "weibull-10k-eoh" "EoH's test set: 5 instances, 10,000 Weibull sizes, capacity 100"
}

impl Set {
    /// The set of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        SETS.iter().find(|set| set.name == name)
    }

    /// The instances.
    ///
    /// # Errors
    ///
    /// Never for the sets that ship.
    pub fn read(&self) -> Result<Vec<Items>, ParseError> {
        text::read(self.text, self.name)
    }
}
