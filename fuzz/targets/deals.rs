//! FreeCell deals as numbers and boards, in all variants.

#![no_main]

use libfuzzer_sys::fuzz_target;
use unstuck_core::domain::{self, Settings};
use unstuck_fuzz::{choice, domain, hold, seed, sow};

/// Choices that leave everything as usual.
const DEFAULT: [u8; 2] = [0, 0];

fuzz_target!(
    init: {
        let freecell = domain("freecell");
        let numbers = ["1", "617", "11982", "32001", "1000000", "-1", "#5"].map(str::to_owned);
        let boards: Vec<String> = (1..=8_u64)
            .filter_map(|number| domain::read_search(&*freecell, &number.to_string(), None, &Settings::new()).ok())
            .filter_map(|deal| deal.wander(30, 1))
            .collect();
        let lines = boards.iter().map(|board| board.trim_end().replace('\n', " / ")).collect::<Vec<_>>();
        sow(numbers.iter().chain(&boards).chain(&lines).map(|text| seed(&DEFAULT, text)));
    },
    |input: &[u8]| {
        let Some(([sizes, rules], text)) = choice(input) else { return };
        let freecell = domain("freecell");
        let mut settings = Settings::new();
        let mut set = |name: &str, value: String| settings.insert(name.to_owned(), value);
        // Out of bounds now and then.
        if sizes % 16 != 0 {
            set("columns", (sizes % 16).to_string());
        }
        if sizes / 16 != 0 {
            set("cells", (sizes / 16 - 1).to_string());
        }
        for (bit, name, value) in [(1, "build", "suit"), (2, "empty", "king"), (4, "automatic", "off")] {
            if rules & bit != 0 {
                set(name, value.to_owned());
            }
        }
        let metrics = &freecell.info().metrics;
        hold(&*freecell, text, &metrics[usize::from(rules / 8) % metrics.len()].name, &settings);
    }
);
