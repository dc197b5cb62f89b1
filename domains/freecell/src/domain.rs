//! The registration of FreeCell.

use super::action::Action;
use super::board::{Board, Build, CELLS, COLUMNS, Fill, Rules};
use super::deal::{LAST, deal};
use super::features::FEATURES;
use super::metric::{Metric, Settings as Search};
use super::problem::FreeCell;
use super::state::State;
use super::{quick, shortest, text};
use std::borrow::Cow;
use std::sync::LazyLock;
use unstuck_core::domain::{
    Champion, Domain, DomainInfo, GenerateError, GeneratorInfo, Ids, InstanceSet, Method, Request,
    SettingInfo, SettingValues, Settings, go_on, metric, try_read,
};
use unstuck_core::error::ParseError;
use unstuck_core::feature::infos;
use unstuck_core::instance::{Bound, Instance};
use unstuck_core::language::HeuristicRef;
use unstuck_core::random::{RngExt, stream};
use unstuck_core::search::{Observer, Outcome, SearchParameters};

/// FreeCell and its relatives.
pub struct FreeCellDomain;

/// The numbers of Microsoft's deals end here.
const DEFAULT: u64 = 32_000;

static INFO: LazyLock<DomainInfo> = LazyLock::new(|| DomainInfo {
    order: "cards home, lowest first; runs onto cards, columns from the left and short runs first, then cards from \
            the cells; the same into an empty column; top cards into a cell, columns from the left",
    settings: &[
        SettingInfo {
            name: "columns",
            about: "how many columns there are [default: 8]",
            values: SettingValues::Text("a number from 4 to 10"),
        },
        SettingInfo {
            name: "cells",
            about: "how many cells there are [default: 4]",
            values: SettingValues::Text("a number from 0 to 8"),
        },
        SettingInfo {
            name: "build",
            about: "what lies on what: the other colour (FreeCell) or the same suit (Baker's Game)",
            values: SettingValues::Choice(&["alternate", "suit"]),
        },
        SettingInfo {
            name: "empty",
            about: "what may be put into an empty column",
            values: SettingValues::Choice(&["any", "king"]),
        },
        SettingInfo {
            name: "automatic",
            about: "whether safe cards go home by themselves while searching [default: on]",
            values: SettingValues::Choice(&["on", "off"]),
        },
    ],
    solver: Method::blind("quick"),
    heuristic: Some(Cow::Borrowed("hsd_board")),
    audit: Cow::Borrowed(&[Cow::Borrowed("ends:1-20")]),
    sets: &[
        InstanceSet {
            name: "freecell",
            about: "the numbered deals: Microsoft's and their extensions",
            ids: || Ids::Numbers(1, LAST),
            text: |id| numbered(id, LAST).map(|number| number.to_string()),
        },
        InstanceSet {
            name: "ends",
            about: "the numbered deals with all cards below the tens home: small enough to enumerate",
            ids: || Ids::Numbers(1, LAST),
            text: |id| numbered(id, LAST).and_then(end).map(|board| text::print(&board)),
        },
    ],
    generators: &[GeneratorInfo {
        name: "deal",
        about: "numbered deals drawn at random",
        parameters: &[
            ("first", "1", "the lowest number"),
            ("last", "32000", "the highest number; of numbers beyond 32000 the last there is"),
        ],
    }],
    ..DomainInfo::new(
        "freecell",
        "bring 52 cards home through columns and cells (FreeCell, Baker's Game and their variants)",
        Metric::ALL.map(|(_, name, about)| metric(name, about)).to_vec(),
        infos(FEATURES),
    )
});

impl Domain for FreeCellDomain {
    fn info(&self) -> &DomainInfo {
        &INFO
    }

    fn champions(&self) -> &'static [Champion] {
        &[
            Champion { name: "solver", text: include_str!("../champions/solver.heuristic") },
            Champion { name: "hsd", text: include_str!("../champions/hsd.heuristic") },
        ]
    }

    fn instance(
        &self,
        text: &str,
        metric: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        let rules = rules(settings)?;
        let board = text::parse(text, &rules)?;
        let problem = FreeCell::new(&board, rules, counting(metric, settings)?);
        let start = problem.start();
        Ok(Box::new(Bound::new(&INFO.features, problem, start).with_solver(run_own)))
    }

    fn optimal_solver(&self, metric: &str) -> Method {
        let heuristic = match metric {
            "card" | "atomic" => "deadlock",
            "player" => "deadlock_extra",
            _ => "deadlock_runs",
        };
        Method::informed("astar", heuristic)
    }

    fn split<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        text::split(text)
    }

    fn recognise(
        &self,
        text: &str,
        metric: Option<&str>,
        settings: &Settings,
    ) -> Option<Result<Box<dyn Instance>, ParseError>> {
        text::resembles_board(text).then(|| try_read(self, text, metric, settings))
    }

    fn generate(
        &self,
        request: &Request<'_>,
        observer: &mut dyn Observer,
        each: &mut dyn FnMut(String),
    ) -> Result<(), GenerateError> {
        let first = number(request.parameters, "first", 1, 1, LAST)?;
        let usual = if first > DEFAULT { LAST } else { DEFAULT };
        let last = number(request.parameters, "last", usual, first, LAST)?;
        for i in 0..request.count {
            go_on(observer)?;
            let drawn = stream(request.seed, "freecell-deal", &[i as u64]).random_range(first..=last);
            let board: Option<Board> = deal(drawn, &Rules::default());
            each(format!("# deal {drawn}\n{}", board.map(|board| text::print(&board)).unwrap_or_default()));
        }
        Ok(())
    }
}

fn numbered(id: &str, last: u64) -> Option<u64> {
    id.parse().ok().filter(|number| (1..=last).contains(number))
}

/// A deal with the aces to nines of all suits home.
fn end(number: u64) -> Option<Board> {
    let mut board = deal(number, &Rules::default())?;
    for column in &mut board.columns {
        column.retain(|card| card.rank() >= 9);
    }
    board.home = [9; 4];
    Some(board)
}

/// What a metric's name and the settings say about counting.
pub fn counting(metric: &str, settings: &Settings) -> Result<Search, ParseError> {
    let metric = Metric::ALL.iter().find(|(_, name, _)| *name == metric).map_or(Metric::Moves, |m| m.0);
    Ok(Search { metric, automatic: choice(settings, "automatic", [("on", true), ("off", false)])? })
}

/// The rules that settings name.
pub fn rules(settings: &Settings) -> Result<Rules, ParseError> {
    let columns = number(settings, "columns", 8, *COLUMNS.start() as u64, *COLUMNS.end() as u64)?;
    let cells = number(settings, "cells", 4, 0, CELLS as u64)?;
    let build = choice(settings, "build", [("alternate", Build::Alternate), ("suit", Build::Suit)])?;
    let fill = choice(settings, "empty", [("any", Fill::Any), ("king", Fill::King)])?;
    Ok(Rules { columns: columns as usize, cells: cells as usize, build, fill })
}

fn number(settings: &Settings, name: &str, usual: u64, least: u64, most: u64) -> Result<u64, ParseError> {
    let Some(text) = settings.get(name) else {
        return Ok(usual);
    };
    text.parse().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| {
        ParseError::new(format!("'{text}' is no value for {name}"))
            .help(format!("it is a number from {least} to {most}"))
    })
}

/// The first choice is the usual one.
fn choice<T: Copy>(settings: &Settings, name: &str, choices: [(&str, T); 2]) -> Result<T, ParseError> {
    let Some(text) = settings.get(name) else {
        return Ok(choices[0].1);
    };
    choices.iter().find(|(word, _)| word == text).map(|&(_, value)| value).ok_or_else(|| {
        ParseError::new(format!("'{text}' is no value for {name}"))
            .help(format!("it is {} or {}", choices[0].0, choices[1].0))
    })
}

/// Our own fast solver and our own way to short plans.
fn run_own(
    game: &FreeCell,
    start: &State,
    parameters: &SearchParameters,
    _heuristic: &HeuristicRef,
    observer: &mut dyn Observer,
) -> Option<Outcome<Action>> {
    match parameters.algorithm.name {
        "quick" => Some(quick::solve(game, start, parameters.limits, observer)),
        "shortest" => Some(shortest::solve(game, start, parameters.limits, observer)),
        _ => None,
    }
}
