//! Published instances: the sets that rules are tested on, never trained on.

use crate::shop::{Objective, Shop};
use crate::{taillard, text};
use unstuck_core::domain::{Ids, InstanceSet};
use unstuck_core::error::ParseError;

macro_rules! sets {
    ($($name:literal $ids:expr, $about:literal;)*) => {
        /// The sets, their members by the number in their name.
        pub const SETS: &[InstanceSet] = &[$(InstanceSet {
            name: $name,
            about: $about,
            ids: || $ids,
            text: |id| member($name, id),
        }),*];

        const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../data/", $name, ".txt")))),*];
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
    read_only(set, own).ok()?.first().map(text::line)
}

/// The instances of a set, with the best known makespan and lower bound of each.
///
/// # Errors
///
/// There is no such set.
pub fn read(set: &str) -> Result<Vec<Shop>, ParseError> {
    read_only(set, |_| true)
}

/// The instances of some names.
fn read_only(set: &str, wanted: impl Fn(&str) -> bool) -> Result<Vec<Shop>, ParseError> {
    let file = FILES.iter().find(|(name, _)| *name == set);
    let (_, text) = file.ok_or_else(|| ParseError::new(format!("there is no set '{set}'")))?;
    if set == "ta" {
        let rows = text.lines().filter(|line| !line.starts_with('#'));
        return rows.filter(|row| row.split(' ').next().is_some_and(&wanted)).map(seeded).collect();
    }
    let parts = text.split("instance ").filter(|part| part.lines().next().is_some_and(&wanted));
    let read = |part: &str| text::read(&format!("instance {part}"), set);
    let parts: Result<Vec<Vec<Shop>>, ParseError> = parts.filter(|part| !part.is_empty()).map(read).collect();
    Ok(parts?.concat())
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
