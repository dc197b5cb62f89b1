//! From instances to reference results and rows, before evolution begins.

use super::{Failure, PreparedInstance, Watch};
use crate::measure::ReferenceResult;
use std::collections::HashMap;
use std::sync::OnceLock;
use unstuck_core::executor::Executor;
use unstuck_core::feature::Text;
use unstuck_core::instance::{
    Instance, SearchError, SearchInstance, SearchRequest, Solution, SpaceError, Status,
};
use unstuck_core::sample::Row;
use unstuck_core::search::{Limit, Limits};

/// The reference result of an instance, or why it is left out.
pub type Finding = Result<ReferenceResult, &'static str>;

/// Why an instance is left out: no plan is known, and such instances are not kept.
pub const UNSOLVED: &str = "neither the reference nor the optimal search solved it";

/// Why an instance is left out of training: whatever evolves after the attempts is not asked.
pub const SOLVED_BEFORE: &str = "the attempts before the heuristic solve it";

/// Why an instance is left out: no search can solve it.
pub const UNSOLVABLE: &str = "it has no solution";

/// How instances are prepared.
pub struct PreparationConfig<'a> {
    /// The reference search, with its limits.
    pub reference: &'a SearchRequest,
    /// The search for cheapest plans.
    pub optimal: &'a SearchRequest,
    /// Most nodes to expand for a cheapest plan; with 0 none is searched for.
    pub optimal_limit: u64,
    /// Instances that neither search solves are kept, with the limit of the reference search as its expanded nodes.
    pub keep_unsolved: bool,
    /// The metric that lengths are counted in.
    pub metric: &'a str,
    /// Rows drawn from the space of every instance in addition to the instance itself, and the seed; none if 0.
    pub rows: (usize, u64),
    /// Searches that leave out the instances that one of them solves.
    pub earlier: &'a [SearchRequest],
    /// Bounds on the enumeration for rows.
    pub enumeration: Limits,
    /// Results of an earlier preparation by the names of the instances: these are not solved again, and no rows are
    /// drawn from them.
    pub findings: HashMap<String, Finding>,
}

/// Instances with their reference results.
pub struct Prepared {
    /// The instances that stay.
    pub instances: Vec<PreparedInstance>,
    /// Their rows.
    pub rows: Vec<Row>,
    /// Those that are left out, with the reason.
    pub dropped: Vec<(String, &'static str)>,
}

impl PreparationConfig<'_> {
    /// Solves every instance by the reference and, where that proves nothing, by the optimal solver. `done` is called
    /// after each.
    ///
    /// # Errors
    ///
    /// A search could not be run, or was cancelled.
    pub fn prepare(
        &self,
        instances: Vec<(String, Box<dyn Instance>)>,
        executor: &dyn Executor,
        watch: &Watch<'_>,
        done: &(dyn Fn() + Sync),
    ) -> Result<Prepared, Failure> {
        type Found = Result<(Finding, Vec<Row>), Failure>;
        let places: Vec<OnceLock<Found>> = instances.iter().map(|_| OnceLock::new()).collect();
        executor.run(instances.len(), &|number| {
            let (name, instance) = &instances[number];
            let found = match self.findings.get(name) {
                Some(finding) => Ok((*finding, Vec::new())),
                None => match instance.as_search() {
                    Some(problem) => self.measure(name, problem, watch),
                    None => Err(Failure::Misfit),
                },
            };
            let _ = places[number].set(found);
            done();
        });
        let mut prepared = Prepared { instances: Vec::new(), rows: Vec::new(), dropped: Vec::new() };
        for ((name, instance), place) in instances.into_iter().zip(places) {
            match place.into_inner().unwrap_or(Err(Failure::Stopped))? {
                (Ok(reference), rows) => {
                    prepared.instances.push(PreparedInstance { name, instance, reference });
                    prepared.rows.extend(rows);
                }
                (Err(why), _) => prepared.dropped.push((name, why)),
            }
        }
        Ok(prepared)
    }

    fn measure(
        &self,
        name: &str,
        instance: &dyn SearchInstance,
        watch: &Watch<'_>,
    ) -> Result<(Finding, Vec<Row>), Failure> {
        for earlier in self.earlier {
            if solve(earlier, name, instance, watch)?.status == Status::Solved {
                return Ok((Err(SOLVED_BEFORE), Vec::new()));
            }
        }
        let reference = solve(self.reference, name, instance, watch)?;
        if reference.status == Status::Unsolvable {
            return Ok((Err(UNSOLVABLE), Vec::new()));
        }
        let mut best = Best::of(&reference, self.metric);
        if !best.optimal && self.optimal_limit > 0 {
            let mut request = self.optimal.clone();
            request.parameters.limits.expanded = Some(self.optimal_limit);
            request.parameters.limits.memory = self.reference.parameters.limits.memory;
            let solution = solve(&request, name, instance, watch)?;
            if solution.status == Status::Unsolvable {
                return Ok((Err(UNSOLVABLE), Vec::new()));
            }
            let found = Best::of(&solution, self.metric);
            let shorter = best.length.is_none_or(|length| found.length < Some(length));
            if found.length.is_some() && (found.optimal || shorter) {
                best = found;
            }
        }
        if best.length.is_none() && !self.keep_unsolved {
            return Ok((Err(UNSOLVED), Vec::new()));
        }
        let solved = reference.status == Status::Solved;
        let limit = self.reference.parameters.limits.expanded.filter(|_| !solved);
        let result = ReferenceResult {
            expanded: limit.unwrap_or(reference.stats.expanded).max(1),
            solved,
            length: best.length.map(|length| length.max(1)),
            optimal: best.optimal,
            effort: reference.stats.effort.max(1),
        };
        let mut rows = Vec::new();
        if let (true, Some(distance)) = (best.optimal, best.cost) {
            rows.push(Row { text: instance.text(), distance, values: instance.values() });
        }
        if best.length.is_some() {
            rows.extend(self.draw_rows(instance, watch)?);
        }
        Ok((Ok(result), rows))
    }

    fn draw_rows(&self, instance: &dyn SearchInstance, watch: &Watch<'_>) -> Result<Vec<Row>, Failure> {
        let (count, seed) = self.rows;
        if count == 0 {
            return Ok(Vec::new());
        }
        let mut observer = watch(&self.enumeration);
        match instance.draw_rows(count, seed, self.enumeration, &mut *observer) {
            Ok(drawn) => Ok(drawn),
            Err(SpaceError::Limit(Limit::Cancelled, _)) => Err(Failure::Stopped),
            // Too large to be enumerated: the instance itself is its only row.
            Err(_) => Ok(Vec::new()),
        }
    }
}

/// The best plan that a search has found.
struct Best {
    length: Option<u64>,
    optimal: bool,
    cost: Option<u64>,
}

impl Best {
    fn of(solution: &Solution, metric: &str) -> Self {
        let of_metric = |(name, _): &&(Text, u64)| *name == metric;
        // A plan without a cost is not one that rows could be made of.
        let length = solution.lengths.iter().find(of_metric).map(|&(_, length)| length);
        Self {
            length: length.filter(|_| solution.cost.is_some()),
            optimal: solution.optimal,
            cost: solution.cost,
        }
    }
}

fn solve(
    request: &SearchRequest,
    name: &str,
    instance: &dyn SearchInstance,
    watch: &Watch<'_>,
) -> Result<Solution, Failure> {
    let mut observer = watch(&request.parameters.limits);
    let solution = instance.solve(request, &mut *observer).map_err(|error: SearchError| Failure::Search {
        heuristic: request.heuristic.to_string(),
        instance: name.into(),
        error: Box::new(error),
    })?;
    if solution.limit == Some(Limit::Cancelled) {
        return Err(Failure::Stopped);
    }
    Ok(solution)
}
