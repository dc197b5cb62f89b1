//! The best play along a game, by the exact distances of all states: what every legal move loses, and how hard the
//! instance is for people.
//!
//! ```
//! use unstuck_core::domain::{self, Settings};
//! use unstuck_core::search::Limits;
//! use unstuck_tiles::TilesDomain;
//! let board = domain::read_search(&TilesDomain, "1 3 0 2", None, &Settings::new()).unwrap();
//! let found = board.judge(&["R".to_owned()], None, Limits::default(), &mut ()).unwrap();
//! let lost: Vec<_> = found.positions[0].moves.iter().map(|one| one.lost).collect();
//! assert_eq!((found.states, found.positions[0].left, lost), (12, Some(3), vec![Some(2), Some(0)]));
//! ```

use crate::feature::View;
use crate::heuristic::Featured;
use crate::instance::SpaceError;
use crate::language::{Checked, Compiled};
use crate::problem::{Problem, actions, paid};
use crate::puzzle::Puzzle;
use crate::search::{Limits, Observer, explore};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// What is known of a game.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Judgement {
    /// States that can be reached from its start.
    pub states: u64,
    /// The start, and the position after each move.
    pub positions: Vec<JudgedPosition>,
    /// How hard the start is for people; null where it is solved, or cannot be.
    pub difficulty: Option<Difficulty>,
}

/// A position of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JudgedPosition {
    /// Cost of a cheapest solution; null where there is none.
    pub left: Option<u32>,
    /// All legal moves.
    pub moves: Vec<JudgedMove>,
}

/// A legal move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JudgedMove {
    /// As plans write it.
    pub text: String,
    /// What is left after it; null where no goal can be reached.
    pub left: Option<u32>,
    /// What it loses against the best; null where no goal can be reached.
    pub lost: Option<u32>,
}

/// What makes an instance hard for people, apart from the size of its space.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Difficulty {
    /// `easy`, `medium`, `hard` or `very hard`.
    pub grade: &'static str,
    /// Cost of a cheapest solution.
    pub moves: u32,
    /// Number of different cheapest solutions.
    pub solutions: f64,
    /// Legal moves at the states on cheapest solutions, on average.
    pub branching: f64,
    /// Moves after which the goal looks farther away, by the domain's default heuristic, in the cheapest solution that has
    /// fewest of them.
    pub counterintuitive: u32,
    /// Minus the binary logarithm of the chance that random legal moves are a cheapest solution.
    pub bits: f64,
}

impl Difficulty {
    fn graded(self) -> Self {
        let points = self.bits + 2.0 * f64::from(self.counterintuitive);
        let grades = [(12.0, "easy"), (30.0, "medium"), (60.0, "hard")];
        let grade = grades.iter().find(|(end, _)| points < *end).map_or("very hard", |(_, grade)| grade);
        Self { grade, ..self }
    }
}

/// The distances of all states, by their packed form.
struct Distances<'a, P> {
    problem: &'a P,
    known: HashMap<Box<[u64]>, u32>,
}

impl<P: Problem> Distances<'_, P> {
    fn key(&self, state: &P::State) -> Box<[u64]> {
        let mut words = vec![0; self.problem.packed_len()];
        self.problem.pack(state, &mut words);
        words.into()
    }

    fn of(&self, state: &P::State) -> Option<u32> {
        self.known.get(&self.key(state)).copied()
    }

    /// The actions of cheapest solutions, with the states after them; and how many actions there are.
    fn best(&self, state: &P::State) -> (Vec<P::State>, usize) {
        let (here, all) = (self.of(state), actions(self.problem, state));
        let after = |action: &P::Action| {
            let mut child = state.clone();
            self.problem.apply(&mut child, *action);
            let cost = paid(self.problem, state, *action, &child);
            // Free moves may lead in a circle.
            (cost > 0 && self.of(&child).map(|left| left + cost) == here).then_some(child)
        };
        (all.iter().filter_map(after).collect(), all.len())
    }
}

/// Judges a game of legal moves from a start. `glance` measures how far away the goal looks.
pub fn run<P: Puzzle + Featured>(
    problem: &P,
    start: &P::State,
    line: &[String],
    glance: Option<&Checked>,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Judgement, SpaceError> {
    let mut distances = Distances { problem, known: HashMap::new() };
    let mut found = HashMap::new();
    let space = explore::distances(problem, start, limits, observer, &mut |state, far| {
        if let Some(far) = far {
            found.insert(distances.key(state), far);
        }
    })?;
    distances.known = found;
    let stats = space.stats;
    let mut poll = || match observer.poll(&stats) {
        Some(limit) => Err(SpaceError::Limit(limit, stats)),
        None => Ok(()),
    };
    let mut positions = vec![judged(&distances, start)];
    let mut state = start.clone();
    for text in line {
        let Some(played) = problem.play(&state, text).filter(|played| played.problem.is_none()) else {
            break;
        };
        state = played.state;
        poll()?;
        positions.push(judged(&distances, &state));
    }
    let difficulty = difficulty(&distances, start, glance, &mut poll)?;
    Ok(Judgement { states: space.reachable, positions, difficulty })
}

fn judged<P: Puzzle>(distances: &Distances<'_, P>, state: &P::State) -> JudgedPosition {
    let left = distances.of(state);
    let one = |text: String| {
        // Moves that change the problem lead out of the space.
        let played = distances.problem.play(state, &text).filter(|played| played.problem.is_none())?;
        let after = distances.of(&played.state);
        let lost = after.zip(left).map(|(after, left)| (after + played.cost).saturating_sub(left));
        Some(JudgedMove { text, left: after, lost })
    };
    let moves = distances.problem.moves(state).into_iter().filter_map(|offered| one(offered.text)).collect();
    JudgedPosition { left, moves }
}

/// The figures of a state, from the goals back.
struct Figures {
    solutions: f64,
    /// Minus the binary logarithm of the chance of random moves.
    bits: f64,
    odd: u32,
}

fn difficulty<P: Puzzle + Featured>(
    distances: &Distances<'_, P>,
    start: &P::State,
    glance: Option<&Checked>,
    poll: &mut dyn FnMut() -> Result<(), SpaceError>,
) -> Result<Option<Difficulty>, SpaceError> {
    let problem = distances.problem;
    let Some(moves) = distances.of(start).filter(|&moves| moves > 0) else { return Ok(None) };
    let mut glance = glance.and_then(|checked| Compiled::new(problem, checked).ok());
    let mut looks =
        |state: &P::State| glance.as_mut().map_or(0.0, |glance| glance.value(&View::root(problem, state)));
    // States on cheapest solutions by what is left, then their figures from the goals back.
    let mut layers: BTreeMap<u32, BTreeMap<Box<[u64]>, P::State>> = BTreeMap::new();
    layers.entry(moves).or_default().insert(distances.key(start), start.clone());
    let mut next = Some(moves);
    while let Some(left) = next.filter(|&left| left > 0) {
        poll()?;
        let here: Vec<P::State> = layers.get(&left).into_iter().flat_map(BTreeMap::values).cloned().collect();
        for child in here.iter().flat_map(|state| distances.best(state).0) {
            // Such a child lies on a cheapest solution, so its distance is known.
            let layer = layers.entry(distances.of(&child).unwrap_or_default()).or_default();
            layer.insert(distances.key(&child), child);
        }
        next = layers.range(..left).next_back().map(|(&left, _)| left);
    }
    let mut figures: HashMap<Box<[u64]>, Figures> = HashMap::new();
    let (mut states, mut legal) = (0_u64, 0_usize);
    for (left, layer) in layers {
        poll()?;
        for (key, state) in layer {
            if left == 0 {
                figures.insert(key, Figures { solutions: 1.0, bits: 0.0, odd: 0 });
                continue;
            }
            let (best, count) = distances.best(&state);
            let here = looks(&state);
            let mut sum = Figures { solutions: 0.0, bits: f64::INFINITY, odd: u32::MAX };
            for child in best {
                let Some(after) = figures.get(&distances.key(&child)) else { return Ok(None) };
                sum.solutions = (sum.solutions + after.solutions).min(f64::MAX);
                sum.bits = either(sum.bits, after.bits);
                sum.odd = sum.odd.min(after.odd.saturating_add(u32::from(looks(&child) > here)));
            }
            sum.bits += (count as f64).log2();
            figures.insert(key, sum);
            states += 1;
            legal += count;
        }
    }
    let Some(Figures { solutions, bits, odd }) = figures.remove(&distances.key(start)) else {
        return Ok(None);
    };
    let branching = legal as f64 / states.max(1) as f64;
    // Where only free moves lead on, no order of the states is known.
    Ok((solutions > 0.0)
        .then(|| Difficulty { grade: "", moves, solutions, branching, counterintuitive: odd, bits }.graded()))
}

/// Minus the binary logarithm of the sum of two chances, of which the same is given.
fn either(one: f64, other: f64) -> f64 {
    let (near, far) = (one.min(other), one.max(other));
    if far.is_infinite() { near } else { near - (near - far).exp2().ln_1p() / std::f64::consts::LN_2 }
}
