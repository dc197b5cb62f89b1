//! Checked syntax to ground task.
//!
//! 1. **Normalise**: types become sets of objects; conditions are put into negation normal form and split at
//!    disjunctions; conditional effects are kept.
//! 2. **Reach**: all atoms and operators that the delete relaxation can reach, by semi-naive Datalog on integers.
//! 3. **Invariants**: lifted invariants (Helmert 2009), their instances as mutex groups, and a greedy choice of groups
//!    that become finite-domain variables.
//! 4. **Encode**: operators and axioms over facts; operators with contradicting conditions or without effect are
//!    dropped.
//! 5. **Prune**: what cannot influence the goal is removed.
//!
//! Nothing depends on names; everything is in order of declaration.

mod assemble;
mod atoms;
mod bits;
mod branches;
mod conditions;
mod constants;
mod costs;
mod effects;
mod encode;
mod facts;
mod formula;
mod groups;
mod invariants;
mod join;
mod meter;
mod normalise;
mod order;
mod prune;
mod reach;
mod relation;
mod rules;
mod slots;
mod symmetry;
mod tables;

pub use crate::observer::{Observer, Stage};

use crate::error::{Diagnostic, ParseError};
use crate::ids::AtomId;
use crate::syntax::tree::{Domain, Problem};
use crate::task::Task;
use assemble::Parts;
use conditions::{Conditions, Found};
use constants::{Constants, Status};
use facts::{Facts, NONE};
use join::Source;
use meter::Meter;
use order::Planner;
use prune::Renumbering;
use relation::Relation;
use rules::Program;

/// What grounding finds.
#[derive(Debug, Clone)]
pub enum Grounded {
    /// A task whose goal the delete relaxation reaches.
    Task(Box<Task>),
    /// The problem has no plan: its goal is out of reach even in the delete relaxation, or contradicts an invariant.
    Unreachable,
}

/// Why grounding did not finish. None of these means that there is no plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GroundError {
    /// The observer stopped it: a limit of the caller.
    #[error("grounding was stopped by a limit")]
    Stopped,
    /// More than 2^32 conditions or operators.
    #[error("the ground task is too large for 32-bit ids")]
    TooLarge,
    /// Something in the texts that only shows when grounding.
    #[error(transparent)]
    Invalid(Diagnostic),
}

impl From<ParseError> for GroundError {
    fn from(error: ParseError) -> Self {
        match error {
            ParseError::Stopped => Self::Stopped,
            ParseError::Invalid(diagnostic) => Self::Invalid(diagnostic),
        }
    }
}

/// Grounds a problem.
///
/// The result depends on the two syntax trees only. See [`crate::task`] for an example.
pub fn ground(
    domain: &Domain,
    problem: &Problem,
    observer: &mut dyn Observer,
) -> Result<Grounded, GroundError> {
    let mut meter = Meter::new(observer);
    meter.stage(Stage::Normalise);
    let mut program = normalise::normalise(domain, problem);
    let relations = tables::load(&program, problem, &mut meter)?;
    tables::narrow(&mut program, &relations);
    meter.poll(0)?;

    meter.stage(Stage::Reach);
    let mut reached = reach::reach(&program, relations, &mut meter)?;
    meter.bytes = reached.bytes();
    let relations = &mut reached.relations;
    let goal_conditions = Conditions::new(&program.goal, &[], &program.goal_domains, &program, relations);
    if !may_hold(&program, relations, &mut meter)? {
        return Ok(Grounded::Unreachable);
    }

    meter.stage(Stage::Invariants);
    let mut ordered = atoms::order(&program, &reached);
    meter.lasting = ordered.bytes();
    meter.poll(0)?;
    let mut goal = Found::default();
    let mut binding = vec![0; program.goal_domains.len()];
    let mut mirrored = vec![false; ordered.atoms.len()];
    {
        let facts = Facts::new(&ordered, &program, &[], &mirrored);
        meter.poll(facts.bytes())?;
        if !goal_conditions.collect(&mut binding, &reached.relations, &facts, &mut meter, &mut goal)? {
            return Ok(Grounded::Unreachable);
        }
    }
    let invariants = invariants::synthesise(&program, &reached.counts, &mut meter)?;
    let groups = groups::instantiate(&invariants, &ordered, &mut meter)?;
    meter.lasting += groups.bytes();
    let chosen = groups::cover(&groups, ordered.atoms.len());
    meter.lasting += chosen.iter().map(|atoms| 4 * atoms.capacity() + size_of_val(atoms)).sum::<usize>();
    meter.poll(0)?;

    meter.stage(Stage::Encode);
    let mut facts = Facts::new(&ordered, &program, &chosen, &mirrored);
    meter.lasting += facts.bytes();
    let prepared: Vec<encode::Prepared<'_>> = program
        .rules
        .iter()
        .map(|rule| encode::Prepared::new(rule, &program, &mut reached.relations))
        .collect();
    let mut mark = |entry: facts::Entry| {
        if let crate::task::Meaning::True(AtomId(atom)) = facts.meanings[entry.fact as usize] {
            mirrored[atom as usize] = true;
        }
    };
    encode::mark_negated(&prepared, &reached, &facts, &mut meter, &mut mark)?;
    goal.clear();
    goal_conditions.collect(&mut binding, &reached.relations, &facts, &mut meter, &mut goal)?;
    goal.unexpressed(&facts, &mut mark);
    if mirrored.contains(&true) {
        facts = Facts::new(&ordered, &program, &chosen, &mirrored);
    }
    goal.clear();
    goal_conditions.collect(&mut binding, &reached.relations, &facts, &mut meter, &mut goal)?;
    if !goal.resolve(&facts) {
        return Ok(Grounded::Unreachable);
    }
    let costs = costs::Costs::new(domain, problem);
    let arities = domain.actions.iter().map(|action| action.parameters as u32).collect();
    let (mut operators, axioms) =
        encode::encode(&program, &prepared, &mut reached, &facts, &costs, arities, &mut meter)?;
    drop(prepared);
    drop(reached);
    meter.bytes = operators.bytes() + axioms.bodies.bytes();

    meter.stage(Stage::Prune);
    let initial = facts.initial(&ordered);
    let constants = Constants::new(&facts, &operators, &axioms, &initial, &mut meter)?;
    let statuses = &constants.statuses;
    let mut goal = goal.facts;
    if goal.iter().any(|&fact| statuses[fact as usize] == Status::Never)
        || groups::contradict(&groups, &facts, &goal)
    {
        return Ok(Grounded::Unreachable);
    }
    goal.retain(|&fact| statuses[fact as usize] == Status::Open);
    let kept = prune::relevant(&facts, &operators, &axioms, &goal, &constants, &mut meter)?;
    let renumbering = Renumbering::new(&facts, &kept, statuses);
    renumbering.operators(&mut operators, statuses, &mut meter)?;
    let axioms = renumbering.axioms(&axioms, statuses);
    constants.make_static(&facts, &mut ordered);
    debug_assert!(goal.iter().all(|&fact| renumbering.facts[fact as usize] != NONE));
    let parts = Parts {
        domain,
        problem,
        program: &program,
        ordered,
        facts: &facts,
        renumbering: &renumbering,
        operators,
        axioms,
        initial,
        goal,
        groups,
        invariants: &invariants,
    };
    Ok(Grounded::Task(Box::new(parts.task())))
}

/// Whether the goal's static conditions hold and all its atoms were reached.
fn may_hold(
    program: &Program,
    relations: &mut [Relation],
    meter: &mut Meter<'_>,
) -> Result<bool, GroundError> {
    let domains = &program.goal_domains;
    let mut planner =
        Planner { relations, predicates: &program.predicates, domains, objects: program.objects };
    let join = planner.plan(&program.goal, &[], &[], None);
    let mut holds = false;
    join.run(Source { relations, newest: u32::MAX }, &mut [], meter, &mut |_, _| {
        holds = true;
        Ok(())
    })?;
    Ok(holds)
}
