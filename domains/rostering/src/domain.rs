//! The registration of rostering.

use crate::features::{self, DOMAIN};
use crate::roster::Rostering;
use crate::row::Row;
use crate::ward::{KEEP, Kept, Ward};
use crate::{compact, csv, generate, rules, sets, text};
use std::sync::LazyLock;
use unstuck_core::domain::{
    Champion, Domain, DomainInfo, GenerateError, GeneratorInfo, SettingInfo, SettingValues, Settings, metric,
};
use unstuck_core::error::{ParseError, presentable};
use unstuck_core::instance::Instance;
use unstuck_core::instance::optimisation::Bound;

/// Rostering: shift scheduling.
pub struct RosteringDomain;

static INFO: LazyLock<DomainInfo> = LazyLock::new(|| DomainInfo {
    order: "day by day: by person, then by shift; to close the day comes last",
    settings: &[
        SettingInfo {
            name: "kept",
            about: "a roster to stay close to; a file can also hold the ward and then the roster",
            values: SettingValues::Text("the text of the roster"),
        },
        SettingInfo {
            name: "keep",
            about: "cost of each cell that differs from the roster to stay close to; 20 if none is named",
            values: SettingValues::Text("a number"),
        },
        SettingInfo {
            name: "absent",
            about: "who is out on which days; the days before have passed if there is a roster to stay close to",
            values: SettingValues::Text("such as 'Ana 11-13; Ben 12'"),
        },
        SettingInfo {
            name: "calendar",
            about: "rosters are written as calendars (iCalendar), one for each person",
            values: SettingValues::Switch,
        },
    ],
    sets: sets::REGISTERED,
    generators: generate::GENERATORS,
    rules: rules::RULES,
    champions: &[Champion { name: "wards", text: include_str!("../champions/wards.heuristic") }],
    ..DomainInfo::optimisation(
        DOMAIN,
        "plan who works which shift on which day",
        vec![metric("points", "weights of wishes that are not met, and of people missing or too many")],
        features::tables(),
        rules::REFERENCE,
    )
});

/// The ward with what the settings say.
fn with_settings(mut ward: Ward, settings: &Settings) -> Result<Ward, ParseError> {
    let within = |name: &str, error: ParseError| ParseError {
        message: format!("{name}: {error}"),
        place: None,
        help: None,
        ..error
    };
    if let Some(text) = settings.get("kept") {
        let cells = csv::cells(&ward, csv::rows(text)).map_err(|error| within("kept", error))?;
        let weight = ward.kept.as_ref().map_or(KEEP, |kept| kept.weight);
        ward.kept = Some(Kept { cells, weight });
    }
    let row = Row { line: 1, cells: Vec::new() };
    if let Some(text) = settings.get("keep") {
        let weight =
            row.number(text.trim(), "the cost of a changed cell").map_err(|error| within("keep", error))?;
        let Some(kept) = &mut ward.kept else {
            let error = ParseError::new("keep: there is no roster to stay close to");
            return Err(error.help("write the roster after the ward, or name it with the setting kept"));
        };
        kept.weight = weight;
    }
    for part in settings.get("absent").map_or("", String::as_str).split(';') {
        let part = part.trim();
        if part.is_empty() {
            continue;
        }
        let person = absent_person(&ward, part)?;
        let list = part[ward.people[person].id.len()..].trim();
        let days = csv::days(&row, &ward, list).map_err(|error| within("absent", error))?;
        if days.is_empty() {
            let error = ParseError::new(format!("absent: '{}' names no days", presentable(part, 40)));
            return Err(error.help("such as 'Ana 11-13'"));
        }
        csv::add_absence(&mut ward, person, &days);
    }
    ward.check()?;
    Ok(ward)
}

/// The person whose name a text begins with; the longest name, if there are several.
fn absent_person(ward: &Ward, text: &str) -> Result<usize, ParseError> {
    let begins = |&person: &usize| {
        let rest = text.strip_prefix(ward.people[person].id.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
    };
    let found = (0..ward.people.len()).filter(begins).max_by_key(|&person| ward.people[person].id.len());
    found.ok_or_else(|| {
        let names: Vec<&str> = ward.people.iter().map(|person| person.id.as_str()).collect();
        ParseError::new(format!("absent: '{}' does not begin with a person", presentable(text, 40)))
            .help(format!("known: {}", names.join(", ")))
    })
}

impl Domain for RosteringDomain {
    fn info(&self) -> &DomainInfo {
        &INFO
    }

    fn instance(
        &self,
        text: &str,
        metric: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        let ward = with_settings(text::read(text, "ward")?, settings)?;
        let calendars = settings.contains_key("calendar");
        if calendars && ward.first_date.is_none() {
            let error = ParseError::new("a calendar needs the date of the first day");
            return Err(error.help("the column 'start' of the section HORIZON, such as 2026-11-02"));
        }
        let problem = Rostering::new(ward);
        let problem = if calendars { problem.with_calendars() } else { problem };
        Ok(Box::new(Bound::new(problem, features::tables(), metric)))
    }

    fn warnings(&self, instance: &dyn Instance, _settings: &Settings) -> Vec<String> {
        let Some(bound) = instance.as_any().downcast_ref::<Bound<Rostering>>() else { return Vec::new() };
        let ward = bound.problem().given();
        let mut warnings = Vec::new();
        if ward.cover.is_empty() {
            warnings.push("there is no demand: no shift needs anyone".to_owned());
        }
        warnings
    }

    /// A ward is a whole file, or a line.
    fn split<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        let is_content = |(_, line): &(usize, &str)| !line.is_empty() && !line.starts_with('#');
        let lines: Vec<(usize, &str)> = (1..).zip(text.lines().map(str::trim)).filter(is_content).collect();
        match lines.first() {
            Some((_, first)) if !text::is_line(first) => vec![(1, text)],
            _ => lines,
        }
    }

    fn recognises(&self, text: &str) -> bool {
        text::is_ward(text)
    }

    fn make(
        &self,
        generator: &GeneratorInfo,
        parameters: &Settings,
        seed: u64,
        number: u64,
    ) -> Result<String, GenerateError> {
        Ok(compact::line(&generate::generate(generator, parameters, seed, number)?))
    }
}
