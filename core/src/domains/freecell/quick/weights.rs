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
