//! What instances are for, and a value for each of the three roles.

use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// What instances are for. No instance has two roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Fitness is measured on them.
    Train,
    /// The champion is chosen by them.
    Validation,
    /// Used once, after the run.
    Test,
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Train, Self::Validation, Self::Test];

    /// Its name in texts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Validation => "validation",
            Self::Test => "test",
        }
    }
}

/// One value for each role.
///
/// ```
/// use unstuck_evolution::role::{PerRole, Role};
/// let mut counts = PerRole { train: 20, validation: 5, test: 0 };
/// counts[Role::Test] += 7;
/// assert_eq!(counts.values().sum::<i32>(), 32);
/// assert_eq!(counts.map(|_, count| count > 6), PerRole { train: true, validation: false, test: true });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PerRole<T> {
    /// For training.
    pub train: T,
    /// For validation.
    pub validation: T,
    /// For the test.
    pub test: T,
}

impl<T> PerRole<T> {
    /// The value that a function gives for each role, in the order of [`Role::ALL`].
    pub fn from_fn(mut of: impl FnMut(Role) -> T) -> Self {
        Self { train: of(Role::Train), validation: of(Role::Validation), test: of(Role::Test) }
    }

    /// Replaces every value, in the order of [`Role::ALL`].
    pub fn map<U>(self, mut to: impl FnMut(Role, T) -> U) -> PerRole<U> {
        PerRole {
            train: to(Role::Train, self.train),
            validation: to(Role::Validation, self.validation),
            test: to(Role::Test, self.test),
        }
    }

    /// [`map`](Self::map) for functions that may fail; the first error ends it.
    ///
    /// # Errors
    ///
    /// That of the function.
    pub fn try_map<U, E>(self, mut to: impl FnMut(Role, T) -> Result<U, E>) -> Result<PerRole<U>, E> {
        Ok(PerRole {
            train: to(Role::Train, self.train)?,
            validation: to(Role::Validation, self.validation)?,
            test: to(Role::Test, self.test)?,
        })
    }

    /// References to the values.
    pub fn as_ref(&self) -> PerRole<&T> {
        PerRole { train: &self.train, validation: &self.validation, test: &self.test }
    }

    /// The values, in the order of [`Role::ALL`].
    pub fn values(&self) -> impl Iterator<Item = &T> {
        [&self.train, &self.validation, &self.test].into_iter()
    }

    /// The values, to be changed, in the order of [`Role::ALL`].
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        [&mut self.train, &mut self.validation, &mut self.test].into_iter()
    }
}

impl<A, B> PerRole<(A, B)> {
    /// The first and the second values.
    pub fn unzip(self) -> (PerRole<A>, PerRole<B>) {
        let Self { train, validation, test } = self;
        (
            PerRole { train: train.0, validation: validation.0, test: test.0 },
            PerRole { train: train.1, validation: validation.1, test: test.1 },
        )
    }
}

impl<T> Index<Role> for PerRole<T> {
    type Output = T;

    fn index(&self, role: Role) -> &T {
        match role {
            Role::Train => &self.train,
            Role::Validation => &self.validation,
            Role::Test => &self.test,
        }
    }
}

impl<T> IndexMut<Role> for PerRole<T> {
    fn index_mut(&mut self, role: Role) -> &mut T {
        match role {
            Role::Train => &mut self.train,
            Role::Validation => &mut self.validation,
            Role::Test => &mut self.test,
        }
    }
}
