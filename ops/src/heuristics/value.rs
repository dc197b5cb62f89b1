//! The values of heuristics and features on an instance, and on every state along a plan.

use crate::ToSchema;
use crate::heuristics::explain;
use crate::heuristics::formula::{Reading as Formula, seen, values_for};
use crate::pattern_databases::{self, Making};
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Kind, Result};
use crate::request::instances::{Reading, shortened};
use crate::system::origin::Origin;
use crate::use_cases::position::play_source;
use crate::use_cases::validate::plan_of;
use crate::wording::{Action, action};
use serde::{Deserialize, Serialize};
use unstuck_core::feature::FeatureInfo;
use unstuck_core::language::Checked;

/// Heuristics on an instance, or along a plan from it.
#[derive(Debug, Clone, Default, Deserialize, ToSchema, Fields)]
#[schema(as = ValueRequest)]
pub struct Request {
    /// The instance, by name or text.
    pub instance: String,
    /// The problem, where the instance is the file of its domain.
    #[serde(skip)]
    pub problem: Option<String>,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// The heuristics' texts; all features by default.
    #[serde(default)]
    pub heuristics: Vec<String>,
    /// A plan from the instance, as `validate` reads it: each state on its way has a value.
    pub plan: Option<String>,
}

/// Values by heuristic and state.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ValueResult)]
pub struct Values {
    /// The instance.
    pub instance: String,
    /// Its domain.
    pub domain: String,
    /// The metric.
    pub metric: String,
    /// The states, the instance's own first.
    pub states: Vec<ValuedState>,
    /// The heuristics.
    pub heuristics: Vec<HeuristicValues>,
    /// What it was made with.
    pub unstuck: Origin,
}

/// A state that has values.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ValuedState {
    /// The move that leads here; none for the instance's own state.
    #[serde(rename = "move")]
    pub action: Option<String>,
    /// Cost of the moves that lead here.
    pub g: u32,
    /// Whether it is a goal.
    pub solved: bool,
    /// The state as a text of the domain.
    pub text: String,
}

/// A heuristic and its values.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct HeuristicValues {
    /// Its name or text.
    pub heuristic: String,
    /// What it means, for a feature.
    pub about: Option<String>,
    /// A value for each state; null where it does not exist, or needs a path and there is none.
    pub values: Vec<Option<f64>>,
}

/// Evaluates.
pub fn run(request: &Request, context: &Context<'_>) -> Result<Values> {
    let source = context.pair(&request.instance, request.problem.as_deref(), &request.reading)?;
    let name = source.name.clone();
    let start = play_source("value", (source, &request.reading), &[], context).map_err(|error| {
        let help =
            format!("{} shows the values of a rule on all choices of a step", action(Action::ExplainRule));
        if error.kind == Kind::Unsupported { error.help(help) } else { error }
    })?;
    let domain = start.domain.clone();
    let several = request.heuristics.len() > 1;
    let read = |text: &String| {
        explain::read_any(&*domain, text, context, "heuristics").map_err(|error| match &error.message {
            message if several && !message.contains(text) => {
                error.about(format!("heuristic '{}'", shortened(text)))
            }
            _ => error,
        })
    };
    let checked: Vec<Checked> = request.heuristics.iter().map(read).collect::<Result<_>>()?;
    for one in &checked {
        let making = Making::unlimited(1, context.progress);
        pattern_databases::prepare_features(&*domain, &one.features(), making)?;
    }
    let plan =
        request.plan.as_deref().map_or(Ok(Vec::new()), |text| plan_of(text, &request.instance, &*domain))?;
    let mut lists = vec![Vec::with_capacity(plan.len() + 1); checked.len().max(1)];
    let (mut states, mut features) = (Vec::with_capacity(plan.len() + 1), Vec::new());
    let mut here = start.instance;
    for number in 0..=plan.len() {
        let action = number.checked_sub(1).map(|last| plan[last].clone());
        if let Some(action) = &action {
            here = here
                .play(std::slice::from_ref(action))
                .map_err(|error| Error::input(format!("move {number} of the plan: {error}")).field("plan"))?;
        }
        let values = here.path_values();
        for (list, one) in lists.iter_mut().zip(&checked) {
            let values = values_for(&*here, one);
            let formula = Formula::new(one, Some(&values));
            list.push(formula.raw().map(|raw| seen(raw, here.is_solved())));
        }
        let value = |(info, value): (&FeatureInfo, Option<f64>)| {
            value.filter(|_| info.node().needs.state_only() || number > 0)
        };
        features.push(domain.features().features().iter().zip(values).map(value).collect::<Vec<_>>());
        states.push(ValuedState { action, g: here.g(), solved: here.is_solved(), text: here.text() });
    }
    let heuristics = if checked.is_empty() {
        let infos = domain.features().features().iter().enumerate();
        let row = |(place, info): (usize, &FeatureInfo)| HeuristicValues {
            heuristic: info.name.to_string(),
            about: Some(info.about.to_string()),
            values: features.iter().map(|values| values[place]).collect(),
        };
        infos.map(row).collect()
    } else {
        let row = |(text, values): (&String, Vec<Option<f64>>)| HeuristicValues {
            heuristic: text.clone(),
            about: domain.features().get(text.trim()).map(|info| info.about.to_string()),
            values,
        };
        request.heuristics.iter().zip(lists).map(row).collect()
    };
    Ok(Values {
        instance: name,
        domain: domain.info().name.to_string(),
        metric: here.metric().to_string(),
        states,
        heuristics,
        unstuck: Origin::here(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::watch::Activity;

    fn values(request: &Request) -> Values {
        unstuck_domains::install();
        run(request, &Context::silent(&Activity::default())).unwrap()
    }

    #[test]
    fn a_plan_has_a_value_for_every_state_and_ends_at_zero() {
        let request = Request {
            instance: "eight:1".to_owned(),
            heuristics: vec!["manhattan".to_owned(), "2*manhattan + 1".to_owned()],
            ..Request::default()
        };
        let found = values(&request);
        let [one, two] = &found.heuristics[..] else { panic!("two heuristics") };
        assert_eq!(two.values[0].unwrap(), 2.0 * one.values[0].unwrap() + 1.0);
        assert!(one.about.is_some() && two.about.is_none());
    }

    #[test]
    fn conditions_are_one_or_zero_and_errors_name_the_heuristic() {
        unstuck_domains::install();
        let texts = |texts: &[&str]| Request {
            instance: "jam:1".to_owned(),
            heuristics: texts.iter().map(|text| (*text).to_owned()).collect(),
            ..Request::default()
        };
        let found = values(&texts(&["blockers >= 1", "blockers > 9", "blockers"]));
        let all: Vec<Option<f64>> = found.heuristics.iter().map(|one| one.values[0]).collect();
        assert_eq!(&all[..2], [Some(1.0), Some(0.0)]);
        assert_eq!(found.heuristics[0].heuristic, "blockers >= 1");
        let wrong = texts(&["blockers", "blockers +"]);
        let error = run(&wrong, &Context::silent(&Activity::default())).unwrap_err().to_string();
        assert!(error.starts_with("heuristic 'blockers +': line 1, column 11: "), "{error}");
    }

    #[test]
    fn without_heuristics_all_features_have_values() {
        let found = values(&Request { instance: "jam:1".to_owned(), ..Request::default() });
        assert!(found.heuristics.len() > 20 && found.states.len() == 1);
        let wrong =
            Request { instance: "jam:1".to_owned(), plan: Some("A+9".to_owned()), ..Request::default() };
        let error = run(&wrong, &Context::silent(&Activity::default())).unwrap_err();
        assert!(error.to_string().contains("move 1 of the plan"), "{error}");
    }
}
