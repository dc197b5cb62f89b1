//! What an optimisation problem is: solutions, their exact integer cost, how they are built and how they are changed.
//!
//! The sibling of [`Problem`](crate::problem): an [`Optimisation`] value is one instance. What else an instance offers
//! are further traits, and the algorithms of [`local_search`](crate::local_search) are generic over them:
//!
//! | trait | idea |
//! |---|---|
//! | [`Construction`] | a solution is built step by step, and a rule chooses |
//! | [`Moves`] | small changes with exact differences of cost |
//! | [`LowLevelHeuristics`] | larger changes: improvement to a local optimum, ruin and recreate, mutation |
//! | [`Ruin`] | parts of a solution are removed, and construction continues from the rest |
//!
//! An instance that lacks one of them implements it with empty lists ([`no_moves!`](crate::no_moves) and its
//! siblings); algorithms ask once, before they start. The laws are checked by [`conformance`].

pub mod acceptance;
pub mod conformance;
pub mod decision;

use crate::error::ParseError;
use crate::feature::Text;
use crate::language::Decisions;
use crate::puzzle::Picture;
use crate::random::Stream;
use crate::view::Board;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, AddAssign, ControlFlow, Sub};

/// What a solution costs: violated constraints first, then the objective.
///
/// ```
/// use unstuck_core::optimisation::Cost;
/// assert!(Cost::soft(900) < Cost { hard: 1, soft: 3 });
/// assert_eq!(Cost::soft(5) - Cost::soft(7), Cost::soft(-2));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Cost {
    /// Violations; 0 in a feasible solution.
    pub hard: i64,
    /// The objective, to be minimised.
    pub soft: i64,
}

impl Cost {
    /// The cost of a feasible solution.
    pub const fn soft(soft: i64) -> Self {
        Self { hard: 0, soft }
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { hard: self.hard + other.hard, soft: self.soft + other.soft }
    }
}

impl Sub for Cost {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { hard: self.hard - other.hard, soft: self.soft - other.soft }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hard {
            0 => write!(f, "{}", self.soft),
            hard => write!(f, "{} with {hard} violations", self.soft),
        }
    }
}

/// What local search compares: the cost, then a finer measure between solutions of equal cost. Also the difference of two
/// such values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Measure {
    /// The cost.
    pub cost: Cost,
    /// The finer measure, to be minimised; see [`Optimisation::guide`].
    pub guide: i64,
}

impl Measure {
    /// No difference.
    pub const ZERO: Self = Self { cost: Cost { hard: 0, soft: 0 }, guide: 0 };

    /// Of a solution, from scratch.
    pub fn of<O: Optimisation>(problem: &O, solution: &O::Solution) -> Self {
        Self { cost: problem.cost(solution), guide: problem.guide(solution) }
    }
}

impl Add for Measure {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { cost: self.cost + other.cost, guide: self.guide + other.guide }
    }
}

impl AddAssign for Measure {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Measure {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { cost: self.cost - other.cost, guide: self.guide - other.guide }
    }
}

/// What the steps of an algorithm cost, in units of [effort](crate::effort).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prices {
    /// A step of a construction, without its choices.
    pub step: u64,
    /// A choice that is offered, without the rule.
    pub choice: u64,
    /// A move that is proposed, with its difference.
    pub proposal: u64,
    /// A move that is made, without the elements it touches.
    pub apply: u64,
    /// An element that a change touches or looks at.
    pub element: u64,
}

impl Prices {
    /// Of problems with choices and moves of constant size.
    pub const DEFAULT: Self = Self { step: 20, choice: 4, proposal: 15, apply: 10, element: 2 };
}

/// One instance of an optimisation problem.
pub trait Optimisation: Sized + Send + Sync + 'static {
    /// A complete solution. `clone_from` should not allocate.
    type Solution: Clone + Send + Sync;
    /// Buffers for everything that computes; one per thread.
    type Scratch: Send;

    /// Makes the buffers.
    fn scratch(&self) -> Self::Scratch;
    /// The cost, from scratch.
    fn cost(&self, solution: &Self::Solution) -> Cost;
    /// A finer measure between solutions of equal cost, from scratch: local search needs a slope where many solutions
    /// cost the same. To be minimised.
    fn guide(&self, _solution: &Self::Solution) -> i64 {
        0
    }
    /// No solution costs less.
    fn lower_bound(&self) -> Option<Cost>;
    /// Writes the text that an independent validator reads.
    fn write(&self, solution: &Self::Solution, out: &mut String);
    /// Reads a text that [`write`](Self::write) could have written.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with the text or with the solution.
    fn read(&self, text: &str) -> Result<Self::Solution, ParseError>;
    /// Checks a solution's text by code that shares nothing with the rest, and returns its cost.
    ///
    /// # Errors
    ///
    /// The first violation.
    fn validate(&self, text: &str) -> Result<Cost, String>;
    /// What the steps of algorithms cost.
    fn prices(&self) -> Prices {
        Prices::DEFAULT
    }
}

/// Solutions are built step by step; at each step a rule chooses.
pub trait Construction: Optimisation {
    /// A solution that is being built.
    type Partial: Clone + Send;
    /// One way to continue. Choices that lead to equivalent solutions are one choice.
    type Choice: Copy + Eq + Send + fmt::Debug;

    /// Before the first step. `features` are those that the rule reads, by their places in the table of choices: what only
    /// other features need is not kept.
    fn start(&self, features: &[u16]) -> Self::Partial;
    /// Hands every choice to `each`, in the canonical order, equal ones once. No choice: the solution is complete.
    fn visit(
        &self,
        partial: &Self::Partial,
        each: &mut impl FnMut(Self::Choice) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
    /// Makes a choice that [`visit`](Self::visit) offered.
    fn extend(&self, partial: &mut Self::Partial, choice: Self::Choice);
    /// The solution that is complete.
    fn finish(&self, partial: &Self::Partial) -> Self::Solution;
    /// What it costs to begin and to finish a construction, without its steps, in units of [effort](crate::effort).
    fn overhead(&self) -> u64 {
        0
    }
    /// The cost of [`finish`](Self::finish), without making the solution.
    fn finished_cost(&self, partial: &Self::Partial) -> Cost {
        self.cost(&self.finish(partial))
    }
    /// Whether the choices of this step are places for what the step before chose: the formula of
    /// [`PLACE`](decision::PLACE) then decides, if there is one.
    #[inline]
    fn places(&self, _partial: &Self::Partial) -> bool {
        false
    }
    /// The choice as people read it.
    fn choice_text(&self, partial: &Self::Partial, choice: Self::Choice) -> String;

    /// How many [slots](Self::slot) a table of values needs for a rule that reads these features; 0 where values cannot be
    /// kept.
    fn slots(&self, _features: &[u16]) -> usize {
        0
    }
    /// A number below [`slots`](Self::slots) that determines the values of these features, if there is one for this choice:
    /// the rule is evaluated once for each. Instances with equal [`slot_family`](Self::slot_family) share the numbers.
    #[inline]
    fn slot(&self, _partial: &Self::Partial, _choice: Self::Choice) -> Option<usize> {
        None
    }
    /// Instances of the same family give the same values to the same slots.
    fn slot_family(&self) -> u64 {
        0
    }
}

/// A kind of move: its registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MoveKind {
    /// Name in every text.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
}

/// Solutions are changed by small moves with exact differences.
pub trait Moves: Optimisation {
    /// One change.
    type Move: Copy + Eq + Send + fmt::Debug;
    /// The kinds of moves; empty where there are none.
    const KINDS: &'static [MoveKind];

    /// Draws a move of a kind, if the draw hits one.
    fn propose(&self, kind: usize, solution: &Self::Solution, random: &mut Stream) -> Option<Self::Move>;
    /// Hands every move of a kind to `each`, in a fixed order, and nothing for what was looked at and is no move.
    fn scan(
        &self,
        kind: usize,
        solution: &Self::Solution,
        each: &mut impl FnMut(Option<Self::Move>) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
    /// The exact difference that a move makes, to cost and to guide.
    fn delta(&self, solution: &Self::Solution, change: Self::Move) -> Measure;
    /// Makes a move and returns how many elements it touched.
    fn apply(&self, solution: &mut Self::Solution, change: Self::Move) -> u64;
    /// A difference as one number, for acceptance by temperature.
    fn energy(&self, delta: Measure) -> f64 {
        1_000.0 * delta.cost.hard as f64 + delta.cost.soft as f64 + delta.guide as f64
    }
}

/// What a low-level heuristic is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Never makes a solution worse.
    Improve,
    /// Changes a solution a little, at random.
    Mutate,
    /// Takes a part away and builds it again.
    Ruin,
}

/// A low-level heuristic's registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LowLevelHeuristic {
    /// Name in every text.
    pub name: &'static str,
    /// What it is for.
    pub purpose: Purpose,
    /// One line of explanation.
    pub about: &'static str,
}

/// How strongly low-level heuristics work, both from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dials {
    /// How much a mutation or a ruin changes.
    pub intensity: f64,
    /// How long an improvement searches.
    pub depth: f64,
}

/// Larger changes of a solution.
pub trait LowLevelHeuristics: Optimisation {
    /// The heuristics; empty where there are none.
    const HEURISTICS: &'static [LowLevelHeuristic];

    /// Binds the rules of decisions that heuristics make by themselves, to the buffers of one solve.
    ///
    /// # Errors
    ///
    /// The name of a feature that a rule reads and this instance does not have.
    fn bind(&self, _rules: &Decisions, _scratch: &mut Self::Scratch) -> Result<(), Text> {
        Ok(())
    }
    /// Runs one of them. Returns the exact difference, and what it did in units of [effort](crate::effort).
    fn run(
        &self,
        heuristic: usize,
        solution: &mut Self::Solution,
        scratch: &mut Self::Scratch,
        dials: Dials,
        random: &mut Stream,
    ) -> (Measure, u64);
}

/// Parts of a solution can be removed, and construction continues from the rest.
pub trait Ruin: Construction {
    /// Instances of this problem can be ruined.
    const RUINS: bool;

    /// How many parts a solution has.
    fn parts(&self, solution: &Self::Solution) -> usize;
    /// The solution without some parts, which construction then adds again. `features` as in
    /// [`start`](Construction::start).
    fn without(&self, solution: &Self::Solution, removed: &[usize], features: &[u16]) -> Self::Partial;
    /// How much a part is worth removing, for the parts that a solution has: the greater, the sooner.
    fn removal(&self, _solution: &Self::Solution, _part: usize) -> f64 {
        0.0
    }
}

/// A part of a solution's cost: a constraint, a route, a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Component {
    /// What it is, in words.
    pub name: String,
    /// What it adds to the cost.
    pub cost: Cost,
}

/// What people see of an instance and of its solutions.
pub trait Presented: Construction {
    /// The instance's text, from which its domain reads it again.
    fn text(&self) -> String;
    /// How large it is among the instances of its domain.
    fn size(&self) -> usize;
    /// The best cost that is known of it, if its source names one.
    fn best_known(&self) -> Option<Cost> {
        None
    }
    /// A drawing for a terminal, of a solution if there is one.
    fn picture(&self, solution: Option<&Self::Solution>) -> Picture;
    /// What a screen shows, of a solution if there is one.
    fn view(&self, solution: Option<&Self::Solution>) -> Board;
    /// What a screen shows of a solution that is being built, where that can be drawn.
    fn sketch(&self, _partial: &Self::Partial) -> Option<Board> {
        None
    }
    /// The cost of a solution by its parts.
    fn components(&self, solution: &Self::Solution) -> Vec<Component>;
}

/// A problem with everything that algorithms may ask for.
pub trait Solvable: Construction + Moves + LowLevelHeuristics + Ruin {}

impl<O: Construction + Moves + LowLevelHeuristics + Ruin> Solvable for O {}

/// A move of problems that have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoMove {}

/// Implements [`Moves`](crate::optimisation::Moves), [`LowLevelHeuristics`](crate::optimisation::LowLevelHeuristics) and
/// [`Ruin`](crate::optimisation::Ruin) with nothing to offer: solutions of the type can be built, not changed.
#[macro_export]
macro_rules! construction_only {
    ($problem:ty) => {
        $crate::no_moves!($problem);
        $crate::no_low_level_heuristics!($problem);
        $crate::no_ruin!($problem);
    };
}

/// Implements [`Moves`](crate::optimisation::Moves) without any kind.
#[macro_export]
macro_rules! no_moves {
    ($problem:ty) => {
        impl $crate::optimisation::Moves for $problem {
            type Move = $crate::optimisation::NoMove;
            const KINDS: &'static [$crate::optimisation::MoveKind] = &[];

            fn propose(
                &self,
                _: usize,
                _: &Self::Solution,
                _: &mut $crate::random::Stream,
            ) -> Option<Self::Move> {
                None
            }
            fn scan(
                &self,
                _: usize,
                _: &Self::Solution,
                _: &mut impl FnMut(Option<Self::Move>) -> std::ops::ControlFlow<()>,
            ) -> std::ops::ControlFlow<()> {
                std::ops::ControlFlow::Continue(())
            }
            fn delta(&self, _: &Self::Solution, change: Self::Move) -> $crate::optimisation::Measure {
                match change {}
            }
            fn apply(&self, _: &mut Self::Solution, change: Self::Move) -> u64 {
                match change {}
            }
        }
    };
}

/// Implements [`LowLevelHeuristics`](crate::optimisation::LowLevelHeuristics) with an empty list.
#[macro_export]
macro_rules! no_low_level_heuristics {
    ($problem:ty) => {
        impl $crate::optimisation::LowLevelHeuristics for $problem {
            const HEURISTICS: &'static [$crate::optimisation::LowLevelHeuristic] = &[];

            fn run(
                &self,
                _: usize,
                _: &mut Self::Solution,
                _: &mut Self::Scratch,
                _: $crate::optimisation::Dials,
                _: &mut $crate::random::Stream,
            ) -> ($crate::optimisation::Measure, u64) {
                ($crate::optimisation::Measure::ZERO, 0)
            }
        }
    };
}

/// Implements [`Ruin`](crate::optimisation::Ruin) for problems whose solutions cannot be taken apart.
#[macro_export]
macro_rules! no_ruin {
    ($problem:ty) => {
        impl $crate::optimisation::Ruin for $problem {
            const RUINS: bool = false;

            fn parts(&self, _: &Self::Solution) -> usize {
                0
            }
            fn without(&self, _: &Self::Solution, _: &[usize], features: &[u16]) -> Self::Partial {
                $crate::optimisation::Construction::start(self, features)
            }
        }
    };
}
