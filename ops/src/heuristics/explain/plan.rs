//! What the steps of a plan are for.

use crate::request::context::Context;
use crate::request::error::{Error, Kind, Result};
use crate::request::instances::Reading;
use crate::request::kinds::only_search;
use crate::request::limits::Limits;
use crate::request::numbers;
use crate::system::origin::Origin;
use crate::system::watch::Watch;
use crate::use_cases::validate::plan_of;
use serde::Serialize;
use unstuck_core::instance::{PurposeError, SpaceError, StepPurpose};
use unstuck_core::search::Limit;

/// A plan with the purposes of its steps.
#[derive(Debug, Clone, Serialize)]
pub struct ExplainedPlan {
    /// The instance.
    pub instance: String,
    /// Its domain.
    pub domain: String,
    /// The steps.
    pub steps: Vec<StepPurpose>,
    /// What it was made with.
    pub unstuck: Origin,
}

/// Explains a plan of the instance that the words name, within the limits that a search has by default.
pub fn run(names: &[String], reading: &Reading, plan: &str, context: &Context<'_>) -> Result<ExplainedPlan> {
    let source = context.single(names, None, reading)?;
    only_search(&*source.domain, "explain")?;
    let (text, domain) = (source.text()?, source.domain.clone());
    let instance = reading.search(&*domain, &text).map_err(|error| Error::within(error, &text))?;
    let plan = plan_of(plan, &source.name, &*domain)?;
    let limits = Limits::default().of_each(1, 1);
    let Some(steps) = instance.purposes(&plan, limits, &mut Watch::new(context.activity, limits)) else {
        return Err(Error::input("what steps are for is known of planning tasks only").field("plan"));
    };
    let steps = steps.map_err(|error| match error {
        PurposeError::Plan(error) => Error::input(error.to_string()).field("plan"),
        PurposeError::Space(SpaceError::Limit(Limit::Cancelled, _)) => {
            Error::new(Kind::Cancelled, "cancelled")
        }
        PurposeError::Space(SpaceError::Limit(..)) => {
            let most = limits.memory.map_or("the memory that there is".to_owned(), numbers::bytes);
            Error::new(Kind::Limit, format!("the task is too large: its operators take more than {most}"))
        }
        PurposeError::Space(SpaceError::Instance(error)) => Error::within(*error, &text),
        PurposeError::Space(SpaceError::Unsolvable) => Error::input(SpaceError::Unsolvable.to_string()),
    })?;
    let (instance, domain) = (source.name, domain.info().name.to_string());
    Ok(ExplainedPlan { instance, domain, steps, unstuck: Origin::here() })
}
