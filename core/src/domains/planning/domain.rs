//! Planning domains: `pddl`, whose instances bring their domain with them, and `pddl-NAME`, made from a domain file.

use super::features::FEATURES;
use super::instance::PlanningInstance;
use super::problem::Metric;
use super::source::{Source, parse_error};
use super::tasks::SETS;
use super::text::{Defines, blanked, defines, forms, line_of};
use super::{made, plan};
use crate::domain::{Domain, DomainInfo, Method, MetricInfo, SettingInfo, Settings, metric, try_read};
use crate::error::ParseError;
use crate::feature::{FeatureTable, Text, infos};
use crate::instance::Instance;
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};
use unstuck_pddl::syntax::parse_domain;

/// The domain of all PDDL domains: an instance text is a domain followed by a problem.
pub struct AnyPddlDomain;

const METRICS: &[MetricInfo] = &[
    metric("cost", "total-cost, or steps where the problem has no metric"),
    metric("length", "every step counts 1"),
];

/// What a domain is registered with, whichever its name.
pub(super) fn info(name: Text, about: Text) -> DomainInfo {
    DomainInfo {
        order: "operators by a decision tree over variables, those that most operators depend on first; \
                operators with the same conditions in order of schema and arguments",
        settings: &[SettingInfo {
            name: "symmetry",
            about: "searches generate one of the operators that differ only by interchangeable objects [default: on]",
            values: "on, off",
        }],
        solver: Method::informed("quick", "goals_left"),
        heuristic: Some(Cow::Borrowed("goals_left")),
        ..DomainInfo::new(name, about, METRICS, infos(FEATURES))
    }
}

/// A problem that was read, as an instance in a metric and with settings that its domain has.
pub(super) fn bind(
    table: &Arc<FeatureTable>,
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
    Ok(Box::new(PlanningInstance::new(table, source, metric, symmetry)))
}

static INFO: LazyLock<DomainInfo> = LazyLock::new(|| DomainInfo {
    audit: Cow::Borrowed(&[Cow::Borrowed("pddl-small")]),
    sets: SETS,
    ..info(
        Cow::Borrowed("pddl"),
        Cow::Borrowed("planning tasks of any PDDL domain: a domain definition followed by a problem"),
    )
});

impl Domain for AnyPddlDomain {
    fn info(&self) -> &DomainInfo {
        &INFO
    }

    fn instance(
        &self,
        text: &str,
        metric: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        let both = "write the domain, and the problem after it";
        let parts = forms(text);
        let [domain, problem] = parts.as_slice() else {
            let wrong = match parts.len() {
                0 | 1 => "a planning task is a domain and a problem",
                _ => "only one domain and one problem make a planning task",
            };
            return Err(ParseError::new(wrong).help(both));
        };
        if defines(&text[domain.clone()]) != Defines::Domain {
            return Err(ParseError::new("this is no domain").at_byte(text, domain.start).help(both));
        }
        let tree = parse_domain(&blanked(&text[..domain.end], domain.start));
        let tree = Arc::new(tree.map_err(|error| parse_error(&error))?.value);
        let source = Source::read(&tree, &blanked(&text[..problem.end], problem.start), true);
        bind(&INFO.features, source.map_err(|error| parse_error(&error))?, metric, settings)
    }

    fn optimal_solver(&self, _metric: &str) -> Method {
        made::OPTIMAL
    }

    /// Every domain begins an instance, which goes on until the next.
    fn split<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        let mut parts: Vec<(usize, usize)> = Vec::new();
        for form in forms(text) {
            match parts.last_mut() {
                Some(last) if defines(&text[form.clone()]) != Defines::Domain => last.1 = form.end,
                _ => parts.push((form.start, form.end)),
            }
        }
        parts.into_iter().map(|(start, end)| (line_of(text, start), &text[start..end])).collect()
    }

    fn plan_steps(&self, text: &str) -> Vec<String> {
        plan::steps(text)
    }

    fn recognise(
        &self,
        text: &str,
        metric: Option<&str>,
        settings: &Settings,
    ) -> Option<Result<Box<dyn Instance>, ParseError>> {
        (defines(text) == Defines::Domain).then(|| try_read(self, text, metric, settings))
    }
}
