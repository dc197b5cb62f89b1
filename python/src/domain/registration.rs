//! The registration of a Python domain. What the registry wants for as long as the program lives is leaked: a few
//! hundred bytes a registration.

use super::functions::{FeatureText, Functions, kept};
use super::puzzle::{Number, PythonDomain, value};
use super::states::States;
use crate::errors::Error;
use pyo3::prelude::*;
use unstuck_core::feature::{Compute, Feature, FeatureInfo, Kind, Needs, Role, estimate};
use unstuck_core::error::ParseError;
use unstuck_core::instance::{Bound, Instance};
use unstuck_core::language;
use unstuck_core::domain::{Domain, DomainInfo, GenerateError, GeneratorInfo, Request, Settings};
use unstuck_core::search::{Observer, Stats};

/// A domain whose functions are Python's.
pub struct PythonDomain {
    info: &'static DomainInfo,
    functions: &'static Functions,
    features: &'static [Feature<PythonDomain>],
}

impl PythonDomain {
    /// A domain of these functions and features.
    pub fn new(functions: Functions, features: &[FeatureText], examples: &[String]) -> PyResult<Self> {
        if features.len() > RANGES.len() {
            let most = RANGES.len();
            return Err(Error::new_err(format!(
                "{} features are too many; {most} are possible",
                features.len()
            )));
        }
        if let Some(feature) = features.iter().find(|feature| language::is_reserved(&feature.name)) {
            let name = &feature.name;
            return Err(Error::new_err(format!(
                "'{name}' is a word of the heuristic language; call the feature otherwise"
            )));
        }
        let functions: &'static Functions = Box::leak(Box::new(functions));
        let metrics: &'static [&'static str] = Box::leak(Box::new([functions.metric]));
        let mut rows = vec![zero(metrics)];
        rows.extend(features.iter().enumerate().map(|(member, feature)| row(member, feature, metrics)));
        let estimate = features.iter().find(|feature| feature.admissible);
        let heuristic = estimate.map_or("zero", |feature| kept(&feature.name));
        let audit: Vec<&'static str> = examples.iter().map(|example| kept(example)).collect();
        let info = DomainInfo {
            name: functions.name,
            about: functions.about,
            order: "that of the Python function",
            metrics: Box::leak(Box::new([(functions.metric, "the sum of what the actions cost")])),
            settings: &[],
            solver: ("astar", heuristic),
            heuristic,
            audit: Box::leak(audit.into_boxed_slice()),
            sets: &[],
            generators: if functions.generate.is_some() { &[RANDOM] } else { &[] },
        };
        Ok(Self { info: Box::leak(Box::new(info)), functions, features: Box::leak(rows.into_boxed_slice()) })
    }
}

const RANDOM: GeneratorInfo =
    GeneratorInfo { name: "random", about: "what the domain's Python function makes", parameters: &[] };

fn zero(metrics: &'static [&'static str]) -> Feature<PythonDomain> {
    Feature::new(estimate("zero", "0 everywhere", metrics, metrics), |_| Some((0.0, 0.0)), |_, ()| 0.0)
}

fn row(member: usize, feature: &FeatureText, metrics: &'static [&'static str]) -> Feature<PythonDomain> {
    let info = FeatureInfo {
        name: kept(&feature.name),
        kind: if feature.boolean { Kind::Bool } else { Kind::Real },
        role: if feature.estimate { Role::Estimate } else { Role::Measure },
        about: kept(&feature.about),
        admissible: if feature.admissible { metrics } else { &[] },
        consistent: if feature.consistent { metrics } else { &[] },
        needs: Needs::STATE,
    };
    Feature { info, range: RANGES[member], compute: Compute::Indexed(value, member as u32) }
}

type Range = fn(&PythonDomain) -> Option<(f64, f64)>;

/// A feature's range is told by a function without a number, so every number has a function.
fn range<const MEMBER: usize>(domain: &PythonDomain) -> Option<(f64, f64)> {
    domain.functions.ranges.get(MEMBER).copied()
}

macro_rules! ranges {
    ($($eight:literal)*) => {
        [$(
            range::<{ $eight }>, range::<{ $eight + 1 }>, range::<{ $eight + 2 }>, range::<{ $eight + 3 }>,
            range::<{ $eight + 4 }>, range::<{ $eight + 5 }>, range::<{ $eight + 6 }>, range::<{ $eight + 7 }>,
        )*]
    };
}

const RANGES: [Range; 128] = ranges!(0 8 16 24 32 40 48 56 64 72 80 88 96 104 112 120);

impl Domain for PythonDomain {
    fn info(&self) -> &'static DomainInfo {
        self.info
    }

    fn features(&self) -> Vec<FeatureInfo> {
        self.features.iter().map(|feature| feature.info).collect()
    }

    fn instance(
        &self,
        text: &str,
        _metric: &str,
        _settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        let domain = PythonDomain {
            functions: self.functions,
            features: self.features,
            states: States::new(self.functions),
        };
        let start = Python::attach(|py| {
            let state = self.functions.read(py, text)?;
            domain.states.number(py, state.bind(py))
        });
        let start = Number(start.map_err(|error| ParseError::new(words(&error)))?);
        Ok(Box::new(Bound { domain: self.info.name, domain, start }))
    }

    fn generate(
        &self,
        request: &Request<'_>,
        observer: &mut dyn Observer,
        each: &mut dyn FnMut(String),
    ) -> Result<(), GenerateError> {
        let Some(function) = self.functions.generate.as_ref().filter(|_| request.generator == RANDOM.name)
        else {
            let wrong = format!("{} has no generator '{}'", self.info.name, request.generator);
            return Err(ParseError::new(wrong).help("give the domain a function 'generate'").into());
        };
        for number in 0..request.count {
            if let Some(limit) = observer.poll(&Stats::default()) {
                return Err(GenerateError::Stopped(limit));
            }
            let made = Python::attach(|py| {
                // Whoever asks for more gets the same first ones; Python seeds by a text alike everywhere.
                let seed = format!("{}:{number}", request.seed);
                let random = py.import("random")?.call_method1("Random", (seed,))?;
                self.functions.write(py, &function.call1(py, (random,))?)
            });
            each(made.map_err(|error| GenerateError::Impossible(words(&error)))?);
        }
        Ok(())
    }
}

/// An exception on one line.
fn words(error: &PyErr) -> String {
    Python::attach(|py| {
        let kind = error.get_type(py).name().map_or_else(|_| "error".to_owned(), |name| name.to_string());
        let text = error.value(py).to_string();
        if error.is_instance_of::<Error>(py) { text } else { format!("{kind}: {text}") }
    })
}
