//! Shifts that are equal for the search of a line.

/// Classes of shifts by what may follow, and the unit of minutes.
#[derive(Debug, Clone)]
pub struct Classes {
    pub(crate) of: Vec<u8>,
    pub(crate) count: usize,
    /// By class and kind: whether the kind may follow.
    pub(crate) allowed: Vec<bool>,
    pub(crate) unit: u32,
    /// Kinds that differ in the cost of a cell only are equal here.
    pub(crate) alike: Vec<u8>,
}

fn divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { divisor(b, a % b) }
}

impl Classes {
    /// The classes of the kinds of cells, by their minutes and the costs of successions.
    pub fn new(kinds: usize, minutes: &[u32], successions: &[i64]) -> Self {
        let row = |kind: usize| &successions[kind * kinds..(kind + 1) * kinds];
        let column = |kind: usize| (0..kinds).map(move |before| successions[before * kinds + kind]);
        let (mut of, mut firsts, mut alike) = (vec![0_u8; kinds], Vec::<usize>::new(), vec![0_u8; kinds]);
        for kind in 1..kinds {
            let class = firsts.iter().position(|&first| row(first) == row(kind)).unwrap_or(firsts.len());
            if class == firsts.len() {
                firsts.push(kind);
            }
            of[kind] = class as u8;
            let same = |&other: &usize| {
                row(other) == row(kind) && minutes[other] == minutes[kind] && column(other).eq(column(kind))
            };
            alike[kind] = (1..=kind).find(same).unwrap_or(kind) as u8;
        }
        let allowed = firsts.iter().flat_map(|&first| row(first).iter().map(|&cost| cost == 0)).collect();
        let unit = minutes.iter().fold(0, |unit, &minutes| divisor(unit, minutes)).max(1);
        Self { of, count: firsts.len(), allowed, unit, alike }
    }
}
