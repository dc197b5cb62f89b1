//! Why a heuristic has its value on a position: rules, terms, successors, and what the features see.

pub mod optimisation;
pub mod plan;

use crate::ToSchema;
use crate::heuristics::formula::{Evaluation, FormulaView, Reading as Formula, seen, values_for};
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Result};
use crate::request::instances::{self, Reading, Source, file_of};
use crate::request::method;
use crate::request::user_file::{self, FileKind};
use crate::system::watch::Watch;
use crate::use_cases::position::{Played, Position, play, play_source};
use optimisation::ChoiceExplanation;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use unstuck_core::champions;
use unstuck_core::domain::{self, Domain};
use unstuck_core::instance::SearchInstance;
use unstuck_core::language::{Absent, BLIND, Checked, is_admissible, print, print_line, simplify};
use unstuck_core::search::Limits;
use unstuck_core::view::Highlight;

/// A heuristic on a position.
#[derive(Debug, Clone, Deserialize, ToSchema, Fields)]
#[schema(as = ExplainRequest)]
pub struct Request {
    /// The instance, by name or text.
    pub instance: String,
    /// The problem, where the instance is the file of its domain.
    #[serde(skip)]
    pub problem: Option<String>,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// The heuristic's text.
    pub heuristic: String,
    /// Moves from the instance to the position; features that need a path read them.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Whether to search for exact distances, within a second; it does by default.
    pub distances: Option<bool>,
    /// The step of a construction whose choices are explained, from 1; the first if none. Of optimisation domains.
    pub step: Option<usize>,
    /// The text of a solution whose cost is explained. Of optimisation domains.
    pub from: Option<String>,
}

/// An explanation, by the kind of the domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Explained {
    /// Of a value on a position.
    Value(Box<Explanation>),
    /// Of a choice of a construction.
    Choice(Box<ChoiceExplanation>),
}

/// Why a heuristic has its value.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Explanation {
    /// The position.
    pub position: Position,
    /// Cost of the moves that led here.
    pub g: u32,
    /// The heuristic here.
    pub evaluation: Evaluation,
    /// The exact distance to the goal, where it was found.
    pub distance: Option<u64>,
    /// The successors, by f, then h.
    pub successors: Vec<SuccessorView>,
    /// The features of the text that can show on the board what they count.
    pub paint: Vec<Painted>,
}

/// A successor of a position.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Successor)]
pub struct SuccessorView {
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// The move in words.
    pub words: String,
    /// `DOMAIN:TEXT` of the position there.
    pub reference: String,
    /// Cost of the moves that lead there.
    pub g: u32,
    /// The estimate there.
    pub h: f64,
    /// Their sum.
    pub f: f64,
    /// Its place, from 0.
    pub order: usize,
    /// The rule that fires there.
    pub rule: Option<usize>,
    /// Whether it is a goal.
    pub solved: bool,
    /// The exact distance, where it was found.
    pub distance: Option<u64>,
}

/// What a feature sees on a board.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Painted {
    /// Name of the feature.
    pub feature: String,
    /// Its value.
    pub value: Option<f64>,
    /// What it means.
    pub about: String,
    /// The places of what it counts.
    pub highlights: Vec<Highlight>,
}

/// A heuristic's text, read; `field` is its place in the request.
pub fn read(domain: &dyn Domain, text: &str, context: &Context<'_>, field: &str) -> Result<Checked> {
    context.refuse_file(text, field)?;
    let table = domain.features();
    let written =
        file_of(text.trim_start()).map(|file| user_file::read(file, FileKind::HEURISTIC)).transpose();
    let written = written.map_err(|error| Error::from(error).or_field(field))?;
    let text = written.as_deref().unwrap_or(text);
    let known = champions::text_of(table, text).map_err(|error| Error::from(error).field(field))?;
    let text = known.as_deref().unwrap_or(text);
    // The name of the blind heuristic is not a feature everywhere.
    let text = if text.trim() == BLIND && table.get(BLIND).is_none() { "0" } else { text };
    Checked::read(text, table).map_err(|error| Error::within(error, text).field(field))
}

/// The same, or a condition: it is 1 where it holds and 0 elsewhere.
pub fn read_any(domain: &dyn Domain, text: &str, context: &Context<'_>, field: &str) -> Result<Checked> {
    read(domain, text, context, field)
        .or_else(|error| read(domain, &format!("if({text}, 1, 0)"), context, field).map_err(|_| error))
}

/// Refuses a heuristic with a feature that does not exist for an instance.
fn exists(reading: &Formula<'_>) -> Result<()> {
    match reading.absent() {
        Some(name) => Err(Error::input(Absent(name.to_owned().into()).to_string())),
        None => Ok(()),
    }
}

/// Explains a value, or a choice.
pub fn run(request: &Request, context: &Context<'_>) -> Result<Explained> {
    let source = context.pair(&request.instance, request.problem.as_deref(), &request.reading)?;
    Ok(match source.domain.info().kind {
        domain::Kind::Search => Explained::Value(Box::new(value(request, source, context)?)),
        domain::Kind::Optimisation => {
            Explained::Choice(Box::new(optimisation::run(request, &source, context)?))
        }
    })
}

/// Explains a value on a position.
fn value(request: &Request, source: Source, context: &Context<'_>) -> Result<Explanation> {
    let given = [("step", request.step.is_some()), ("from", request.from.is_some())];
    if let Some((name, _)) = given.into_iter().find(|(_, given)| *given) {
        return Err(
            Error::input(format!("--{name} is for optimisation domains, not for searches")).field(name)
        );
    }
    let played = play_source("explain", (source, &request.reading), &request.moves, context)?;
    let checked = read_any(&*played.domain, &request.heuristic, context, "heuristic")?;
    let values = values_for(&*played.instance, &checked);
    let formula = Formula::new(&checked, Some(&values));
    exists(&formula).map_err(|error| error.field("heuristic"))?;
    let evaluation = formula.evaluation(played.instance.is_solved());
    let evaluation = evaluation.ok_or_else(|| Error::input("the heuristic has no value here"))?;
    let patience = if request.distances == Some(false) { Duration::ZERO } else { PATIENCE };
    let distances = Distances { played: &played, until: Instant::now() + patience, context };
    Ok(Explanation {
        position: played.describe(&request.instance, &request.reading.settings),
        g: played.instance.g(),
        evaluation,
        distance: distances.of(&*played.instance),
        successors: successors(&played, &checked, &distances),
        paint: paint(&*played.instance, &checked),
    })
}

fn successors(played: &Played, checked: &Checked, distances: &Distances<'_>) -> Vec<SuccessorView> {
    let view = |next: unstuck_core::instance::Successor| {
        let values = values_for(&*next.instance, checked);
        let formula = Formula::new(checked, Some(&values));
        let (g, solved) = (next.instance.g(), next.instance.is_solved());
        let h = seen(formula.raw().unwrap_or_default(), solved);
        SuccessorView {
            reference: instances::reference(&*played.domain, &next.instance.text()),
            made: next.text,
            words: next.words,
            g,
            h,
            f: f64::from(g) + h,
            order: 0,
            rule: formula.rule(),
            solved,
            distance: distances.of(&*next.instance),
        }
    };
    let mut found: Vec<SuccessorView> = played.instance.successors().into_iter().map(view).collect();
    found.sort_by(|a, b| a.f.total_cmp(&b.f).then(a.h.total_cmp(&b.h)));
    found.iter_mut().enumerate().for_each(|(order, one)| one.order = order);
    found
}

/// The features of a text that can show on the board what they count.
fn paint(instance: &dyn SearchInstance, checked: &Checked) -> Vec<Painted> {
    let values = values_for(instance, checked);
    let painted = |index: u16| {
        let info = &checked.table.features()[usize::from(index)];
        let highlights = instance.highlights(&info.name);
        (!highlights.is_empty()).then(|| Painted {
            feature: info.name.to_string(),
            value: values[usize::from(index)],
            about: info.about.to_string(),
            highlights,
        })
    };
    checked.formula.features().into_iter().filter_map(painted).collect()
}

/// Exact distances from a position and its neighbours, found by searches within a second.
struct Distances<'a> {
    played: &'a Played,
    until: Instant,
    context: &'a Context<'a>,
}

/// Time for all of them together.
const PATIENCE: Duration = Duration::from_secs(1);
/// Memory for each.
const MEMORY: u64 = 64 << 20;

impl Distances<'_> {
    /// The distance of an instance's start, if it is found in time.
    fn of(&self, instance: &dyn SearchInstance) -> Option<u64> {
        let left = self.until.checked_duration_since(Instant::now())?;
        let metric = instance.metric();
        let limits = Limits {
            expanded: Some(2_000_000),
            seconds: Some(left.as_secs_f64()),
            memory: Some(MEMORY),
            ..Limits::NONE
        };
        let request = method::optimal(&*self.played.domain, &metric, limits).ok()?;
        let solution = instance.solve(&request, &mut Watch::new(self.context.activity, limits)).ok()?;
        let lengths = solution.lengths.iter().find(|(name, _)| *name == metric);
        lengths.filter(|_| solution.optimal).map(|(_, length)| *length)
    }
}

/// A text, and a position to evaluate it on.
#[derive(Debug, Clone, Deserialize, ToSchema, Fields)]
pub struct CheckRequest {
    /// The domain.
    pub domain: String,
    /// The heuristic's text.
    pub text: String,
    /// An instance to evaluate it on.
    pub instance: Option<String>,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// Moves from the instance to the position.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A heuristic that was read.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CheckedHeuristic {
    /// Printed on one line.
    pub text: String,
    /// Printed with header and lines.
    pub block: String,
    /// Shorter with the same values, on one line.
    pub simplified: String,
    /// Number of nodes.
    pub size: usize,
    /// The features it names.
    pub features: Vec<String>,
    /// Known to be admissible, by its form, in the metric.
    pub admissible: bool,
    /// Reads how a state was reached.
    pub path: bool,
    /// Its parts.
    pub formula: FormulaView,
    /// On the position, if one is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub evaluation: Option<Evaluation>,
}

/// Reads a text, and evaluates it on a position. The inner error is one of the text.
pub fn check(request: &CheckRequest, context: &Context<'_>) -> Result<Result<CheckedHeuristic>> {
    let domain = context.domain(&request.domain)?;
    let played = match &request.instance {
        Some(instance) => Some(play("check", (instance, &request.reading), &request.moves, context)?),
        None => None,
    };
    let name = &domain.info().name;
    if let Some(other) =
        played.as_ref().map(|played| &played.domain.info().name).filter(|other| *other != name)
    {
        return Err(Error::input(format!("the instance is {other}, not {name}")).field("instance"));
    }
    let checked = match read(&*domain, &request.text, context, "text") {
        Ok(checked) => checked,
        Err(error) => return Ok(Err(error)),
    };
    let values = played.as_ref().map(|played| values_for(&*played.instance, &checked));
    let formula = Formula::new(&checked, values.as_deref());
    if let Err(error) = exists(&formula) {
        return Ok(Err(error));
    }
    let metric = domain.info().metric(request.reading.metric.as_deref());
    let block = checked.formula.with_header(name, metric);
    Ok(Ok(CheckedHeuristic {
        text: checked.to_string(),
        block: print(&block, &checked.table),
        simplified: print_line(&simplify(&checked.formula), &checked.table),
        size: checked.formula.size(),
        features: checked.features().iter().map(|name| name.to_string()).collect(),
        admissible: is_admissible(&checked.formula, checked.table.features(), metric),
        path: checked.formula.reads_path(checked.table.features()),
        formula: Formula::new(&checked, None).formula(),
        evaluation: played.as_ref().and_then(|played| formula.evaluation(played.instance.is_solved())),
    }))
}
