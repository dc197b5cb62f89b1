//! The built-in planning benchmarks: domains and generators of our own.
//!
//! The domains follow their published rules. A generator draws a random task of a given size together with a plan for it,
//! which a simple domain-specific strategy constructs, so every task is solvable. Sizes of the sets follow the learning
//! track of the International Planning Competition 2023, where it has the domain.
//!
//! The texts never change: a member is a function of the benchmark's name, the set and the number.
//!
//! ```
//! use unstuck_planning::generate::{Set, benchmark};
//!
//! let ferry = benchmark("ferry").unwrap();
//! let made = ferry.member(Set::Easy, 1).unwrap();
//! assert!(made.problem.starts_with("(define (problem ferry-2)"));
//! assert!(made.plan.iter().any(|step| step.starts_with("(board car1 ")));
//! assert_eq!(Set::parse("hard-30"), Some((Set::Hard, 30)));
//! ```
//!
//! To add a benchmark, write one file with its domain, sizes and generator, and add one line to `benchmarks!`.

mod builder;
mod fixed;
mod graph;
mod maze;
mod set;

pub use fixed::{FIXED, Fixed};
pub use set::{Set, Sizes};

use unstuck_core::domain::{Ids, InstanceSet};
use unstuck_core::random::{Stream, stream};

/// Lists the benchmarks, one module each.
macro_rules! benchmarks {
    ($($module:ident,)*) => {
        $(mod $module;)*

        /// All benchmarks.
        pub static BENCHMARKS: &[Benchmark] = &[$($module::BENCHMARK),*];

        /// The set of each benchmark, in the same order; a member's text is a problem.
        pub static SETS: &[InstanceSet] = &[$(InstanceSet {
            name: $module::BENCHMARK.name,
            about: $module::BENCHMARK.summary,
            ids: members,
            text: |member| $module::BENCHMARK.named(member).map(|made| made.problem),
        }),*];
    };
}

benchmarks! {
    blocksworld,
    childsnack,
    ferry,
    floortile,
    gripper,
    logistics,
    miconic,
    rovers,
    satellite,
    sokoban,
    spanner,
    transport,
    visitall,
}

/// The names of all members, set after set.
fn members() -> Ids {
    let names = |set: Set| (1..=set.members()).map(move |index| format!("{}-{index}", set.name()));
    Ids::Names(Set::ALL.into_iter().flat_map(names).collect())
}

/// A planning domain with a generator of tasks.
#[derive(Debug, Clone, Copy)]
pub struct Benchmark {
    /// The name of the set; the PDDL domain may have another.
    pub name: &'static str,
    /// One line about what has to be done.
    pub summary: &'static str,
    /// What the size counts: `blocks`, `cars` …
    pub unit: &'static str,
    /// The domain definition in PDDL.
    pub domain: &'static str,
    /// The sizes of the sets, and the sizes that can be generated.
    pub sizes: Sizes,
    /// Draws a task of a size within [`Sizes::any`].
    make: fn(usize, &mut Stream) -> Generated,
}

/// A generated task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The problem definition in PDDL.
    pub problem: String,
    /// A plan, one `(action object …)` a step. It is valid but rarely a shortest one.
    pub plan: Vec<String>,
}

/// A size that a benchmark cannot generate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name} has {least} to {most} {unit}, not {size}")]
pub struct SizeError {
    name: &'static str,
    unit: &'static str,
    least: usize,
    most: usize,
    size: usize,
}

/// Whether a benchmark has a PDDL domain of that name.
pub fn has_domain(name: &str) -> bool {
    let of = |benchmark: &Benchmark| benchmark.domain.strip_prefix("(define (domain ")?.split(')').next();
    BENCHMARKS.iter().filter_map(of).any(|own| own.eq_ignore_ascii_case(name))
}

/// The benchmark of a name.
pub fn benchmark(name: &str) -> Option<&'static Benchmark> {
    BENCHMARKS.iter().find(|benchmark| benchmark.name.eq_ignore_ascii_case(name))
}

impl Benchmark {
    /// Member `index` of a set, counted from 1; `None` if the set has fewer.
    pub fn member(&self, set: Set, index: usize) -> Option<Generated> {
        let size = self.sizes.member(set, index)?;
        let mut random = stream(0, self.name, &[set as u64, index as u64]);
        Some((self.make)(size, &mut random))
    }

    /// The member of a name such as `easy-3`.
    pub fn named(&self, name: &str) -> Option<Generated> {
        let (set, index) = Set::parse(name)?;
        self.member(set, index)
    }

    /// Task number `index` of a seed and a size. Each is drawn from a random stream of its own.
    pub fn generate(&self, size: usize, seed: u64, index: u64) -> Result<Generated, SizeError> {
        let (least, most) = self.sizes.any;
        if !(least..=most).contains(&size) {
            return Err(SizeError { name: self.name, unit: self.unit, least, most, size });
        }
        Ok((self.make)(size, &mut stream(seed, self.name, &[Set::COUNT, size as u64, index])))
    }
}
