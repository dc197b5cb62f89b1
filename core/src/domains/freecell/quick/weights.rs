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
    attempt(204, [53, 64, 5, 11, 23, 3, 52, 8, 0, 38, -2, 21, -1, -3, 30]),
    attempt(180, [39, 44, 15, -1, 8, 10, 64, 0, 1, 124, -1, 22, 11, 3, 19]),
    attempt(300, [25, 58, 13, 7, 10, 0, 84, 9, 0, 56, 2, 25, 3, 1, 34]),
    attempt(625, [102, 36, 23, 23, 10, -2, 26, 7, 7, 43, 1, 17, -2, -15, 25]),
    attempt(2921, [14, 39, 20, 5, 11, 15, 45, 9, 2, 134, 18, 3, 4, 7, 33]),
    attempt(60000, [9, 37, 13, 5, 10, 18, 59, 9, -3, 49, -4, 20, 2, 0, 33]),
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
