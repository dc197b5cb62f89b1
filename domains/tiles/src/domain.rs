//! The registration of the sliding tiles.

use super::board::Board;
use super::goal::{goal, solvable};
use super::pdb::splits::SPLITS;
use super::problem::{Large, Medium, Small};
use super::sets::SETS;
use super::{METRIC, generate, pdb, text};
use std::borrow::Cow;
use std::sync::LazyLock;
use unstuck_core::domain::{
    Champion, Domain, DomainInfo, GenerateError, Method, Request, SettingInfo, SettingValues, Settings,
    metric, try_read,
};
use unstuck_core::error::ParseError;
use unstuck_core::feature::{Text, infos};
use unstuck_core::instance::{Bound, Instance};
use unstuck_core::resources::{PatternDatabaseInfo, ResourceError, Resources};
use unstuck_core::search::Observer;

/// Sliding tiles: the 8-, 15-, 24- and 35-puzzle and their kin.
pub struct TilesDomain;

static INFO: LazyLock<DomainInfo> = LazyLock::new(|| DomainInfo {
    order: "the blank moves up, left, right, down",
    settings: &[SettingInfo {
        name: "goal",
        about: "the board to reach [default: first]",
        values: SettingValues::Text("first (0 1 2 …), last (1 2 … 0), or the goal's tiles"),
    }],
    solver: Method::informed("ida", "walking_distance"),
    heuristic: Some(Cow::Borrowed("manhattan")),
    // One board stands for all: the others of its size are within its space.
    audit: Cow::Borrowed(&[Cow::Borrowed("eight:1")]),
    sets: SETS,
    generators: generate::GENERATORS,
    ..DomainInfo::new(
        "tiles",
        "slide numbered tiles into order (8-puzzle, 15-puzzle, 24-puzzle, 2×2 to 6×6)",
        vec![metric(METRIC, "a tile slid by one cell counts 1")],
        infos(Small::FEATURES),
    )
});

impl Domain for TilesDomain {
    fn info(&self) -> &DomainInfo {
        &INFO
    }

    fn champions(&self) -> &'static [Champion] {
        &[Champion { name: "15", text: include_str!("../champions/15.heuristic") }]
    }

    fn instance(
        &self,
        text: &str,
        _metric: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        let board = text::parse(text)?;
        let goal = goal(board.size(), settings)?;
        solvable(&board, &goal)?;
        Ok(bind(&board, goal))
    }

    fn pattern_databases(&self) -> &'static [PatternDatabaseInfo] {
        static TABLES: LazyLock<Vec<PatternDatabaseInfo>> =
            LazyLock::new(|| SPLITS.iter().map(|split| split.table).collect());
        &TABLES
    }

    /// Deepening needs no memory, where best-first search would fill it on most boards of 4×4.
    fn optimal_solver(&self, _metric: &str) -> Method {
        Method::informed("ida", "linear_conflict")
    }

    /// A fifth of the expansions of greedy search by Manhattan distance, and less than a third of its moves:
    /// `unstuck compare korf -a quick -H manhattan -H champion`.
    fn quick_heuristic(&self) -> Option<Text> {
        Some(Cow::Borrowed("champion"))
    }

    fn prepare(&self, features: &[&str], resources: &mut dyn Resources) -> Result<(), ResourceError> {
        pdb::prepare(features, resources)
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
        match try_read(self, text, metric, settings) {
            Err(error) if !error.unsolvable => None,
            read => Some(read),
        }
    }

    fn resembles(&self, text: &str) -> bool {
        text::resembles_board(text)
    }

    fn generate(
        &self,
        request: &Request<'_>,
        observer: &mut dyn Observer,
        each: &mut dyn FnMut(String),
    ) -> Result<(), GenerateError> {
        generate::run(request, observer, each)
    }
}

/// The board behind the boundary, by the engine of its size.
fn bind(board: &Board, goal: Board) -> Box<dyn Instance> {
    macro_rules! bound {
        ($engine:ty) => {{
            let problem = <$engine>::new(goal);
            let start = problem.state(board);
            Box::new(Bound::new(&INFO.features, problem, start))
        }};
    }
    if Small::fits(board.size()) {
        bound!(Small)
    } else if Medium::fits(board.size()) {
        bound!(Medium)
    } else {
        bound!(Large)
    }
}
