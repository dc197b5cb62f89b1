//! The registration of the job shop.

use crate::features::{self, DOMAIN};
use crate::generate::{self, GENERATORS};
use crate::problem::{Dynamic, Static};
use crate::prove::prove;
use crate::shop::{Objective, Shop};
use crate::{rules, sets, text};
use std::sync::LazyLock;
use unstuck_core::domain::{
    Champion, Domain, DomainInfo, GenerateError, GeneratorInfo, Method, SettingInfo, SettingValues, Settings,
    metric,
};
use unstuck_core::error::{ParseError, presentable};
use unstuck_core::instance::Instance;
use unstuck_core::instance::optimisation::Bound;

/// Job shop scheduling, static and dynamic.
pub struct JobShopDomain;

/// Nodes of a branch and bound, times the operations of the instance.
const PROOF: u64 = 5_000_000;

static INFO: LazyLock<DomainInfo> = LazyLock::new(|| DomainInfo {
    order: "the machine on which an operation can be complete the earliest; its jobs by their number",
    settings: &[
        SettingInfo {
            name: "delay",
            about: "how long machines may wait for a job, as a part of the time within which waiting can help: 0 makes schedules \
                    without delay, 1 (the default) active ones",
            values: SettingValues::Text("a number from 0 to 1"),
        },
        SettingInfo {
            name: "dynamic",
            about: "jobs are known when they are released, and decisions are final",
            values: SettingValues::Switch,
        },
        SettingInfo {
            name: "prove",
            about: "raises the lower bound of the makespan by branch and bound, for small instances: a schedule that reaches it is \
                    proved optimal",
            values: SettingValues::Switch,
        },
    ],
    sets: sets::SETS,
    generators: GENERATORS,
    rules: rules::RULES,
    champions: &[
        Champion { name: "makespan", text: include_str!("../champions/makespan.heuristic") },
        Champion { name: "tardiness", text: include_str!("../champions/tardiness.heuristic") },
    ],
    ..DomainInfo::optimisation(
        DOMAIN,
        "schedule jobs on machines, each along its route; flow shops and dynamic shops as well",
        vec![
            metric("makespan", "when the last job is complete"),
            metric("tardiness", "the sum over jobs: weight times lateness beyond the due date"),
            metric("flow", "the sum over jobs: weight times the time from release to completion"),
        ],
        features::tables(),
        rules::REFERENCE,
    )
});

/// The value of the setting `delay`, if it is given.
fn delay(settings: &Settings) -> Result<Option<f64>, ParseError> {
    let Some(given) = settings.get("delay") else { return Ok(None) };
    let value = given.trim().parse().ok().filter(|value| (0.0..=1.0).contains(value));
    let wrong = || ParseError::new(format!("'{}' is not a value of delay", presentable(given, 20)));
    value
        .map(Some)
        .ok_or_else(|| wrong().help("write a number from 0 (without delay) to 1 (active schedules)"))
}

/// The one instance of a text, with an objective.
fn read(text: &str, metric: &str) -> Result<Shop, ParseError> {
    let unknown =
        || ParseError::new(format!("unknown metric '{metric}'")).help("makespan, tardiness or flow");
    let objective = Objective::named(metric).ok_or_else(unknown)?;
    match &mut text::read(text, "this instance")?[..] {
        [shop] => shop.clone().with_objective(objective),
        several => {
            let message = format!("these are {} instances; one is wanted", several.len());
            Err(ParseError::new(message).help("read a file with several as @FILE"))
        }
    }
}

/// The rule that is good for an objective.
fn rule(objective: Objective) -> &'static str {
    rules::reference(objective)
}

impl Domain for JobShopDomain {
    fn info(&self) -> &DomainInfo {
        &INFO
    }

    /// The rule depends on the metric; a dynamic shop has nothing to improve.
    fn solver(&self, instance: &dyn Instance) -> Method {
        let instance = instance.as_any();
        if let Some(shop) = instance.downcast_ref::<Bound<Dynamic>>() {
            return Method::informed("construct", rule(shop.problem().shop().objective));
        }
        match instance.downcast_ref::<Bound<Static>>() {
            Some(shop) => Method::informed("iterated", rule(shop.problem().shop().objective)),
            None => INFO.solver.clone(),
        }
    }

    fn instance(
        &self,
        text: &str,
        metric: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        let (shop, delay, tables) = (read(text, metric)?, delay(settings)?, features::tables());
        let is_proved = settings.contains_key("prove");
        if settings.contains_key("dynamic") {
            if is_proved {
                let error = ParseError::new("nothing is proved of a dynamic shop");
                return Err(error.help("leave out 'prove' or 'dynamic'"));
            }
            let problem = Dynamic::new(shop).with_delay(delay.unwrap_or(1.0));
            return Ok(Box::new(Bound::new(problem, tables, metric)));
        }
        let mut problem = Static::new(shop);
        if is_proved {
            let limit = PROOF / problem.shop().operations().len() as u64;
            let proof = prove(&problem, limit).map_err(ParseError::new)?;
            if proof.optimal {
                problem = problem.with_bound(proof.makespan);
            }
        }
        Ok(Box::new(Bound::new(problem.with_delay(delay.unwrap_or(1.0)), tables, metric)))
    }

    fn warnings(&self, instance: &dyn Instance, _settings: &Settings) -> Vec<String> {
        let shop = instance.as_any().downcast_ref::<Bound<Static>>().map(|bound| bound.problem().shop());
        let ignored = shop.is_some_and(|shop| shop.objective == Objective::Makespan && shop.has_due_dates());
        let warning = "the jobs have due dates, which the makespan ignores; the metric tardiness counts them";
        ignored.then(|| warning.to_owned()).into_iter().collect()
    }

    fn split<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        text::pieces(text)
    }

    fn recognises(&self, text: &str) -> bool {
        text::is_recognised(text)
    }

    fn make(
        &self,
        generator: &GeneratorInfo,
        parameters: &Settings,
        seed: u64,
        number: u64,
    ) -> Result<String, GenerateError> {
        Ok(text::line(&generate::generate(generator, parameters, seed, number)?))
    }
}
