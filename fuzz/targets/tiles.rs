//! Boards of sliding tiles, with or without a goal of their own before a zero byte.

#![no_main]

use libfuzzer_sys::fuzz_target;
use unstuck_core::domain::Settings;
use unstuck_fuzz::{domain, hold, members, sow};

const FORMS: &[&str] = &[
    "1,2,5\n3 4 _\n6 7 8",
    "1 2 5 / 3 4 0",
    "last\01 2 3 0",
    "1 0 / 2 3 / 4 5\00 1\n2 3\n4 5",
    "first\0# two\n3 2\n1 0",
];

fuzz_target!(
    init: {
        let tiles = domain("tiles");
        let sets = tiles.info().sets.iter().flat_map(|set| members(set, 12));
        sow(sets.chain(FORMS.iter().map(|&text| text.to_owned())).map(String::into_bytes));
    },
    |input: &[u8]| {
        let Ok(input) = std::str::from_utf8(input) else { return };
        let (goal, text) = match input.split_once('\0') {
            Some((goal, text)) => (Some(goal), text),
            None => (None, input),
        };
        let settings: Settings = goal.map(|goal| ("goal".into(), goal.into())).into_iter().collect();
        hold(&*domain("tiles"), text, "moves", &settings);
    }
);
