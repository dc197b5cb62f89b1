//! Who watches a search: progress, the power to end it, and the trace of its nodes.
//!
//! The trace is the search: a node that is counted is reported, in the order of the real algorithm. It costs nothing
//! where it is not asked for; [`Observer::traces`] is read when a search begins; one that traces goes on untraced
//! once the observer has seen enough.
//!
//! ```
//! use unstuck_core::domain::{self, Settings};
//! use unstuck_core::search::{Limit, NodeOutcome, Observer, Stats, TracedNode};
//! use unstuck_tiles::TilesDomain;
//!
//! /// Counts what is expanded, and what leads nowhere new.
//! #[derive(Default)]
//! struct Count(u64, u64);
//! impl Observer for Count {
//!     fn poll(&mut self, _: &Stats) -> Option<Limit> {
//!         None
//!     }
//!     fn traces(&self) -> bool {
//!         true
//!     }
//!     fn expanded(&mut self, _: &TracedNode<'_>) {
//!         self.0 += 1;
//!     }
//!     fn generated(&mut self, _: &[u64], _: &TracedNode<'_>, outcome: NodeOutcome) {
//!         self.1 += u64::from(outcome == NodeOutcome::Duplicate);
//!     }
//! }
//!
//! let board = domain::read_search(&TilesDomain, "1 3 0 2", None, &Settings::new()).unwrap();
//! let mut count = Count::default();
//! let found = board.solve(&board.request("astar", "manhattan")?, &mut count)?;
//! assert_eq!(count.0, found.stats.expanded);
//! # Ok::<(), unstuck_core::instance::SearchError>(())
//! ```

use super::{Limit, Stats};
use serde::Serialize;

/// Watches a search, and may end it. A search that is split over threads calls it from any of them, one at a time.
pub trait Observer: Send {
    /// Called at least every 1,024 expansions. An answer ends the search.
    fn poll(&mut self, stats: &Stats) -> Option<Limit>;
    /// A deepening search begins a round with this bound.
    fn iteration(&mut self, _bound: u32, _stats: &Stats) {}
    /// A search for a cheapest solution has proved that none costs less than this.
    fn proved(&mut self, _bound: u64) {}
    /// An anytime search found a solution of this cost: its steps, or nothing where the search does not write them.
    fn improved(&mut self, _cost: u64, _plan: &[String], _stats: &Stats) {}
    /// A named part of the work begins, such as `searching` or `attempt 2`.
    fn stage(&mut self, _name: &str, _stats: &Stats) {}
    /// Whether [`expanded`](Self::expanded) and [`generated`](Self::generated) are called. Read when a search begins and
    /// after every [`expanded`](Self::expanded): a search stops reporting, it never starts in between.
    fn traces(&self) -> bool {
        false
    }
    /// A node is expanded: its successors follow.
    fn expanded(&mut self, _node: &TracedNode<'_>) {}
    /// A successor of a packed state was generated.
    fn generated(&mut self, _parent: &[u64], _node: &TracedNode<'_>, _outcome: NodeOutcome) {}
}

/// Watches nothing.
impl Observer for () {
    fn poll(&mut self, _stats: &Stats) -> Option<Limit> {
        None
    }
}

/// Shows a search's statistics on top of those of the searches before it.
pub struct Onward<'a> {
    /// What was spent before.
    pub spent: Stats,
    /// The observer.
    pub observer: &'a mut dyn Observer,
}

impl Observer for Onward<'_> {
    fn poll(&mut self, stats: &Stats) -> Option<Limit> {
        self.observer.poll(&self.spent.then(*stats))
    }
    fn iteration(&mut self, bound: u32, stats: &Stats) {
        self.observer.iteration(bound, &self.spent.then(*stats));
    }
    fn proved(&mut self, bound: u64) {
        self.observer.proved(bound);
    }
    fn improved(&mut self, cost: u64, plan: &[String], stats: &Stats) {
        self.observer.improved(cost, plan, &self.spent.then(*stats));
    }
    fn stage(&mut self, name: &str, stats: &Stats) {
        self.observer.stage(name, &self.spent.then(*stats));
    }
    fn traces(&self) -> bool {
        self.observer.traces()
    }
    fn expanded(&mut self, node: &TracedNode<'_>) {
        self.observer.expanded(node);
    }
    fn generated(&mut self, parent: &[u64], node: &TracedNode<'_>, outcome: NodeOutcome) {
        self.observer.generated(parent, node, outcome);
    }
}

/// What a search knows about a node besides its state.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct NodeValues {
    /// Cost of the path to it; number of actions in searches that do not count costs.
    pub g: u32,
    /// Its estimate, where the search has evaluated it.
    pub h: Option<f64>,
    /// What the search orders or bounds it by, where that is a number.
    pub f: Option<f64>,
}

/// A node of a traced search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TracedNode<'a> {
    /// The packed state; [`SearchInstance::at`](crate::instance::SearchInstance::at) makes an instance of it.
    pub state: &'a [u64],
    /// What the search knows about it.
    pub values: NodeValues,
}

/// What a search does with a successor that it generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NodeOutcome {
    /// Kept: it is new, or the search keeps no table.
    New,
    /// Dropped: the state is known by a path that is no worse.
    Duplicate,
    /// Kept: the state is known by a worse path.
    Reopened,
    /// Dropped: above the bound, or no better than the incumbent.
    Pruned,
    /// Dropped: no goal can be reached from it.
    DeadEnd,
}
