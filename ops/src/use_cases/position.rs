//! Positions: an instance and the moves made so far. Playing is asking for the position with one more move.

use crate::ToSchema;
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Kind, Result};
use crate::request::instances::{self, Reading, Source};
use crate::request::kinds::only_search;
use crate::system::watch::Watch;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use unstuck_core::domain::{DomainRef, Settings};
use unstuck_core::feature::FeatureInfo;
use unstuck_core::instance::{SearchInstance, SpaceError};
use unstuck_core::search::Limits;
use unstuck_core::view::{Board, Move};

/// Most moves of a game.
const MAX_MOVES: usize = 10_000;
/// What making a position may take: planning tasks are grounded for it.
const LIMITS: Limits = Limits { seconds: Some(20.0), memory: Some(1 << 30), ..Limits::NONE };

/// An instance, how it is read, and moves.
#[derive(Debug, Clone, Deserialize, ToSchema, Fields)]
#[schema(as = PositionRequest)]
pub struct Request {
    /// `jam:12`, `freecell:617`, `DOMAIN:TEXT`, or a board alone where the text determines the domain.
    pub instance: String,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// Moves, played one after another from the instance.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Whether to list the legal moves; it does by default.
    pub legal: Option<bool>,
    /// Whether to give the values of all features.
    #[serde(default)]
    pub features: bool,
}

/// A position.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Position {
    /// The instance, as asked for.
    pub instance: String,
    /// Its domain.
    pub domain: String,
    /// The metric.
    pub metric: String,
    /// Settings of the domain.
    #[schema(value_type = BTreeMap<String, String>)]
    pub settings: Settings,
    /// `DOMAIN:TEXT`: names this position everywhere.
    pub reference: String,
    /// The canonical text.
    pub text: String,
    /// The position as screens show it.
    pub board: Board,
    /// What the moves made cost.
    pub cost: u32,
    /// Whether it is a goal.
    pub solved: bool,
    /// All legal moves as a player makes them: in Rush Hour slides of every length whatever the metric, in FreeCell
    /// as if `automatic` were off, in planning tasks at most 1,000 operators.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub moves: Option<Vec<LegalMove>>,
    /// FreeCell: the moves home, in order, that can do no harm.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub safe: Option<Vec<String>>,
    /// By feature; null where it does not exist or needs a path.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub values: Option<BTreeMap<String, Option<f64>>>,
}

/// A legal move with what it leads to, so that a screen shows it at once.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LegalMove {
    /// The move.
    #[serde(flatten)]
    pub offered: Move,
    /// What it costs.
    pub cost: u32,
    /// The position after it; not where positions are large, as those of planning tasks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Board, nullable = false)]
    pub board: Option<Board>,
}

/// An instance after some moves.
pub struct Played {
    /// Its domain.
    pub domain: DomainRef,
    /// The instance that starts there.
    pub instance: Box<dyn SearchInstance>,
}

/// Reads an instance and plays moves, for a command.
pub fn play(
    command: &str,
    (name, reading): (&str, &Reading),
    moves: &[String],
    context: &Context<'_>,
) -> Result<Played> {
    play_source(command, (context.instance(name, reading)?, reading), moves, context)
}

/// The same for an instance whose name is resolved.
pub fn play_source(
    command: &str,
    (source, reading): (Source, &Reading),
    moves: &[String],
    context: &Context<'_>,
) -> Result<Played> {
    if moves.len() > MAX_MOVES {
        return Err(Error::input(format!("a game has at most {MAX_MOVES} moves")).field("moves"));
    }
    let text = source.text()?;
    only_search(&*source.domain, command)?;
    let start = reading
        .search(&*source.domain, &text)
        .map_err(|error| Error::within(error, &text).field(reading.blamed(&*source.domain)))?;
    match start.prepare(LIMITS, &mut Watch::new(context.activity, LIMITS)) {
        // The goal of such a task cannot be reached; its start can be shown.
        Ok(()) | Err(SpaceError::Unsolvable) => {}
        Err(SpaceError::Limit(..)) => {
            return Err(Error::new(Kind::Limit, "the instance is too large to be shown").field("instance"));
        }
        Err(SpaceError::Instance(error)) => return Err(Error::within(*error, &text).field("instance")),
    }
    let instance = start.play(moves).map_err(|error| Error::input(error.to_string()).field("moves"))?;
    Ok(Played { domain: source.domain, instance })
}

impl Played {
    /// As plain data, without moves and values.
    pub fn describe(&self, instance: &str, settings: &Settings) -> Position {
        let (text, domain) = (self.instance.text(), &self.domain.info().name);
        Position {
            instance: instance.to_owned(),
            domain: domain.to_string(),
            metric: self.instance.metric().to_string(),
            settings: settings.clone(),
            reference: instances::reference(&*self.domain, &text),
            text,
            board: self.instance.view(),
            cost: self.instance.g(),
            solved: self.instance.is_solved(),
            moves: None,
            safe: None,
            values: None,
        }
    }
}

/// Reads an instance, plays moves, and describes the position.
pub fn run(request: &Request, context: &Context<'_>) -> Result<Position> {
    let Request { instance, reading, moves, legal, features } = request;
    let played = play("play", (instance, reading), moves, context)?;
    let mut position = played.describe(instance, &reading.settings);
    if *legal != Some(false) {
        position.moves = Some(legal_moves(&*played.instance));
        position.safe = played.instance.safe_moves();
    }
    if *features {
        // Without moves that led here, what needs a path has no value.
        let value = |(info, value): (&FeatureInfo, Option<f64>)| {
            (info.name.to_string(), value.filter(|_| info.node().needs.state_only() || !moves.is_empty()))
        };
        let infos = played.domain.features().features();
        position.values = Some(infos.iter().zip(played.instance.path_values()).map(value).collect());
    }
    Ok(position)
}

fn legal_moves(here: &dyn SearchInstance) -> Vec<LegalMove> {
    let led = |offered: Move| {
        let after = match here.has_large_states() {
            true => None,
            false => here.play(std::slice::from_ref(&offered.text)).ok(),
        };
        let played = after.as_ref().map(|after| after.g() - here.g());
        let cost = offered.cost.or(played).unwrap_or(1);
        LegalMove { offered, cost, board: after.map(|after| after.view()) }
    };
    here.moves().into_iter().map(led).collect()
}

/// A position on the way of a game.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PassedPosition {
    /// The canonical text.
    pub text: String,
    /// The position as screens show it.
    pub board: Board,
}

/// Reads an instance and plays moves: the start, and the position after each of them.
pub fn all(request: &Request, context: &Context<'_>) -> Result<Vec<PassedPosition>> {
    let Request { instance, reading, moves, .. } = request;
    // Refuses moves with the number of the first that cannot be made.
    play("play", (instance, reading), moves, context)?;
    let mut at = play("play", (instance, reading), &[], context)?.instance;
    let passed = |at: &dyn SearchInstance| PassedPosition { text: at.text(), board: at.view() };
    let mut positions = vec![passed(&*at)];
    for one in moves {
        at = at
            .play(std::slice::from_ref(one))
            .map_err(|error| Error::input(error.to_string()).field("moves"))?;
        positions.push(passed(&*at));
    }
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::watch::Activity;
    use unstuck_core::{domain, registry};
    use unstuck_planning::view::AtomsBoard;
    use unstuck_rush_hour::view::RushHourBoard;

    fn open(domain: &str, text: &str, metric: Option<&str>) -> Box<dyn SearchInstance> {
        unstuck_domains::install();
        domain::read_search(&*registry::domain(domain).unwrap(), text, metric, &Settings::new()).unwrap()
    }

    const JAM: &str = "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo";

    /// Every move can be played, leads to the position of its text, and the position reads back as itself.
    #[test]
    fn legal_moves_of_every_domain_can_be_made() {
        unstuck_domains::install();
        let gripper = (registry::set("pddl-small").unwrap().1.text)("gripper").unwrap();
        let starts =
            [("rush-hour", JAM), ("tiles", "3 1 2 0 4 5 6 7 8"), ("freecell", "617"), ("pddl", &gripper)];
        for (domain, text) in starts {
            let start = open(domain, text, None);
            assert!(!start.moves().is_empty(), "{domain}");
            for offered in start.moves() {
                let next = start.play(std::slice::from_ref(&offered.text)).unwrap();
                assert_ne!(next.text(), start.text(), "{}", offered.text);
                assert_eq!(open(domain, &next.text(), None).view(), next.view(), "{}", offered.text);
                assert!(next.g() > 0);
            }
        }
    }

    /// Positions of planning tasks are not made for their moves; what these cost is known without.
    #[test]
    fn moves_cost_what_their_actions_do() {
        unstuck_domains::install();
        let courier = (registry::set("pddl-small").unwrap().1.text)("courier").unwrap();
        for metric in ["cost", "length"] {
            let start = open("pddl", &courier, Some(metric));
            let legal = legal_moves(&*start);
            assert_eq!(legal.iter().any(|one| one.cost != 1), metric == "cost");
            for one in legal {
                assert_eq!(start.play(&[one.offered.text]).unwrap().g(), one.cost, "{metric}");
            }
        }
    }

    #[test]
    fn a_slide_in_steps_is_many_actions() {
        let start = open("rush-hour", JAM, Some("steps"));
        let slide = start.moves().into_iter().find(|one| one.text.ends_with('2')).unwrap();
        assert_eq!(start.play(&[slide.text]).unwrap().g(), 2);
        assert!(start.play(&["B-9".to_owned()]).is_err());
    }

    #[test]
    fn all_positions_of_a_game_are_those_of_its_beginnings() {
        unstuck_domains::install();
        let activity = Activity::default();
        let context = Context::silent(&activity);
        let asked = |moves: &[&str]| Request {
            instance: "eight:1".to_owned(),
            reading: Reading::default(),
            moves: moves.iter().map(|&one| one.to_owned()).collect(),
            legal: Some(false),
            features: false,
        };
        let start = run(&Request { legal: None, ..asked(&[]) }, &context).unwrap();
        let first = start.moves.unwrap()[0].offered.text.clone();
        let back = match &*first {
            "L" => "R",
            "R" => "L",
            "U" => "D",
            _ => "U",
        };
        let moves = [first.as_str(), back, first.as_str()];
        let positions = all(&asked(&moves), &context).unwrap();
        assert_eq!(positions.len(), 4);
        for (count, position) in positions.iter().enumerate() {
            let one = run(&asked(&moves[..count]), &context).unwrap();
            assert_eq!((&one.text, &one.board), (&position.text, &position.board));
        }
        let wrong = all(&asked(&[&first, back, "X"]), &context).unwrap_err();
        assert!(wrong.message.starts_with("move 3"), "{wrong}");
    }

    /// Positions along a walk that takes the moves round robin.
    fn walk(start: Box<dyn SearchInstance>, moves: usize) -> Vec<Box<dyn SearchInstance>> {
        let mut all = vec![start];
        for number in 0..moves {
            let here = all.last().unwrap();
            let legal = here.moves();
            // Cards can be stuck for good.
            let Some(one) = legal.get((7 * number + 3) % legal.len().max(1)) else { break };
            let next = here.play(std::slice::from_ref(&one.text)).unwrap();
            all.push(next);
        }
        all
    }

    #[test]
    fn what_is_highlighted_is_what_is_counted() {
        let value = |at: &dyn SearchInstance, feature: &str| {
            at.path_values()[usize::from(at.table().index(feature).unwrap())].unwrap()
        };
        let check = |at: &dyn SearchInstance, feature: &str| {
            assert_eq!(at.highlights(feature).len() as f64, value(at, feature), "{feature}");
        };
        for jam in [JAM, "BooCooBooCooBAACoooooooDEEoooDFFFooD"] {
            for at in walk(open("rush-hour", jam, None), 30) {
                ["blockers", "stuck_vehicles", "free_vehicles"]
                    .iter()
                    .for_each(|feature| check(&*at, feature));
                let view = at.view();
                let board: &RushHourBoard = view.data().unwrap();
                let far = |ghost: &unstuck_core::view::Highlight| {
                    let vehicle =
                        board.vehicles.iter().find(|one| Some(&one.letter) == ghost.vehicle.as_ref());
                    let (one, row, column) = (vehicle.unwrap(), ghost.row.unwrap(), ghost.column.unwrap());
                    f64::from(one.row.abs_diff(row) + one.column.abs_diff(column))
                };
                let way: f64 = at.highlights("goal_distance").iter().map(far).sum();
                assert_eq!(way, value(&*at, "goal_distance"));
            }
        }
        walk(open("tiles", "3 1 2 0 4 5 6 7 8", None), 40).iter().for_each(|at| check(&**at, "misplaced"));
        walk(open("freecell", "617", None), 40).iter().for_each(|at| check(&**at, "buried_next"));
        assert!(open("tiles", "3 1 2 0 4 5 6 7 8", None).highlights("g").is_empty());
    }

    #[test]
    fn planning_tasks_show_atoms_and_goals() {
        unstuck_domains::install();
        let activity = Activity::default();
        let request = Request {
            instance: "pddl-small:gripper".to_owned(),
            reading: Reading::default(),
            moves: Vec::new(),
            legal: None,
            features: true,
        };
        let position = run(&request, &Context::silent(&activity)).unwrap();
        let board: &AtomsBoard = position.board.data().unwrap();
        assert!(board.complete && board.goals.iter().all(|goal| !goal.reached));
        assert!(board.predicates.iter().any(|one| !one.is_static && !one.atoms.is_empty()));
        assert!(position.moves.unwrap().iter().all(|one| one.offered.text.starts_with('(')));
    }
}
