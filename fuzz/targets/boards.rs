//! Rush Hour boards in every form, with every way to say where the exit and which the target is.

#![no_main]

use libfuzzer_sys::fuzz_target;
use unstuck_core::domain::Settings;
use unstuck_fuzz::{choice, domain, hold, members, seed, sow};

/// Forms that the built-in sets do not have.
const FORMS: &[&str] = &[
    "BBoo\nAAoC\n...C\nxooo",
    "BBooo/AAooC/ooooC>left",
    "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332",
    "7 6\n0,1,2,2\n1,4,0,3\n1,4,3,2\n0,0,5,3\n",
    "the board\n6 6\n2\n1 2 h 2\n4 0 v 3\n.\n",
    "# a comment\n\nAooo\nAooo\nooBB\noooo\n>up\n",
];

fuzz_target!(
    init: {
        let rush_hour = domain("rush-hour");
        let sets = rush_hour.info().sets.iter().flat_map(|set| members(set, 12));
        let texts = sets.chain(FORMS.iter().map(|&text| text.to_owned()));
        sow(texts.map(|text| seed(&[0], &text)));
    },
    |input: &[u8]| {
        let Some(([choice], text)) = choice(input) else { return };
        let mut settings = Settings::new();
        if let Some(side) = ["", "right", "left", "up", "down"].get(usize::from(choice / 2 % 8)) {
            settings.extend((!side.is_empty()).then(|| ("exit".into(), (*side).into())));
        }
        if choice & 0b1_0000 != 0 {
            settings.insert("target".into(), text.chars().next().unwrap_or('X').into());
        }
        if choice & 0b10_0000 != 0 {
            settings.insert("drive-out".into(), String::new());
        }
        hold(&*domain("rush-hour"), text, ["slides", "steps"][usize::from(choice % 2)], &settings);
    }
);
