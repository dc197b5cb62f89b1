//! Published instances: the sets that rules are tested on, never trained on.

use crate::shop::{Objective, Shop};
use crate::{taillard, text};
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
    ($($name:literal $ids:expr, $about:literal;)*) => {
        /// The sets.
        pub const SETS: &[Set] = &[$(Set {
            name: $name,
            about: $about,
            text: include_str!(concat!("../data/", $name, ".txt")),
        }),*];

        /// The sets as the domain registers them, their members by the number in their name.
        pub const REGISTERED: &[InstanceSet] = &[$(InstanceSet {
            name: $name,
            about: $about,
            ids: || $ids,
            text: |id| member($name, id),
        }),*];
    };
}

sets! {
    "ft" Ids::Names(["06", "10", "20"].map(str::to_owned).to_vec()),
        "Fisher and Thompson, 1963: 3 instances, 6 × 6, 10 × 10 and 20 × 5";
    "la" Ids::Numbers(1, 40), "Lawrence, 1984: 40 instances, 10 × 5 to 30 × 10";
    "abz" Ids::Numbers(5, 9), "Adams, Balas and Zawack, 1988: 5 instances, 10 × 10 and 20 × 15";
    "orb" Ids::Numbers(1, 10), "Applegate and Cook, 1991: 10 instances, 10 × 10";
    "ta" Ids::Numbers(1, 80), "Taillard, 1993: 80 instances, 15 × 15 to 100 × 20";
}

/// The text of a member.
fn member(set: &str, id: &str) -> Option<String> {
    let number: u32 = id.parse().ok()?;
    let own = |name: &str| name.trim_start_matches(char::is_alphabetic).parse() == Ok(number);
    let shops = Set::named(set)?.read_only(own).ok()?;
    shops.first().map(text::line)
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
        self.read_only(|_| true)
    }

    /// The instances of some names.
    fn read_only(&self, wanted: impl Fn(&str) -> bool) -> Result<Vec<Shop>, ParseError> {
        if self.name == "ta" {
            let rows = self.text.lines().filter(|line| !line.starts_with('#'));
            return rows.filter(|row| row.split(' ').next().is_some_and(&wanted)).map(seeded).collect();
        }
        let parts = self.text.split("instance ").filter(|part| part.lines().next().is_some_and(&wanted));
        let read = |part: &str| text::read(&format!("instance {part}"), self.name);
        let parts: Result<Vec<Vec<Shop>>, ParseError> =
            parts.filter(|part| !part.is_empty()).map(read).collect();
        Ok(parts?.concat())
    }
}

/// The instance that a row of sizes and seeds makes.
fn seeded(row: &str) -> Result<Shop, ParseError> {
    let wrong = || ParseError::new(format!("'{row}' is not an instance"));
    let (name, numbers) = row.split_once(' ').ok_or_else(wrong)?;
    let numbers: Result<Vec<u32>, _> = numbers.split(' ').map(str::parse).collect();
    let Ok([jobs, machines, time_seed, machine_seed, bound, best]) = numbers.as_deref() else {
        return Err(wrong());
    };
    let jobs = taillard::job_shop(*jobs, *machines, *time_seed, *machine_seed);
    let mut shop = Shop::new(name, *machines, jobs, Objective::Makespan)?;
    (shop.best_known, shop.best_bound) = (Some(i64::from(*best)), Some(i64::from(*bound)));
    Ok(shop)
}
