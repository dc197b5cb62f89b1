//! `[fitness]`: what is better than what.

use super::source::{Item, Section, suggestion};
use super::writer::{Writer, inline, quoted};
use crate::dataset::Loss;
use crate::fitness::multi::Multi;
use crate::fitness::reduction::Reduction;
use crate::fitness::search::Search;
use crate::fitness::{EVALUATORS, Evaluator};
use serde::{Deserialize, Serialize};
use unstuck_core::domain::Domain;
use unstuck_core::error::ParseError;
use unstuck_core::feature::Kind;

/// What is better than what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FitnessSettings {
    /// What searches are measured against: `blind`, or a heuristic.
    pub reference: String,
    /// How heuristics are judged.
    pub judge: Judge,
}

/// How heuristics are judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Judge {
    /// By the distance from the truth.
    LeastSquares(LeastSquares),
    /// By lengths and sizes of searches.
    Search(Search),
    /// By sizes of searches against a reference.
    Reduction(Reduction),
    /// By one of several, each drawn with a probability.
    Multi(Vec<(Judge, f64)>),
}

/// How rows are fitted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeastSquares {
    /// What a fit is judged by.
    pub loss: Loss,
    /// Values are scaled by the line that fits best.
    pub scaling: bool,
    /// The feature that is taken from the distance before anything is fitted to it.
    pub beyond: Option<String>,
    /// Rows that are drawn from the space of every instance besides the instance itself.
    pub states: usize,
}

const LOSSES: &[(&str, Loss)] = &[("mse", Loss::Mse), ("mae", Loss::Mae), ("rank", Loss::Rank)];

/// The word for the search without a heuristic.
pub(super) const BLIND: &str = "blind";

const LEAST_SQUARES: [&str; 5] = ["loss", "scaling", "target", "beyond", "states"];
const SEARCH: [&str; 4] = ["sample", "weights", "raw", "max_length_ratio"];
const REDUCTION: [&str; 2] = ["sample", "max_length_ratio"];
const MULTI: [&str; 1] = ["parts"];

impl FitnessSettings {
    pub(super) fn read(section: &Section<'_>, domain: &dyn Domain) -> Result<Self, ParseError> {
        let judge = Judge::read(section, domain, &["kind", "reference"])?;
        Ok(Self { reference: section.text("reference")?.unwrap_or_else(|| BLIND.into()), judge })
    }

    pub(super) fn print(&self, out: &mut Writer, coevolution: bool) {
        out.section("fitness");
        for (key, value) in self.judge.entries(coevolution) {
            match value {
                Some(value) => out.entry(key, value),
                None => out.option(key, None::<String>),
            }
        }
        out.text("reference", &self.reference);
    }
}

impl Judge {
    fn read(section: &Section<'_>, domain: &dyn Domain, others: &[&str]) -> Result<Self, ParseError> {
        let name = match section.get("kind") {
            Some(item) => {
                let names: Vec<(&str, &str)> = EVALUATORS.iter().map(|(name, _)| (*name, *name)).collect();
                item.word(&names)?
            }
            None => "reduction",
        };
        let own: &[&str] = match name {
            "least_squares" => &LEAST_SQUARES,
            "search" => &SEARCH,
            "reduction" => &REDUCTION,
            _ => &MULTI,
        };
        // A key of another kind deserves a better word than that it is unknown.
        for (key, item) in section.entries() {
            let known = [&LEAST_SQUARES[..], &SEARCH, &MULTI].concat().contains(&key.as_str());
            if known && !own.contains(&key.as_str()) {
                let wrong = format!("{name} reads no {key}");
                return Err(item.refuse(wrong).help(format!("it reads {}", own.join(", "))));
            }
        }
        section.only(&[others, own].concat())?;
        let sample = section.size("sample", 0, u32::MAX)?;
        let max_length_ratio = section.number("max_length_ratio", 1.0, 1000.0)?;
        Ok(match name {
            "least_squares" => Self::LeastSquares(LeastSquares {
                loss: section.word("loss", LOSSES)?.unwrap_or(Loss::Mse),
                scaling: section.flag("scaling")?.unwrap_or(true),
                beyond: beyond(section, domain)?,
                states: section.size("states", 0, 10_000_000)?.unwrap_or(100),
            }),
            "search" => {
                let default = Search::default();
                let weights = section.section("weights")?;
                weights.only(&["length", "nodes", "unsolved"])?;
                let weight =
                    |key, default| weights.number(key, 0.0, 1e9).map(|weight| weight.unwrap_or(default));
                Self::Search(Search {
                    sample: sample.unwrap_or(default.sample),
                    weights: (
                        weight("length", default.weights.0)?,
                        weight("nodes", default.weights.1)?,
                        weight("unsolved", default.weights.2)?,
                    ),
                    raw: section.flag("raw")?.unwrap_or(default.raw),
                    max_length_ratio,
                })
            }
            "reduction" => Self::Reduction(Reduction {
                sample: sample.unwrap_or(Reduction::default().sample),
                max_length_ratio,
            }),
            _ => {
                let parts = section.get("parts");
                let parts =
                    section.require("parts", parts, "parts = [{ kind = \"search\", probability = 1 }]")?;
                Self::Multi(read_parts(&parts, domain)?)
            }
        })
    }

    /// Keys and values; `None` where nothing is set.
    fn entries(&self, coevolution: bool) -> Vec<(&'static str, Option<String>)> {
        let some = |text: &dyn ToString| Some(text.to_string());
        match self {
            Self::LeastSquares(LeastSquares { loss, scaling, beyond, states }) => {
                let loss = LOSSES.iter().find(|(_, known)| known == loss).map_or("mse", |(name, _)| name);
                let target = beyond.as_ref().map_or("h*".into(), |feature| format!("h* - {feature}"));
                vec![
                    ("kind", Some(quoted("least_squares"))),
                    ("loss", Some(quoted(loss))),
                    ("scaling", some(scaling)),
                    ("target", Some(quoted(&target))),
                    ("states", some(states)),
                ]
            }
            Self::Search(search) => {
                let (length, nodes, unsolved) = search.weights;
                let mut entries = vec![("kind", Some(quoted("search")))];
                if !coevolution {
                    entries.push(("sample", some(&search.sample)));
                }
                let weights = inline(&[("length", length), ("nodes", nodes), ("unsolved", unsolved)]);
                entries.extend([("weights", Some(weights)), ("raw", some(&search.raw))]);
                entries.push(("max_length_ratio", search.max_length_ratio.map(|ratio| ratio.to_string())));
                entries
            }
            Self::Reduction(reduction) => {
                let mut entries = vec![("kind", Some(quoted("reduction")))];
                if !coevolution {
                    entries.push(("sample", some(&reduction.sample)));
                }
                entries.push(("max_length_ratio", reduction.max_length_ratio.map(|ratio| ratio.to_string())));
                entries
            }
            Self::Multi(parts) => {
                let part = |(judge, probability): &(Self, f64)| {
                    let mut entries: Vec<(&str, String)> = judge
                        .entries(coevolution)
                        .into_iter()
                        .filter_map(|(key, value)| value.map(|value| (key, value)))
                        .collect();
                    entries.push(("probability", probability.to_string()));
                    inline(&entries)
                };
                let parts: Vec<String> = parts.iter().map(part).collect();
                let parts = format!("[\n  {},\n]", parts.join(",\n  "));
                vec![("kind", Some(quoted("multi"))), ("parts", Some(parts))]
            }
        }
    }

    /// The part that fits rows, if there is one.
    pub fn least_squares(&self) -> Option<&LeastSquares> {
        match self {
            Self::LeastSquares(settings) => Some(settings),
            Self::Multi(parts) => parts.iter().find_map(|(part, _)| part.least_squares()),
            Self::Search(_) | Self::Reduction(_) => None,
        }
    }

    /// The evaluator.
    pub fn evaluator(&self) -> Evaluator {
        match self {
            Self::LeastSquares(_) => Evaluator::LeastSquares,
            Self::Search(search) => Evaluator::Search(search.clone()),
            Self::Reduction(reduction) => Evaluator::Reduction(reduction.clone()),
            Self::Multi(parts) => {
                let parts = parts.iter().map(|(part, probability)| (part.evaluator(), *probability));
                Evaluator::Multi(Multi { parts: parts.collect() })
            }
        }
    }
}

fn read_parts(item: &Item<'_>, domain: &dyn Domain) -> Result<Vec<(Judge, f64)>, ParseError> {
    let mut parts = Vec::new();
    for part in item.list()? {
        let section = part.section()?;
        let judge = Judge::read(&section, domain, &["kind", "probability"])?;
        if matches!(judge, Judge::Multi(_)) {
            return Err(part.refuse("a part of multi cannot be multi itself"));
        }
        let probability = section.number("probability", 0.0, 1e9)?;
        let probability = section.require("probability", probability, "probability = 0.5")?;
        parts.push((judge, probability));
    }
    if parts.iter().map(|(_, probability)| probability).sum::<f64>() <= 0.0 {
        return Err(item.refuse("no part has a probability above 0"));
    }
    if parts.iter().filter(|(part, _)| part.least_squares().is_some()).count() > 1 {
        return Err(item.refuse("only one part can be least_squares: there is one set of rows"));
    }
    Ok(parts)
}

/// `target = "h*"`, `target = "h* - FEATURE"`, or `beyond = "FEATURE"`.
fn beyond(section: &Section<'_>, domain: &dyn Domain) -> Result<Option<String>, ParseError> {
    let target = section.get("target");
    let feature = section.get("beyond");
    if let (Some(_), Some(item)) = (&target, &feature) {
        return Err(item.refuse("target and beyond say the same thing").help("leave one of them out"));
    }
    let (item, name) = match (target, feature) {
        (Some(item), _) => {
            let text = item.text()?;
            let rest = text.trim().strip_prefix("h*").map(str::trim);
            match rest {
                Some("") => return Ok(None),
                Some(rest) if rest.starts_with('-') => (item, rest[1..].trim().to_owned()),
                _ => {
                    let wrong = format!("the target '{text}' cannot be read");
                    return Err(item.refuse(wrong).help("write \"h*\" or \"h* - FEATURE\""));
                }
            }
        }
        (None, Some(item)) => {
            let name = item.text()?;
            (item, name)
        }
        (None, None) => return Ok(None),
    };
    let table = domain.features();
    match table.get(&name) {
        Some(info) if info.needs.state_only() && info.kind == Kind::Real => Ok(Some(name)),
        Some(_) => Err(item.refuse(format!("'{name}' is no number that a single state has"))),
        None => {
            let wrong = format!("{} has no feature '{name}'", domain.info().name);
            Err(item.refuse(wrong).help(suggestion(&name, table.names())))
        }
    }
}
