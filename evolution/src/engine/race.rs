//! Racing: the candidates of a generation are measured on its instances in turn, and those that fall behind are stopped.
//!
//! The instances are sorted by the nodes of their reference search and cut into strata; a round takes the cheapest
//! remaining one of each stratum, so that a round is both cheap and representative. After the first round the better
//! half stays, after the second the survivors, and the last round measures these on everything that is left.
//!
//! Before the last round a search has a cap. It begins at a small part of the limit and grows only while fewer candidates
//! than there are survivors solve the instance within it: a candidate that needs more is worse there than all of them.
//! The last round repeats the capped searches of the survivors with the whole limit, so their scores are exactly what they
//! are without racing. The score of a stopped candidate is an estimate, never better than a survivor's.
//!
//! Everything is decided by answers, never by time or order, so a race gives the same result on any number of threads.

use crate::algorithms::Request;
use crate::context::EvaluationContext;
use crate::fitness::Evaluator;
use crate::measure::Run;
use crate::role::Role;
use crate::task::{Answer, Cap, Measurement, Work};
use serde::{Deserialize, Serialize};

/// Fewest instances of the first round, and the share of all that it takes.
const FIRST_ROUND: usize = 3;
const SHARE: usize = 5;

/// A cap begins at this part of the limit, and grows by this factor.
const FIRST_CAP: u64 = 64;
const GROWTH: u64 = 4;

/// What the searches of a generation cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Effort {
    /// Searches, those included that were repeated with a larger cap.
    pub searches: u64,
    /// Nodes that they expanded.
    pub expanded: u64,
    /// Pairs of a candidate and an instance that were not searched, because the candidate was stopped.
    pub skipped: u64,
}

/// A candidate's search on an instance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Outcome {
    run: Run,
    /// It had the whole limit, or needed less than it had.
    is_final: bool,
}

/// A generation that is being raced.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Race {
    requests: Vec<Request>,
    role: Role,
    instances: Vec<u32>,
    cap: Cap,
    /// How many candidates are measured in full.
    survivors: usize,
    /// Places in `instances`, in the order of the race.
    order: Vec<usize>,
    /// The number of the round, from 0.
    round: usize,
    /// The cap of each place in this round.
    caps: Vec<u64>,
    /// By candidate and place.
    outcomes: Vec<Vec<Option<Outcome>>>,
    /// The candidates that are not stopped, in the order of the requests.
    alive: Vec<usize>,
    /// What is being searched: candidates and places.
    wave: Vec<(usize, usize)>,
}

/// The result of a candidate.
pub(super) enum Finish {
    /// All runs of a survivor.
    Survivor(Answer),
    /// What was measured of a stopped candidate, and the estimate of its fitness.
    Stopped { instances: Vec<u32>, runs: Vec<Run>, fitness: f64 },
}

impl Finish {
    /// As a measurement of the request.
    pub(super) fn measurement<'a>(&'a self, request: &'a Request) -> Option<Measurement<'a>> {
        match (self, &request.work) {
            (Self::Survivor(answer), work) => Measurement::new(work, answer),
            (Self::Stopped { instances, runs, fitness }, Work::Search { role, .. }) => {
                Some(Measurement::Stopped { role: *role, instances, runs, fitness: *fitness })
            }
            (Self::Stopped { .. }, Work::Fit { .. }) => None,
        }
    }
}

impl Race {
    /// A race of requests for the same searches; the requests come back where there is nothing to gain.
    pub(super) fn new(
        requests: Vec<Request>,
        survivors: usize,
        context: &EvaluationContext,
    ) -> Result<Self, Vec<Request>> {
        let Some(Work::Search { role, instances, cap }) = requests.first().map(|first| first.work.clone())
        else {
            return Err(requests);
        };
        let same = requests.iter().all(|request| request.work == requests[0].work);
        let survivors = survivors.max(1);
        if !same || instances.len() <= FIRST_ROUND || requests.len() <= survivors {
            return Err(requests);
        }
        let set = context.set(role);
        let cost = |&place: &usize| set[instances[place] as usize].reference.expanded;
        let order = stratified((0..instances.len()).collect(), first_round(instances.len()), cost);
        let mut race = Self {
            outcomes: vec![vec![None; instances.len()]; requests.len()],
            alive: (0..requests.len()).collect(),
            caps: vec![0; instances.len()],
            wave: Vec::new(),
            round: 0,
            requests,
            role,
            instances,
            cap,
            survivors,
            order,
        };
        race.begin_round(context);
        Ok(race)
    }

    /// The places of a round.
    fn places(&self, round: usize) -> &[usize] {
        let (count, first) = (self.order.len(), first_round(self.order.len()));
        let end = |round: usize| if round >= LAST { count } else { ((round + 1) * first).min(count) };
        let start = if round == 0 { 0 } else { end(round - 1) };
        &self.order[start..end(round)]
    }

    /// The largest cap on a place.
    fn limit(&self, place: usize, context: &EvaluationContext) -> u64 {
        let reference = &context.set(self.role)[self.instances[place] as usize].reference;
        context.max_expanded(self.cap, reference).unwrap_or(u64::MAX)
    }

    fn begin_round(&mut self, context: &EvaluationContext) {
        let places: Vec<usize> = if self.round == LAST {
            (0..self.instances.len()).collect()
        } else {
            self.places(self.round).to_vec()
        };
        for &place in &places {
            let limit = self.limit(place, context);
            let first = if self.round == LAST || limit == u64::MAX { limit } else { limit / FIRST_CAP };
            self.caps[place] = first.max(1);
        }
        self.search(&places);
    }

    /// Asks for what is not final yet on some places.
    fn search(&mut self, places: &[usize]) {
        let Self { alive, outcomes, .. } = self;
        let open = |candidate: usize, place: usize| {
            outcomes[candidate][place].is_none_or(|outcome| !outcome.is_final)
        };
        let pairs = alive.iter().flat_map(|&candidate| places.iter().map(move |&place| (candidate, place)));
        self.wave = pairs.filter(|&(candidate, place)| open(candidate, place)).collect();
    }

    /// The searches that come next.
    pub(super) fn wave(&self, context: &EvaluationContext) -> Vec<Request> {
        let request = |&(candidate, place): &(usize, usize)| {
            let cap = self.caps[place];
            let cap = if cap >= self.limit(place, context) { self.cap } else { Cap::Nodes(cap) };
            let work = Work::Search { role: self.role, instances: vec![self.instances[place]], cap };
            Request { candidate: self.requests[candidate].candidate.clone(), work }
        };
        self.wave.iter().map(request).collect()
    }

    /// Takes the answers to a wave, and tells whether there is another.
    pub(super) fn take(
        &mut self,
        answers: &[Answer],
        context: &EvaluationContext,
        evaluator: &Evaluator,
        effort: &mut Effort,
    ) -> bool {
        for (&(candidate, place), answer) in self.wave.iter().zip(answers) {
            let Answer::Runs(runs) = answer else { continue };
            let Some(&run) = runs.first() else { continue };
            let is_final = run.solved || self.caps[place] >= self.limit(place, context);
            self.outcomes[candidate][place] = Some(Outcome { run, is_final });
            effort.searches += 1;
            effort.expanded += run.expanded;
        }
        self.wave.clear();
        self.raise_caps(context);
        while self.wave.is_empty() && self.round < LAST {
            self.stop_the_worst(context, evaluator);
            self.round += 1;
            self.begin_round(context);
        }
        if self.wave.is_empty() {
            let none = |outcomes: &Vec<Option<Outcome>>| outcomes.iter().filter(|one| one.is_none()).count();
            effort.skipped += self.outcomes.iter().map(none).sum::<usize>() as u64;
        }
        !self.wave.is_empty()
    }

    /// Raises the caps of the places that too few candidates solve, and asks for the searches that ended at a cap.
    fn raise_caps(&mut self, context: &EvaluationContext) {
        if self.round == LAST {
            return;
        }
        let mut raised = Vec::new();
        for place in self.places(self.round).to_vec() {
            let limit = self.limit(place, context);
            let solved =
                |&&candidate: &&usize| self.outcomes[candidate][place].is_some_and(|one| one.run.solved);
            if self.caps[place] < limit && self.alive.iter().filter(solved).count() < self.survivors {
                self.caps[place] = self.caps[place].saturating_mul(GROWTH).min(limit);
                raised.push(place);
            }
        }
        self.search(&raised);
    }

    fn stop_the_worst(&mut self, context: &EvaluationContext, evaluator: &Evaluator) {
        let stay = if self.round + 1 == LAST { self.survivors } else { self.alive.len().div_ceil(2) };
        let stay = stay.max(self.survivors);
        let measured: Vec<usize> = (0..=self.round).flat_map(|round| self.places(round).to_vec()).collect();
        let mut ranked: Vec<(f64, usize)> = self
            .alive
            .iter()
            .map(|&candidate| (self.partial(candidate, &measured, context, evaluator), candidate))
            .collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        ranked.truncate(stay);
        self.alive = ranked.into_iter().map(|(_, candidate)| candidate).collect();
        self.alive.sort_unstable();
    }

    /// A candidate's searches on some of the places: instances and runs. One that ended at its cap counts as unsolved, since
    /// as many as there are survivors needed less.
    fn runs(&self, candidate: usize, places: &[usize]) -> (Vec<u32>, Vec<Run>) {
        let outcome = |&place: &usize| Some((self.instances[place], self.outcomes[candidate][place]?.run));
        places.iter().filter_map(outcome).unzip()
    }

    /// The fitness of a candidate by its searches on some of the places.
    fn partial(
        &self,
        candidate: usize,
        places: &[usize],
        context: &EvaluationContext,
        evaluator: &Evaluator,
    ) -> f64 {
        let (instances, runs) = self.runs(candidate, places);
        evaluator.score_compared(context, &context.compare(self.role, &instances, &runs)).fitness
    }

    /// The results of all candidates, once no wave is left, with the requests.
    pub(super) fn finish(
        self,
        context: &EvaluationContext,
        evaluator: &Evaluator,
    ) -> (Vec<Request>, Vec<Finish>) {
        let all: Vec<usize> = (0..self.instances.len()).collect();
        let score = |candidate: usize, places: &[usize]| self.partial(candidate, places, context, evaluator);
        let whole: Vec<f64> = self.alive.iter().map(|&candidate| score(candidate, &all)).collect();
        let worst = whole.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let finish = |candidate: usize| {
            let outcomes = &self.outcomes[candidate];
            if self.alive.contains(&candidate) {
                return Finish::Survivor(Answer::Runs(
                    outcomes.iter().flatten().map(|one| one.run).collect(),
                ));
            }
            // What the survivors' values changed by from these instances to all of them, this one's would have, too.
            let places: Vec<usize> = all.iter().copied().filter(|&place| outcomes[place].is_some()).collect();
            let change = |(&survivor, whole): (&usize, &f64)| whole - score(survivor, &places);
            let change = self.alive.iter().zip(&whole).map(change).sum::<f64>() / whole.len() as f64;
            let fitness = (score(candidate, &places) + change).max(worst);
            let (instances, runs) = self.runs(candidate, &places);
            Finish::Stopped { instances, runs, fitness }
        };
        let results = (0..self.requests.len()).map(finish).collect();
        (self.requests, results)
    }
}

/// The number of the last round.
const LAST: usize = 2;

/// The instances of the first round.
fn first_round(count: usize) -> usize {
    count.div_ceil(SHARE).max(FIRST_ROUND).min(count)
}

/// Places by strata of ascending cost: the cheapest of each stratum, then the second of each, and so on.
fn stratified(mut places: Vec<usize>, strata: usize, cost: impl Fn(&usize) -> u64) -> Vec<usize> {
    places.sort_by_key(|place| (cost(place), *place));
    let count = places.len();
    let start = |stratum: usize| stratum * count / strata;
    let ranked = (0..strata)
        .flat_map(|stratum| (0..start(stratum + 1) - start(stratum)).map(move |rank| (rank, stratum)));
    let mut ranked: Vec<(usize, usize)> = ranked.collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(rank, stratum)| places[start(stratum) + rank]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_take_the_cheapest_of_each_stratum() {
        let costs = [70, 10, 60, 20, 50, 30, 40];
        let order = stratified((0..7).collect(), 3, |&place| costs[place]);
        let in_order: Vec<u64> = order.iter().map(|&place| costs[place]).collect();
        // Strata 10 20, 30 40, 50 60 70.
        assert_eq!(in_order, [10, 30, 50, 20, 40, 60, 70]);
        assert_eq!([first_round(4), first_round(10), first_round(20), first_round(2)], [3, 3, 4, 2]);
    }
}
