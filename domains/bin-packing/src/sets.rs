//! Published instances: the sets that rules are tested on, never trained on.

use crate::text;
use unstuck_core::domain::{Ids, InstanceSet};

macro_rules! sets {
    ($($name:literal $count:literal $about:literal)*) => {
        /// The sets, their members by number from 1.
        pub const SETS: &[InstanceSet] = &[$(InstanceSet {
            name: $name,
            about: $about,
            ids: || Ids::Numbers(1, $count),
            text: |id| {
                let all = text::pieces(include_str!(concat!("../data/", $name, ".txt")));
                let (_, text) = *all.get(id.parse::<usize>().ok()?.checked_sub(1)?)?;
                text::read(text, $name).ok()?.first().map(text::line)
            },
        }),*];
    };
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
