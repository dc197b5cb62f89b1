//! Report cards: heuristics held against exact distances over a whole space.
//!
//! ```
//! use unstuck_core::audit::AuditRequest;
//! use unstuck_core::language::HeuristicRef;
//! use unstuck_core::search::Limits;
//! # use unstuck_core::domain::{self, Settings};
//! # use unstuck_tiles::TilesDomain;
//! # let board = domain::read_search(&TilesDomain, "1 2 5/3 4 0", None, &Settings::new()).unwrap();
//!
//! let heuristics = ["manhattan", "2*manhattan"].map(|text| HeuristicRef::read(text, board.table()).unwrap());
//! let request = AuditRequest { heuristics: &heuristics, limits: Limits::default(), clock: &|| 0.0 };
//! let cards = board.audit(&request, &mut ())?;
//! assert_eq!(cards[0].overestimates, 0);
//! assert!(cards[1].not_admissible.is_some(), "with the board on which it says too much");
//! # Ok::<(), unstuck_core::audit::Error>(())
//! ```

use crate::error::ParseError;
use crate::feature::Needs;
use crate::feature::View;
use crate::heuristic::Estimate;
use crate::heuristic::{Featured, Heuristic, WithHeuristic, clean};
use crate::language::{Absent, HeuristicRef, with_heuristic};
use crate::problem::{Each, Problem, paid};
use crate::puzzle::Puzzle;
use crate::search::{Limit, Limits, Observer, Stats, explore};
use serde::Serialize;
use std::ops::ControlFlow;

/// What to audit.
pub struct AuditRequest<'a> {
    /// The heuristics, read for the instance's domain.
    pub heuristics: &'a [HeuristicRef],
    /// Bounds on the enumeration.
    pub limits: Limits,
    /// Seconds since some moment, to tell the cost of a call: the core reads no clock.
    pub clock: &'a dyn Fn() -> f64,
}

/// Why an audit could not be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A heuristic that this instance does not have.
    #[error(transparent)]
    Absent(#[from] Absent),
    /// A heuristic that a state alone does not determine.
    #[error("'{0}' depends on the path to a state, so it has no value to hold against the state's distance")]
    NeedsPath(String),
    /// The space is larger than the limits allow.
    #[error("the space could not be enumerated within the limits ({0:?} after {1} states)")]
    TooLarge(Limit, u64),
    /// There is no plan: preparing the instance proved it, so there are no distances.
    #[error("the goal cannot be reached, so no state has a distance to it")]
    Unsolvable,
    /// Something in the instance's text that shows only when it is prepared.
    #[error(transparent)]
    Instance(Box<ParseError>),
}

/// A state that refutes a claim.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CounterExample {
    /// The state, as text.
    pub state: String,
    /// The heuristic's value there.
    pub value: f64,
    /// For admissibility: the exact distance. For consistency: the cost of the move plus the value after it.
    pub allowed: f64,
    /// For consistency: the state after the move.
    pub successor: Option<String>,
}

/// How one heuristic does over one or more spaces.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Card {
    /// Name.
    pub heuristic: String,
    /// Registered as admissible in the metric, or recognised by the form of the text.
    pub declared_admissible: bool,
    /// Registered as consistent in the metric.
    pub declared_consistent: bool,
    /// Registered as infinite in dead ends only.
    pub declared_safe: bool,
    /// States with a distance.
    pub states: u64,
    /// Moves looked at for consistency.
    pub edges: u64,
    /// States where it overestimates.
    pub overestimates: u64,
    /// Moves over which it drops by more than the move costs.
    pub inconsistencies: u64,
    /// Solvable states that it calls dead ends.
    pub wrong_dead_ends: u64,
    /// A solvable state that it calls a dead end.
    pub not_safe: Option<CounterExample>,
    /// The worst overestimate.
    pub not_admissible: Option<CounterExample>,
    /// The worst drop.
    pub not_consistent: Option<CounterExample>,
    /// Seconds spent in timed calls.
    pub call_seconds: f64,
    /// Timed calls.
    pub calls: u64,
    sums: Sums,
}

/// What means, errors and correlation are made of.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
struct Sums {
    h: f64,
    d: f64,
    hh: f64,
    dd: f64,
    hd: f64,
    error: f64,
}

impl Card {
    fn new(
        heuristic: &str,
        declared_admissible: bool,
        declared_consistent: bool,
        declared_safe: bool,
    ) -> Self {
        Self {
            heuristic: heuristic.into(),
            declared_admissible,
            declared_consistent,
            declared_safe,
            states: 0,
            edges: 0,
            overestimates: 0,
            inconsistencies: 0,
            wrong_dead_ends: 0,
            not_safe: None,
            not_admissible: None,
            not_consistent: None,
            call_seconds: 0.0,
            calls: 0,
            sums: Sums::default(),
        }
    }

    /// It never overestimated.
    pub fn is_admissible(&self) -> bool {
        self.overestimates == 0
    }

    /// It never dropped by more than a move costs.
    pub fn is_consistent(&self) -> bool {
        self.inconsistencies == 0
    }

    /// It was infinite in no solvable state.
    pub fn is_safe(&self) -> bool {
        self.wrong_dead_ends == 0
    }

    /// A declared property does not hold.
    pub fn breaks_its_word(&self) -> bool {
        self.declared_admissible && !self.is_admissible()
            || self.declared_consistent && !self.is_consistent()
            || self.declared_safe && !self.is_safe()
    }

    /// Mean of |h − h*|.
    pub fn mean_error(&self) -> f64 {
        self.sums.error / self.states as f64
    }

    /// Mean value.
    pub fn mean(&self) -> f64 {
        self.sums.h / self.states as f64
    }

    /// Mean exact distance.
    pub fn mean_distance(&self) -> f64 {
        self.sums.d / self.states as f64
    }

    /// Pearson's correlation with the exact distance; `None` when either is constant.
    pub fn correlation(&self) -> Option<f64> {
        let n = self.states as f64;
        let Sums { h, d, hh, dd, hd, .. } = self.sums;
        let spread = ((n * hh - h * h) * (n * dd - d * d)).sqrt();
        (spread > 0.0).then(|| (n * hd - h * d) / spread)
    }

    /// Nanoseconds per call.
    pub fn nanoseconds(&self) -> Option<f64> {
        (self.calls > 0).then(|| self.call_seconds * 1e9 / self.calls as f64)
    }

    /// Adds the card of another space.
    pub fn merge(&mut self, other: &Self) {
        self.states += other.states;
        self.edges += other.edges;
        self.overestimates += other.overestimates;
        self.inconsistencies += other.inconsistencies;
        self.wrong_dead_ends += other.wrong_dead_ends;
        self.not_safe = self.not_safe.take().or_else(|| other.not_safe.clone());
        self.call_seconds += other.call_seconds;
        self.calls += other.calls;
        let (a, b) = (&mut self.sums, other.sums);
        *a = Sums {
            h: a.h + b.h,
            d: a.d + b.d,
            hh: a.hh + b.hh,
            dd: a.dd + b.dd,
            hd: a.hd + b.hd,
            error: a.error + b.error,
        };
        for (mine, theirs) in [
            (&mut self.not_admissible, &other.not_admissible),
            (&mut self.not_consistent, &other.not_consistent),
        ] {
            if let Some(example) = theirs {
                note(mine, example.value - example.allowed, || example.clone());
            }
        }
    }
}

/// Most states per space whose evaluation is timed.
const TIMED: usize = 10_000;

/// Audits heuristics over the states reachable from `start`.
pub(crate) fn run<P: Puzzle + Featured>(
    problem: &P,
    start: &P::State,
    request: &AuditRequest<'_>,
    observer: &mut dyn Observer,
) -> Result<Vec<Card>, Error> {
    let mut states = Vec::new();
    let mut packed = vec![0; problem.packed_len()];
    explore::distances(problem, start, request.limits, observer, &mut |state, far| {
        if let Some(far) = far {
            problem.pack(state, &mut packed);
            states.extend_from_slice(&packed);
            states.push(u64::from(far));
        }
    })
    .map_err(|(limit, stats): (Limit, Stats)| Error::TooLarge(limit, stats.stored.max(stats.expanded)))?;
    request
        .heuristics
        .iter()
        .map(|heuristic| {
            if !heuristic.needs().state_only() {
                return Err(Error::NeedsPath(heuristic.to_string()));
            }
            let metric = problem.metric();
            let (admissible, consistent) =
                (heuristic.is_admissible(&metric), heuristic.is_consistent(&metric));
            let card = Card::new(&heuristic.to_string(), admissible, consistent, heuristic.is_safe());
            let audit =
                Audit { problem, states: &states, card, clock: request.clock, observer: &mut *observer };
            with_heuristic(problem, heuristic, audit)?
        })
        .collect()
}

struct Audit<'a, P: Problem> {
    problem: &'a P,
    /// Packed states, each followed by its distance.
    states: &'a [u64],
    card: Card,
    clock: &'a dyn Fn() -> f64,
    observer: &'a mut dyn Observer,
}

/// States evaluated between two looks at the observer.
const POLL: u64 = 256;

impl<P: Puzzle> WithHeuristic<P, Result<Card, Error>> for Audit<'_, P> {
    fn call<H: Heuristic<P>>(self, mut heuristic: H) -> Result<Card, Error> {
        let Self { problem, states, mut card, clock, observer } = self;
        debug_assert_eq!(heuristic.needs(), Needs::STATE);
        let width = problem.packed_len();
        let mut value = |state: &P::State| heuristic.root(&View::root(problem, state)).0.value();
        let timed: Vec<P::State> =
            states.chunks_exact(width + 1).take(TIMED).map(|row| problem.unpack(&row[..width])).collect();
        let before = clock();
        let total: f64 = timed.iter().map(&mut value).sum();
        card.call_seconds = clock() - before;
        card.calls = timed.len() as u64;
        std::hint::black_box(total);
        let Some(first) = states.chunks_exact(width + 1).next() else { return Ok(card) };
        let mut state = problem.unpack(&first[..width]);
        let mut child = state.clone();
        for row in states.chunks_exact(width + 1) {
            problem.unpack_into(&row[..width], &mut state);
            let distance = row[width] as f64;
            let h = clean(value(&state));
            if card.states.is_multiple_of(POLL) {
                let stats = Stats { evaluated: card.states, ..Stats::default() };
                if let Some(limit) = observer.poll(&stats) {
                    return Err(Error::TooLarge(limit, card.states));
                }
            }
            card.states += 1;
            if h == f64::INFINITY {
                card.wrong_dead_ends += 1;
                card.not_safe.get_or_insert_with(|| CounterExample {
                    state: problem.state_text(&state),
                    value: h,
                    allowed: distance,
                    successor: None,
                });
                continue;
            }
            let sums = &mut card.sums;
            sums.h += h;
            sums.d += distance;
            sums.hh += h * h;
            sums.dd += distance * distance;
            sums.hd += h * distance;
            sums.error += (h - distance).abs();
            if h > distance + 1e-9 {
                card.overestimates += 1;
                let found = || CounterExample {
                    state: problem.state_text(&state),
                    value: h,
                    allowed: distance,
                    successor: None,
                };
                note(&mut card.not_admissible, h - distance, found);
            }
            let _ = problem.visit(
                &state,
                None,
                &mut Each(|action| {
                    child.clone_from(&state);
                    problem.apply(&mut child, action);
                    let allowed = f64::from(paid(problem, &state, action, &child)) + clean(value(&child));
                    card.edges += 1;
                    if h > allowed + 1e-9 {
                        card.inconsistencies += 1;
                        let found = || CounterExample {
                            state: problem.state_text(&state),
                            value: h,
                            allowed,
                            successor: Some(problem.state_text(&child)),
                        };
                        note(&mut card.not_consistent, h - allowed, found);
                    }
                    ControlFlow::Continue(())
                }),
            );
        }
        Ok(card)
    }
}

/// Keeps the worst example, the earlier one of equals; texts are made only for those.
fn note(kept: &mut Option<CounterExample>, off: f64, found: impl FnOnce() -> CounterExample) {
    if kept.as_ref().is_none_or(|example| example.value - example.allowed < off) {
        *kept = Some(found());
    }
}
