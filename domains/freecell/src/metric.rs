//! What lengths are counted in, and how an instance is searched.

/// What costs are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// A run is 1, each card home is 1.
    Moves,
    /// A run of n cards is n.
    Card,
    /// Every physical move of one card.
    Atomic,
    /// A run is 1, home moves are free.
    Player,
}

impl Metric {
    /// All of them with their names and meanings, the default first.
    pub const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Moves, "moves", "a run counts 1, and so does each card that goes home"),
        (Self::Card, "card", "a run of n cards counts n, each card home 1"),
        (Self::Atomic, "atomic", "every move of a single card that a run stands for"),
        (Self::Player, "player", "a run counts 1, cards going home are free"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// How an instance is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// What costs are counted in.
    pub metric: Metric,
    /// Whether safe cards go home by themselves.
    pub automatic: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { metric: Metric::Moves, automatic: true }
    }
}
