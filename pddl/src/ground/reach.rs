//! Relaxed reachability: which atoms and operators can be reached if nothing is ever deleted.
//!
//! Semi-naive evaluation of the rules as a Datalog program. New atoms wait in a queue; when one is taken, every rule
//! with a matching condition is joined with the atoms before it, so each binding is found exactly once: at the last of
//! its atoms. Bindings of actions go to one array for each rule; they are the operators.

use super::GroundError;
use super::bits::Bits;
use super::join::{Join, Source};
use super::meter::Meter;
use super::order::Planner;
use super::relation::Relation;
use super::rules::{Body, Head, LiftedAtom, Program, Rule, value};
use crate::syntax::tree::Term;

/// What is reachable.
pub(super) struct Reached {
    pub(super) relations: Vec<Relation>,
    /// For each rule its bindings, one behind the other, `bound` slots each.
    pub(super) bindings: Vec<Vec<u32>>,
    /// Number of bindings of each rule: a rule without slots has one at most.
    pub(super) counts: Vec<u32>,
    /// For each predicate and initial atom: whether an operator deletes it.
    pub(super) deleted: Vec<Vec<bool>>,
}

/// A Datalog rule: an action with its plain effects, one of its other effects, or an axiom.
struct Job<'p> {
    domains: &'p [Bits],
    /// Conditions; for an effect those of the action and its own.
    body: Body,
    /// Slots of the rule, which are the first.
    slots: usize,
    /// Further slots: the variables of an effect.
    variables: &'p [u32],
    heads: Vec<(&'p LiftedAtom, bool)>,
    /// The rule whose bindings are stored.
    stored: Option<usize>,
    /// Universal conditions on static predicates only: nothing may satisfy their guards.
    forbidden: Vec<Join>,
}

/// A job and the condition that a new atom of a predicate may satisfy.
struct Trigger {
    job: usize,
    /// The atom as the job's condition has it; checks beyond it are in the join.
    atom: LiftedAtom,
    join: Join,
}

/// Computes what is reachable.
pub(super) fn reach(
    program: &Program,
    relations: Vec<Relation>,
    meter: &mut Meter<'_>,
) -> Result<Reached, GroundError> {
    let initial: Vec<usize> = relations.iter().map(Relation::len).collect();
    let mut state = Reached {
        deleted: initial.iter().map(|&count| vec![false; count]).collect(),
        bindings: vec![Vec::new(); program.rules.len()],
        counts: vec![0; program.rules.len()],
        relations,
    };
    let mut jobs: Vec<Job<'_>> = Vec::new();
    for (index, rule) in program.rules.iter().enumerate() {
        add_jobs(rule, index, &mut jobs);
    }
    let (starts, triggers) = plan(program, &mut jobs, &mut state.relations);
    state.relations.iter_mut().for_each(Relation::discard_unused);

    let widest = program.rules.iter().map(|rule| rule.domains.len()).max().unwrap_or(0);
    let mut run =
        Run { binding: vec![0; widest], scratch: Vec::new(), queue: Vec::new(), arguments: Vec::new() };
    for (predicate, &count) in initial.iter().enumerate() {
        if !program.predicates[predicate].is_static() {
            run.queue.extend(std::iter::repeat_n(predicate as u32, count));
        }
    }
    for (job, join) in &starts {
        run.fire(&jobs[*job], join, u32::MAX, &mut state, meter)?;
    }
    let mut next = 0;
    while next < run.queue.len() {
        let predicate = run.queue[next] as usize;
        next += 1;
        let row = state.relations[predicate].reveal();
        for trigger in &triggers[predicate] {
            let job = &jobs[trigger.job];
            if matches(&trigger.atom, state.relations[predicate].row(row), job.domains, &mut run.binding) {
                run.fire(job, &trigger.join, row, &mut state, meter)?;
            }
        }
        if next % 256 == 0 {
            meter.bytes = state.bytes() + 4 * run.queue.capacity();
        }
    }
    Ok(state)
}

impl Reached {
    pub(super) fn bytes(&self) -> usize {
        self.relations.iter().map(Relation::bytes).sum::<usize>()
            + self.bindings.iter().map(|list| 4 * list.capacity()).sum::<usize>()
    }
}

fn add_jobs<'p>(rule: &'p Rule, index: usize, jobs: &mut Vec<Job<'p>>) {
    let plain = rule.effects.iter().filter(|effect| effect.is_plain());
    let mut heads: Vec<(&LiftedAtom, bool)> = plain.map(|effect| (&effect.atom, effect.add)).collect();
    if let Head::Axiom(atom) = &rule.head {
        heads.push((atom, true));
    }
    let job = |body: Body, variables, heads, stored| Job {
        domains: &rule.domains,
        body,
        slots: rule.bound,
        variables,
        heads,
        stored,
        forbidden: Vec::new(),
    };
    jobs.push(job(rule.body.clone(), &[], heads, Some(index)));
    for effect in rule.effects.iter().filter(|effect| !effect.is_plain()) {
        let mut body = rule.body.clone();
        body.positive.extend_from_slice(&effect.body.positive);
        body.negative.extend_from_slice(&effect.body.negative);
        body.equal.extend(&effect.body.equal);
        body.unequal.extend(&effect.body.unequal);
        body.universal.extend(effect.body.universal.iter().cloned());
        jobs.push(job(body, &effect.variables, vec![(&effect.atom, effect.add)], None));
    }
}

/// Plans one join for each job and each condition that can become true, and one for jobs that only have static ones.
fn plan(
    program: &Program,
    jobs: &mut [Job<'_>],
    relations: &mut [Relation],
) -> (Vec<(usize, Join)>, Vec<Vec<Trigger>>) {
    let mut starts = Vec::new();
    let mut triggers: Vec<Vec<Trigger>> = program.predicates.iter().map(|_| Vec::new()).collect();
    for (number, job) in jobs.iter_mut().enumerate() {
        let slots: Vec<u32> = (0..job.slots as u32).chain(job.variables.iter().copied()).collect();
        let mut planner = Planner {
            relations,
            predicates: &program.predicates,
            domains: job.domains,
            objects: program.objects,
        };
        let mut static_only = true;
        for (index, atom) in job.body.positive.iter().enumerate() {
            if program.predicates[atom.predicate.index()].is_static() {
                continue;
            }
            static_only = false;
            let bound: Vec<u32> = atom.arguments.iter().filter_map(|&term| slot_of(term)).collect();
            let join = planner.plan(&job.body, &bound, &slots, Some(index));
            triggers[atom.predicate.index()].push(Trigger { job: number, atom: atom.clone(), join });
        }
        if static_only {
            starts.push((number, planner.plan(&job.body, &[], &slots, None)));
        }
        for universal in job.body.universal.iter().filter(|universal| universal.consequence.is_none()) {
            let join = planner.plan(&universal.guard, &slots, &universal.variables, None);
            job.forbidden.push(join);
        }
    }
    (starts, triggers)
}

fn slot_of(term: Term) -> Option<u32> {
    match term {
        Term::Variable(slot) => Some(slot),
        Term::Object(_) => None,
    }
}

/// Binds the variables of a condition to the objects of an atom; false if they do not fit.
fn matches(atom: &LiftedAtom, row: &[u32], domains: &[Bits], binding: &mut [u32]) -> bool {
    for (position, (&term, &object)) in atom.arguments.iter().zip(row).enumerate() {
        match term {
            Term::Object(constant) if constant.0 != object => return false,
            Term::Object(_) => {}
            Term::Variable(slot) => {
                if !domains[slot as usize].contains(object) {
                    return false;
                }
                if atom.arguments[..position].contains(&term) && binding[slot as usize] != object {
                    return false;
                }
                binding[slot as usize] = object;
            }
        }
    }
    true
}

/// Buffers of the evaluation.
struct Run {
    binding: Vec<u32>,
    scratch: Vec<u32>,
    /// Predicates of atoms in order of discovery; their rows are taken in order.
    queue: Vec<u32>,
    arguments: Vec<u32>,
}

impl Run {
    /// Runs a join and applies the heads of the job to every binding.
    fn fire(
        &mut self,
        job: &Job<'_>,
        join: &Join,
        newest: u32,
        state: &mut Reached,
        meter: &mut Meter<'_>,
    ) -> Result<(), GroundError> {
        let Self { binding, scratch, queue, arguments } = self;
        // Heads cannot be applied while the join reads the relations, so bindings are collected first.
        let (mut found, width) = match job.stored {
            Some(rule) => (std::mem::take(&mut state.bindings[rule]), job.slots),
            None => (std::mem::take(scratch), job.domains.len()),
        };
        let start = found.len();
        let mut count = 0_u32;
        let source = Source { relations: &state.relations, newest };
        let result = join.run(source, binding, meter, &mut |binding, meter| {
            if !job.forbidden.is_empty() && is_forbidden(job, source, binding, meter)? {
                return Ok(());
            }
            meter.tick(|| 4 * found.capacity())?;
            found.extend_from_slice(&binding[..width]);
            count += 1;
            Ok(())
        });
        for number in 0..count as usize {
            let binding = &found[start + number * width..][..width];
            for &(atom, add) in &job.heads {
                let relation = &mut state.relations[atom.predicate.index()];
                arguments.clear();
                arguments.extend(atom.arguments.iter().map(|&term| value(term, binding)));
                if add {
                    if relation.insert(arguments).1 {
                        queue.push(atom.predicate.0);
                    }
                } else if let Some(row) = relation.find(arguments.iter().copied())
                    && let Some(deleted) = state.deleted[atom.predicate.index()].get_mut(row as usize)
                {
                    *deleted = true;
                }
            }
        }
        match job.stored {
            Some(rule) => {
                state.bindings[rule] = found;
                state.counts[rule] = state.counts[rule].checked_add(count).ok_or(GroundError::TooLarge)?;
            }
            None => {
                found.clear();
                *scratch = found;
            }
        }
        result
    }
}

/// Whether a universal condition on static atoms fails.
fn is_forbidden(
    job: &Job<'_>,
    source: Source<'_>,
    binding: &[u32],
    meter: &mut Meter<'_>,
) -> Result<bool, GroundError> {
    let mut inner = binding.to_vec();
    for join in &job.forbidden {
        let mut any = false;
        join.run(source, &mut inner, meter, &mut |_, _| {
            any = true;
            Ok(())
        })?;
        if any {
            return Ok(true);
        }
    }
    Ok(false)
}
