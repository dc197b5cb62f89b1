//! Interchangeable objects: which operators of a state need not be applied.
//!
//! Two objects of a class ([`unstuck_pddl::task::Symmetry`]) are interchangeable in a state if the same unary atoms are
//! true of them and no other atom that mentions one is true. Swapping them leaves the state, the goal and all costs as
//! they are, so operators that differ by the swap lead to states that are equally far from the goal. An operator is left
//! out if some swap turns its arguments into lexicographically smaller ones; the smallest of those that swaps turn into
//! each other always stays.

use crate::task::layout::{Field, Layout};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use unstuck_pddl::ids::{AtomId, ObjectId, PredicateId};
use unstuck_pddl::task::{PredicateKind, Task};

/// Most objects of all classes that are looked at; further ones count as distinguishable, which is always right.
const MAX: usize = 2_048;
/// Most blocks of a class in one state; objects of further ones count as distinguishable.
const MAX_BLOCKS: usize = 32;
/// No member.
const NONE: u16 = u16::MAX;

/// A number of an object that belongs to a class.
pub type Member = u16;

/// The classes of a task, prepared for looking at states.
#[derive(Debug, Default)]
pub struct Symmetry {
    /// For each object: its member number, or [`NONE`].
    members: Vec<Member>,
    classes: Vec<Range<Member>>,
    /// For each member: the object.
    objects: Vec<ObjectId>,
    /// For each member: its class.
    class_of: Vec<u16>,
    /// For each member: the end of its row in `fields`.
    ends: Vec<u32>,
    /// Variables with atoms that mention the member, each with the start of its row in `tags`.
    fields: Vec<(Field, u32)>,
    /// For each value of such a variable: what it says about the member.
    tags: Vec<u8>,
}

/// The value says nothing about the member.
const SILENT: u8 = u8::MAX;
/// The value says something that distinguishes the member from all others. Smaller tags are unary predicates.
const DISTINCT: u8 = 63;

/// The blocks of interchangeable objects in one state.
#[derive(Debug, Clone)]
pub struct Blocks {
    /// For each member: its block within the class, with [`LATER`] if it is not the first of it; or [`ALONE`].
    ids: [u8; MAX],
}

const ALONE: u8 = 127;
const LATER: u8 = 128;

impl Blocks {
    /// No two objects are interchangeable: nothing is left out.
    pub const DISTINCT: &'static Self = &Self { ids: [ALONE; MAX] };

    /// Whether an earlier object is interchangeable with this one.
    #[inline]
    pub fn is_later(&self, member: Member) -> bool {
        self.ids[usize::from(member) % MAX] & LATER != 0
    }
}

impl Symmetry {
    /// Prepares the classes of a task.
    pub fn new(task: &Task, layout: &Layout) -> Self {
        let mut this = Self { members: vec![NONE; task.objects.len()], ..Self::default() };
        for class in task.symmetry.classes().iter() {
            for group in alike(task, class) {
                this.add(task, layout, &group);
            }
        }
        this
    }

    /// Whether no objects are interchangeable in any state.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// The member number of an object, if it belongs to a class.
    #[inline]
    pub fn member(&self, object: ObjectId) -> Option<Member> {
        Some(self.members[object.index()]).filter(|&member| member != NONE)
    }

    /// The class of a member.
    pub fn class(&self, member: Member) -> u16 {
        self.class_of[usize::from(member)]
    }

    fn add(&mut self, task: &Task, layout: &Layout, group: &[ObjectId]) {
        let first = self.class_of.len();
        let group = &group[..group.len().min(MAX - first)];
        if group.len() < 2 {
            return;
        }
        let class = self.classes.len() as u16;
        let mut unary: Vec<PredicateId> = Vec::new();
        for &object in group {
            self.members[object.index()] = self.class_of.len() as Member;
            self.class_of.push(class);
            self.objects.push(object);
            let mut variables: Vec<_> = fluents(task, object)
                .map(|atom| task.variables.variable(task.variables.fact(atom)))
                .collect();
            variables.sort_unstable();
            variables.dedup();
            let mut end = self.tags.len();
            let mut starts = Vec::with_capacity(variables.len());
            for &variable in &variables {
                self.fields.push((layout.field(variable), end as u32));
                starts.push(end);
                end += task.variables.size(variable) as usize;
            }
            self.tags.resize(end, SILENT);
            for atom in fluents(task, object) {
                let fact = task.variables.fact(atom);
                let Ok(place) = variables.binary_search(&task.variables.variable(fact)) else { continue };
                let tag = match task.atoms.objects(atom) {
                    [_] => tag(&mut unary, task.atoms.predicate(atom)),
                    _ => DISTINCT,
                };
                self.tags[starts[place] + task.variables.value(fact) as usize] = tag;
            }
            self.ends.push(self.fields.len() as u32);
        }
        self.classes.push(first as Member..self.class_of.len() as Member);
    }

    /// The blocks of a state.
    pub fn blocks(&self, words: &[u64]) -> Blocks {
        let mut blocks = Blocks::DISTINCT.clone();
        for class in &self.classes {
            let mut known = [0_u64; MAX_BLOCKS];
            let mut count = 0;
            for member in class.clone().map(usize::from) {
                let signature = self.signature(member, words);
                if signature >> DISTINCT != 0 {
                    continue;
                }
                blocks.ids[member] = match known[..count].iter().position(|&other| other == signature) {
                    Some(block) => block as u8 | LATER,
                    None if count == MAX_BLOCKS => ALONE,
                    None => {
                        known[count] = signature;
                        count += 1;
                        (count - 1) as u8
                    }
                };
            }
        }
        blocks
    }

    /// The true unary atoms of a member as bits; the highest one if something else is true of it.
    #[inline]
    fn signature(&self, member: usize, words: &[u64]) -> u64 {
        let start = if member == 0 { 0 } else { self.ends[member - 1] };
        let row = &self.fields[start as usize..self.ends[member] as usize];
        row.iter().fold(0, |signature, &(field, tags)| {
            match self.tags[(tags + field.value(words)) as usize] {
                SILENT => signature,
                tag => signature | 1 << tag,
            }
        })
    }

    /// Whether no swap makes the arguments of an operator smaller.
    pub fn is_canonical(&self, arguments: &[ObjectId], blocks: &Blocks) -> bool {
        arguments.iter().enumerate().all(|(at, &object)| {
            let Some(member) = self.member(object) else { return true };
            let own = blocks.ids[usize::from(member)] & !LATER;
            if own == ALONE || arguments[..at].contains(&object) {
                return true;
            }
            let class = &self.classes[usize::from(self.class(member))];
            // Earlier ones of the block must have occurred before.
            (class.start..member)
                .filter(|&other| blocks.ids[usize::from(other)] & !LATER == own)
                .all(|other| arguments[..at].iter().any(|&before| self.member(before) == Some(other)))
        })
    }

    /// The arguments of the first operator that swaps turn this one into.
    pub fn canonical(&self, arguments: &[ObjectId], blocks: &Blocks) -> Vec<ObjectId> {
        let mut first: Vec<ObjectId> = Vec::with_capacity(arguments.len());
        for (at, &object) in arguments.iter().enumerate() {
            let before = arguments[..at].iter().position(|&other| other == object);
            let own = self.member(object).map(|member| (member, blocks.ids[usize::from(member)] & !LATER));
            let replaced = match (before, own) {
                (Some(before), _) => first[before],
                (None, Some((member, own))) if own != ALONE => {
                    let class = &self.classes[usize::from(self.class(member))];
                    let equal = |&other: &Member| blocks.ids[usize::from(other)] & !LATER == own;
                    let mut equals =
                        class.clone().filter(equal).map(|other| self.objects[usize::from(other)]);
                    equals.find(|other| !first.contains(other)).unwrap_or(object)
                }
                _ => object,
            };
            first.push(replaced);
        }
        first
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        2 * self.members.capacity() + 16 * self.fields.capacity() + self.tags.capacity()
    }
}

/// The tag of a unary predicate: its place in a list that grows.
fn tag(unary: &mut Vec<PredicateId>, predicate: PredicateId) -> u8 {
    let place = unary.iter().position(|&known| known == predicate).unwrap_or_else(|| {
        unary.push(predicate);
        unary.len() - 1
    });
    place.min(usize::from(DISTINCT)) as u8
}

/// The atoms that mention an object of a class and that operators set. Derived atoms follow from those.
fn fluents(task: &Task, object: ObjectId) -> impl Iterator<Item = AtomId> + '_ {
    let fluent =
        |&atom: &AtomId| task.predicates[task.atoms.predicate(atom).index()].kind == PredicateKind::Fluent;
    task.symmetry.atoms(object).iter().copied().filter(fluent)
}

/// Splits a class into objects that the ground task mentions in the same way: reachability may keep atoms of one and
/// not of another.
fn alike(task: &Task, class: &[ObjectId]) -> Vec<Vec<ObjectId>> {
    let mut groups: Vec<Vec<ObjectId>> = Vec::new();
    let mut of_shape: FxHashMap<u64, usize> = FxHashMap::default();
    for &object in class {
        let mut shape = 0_u64;
        for atom in fluents(task, object) {
            let mut hasher = FxHasher::default();
            task.atoms.predicate(atom).hash(&mut hasher);
            for &other in task.atoms.objects(atom) {
                match task.symmetry.class(other) {
                    _ if other == object => u64::MAX.hash(&mut hasher),
                    Some(class) => (u64::MAX - 1 - class as u64).hash(&mut hasher),
                    None => u64::from(other.0).hash(&mut hasher),
                }
            }
            shape = shape.wrapping_add(hasher.finish());
        }
        let group = *of_shape.entry(shape).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(object);
    }
    groups
}
