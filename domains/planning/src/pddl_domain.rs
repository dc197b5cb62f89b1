//! A planning domain made from a domain file while the program runs.
//!
//! ```
//! use unstuck_core::domain::{Domain, Settings, read_search};
//! use unstuck_planning::{Pddl, PddlDomain};
//! use unstuck_core::domain::definition::DefinitionLanguage;
//!
//! let lamp = PddlDomain::read("(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))")?;
//! let problem = "(define (problem one) (:domain lamp) (:init) (:goal (lit)))";
//! let instance = read_search(&*lamp, problem, None, &Settings::new())?;
//! let found = instance.solve(&instance.request("bfs", "zero")?, &mut ())?;
//! assert_eq!(found.plan, ["(press)"]);
//! // It is stored and sent by its name and definition.
//! let again = Pddl.make("pddl-lamp", lamp.definition().unwrap()).unwrap()?;
//! assert_eq!(again.definition(), lamp.definition());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::definition::{Definition, PREFIX};
use crate::features::reads_relaxation;
use crate::generate::{BENCHMARKS, Benchmark, SETS};
use crate::instance::PlanningInstance;
use crate::lifted::enumerate::{Bounds, CHOICES, OTHERS, Sample, enumerate};
use crate::lifted::term::Term;
use crate::registration::{OPTIMAL, bind, info};
use crate::source::{Source, parse_error};
use crate::task::plan;
use crate::task::text::{defines, domain_of, forms, line_of};
use crate::transfer::{self, Evolved};
use crate::vocabulary::{Vocabulary, simple};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::borrow::Cow;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};
use unstuck_core::domain::definition::Defines;
use unstuck_core::domain::{
    Champion, Domain, DomainInfo, DomainRef, GenerateError, GeneratorInfo, InstanceSet, Method, Request,
    Settings, checked, go_on, try_read,
};
use unstuck_core::error::ParseError;
use unstuck_core::feature::Transferred;
use unstuck_core::instance::{Instance, SearchInstance};
use unstuck_core::search::{AlgorithmInfo, Observer, QUICK};
use unstuck_pddl::error::Diagnostic;
use unstuck_pddl::syntax::{Parsed, parse_domain, print_domain, tree};

/// One PDDL domain; an instance text is a problem.
pub struct PddlDomain {
    info: DomainInfo,
    definition: String,
    vocabulary: Vocabulary,
    tree: Arc<tree::Domain>,
    benchmark: Option<&'static Benchmark>,
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
        let Parsed { value: read, warnings } = Definition::read(text)?;
        Ok(Parsed { value: Self::of(read), warnings })
    }

    /// The same domain with further lifted features in its table and definition.
    pub fn with_features(&self, more: &[Term]) -> Arc<Self> {
        let listed = &self.vocabulary.terms;
        let simple = simple(&self.tree).len();
        let new = more.iter().filter(|term| !listed.contains(term));
        let chosen = listed[simple..].iter().chain(new).cloned().collect();
        Self::of(Definition { domain: (*self.tree).clone(), chosen })
    }

    /// The domain of a definition: the one that is in use, or a new one.
    fn of(read: Definition) -> Arc<Self> {
        let definition = read.text();
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let made = made.get_or_insert_default();
        if let Some(known) = made.get(&definition).and_then(Weak::upgrade) {
            return known;
        }
        made.retain(|_, domain| domain.strong_count() > 0);
        let Definition { domain: tree, chosen } = read;
        let info = info(
            Cow::Owned(format!("{PREFIX}{}", tree.name)),
            Cow::Owned(format!("planning tasks of the PDDL domain {}", tree.name)),
        );
        let value = Arc::new(Self::new(info, (definition.clone(), tree), chosen, None));
        made.insert(definition, Arc::downgrade(&value));
        value
    }

    fn new(
        mut info: DomainInfo,
        (definition, tree): (String, tree::Domain),
        chosen: Vec<Term>,
        benchmark: Option<&'static Benchmark>,
    ) -> Self {
        let tree = Arc::new(tree);
        let simple = simple(&tree);
        let chosen: Vec<Term> = chosen.into_iter().filter(|term| !simple.contains(term)).collect();
        let vocabulary =
            Vocabulary::common(&info.features).lifted(&tree, simple.into_iter().chain(chosen), champion);
        info.features = vocabulary.table.clone();
        Self { info, definition, vocabulary, tree, benchmark }
    }

    /// Reads a problem, with warnings; the error names the file and the place.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    pub fn problem(&self, text: &str) -> Result<Source, Diagnostic> {
        Source::read(&self.tree, text, false)
    }

    /// A problem that was read, as an instance in a metric and with settings.
    ///
    /// # Errors
    ///
    /// The domain has no such metric or setting, or a setting has a value that it does not take.
    pub fn bind(
        &self,
        source: Source,
        metric: Option<&str>,
        settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        bind(&self.vocabulary, source, checked(&self.info, metric, settings)?, settings)
    }

    /// The checked syntax tree.
    pub fn tree(&self) -> &Arc<tree::Domain> {
        &self.tree
    }
}

/// The parameter of [`GENERATOR`].
const SIZE: &str = "size";

/// The generator of every benchmark.
const GENERATOR: GeneratorInfo = GeneratorInfo {
    name: "random",
    about: "random tasks of a size, solvable by construction",
    parameters: &[(SIZE, "10", "what the domain counts: blocks, cars, passengers, …")],
};

/// A rule that was evolved for a benchmark, under the benchmark's name.
macro_rules! champion {
    ($benchmark:literal) => {
        (
            $benchmark,
            Champion { name: "rule", text: include_str!(concat!("../champions/", $benchmark, ".heuristic")) },
        )
    };
}

/// The rules that were evolved, by benchmark.
static CHAMPIONS: &[(&str, Champion)] = &[
    champion!("blocksworld"),
    champion!("childsnack"),
    champion!("ferry"),
    champion!("floortile"),
    champion!("miconic"),
    champion!("rovers"),
    champion!("satellite"),
    champion!("sokoban"),
    champion!("spanner"),
    champion!("transport"),
];

/// The champion that fits a domain, in its words.
fn champion(domain: &tree::Domain, name: Option<&str>) -> Result<Transferred, ParseError> {
    static EVOLVED: LazyLock<Vec<Evolved>> = LazyLock::new(|| {
        let evolved = |(benchmark, made): (&'static Benchmark, &DomainRef)| {
            Evolved::new(benchmark, champion_of(benchmark)?, made.features())
        };
        BENCHMARKS.iter().zip(benchmarks()).filter_map(evolved).collect()
    });
    transfer::champion(domain, name, &EVOLVED)
}

/// The rule that was evolved for a benchmark.
fn champion_of(benchmark: &Benchmark) -> Option<&'static Champion> {
    CHAMPIONS.iter().find(|(name, _)| *name == benchmark.name).map(|(_, champion)| champion)
}

/// The domains of the built-in benchmarks, each with its set and generator; made when they are first needed.
pub fn benchmarks() -> &'static [DomainRef] {
    static DOMAINS: LazyLock<Vec<DomainRef>> = LazyLock::new(make_benchmarks);
    &DOMAINS
}

fn make_benchmarks() -> Vec<DomainRef> {
    let domain = |(benchmark, set): (&'static Benchmark, &'static InstanceSet)| {
        // Every definition is parsed by a test.
        let tree = parse_domain(benchmark.domain).ok()?.value;
        let info = DomainInfo {
            audit: vec![format!("{}:train-1", benchmark.name).into()].into(),
            sets: std::slice::from_ref(set),
            generators: &[GENERATOR],
            ..info(format!("{PREFIX}{}", tree.name).into(), benchmark.summary.into())
        };
        let definition = print_domain(&tree);
        let value = PddlDomain::new(info, (definition, tree), Vec::new(), Some(benchmark));
        Some(Arc::new(value) as DomainRef)
    };
    BENCHMARKS.iter().zip(SETS).filter_map(domain).collect()
}

impl Domain for PddlDomain {
    fn info(&self) -> &DomainInfo {
        &self.info
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
        self.bind(self.problem(text).map_err(|error| parse_error(&error))?, Some(metric), settings)
    }

    fn instance_in_file(
        &self,
        title: &str,
        text: &str,
        (metric, settings): (&str, &Settings),
        warn: &mut dyn FnMut(&str),
    ) -> Option<Result<Box<dyn Instance>, String>> {
        let source = match self.problem(text) {
            Ok(source) => source,
            Err(error) => return Some(Err(error.in_file(title))),
        };
        source.warnings.iter().for_each(|warning| warn(&warning.in_file(title)));
        let instance = self.bind(source, Some(metric), settings);
        Some(instance.map_err(|error| format!("{title}: {error}")))
    }

    fn is_quick(&self, feature: &str) -> bool {
        !reads_relaxation(feature)
    }

    fn champions(&self) -> &'static [Champion] {
        self.benchmark.and_then(champion_of).map_or(&[], std::slice::from_ref)
    }

    fn with_concepts(
        &self,
        plans: &[(&dyn SearchInstance, &[String])],
        (complexity, max): (usize, usize),
    ) -> Option<Result<DomainRef, String>> {
        let mut samples = Vec::new();
        let each = (CHOICES / plans.len().max(1)).max(1);
        for (instance, plan) in plans {
            let Some(instance) = PlanningInstance::of(*instance) else {
                return Some(Err("not a planning problem".to_owned()));
            };
            match instance.choices_of(plan, each, OTHERS) {
                Ok(found) => samples.push(found),
                Err(why) => return Some(Err(why)),
            }
        }
        let samples: Vec<Sample<'_>> =
            samples.iter().map(|(ground, choices)| Sample { ground, choices }).collect();
        let bounds = Bounds { complexity, max };
        let found = enumerate(&self.tree, &samples, &self.vocabulary.terms, bounds);
        Some(Ok(self.with_features(&found)))
    }

    /// The problems of the same domain without features of its own.
    fn adopt(&self, other: &dyn Domain, text: &str) -> Option<String> {
        let is_plain = other.definition() == Some(&*print_domain(&self.tree));
        (is_plain && self.definition() != other.definition()).then(|| text.to_owned())
    }

    fn rule_algorithm(&self) -> &'static AlgorithmInfo {
        &QUICK
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
        let is_ours = defines(text) == Defines::Problem
            && domain_of(text).is_some_and(|name| name.eq_ignore_ascii_case(&self.tree.name));
        is_ours.then(|| try_read(self, text, metric, settings))
    }

    fn generate(
        &self,
        request: &Request<'_>,
        observer: &mut dyn Observer,
        each: &mut dyn FnMut(String),
    ) -> Result<(), GenerateError> {
        let Some(benchmark) = self.benchmark else {
            let wrong = format!("{} has no generator '{}'", self.info.name, request.generator);
            return Err(ParseError::new(wrong).into());
        };
        let size = GENERATOR.value(request.parameters, SIZE);
        let size = size.parse().map_err(|_| ParseError::new(format!("'{size}' is not a size")))?;
        for index in 0..request.count {
            go_on(observer)?;
            let made = benchmark.generate(size, request.seed, index as u64);
            let made = made.map_err(|error| ParseError::new(error.to_string()))?;
            let source = self.problem(&made.problem).map_err(|error| parse_error(&error))?;
            each(source.text());
        }
        Ok(())
    }
}
