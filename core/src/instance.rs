//! One instance behind the dynamic boundary: everything the outside asks of a problem, by plain data.
//!
//! [`Instance`] is what every kind of problem has; [`SearchInstance`] adds what only state spaces have, and callers get it
//! by [`Instance::as_search`]; [`OptimisationInstance`] adds what solutions with a cost have. [`Bound`] puts any [`Puzzle`](crate::puzzle::Puzzle) behind both; the call crosses the
//! boundary once per search, and what runs behind it is monomorphised.
//!
//! ```
//! use unstuck_core::domain::{self, Settings};
//! use unstuck_core::instance::Status;
//! # use unstuck_tiles::TilesDomain;
//! # let board = domain::read_search(&TilesDomain, "8 6 7 2 5 4 3 0 1", None, &Settings::new()).unwrap();
//!
//! let mut request = board.request("ida", "manhattan")?;
//! request.parameters.limits.expanded = Some(100);
//! assert_eq!(board.solve(&request, &mut ())?.status, Status::Limit);
//! request.parameters.limits.expanded = None;
//! let found = board.solve(&request, &mut ())?;
//! assert_eq!((found.cost, found.optimal), (Some(27), true));
//! assert_eq!(found.lengths, [("moves".into(), 27)]);
//! # Ok::<(), unstuck_core::instance::SearchError>(())
//! ```

mod attempts;
mod bound;
pub mod judge;
pub mod optimisation;
mod search;

pub use bound::{Bound, Classify, OwnSolver};
pub use optimisation::OptimisationInstance;
pub use search::{
    Exploration, PurposeError, SearchError, SearchInstance, SearchRequest, Solution, SpaceError, Status,
    StepPurpose, Successor, Support, TaskSize,
};

use crate::feature::{FeatureTable, Text};
use crate::puzzle::Picture;
use crate::search::{Limits, Observer};
use crate::view::Board;
use std::any::Any;
use std::sync::Arc;

/// One instance of any domain, of any kind of problem.
pub trait Instance: Send + Sync {
    /// The vocabulary of the instance's domain.
    fn table(&self) -> &Arc<FeatureTable>;
    /// The instance's text.
    fn text(&self) -> String;
    /// The metric that costs are counted in.
    fn metric(&self) -> Text;
    /// The group of the instance where its domain has several, as the PDDL domain of a problem that brings it along:
    /// samples and experiments are balanced over the groups.
    fn group(&self) -> Option<&str> {
        None
    }
    /// How large it is among the instances of its domain: the length of its text, unless the domain knows better.
    fn size(&self) -> usize {
        self.text().len()
    }
    /// A drawing for a terminal.
    fn picture(&self) -> Picture;
    /// What a screen shows of it.
    fn view(&self) -> Board;
    /// The instance itself, for the domain that made it.
    fn as_any(&self) -> &dyn Any;
    /// The instance as a search problem; `None` for other kinds.
    fn as_search(&self) -> Option<&dyn SearchInstance> {
        None
    }
    /// [`as_search`](Self::as_search) of a boxed instance.
    fn into_search(self: Box<Self>) -> Option<Box<dyn SearchInstance>> {
        None
    }
    /// The instance as an optimisation problem; `None` for other kinds.
    fn as_optimisation(&self) -> Option<&dyn OptimisationInstance> {
        None
    }
    /// [`as_optimisation`](Self::as_optimisation) of a boxed instance.
    fn into_optimisation(self: Box<Self>) -> Option<Box<dyn OptimisationInstance>> {
        None
    }
    /// Smallest and largest value of every feature of the table; `None` for those that do not exist for this instance.
    fn ranges(&self) -> Vec<Option<(f64, f64)>>;
    /// Whether a feature exists for this instance.
    fn has(&self, feature: &str) -> bool;
    /// The same instance with the features of a table that extends its own by [terms](crate::feature::Terms); `None` if the
    /// table is another one.
    fn with_table(&self, table: &Arc<FeatureTable>) -> Option<Box<dyn Instance>>;
    /// The values of all features at the start; `None` for those that exist only along a path, are expensive, or do not
    /// exist here.
    fn values(&self) -> Vec<Option<f64>>;
    /// Makes what the other calls need and keeps it for them: ground tasks, say. Calls with limits and an observer do so by
    /// themselves; the others do it without limits.
    fn prepare(&self, _limits: Limits, _observer: &mut dyn Observer) -> Result<(), SpaceError> {
        Ok(())
    }
    /// Checks the laws of the instance's kind on a random walk; those of a search problem are in [`crate::conformance`].
    fn check_laws(&self, seed: u64, steps: usize) -> Result<(), String>;
}
