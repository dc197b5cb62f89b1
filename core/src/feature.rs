//! Features: hand-made measurements of what a formula decides about, and the tables in which a domain lists them.
//!
//! What a feature sees is its [`Subject`]: the node of a search, the partial solution and a choice, the solution and a
//! move. Everything that computes with features (tables, formulas, lazy values) is written for any subject.
//!
//! The table is the only source for the command line, the documentation, the terminals of evolved heuristics and the
//! conformance tests. Names are owned, so that a domain made while the program runs (from Python, from a PDDL file) has
//! a table like any other; built-in domains keep theirs as constants.
//!
//! The feature of a node sees a [`View`], not a bare state, because some features ask how the node was reached. In a
//! search with duplicate detection such a value belongs to the path that first reached the state, and is computed again
//! when a cheaper path reopens it.
//!
//! | file | idea |
//! |---|---|
//! | [`FeatureInfo`], [`FeatureTable`], [`Terms`] | what is declared of features, and the words of the language |
//! | [`Subject`], [`Feature`], [`Compute`] | how values are computed |
//! | [`LazyFeatures`] | values computed when needed, and no more often than they change |
//! | [`View`], [`NodeInfo`] | nodes of searches |

mod info;
mod lazy;
mod node;
mod table;
mod terms;

pub use info::{FeatureInfo, Kind, Price, Scope, context, estimate, measure, number};
pub use lazy::LazyFeatures;
pub use node::{Metrics, Needs, NodeInfo, Role, View};
pub use table::{FeatureTable, MAX_FEATURES};
pub(crate) use terms::end_of_term;
pub use terms::{TermError, Terms, Transferred};

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// A name or a line of explanation: a constant of the program, or made while it runs.
pub type Text = Cow<'static, str>;

/// A table of features: the type of its rows, then a row each: name, explanation, scope if it is not one choice, range and
/// value.
///
/// ```
/// use unstuck_core::feature::{Feature, Subject, up_to};
///
/// /// The number of an item of a list.
/// struct Item;
/// impl Subject for Item {
///     type Instance = Vec<u32>;
///     type View<'v> = (&'v Vec<u32>, usize);
///     type Scratch = ();
///     fn features(_: &Vec<u32>) -> &[Feature<Self>] {
///         FEATURES
///     }
///     fn scratch(_: &Vec<u32>) {}
///     fn instance<'v>(view: &Self::View<'v>) -> &'v Vec<u32> {
///         view.0
///     }
/// }
///
/// const FEATURES: &[Feature<Item>] = unstuck_core::features! { Feature<Item>;
///     "size" "size of the item": |_, _| up_to(9), |(items, place), ()| items[*place].into();
///     "items" "number of items" per_instance: |items, _| up_to(items.len() as u32), |(items, _), ()| items.len() as f64;
/// };
/// assert_eq!(FEATURES[1].info.name, "items");
/// ```
#[macro_export]
macro_rules! features {
    ($row:ty; $($name:literal $about:literal $($scope:ident)?: $range:expr, $value:expr;)*) => {
        &[$(<$row>::new(
            $crate::feature::number($name, $about)$(.$scope())?,
            $range,
            $value,
        )),*]
    };
}

/// What features see: one type of instance, and what a value depends on besides.
///
/// ```
/// use unstuck_core::feature::{Feature, LazyFeatures, Subject, number};
///
/// /// The items of a knapsack with its free room, and one item: which goes in next?
/// struct Choose;
/// struct View<'v> { items: &'v [(f64, f64)], room: f64, choice: usize }
///
/// impl Subject for Choose {
///     type Instance = [(f64, f64)];
///     type View<'v> = View<'v>;
///     type Scratch = ();
///     fn features(_: &Self::Instance) -> &[Feature<Self>] {
///         FEATURES
///     }
///     fn scratch(_: &Self::Instance) {}
///     fn instance<'v>(view: &Self::View<'v>) -> &'v Self::Instance { view.items }
/// }
///
/// type Row = Feature<Choose>;
/// const FEATURES: &[Row] = &[
///     Row::new(number("value", "value of the item"), |_, _| Some((0.0, 1e9)), |view, ()| view.items[view.choice].0),
///     Row::new(number("room", "free room").per_step(), |_, _| Some((0.0, 1e9)), |view, ()| view.room),
/// ];
///
/// let items = [(3.0, 2.0), (5.0, 4.0)];
/// let mut lazy = LazyFeatures::<Choose>::new(&items);
/// lazy.next_step();
/// for choice in 0..2 {
///     lazy.next_view();
///     let view = View { items: &items, room: 4.0, choice };
///     assert_eq!((lazy.get(&view, 0), lazy.get(&view, 1)), (items[choice].0, 4.0));
/// }
/// ```
pub trait Subject: Sized + 'static {
    /// What is solved.
    type Instance: ?Sized;
    /// What a feature sees when it is computed.
    type View<'v>;
    /// Buffers that the features of one thread share.
    type Scratch: Send;

    /// Whether some values hold for more than one view (a [`Scope`] other than [`Scope::Choice`]).
    const SCOPED: bool = true;

    /// The features with their functions, in the order of their [`FeatureTable`].
    fn features(instance: &Self::Instance) -> &[Feature<Self>];
    /// Fresh buffers.
    fn scratch(instance: &Self::Instance) -> Self::Scratch;
    /// The instance that a view belongs to.
    fn instance<'v>(view: &Self::View<'v>) -> &'v Self::Instance;
}

/// Smallest and largest value of a feature on an instance.
pub type Bounds = (f64, f64);

/// The range of a feature from 0 on.
pub fn up_to(max: u32) -> Option<Bounds> {
    Some((0.0, max.into()))
}

/// What is declared of these features, for their table.
pub fn infos<S: Subject>(features: &[Feature<S>]) -> impl Iterator<Item = FeatureInfo> + '_ {
    features.iter().map(|feature| feature.info.clone())
}

/// One row of a feature table, with its functions.
pub struct Feature<S: Subject> {
    /// The registration.
    pub info: FeatureInfo,
    /// The row's number among those that share the functions (one per predicate, say); 0 for other rows.
    pub member: u32,
    /// Smallest and largest value on an instance, for a member; `None` where the feature does not exist for it.
    pub range: fn(&S::Instance, u32) -> Option<Bounds>,
    /// How the value is found.
    pub compute: Compute<S>,
}

impl<S: Subject> std::fmt::Debug for Feature<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.info.name)
    }
}

impl<S: Subject> Clone for Feature<S> {
    fn clone(&self) -> Self {
        let Self { info, member, range, compute } = self;
        Self { info: info.clone(), member: *member, range: *range, compute: compute.clone() }
    }
}

impl<S: Subject> Feature<S> {
    /// A feature computed alone. Its `range` gets the instance and the row's `member`, which is 0 where no rows share a function:
    /// `|_, _| up_to(16)` (see [`up_to`]).
    pub const fn new(
        info: FeatureInfo,
        range: fn(&S::Instance, u32) -> Option<Bounds>,
        value: fn(&S::View<'_>, &mut S::Scratch) -> f64,
    ) -> Self {
        Self { info, member: 0, range, compute: Compute::One(value) }
    }

    /// Smallest and largest value on an instance; `None` where the feature does not exist for it.
    #[inline]
    pub fn range(&self, instance: &S::Instance) -> Option<Bounds> {
        (self.range)(instance, self.member)
    }
}

/// How the value of a feature is computed.
pub enum Compute<S: Subject> {
    /// One function, one value.
    One(fn(&S::View<'_>, &mut S::Scratch) -> f64),
    /// One function for many rows, which receives the member.
    Member(fn(&S::View<'_>, &mut S::Scratch, u32) -> f64),
    /// One computation that fills all features in a range of the table, which have the same scope.
    Group(fn(&S::View<'_>, &mut S::Scratch, &mut [f64]), Range<u16>),
    /// A function made while the program runs.
    Closure(Arc<Closure<S>>),
}

impl<S: Subject> Clone for Compute<S> {
    fn clone(&self) -> Self {
        match self {
            Self::One(one) => Self::One(*one),
            Self::Member(member) => Self::Member(*member),
            Self::Group(group, range) => Self::Group(*group, range.clone()),
            Self::Closure(closure) => Self::Closure(closure.clone()),
        }
    }
}

/// A feature's function with what it captured.
pub type Closure<S> = dyn Fn(&<S as Subject>::View<'_>, &mut <S as Subject>::Scratch) -> f64 + Send + Sync;
