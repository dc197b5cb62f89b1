//! A puzzle on the table: boards as plain data, legal moves, moves played one after another, the features along the
//! way.
//!
//! The core runs searches behind one dynamic boundary, [`Instance`](unstuck_core::instance::Instance). Whoever
//! plays or asks why wants something else: to stand in one state, look at it, and go on. [`Desk`] is that boundary.
//! [`Shown`] is what a puzzle adds to be drawn in a browser, one file each; a new domain adds its file here and a
//! line in [`open`].

mod freecell;
pub mod marks;
mod rush_hour;
mod tiles;

use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;
use unstuck_core::domain::{DomainRef, Settings};
use unstuck_core::error::ParseError;
use unstuck_core::feature::{Text, View};
use unstuck_core::heuristic::{Featured, LazyFeatures};
use unstuck_core::problem::actions;
use unstuck_core::puzzle::{Puzzle, ReplayError};

/// A legal move.
#[derive(Debug, Clone, Serialize)]
pub struct Offer {
    /// As plans write it.
    pub text: String,
    /// In words.
    pub words: String,
    #[serde(flatten)]
    piece: Piece,
}

/// What moves, in the terms of each puzzle.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
enum Piece {
    Vehicle { vehicle: String, delta: i32 },
    Cards { cards: Vec<String>, from: String, to: String },
    Tile { tile: u8 },
}

/// A puzzle that browsers can draw.
trait Shown: Puzzle + Featured {
    /// What the problem was made with and does not tell.
    type Rules: Clone + Send + Sync;

    /// The board as plain data.
    fn board(&self, rules: &Self::Rules, state: &Self::State) -> Value;
    /// All legal moves, as a player makes them, whatever the metric.
    fn offers(&self, rules: &Self::Rules, state: &Self::State) -> Vec<Offer>;
    /// Makes a written move that the validator accepts.
    fn made(at: &PositionState<Self>, text: &str) -> PositionState<Self>;
    /// Moves that can do no harm.
    fn safe(&self, _rules: &Self::Rules, _state: &Self::State) -> Option<Vec<String>> {
        None
    }
    /// What a feature counts, where it lies on the board.
    fn marks(&self, state: &Self::State, feature: &str) -> Vec<Value>;
}

/// A state and how it was reached.
struct PositionState<P: Shown> {
    problem: Arc<P>,
    rules: P::Rules,
    state: P::State,
    /// The state before and the action that led here, where one action did.
    last: Option<(P::State, P::Action)>,
    /// Cost of the move.
    cost: u32,
}

/// A puzzle on the table.
pub trait Desk: Send + Sync {
    /// Its domain.
    fn domain(&self) -> &DomainRef;
    /// The metric.
    fn metric(&self) -> Text;
    /// The position as text.
    fn text(&self) -> String;
    /// The board as plain data.
    fn board(&self) -> Value;
    /// Whether it is solved.
    fn is_solved(&self) -> bool;
    /// Cost of the moves that led here.
    fn g(&self) -> u32;
    /// All legal moves.
    fn offers(&self) -> Vec<Offer>;
    /// FreeCell: moves that can do no harm.
    fn safe(&self) -> Option<Vec<String>>;
    /// The features at the position, as a search would compute them; `None` for those that this instance does not
    /// have.
    fn values(&self) -> Vec<Option<f64>>;
    /// The position after some moves, or the first that cannot be made.
    fn play(&self, moves: &[String]) -> Result<Box<dyn Desk>, ReplayError>;
    /// Every successor as searches see it, with the move in the domain's notation.
    fn successors(&self) -> Vec<(String, String, Box<dyn Desk>)>;
    /// The same position once more.
    fn again(&self) -> Box<dyn Desk>;
    /// What a feature counts, as marks on the board; nothing for those that are not a matter of places.
    fn marks(&self, feature: &str) -> Vec<Value>;
}

/// The names of the domains whose boards can be drawn.
pub const DRAWN: [&str; 3] = ["rush-hour", "tiles", "freecell"];

/// Refuses domains that have no board: the pages and the API do not support them yet.
pub fn drawn(domain: &DomainRef) -> Result<(), ParseError> {
    let name = &*domain.info().name;
    if DRAWN.contains(&name) {
        return Ok(());
    }
    Err(ParseError::new(format!("{name} cannot be drawn"))
        .help("planning tasks are solved on the command line"))
}

/// Puts an instance on the table. Metric and settings are checked by the domain's registration.
pub fn open(
    domain: &DomainRef,
    text: &str,
    metric: Option<&str>,
    settings: &Settings,
) -> Result<Box<dyn Desk>, ParseError> {
    drawn(domain)?;
    // Says what is wrong with a text, a metric or a setting, in the words of the command line.
    let known = unstuck_core::domain::read(&**domain, text, metric, settings)?;
    let metric = &known.metric();
    match &*domain.info().name {
        "rush-hour" => rush_hour::open(domain, text, metric, settings),
        "tiles" => tiles::open(domain, text, settings),
        "freecell" => freecell::open(domain, text, metric, settings),
        name => Err(ParseError::new(format!("{name} cannot be drawn"))),
    }
}

/// The board of a text.
pub fn board(domain: &DomainRef, text: &str, settings: &Settings) -> Result<Value, ParseError> {
    Ok(open(domain, text, None, settings)?.board())
}

/// The one implementation of [`Desk`].
struct Position<P: Shown> {
    domain: DomainRef,
    at: PositionState<P>,
    g: u32,
}

fn boxed<P: Shown>(domain: &DomainRef, problem: P, rules: P::Rules, state: P::State) -> Box<dyn Desk> {
    let at = PositionState { problem: Arc::new(problem), rules, state, last: None, cost: 0 };
    Box::new(Position { domain: domain.clone(), at, g: 0 })
}

impl<P: Shown> PositionState<P> {
    /// The same state, reached by nothing.
    fn still(&self) -> Self {
        let Self { problem, rules, state, .. } = self;
        Self { problem: Arc::clone(problem), rules: rules.clone(), state: state.clone(), last: None, cost: 0 }
    }

    /// The state after an action.
    fn after(&self, action: P::Action) -> Self {
        let Self { problem, rules, state: before, .. } = self;
        let mut state = before.clone();
        problem.apply(&mut state, action);
        let cost = problem.paid(before, action, &state);
        let last = Some((before.clone(), action));
        Self { problem: Arc::clone(problem), rules: rules.clone(), state, last, cost }
    }
}

impl<P: Shown> Desk for Position<P> {
    fn domain(&self) -> &DomainRef {
        &self.domain
    }

    fn metric(&self) -> Text {
        self.at.problem.metric()
    }

    fn text(&self) -> String {
        self.at.problem.state_text(&self.at.state)
    }

    fn board(&self) -> Value {
        self.at.problem.board(&self.at.rules, &self.at.state)
    }

    fn is_solved(&self) -> bool {
        self.at.problem.is_goal(&self.at.state)
    }

    fn g(&self) -> u32 {
        self.g
    }

    fn offers(&self) -> Vec<Offer> {
        self.at.problem.offers(&self.at.rules, &self.at.state)
    }

    fn safe(&self) -> Option<Vec<String>> {
        self.at.problem.safe(&self.at.rules, &self.at.state)
    }

    fn values(&self) -> Vec<Option<f64>> {
        let PositionState { problem, state, last, .. } = &self.at;
        let siblings = last.as_ref().map_or(0, |(parent, _)| actions(&**problem, parent).len() as u32);
        let parent = last.as_ref().map(|(parent, action)| (parent, *action));
        let view = View { problem: &**problem, state, parent, g: self.g, siblings, path: &[] };
        let mut lazy = LazyFeatures::new(&**problem);
        lazy.next_node();
        let features = problem.features().iter().enumerate();
        features.map(|(index, feature)| feature.range(problem).map(|_| lazy.get(&view, index))).collect()
    }

    fn play(&self, moves: &[String]) -> Result<Box<dyn Desk>, ReplayError> {
        // The independent validator says whether the moves can be made; that they solve nothing yet is no fault.
        match self.at.problem.replay(&self.at.state, moves, false) {
            Ok(_) | Err(ReplayError::NotSolved { .. }) => {}
            Err(error) => return Err(error),
        }
        let mut at = self.at.still();
        at.last.clone_from(&self.at.last);
        let mut g = self.g;
        for text in moves {
            at = P::made(&at, text);
            g += at.cost;
        }
        Ok(Box::new(Self { domain: self.domain.clone(), at, g }))
    }

    fn successors(&self) -> Vec<(String, String, Box<dyn Desk>)> {
        let PositionState { problem, state, .. } = &self.at;
        let next = |action: P::Action| {
            let (text, words) = (problem.action_text(state, action), problem.action_words(state, action));
            let at = self.at.after(action);
            let g = self.g + at.cost;
            let desk: Box<dyn Desk> = Box::new(Self { domain: self.domain.clone(), at, g });
            (text, words, desk)
        };
        actions(&**problem, state).into_iter().map(next).collect()
    }

    fn again(&self) -> Box<dyn Desk> {
        let last = self.at.last.clone();
        let at = PositionState { last, cost: self.at.cost, ..self.at.still() };
        Box::new(Self { domain: self.domain.clone(), at, g: self.g })
    }

    fn marks(&self, feature: &str) -> Vec<Value> {
        self.at.problem.marks(&self.at.state, feature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unstuck_core::registry;

    fn desk(domain: &str, text: &str) -> Box<dyn Desk> {
        open(&registry::domain(domain).unwrap(), text, None, &Settings::new()).unwrap()
    }

    /// Every offer can be played, leads where its text says, and the position reads back as itself.
    fn offers_can_be_made(domain: &str, text: &str) {
        let start = desk(domain, text);
        assert!(!start.offers().is_empty());
        for offer in start.offers() {
            let next = start.play(std::slice::from_ref(&offer.text)).unwrap();
            assert_ne!(next.text(), start.text(), "{}", offer.text);
            assert_eq!(desk(domain, &next.text()).board(), next.board(), "{}", offer.text);
            assert!(next.g() > 0);
        }
    }

    #[test]
    fn legal_moves_of_every_puzzle_can_be_made() {
        offers_can_be_made("rush-hour", "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo");
        offers_can_be_made("tiles", "3 1 2 0 4 5 6 7 8");
        offers_can_be_made("freecell", "617");
    }

    #[test]
    fn a_slide_in_steps_is_many_actions() {
        let domain = registry::domain("rush-hour").unwrap();
        let start =
            open(&domain, "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo", Some("steps"), &Settings::new()).unwrap();
        let offer = start.offers().into_iter().find(|offer| offer.text.ends_with('2')).unwrap();
        assert_eq!(start.play(&[offer.text]).unwrap().g(), 2);
        assert!(start.play(&["B-9".to_owned()]).is_err());
    }
}
