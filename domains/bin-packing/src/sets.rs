//! Published instances: the sets that rules are tested on, never trained on.

use crate::items::Items;
use crate::text;
use unstuck_core::domain::{Ids, InstanceSet};
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
    ($($name:literal $count:literal $about:literal)*) => {
        /// The sets.
        pub const SETS: &[Set] = &[$(Set {
            name: $name,
            about: $about,
            text: include_str!(concat!("../data/", $name, ".txt")),
        }),*];

        /// The sets as the domain registers them, their members by number from 1.
        pub const REGISTERED: &[InstanceSet] = &[$(InstanceSet {
            name: $name,
            about: $about,
            ids: || Ids::Numbers(1, $count),
            text: |id| member($name, id),
        }),*];
    };
}

/// The text of a member.
fn member(set: &str, id: &str) -> Option<String> {
    let number = id.parse::<usize>().ok()?.checked_sub(1)?;
    Set::named(set)?.read().ok()?.get(number).map(text::line)
}

sets! {
    "or-u120" 20 "OR-Library binpack1: 20 instances, 120 sizes from 20 to 100, capacity 150"
    "or-u250" 20 "OR-Library binpack2: 20 instances, 250 sizes from 20 to 100, capacity 150"
    "or-u500" 20 "OR-Library binpack3: 20 instances, 500 sizes from 20 to 100, capacity 150"
    "or-u1000" 20 "OR-Library binpack4: 20 instances, 1,000 sizes from 20 to 100, capacity 150"
    "weibull-5k-funsearch" 5 "FunSearch's test set: 5 instances, 5,000 Weibull sizes, capacity 100"
    "weibull-1k-eoh" 5 "EoH's test set: 5 instances, 1,000 Weibull sizes, capacity 100"
    "weibull-5k-eoh" 5 "EoH's test set: 5 instances, 5,000 Weibull sizes, capacity 100"
    "weibull-10k-eoh" 5 "EoH's test set: 5 instances, 10,000 Weibull sizes, capacity 100"
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
