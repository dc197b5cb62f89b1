//! How good a heuristic is: lower is better everywhere.
//!
//! Per instance, n is the number of expanded nodes over that of the reference search, and l the length of the plan
//! over the best known one. A [`Fitness`] decides what is measured and makes one number of the measurements;
//! [`Evaluator`] is one of them with its settings, as an experiment file holds it.
//!
//! | file | evaluator |
//! |---|---|
//! | [`least_squares`] | the distance from the truth over rows |
//! | [`search`] | lengths and sizes of searches |
//! | [`reduction`] | sizes of searches that may not exceed the reference |
//! | [`coverage`], [`curriculum`] | solved instances by effort, the smallest first |
//! | [`direct`] | instances solved without a detour |
//! | [`effort`] | expected CPU time against the reference search's |
//! | [`gap`], [`area`], [`wins`] | costs of solutions against a bound, or against the reference rule's |
//! | [`multi`] | one of several, drawn for each generation |
//!
//! A new evaluator is a file with a structure of settings that implements [`Fitness`], and its line in `evaluators!`.
//!
//! ```
//! use unstuck_evolution::fitness::{Evaluator, reduction::Reduction};
//! use unstuck_evolution::measure::Measure;
//! let evaluator = Evaluator::Reduction(Reduction { max_length_ratio: Some(1.1), ..Reduction::default() });
//! assert_eq!(evaluator.name(), "reduction");
//! assert!(evaluator.measures().contains(&Measure::Expanded));
//! ```

pub mod area;
pub mod coverage;
pub mod curriculum;
pub mod direct;
pub mod effort;
pub mod gap;
pub mod least_squares;
pub mod multi;
pub mod reduction;
mod score;
pub mod search;
pub mod wins;

pub use score::{Score, mean, mean_length, too_long};

use crate::config::keys::Key;
use crate::config::settings::{Entries, Settings};
use crate::config::source::Section;
use crate::context::{EvaluationContext, Target};
use crate::measure::{Comparison, Measure};
use crate::role::Role;
use crate::task::{Cap, Measurement, Work};
use curriculum::Curriculum;
use least_squares::LeastSquares;
use serde::{Deserialize, Serialize};
use unstuck_core::domain::{Domain, Kind};
use unstuck_core::error::ParseError;
use unstuck_core::random::{RngExt, stream};

/// What a fitness is measured on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The rows of a role.
    Rows,
    /// Searches.
    Searches {
        /// Instances per generation; 0 for all.
        sample: usize,
        /// How far the searches may go.
        cap: Cap,
    },
}

/// A way to score heuristics.
pub trait Fitness {
    /// What it is measured on.
    fn basis(&self) -> Basis;
    /// The measures of searches that it reads; none where it reads rows.
    fn measures(&self) -> Vec<Measure>;
    /// The score of searches.
    fn score(&self, context: &EvaluationContext, runs: &[Comparison]) -> Score;
    /// The mean length ratio that is not punished, where longer plans are.
    fn max_length_ratio(&self) -> Option<f64> {
        None
    }
    /// How training instances come into play, where not all do from the beginning.
    fn curriculum(&self) -> Option<Curriculum> {
        None
    }
    /// Whether instances that the reference search does not solve are of use.
    fn keeps_unsolved(&self) -> bool {
        false
    }
    /// Sets the number of instances per generation, where it searches.
    fn set_sample(&mut self, _sample: usize) {}
    /// The kind of problems that it is for.
    fn kind(&self) -> Kind {
        Kind::Search
    }
    /// What costs of solutions are compared with; of optimisation problems.
    fn target(&self) -> Target {
        Target::Bound
    }
    /// Whether it reads costs averaged over the logarithm of effort; of optimisation problems.
    fn averages(&self) -> bool {
        false
    }
    /// How rows are fitted, where they are.
    fn least_squares(&self) -> Option<&LeastSquares> {
        None
    }
    /// The evaluators that it draws from, each with its probability; empty for all that are not made of others.
    fn parts(&self) -> &[(Evaluator, f64)] {
        &[]
    }
}

/// How the settings of an evaluator are read and written.
trait Configured: Sized {
    /// The keys that it reads.
    type Keys: Settings;
    /// Reads the keys of a section.
    fn from_section(section: &Section<'_>, domain: &dyn Domain) -> Result<Self, ParseError>;
    /// Keys and values.
    fn to_entries(&self) -> Entries;
}

/// Settings that are declared by their keys need nothing more.
impl<T: Settings> Configured for T {
    type Keys = T;

    fn from_section(section: &Section<'_>, _domain: &dyn Domain) -> Result<Self, ParseError> {
        T::read(section)
    }

    fn to_entries(&self) -> Entries {
        T::entries(self)
    }
}

/// Every evaluator, each in its module with its name and explanation.
macro_rules! evaluators {
    ($($module:ident $type:ident),* $(,)?) => {
        /// An evaluator with its settings.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[allow(missing_docs)]
        pub enum Evaluator {
            $($type($module::$type)),*
        }

        /// Names and explanations of all evaluators.
        pub static EVALUATORS: &[(&str, &str)] = &[$($module::ABOUT),*];

        /// The keys of all evaluators, by their names.
        const KEYS: &[(&str, &[&str])] = &[$(($module::ABOUT.0, <$module::$type as Configured>::Keys::KEYS)),*];

        /// The keys of all evaluators as data, by their names.
        pub(crate) fn rows() -> Vec<(&'static str, Vec<Key>)> {
            vec![$(($module::ABOUT.0, <$module::$type as Configured>::Keys::rows())),*]
        }

        impl Evaluator {
            /// Its name in experiment files.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$type(_) => $module::ABOUT.0),*
                }
            }

            fn inner(&self) -> &dyn Fitness {
                match self {
                    $(Self::$type(inner) => inner),*
                }
            }

            fn inner_mut(&mut self) -> &mut dyn Fitness {
                match self {
                    $(Self::$type(inner) => inner),*
                }
            }

            /// Reads the settings of the evaluator of a name; `None` if there is none.
            fn read_named(
                name: &str,
                section: &Section<'_>,
                domain: &dyn Domain,
            ) -> Option<Result<Self, ParseError>> {
                $(if name == $module::ABOUT.0 {
                    return Some(Configured::from_section(section, domain).map(Self::$type));
                })*
                None
            }

            fn own_entries(&self) -> Entries {
                match self {
                    $(Self::$type(inner) => Configured::to_entries(inner)),*
                }
            }
        }
    };
}

evaluators! {
    least_squares LeastSquares,
    search Search,
    reduction Reduction,
    multi Multi,
    coverage Coverage,
    direct Direct,
    effort Effort,
    gap Gap,
    area Area,
    wins Wins,
}

/// The names of those for optimisation problems.
pub const OF_OPTIMISATION: [&str; 3] = [gap::ABOUT.0, area::ABOUT.0, wins::ABOUT.0];

/// The evaluator where an experiment about a kind of problems names none.
const fn default(kind: Kind) -> &'static str {
    match kind {
        Kind::Search => reduction::ABOUT.0,
        Kind::Optimisation => gap::ABOUT.0,
    }
}

impl Evaluator {
    /// What it is measured on.
    pub fn basis(&self) -> Basis {
        self.inner().basis()
    }

    /// The measures of searches that it reads; none where it reads rows.
    pub fn measures(&self) -> Vec<Measure> {
        self.inner().measures()
    }

    /// The mean length ratio that is not punished, where longer plans are.
    pub fn max_length_ratio(&self) -> Option<f64> {
        self.inner().max_length_ratio()
    }

    /// The kind of problems that it is for.
    pub fn kind(&self) -> Kind {
        self.of_validation().inner().kind()
    }

    /// What costs of solutions are compared with; of optimisation problems.
    pub fn target(&self) -> Target {
        self.of_validation().inner().target()
    }

    /// Whether it reads costs averaged over the logarithm of effort; of optimisation problems.
    pub fn averages(&self) -> bool {
        self.of_validation().inner().averages()
    }

    /// Sets the number of instances per generation, where it searches.
    pub fn set_sample(&mut self, sample: usize) {
        self.inner_mut().set_sample(sample);
    }

    /// How rows are fitted, where it or one of its parts fits them.
    pub fn least_squares(&self) -> Option<&LeastSquares> {
        let own = self.inner().least_squares();
        own.or_else(|| self.parts().iter().find_map(|(part, _)| part.least_squares()))
    }

    /// The evaluators that it draws from, each with its probability; empty for all that are not made of others.
    pub fn parts(&self) -> &[(Self, f64)] {
        self.inner().parts()
    }

    /// The evaluator of a generation: itself, or the part that it draws.
    pub fn of_generation(&self, seed: u64, generation: u32) -> &Self {
        let Some((last, _)) = self.parts().last() else { return self };
        let total: f64 = self.parts().iter().map(|(_, probability)| probability).sum();
        let mut left = stream(seed, "evaluator", &[generation.into()]).random::<f64>() * total;
        for (part, probability) in self.parts() {
            left -= probability;
            if left < 0.0 {
                return part;
            }
        }
        last
    }

    /// The evaluator that champions are chosen by: itself, or its first part that searches, since searches are what
    /// heuristics are for.
    pub fn of_validation(&self) -> &Self {
        multi::searching(self.parts()).unwrap_or(self)
    }

    /// How training instances come into play, by itself or by one of its parts.
    pub fn curriculum(&self) -> Option<Curriculum> {
        self.inner().curriculum().or_else(|| self.parts().iter().find_map(|(part, _)| part.curriculum()))
    }

    /// Whether instances that the reference search does not solve are of use.
    pub fn keeps_unsolved(&self) -> bool {
        self.inner().keeps_unsolved() || self.parts().iter().any(|(part, _)| part.keeps_unsolved())
    }

    /// What is to be measured in a generation, on the first training instances or on all.
    pub fn work(
        &self,
        context: &EvaluationContext,
        first: Option<usize>,
        seed: u64,
        generation: u32,
    ) -> Work {
        let role = Role::Train;
        match self.of_generation(seed, generation).basis() {
            Basis::Rows => Work::Fit { role, exact: false },
            Basis::Searches { sample, cap } => {
                let count = context.set(role).len();
                let strata = context.strata(role, first.unwrap_or(count));
                let instances = draw(&strata, sample, seed, generation);
                Work::Search { role, instances, cap }
            }
        }
    }

    /// What is to be measured over a whole role.
    pub fn whole(&self, context: &EvaluationContext, role: Role) -> Work {
        match self.of_validation().basis() {
            Basis::Rows => Work::Fit { role, exact: true },
            Basis::Searches { cap, .. } => {
                Work::Search { role, instances: (0..context.set(role).len() as u32).collect(), cap }
            }
        }
    }

    /// The score of a measurement.
    pub fn score(&self, context: &EvaluationContext, measurement: &Measurement<'_>) -> Score {
        match *measurement {
            Measurement::Fit(fit) => least_squares::score(fit),
            Measurement::Fitness(fitness) => Score { fitness, ..Score::default() },
            Measurement::Runs { role, instances, runs, .. } => {
                self.score_compared(context, &context.compare(role, instances, runs))
            }
            Measurement::Stopped { role, instances, runs, fitness } => {
                Score { fitness, ..self.score_compared(context, &context.compare(role, instances, runs)) }
            }
        }
    }

    /// The score of searches.
    pub fn score_compared(&self, context: &EvaluationContext, runs: &[Comparison]) -> Score {
        self.of_validation().inner().score(context, runs)
    }

    /// Reads the evaluator of a section; `others` are the keys that the caller reads.
    pub(crate) fn read(
        section: &Section<'_>,
        domain: &dyn Domain,
        others: &[&str],
    ) -> Result<Self, ParseError> {
        let name = match section.get("kind") {
            Some(item) => {
                item.word(&EVALUATORS.iter().map(|(name, _)| (*name, *name)).collect::<Vec<_>>())?
            }
            None => default(domain.info().kind),
        };
        let own = KEYS.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, keys)| keys);
        // The key of another evaluator gets a better message than that it is unknown.
        for (key, item) in section.entries() {
            let known = KEYS.iter().any(|(_, keys)| keys.contains(&key.as_str()));
            if known && !own.contains(&key.as_str()) {
                let wrong = format!("{name} reads no {key}");
                return Err(item.refuse(wrong).help(format!("it reads {}", own.join(", "))));
            }
        }
        section.only(&[others, own].concat())?;
        // The name is one of the table.
        let read = Self::read_named(name, section, domain)
            .unwrap_or_else(|| Err(ParseError::new("no evaluator")))?;
        let info = domain.info();
        if read.parts().is_empty() && read.inner().kind() != info.kind {
            let wrong = format!("{name} is not for {}, which {} is", info.kind.with_article(), info.name);
            let error =
                section.get("kind").map_or_else(|| ParseError::new(&wrong), |item| item.refuse(&wrong));
            return Err(error.help(format!("write kind = \"{}\"", default(info.kind))));
        }
        let alike =
            |(part, _): &(Self, f64)| (part.target(), part.averages()) == (read.target(), read.averages());
        if !read.parts().iter().all(alike) {
            let wrong = "the parts compare costs with different things";
            return Err(section
                .get("parts")
                .map_or_else(|| ParseError::new(wrong), |item| item.refuse(wrong)));
        }
        Ok(read)
    }

    /// Keys and values, the kind first.
    pub(crate) fn entries(&self) -> Entries {
        let mut entries = vec![("kind", Some(crate::config::writer::quoted(self.name())))];
        entries.extend(self.own_entries());
        entries
    }
}

/// The numbers of the instances of a generation, in ascending order: all of them, or some drawn evenly, of each
/// stratum as many as of the others. What does not divide evenly goes to one stratum after another.
pub fn draw(strata: &[Vec<u32>], sample: usize, seed: u64, generation: u32) -> Vec<u32> {
    let count: usize = strata.iter().map(Vec::len).sum();
    let mut drawn: Vec<u32> = Vec::new();
    let mut random = stream(seed, "instances", &[generation.into()]);
    for (place, stratum) in strata.iter().enumerate() {
        let turn = (place + generation as usize) % strata.len();
        let share = sample / strata.len() + usize::from(turn < sample % strata.len());
        let mut numbers = stratum.clone();
        if sample > 0 && sample < count && share < numbers.len() {
            for place in 0..share {
                let other = random.random_range(place..numbers.len());
                numbers.swap(place, other);
            }
            numbers.truncate(share);
        }
        drawn.extend(numbers);
    }
    drawn.sort_unstable();
    drawn
}
