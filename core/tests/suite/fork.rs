//! A domain made while the program runs: names, metrics and features are owned, and features are closures.
//!
//! Two corridors part at the start: one leads to the goal, the other nowhere.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use unstuck_core::domain::{Domain, DomainInfo, MetricInfo, Settings};
use unstuck_core::error::ParseError;
use unstuck_core::feature::{
    FeatureInfo, FeatureTable, Metrics, NodeInfo, Role, Text, View, estimate, infos, up_to,
};
use unstuck_core::heuristic::{Featured, NodeCompute, NodeFeature};
use unstuck_core::instance::{Bound, Instance};
use unstuck_core::problem::{Problem, Visit};
use unstuck_core::puzzle::{Puzzle, Replay, ReplayError};

/// Places 1 to `length` lead from the start, 0, to the goal; as many beyond them do not.
pub struct Fork {
    pub length: u32,
    features: Vec<NodeFeature<Self>>,
    /// How often places without a way to the goal were expanded.
    pub vain: Arc<AtomicU64>,
}

impl Fork {
    pub fn new(length: u32, features: Vec<NodeFeature<Self>>) -> Self {
        Self { length, features, vain: Arc::default() }
    }

    fn is_lost(&self, place: u32) -> bool {
        place > self.length
    }
}

impl Problem for Fork {
    type State = u32;
    type Action = u32; // the next place
    type Undo = u32;
    type Scratch = ();
    const PACKED_LEN: usize = 1;
    const TRANSPOSITIONS: bool = false;

    fn scratch(&self) {}
    fn pack(&self, place: &u32, out: &mut [u64]) {
        out[0] = u64::from(*place);
    }
    fn unpack(&self, words: &[u64]) -> u32 {
        words[0] as u32
    }
    fn hash(&self, place: &u32) -> u64 {
        u64::from(*place).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn visit<V: Visit<Self>>(&self, place: &u32, _: Option<u32>, to: &mut V) -> ControlFlow<()> {
        self.vain.fetch_add(u64::from(self.is_lost(*place)), Ordering::Relaxed);
        let next = if *place == 0 { vec![self.length + 1, 1] } else { vec![place + 1] };
        let ends = [self.length, 2 * self.length].contains(place);
        next.into_iter().filter(|_| !ends).try_for_each(|next| to.action(self, place, next))
    }
    fn apply(&self, place: &mut u32, next: u32) -> u32 {
        std::mem::replace(place, next)
    }
    fn undo(&self, place: &mut u32, _: u32, before: u32) {
        *place = before;
    }
    fn reversible(&self) -> bool {
        false
    }
    fn is_goal(&self, place: &u32) -> bool {
        *place == self.length
    }
}

impl Featured for Fork {
    fn features(&self) -> &[NodeFeature<Self>] {
        &self.features
    }
}

impl Puzzle for Fork {
    fn metric(&self) -> Text {
        "steps".into()
    }
    fn state_text(&self, place: &u32) -> String {
        place.to_string()
    }
    fn action_text(&self, _: &u32, next: u32) -> String {
        next.to_string()
    }
    fn replay(&self, start: &u32, plan: &[String], _: bool) -> Result<Replay, ReplayError> {
        let places: Vec<String> = (start + 1..=self.length).map(|place| place.to_string()).collect();
        if plan != places {
            return Err(ReplayError::NotSolved { moves: plan.len(), reason: "there is one way".into() });
        }
        Ok(Replay { lengths: vec![("steps".into(), plan.len() as u64)], frames: Vec::new() })
    }
}

/// A row with an owned name and a function that captured something.
pub fn closure(
    name: &str,
    safe: bool,
    value: impl Fn(&View<'_, Fork>) -> f64 + Send + Sync + 'static,
) -> NodeFeature<Fork> {
    let info = FeatureInfo {
        name: name.to_owned().into(),
        about: format!("{name}, for tests").into(),
        node: Some(NodeInfo {
            role: Role::Estimate,
            admissible: Metrics::Owned(Vec::new()),
            safe,
            ..NodeInfo::NONE
        }),
        ..estimate("", "", &[], &[])
    };
    let compute = NodeCompute::Closure(Arc::new(move |view: &View<'_, Fork>, (): &mut ()| value(view)));
    NodeFeature { info, member: 0, range: |fork, _| up_to(2 * fork.length), compute }
}

/// Steps to the goal; a safe and a careless feature that are infinite in the second corridor.
pub fn features() -> Vec<NodeFeature<Fork>> {
    let lost = |view: &View<'_, Fork>| {
        if view.problem.is_lost(*view.state) { f64::INFINITY } else { 0.0 }
    };
    vec![
        closure("left", false, |view| f64::from(view.problem.length.saturating_sub(*view.state))),
        closure("lost", true, lost),
        closure("careless", false, lost),
    ]
}

pub fn table(features: &[NodeFeature<Fork>]) -> Arc<FeatureTable> {
    let name = String::from("fork");
    FeatureTable::new(name, ["steps".into()], infos(features))
}

/// The registration: a name, a definition, and perhaps the name of a set.
pub struct ForkDomain {
    info: DomainInfo,
    definition: Option<String>,
}

impl ForkDomain {
    pub fn new(name: &str, definition: Option<&str>) -> Self {
        let steps = MetricInfo { name: "steps".into(), about: "every place counts 1".into() };
        let about = "walk the right corridor";
        let info = DomainInfo::new(name.to_owned(), about, vec![steps], infos(&features()));
        Self { info, definition: definition.map(str::to_owned) }
    }
}

impl Domain for ForkDomain {
    fn info(&self) -> &DomainInfo {
        &self.info
    }
    fn definition(&self) -> Option<&str> {
        self.definition.as_deref()
    }
    fn instance(&self, text: &str, _: &str, _: &Settings) -> Result<Box<dyn Instance>, ParseError> {
        let length = text.parse().map_err(|_| ParseError::new(format!("'{text}' is no length")))?;
        Ok(Box::new(Bound::new(&self.info.features, Fork::new(length, features()), 0)))
    }
}
