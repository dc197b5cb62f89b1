//! Repair of a roster after a sick call: few changes, and a list of them.
//!
//! A [ward](crate::ward) names the roster to stay close to, and who is [absent](crate::ward::Absence). The days before the first absence have
//! passed and stay as they are. Each cell that differs from the roster costs a weight; the absent person's missed shifts are
//! not changes that anyone chose, but count as well.

use crate::roster::{Roster, Rostering};
use crate::ward::Ward;

/// A cell that differs from the roster before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// Who.
    pub person: usize,
    /// The day, from 0.
    pub day: usize,
    /// The cell before: 0 for a day off, else the place of the shift plus 1.
    pub before: u8,
    /// The cell now.
    pub after: u8,
}

impl Change {
    /// The change as people read it.
    pub fn text(&self, ward: &Ward) -> String {
        let name = |cell: u8| if cell == 0 { "off" } else { ward.cell_text(cell) };
        let (id, day) = (&ward.people[self.person].id, self.day + 1);
        format!("{id}, day {day}: {} -> {}", name(self.before), name(self.after))
    }
}

/// The cells that differ from the roster to stay close to.
pub fn changes(problem: &Rostering, roster: &Roster) -> Vec<Change> {
    let Some(kept) = &problem.ward().kept else { return Vec::new() };
    let days = problem.ward().days;
    let cells = kept.cells.iter().zip(&roster.cells).enumerate();
    let change = |(place, (&before, &after)): (usize, (&u8, &u8))| Change {
        person: place / days,
        day: place % days,
        before,
        after,
    };
    cells.map(change).filter(|change| change.before != change.after).collect()
}
