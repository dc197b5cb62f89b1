//! A domain of one's own: turn over the top of a stack of pancakes until their sizes grow downwards.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};
use unstuck_core::domain::{self, Domain, DomainInfo, Ids, InstanceSet, Method, Settings, metric};
use unstuck_core::error::ParseError;
use unstuck_core::feature::{Text, View, estimate, infos};
use unstuck_core::heuristic::{Featured, NodeFeature};
use unstuck_core::instance::{Bound, Instance};
use unstuck_core::problem::{Problem, Visit};
use unstuck_core::puzzle::{Frame, Puzzle, Replay, ReplayError};
use unstuck_core::random::{RngExt, stream};

/// What is fixed for an instance: how many pancakes there are.
pub struct Pancakes(usize);
type Stack = Vec<u8>; // a state: the sizes, from the top

impl Problem for Pancakes {
    type State = Stack;
    type Action = usize; // how many are turned over
    type Undo = ();
    type Scratch = ();
    const PACKED_LEN: usize = 1; // a packed state: sixteen sizes of four bits
    const TRANSPOSITIONS: bool = true; // many paths lead to the same stack
    fn scratch(&self) {}
    fn pack(&self, stack: &Stack, out: &mut [u64]) {
        out[0] = stack.iter().rev().fold(0, |packed, &size| packed << 4 | u64::from(size - 1));
    }
    fn unpack(&self, words: &[u64]) -> Stack {
        (0..self.0).map(|place| (words[0] >> (4 * place) & 15) as u8 + 1).collect()
    }
    fn visit<V: Visit<Self>>(&self, stack: &Stack, last: Option<usize>, to: &mut V) -> ControlFlow<()> {
        // The flip made last would only lead back.
        (2..=self.0).filter(|&flip| Some(flip) != last).try_for_each(|flip| to.action(self, stack, flip))
    }
    fn apply(&self, stack: &mut Stack, flip: usize) {
        stack[..flip].reverse();
    }
    fn undo(&self, stack: &mut Stack, flip: usize, (): ()) {
        stack[..flip].reverse();
    }
    fn reversible(&self) -> bool {
        true
    }
    fn is_goal(&self, stack: &Stack) -> bool {
        stack.is_sorted()
    }
}

const BOUND: &[&str] = &["flips"]; // where a feature is admissible and consistent: promises that are tested
const SIZE: fn(&Pancakes, u32) -> Option<(f64, f64)> = |problem, _| Some((0.0, problem.0 as f64));

static FEATURES: &[NodeFeature<Pancakes>] = &[
    NodeFeature::new(estimate("zero", "0 everywhere", BOUND, BOUND), SIZE, |_, ()| 0.0),
    NodeFeature::new(estimate("gaps", "neighbours that differ by more than 1", BOUND, BOUND), SIZE, gaps),
    NodeFeature::new(estimate("misplaced", "pancakes out of their place", &[], &[]), SIZE, |view, ()| {
        (1..).zip(view.state).filter(|(place, size)| place != *size).count() as f64
    }),
    NodeFeature::new(estimate("top", "size of the topmost", &[], &[]), SIZE, |view, ()| view.state[0].into()),
];

impl Featured for Pancakes {
    fn features(&self) -> &[NodeFeature<Self>] {
        FEATURES
    }
}

/// A flip parts one pair of neighbours (the plate is one, too), so it closes one gap at most (Helmert 2010).
fn gaps(view: &View<'_, Pancakes>, (): &mut ()) -> f64 {
    let gaps = view.state.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) > 1).count();
    (gaps + usize::from(view.state.last() != view.state.iter().max())) as f64
}

impl Puzzle for Pancakes {
    fn metric(&self) -> Text {
        "flips".into()
    }
    fn state_text(&self, stack: &Stack) -> String {
        stack.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
    }
    fn action_text(&self, _: &Stack, flip: usize) -> String {
        flip.to_string()
    }
    /// The validator: reads the moves and makes them by code that shares nothing with the search.
    fn replay(&self, start: &Stack, plan: &[String], frames: bool) -> Result<Replay, ReplayError> {
        let mut stack = start.clone();
        let mut seen = vec![Frame::of(self, &stack, "")];
        for (step, text) in (1..).zip(plan) {
            let Some(flip) = text.parse().ok().filter(|flip| (2..=stack.len()).contains(flip)) else {
                let reason = format!("a move is a number from 2 to {}", stack.len());
                return Err(ReplayError::Step { step, text: text.clone(), reason });
            };
            stack = stack[..flip].iter().rev().chain(&stack[flip..]).copied().collect();
            seen.push(Frame::of(self, &stack, text));
        }
        if !stack.is_sorted() {
            return Err(ReplayError::NotSolved { moves: plan.len(), reason: "it is not sorted".into() });
        }
        let lengths = vec![("flips".into(), plan.len() as u64)];
        Ok(Replay { lengths, frames: if frames { seen } else { vec![] } })
    }
}

/// The registration: what the rest of the program knows about the domain.
pub struct PancakesDomain;

static INFO: LazyLock<DomainInfo> = LazyLock::new(|| DomainInfo {
    order: "small flips first",
    solver: Method::informed("astar", "gaps"),
    heuristic: Some("gaps".into()),
    audit: vec!["stack:1".into()].into(),
    sets: &[STACKS],
    ..DomainInfo::new("pancakes", "sort a stack by turning over its top", [FLIPS].to_vec(), infos(FEATURES))
});
const FLIPS: domain::MetricInfo = metric("flips", "every flip counts 1");

impl Domain for PancakesDomain {
    fn info(&self) -> &DomainInfo {
        &INFO
    }
    fn instance(&self, text: &str, _: &str, _: &Settings) -> Result<Box<dyn Instance>, ParseError> {
        let start: Stack = text.split_whitespace().map(|size| size.parse().unwrap_or(0)).collect();
        let size = start.len();
        if !(2..=16).contains(&size) || (1..=size as u8).any(|wanted| !start.contains(&wanted)) {
            let help = "name the sizes from the top, 1 to at most 16, each of them once: 3 1 2";
            return Err(ParseError::new(format!("'{text}' is no stack of pancakes")).help(help));
        }
        Ok(Box::new(Bound::new(&INFO.features, Pancakes(size), start)))
    }
}

const STACKS: InstanceSet =
    InstanceSet { name: "stack", about: "eight, shuffled", ids: || Ids::Numbers(1, 9_999), text: stack };
fn stack(number: &str) -> Option<String> {
    let mut random = stream(number.parse().ok()?, "pancakes", &[]);
    let mut stack: Stack = (1..=8).collect();
    (1..8).rev().for_each(|place| stack.swap(place, random.random_range(0..=place)));
    Some(Pancakes(8).state_text(&stack))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    unstuck_core::registry::register(Arc::new(PancakesDomain))?;
    let instance = domain::read_search(&PancakesDomain, "4 8 2 6 1 7 3 5", None, &Settings::new())?;
    for (algorithm, heuristic) in [("bfs", "zero"), ("astar", "gaps"), ("greedy", "gaps + 0.1*misplaced")] {
        let found = instance.solve(&instance.request(algorithm, heuristic)?, &mut ())?;
        println!("{algorithm}, {heuristic}: {} ({} nodes)", found.plan.join(" "), found.stats.expanded);
    }
    Ok(())
}
