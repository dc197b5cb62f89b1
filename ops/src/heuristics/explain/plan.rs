//! What the steps of a plan are for.

use crate::request::context::Context;
use crate::request::error::{Error, Result};
use crate::request::instances::Reading;
use crate::request::kinds::only_search;
use crate::system::origin::Origin;
use crate::use_cases::validate::plan_of;
use serde::Serialize;
use unstuck_core::instance::StepPurpose;

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

/// Explains a plan of the instance that the words name.
pub fn run(names: &[String], reading: &Reading, plan: &str, context: &Context<'_>) -> Result<ExplainedPlan> {
    let source = context.single(names, None, reading)?;
    only_search(&*source.domain, "explain")?;
    let (text, domain) = (source.text()?, source.domain.clone());
    let instance = reading.search(&*domain, &text).map_err(|error| Error::within(error, &text))?;
    let plan = plan_of(plan, &source.name, &*domain)?;
    let Some(steps) = instance.purposes(&plan) else {
        return Err(Error::input("what steps are for is known of planning tasks only").field("plan"));
    };
    let steps = steps.map_err(|error| Error::input(error.to_string()).field("plan"))?;
    let (instance, domain) = (source.name, domain.info().name.to_string());
    Ok(ExplainedPlan { instance, domain, steps, unstuck: Origin::here() })
}
