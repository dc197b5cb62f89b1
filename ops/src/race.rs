//! Several methods on one instance: what each finds, and what its search expands on the way.
//!
//! The statistics are those of a plain search. Layers and samples come from a second run of the same search with an observer:
//! a search does the same whether it is watched or not.

use crate::context::Context;
use crate::error::{Error, Result};
use crate::instances::Reading;
use crate::limits::Limits;
use crate::method::Method;
use crate::request::switches;
use crate::solve::{Report, SolveResult, prepare};
use crate::watch::Watch;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use unstuck_core::domain::Settings;
use unstuck_core::instance::Instance;
use unstuck_core::search::{self, Limit, NodeValues, Observer, Stats, TracedNode};
use unstuck_core::view::Board;
use utoipa::ToSchema;

/// Most entrants.
const MAX_ENTRANTS: usize = 4;
/// Expansions that are followed.
const MAX_FOLLOWED: u64 = 100_000;
/// States that are shown on the way.
const MAX_SAMPLES: u64 = 60;

/// Which methods race on which instance.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RaceRequest)]
pub struct Request {
    /// The instance, by name or text.
    pub instance: String,
    /// From 1 to 4 methods.
    pub methods: Vec<Method>,
    /// The metric; the domain's default if none.
    pub metric: Option<String>,
    /// Settings of the domain.
    #[serde(default, deserialize_with = "switches")]
    #[schema(value_type = BTreeMap<String, String>)]
    pub settings: Settings,
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
    let reading = Reading { metric: request.metric.clone(), settings: request.settings.clone() };
    let source = context.single(std::slice::from_ref(&request.instance), None, &reading)?;
    let limits = request.limits.of_each(1, 1);
    let mut entrants = Vec::new();
    for (number, method) in request.methods.iter().enumerate() {
        begin(number);
        let (puzzle, search) = prepare(&source, &reading, method, limits, context)?;
        let mut rounds = Rounds { watch: Watch::new(context.activity, limits), begun: Vec::new() };
        let mut solution = puzzle.solve(&search, &mut rounds)?;
        solution.stats.seconds = rounds.watch.seconds();
        let stats = solution.stats;
        let by = by(search.parameters.algorithm.name);
        let mut followed = Followed::new(by, stats.expanded, context, limits);
        if by.is_some() && !context.activity.is_over() {
            let mut search = search.clone();
            search.parameters.limits.expanded = Some(stats.expanded.min(MAX_FOLLOWED));
            // The first run has said what there is to say about errors.
            let _ = puzzle.solve(&search, &mut followed);
        }
        let layers = match by {
            Some(LayerKind::Bound) => rounds.layers(&stats),
            _ => followed.layers,
        };
        let samples = followed.samples.iter().map(|seen| seen.sample(&*puzzle)).collect();
        let domain = source.domain.info().name.clone();
        let instance = source.name.clone();
        let report = Report {
            instance,
            domain,
            request: search,
            puzzle,
            solution,
            stages: Vec::new(),
            remedy: None,
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

/// Watches a search, and notes with how many expansions each round of a deepening search began.
struct Rounds<'a> {
    watch: Watch<'a>,
    begun: Vec<(u32, u64)>,
}

impl Observer for Rounds<'_> {
    fn poll(&mut self, stats: &Stats) -> Option<Limit> {
        self.watch.poll(stats)
    }

    fn iteration(&mut self, bound: u32, stats: &Stats) {
        self.watch.iteration(bound, stats);
        self.begun.push((bound, stats.expanded));
    }

    fn improved(&mut self, cost: u64, plan: &[String], stats: &Stats) {
        self.watch.improved(cost, plan, stats);
    }
}

impl Rounds<'_> {
    /// Expansions of each round, once the search is over.
    fn layers(&self, stats: &Stats) -> Vec<Layer> {
        let ends = self.begun.iter().skip(1).map(|(_, begun)| *begun).chain([stats.expanded]);
        let layer = |((bound, begun), end): (&(u32, u64), u64)| Layer {
            f: f64::from(*bound),
            expanded: end.saturating_sub(*begun),
        };
        self.begun.iter().zip(ends).map(layer).collect()
    }
}

/// Follows a search from expansion to expansion.
struct Followed<'a> {
    watch: Watch<'a>,
    by: Option<LayerKind>,
    expanded: u64,
    /// Expansions that will be followed.
    total: u64,
    layers: Vec<Layer>,
    /// The place of each layer, by its bits.
    places: HashMap<u64, usize>,
    samples: Vec<Seen>,
}

/// A state that was expanded.
struct Seen {
    state: Box<[u64]>,
    expanded: u64,
    values: NodeValues,
    layer: f64,
}

impl Seen {
    fn sample(&self, puzzle: &dyn Instance) -> Sample {
        let state = puzzle.at(&self.state);
        let h = self.values.h.unwrap_or(0.0);
        Sample { expanded: self.expanded, f: self.layer, h, text: state.text(), board: state.view() }
    }
}

impl<'a> Followed<'a> {
    fn new(by: Option<LayerKind>, expanded: u64, context: &Context<'a>, limits: search::Limits) -> Self {
        let watch = Watch::new(context.activity, limits);
        let total = expanded.min(MAX_FOLLOWED);
        Self {
            watch,
            by,
            expanded: 0,
            total,
            layers: Vec::new(),
            places: HashMap::new(),
            samples: Vec::new(),
        }
    }

    /// Whether the expansion that was counted last is one of those shown: the first, the last, and others between.
    fn is_shown(&self) -> bool {
        let (count, place) = (self.total.min(MAX_SAMPLES), self.samples.len() as u64);
        place < count && self.expanded == 1 + place * (self.total - 1) / (count - 1).max(1)
    }
}

impl Observer for Followed<'_> {
    fn poll(&mut self, stats: &Stats) -> Option<Limit> {
        self.watch.poll(stats)
    }

    fn traces(&self) -> bool {
        true
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
        if self.is_shown() {
            let state = node.state.into();
            self.samples.push(Seen { state, expanded: self.expanded, values: node.values, layer });
        }
    }
}
