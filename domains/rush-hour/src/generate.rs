//! New boards: random solvable ones, the hardest of a cluster, minimal ones, ones bred to be hard, scrambled ones of
//! any size, and all minimal ones of a size.
//!
//! Candidate number i of a seed is drawn from a random stream of its own, so the same request gives the
//! same boards whatever happens in between.

mod database;
mod evolved;
mod mutation;

pub(super) use mutation::mutated;

use super::bind::bind;
use super::board::{Axis, Board, Exit, Vehicle};
use super::problem::Metric;
use super::text::{self, Reading};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use unstuck_core::domain::{GenerateError, GeneratorInfo, Request, Settings, go_on};
use unstuck_core::error::ParseError;
use unstuck_core::instance::{Exploration, SearchRequest, Solution, SpaceError, Status};
use unstuck_core::random::{RngExt, Stream, stream};
use unstuck_core::search::{BFS, IDDFS, Limit, Limits, Observer};

/// A name, a default and what it means.
type Parameter = (&'static str, &'static str, &'static str);

// What every board has.
const SIZE: Parameter = ("size", "6", "cells a side, or WIDTHxHEIGHT, 4 to 16");
const VEHICLES: Parameter = ("vehicles", "8-13", "number of vehicles, the target included, or a range");
const WALLS: Parameter = ("walls", "0", "number of walls, or a range");
const TARGET_LENGTH: Parameter = ("target-length", "2", "cells of the target");

/// Of boards that are searched before they are given out.
const SEARCHED: &[Parameter] = &[
    SIZE,
    VEHICLES,
    WALLS,
    TARGET_LENGTH,
    ("length", "1-1000", "shortest solution, or a range"),
    ("states", "1-2000000", "reachable states, or a range"),
    ("effort", "any", "nodes that blind iterative deepening expands, or a range"),
    ("metric", "slides", "what the solution is counted in: slides or steps"),
];

/// Moves of a random walk.
const WALK: &str = "10000";

/// Of boards that are scrambled and not searched.
const SCRAMBLED: &[Parameter] =
    &[SIZE, VEHICLES, WALLS, TARGET_LENGTH, ("walk", WALK, "random moves away from a solved board")];

/// The ways to make boards.
pub(super) const GENERATORS: &[GeneratorInfo] = &[
    GeneratorInfo { name: "random", about: "random solvable boards", parameters: SEARCHED },
    GeneratorInfo {
        name: "hardest",
        about: "of all boards that a random board can be moved to, the one farthest from solved",
        parameters: SEARCHED,
    },
    GeneratorInfo {
        name: "minimal",
        about: "the hardest of a cluster, without the vehicles whose removal leaves its solution as long",
        parameters: SEARCHED,
    },
    GeneratorInfo {
        name: "evolved",
        about: "boards bred to be hard: lengths spread evenly over `length`; without it, and without `effort`, each as \
                long as it gets",
        parameters: SEARCHED,
    },
    GeneratorInfo {
        name: "scrambled",
        about: "of a random walk away from a solved board, where the target is farthest from the exit: solvable, and \
                nothing is searched, so boards may be of any size",
        parameters: SCRAMBLED,
    },
    DATABASE,
];

const DATABASE: GeneratorInfo = GeneratorInfo {
    name: "database",
    about: "every minimal board of a size with so many walls, as lines of moves, board and cluster size; no seed matters",
    parameters: database::PARAMETERS,
};

/// A random walk is looked at after so many moves.
const STRIDE: usize = 100;

/// Candidates tried for each board wanted before giving up.
const TRIES: u64 = 20_000;

struct GeneratorParams {
    width: u8,
    height: u8,
    vehicles: (u64, u64),
    walls: (u64, u64),
    target_length: u8,
    length: (u64, u64),
    /// Neither a length nor an effort was asked for: a board that is bred gets as long as it may.
    climbs: bool,
    states: (u64, u64),
    /// The number of states was asked for; random boards are not enumerated otherwise.
    counts_states: bool,
    /// Nodes of blind iterative deepening with the usual table, if they matter.
    effort: Option<(u64, u64)>,
    metric: Metric,
    /// Moves of a random walk.
    walk: usize,
}

/// Makes the boards of a request.
pub(super) fn run(
    request: &Request<'_>,
    observer: &mut dyn Observer,
    each: &mut dyn FnMut(String),
) -> Result<(), GenerateError> {
    if request.generator == DATABASE.name {
        return database::run(&DATABASE, request, observer, each);
    }
    let params = GeneratorParams::read(request.parameters)?;
    let mut seen = BTreeSet::new();
    let mut nearest = None;
    let ended = params.make(request, observer, &mut nearest, &mut seen, each);
    let Err(GenerateError::Stopped(limit @ Limit::Time)) = ended else { return ended };
    let Some(Nearest { gap, length, board }) = nearest else { return ended };
    let text = text::print(&board);
    // A climb without an aim is stopped on its way; what it has reached is a board as good as asked for.
    if (params.climbs || gap == 0) && params.effort.is_none() {
        if seen.insert(text.clone()) {
            each(text);
        }
        return ended;
    }
    let metric =
        Metric::ALL.iter().find(|(metric, ..)| *metric == params.metric).map_or("", |(_, name, _)| name);
    Err(GenerateError::StoppedNear { limit, nearest: format!("{text} ({length} {metric})") })
}

/// The board that came nearest to the wished length.
struct Nearest {
    /// How far its length is from the range.
    gap: u64,
    length: u64,
    board: Board,
}

impl GeneratorParams {
    /// Remembers a board if it is nearer to the wished length than those before, or if longer is better, longer.
    fn see(&self, nearest: &mut Option<Nearest>, length: u64, board: &Board) {
        let (low, high) = self.length;
        let gap = if self.climbs {
            u64::MAX - length
        } else {
            low.saturating_sub(length).max(length.saturating_sub(high))
        };
        if nearest.as_ref().is_none_or(|other| gap < other.gap) {
            *nearest = Some(Nearest { gap, length, board: board.clone() });
        }
    }

    fn make(
        &self,
        request: &Request<'_>,
        observer: &mut dyn Observer,
        nearest: &mut Option<Nearest>,
        seen: &mut BTreeSet<String>,
        each: &mut dyn FnMut(String),
    ) -> Result<(), GenerateError> {
        for candidate in 0..TRIES.saturating_mul(request.count as u64) {
            if seen.len() == request.count {
                return Ok(());
            }
            go_on(observer)?;
            let mut random = stream(request.seed, "rush-hour board", &[candidate]);
            let Some(board) = self.draw(&mut random) else { continue };
            let made = match request.generator {
                "scrambled" => self.scrambled(board, &mut random, observer)?,
                "hardest" => self.hardest(board, observer, nearest)?,
                "minimal" => match self.hardest(board, observer, nearest)? {
                    Some(board) => self.minimal(board, observer)?,
                    None => None,
                },
                "evolved" => self.evolved(board, &mut random, observer, nearest)?,
                _ => self.solvable(board, observer, nearest)?,
            };
            // A climb has seen to the effort already.
            let made = match made {
                Some(board) if request.generator != "evolved" && self.effort(&board, observer)?.is_ne() => {
                    None
                }
                made => made,
            };
            if let Some(text) = made.map(|board| text::print(&board))
                && seen.insert(text.clone())
            {
                // The next one begins its own climb.
                *nearest = None;
                each(text);
            }
        }
        if seen.len() == request.count {
            return Ok(());
        }
        Err(GenerateError::Impossible(format!(
            "only {} of {} such boards turned up in {} tries: widen {}the number of vehicles",
            seen.len(),
            request.count,
            TRIES.saturating_mul(request.count as u64),
            if request.generator == "scrambled" { "" } else { "length, states, effort or " }
        )))
    }

    fn read(given: &Settings) -> Result<Self, ParseError> {
        let value = |name: &str| GENERATORS[0].value(given, name);
        let size = value("size");
        let (width, height) = size.split_once('x').unwrap_or((size, size));
        let side = |text: &str| number("size", text, 4, 16).map(|side| side as u8);
        let (width, height) = (side(width)?, side(height)?);
        let metric = value("metric");
        let metric = Metric::named(metric).ok_or_else(|| {
            ParseError::new(format!("there is no metric '{metric}'")).help("it is slides or steps")
        })?;
        let cells = u64::from(width) * u64::from(height);
        Ok(Self {
            width,
            height,
            vehicles: range("vehicles", value("vehicles"), 1, cells / 2)?,
            walls: range("walls", value("walls"), 0, cells / 2)?,
            target_length: number("target-length", value("target-length"), 2, u64::from(width) - 1)? as u8,
            length: range("length", value("length"), 1, u64::MAX)?,
            states: range("states", value("states"), 1, u64::MAX)?,
            climbs: !given.contains_key("length") && !given.contains_key("effort"),
            counts_states: given.contains_key("states"),
            effort: match value("effort") {
                "any" => None,
                text => Some(range("effort", text, 1, u64::MAX)?),
            },
            metric,
            walk: number("walk", given.get("walk").map_or(WALK, String::as_str), 1, 10_000_000)? as usize,
        })
    }

    /// A random board, if the vehicles happen to fit; the target lies in the middle row, as in the game.
    fn draw(&self, random: &mut Stream) -> Option<Board> {
        let row = (self.height - 1) / 2;
        let column = random.random_range(0..self.width - self.target_length);
        let target = Vehicle { letter: 'A', axis: Axis::Horizontal, row, column, length: self.target_length };
        let mut taken = vec![false; usize::from(self.width) * usize::from(self.height)];
        let at = |row: u8, column: u8| usize::from(row) * usize::from(self.width) + usize::from(column);
        target.cells().for_each(|(r, c)| taken[at(r, c)] = true);
        let mut walls = Vec::new();
        let wanted_walls = random.random_range(self.walls.0..=self.walls.1) as usize;
        for _ in 0..wanted_walls * 20 {
            if walls.len() == wanted_walls {
                break;
            }
            let cell = (random.random_range(0..self.height), random.random_range(0..self.width));
            // A wall in the target's row would only make the board unsolvable or trivial.
            if cell.0 != row && !taken[at(cell.0, cell.1)] {
                taken[at(cell.0, cell.1)] = true;
                walls.push(cell);
            }
        }
        walls.sort_unstable();
        let wanted = random.random_range(self.vehicles.0..=self.vehicles.1) as usize;
        let mut vehicles = vec![target];
        for _ in 0..wanted * 20 {
            if vehicles.len() == wanted {
                break;
            }
            let vertical = random.random_bool(0.5);
            let length = if random.random_bool(0.7) { 2 } else { 3 };
            let (rows, columns) = if vertical {
                (self.height - length + 1, self.width)
            } else {
                (self.height, self.width - length + 1)
            };
            let vehicle = Vehicle {
                letter: 'B',
                axis: if vertical { Axis::Vertical } else { Axis::Horizontal },
                row: random.random_range(0..rows),
                column: random.random_range(0..columns),
                length,
            };
            let in_the_lane = !vertical && vehicle.row == row;
            if !in_the_lane && vehicle.cells().all(|(r, c)| !taken[at(r, c)]) {
                vehicle.cells().for_each(|(r, c)| taken[at(r, c)] = true);
                vehicles.push(vehicle);
            }
        }
        if vehicles.len() < wanted || walls.len() < wanted_walls {
            return None;
        }
        let board =
            Board { width: self.width, height: self.height, vehicles, target: 0, walls, exit: Exit::Right };
        Some(board.lettered())
    }

    /// From the board with the target at the exit a random walk: where the target is farthest away, and the last of
    /// several such boards. None if the target cannot stand at the exit, or never leaves it.
    fn scrambled(
        &self,
        mut board: Board,
        random: &mut Stream,
        observer: &mut dyn Observer,
    ) -> Result<Option<Board>, GenerateError> {
        let Vehicle { row, length, .. } = board.vehicles[board.target];
        let exit = self.width - length;
        let lane = exit..self.width;
        let others = board.vehicles.iter().enumerate().filter(|(number, _)| *number != board.target);
        let blocked = others
            .flat_map(|(_, vehicle)| vehicle.cells())
            .any(|(r, column)| r == row && lane.contains(&column));
        if blocked {
            return Ok(None);
        }
        board.vehicles[board.target].column = exit;
        let mut farthest: Option<Board> = None;
        for _ in 0..self.walk.div_ceil(STRIDE) {
            go_on(observer)?;
            let Some(text) = bind(board, self.metric, false).wander(STRIDE, random.random()) else {
                return Ok(None);
            };
            board = self.read_back(&text)?;
            let column = |board: &Board| board.vehicles[board.target].column;
            if column(&board) <= farthest.as_ref().map_or(exit - 1, column) {
                farthest = Some(board.clone());
            }
        }
        Ok(farthest)
    }

    fn accepts(&self, length: u64) -> bool {
        (self.length.0..=self.length.1).contains(&length)
    }

    fn limits(&self) -> Limits {
        // Spaces larger than wished for need not be seen to their end.
        Limits { expanded: Some(self.states.1.saturating_mul(2).saturating_add(2)), ..Limits::default() }
    }

    fn explore(
        &self,
        board: &Board,
        observer: &mut dyn Observer,
    ) -> Result<Option<Exploration>, GenerateError> {
        match bind(board.clone(), self.metric, false).explore(self.limits(), observer) {
            Ok(found) if (self.states.0..=self.states.1).contains(&found.space.reachable) => Ok(Some(found)),
            Err(SpaceError::Limit(limit @ (Limit::Time | Limit::Cancelled), _)) => {
                Err(GenerateError::Stopped(limit))
            }
            Ok(_) | Err(_) => Ok(None),
        }
    }

    fn solvable(
        &self,
        board: Board,
        observer: &mut dyn Observer,
        nearest: &mut Option<Nearest>,
    ) -> Result<Option<Board>, GenerateError> {
        let Some(length) = self.shortest(&board, observer)? else { return Ok(None) };
        if !self.accepts(length) {
            self.see(nearest, length, &board);
            return Ok(None);
        }
        if !self.counts_states {
            return Ok(Some(board));
        }
        Ok(self.explore(&board, observer)?.map(|_| board))
    }

    fn shortest(&self, board: &Board, observer: &mut dyn Observer) -> Result<Option<u64>, GenerateError> {
        let request = SearchRequest::blind(&BFS, self.limits());
        Ok(self.solve(board, &request, observer)?.cost)
    }

    /// Whether blind iterative deepening expands fewer nodes than wished for, as many, or more.
    fn effort(&self, board: &Board, observer: &mut dyn Observer) -> Result<Ordering, GenerateError> {
        let Some((least, most)) = self.effort else { return Ok(Ordering::Equal) };
        let limits = Limits { expanded: Some(most), ..Limits::NONE };
        let solution = self.solve(board, &SearchRequest::blind(&IDDFS, limits), observer)?;
        Ok(match solution.status {
            Status::Solved if solution.stats.expanded < least => Ordering::Less,
            Status::Solved => Ordering::Equal,
            _ => Ordering::Greater,
        })
    }

    fn solve(
        &self,
        board: &Board,
        request: &SearchRequest,
        observer: &mut dyn Observer,
    ) -> Result<Solution, GenerateError> {
        let solution = bind(board.clone(), self.metric, false)
            .solve(request, observer)
            .map_err(|error| GenerateError::Impossible(error.to_string()))?;
        match solution.limit {
            Some(limit @ (Limit::Time | Limit::Cancelled)) => Err(GenerateError::Stopped(limit)),
            _ => Ok(solution),
        }
    }

    fn hardest(
        &self,
        board: Board,
        observer: &mut dyn Observer,
        nearest: &mut Option<Nearest>,
    ) -> Result<Option<Board>, GenerateError> {
        let Some(found) = self.explore(&board, observer)? else { return Ok(None) };
        let Some((length, text)) = found.hardest else { return Ok(None) };
        let hardest = self.read_back(&text)?;
        if !self.accepts(u64::from(length)) {
            self.see(nearest, u64::from(length), &hardest);
            return Ok(None);
        }
        Ok(Some(hardest))
    }

    /// A board that was told as text.
    fn read_back(&self, text: &str) -> Result<Board, GenerateError> {
        Ok(text::parse(text, &Reading::default())?.lettered())
    }

    /// Takes vehicles away, one after another, as long as the solution does not get shorter.
    fn minimal(&self, mut board: Board, observer: &mut dyn Observer) -> Result<Option<Board>, GenerateError> {
        let Some(length) = self.shortest(&board, observer)? else { return Ok(None) };
        let mut at = 0;
        while at < board.vehicles.len() {
            if at != board.target {
                let without = board.without(at);
                if self.shortest(&without, observer)? == Some(length) {
                    board = without;
                    continue;
                }
            }
            at += 1;
        }
        Ok(Some(board.lettered())
            .filter(|board| (self.vehicles.0..=self.vehicles.1).contains(&(board.vehicles.len() as u64))))
    }
}

fn number(name: &str, text: &str, least: u64, most: u64) -> Result<u64, ParseError> {
    let wrong = || ParseError::new(format!("'{text}' is not a value for {name}"));
    let wanted = if most == u64::MAX {
        format!("a number from {least} on")
    } else {
        format!("a number from {least} to {most}")
    };
    let value: u64 = text.trim().parse().map_err(|_| wrong().help(wanted.clone()))?;
    if (least..=most).contains(&value) { Ok(value) } else { Err(wrong().help(wanted)) }
}

fn range(name: &str, text: &str, least: u64, most: u64) -> Result<(u64, u64), ParseError> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let (low, high) = (number(name, low, least, most)?, number(name, high, least, most)?);
    if low > high {
        return Err(ParseError::new(format!("'{text}' is not a range for {name}"))
            .help(format!("write {high}-{low}")));
    }
    Ok((low, high))
}
