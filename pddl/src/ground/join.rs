//! Joins: all bindings that satisfy a conjunction, given values of some of its variables.
//!
//! A join is a sequence of steps, each of which looks up rows by what is bound already (a pipeline of binary hash
//! joins that stores no intermediate result). [`super::order`] chooses the sequence.

use super::GroundError;
use super::bits::Bits;
use super::meter::Meter;
use super::relation::Relation;
use super::rules::{LiftedAtom, value};
use crate::syntax::tree::Term;

/// The steps of a join.
#[derive(Debug, Default)]
pub(super) struct Join {
    pub(super) steps: Vec<Step>,
}

/// One step. Scans and enumerations branch; the others pass or fail.
#[derive(Debug)]
pub(super) enum Step {
    Scan(Scan),
    /// The slot takes all objects of a list.
    Enumerate(u32, Vec<u32>),
    /// The slot takes the object of a term if it lies in the domain.
    Assign(u32, Term, Bits),
    /// The atom is visible; `true` if it must not be the newest row.
    Contains(LiftedAtom, bool),
    /// The static atom is false.
    Absent(LiftedAtom),
    Equal(Term, Term),
    Unequal(Term, Term),
}

/// All rows of a relation that agree with what is bound.
#[derive(Debug)]
pub(super) struct Scan {
    pub(super) relation: usize,
    pub(super) index: usize,
    pub(super) key: Vec<Term>,
    /// Positions whose objects become the values of slots.
    pub(super) bind: Vec<(usize, u32)>,
    /// Positions that must have the object of a term, which may be bound by this scan.
    pub(super) same: Vec<(usize, Term)>,
    /// Whether the newest row is left out.
    pub(super) older: bool,
}

/// The relations that a join reads, and the newest row of the relation that triggered it.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) relations: &'a [Relation],
    pub(super) newest: u32,
}

impl Join {
    /// Calls `found` for every binding.
    pub(super) fn run(
        &self,
        source: Source<'_>,
        binding: &mut [u32],
        meter: &mut Meter<'_>,
        found: &mut impl FnMut(&[u32], &mut Meter<'_>) -> Result<(), GroundError>,
    ) -> Result<(), GroundError> {
        run(&self.steps, source, binding, meter, found)
    }
}

fn run(
    steps: &[Step],
    source: Source<'_>,
    binding: &mut [u32],
    meter: &mut Meter<'_>,
    found: &mut impl FnMut(&[u32], &mut Meter<'_>) -> Result<(), GroundError>,
) -> Result<(), GroundError> {
    let mut steps = steps;
    loop {
        let Some((step, rest)) = steps.split_first() else { return found(binding, meter) };
        let passes = match step {
            Step::Scan(scan) => return scan_rows(scan, rest, source, binding, meter, found),
            Step::Enumerate(slot, objects) => {
                for &object in objects {
                    meter.tick(|| 0)?;
                    binding[*slot as usize] = object;
                    run(rest, source, binding, meter, found)?;
                }
                return Ok(());
            }
            Step::Assign(slot, term, domain) => {
                let object = value(*term, binding);
                binding[*slot as usize] = object;
                domain.contains(object)
            }
            Step::Contains(atom, older) => {
                let relation = &source.relations[atom.predicate.index()];
                let row = relation.find(atom.arguments.iter().map(|&term| value(term, binding)));
                row.is_some_and(|row| row < relation.visible() && !(*older && row == source.newest))
            }
            Step::Absent(atom) => {
                let relation = &source.relations[atom.predicate.index()];
                relation.find(atom.arguments.iter().map(|&term| value(term, binding))).is_none()
            }
            Step::Equal(left, right) => value(*left, binding) == value(*right, binding),
            Step::Unequal(left, right) => value(*left, binding) != value(*right, binding),
        };
        if !passes {
            return Ok(());
        }
        steps = rest;
    }
}

fn scan_rows(
    scan: &Scan,
    rest: &[Step],
    source: Source<'_>,
    binding: &mut [u32],
    meter: &mut Meter<'_>,
    found: &mut impl FnMut(&[u32], &mut Meter<'_>) -> Result<(), GroundError>,
) -> Result<(), GroundError> {
    let relation = &source.relations[scan.relation];
    let index = &relation.indexes[scan.index];
    let mut at = index.first(scan.key.iter().map(|&term| value(term, binding)));
    while at != 0 {
        let (row, next) = index.entry(at);
        at = next;
        meter.tick(|| 0)?;
        if scan.older && row == source.newest {
            continue;
        }
        let arguments = relation.row(row);
        for &(position, slot) in &scan.bind {
            binding[slot as usize] = arguments[position];
        }
        if scan.same.iter().all(|&(position, term)| arguments[position] == value(term, binding)) {
            run(rest, source, binding, meter, found)?;
        }
    }
    Ok(())
}
