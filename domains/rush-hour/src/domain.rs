//! The registration of Rush Hour.

use super::bind::{FEATURES, bind};
use super::board::Exit;
use super::problem::Metric;
use super::sets::SETS;
use super::text::{self, Reading};
use super::view::{Direction, RushHourBoard, Side};
use super::{NAME, generate};
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};
use unstuck_core::domain::{
    Champion, Domain, DomainInfo, GenerateError, Method, Request, SettingInfo, SettingValues, Settings,
    metric, try_read,
};
use unstuck_core::error::ParseError;
use unstuck_core::instance::Instance;
use unstuck_core::search::Observer;

/// Rush Hour, also known as Unblock Me.
pub struct RushHourDomain;

static INFO: LazyLock<DomainInfo> = LazyLock::new(|| DomainInfo {
    order: "rows from the top, then columns from the left; in each line first the moves left (up), vehicles from \
            left to right and longest slide first, then the moves right (down), vehicles from right to left and \
            shortest slide first",
    settings: &[
        SettingInfo {
            name: "exit",
            about: "the side with the exit, over what the board says",
            values: SettingValues::Choice(&["right", "left", "up", "down"]),
        },
        SettingInfo {
            name: "target",
            about: "the letter of the target car [default: A, or X without A]",
            values: SettingValues::Text("a letter"),
        },
        SettingInfo {
            name: "drive-out",
            about: "count the way of the target through the door",
            values: SettingValues::Switch,
        },
    ],
    solver: Method::blind("bfs"),
    heuristic: Some(Cow::Borrowed("blockers_deep")),
    audit: Cow::Borrowed(&[Cow::Borrowed("jam")]),
    sets: SETS,
    generators: generate::GENERATORS,
    features: Arc::clone(&FEATURES),
    ..DomainInfo::new(
        NAME,
        "free the target car from a jam of cars and trucks (also known as Unblock Me)",
        Metric::ALL.map(|(_, name, about)| metric(name, about)).to_vec(),
        [],
    )
});

impl Domain for RushHourDomain {
    fn info(&self) -> &DomainInfo {
        &INFO
    }

    fn champions(&self) -> &'static [Champion] {
        &[
            Champion { name: "6x6", text: include_str!("../champions/6x6.heuristic") },
            Champion { name: "8x8", text: include_str!("../champions/8x8.heuristic") },
            Champion { name: "large", text: include_str!("../champions/large.heuristic") },
        ]
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

    /// Beyond 8×8 breadth-first search runs out of memory on most boards.
    fn solver(&self, instance: &dyn Instance) -> Method {
        match instance.view().data::<RushHourBoard>() {
            Some(RushHourBoard { width, height, .. }) if width * height > 64 => {
                Method::informed("astar", "blockers_deep")
            }
            _ => self.info().solver.clone(),
        }
    }

    /// Many collections call the target X: a board with both letters may mean that one, unless X is just the letter after W.
    fn warnings(&self, instance: &dyn Instance, settings: &Settings) -> Vec<String> {
        let view = instance.view();
        let Some(RushHourBoard { exit, target, vehicles, .. }) = view.data() else { return Vec::new() };
        let along = matches!(exit, Side::Left | Side::Right);
        let is_used = |letter: char| vehicles.iter().any(|vehicle| vehicle.letter.starts_with(letter));
        let other = vehicles.iter().find(|vehicle| vehicle.letter == "X");
        let is_doubtful = target == "A"
            && !('B'..='W').all(is_used)
            && !settings.contains_key("target")
            && other.is_some_and(|other| (other.axis == Direction::Horizontal) == along);
        let warning = "the target is A, though there is an X; choose target X if X is meant";
        is_doubtful.then(|| warning.to_owned()).into_iter().collect()
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
        try_read(self, text, metric, settings).ok().map(Ok)
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
