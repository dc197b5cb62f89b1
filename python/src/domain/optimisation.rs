//! An optimisation domain whose functions are Python's: rules choose, and evolve, as on any other.
//!
//! A partial solution is a Python object that `extend` does not change; a solution is the texts of its choices, a line each,
//! from which Python builds it again. Solutions are built, not changed: `construct` and `restarts` work on them.

use super::attributes::{self, Attributes, RANDOM};
use crate::call::ask;
use crate::errors::Error;
use pyo3::prelude::*;
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;
use unstuck_core::domain::{
    Domain, DomainInfo, GenerateError, Kind, Method, MetricInfo, NamedRule, Request, Settings,
};
use unstuck_core::error::ParseError;
use unstuck_core::feature::{Compute, FeatureInfo, FeatureTable, Scope, Text, infos, number};
use unstuck_core::instance::Instance;
use unstuck_core::instance::optimisation::Bound as BoundProblem;
use unstuck_core::language;
use unstuck_core::optimisation::decision::{CHOOSE, ChoiceFeature, ChoiceView, Featured};
use unstuck_core::optimisation::{Component, Construction, Cost, Optimisation, Presented, acceptance};
use unstuck_core::puzzle::{Picture, Piece, Tint};
use unstuck_core::search::Observer;
use unstuck_core::view::Board;

/// The functions of a domain.
struct Functions {
    name: String,
    start: Py<PyAny>,
    choices: Py<PyAny>,
    extend: Py<PyAny>,
    cost: Py<PyAny>,
    bound: Option<Py<PyAny>>,
    read: Py<PyAny>,
    write: Py<PyAny>,
    draw: Option<Py<PyAny>>,
    generate: Option<Py<PyAny>>,
    features: Vec<(String, Py<PyAny>)>,
    ranges: Vec<(f64, f64)>,
}

/// A feature's registration.
#[derive(FromPyObject)]
struct FeatureText {
    name: String,
    about: String,
    low: f64,
    high: f64,
    step: bool,
    function: Py<PyAny>,
}

/// An optimisation domain whose functions are Python's.
pub struct PythonOptimisation {
    info: DomainInfo,
    functions: Arc<Functions>,
    features: Arc<[ChoiceFeature<Problem>]>,
    tables: &'static [Arc<FeatureTable>],
    rules: &'static [NamedRule],
    reference: Option<String>,
}

/// One instance.
struct Problem {
    functions: Arc<Functions>,
    features: Arc<[ChoiceFeature<Self>]>,
    instance: Py<PyAny>,
    text: String,
    bound: Option<Cost>,
}

/// A partial solution with the ways to continue.
struct Step {
    object: Py<PyAny>,
    choices: Vec<Py<PyAny>>,
}

/// A solution that is being built.
#[derive(Clone)]
struct Partial {
    at: Arc<Step>,
    /// The texts of the choices.
    made: Vec<String>,
}

/// A solution.
#[derive(Clone)]
struct Solution {
    cost: Cost,
    made: Vec<String>,
}

impl Functions {
    /// Asks Python; see [`ask`].
    fn ask<R>(&self, question: impl FnOnce(Python<'_>) -> PyResult<R>) -> R {
        ask(&self.name, question)
    }

    /// A partial solution with its choices.
    fn step(&self, py: Python<'_>, object: Py<PyAny>) -> PyResult<Arc<Step>> {
        let listed = self.choices.call1(py, (&object,))?;
        let choices =
            listed.bind(py).try_iter()?.map(|one| one.map(Bound::unbind)).collect::<PyResult<_>>()?;
        Ok(Arc::new(Step { object, choices }))
    }

    /// The text of a choice, on one line.
    fn choice(&self, py: Python<'_>, choice: &Py<PyAny>) -> PyResult<String> {
        let text: String = choice.bind(py).str()?.extract()?;
        match text.contains('\n') || text.is_empty() {
            true => {
                Err(Error::new_err(format!("{}: the text of a choice must be one line: {text:?}", self.name)))
            }
            false => Ok(text),
        }
    }

    fn cost(&self, py: Python<'_>, object: &Py<PyAny>) -> PyResult<Cost> {
        let found = self.cost.call1(py, (object,))?;
        let whole = found.extract::<i64>(py).ok().filter(|cost| (0..=1 << 52).contains(cost));
        let wrong = || {
            Error::new_err(format!("{}: the cost must be a whole number from 0 on, not {found}", self.name))
        };
        whole.map(Cost::soft).ok_or_else(wrong)
    }

    fn feature(
        &self,
        py: Python<'_>,
        member: usize,
        partial: &Py<PyAny>,
        choice: &Py<PyAny>,
    ) -> PyResult<f64> {
        let (which, function) = &self.features[member];
        let value: f64 = function.call1(py, (partial, choice))?.extract(py)?;
        let (low, high) = self.ranges[member];
        if !(low..=high).contains(&value) {
            let wrong = format!("{}: the feature {which} is {value}, outside of {low} to {high}", self.name);
            return Err(Error::new_err(wrong));
        }
        Ok(value)
    }
}

impl Problem {
    /// Builds a solution from the texts of its choices; Python is asked at every step.
    fn replay(&self, py: Python<'_>, made: &[String]) -> PyResult<Result<Arc<Step>, String>> {
        let functions = &*self.functions;
        let mut at = functions.step(py, functions.start.call1(py, (&self.instance,))?)?;
        for (number, line) in (1..).zip(made) {
            let names: Vec<String> =
                at.choices.iter().map(|choice| functions.choice(py, choice)).collect::<PyResult<_>>()?;
            let Some(place) = names.iter().position(|name| name == line) else {
                let there: Vec<&str> = names.iter().take(5).map(String::as_str).collect();
                let what =
                    if names.is_empty() { "the solution is complete".into() } else { there.join(", ") };
                return Ok(Err(format!("choice {number}, '{line}', cannot be made; there is: {what}")));
            };
            at = functions.step(py, functions.extend.call1(py, (&at.object, &at.choices[place]))?)?;
        }
        match at.choices.is_empty() {
            true => Ok(Ok(at)),
            false => Ok(Err(format!("after {} choices the solution is not complete", made.len()))),
        }
    }

    /// The solution of a text.
    fn ask_replay(&self, text: &str) -> Result<Solution, String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let made: Vec<String> = lines.map(str::to_owned).collect();
        let cost = self.functions.ask(|py| match self.replay(py, &made)? {
            Ok(at) => self.functions.cost(py, &at.object).map(Ok),
            Err(wrong) => Ok(Err(wrong)),
        })?;
        Ok(Solution { cost, made })
    }
}

impl Optimisation for Problem {
    type Solution = Solution;
    type Scratch = ();

    fn scratch(&self) {}
    fn cost(&self, solution: &Solution) -> Cost {
        solution.cost
    }
    fn lower_bound(&self) -> Option<Cost> {
        self.bound
    }
    fn write(&self, solution: &Solution, out: &mut String) {
        for line in &solution.made {
            out.push_str(line);
            out.push('\n');
        }
    }
    fn read(&self, text: &str) -> Result<Solution, ParseError> {
        self.ask_replay(text).map_err(ParseError::new)
    }
    fn validate(&self, text: &str) -> Result<Cost, String> {
        self.ask_replay(text).map(|solution| solution.cost)
    }
}

impl Construction for Problem {
    type Partial = Partial;
    type Choice = u32;

    fn start(&self, _features: &[u16]) -> Partial {
        let functions = &*self.functions;
        let at = functions.ask(|py| functions.step(py, functions.start.call1(py, (&self.instance,))?));
        Partial { at, made: Vec::new() }
    }
    fn visit(&self, partial: &Partial, each: &mut impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        (0..partial.at.choices.len() as u32).try_for_each(each)
    }
    fn extend(&self, partial: &mut Partial, choice: u32) {
        let (functions, at) = (&*self.functions, partial.at.clone());
        let chosen = &at.choices[choice as usize];
        let (text, next) = functions.ask(|py| {
            let next = functions.extend.call1(py, (&at.object, chosen))?;
            Ok((functions.choice(py, chosen)?, functions.step(py, next)?))
        });
        partial.made.push(text);
        partial.at = next;
    }
    fn finish(&self, partial: &Partial) -> Solution {
        Solution { cost: self.finished_cost(partial), made: partial.made.clone() }
    }
    fn finished_cost(&self, partial: &Partial) -> Cost {
        self.functions.ask(|py| self.functions.cost(py, &partial.at.object))
    }
    fn choice_text(&self, partial: &Partial, choice: u32) -> String {
        self.functions.ask(|py| self.functions.choice(py, &partial.at.choices[choice as usize]))
    }
}

unstuck_core::construction_only!(Problem);

impl Featured for Problem {
    fn choice_features(&self) -> &[ChoiceFeature<Self>] {
        &self.features
    }
}

impl Presented for Problem {
    fn text(&self) -> String {
        self.text.clone()
    }
    fn size(&self) -> usize {
        self.text.len()
    }
    fn picture(&self, solution: Option<&Solution>) -> Picture {
        let rows = self.drawing(solution);
        let row = |line: &str| vec![Piece { text: line.to_owned(), tint: Tint::Plain }];
        Picture { rows: rows.lines().map(row).collect() }
    }
    fn view(&self, solution: Option<&Solution>) -> Board {
        Board::text(self.drawing(solution))
    }
    fn components(&self, solution: &Solution) -> Vec<Component> {
        vec![Component { name: self.functions.name.clone(), cost: solution.cost }]
    }
}

impl Problem {
    /// The domain's own drawing of a solution, or its text.
    fn drawing(&self, solution: Option<&Solution>) -> String {
        let Some(solution) = solution else { return self.text.clone() };
        let Some(draw) = &self.functions.draw else { return solution.made.join("\n") };
        self.functions.ask(|py| match self.replay(py, &solution.made)? {
            Ok(at) => draw.call1(py, (&at.object,))?.extract(py),
            Err(wrong) => Ok(wrong),
        })
    }
}

/// The value of a feature, from its number.
fn value(view: &ChoiceView<'_, Problem>, _scratch: &mut (), member: u32) -> f64 {
    let ChoiceView { problem, partial, choice } = view;
    let functions = &*problem.functions;
    functions.ask(|py| {
        functions.feature(py, member as usize, &partial.at.object, &partial.at.choices[*choice as usize])
    })
}

fn row(member: u32, feature: &FeatureText) -> ChoiceFeature<Problem> {
    let info = FeatureInfo {
        name: Cow::Owned(feature.name.clone()),
        about: Cow::Owned(feature.about.clone()),
        scope: if feature.step { Scope::Step } else { Scope::Choice },
        ..number("", "")
    };
    let range = |problem: &Problem, member: u32| problem.functions.ranges.get(member as usize).copied();
    ChoiceFeature {
        info,
        member,
        range,
        compute: Compute::Member(|view, scratch, member| value(view, scratch, member)),
    }
}

impl Domain for PythonOptimisation {
    fn info(&self) -> &DomainInfo {
        &self.info
    }
    fn rules(&self) -> &'static [NamedRule] {
        self.rules
    }
    fn decisions(&self) -> &[Arc<FeatureTable>] {
        self.tables
    }
    fn reference(&self) -> Option<Text> {
        self.reference.clone().map(Text::Owned)
    }

    fn instance(
        &self,
        text: &str,
        metric: &str,
        _settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        let functions = self.functions.clone();
        let read = Python::attach(|py| {
            let instance = functions.read.call1(py, (text,))?;
            let bound = match &functions.bound {
                Some(bound) => bound.call1(py, (&instance,))?.extract::<Option<i64>>(py)?,
                None => None,
            };
            let text: String = functions.write.call1(py, (&instance,))?.extract(py)?;
            PyResult::Ok((instance, bound.map(Cost::soft), text))
        });
        let (instance, bound, text) = read.map_err(|error| ParseError::new(error.to_string()))?;
        let problem = Problem { functions, features: self.features.clone(), instance, text, bound };
        Ok(Box::new(BoundProblem::new(problem, self.tables, metric)))
    }

    fn generate(
        &self,
        request: &Request<'_>,
        observer: &mut dyn Observer,
        each: &mut dyn FnMut(String),
    ) -> Result<(), GenerateError> {
        let functions = &*self.functions;
        let write =
            |py: Python<'_>, instance: &Py<PyAny>| functions.write.call1(py, (instance,))?.extract(py);
        attributes::generate(&functions.name, functions.generate.as_ref(), write, request, observer, each)
    }
}

impl PythonOptimisation {
    /// A domain of the functions of a `unstuck.OptimisationDomain`.
    pub fn of(domain: Attributes<'_, '_>) -> PyResult<Self> {
        let (name, metric): (String, String) = (domain.get("name")?, domain.get("metric")?);
        let features = domain.features(0, |feature: &FeatureText| &feature.name)?;
        let rows: Vec<ChoiceFeature<Problem>> =
            (0..).zip(&features).map(|(member, one)| row(member, one)).collect();
        let choose = FeatureTable::of_decision(name.clone(), CHOOSE, infos(&rows));
        // What a domain registers is there as long as the program.
        let leaked = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
        let accept = acceptance::table(leaked(name.clone()));
        let tables: &'static [Arc<FeatureTable>] = Box::leak(Box::new([choose.clone(), accept]));
        let named: Vec<(String, String)> = domain.get("_rules")?;
        let mut rules = Vec::new();
        for (rule, text) in named {
            language::Decisions::read(&text, tables)
                .map_err(|error| Error::new_err(format!("the rule '{rule}' of {name}: {error}")))?;
            rules.push(NamedRule { name: leaked(rule), about: "a rule of the domain", text: leaked(text) });
        }
        let reference = rules.first().map(|rule| rule.name.to_owned());
        let heuristic = Some(Text::Owned(reference.clone().unwrap_or_else(|| "0".to_owned())));
        let generate = domain.optional("generate")?;
        let info = DomainInfo {
            kind: Kind::Optimisation,
            order: "that of the Python function",
            solver: Method { algorithm: Cow::Borrowed("construct"), heuristic: heuristic.clone() },
            heuristic,
            generators: if generate.is_some() { &[RANDOM] } else { &[] },
            features: choose,
            ..DomainInfo::new(
                name.clone(),
                domain.get::<String>("about")?,
                vec![MetricInfo {
                    name: metric.into(),
                    about: "what the domain's Python function says".into(),
                }],
                [],
            )
        };
        let functions = Functions {
            name,
            start: domain.function("start")?,
            choices: domain.function("choices")?,
            extend: domain.function("extend")?,
            cost: domain.function("cost")?,
            bound: domain.optional("bound")?,
            read: domain.function("read")?,
            write: domain.function("write")?,
            draw: domain.optional("draw")?,
            generate,
            ranges: features.iter().map(|feature| (feature.low, feature.high)).collect(),
            features: features.into_iter().map(|feature| (feature.name, feature.function)).collect(),
        };
        let rules = Vec::leak(rules);
        Ok(Self { info, functions: Arc::new(functions), features: rows.into(), tables, rules, reference })
    }
}
