//! Published instances: the sets that rules are tested on, never trained on.

use crate::shop::{Objective, Shop};
use crate::{taillard, text};
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
            text: include_str!(concat!("../data/", $name, ".txt")),
        }),*];
    };
}

sets! {
    "ft" "Fisher and Thompson, 1963: 3 instances, 6 × 6, 10 × 10 and 20 × 5"
    "la" "Lawrence, 1984: 40 instances, 10 × 5 to 30 × 10"
    "abz" "Adams, Balas and Zawack, 1988: 5 instances, 10 × 10 and 20 × 15"
    "orb" "Applegate and Cook, 1991: 10 instances, 10 × 10"
    "ta" "Taillard, 1993: 80 instances, 15 × 15 to 100 × 20"
}

impl Set {
    /// The set of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        SETS.iter().find(|set| set.name == name)
    }

    /// The instances, with the best known makespan and lower bound of each.
    ///
    /// # Errors
    ///
    /// Never for the sets that ship.
    pub fn read(&self) -> Result<Vec<Shop>, ParseError> {
        if self.name == "ta" { self.seeded() } else { text::read(self.text, self.name) }
    }

    fn seeded(&self) -> Result<Vec<Shop>, ParseError> {
        let rows = self.text.lines().filter(|line| !line.starts_with('#'));
        let made = rows.map(|line| {
            let wrong = || ParseError::new(format!("'{line}' is not an instance"));
            let (name, numbers) = line.split_once(' ').ok_or_else(wrong)?;
            let numbers: Result<Vec<u32>, _> = numbers.split(' ').map(str::parse).collect();
            let Ok([jobs, machines, time_seed, machine_seed, bound, best]) = numbers.as_deref() else {
                return Err(wrong());
            };
            let jobs = taillard::job_shop(*jobs, *machines, *time_seed, *machine_seed);
            let mut shop = Shop::new(name, *machines, jobs, Objective::Makespan)?;
            (shop.best_known, shop.best_bound) = (Some(i64::from(*best)), Some(i64::from(*bound)));
            Ok(shop)
        });
        made.collect()
    }
}
