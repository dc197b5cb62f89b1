//! The built-in boards, from the project's data folder.

use unstuck_core::domain::{Ids, InstanceSet};

/// One file of boards: `name,tiles,…` under a header line.
struct File(&'static str);

const KORF: File = File(include_str!("../data/tiles-korf100.csv"));
const KORF24: File = File(include_str!("../data/tiles-korf24.csv"));
const EIGHT: File = File(include_str!("../data/tiles-eight.csv"));

impl File {
    fn text(&self, id: &str) -> Option<String> {
        let mut rows = self.0.lines().skip(1).map(|line| line.split(','));
        rows.find_map(|mut fields| (fields.next()? == id).then(|| fields.next().map(str::to_owned))?)
    }

    fn numbers(&self) -> Ids {
        Ids::Numbers(1, self.0.lines().skip(1).count() as u64)
    }
}

/// All of them.
pub(super) const SETS: &[InstanceSet] = &[
    InstanceSet {
        name: "eight",
        about: "12 boards of the 8-puzzle, 8 to 31 moves from the goal, easiest first",
        ids: || EIGHT.numbers(),
        text: |id| EIGHT.text(id),
    },
    InstanceSet {
        name: "korf",
        about: "the 100 random 15-puzzles of Korf (1985)",
        ids: || KORF.numbers(),
        text: |id| KORF.text(id),
    },
    InstanceSet {
        name: "korf24",
        about: "the 50 random 24-puzzles of Korf and Felner (2002)",
        ids: || KORF24.numbers(),
        text: |id| KORF24.text(id),
    },
];
