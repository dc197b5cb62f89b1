//! From one instance to its rows.

use super::spec::{Kind, Spec};
use crate::request::instances::{Reading, Source, shortened};
use crate::request::method;
use crate::system::watch::{Activity, Watch};
use crate::wording::field;
use anyhow::{Context, Result, anyhow, bail};
use unstuck_core::audit;
use unstuck_core::domain::{Domain, DomainRef};
use unstuck_core::instance::{SearchInstance, Status};
use unstuck_core::random::{RngExt, stream};
use unstuck_core::search::Limits;
use unstuck_evolution::dataset::Distance;

/// Default limit of a search, in nodes.
const SEARCH: u64 = 1_000_000;
/// Default limit of an enumeration, in states.
const ENUMERATION: u64 = 20_000_000;

/// An instance to begin with.
pub enum Start {
    /// By its name.
    Named(Source),
    /// Fresh from a generator.
    Made(String),
}

/// One row on its way.
pub struct State {
    /// Its text, on one line where the domain can read that.
    pub text: String,
    /// How far it is from a goal.
    pub distance: Distance,
    /// The values of all features of the domain.
    pub values: Vec<Option<f64>>,
}

/// How rows are made.
pub struct RowBuilder<'a> {
    /// The domain.
    pub domain: DomainRef,
    /// How instances are read.
    pub reading: &'a Reading,
    /// What is made of the instances.
    pub spec: &'a Spec,
    /// Limits of each search.
    pub limits: Limits,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Most rows of the dataset; one more is enough to refuse it.
    pub most: usize,
}

impl RowBuilder<'_> {
    /// The rows of an instance; `None` for each that has no solution.
    pub fn states(&self, start: &Start, activity: &Activity) -> Result<Vec<Option<State>>> {
        let (name, instance) = match start {
            Start::Named(source) => (source.name.clone(), source.search(self.reading, "dataset")?),
            Start::Made(text) => (text.clone(), self.read(text)?),
        };
        let states = match self.spec.kind {
            Kind::Themselves => self.state(&*instance, activity).map(|state| vec![state]),
            Kind::All => self.enumerated(&*instance, self.most.saturating_add(1), activity),
            Kind::Drawn(count) => self.enumerated(&*instance, count, activity),
            Kind::Walked(count, moves) => self.walked(&*instance, count, moves, activity),
        };
        states.with_context(|| shortened(&name))
    }

    fn read(&self, text: &str) -> Result<Box<dyn SearchInstance>> {
        self.reading.search(&*self.domain, text).map_err(|error| anyhow!("{}: {error}", shortened(text)))
    }

    fn enumerated(
        &self,
        instance: &dyn SearchInstance,
        count: usize,
        activity: &Activity,
    ) -> Result<Vec<Option<State>>> {
        let limits = Limits { expanded: self.limits.expanded.or(Some(ENUMERATION)), ..self.limits };
        let mut watch = Watch::new(activity, limits);
        let rows = instance.draw_rows(count, self.seed, limits, &mut watch).map_err(audit::Error::from)?;
        if rows.is_empty() {
            return Ok(vec![None]);
        }
        let state = |row: unstuck_core::sample::Row| State {
            text: one_line(&*self.domain, self.reading, row.text),
            distance: Distance { cost: row.distance, exact: true },
            values: row.values,
        };
        Ok(rows.into_iter().map(|row| Some(state(row))).collect())
    }

    fn walked(
        &self,
        instance: &dyn SearchInstance,
        count: usize,
        moves: usize,
        activity: &Activity,
    ) -> Result<Vec<Option<State>>> {
        let choice = method::default_for(&*self.domain, instance)?;
        let limits = self.search_limits();
        let request = method::Parameters::default().request(&choice, limits);
        let solution = instance.solve(&request, &mut Watch::new(activity, limits))?;
        if solution.status == Status::Unsolvable {
            return Ok(vec![None]);
        }
        if solution.status != Status::Solved {
            bail!("no goal to walk from was found within the limits; raise {}", field("limit_nodes"));
        }
        let frames = instance.replay(&solution.plan)?.frames;
        let goal = self.read(&frames.last().map(|frame| frame.text.clone()).unwrap_or_default())?;
        (1..=count)
            .map(|number| {
                // The walks are of all lengths up to the longest.
                let seed = stream(self.seed, "walks", &[number as u64]).random();
                let text = goal.wander((number * moves).div_ceil(count), seed).ok_or_else(|| {
                    anyhow!(
                        "moves of {} cannot be taken back, so that no walk leads away from a goal",
                        self.domain.info().name
                    )
                })?;
                self.state(&*self.read(&text)?, activity)
            })
            .collect()
    }

    /// A state with its distance by an optimal search, or an estimate of it; `None` if it has no solution.
    fn state(&self, instance: &dyn SearchInstance, activity: &Activity) -> Result<Option<State>> {
        let limits = self.search_limits();
        let request = method::optimal(&*self.domain, &instance.metric(), limits)?;
        let solution = instance.solve(&request, &mut Watch::new(activity, limits))?;
        if solution.status == Status::Unsolvable {
            return Ok(None);
        }
        let values = instance.values();
        let exact = solution.cost.filter(|_| solution.optimal).map(|cost| Distance { cost, exact: true });
        let estimate =
            || Distance { cost: lower_bound(&*self.domain, &instance.metric(), &values), exact: false };
        let distance = exact.unwrap_or_else(estimate);
        Ok(Some(State { text: one_line(&*self.domain, self.reading, instance.text()), distance, values }))
    }

    fn search_limits(&self) -> Limits {
        Limits { expanded: self.limits.expanded.or(Some(SEARCH)), ..self.limits }
    }
}

/// The largest of the features that never overestimate; costs are whole.
pub fn lower_bound(domain: &dyn Domain, metric: &str, values: &[Option<f64>]) -> u64 {
    let features = domain.features().features();
    let admissible = features.iter().zip(values).filter(|(info, _)| info.node().admissible.contains(metric));
    let largest = admissible.filter_map(|(_, value)| *value).fold(0.0, f64::max);
    // Values such as 3.0000000001 are 3.
    (largest - 1e-9).ceil().max(0.0) as u64
}

/// A text on one line, where the domain reads the same instance from it; as it is otherwise.
pub fn one_line(domain: &dyn Domain, reading: &Reading, text: String) -> String {
    if !text.contains('\n') {
        return text;
    }
    let line = text.trim_end().replace('\n', " / ");
    if reading.read(domain, &line).is_ok_and(|instance| instance.text() == text) { line } else { text }
}
