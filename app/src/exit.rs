//! Exit codes: what a script learns without reading the output.

use std::process::ExitCode;
use unstuck_core::instance::{Solution, Status};
use unstuck_core::search::Limit;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// All is well: solved, valid, done.
    Fine,
    /// An audited heuristic breaks its declared word, or the program itself is at fault.
    Broken,
    /// The input is wrong.
    BadInput,
    /// Proved unsolvable.
    Unsolvable,
    /// A limit ended a search.
    Limit,
    /// An incomplete algorithm ended without plan or proof.
    GaveUp,
    /// Stopped by the user.
    Interrupted,
}

impl Exit {
    /// The code of one solve.
    pub fn of(solution: &Solution) -> Self {
        match (solution.status, solution.limit) {
            (_, Some(Limit::Cancelled)) => Self::Interrupted,
            (Status::Solved, _) => Self::Fine,
            (Status::Unsolvable, _) => Self::Unsolvable,
            (Status::Limit, _) => Self::Limit,
            (Status::GaveUp, _) => Self::GaveUp,
        }
    }

    /// The code of a job that a limit ended.
    pub fn of_limit(limit: Limit) -> Self {
        if limit == Limit::Cancelled { Self::Interrupted } else { Self::Limit }
    }

    /// The code of both: bad input first, then the highest.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self == Self::BadInput || other == Self::BadInput {
            return Self::BadInput;
        }
        if self.code() >= other.code() { self } else { other }
    }

    fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Broken => 1,
            Self::BadInput => 2,
            Self::Unsolvable => 10,
            Self::Limit => 11,
            Self::GaveUp => 12,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_input_comes_first_then_the_highest() {
        assert_eq!(Exit::Fine.and(Exit::Limit).and(Exit::Unsolvable), Exit::Limit);
        assert_eq!(Exit::GaveUp.and(Exit::BadInput).and(Exit::Interrupted), Exit::BadInput);
        assert_eq!(Exit::GaveUp.and(Exit::Interrupted), Exit::Interrupted);
    }
}
