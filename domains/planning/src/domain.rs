//! The domain `pddl`, whose instances bring their PDDL domain with them.

use crate::features::reads_relaxation;
use crate::generate::has_domain;
use crate::registration::{GENERAL, OPTIMAL, bind, info};
use crate::source::{Source, parse_error};
use crate::task::plan;
use crate::task::text::{blanked, defines, domain_of, forms, line_of};
use crate::tasks::SETS;
use crate::vocabulary::Vocabulary;
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};
use unstuck_core::domain::definition::Defines;
use unstuck_core::domain::{Champion, Domain, DomainInfo, Method, Settings, try_read};
use unstuck_core::error::ParseError;
use unstuck_core::instance::Instance;
use unstuck_core::search::{AlgorithmInfo, QUICK};
use unstuck_pddl::sas::{is_sas, read_sas};
use unstuck_pddl::syntax::parse_domain;

/// The domain of all PDDL domains: an instance text is a domain followed by a problem.
pub struct AnyPddlDomain;

static INFO: LazyLock<DomainInfo> = LazyLock::new(|| DomainInfo {
    audit: Cow::Borrowed(&[Cow::Borrowed("pddl-small")]),
    sets: SETS,
    ..info(
        Cow::Borrowed(GENERAL),
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
        if is_sas(text) {
            let (domain, problem) = read_sas(text).map_err(|error| parse_error(&error))?;
            return self.instance(&format!("{domain}\n{problem}"), metric, settings);
        }
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
        bind(
            &Vocabulary::common(&INFO.features),
            source.map_err(|error| parse_error(&error))?,
            metric,
            settings,
        )
    }

    fn is_quick(&self, feature: &str) -> bool {
        !reads_relaxation(feature)
    }

    fn champions(&self) -> &'static [Champion] {
        &[Champion { name: "rule", text: include_str!("../champions/all.heuristic") }]
    }

    /// The definition of the other domain is written before the problem.
    fn adopt(&self, other: &dyn Domain, text: &str) -> Option<String> {
        let definition = other.definition().filter(|_| other.info().family == INFO.family)?;
        Some(format!("{definition}\n{text}"))
    }

    fn rule_algorithm(&self) -> &'static AlgorithmInfo {
        &QUICK
    }

    fn optimal_solver(&self, _metric: &str) -> Method {
        OPTIMAL
    }

    /// Every domain begins an instance, which goes on until the next.
    fn split<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        if is_sas(text) {
            return vec![(1, text)];
        }
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
        match defines(text) {
            Defines::Domain => Some(try_read(self, text, metric, settings)),
            // That of a built-in benchmark has its domain.
            Defines::Problem if domain_of(text).is_some_and(has_domain) => None,
            Defines::Problem => {
                let wrong = "this is a planning problem without its domain";
                Some(Err(ParseError::new(wrong).help("write the domain before it")))
            }
            Defines::Other if is_sas(text) => Some(try_read(self, text, metric, settings)),
            Defines::Other => None,
        }
    }
}
