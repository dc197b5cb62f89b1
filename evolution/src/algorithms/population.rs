//! Parts that most algorithms share: first genomes, children, and their scores.

use super::individual::{Child, Individual};
use super::{GenerationContext, Request};
use crate::fitness::Score;
use crate::genome::Candidate;
use crate::operators::Context;
use crate::operators::selection::{Pool, reads_cases};
use crate::role::Role;
use crate::task::Measurement;
use std::borrow::Borrow;
use unstuck_core::random::{Stream, stream};

/// The stripe of the only population.
pub const ALONE: (u64, u64) = (0, 1);

/// Makes genomes for one generation.
pub struct Breeding<'a> {
    generation: &'a GenerationContext<'a>,
    /// Whether children are measured as their parents were, so that the two can be compared.
    comparable: bool,
}

impl<'a> Breeding<'a> {
    /// For a generation.
    pub fn new(generation: &'a GenerationContext<'a>) -> Self {
        Self { generation, comparable: !generation.changed }
    }

    /// The same, for parents that were measured again, or that can never be compared.
    pub fn comparable(self, comparable: bool) -> Self {
        Self { comparable, ..self }
    }

    fn with_context<R>(
        &self,
        random: &mut Stream,
        first_is_better: bool,
        run: impl FnOnce(&mut Context<'_>) -> R,
    ) -> R {
        let generation = self.generation;
        let rows = generation.context.fit_matrix(Role::Train);
        run(&mut Context {
            space: generation.space,
            tools: generation.tools,
            random,
            progress: generation.progress,
            first_is_better,
            probe: (rows.rows() > 0).then_some(rows),
        })
    }

    /// The first genomes of a population: the given ones, then new ones. Of several populations, identified by their
    /// stripes, each takes its turn with the given ones.
    pub fn first(&self, count: usize, (stripe, stripes): (u64, u64)) -> Vec<Child> {
        let turn = self.generation.initial.iter().skip(stripe as usize).step_by(stripes.max(1) as usize);
        let given = turn.take(count).cloned().map(Child::fresh);
        let mut children: Vec<Child> = given.collect();
        while children.len() < count {
            children.push(self.fresh(stripe, children.len()));
        }
        children
    }

    /// A new genome.
    pub fn fresh(&self, stripe: u64, place: usize) -> Child {
        let name = [self.generation.number.into(), stripe, place as u64];
        let mut random = stream(self.generation.seed, "create", &name);
        let genome = self.with_context(&mut random, true, |context| context.create());
        let space = self.generation.space;
        let search = space.search.as_ref().map(|space| space.draw(&mut random));
        let attempts = space.attempts.as_ref().map(|space| space.draw(&mut random)).unwrap_or_default();
        Child::fresh(Candidate { genome, search, attempts })
    }

    /// A child of two individuals of a pool.
    pub fn child(&self, parents: &[&Individual], pool: &Pool<'_>, stripe: u64, place: usize) -> Child {
        let generation = self.generation;
        let name = [generation.number.into(), stripe, place as u64];
        let mut random = stream(generation.seed, "breed", &name);
        let selection = &generation.tools.selection;
        let (first, second) = (selection.operator.apply)(&mut random, &selection.parameters, pool);
        let (first, second) = (parents[first], parents[second]);
        let (a, b) = (first.score.fitness, second.score.fitness);
        let (one, other) = (&first.candidate, &second.candidate);
        let bred =
            self.with_context(&mut random, a <= b, |context| context.breed(&one.genome, &other.genome));
        let search = match (&generation.space.search, &one.search, &other.search) {
            (Some(space), Some(one), Some(other)) => {
                let mixed = if bred.crossed { space.cross(one, other, &mut random) } else { one.clone() };
                Some(space.mutate(&mixed, generation.tools.mutation_rate, &mut random))
            }
            _ => None,
        };
        let attempts = match &generation.space.attempts {
            Some(space) => {
                let (one, other) = (&one.attempts, &other.attempts);
                let mixed = if bred.crossed { space.cross(one, other, &mut random) } else { one.clone() };
                space.mutate(&mixed, generation.tools.mutation_rate, &mut random)
            }
            None => Vec::new(),
        };
        Child {
            candidate: Candidate { genome: bred.genome, search, attempts },
            age: first.age.max(second.age) + 1,
            by: bred.by.into_iter().map(|(name, applied)| (name.into(), applied)).collect(),
            from: if bred.crossed { vec![first.id, second.id] } else { vec![first.id] },
            parents: self.comparable.then_some((a.min(b), a.max(b))),
        }
    }
}

/// Individuals of children and their scores.
pub fn measured(
    generation: &GenerationContext<'_>,
    children: Vec<Child>,
    measurements: &[Measurement<'_>],
) -> Vec<Individual> {
    let scored = children.into_iter().zip(measurements);
    scored.map(|(child, found)| individual(generation, child, generation.score(found))).collect()
}

/// An individual of a child and its score.
pub fn individual(generation: &GenerationContext<'_>, child: Child, score: Score) -> Individual {
    let improved = child.parents.map(|(better, _)| score.fitness < better);
    generation.operator_stats.borrow_mut().count(&child.by, improved);
    Individual {
        size: child.candidate.size(generation.space),
        id: child.candidate.fingerprint(),
        improved,
        candidate: child.candidate,
        score,
        age: child.age,
        by: child.by,
        from: child.from,
    }
}

/// The best of a population, to be measured again.
pub fn elite(population: &[Individual], count: usize, parsimony: bool) -> Vec<Child> {
    let order = ranked(population, parsimony).into_iter().take(count);
    order.map(|place| Child::again(&population[place], 1)).collect()
}

/// Requests for children.
pub fn requests(generation: &GenerationContext<'_>, children: &[Child]) -> Vec<Request> {
    children.iter().map(|child| generation.request(child.candidate.clone())).collect()
}

/// A fitness that lets the smaller of nearly equal genomes win: among values within about 0.1 % the size decides, and
/// among equal sizes the fitness. Unlike a comparison with a tolerance, this is an order.
fn parsimonious(fitness: f64, size: usize, on: bool) -> f64 {
    if !on || !fitness.is_finite() {
        return fitness;
    }
    let larger = 1.0 - 1.0 / (1.0 + size as f64 / 100.0);
    if fitness == 0.0 {
        return f64::MIN_POSITIVE * larger;
    }
    let thousandths = libm::log(fitness.abs()) * 1000.0;
    let step = thousandths.round();
    let rounded = libm::exp(step / 1000.0).copysign(fitness);
    // The size moves the value by far less than a step, the place within the step by far less than the size.
    rounded + rounded.abs() * (1e-4 * larger + 1e-10 * (thousandths - step) * fitness.signum())
}

/// What selection sees of individuals.
pub struct Seen {
    fitness: Vec<f64>,
    cases: Vec<Vec<f64>>,
}

impl Seen {
    /// Of these individuals.
    pub fn new(generation: &GenerationContext<'_>, individuals: &[&Individual]) -> Self {
        let fitness = |one: &&Individual| parsimonious(one.score.fitness, one.size, generation.parsimony);
        let cases = if reads_cases(generation.tools.selection.operator.name) {
            individuals.iter().map(|one| one.score.cases.clone()).collect()
        } else {
            Vec::new()
        };
        Self { fitness: individuals.iter().map(fitness).collect(), cases }
    }

    /// As a pool for selection.
    pub fn pool(&self) -> Pool<'_> {
        Pool::new(&self.fitness, &self.cases, &[])
    }
}

/// Numbers of the individuals, the best first.
pub fn ranked<I: Borrow<Individual>>(individuals: &[I], parsimony: bool) -> Vec<usize> {
    let key = |one: &Individual| parsimonious(one.score.fitness, one.size, parsimony);
    let fitness: Vec<f64> = individuals.iter().map(|one| key(one.borrow())).collect();
    let mut order: Vec<usize> = (0..individuals.len()).collect();
    order.sort_unstable_by(|&a, &b| fitness[a].total_cmp(&fitness[b]).then(a.cmp(&b)));
    order
}

#[cfg(test)]
mod tests;
