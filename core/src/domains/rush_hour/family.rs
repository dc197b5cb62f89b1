//! The registration of Rush Hour.

use super::board::{Board, Exit};
use super::domain::{Large, Metric, Small};
use super::generate;
use super::sets::SETS;
use super::text::{self, Reading};
use crate::domain::FeatureInfo;
use crate::error::ParseError;
use crate::instance::{Bound, Instance};
use crate::registry::{Family, FamilyInfo, GenerateError, Request, SettingInfo, Settings};
use crate::search::Observer;

/// Rush Hour, also known as Unblock Me.
pub struct RushHourFamily;

const INFO: FamilyInfo = FamilyInfo {
    name: "rush-hour",
    about: "free the target car from a jam of cars and trucks (also known as Unblock Me)",
    order: "rows from the top, then columns from the left; in each line first the moves left (up), vehicles from \
            left to right and longest slide first, then the moves right (down), vehicles from right to left and \
            shortest slide first",
    metrics: &[(Metric::ALL[0].1, Metric::ALL[0].2), (Metric::ALL[1].1, Metric::ALL[1].2)],
    settings: &[
        SettingInfo {
            name: "exit",
            about: "the side with the exit, over what the board says",
            values: "right, left, up or down",
        },
        SettingInfo {
            name: "target",
            about: "the letter of the target car (A unless said)",
            values: "a letter",
        },
        SettingInfo { name: "drive-out", about: "count the way of the target through the door", values: "" },
    ],
    solver: ("bfs", "zero"),
    heuristic: "blockers_deep",
    audit: &["jam"],
    sets: SETS,
    generators: generate::GENERATORS,
};

impl Family for RushHourFamily {
    fn info(&self) -> &'static FamilyInfo {
        const { &INFO }
    }

    fn features(&self) -> Vec<FeatureInfo> {
        Small::FEATURES.iter().map(|feature| feature.info).collect()
    }

    fn instance(
        &self,
        text: &str,
        metric: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        let board = text::parse(text, &reading(settings)?)?;
        let metric = Metric::named(metric).unwrap_or(Metric::ALL[0].0);
        Ok(bind(board, metric, settings.contains_key("drive-out")))
    }

    fn split<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        text::split(text)
    }

    fn recognises(&self, text: &str) -> bool {
        text::parse(text, &Reading::default()).is_ok()
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
pub(super) fn bind(board: Board, metric: Metric, drive_out: bool) -> Box<dyn Instance> {
    macro_rules! bound {
        ($engine:ty) => {{
            let domain = <$engine>::new(board, metric);
            let domain = if drive_out { domain.driving_out() } else { domain };
            let start = domain.start();
            Box::new(Bound { family: INFO.name, domain, start })
        }};
    }
    if Small::fits(&board) { bound!(Small) } else { bound!(Large) }
}

/// How a board is to be read, by its settings.
pub fn reading(settings: &Settings) -> Result<Reading, ParseError> {
    let exit = settings.get("exit").map(|name| {
        Exit::named(name).ok_or_else(|| {
            ParseError::new(format!("'{name}' is not a side for the exit"))
                .help("it is right, left, up or down")
        })
    });
    let target = settings.get("target").map(|letter| {
        let mut signs = letter.chars();
        match (signs.next(), signs.next()) {
            (Some(sign), None) => Ok(sign),
            _ => Err(ParseError::new(format!("'{letter}' is not a target's letter"))
                .help("name one letter, such as X")),
        }
    });
    Ok(Reading { target: target.transpose()?, exit: exit.transpose()? })
}
