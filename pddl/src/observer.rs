//! Limits: callers are asked, while texts are read and tasks ground, whether to continue.

/// A stage of the way from texts to a ground task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Text to syntax tree.
    Parse,
    /// Syntax tree to normal form.
    Normalise,
    /// Relaxed reachability.
    Reach,
    /// Invariants, mutex groups and variables.
    Invariants,
    /// Operators and axioms over facts.
    Encode,
    /// Removal of what is irrelevant, and the final numbering.
    Prune,
}

impl Stage {
    /// The name for reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Normalise => "normalise",
            Self::Reach => "reach",
            Self::Invariants => "invariants",
            Self::Encode => "encode",
            Self::Prune => "prune",
        }
    }
}

/// Watches parsing and grounding and may stop them. `()` does neither.
pub trait Observer {
    /// A stage begins.
    fn stage(&mut self, stage: Stage) {
        let _ = stage;
    }

    /// Called every few thousand words, tuples or operators with the bytes held; returning false stops.
    fn poll(&mut self, bytes: usize) -> bool {
        let _ = bytes;
        true
    }
}

impl Observer for () {}
