//! Several methods on one instance: what each finds, and what its search expands on the way.
//!
//! One search gives the statistics, and an observer of it the layers and samples. After `MAX_FOLLOWED` expansions the
//! observer stops following, and the rest runs at full speed.

use crate::ToSchema;
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Result};
use crate::request::instances::Reading;
use crate::request::kinds::only_search;
use crate::request::limits::Limits;
use crate::request::method::Method;
use crate::system::watch::Watch;
use crate::use_cases::solve::{Report, SolveResult, prepare};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use unstuck_core::instance::SearchInstance;
use unstuck_core::search::{Limit, NodeValues, Observer, Stats, TracedNode};
use unstuck_core::view::Board;

/// Most entrants.
const MAX_ENTRANTS: usize = 4;
/// Expansions that are followed.
const MAX_FOLLOWED: u64 = 100_000;
/// States that are shown on the way.
const MAX_SAMPLES: usize = 60;

/// Which methods race on which instance.
#[derive(Debug, Clone, Deserialize, ToSchema, Fields)]
#[schema(as = RaceRequest)]
pub struct Request {
    /// The instance, by name or text.
    pub instance: String,
    /// From 1 to 4 methods.
    pub methods: Vec<Method>,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// Limits of each search.
    #[serde(default)]
    pub limits: Limits,
}

/// What came of a race.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = RaceResult)]
pub struct Race {
    /// In the order of the methods.
    pub entrants: Vec<Entrant>,
}

/// One method of a race.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Entrant {
    /// What the layers are by; none for searches without layers.
    pub by: Option<LayerKind>,
    /// What the search found.
    pub solve: SolveResult,
    /// Expansions in each layer, in the order in which the layers began.
    pub layers: Vec<Layer>,
    /// At most 60 states as they were expanded, evenly spread.
    pub samples: Vec<Sample>,
}

/// What the layers of a search are by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LayerKind {
    /// f.
    F,
    /// h.
    H,
    /// Depth.
    Depth,
    /// The bound of a deepening round.
    Bound,
}

/// Expansions in one layer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct Layer {
    /// The layer: f, h, a depth or a bound.
    pub f: f64,
    /// Expansions in it.
    pub expanded: u64,
}

/// A state as it was expanded.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Sample {
    /// The number of the expansion, from 1.
    pub expanded: u64,
    /// Its layer.
    pub f: f64,
    /// Its estimate; 0 in blind searches.
    pub h: f64,
    /// The state.
    pub text: String,
    /// The state as screens show it.
    pub board: Board,
}

/// Races methods.
pub fn run(request: &Request, context: &Context<'_>, mut begin: impl FnMut(usize)) -> Result<Race> {
    if !(1..=MAX_ENTRANTS).contains(&request.methods.len()) {
        let message = format!("a race has from 1 to {MAX_ENTRANTS} entrants");
        return Err(Error::request(message).field("methods"));
    }
    let reading = &request.reading;
    let source = context.instance(&request.instance, reading)?;
    only_search(&*source.domain, "race")?;
    let limits = request.limits.of_each(1, 1);
    let mut entrants = Vec::new();
    for (number, method) in request.methods.iter().enumerate() {
        begin(number);
        let (puzzle, search) = prepare(&source, reading, method, limits, context)?;
        let by = by(search.parameters.algorithm.name);
        let mut observer = Follower::new(by, Watch::new(context.activity, limits));
        let mut solution = puzzle.solve(&search, &mut observer)?;
        solution.stats.seconds = observer.watch.seconds();
        let layers = observer.layers(&solution.stats);
        let samples = observer.samples.iter().map(|seen| seen.sample(&*puzzle)).collect();
        let info = source.domain.info();
        let instance = source.name.clone();
        let report = Report {
            instance,
            domain: info.name.clone(),
            family: info.family,
            request: search,
            puzzle,
            solution,
            stages: Vec::new(),
            remedy: None,
            cpu_seconds: None,
            is_cpu_spent: false,
            bound: 0,
            unproved: None,
        };
        entrants.push(Entrant { by, solve: report.with_positions()?, layers, samples });
    }
    Ok(Race { entrants })
}

/// What the layers of a search are by; none for those without.
fn by(algorithm: &str) -> Option<LayerKind> {
    match algorithm {
        "bfs" | "dfs" => Some(LayerKind::Depth),
        "greedy" => Some(LayerKind::H),
        "iddfs" | "ida" | "wida" => Some(LayerKind::Bound),
        "ucs" | "astar" | "wastar" => Some(LayerKind::F),
        _ => None,
    }
}

/// Follows a search from expansion to expansion, and from round to round.
struct Follower<'a> {
    watch: Watch<'a>,
    by: Option<LayerKind>,
    /// The rounds of a deepening search: the bound, and with how many expansions the round began.
    rounds: Vec<(u32, u64)>,
    expanded: u64,
    layers: Vec<Layer>,
    /// The place of each layer, by its bits.
    places: HashMap<u64, usize>,
    /// The first expansion, every n-th after it, and the last.
    samples: Vec<Seen>,
    stride: u64,
}

/// A state that was expanded.
struct Seen {
    state: Box<[u64]>,
    expanded: u64,
    values: NodeValues,
    layer: f64,
}

impl Seen {
    fn sample(&self, puzzle: &dyn SearchInstance) -> Sample {
        let state = puzzle.at(&self.state);
        let h = self.values.h.unwrap_or(0.0);
        Sample { expanded: self.expanded, f: self.layer, h, text: state.text(), board: state.view() }
    }
}

impl<'a> Follower<'a> {
    fn new(by: Option<LayerKind>, watch: Watch<'a>) -> Self {
        Self {
            watch,
            by,
            rounds: Vec::new(),
            expanded: 0,
            layers: Vec::new(),
            places: HashMap::new(),
            samples: Vec::new(),
            stride: 1,
        }
    }

    /// Expansions of each layer, once the search is over.
    fn layers(&mut self, stats: &Stats) -> Vec<Layer> {
        if self.by != Some(LayerKind::Bound) {
            return std::mem::take(&mut self.layers);
        }
        let ends = self.rounds.iter().skip(1).map(|(_, begun)| *begun).chain([stats.expanded]);
        let layer = |((bound, begun), end): (&(u32, u64), u64)| Layer {
            f: f64::from(*bound),
            expanded: end.saturating_sub(*begun),
        };
        self.rounds.iter().zip(ends).map(layer).collect()
    }

    /// Keeps the last expansion until the next one, and those on the stride, which doubles when they are too many.
    fn keep(&mut self, seen: Seen) {
        let is_kept = |stride: u64| move |one: &Seen| (one.expanded - 1).is_multiple_of(stride);
        self.samples.retain(is_kept(self.stride));
        if self.samples.len() == MAX_SAMPLES {
            self.stride *= 2;
            self.samples.retain(is_kept(self.stride));
        }
        self.samples.push(seen);
    }
}

impl Observer for Follower<'_> {
    fn poll(&mut self, stats: &Stats) -> Option<Limit> {
        self.watch.poll(stats)
    }

    fn iteration(&mut self, bound: u32, stats: &Stats) {
        self.watch.iteration(bound, stats);
        self.rounds.push((bound, stats.expanded));
    }

    fn improved(&mut self, cost: u64, plan: &[String], stats: &Stats) {
        self.watch.improved(cost, plan, stats);
    }

    fn traces(&self) -> bool {
        self.by.is_some() && self.expanded < MAX_FOLLOWED
    }

    fn expanded(&mut self, node: &TracedNode<'_>) {
        self.expanded += 1;
        let NodeValues { g, h, f } = node.values;
        let layer = match self.by {
            Some(LayerKind::Depth) => g.into(),
            Some(LayerKind::H) => h.unwrap_or(0.0),
            _ => f.unwrap_or_else(|| g.into()),
        };
        let place = *self.places.entry(layer.to_bits()).or_insert(self.layers.len());
        if place == self.layers.len() {
            self.layers.push(Layer { f: layer, expanded: 0 });
        }
        self.layers[place].expanded += 1;
        self.keep(Seen { state: node.state.into(), expanded: self.expanded, values: node.values, layer });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::watch::Activity;

    fn race(instance: &str, algorithms: &[(&str, &str)]) -> Race {
        unstuck_domains::install();
        let method = |(algorithm, heuristic): &(&str, &str)| Method {
            algorithm: Some((*algorithm).to_owned()),
            heuristic: Some((*heuristic).to_owned()).filter(|text| !text.is_empty()),
            ..Method::default()
        };
        let request = Request {
            instance: instance.to_owned(),
            methods: algorithms.iter().map(method).collect(),
            reading: Reading::default(),
            limits: Limits::default(),
        };
        let activity = Activity::default();
        run(&request, &Context::silent(&activity), |_| {}).unwrap()
    }

    #[test]
    fn layers_and_samples_are_those_of_the_search() {
        let found = race(
            "jam:20",
            &[("astar", "blockers_deep"), ("ida", "blockers_deep"), ("bfs", ""), ("beam", "hybrid")],
        );
        for entrant in &found.entrants {
            let (name, expanded) = (entrant.solve.algorithm, entrant.solve.stats.stats.expanded);
            if entrant.by.is_none() {
                assert!(entrant.layers.is_empty() && entrant.samples.is_empty(), "{name}");
                continue;
            }
            let layers: u64 = entrant.layers.iter().map(|layer| layer.expanded).sum();
            assert_eq!(layers, expanded, "{name}");
            let shown: Vec<u64> = entrant.samples.iter().map(|sample| sample.expanded).collect();
            let least = expanded.min(30) as usize;
            assert!((least..=60).contains(&shown.len()) && shown.is_sorted(), "{name}: {shown:?}");
            assert_eq!((shown[0], shown[shown.len() - 1]), (1, expanded), "{name}");
        }
    }

    /// A search that is followed for a while does what it does alone.
    #[test]
    fn following_stops() {
        let found = race("korf:55", &[("astar", "manhattan"), ("ida", "manhattan")]);
        let activity = Activity::default();
        for entrant in &found.entrants {
            let name = entrant.solve.algorithm;
            let request =
                serde_json::json!({ "instance": "korf:55", "algorithm": name, "heuristic": "manhattan" });
            let request: crate::use_cases::solve::Request = crate::request::read(request).unwrap();
            let context = Context::silent(&activity);
            let alone = crate::use_cases::solve::Batch::single(&request, &context).unwrap();
            let alone = alone.run_here(&context, &unstuck_core::executor::Sequential).unwrap();
            let (stats, expected) = (&entrant.solve.stats.stats, &alone.solution.stats);
            assert!(expected.expanded > MAX_FOLLOWED, "{name}: {}", expected.expanded);
            assert_eq!((stats.expanded, stats.generated), (expected.expanded, expected.generated), "{name}");
            assert!(entrant.samples.iter().all(|sample| sample.expanded <= MAX_FOLLOWED));
        }
    }
}
