//! The built-in boards, from the project's data folder.

use unstuck_core::domain::{Ids, InstanceSet};

/// One file of boards: `name,board,…` under a header line.
struct File(&'static str);

const JAM: File = File(include_str!("../data/rush-hour-jam.csv"));
const IT3105: File = File(include_str!("../data/rush-hour-it3105.csv"));
const HARD6: File = File(include_str!("../data/rush-hour-hard6.csv"));
const HARD8: File = File(include_str!("../data/rush-hour-hard8.csv"));
const UNBLOCK: File = File(include_str!("../data/rush-hour-unblock.csv"));

impl File {
    fn rows(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0.lines().skip(1).filter_map(|line| {
            let mut fields = line.split(',');
            Some((fields.next()?, fields.next()?))
        })
    }

    fn text(&self, id: &str) -> Option<String> {
        self.rows().find(|(name, _)| *name == id).map(|(_, board)| board.to_owned())
    }

    fn numbers(&self) -> Ids {
        Ids::Numbers(1, self.rows().count() as u64)
    }

    fn names(&self) -> Ids {
        Ids::Names(self.rows().map(|(name, _)| name.to_owned()).collect())
    }
}

/// All of them.
pub(super) const SETS: &[InstanceSet] = &[
    InstanceSet {
        name: "jam",
        about: "the 40 cards of the board game, easiest first",
        ids: || JAM.numbers(),
        text: |id| JAM.text(id),
    },
    InstanceSet {
        name: "it3105",
        about: "boards of the course IT3105, AI Programming",
        ids: || IT3105.names(),
        text: |id| IT3105.text(id),
    },
    InstanceSet {
        name: "hard6",
        about: "200 hard minimal 6×6 boards by steps, found by our own search (a stand-in for the published SER1–200)",
        ids: || HARD6.numbers(),
        text: |id| HARD6.text(id),
    },
    InstanceSet {
        name: "hard8",
        about: "8×8 boards bred to be long, the hardest for blind iterative deepening first",
        ids: || HARD8.numbers(),
        text: |id| HARD8.text(id),
    },
    InstanceSet {
        name: "unblock",
        about: "generated boards in the classes easy, medium, hard and long of a published study of Unblock Me",
        ids: || UNBLOCK.names(),
        text: |id| UNBLOCK.text(id),
    },
];
