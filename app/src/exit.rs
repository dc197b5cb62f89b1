//! Exit codes: what a script learns without reading the output.

use crate::commands::StoreFailed;
use crate::store;
use std::io;
use std::process::ExitCode;
use unstuck_core::audit;
use unstuck_core::instance::{SearchError, Solution, SpaceError, Status};
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

    /// The code of a job that failed: the input's fault, unless it is a limit's or ours.
    pub fn of_error(error: &anyhow::Error) -> Self {
        if let Some(SearchError::InvalidPlan { .. }) = error.downcast_ref() {
            return Self::Broken;
        }
        if let Some(audit::Error::TooLarge(limit, _)) = error.downcast_ref() {
            return Self::of_limit(*limit);
        }
        let unsolvable = matches!(error.downcast_ref(), Some(SpaceError::Unsolvable))
            || matches!(error.downcast_ref(), Some(audit::Error::Unsolvable));
        if unsolvable {
            return Self::Unsolvable;
        }
        if error.is::<StoreFailed>() {
            return Self::Broken;
        }
        use store::Error::{Busy, Damaged, Disk, Full};
        if let Some(Full(_) | Damaged { .. } | Disk { .. } | Busy(_)) = error.downcast_ref() {
            return Self::Broken;
        }
        if is_about_the_output(error) { Self::Broken } else { Self::BadInput }
    }

    /// The code of both: bad input first, then a defect, then the highest.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        for first in [Self::BadInput, Self::Broken] {
            if self == first || other == first {
                return first;
            }
        }
        if self.code() >= other.code() { self } else { other }
    }

    /// The number.
    pub fn code(self) -> u8 {
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

/// Inputs say which file they are about; only the output fails without a word.
pub fn is_about_the_output(error: &anyhow::Error) -> bool {
    error.chain().len() == 1 && error.is::<io::Error>()
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
    fn bad_input_comes_first_then_a_defect_then_the_highest() {
        assert_eq!(Exit::Fine.and(Exit::Limit).and(Exit::Unsolvable), Exit::Limit);
        assert_eq!(Exit::GaveUp.and(Exit::BadInput).and(Exit::Interrupted), Exit::BadInput);
        assert_eq!(Exit::GaveUp.and(Exit::Interrupted), Exit::Interrupted);
        assert_eq!(Exit::Limit.and(Exit::Broken).and(Exit::Unsolvable), Exit::Broken);
        assert_eq!(Exit::Broken.and(Exit::BadInput), Exit::BadInput);
    }

    #[test]
    fn a_defect_and_a_limit_are_not_the_users_fault() {
        let code = |error: anyhow::Error| Exit::of_error(&error.context("jam:1"));
        let refused = SearchError::InvalidPlan { algorithm: "astar", reason: "a wall".to_owned() };
        assert_eq!(code(refused.into()), Exit::Broken);
        let absent = SearchError::Absent(unstuck_core::language::Absent("blockers".into()));
        assert_eq!(code(absent.into()), Exit::BadInput);
        assert_eq!(code(audit::Error::TooLarge(Limit::Time, 7).into()), Exit::Limit);
        assert_eq!(code(audit::Error::TooLarge(Limit::Cancelled, 7).into()), Exit::Interrupted);
        assert_eq!(code(io::Error::other("no such file").into()), Exit::BadInput);
        assert_eq!(Exit::of_error(&io::Error::other("disk full").into()), Exit::Broken);
    }
}
