//! What the fast solver's score counts, and for how much.

/// How much each fault of a position counts; larger scores are worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    /// Each card not home.
    pub not_home: i16,
    /// Each card on a card it does not fit.
    pub misfit: i16,
    /// Each card above a lower one of its column.
    pub inversion: i16,
    /// Each rank that the bottom card of a column is short of a king.
    pub bottom: i16,
    /// Each card of a run that begins at the bottom of its column (a merit).
    pub founded: i16,
    /// The same where the bottom card is a king (a merit besides).
    pub crowned: i16,
    /// Each used cell.
    pub cell: i16,
    /// Each used cell times the number of used cells.
    pub cells: i16,
    /// Each rank of a card in a cell.
    pub cell_rank: i16,
    /// Each empty column, up to two (a merit).
    pub empty: i16,
    /// No cell and no column is empty.
    pub stuck: i16,
    /// Each card above the next card that a foundation needs.
    pub buried: i16,
    /// Each card above the one after that.
    pub buried_next: i16,
    /// Each rank between the highest foundation and the lowest.
    pub spread: i16,
    /// Each move made to get here.
    pub depth: i16,
}

/// The attempts of the fast solver, each with the expansions it may spend.
///
/// Tuned together, by random changes that were kept when they helped, on deals 1 to 3000 for the least work: six
/// times the expansions plus the successors, which is about how time goes.
#[rustfmt::skip]
pub const ATTEMPTS: [(Weights, u64); 6] = [
    // not_home, misfit, inversion, bottom, founded, crowned, cell, cells, cell_rank, empty, stuck, buried, buried_next,
    // spread, depth
    attempt(160, [53, 64, 5, 11, 23, 3, 52, 8, 0, 38, -2, 21, -1, -3, 31]),
    attempt(180, [39, 44, 15, -1, 8, 10, 64, 0, 1, 124, -1, 22, 11, 3, 19]),
    attempt(300, [25, 44, 13, 7, 10, -1, 73, 9, 0, 69, 2, 25, 3, 1, 34]),
    attempt(731, [87, 36, 24, 23, 9, -2, 43, 7, 5, 43, 1, 17, 0, -15, 32]),
    attempt(2400, [39, 30, 25, 5, 11, 6, 52, 9, 3, 89, 20, 6, 5, 4, 16]),
    attempt(28046, [32, 73, 13, 5, 16, 1, 62, 9, 1, 67, 0, 25, 3, 2, 23]),
];

const fn attempt(expansions: u64, weights: [i16; 15]) -> (Weights, u64) {
    let [not_home, misfit, inversion, bottom, founded, crowned, cell, cells, ..] = weights;
    let [.., cell_rank, empty, stuck, buried, buried_next, spread, depth] = weights;
    let weights = Weights {
        not_home,
        misfit,
        inversion,
        bottom,
        founded,
        crowned,
        cell,
        cells,
        cell_rank,
        empty,
        stuck,
        buried,
        buried_next,
        spread,
        depth,
    };
    (weights, expansions)
}
