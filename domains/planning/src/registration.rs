//! What all planning domains are registered with.

use crate::features::{DEFAULT, FEATURES};
use crate::instance::PlanningInstance;
use crate::problem::Metric;
use crate::source::Source;
use crate::vocabulary::Vocabulary;
use std::borrow::Cow;
use unstuck_core::domain::{DomainInfo, Method, MetricInfo, SettingInfo, SettingValues, Settings, metric};
use unstuck_core::error::ParseError;
use unstuck_core::feature::{Text, infos};
use unstuck_core::instance::Instance;

/// How plans are proved to be the cheapest.
pub(super) const OPTIMAL: Method = Method::informed("astar", "lmcut");

/// The domain of all tasks, whose heuristics every planning domain understands.
pub(super) const GENERAL: &str = "pddl";

const METRICS: &[MetricInfo] = &[
    metric("cost", "total-cost, or steps where the problem has no metric"),
    metric("length", "every step counts 1"),
];

/// The family of all planning domains.
pub const FAMILY: &str = "planning";

/// What a domain is registered with, whichever its name.
pub(super) fn info(name: Text, about: Text) -> DomainInfo {
    let info = DomainInfo::new(name, about, METRICS, infos(FEATURES));
    DomainInfo {
        features: info.features.in_family(GENERAL),
        family: Some(FAMILY),
        order: "operators by a decision tree over variables, those that most operators depend on first; \
                operators with the same conditions in order of schema and arguments",
        settings: &[SettingInfo {
            name: "symmetry",
            about: "searches generate one of the operators that differ only by interchangeable objects [default: on]",
            values: SettingValues::Choice(&["on", "off"]),
        }],
        solver: Method::informed("quick", DEFAULT),
        heuristic: Some(Cow::Borrowed(DEFAULT)),
        ..info
    }
}

/// A problem that was read, as an instance in a metric and with settings that its domain has.
pub(super) fn bind(
    vocabulary: &Vocabulary,
    source: Source,
    metric: &str,
    settings: &Settings,
) -> Result<Box<dyn Instance>, ParseError> {
    let metric = if metric == Metric::Length.name() { Metric::Length } else { Metric::Cost };
    let symmetry = match settings.get("symmetry").map(String::as_str) {
        None | Some("on") => true,
        Some("off") => false,
        Some(other) => {
            let wrong = format!("'{other}' is no value for symmetry");
            return Err(ParseError::new(wrong).help("it is on or off"));
        }
    };
    Ok(Box::new(PlanningInstance::new(vocabulary.clone(), source, metric, symmetry)))
}
