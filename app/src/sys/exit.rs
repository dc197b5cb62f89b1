//! Exit codes: what a script learns without reading the output.

use std::io;
use std::process::ExitCode;
use unstuck_ops::Kind;
use unstuck_ops::error;

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
    /// The code of a failure.
    pub fn of(kind: Kind) -> Self {
        match kind {
            Kind::Request | Kind::Input | Kind::Unsupported | Kind::Missing | Kind::Conflict => {
                Self::BadInput
            }
            Kind::Unavailable | Kind::Defect => Self::Broken,
            Kind::Unsolvable => Self::Unsolvable,
            Kind::Limit => Self::Limit,
            Kind::GaveUp => Self::GaveUp,
            Kind::Cancelled => Self::Interrupted,
        }
    }

    /// The code of what may be a success.
    pub fn of_outcome(kind: Option<Kind>) -> Self {
        kind.map_or(Self::Fine, Self::of)
    }

    /// The code of a command that failed: the input's fault, unless it is a limit's or ours.
    pub fn of_error(error: &anyhow::Error) -> Self {
        if is_about_the_output(error) { Self::Broken } else { Self::of(error::kind(error)) }
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

/// Errors of inputs name their file; only errors of the output do not.
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
    use unstuck_core::audit;
    use unstuck_core::instance::SearchError;
    use unstuck_core::search::Limit;

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
