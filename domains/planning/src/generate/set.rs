//! The sets of a benchmark: names, numbers of members, and how sizes grow.

/// A set of tasks with fixed members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// 99 small tasks to learn from.
    Train,
    /// 30 tasks about as large as the largest of training.
    Easy,
    /// 30 larger tasks.
    Medium,
    /// 30 tasks of which the largest have millions of operators.
    Hard,
}

impl Set {
    /// All sets.
    pub const ALL: [Self; 4] = [Self::Train, Self::Easy, Self::Medium, Self::Hard];
    /// Their number: the index that names the random streams of tasks outside the sets.
    pub(super) const COUNT: u64 = Self::ALL.len() as u64;

    /// The name: `train`, `easy`, `medium` or `hard`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// How many members the set has.
    pub fn members(self) -> usize {
        match self {
            Self::Train => 99,
            Self::Easy | Self::Medium | Self::Hard => 30,
        }
    }

    /// Reads the name of a member, `easy-3`.
    pub fn parse(member: &str) -> Option<(Self, usize)> {
        let (name, number) = member.split_once('-')?;
        let set = Self::ALL.into_iter().find(|set| set.name() == name)?;
        let index = number.parse().ok()?;
        (1..=set.members()).contains(&index).then_some((set, index))
    }
}

/// The smallest and the largest size of each set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    /// Of training.
    pub train: (usize, usize),
    /// Of the easy set.
    pub easy: (usize, usize),
    /// Of the medium set.
    pub medium: (usize, usize),
    /// Of the hard set.
    pub hard: (usize, usize),
    /// Of everything that can be generated.
    pub any: (usize, usize),
}

impl Sizes {
    /// The sizes of a set.
    pub fn of(&self, set: Set) -> (usize, usize) {
        match set {
            Set::Train => self.train,
            Set::Easy => self.easy,
            Set::Medium => self.medium,
            Set::Hard => self.hard,
        }
    }

    /// The size of a member, counted from 1: sizes grow evenly with the number.
    pub fn member(&self, set: Set, index: usize) -> Option<usize> {
        let (least, most) = self.of(set);
        let last = set.members();
        (1..=last).contains(&index).then(|| least + (most - least) * (index - 1) / (last - 1))
    }
}
