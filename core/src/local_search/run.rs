//! The state that all algorithms share: limits, effort, the best solution and its curve.

use super::{Improvement, Limits, Observer, Outcome, Parameters, Stats, Stop};
use crate::language::Evaluator;
use crate::optimisation::acceptance::{Acceptance, Accepting};
use crate::optimisation::decision::{Featured, Rule};
use crate::optimisation::{Cost, Measure, Prices, Solvable};
use crate::random::{RngExt, Stream, stream};
use crate::search::Limit;
use std::ops::ControlFlow;

/// Effort between two polls of the observer: about a millisecond.
const POLL: u64 = 1_000_000;

/// A running solve.
pub struct Run<'a, O: Solvable + Featured> {
    /// The instance.
    pub problem: &'a O,
    /// Algorithm and parameters.
    pub parameters: &'a Parameters,
    /// What the steps cost.
    pub prices: Prices,
    /// What was done so far.
    pub stats: Stats,
    /// Buffers of the problem.
    pub scratch: O::Scratch,
    rule: Rule<O>,
    accept: Option<Evaluator<Accepting>>,
    chance: Stream,
    seed: u64,
    limits: Limits,
    next_poll: u64,
    observer: &'a mut dyn Observer,
    from: Option<&'a O::Solution>,
    best: Option<(O::Solution, Measure)>,
    bound: Option<Cost>,
    curve: Vec<Improvement>,
    values: Vec<(O::Choice, f64)>,
}

impl<'a, O: Solvable + Featured> Run<'a, O> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn new(
        problem: &'a O,
        rule: Rule<O>,
        accept: Option<Evaluator<Accepting>>,
        parameters: &'a Parameters,
        seed: u64,
        limits: Limits,
        from: Option<&'a O::Solution>,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let mut run = Self {
            problem,
            parameters,
            prices: problem.prices(),
            stats: Stats::default(),
            scratch: problem.scratch(),
            rule,
            accept,
            chance: stream(seed, "accept", &[]),
            seed,
            limits,
            next_poll: POLL,
            observer,
            from,
            best: None,
            bound: problem.lower_bound(),
            curve: Vec::new(),
            values: Vec::new(),
        };
        if let Some(from) = from {
            // Whether it is optimal already is found out by the first solution that an algorithm keeps.
            let _ = run.keep(from, Measure::of(problem, from));
        }
        run
    }

    /// A random stream of this solve.
    pub fn stream(&self, purpose: &str) -> Stream {
        stream(self.seed, purpose, &[])
    }

    /// The part of the effort limit that is spent, from 0 to 1; 0 without a limit.
    pub fn progress(&self) -> f64 {
        match self.limits.effort {
            Some(limit) if limit > 0 => (self.stats.effort as f64 / limit as f64).min(1.0),
            _ => 0.0,
        }
    }

    /// Whether effort is limited.
    pub(crate) fn is_limited(&self) -> bool {
        self.limits.effort.is_some()
    }

    /// Counts effort. A limit ends the solve only once there is a solution.
    #[inline]
    pub(crate) fn spend(&mut self, effort: u64) -> ControlFlow<Stop> {
        self.stats.effort += effort;
        if self.best.is_none() {
            return ControlFlow::Continue(());
        }
        if self.limits.effort.is_some_and(|limit| self.stats.effort >= limit) {
            return ControlFlow::Break(Stop::Limit(Limit::Effort));
        }
        if self.stats.effort >= self.next_poll { self.poll() } else { ControlFlow::Continue(()) }
    }

    #[cold]
    fn poll(&mut self) -> ControlFlow<Stop> {
        self.next_poll = self.stats.effort + POLL;
        let best = self.best.as_ref().map(|(_, measure)| measure.cost);
        if let Some(limit) = self.observer.poll(&self.stats, best) {
            return ControlFlow::Break(Stop::Limit(limit));
        }
        if let Some((solution, _)) = self.best.as_ref().filter(|_| self.observer.is_looking()) {
            let mut text = String::new();
            self.problem.write(solution, &mut text);
            self.observer.look(&text);
        }
        ControlFlow::Continue(())
    }

    /// The best solution so far.
    pub fn best(&self) -> Option<(&O::Solution, Measure)> {
        self.best.as_ref().map(|(solution, measure)| (solution, *measure))
    }

    /// Keeps a solution if it is the best; ends the solve if none can be better.
    pub fn keep(&mut self, solution: &O::Solution, measure: Measure) -> ControlFlow<Stop> {
        let better = match &mut self.best {
            Some((_, best)) if *best <= measure => false,
            Some((kept, best)) => {
                kept.clone_from(solution);
                let better = measure.cost < best.cost;
                *best = measure;
                better
            }
            None => {
                self.best = Some((solution.clone(), measure));
                true
            }
        };
        if better {
            let mut improvement = Improvement { effort: self.stats.effort, seconds: 0.0, cost: measure.cost };
            self.observer.improved(&mut improvement);
            self.curve.push(improvement);
        }
        let best = self.best.as_ref().map(|(_, best)| best.cost);
        match self.bound {
            Some(bound) if best.is_some_and(|cost| cost <= bound) => ControlFlow::Break(Stop::Optimal),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Whether a solution is to replace the present one: by the rule, if there is one; else if it is no worse, or than
    /// `threshold`. `stagnation` are the rounds since the best one was found.
    pub fn accepts(&mut self, present: Measure, after: Measure, threshold: Measure, stagnation: u64) -> bool {
        let progress = self.progress();
        let Some(accept) = &mut self.accept else { return after <= present || after <= threshold };
        let best = self.best.as_ref().map_or(present, |(_, best)| *best);
        let view = Acceptance {
            worse: self.problem.energy(after - present),
            gap: self.problem.energy(present - best),
            progress,
            stagnation: stagnation as f64,
            uniform: self.chance.random(),
        };
        accept.next_step();
        accept.value(&view) > 0.0
    }

    /// The solution to improve: the one to start from, or else a constructed one, which is kept.
    pub fn first(&mut self) -> ControlFlow<Stop, (O::Solution, Measure)> {
        let (solution, measure) = match self.from {
            Some(from) => (from.clone(), Measure::of(self.problem, from)),
            None => self.construct(self.problem.start(self.rule.features()), None)?,
        };
        self.keep(&solution, measure)?;
        ControlFlow::Continue((solution, measure))
    }

    /// A construction from its beginning, with noise if there is any.
    pub fn build(&mut self, noise: Option<(f64, &mut Stream)>) -> ControlFlow<Stop, (O::Solution, Measure)> {
        self.construct(self.problem.start(self.rule.features()), noise)
    }

    /// A solution without some parts, constructed to its end.
    pub(crate) fn recreate(
        &mut self,
        solution: &O::Solution,
        removed: &[usize],
        noise: Option<(f64, &mut Stream)>,
    ) -> ControlFlow<Stop, (O::Solution, Measure)> {
        self.construct(self.problem.without(solution, removed, self.rule.features()), noise)
    }

    /// Continues a construction to its end. With noise, any choice may be made whose value is within that part of the range
    /// between the greatest and the smallest.
    fn construct(
        &mut self,
        mut partial: O::Partial,
        mut noise: Option<(f64, &mut Stream)>,
    ) -> ControlFlow<Stop, (O::Solution, Measure)> {
        let per_choice = self.prices.choice + self.rule.price();
        loop {
            let chosen = match &mut noise {
                Some((noise, random)) if *noise > 0.0 => {
                    self.rule.values(self.problem, &partial, &mut self.values);
                    near_the_best(&mut self.values, *noise, random)
                }
                _ => self.rule.choose(self.problem, &partial),
            };
            let Some((choice, count)) = chosen else { break };
            self.problem.extend(&mut partial, choice);
            self.stats.steps += 1;
            self.stats.choices += count;
            self.spend(self.prices.step + per_choice * count)?;
        }
        self.spend(self.problem.overhead())?;
        let solution = self.problem.finish(&partial);
        self.stats.constructions += 1;
        let measure = Measure::of(self.problem, &solution);
        ControlFlow::Continue((solution, measure))
    }

    pub(super) fn outcome(self, stop: Option<Stop>) -> Outcome<O::Solution> {
        let limit = match stop {
            Some(Stop::Limit(limit)) => Some(limit),
            _ => None,
        };
        let Some((solution, Measure { cost, .. })) = self.best else {
            unreachable!("every algorithm keeps its first solution, which no limit prevents")
        };
        let Self { bound: lower_bound, curve, stats, .. } = self;
        Outcome { solution, cost, lower_bound, curve, limit, stats }
    }
}

/// Draws one of the choices whose values are near the greatest; and says how many choices there were.
fn near_the_best<C: Copy>(values: &mut Vec<(C, f64)>, noise: f64, random: &mut Stream) -> Option<(C, u64)> {
    let count = values.len() as u64;
    let greatest = values.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
    let smallest = values.iter().map(|&(_, value)| value).fold(f64::INFINITY, f64::min);
    let least = greatest - noise * (greatest - smallest);
    values.retain(|&(_, value)| value >= least);
    (!values.is_empty()).then(|| (values[random.random_range(0..values.len())].0, count))
}
