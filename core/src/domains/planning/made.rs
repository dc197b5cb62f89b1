//! A planning domain made from a domain file while the program runs.
//!
//! ```
//! use unstuck_core::domain::{Domain, Settings, read};
//! use unstuck_core::domains::planning::made::PddlDomain;
//! use unstuck_core::registry;
//!
//! let lamp = PddlDomain::read("(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))")?;
//! let problem = "(define (problem one) (:domain lamp) (:init) (:goal (lit)))";
//! let instance = read(&*lamp, problem, None, &Settings::new())?;
//! let found = instance.solve(&instance.request("bfs", "zero")?, &mut ())?;
//! assert_eq!(found.plan, ["(press)"]);
//! // It is stored and sent by its name and definition.
//! let again = registry::resolve("pddl-lamp", lamp.definition())?;
//! assert_eq!(again.definition(), lamp.definition());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::plan;
use super::registration::{OPTIMAL, bind, info, table};
use super::source::{Source, parse_error};
use super::text::{Defines, defines, forms, line_of};
use crate::domain::{Domain, DomainInfo, DomainRef, Method, Settings, try_read};
use crate::error::ParseError;
use crate::feature::FeatureTable;
use crate::instance::Instance;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use unstuck_pddl::error::Diagnostic;
use unstuck_pddl::syntax::{Parsed, parse_domain, print_domain, tree};

/// What names of made domains begin with.
const PREFIX: &str = "pddl-";

/// One PDDL domain; an instance text is a problem.
pub struct PddlDomain {
    info: DomainInfo,
    table: Arc<FeatureTable>,
    definition: String,
    tree: Arc<tree::Domain>,
}

/// The made domains that are in use, by their canonical texts.
static MADE: Mutex<Option<HashMap<String, Weak<PddlDomain>, FxBuildHasher>>> = Mutex::new(None);

impl PddlDomain {
    /// Makes a domain from its text. Texts that mean the same share one domain.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    pub fn read(text: &str) -> Result<Arc<Self>, ParseError> {
        Self::parse(text).map(|parsed| parsed.value).map_err(|error| parse_error(&error))
    }

    /// [`read`](Self::read) with warnings, and errors that name the file and the place.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    pub fn parse(text: &str) -> Result<Parsed<Arc<Self>>, Diagnostic> {
        let Parsed { value: tree, warnings } = parse_domain(text)?;
        let definition = print_domain(&tree);
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let made = made.get_or_insert_default();
        if let Some(known) = made.get(&definition).and_then(Weak::upgrade) {
            return Ok(Parsed { value: known, warnings });
        }
        made.retain(|_, domain| domain.strong_count() > 0);
        let info = info(
            Cow::Owned(format!("{PREFIX}{}", tree.name)),
            Cow::Owned(format!("planning tasks of the PDDL domain {}", tree.name)),
        );
        let table = table(&info);
        let value = Arc::new(Self { info, table, definition: definition.clone(), tree: Arc::new(tree) });
        made.insert(definition, Arc::downgrade(&value));
        Ok(Parsed { value, warnings })
    }

    /// Reads a problem, with warnings; the error names the file and the place.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    pub fn problem(&self, text: &str) -> Result<Parsed<Source>, Diagnostic> {
        Source::read(&self.tree, text, false)
    }

    /// A problem that was read, as an instance in a metric and with settings of the domain.
    ///
    /// # Errors
    ///
    /// A setting has a value that it does not take.
    pub fn bind(
        &self,
        source: Source,
        metric: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        bind(&self.table, source, metric, settings)
    }

    /// The checked syntax tree.
    pub fn tree(&self) -> &Arc<tree::Domain> {
        &self.tree
    }
}

/// Makes a domain from its name and definition, if the name is that of a PDDL domain.
pub fn make(name: &str, definition: &str) -> Option<Result<DomainRef, ParseError>> {
    let bare = name.strip_prefix(PREFIX)?;
    Some(PddlDomain::read(definition).and_then(|domain| match *domain.tree.name == *bare {
        true => Ok(domain as DomainRef),
        false => {
            let wrong = format!("the definition of '{name}' is that of '{}'", domain.info.name);
            Err(ParseError::new(wrong).help("name and definition belong together"))
        }
    }))
}

impl Domain for PddlDomain {
    fn info(&self) -> &DomainInfo {
        &self.info
    }

    fn features(&self) -> &Arc<FeatureTable> {
        &self.table
    }

    fn definition(&self) -> Option<&str> {
        Some(&self.definition)
    }

    fn instance(
        &self,
        text: &str,
        metric: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        self.bind(self.problem(text).map_err(|error| parse_error(&error))?.value, metric, settings)
    }

    fn optimal_solver(&self, _metric: &str) -> Method {
        OPTIMAL
    }

    /// Every definition is an instance.
    fn split<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        forms(text).into_iter().map(|form| (line_of(text, form.start), &text[form])).collect()
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
        (defines(text) == Defines::Problem).then(|| try_read(self, text, metric, settings))
    }
}
