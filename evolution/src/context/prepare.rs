//! From instances to a world: reference searches, optimal lengths and rows, found before evolution begins.

use super::{Failure, PreparedInstance, ReferenceResult, Watch};
use std::collections::HashMap;
use std::sync::OnceLock;
use unstuck_core::executor::Executor;
use unstuck_core::feature::Text;
use unstuck_core::instance::{Instance, SearchError, SearchRequest, Status};
use unstuck_core::sample::Row;
use unstuck_core::search::{Limit, Limits};

/// What an instance is measured against, or why it is left out.
pub type Finding = Result<ReferenceResult, &'static str>;

/// Why an instance is left out: there is nothing to measure anybody against.
pub const UNSOLVED: &str = "neither the reference nor the optimal search solved it";

/// How instances are prepared.
pub struct PreparationConfig<'a> {
    /// The reference search, with its limits.
    pub reference: &'a SearchRequest,
    /// The search for cheapest plans.
    pub optimal: &'a SearchRequest,
    /// Most nodes to expand for a cheapest plan; with 0 nobody looks for it.
    pub optimal_limit: u64,
    /// The metric that lengths are counted in.
    pub metric: &'a str,
    /// Rows drawn from the space of every instance besides the instance itself, and the seed; none if 0.
    pub rows: (usize, u64),
    /// Bounds on the enumeration for rows.
    pub enumeration: Limits,
    /// What is known of instances by their names, from an earlier time: nobody solves those again. Their rows are not
    /// drawn either.
    pub findings: HashMap<String, Finding>,
}

/// Instances with what is known about them.
pub struct Prepared {
    /// The instances that somebody could solve.
    pub known: Vec<PreparedInstance>,
    /// Their rows.
    pub rows: Vec<Row>,
    /// Those that are left out, with the reason.
    pub dropped: Vec<(String, &'static str)>,
}

impl PreparationConfig<'_> {
    /// Solves every instance by the reference and, where that proves nothing, by the optimal solver. `done` is called
    /// after each.
    pub fn prepare(
        &self,
        instances: Vec<(String, Box<dyn Instance>)>,
        executor: &dyn Executor,
        watch: &Watch<'_>,
        done: &(dyn Fn() + Sync),
    ) -> Result<Prepared, Failure> {
        type Found = Result<(Option<ReferenceResult>, Vec<Row>), Failure>;
        let places: Vec<OnceLock<Found>> = instances.iter().map(|_| OnceLock::new()).collect();
        executor.run(instances.len(), &|number| {
            let (name, instance) = &instances[number];
            let found = match self.findings.get(name) {
                Some(finding) => Ok((finding.ok(), Vec::new())),
                None => self.measure(name, &**instance, watch),
            };
            let _ = places[number].set(found);
            done();
        });
        let mut prepared = Prepared { known: Vec::new(), rows: Vec::new(), dropped: Vec::new() };
        for ((name, instance), place) in instances.into_iter().zip(places) {
            match place.into_inner().unwrap_or(Err(Failure::Stopped))? {
                (Some(reference), rows) => {
                    prepared.known.push(PreparedInstance { name, instance, reference });
                    prepared.rows.extend(rows);
                }
                (None, _) => {
                    let known = self.findings.get(&name).and_then(|finding| finding.err());
                    prepared.dropped.push((name, known.unwrap_or(UNSOLVED)));
                }
            }
        }
        Ok(prepared)
    }

    fn measure(
        &self,
        name: &str,
        instance: &dyn Instance,
        watch: &Watch<'_>,
    ) -> Result<(Option<ReferenceResult>, Vec<Row>), Failure> {
        let solve = |request: &SearchRequest| {
            let mut observer = watch(&request.parameters.limits);
            let solution = instance.solve(request, &mut *observer).map_err(|error: SearchError| {
                Failure::Search { heuristic: request.heuristic.to_string(), instance: name.into(), error }
            })?;
            if solution.limit == Some(Limit::Cancelled) {
                return Err(Failure::Stopped);
            }
            Ok(solution)
        };
        let length = |lengths: &[(Text, u64)]| {
            lengths.iter().find(|(metric, _)| *metric == self.metric).map(|&(_, length)| length)
        };
        let reference = solve(self.reference)?;
        let solved = reference.status == Status::Solved;
        let mut best = (length(&reference.lengths), reference.optimal, reference.cost);
        if !best.1 && self.optimal_limit > 0 {
            let mut request = self.optimal.clone();
            request.parameters.limits.expanded = Some(self.optimal_limit);
            request.parameters.limits.memory = self.reference.parameters.limits.memory;
            let solution = solve(&request)?;
            let found = length(&solution.lengths);
            if found.is_some() && (solution.optimal || best.0.is_none_or(|best| found < Some(best))) {
                best = (found, solution.optimal, solution.cost);
            }
        }
        let (Some(length), optimal, Some(cost)) = best else { return Ok((None, Vec::new())) };
        let expanded = if solved {
            reference.stats.expanded
        } else {
            self.reference.parameters.limits.expanded.unwrap_or(reference.stats.expanded)
        };
        let reference = ReferenceResult { expanded: expanded.max(1), solved, length: length.max(1), optimal };
        let mut rows = Vec::new();
        if optimal {
            rows.push(Row { text: instance.text(), distance: cost, values: instance.values() });
        }
        let (count, seed) = self.rows;
        if count > 0 {
            let mut observer = watch(&self.enumeration);
            match instance.draw_rows(count, seed, self.enumeration, &mut *observer) {
                Ok(drawn) => rows.extend(drawn),
                Err((Limit::Cancelled, _)) => return Err(Failure::Stopped),
                // Too large to be enumerated: the instance itself has to do.
                Err(_) => {}
            }
        }
        Ok((Some(reference), rows))
    }
}
