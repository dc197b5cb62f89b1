//! The registration of the sliding tiles.

use super::board::{Board, Size};
use super::domain::{Large, Medium, Small};
use super::pdb::splits::SPLITS;
use super::sets::SETS;
use super::{generate, pdb, puzzle, text};
use crate::domain::FeatureInfo;
use crate::error::ParseError;
use crate::instance::{Bound, Instance};
use crate::registry::{Family, FamilyInfo, GenerateError, Request, SettingInfo, Settings};
use crate::resources::{ResourceError, Resources, TableInfo};
use crate::search::Observer;
use std::sync::LazyLock;

/// Sliding tiles: the 8-, 15-, 24- and 35-puzzle and their kin.
pub struct TilesFamily;

const INFO: FamilyInfo = FamilyInfo {
    name: "tiles",
    about: "slide numbered tiles into order (8-puzzle, 15-puzzle, 24-puzzle, 2×2 to 6×6)",
    order: "the blank moves up, left, right, down",
    metrics: &[(puzzle::METRIC, "a tile slid by one cell counts 1")],
    settings: &[SettingInfo {
        name: "goal",
        about: "the board to reach (first unless said)",
        values: "first (0 1 2 …), last (1 2 … 0), or the goal's tiles",
    }],
    solver: ("ida", "walking_distance"),
    heuristic: "manhattan",
    // One board stands for all: the others of its size are within its space.
    audit: &["eight:1"],
    sets: SETS,
    generators: generate::GENERATORS,
};

impl Family for TilesFamily {
    fn info(&self) -> &'static FamilyInfo {
        const { &INFO }
    }

    fn features(&self) -> Vec<FeatureInfo> {
        Small::FEATURES.iter().map(|feature| feature.info).collect()
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

    fn tables(&self) -> &'static [TableInfo] {
        static TABLES: LazyLock<Vec<TableInfo>> =
            LazyLock::new(|| SPLITS.iter().map(|split| split.table).collect());
        &TABLES
    }

    /// Deepening needs no memory, where best-first search would fill it on most boards of 4×4.
    fn optimal_solver(&self, _metric: &str) -> (&'static str, &'static str) {
        ("ida", "linear_conflict")
    }

    /// A fifth of the expansions of greedy search by Manhattan distance, and less than a third of its moves:
    /// `unstuck compare korf -a quick -H manhattan -H champion`.
    fn quick_heuristic(&self) -> &'static str {
        "champion"
    }

    fn prepare(&self, features: &[&str], resources: &mut dyn Resources) -> Result<(), ResourceError> {
        pdb::prepare(features, resources)
    }

    fn split<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        text::split(text)
    }

    fn recognises(&self, text: &str) -> bool {
        text::parse(text).is_ok()
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

/// The goal that settings name, for boards of a size.
pub fn goal(size: Size, settings: &Settings) -> Result<Board, ParseError> {
    match settings.get("goal").map(String::as_str) {
        None | Some("first") => Ok(Board::ordered(size)),
        Some("last") => Ok(Board::blank_last(size)),
        Some(tiles) => {
            let help = "name first, last, or the tiles of the goal";
            let goal = text::parse(tiles).map_err(|error| {
                ParseError::new(format!("the goal cannot be read: {}", error.message)).help(help)
            })?;
            if goal.size() != size {
                let message = format!("the goal is of size {}, the board of size {size}", goal.size());
                return Err(ParseError::new(message));
            }
            Ok(goal)
        }
    }
}

/// Refuses a board that no moves can bring to the goal, with the reason.
fn solvable(board: &Board, goal: &Board) -> Result<(), ParseError> {
    if board.reaches(goal) {
        return Ok(());
    }
    let (odd, far) = board.parity(goal);
    let word = |odd| if odd { "odd" } else { "even" };
    Err(ParseError::new(format!(
        "no moves lead from this board to the goal {}: the permutation between them is {}, but the blank's \
         distance is {}, and every move changes both",
        text::print(goal),
        word(odd),
        word(far)
    ))
    .help("swap any two tiles, or name another goal"))
}

/// The board behind the boundary, by the engine of its size.
fn bind(board: &Board, goal: Board) -> Box<dyn Instance> {
    macro_rules! bound {
        ($engine:ty) => {{
            let domain = <$engine>::new(goal);
            let start = domain.state(board);
            Box::new(Bound { family: INFO.name, domain, start })
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
