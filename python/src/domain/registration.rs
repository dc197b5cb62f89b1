//! A Python domain as the registry sees it.

use super::attributes::{self, RANDOM, words};
use super::functions::{FeatureText, Functions};
use super::problem::{Number, PythonProblem, value};
use super::states::States;
use pyo3::prelude::*;
use std::borrow::Cow;
use std::sync::Arc;
use unstuck_core::domain::{Domain, DomainInfo, GenerateError, Method, MetricInfo, Request, Settings};
use unstuck_core::error::ParseError;
use unstuck_core::feature::{FeatureInfo, Kind, Metrics, NodeInfo, Role, infos, measure};
use unstuck_core::heuristic::{NodeCompute, NodeFeature};
use unstuck_core::instance::{Bound, Instance};
use unstuck_core::language::BLIND;
use unstuck_core::search::Observer;

/// A domain whose functions are Python's.
pub struct PythonDomain {
    info: DomainInfo,
    functions: Arc<Functions>,
    features: Arc<[NodeFeature<PythonProblem>]>,
}

impl PythonDomain {
    /// A domain of these functions and features.
    pub fn new(functions: Functions, features: &[FeatureText], examples: &[String]) -> Self {
        let metric = &functions.metric;
        let mut rows = vec![zero(metric)];
        rows.extend(features.iter().zip(0..).map(|(feature, member)| row(member, feature, metric)));
        let estimate = features.iter().find(|feature| feature.admissible);
        let heuristic = estimate.map(|feature| Cow::Owned(feature.name.clone()));
        let sum =
            MetricInfo { name: metric.clone().into(), about: "the sum of what the actions cost".into() };
        let info = DomainInfo {
            order: "that of the Python function",
            solver: Method { algorithm: Cow::Borrowed("astar"), heuristic: heuristic.clone() },
            heuristic,
            audit: examples.iter().cloned().map(Cow::Owned).collect(),
            generators: if functions.generate.is_some() { &[RANDOM] } else { &[] },
            ..DomainInfo::new(functions.name.clone(), functions.about.clone(), vec![sum], infos(&rows))
        };
        Self { info, functions: Arc::new(functions), features: rows.into() }
    }
}

fn zero(metric: &str) -> NodeFeature<PythonProblem> {
    let all = Metrics::Owned(vec![metric.to_owned()]);
    let node = NodeInfo { role: Role::Estimate, admissible: all.clone(), consistent: all, ..NodeInfo::NONE };
    let info = FeatureInfo { node: Some(node), ..measure(BLIND, "0 everywhere") };
    NodeFeature::new(info, |_, _| Some((0.0, 0.0)), |_, ()| 0.0)
}

fn row(member: u32, feature: &FeatureText, metric: &str) -> NodeFeature<PythonProblem> {
    let claimed = |claimed| if claimed { Metrics::Owned(vec![metric.to_owned()]) } else { Metrics::NONE };
    let node = NodeInfo {
        role: if feature.estimate { Role::Estimate } else { Role::Measure },
        admissible: claimed(feature.admissible),
        consistent: claimed(feature.consistent),
        ..NodeInfo::NONE
    };
    let info = FeatureInfo {
        name: Cow::Owned(feature.name.clone()),
        kind: if feature.boolean { Kind::Bool } else { Kind::Real },
        about: Cow::Owned(feature.about.clone()),
        node: Some(node),
        ..measure("", "")
    };
    let range = |problem: &PythonProblem, member: u32| problem.functions.ranges.get(member as usize).copied();
    NodeFeature { info, member, range, compute: NodeCompute::Member(value) }
}

impl Domain for PythonDomain {
    fn info(&self) -> &DomainInfo {
        &self.info
    }

    fn instance(
        &self,
        text: &str,
        _metric: &str,
        _settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        let problem = PythonProblem {
            functions: self.functions.clone(),
            features: self.features.clone(),
            states: States::new(&self.functions),
        };
        let start = Python::attach(|py| {
            let state = self.functions.read(py, text)?;
            problem.states.number(py, state.bind(py))
        });
        let start = Number(start.map_err(|error| ParseError::new(words(&error)))?);
        Ok(Box::new(Bound::new(&self.info.features, problem, start)))
    }

    fn generate(
        &self,
        request: &Request<'_>,
        observer: &mut dyn Observer,
        each: &mut dyn FnMut(String),
    ) -> Result<(), GenerateError> {
        let functions = &*self.functions;
        let write = |py: Python<'_>, state: &Py<PyAny>| functions.write(py, state);
        attributes::generate(&functions.name, functions.generate.as_ref(), write, request, observer, each)
    }
}
