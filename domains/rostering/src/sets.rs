//! Published instances: rules and searches are tested on them, never trained.

use crate::ward::Ward;
use crate::{compact, text};
use unstuck_core::domain::{Ids, InstanceSet};
use unstuck_core::error::ParseError;

macro_rules! instances {
    ($($number:literal $best:literal)*) => {
        &[$((concat!("curtois-", $number), $best, include_str!(concat!("../data/Instance", $number, ".txt")))),*]
    };
}

/// Name, best known cost and text.
const CURTOIS: &[(&str, i64, &str)] = instances! {
    1 607 2 828 3 1001 4 1716 5 1143 6 1950 7 1056 8 1300 9 439 10 4631 11 3443 12 4040
};

/// The sets as the domain registers them, their members by number from 1.
pub const REGISTERED: &[InstanceSet] = &[InstanceSet {
    name: "curtois",
    about: "Curtois and Qu (2014), instances 1 to 12 of the benchmark: 14 or 28 days, 8 to 60 people",
    ids: || Ids::Numbers(1, CURTOIS.len() as u64),
    text: |id| {
        let ward = curtois(id.parse().ok()?)?;
        ward.ok().map(|ward| compact::line(&ward))
    },
}];

/// The instance of a number from 1, with its best known cost; none if there is no such number.
pub fn curtois(number: usize) -> Option<Result<Ward, ParseError>> {
    let &(name, best, text) = CURTOIS.get(number.checked_sub(1)?)?;
    Some(text::read(text, name).map(|ward| Ward { best_known: Some(best), ..ward }))
}
