//! Mutex groups from invariants, and the choice of those that become variables.

use super::GroundError;
use super::atoms::Ordered;
use super::facts::Facts;
use super::invariants::Candidate;
use super::meter::Meter;
use crate::ids::{AtomId, ObjectId, PredicateId};
use crate::task::{Meaning, Rows};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher;

/// Instances of invariants with exactly one true atom initially: in every reachable state at most one of their atoms
/// is true. Groups of one atom are left out.
pub(super) fn instantiate(
    invariants: &[Candidate],
    ordered: &Ordered,
    meter: &mut Meter<'_>,
) -> Result<Rows<AtomId>, GroundError> {
    let mut groups: Rows<AtomId> = Rows::default();
    let mut seen: HashTable<u32> = HashTable::new();
    // Instance and atom; sorted, the atoms of an instance are together.
    let mut members: Vec<(u32, AtomId)> = Vec::new();
    for invariant in invariants {
        let mut instances = Instances::default();
        members.clear();
        for part in &invariant.parts {
            let positions = part.positions(invariant.parameters);
            let predicate = PredicateId::new(part.predicate);
            for atom in ordered.atoms.ids_of(predicate) {
                meter.tick(|| groups.bytes() + 8 * members.capacity())?;
                let initial = u32::from(ordered.initial[atom.index()]);
                let instance = instances.add(ordered.atoms.objects(atom), &positions, initial);
                members.push((instance, atom));
            }
            // An atom that is always true leaves no room for others.
            for atom in ordered.statics.ids_of(predicate) {
                instances.add(ordered.statics.objects(atom), &positions, 2);
            }
        }
        members.sort_unstable();
        for group in members.chunk_by(|a, b| a.0 == b.0) {
            if instances.weights[group[0].0 as usize] == 1 && group.len() > 1 {
                let atoms = || group.iter().map(|member| member.1);
                let same = |&other: &u32| groups.row(other as usize).iter().copied().eq(atoms());
                let rehash = |&other: &u32| hash(groups.row(other as usize).iter().copied());
                if let Entry::Vacant(free) = seen.entry(hash(atoms()), same, rehash) {
                    free.insert(groups.len() as u32);
                    groups.push(atoms());
                }
            }
        }
    }
    Ok(groups)
}

fn hash(atoms: impl Iterator<Item = AtomId>) -> u64 {
    let mut hasher = FxHasher::default();
    atoms.for_each(|atom| hasher.write_u32(atom.0));
    hasher.finish()
}

/// The instances of an invariant by their parameters, and how many of their atoms are true initially.
#[derive(Default)]
struct Instances {
    numbers: FxHashMap<Box<[u32]>, u32>,
    weights: Vec<u32>,
    key: Vec<u32>,
}

impl Instances {
    /// The instance of an atom, whose weight it increases.
    fn add(&mut self, objects: &[ObjectId], positions: &[usize], weight: u32) -> u32 {
        self.key.clear();
        self.key.extend(positions.iter().map(|&position| objects[position].0));
        let number = match self.numbers.get(self.key.as_slice()) {
            Some(&known) => known,
            None => {
                let number = self.weights.len() as u32;
                self.numbers.insert(self.key.as_slice().into(), number);
                self.weights.push(0);
                number
            }
        };
        self.weights[number as usize] += weight;
        number
    }
}

/// Chooses groups greedily: always one with the most atoms that no chosen group has, the first of those. Returns for
/// each chosen group these atoms.
pub(super) fn cover(groups: &Rows<AtomId>, atoms: usize) -> Vec<Vec<AtomId>> {
    let mut of_atom: Vec<u32> = vec![0; atoms + 1];
    groups.items().iter().for_each(|atom| of_atom[atom.index() + 1] += 1);
    (0..atoms).for_each(|atom| of_atom[atom + 1] += of_atom[atom]);
    let mut fill = of_atom.clone();
    let mut memberships = vec![0_u32; groups.items().len()];
    for (group, row) in groups.iter().enumerate() {
        for atom in row {
            memberships[fill[atom.index()] as usize] = group as u32;
            fill[atom.index()] += 1;
        }
    }
    let mut left: Vec<usize> = groups.iter().map(<[AtomId]>::len).collect();
    let largest = left.iter().copied().max().unwrap_or(0);
    let mut buckets: Vec<std::collections::BinaryHeap<std::cmp::Reverse<u32>>> =
        vec![Default::default(); largest + 1];
    left.iter().enumerate().for_each(|(group, &size)| buckets[size].push(std::cmp::Reverse(group as u32)));
    let mut covered = vec![false; atoms];
    let mut chosen = Vec::new();
    for size in (2..=largest).rev() {
        while let Some(std::cmp::Reverse(group)) = buckets[size].pop() {
            if left[group as usize] < size {
                buckets[left[group as usize]].push(std::cmp::Reverse(group));
                continue;
            }
            let row = groups.row(group as usize);
            let own: Vec<AtomId> = row.iter().copied().filter(|atom| !covered[atom.index()]).collect();
            for atom in &own {
                covered[atom.index()] = true;
                for &other in &memberships[of_atom[atom.index()] as usize..of_atom[atom.index() + 1] as usize]
                {
                    left[other as usize] -= 1;
                }
            }
            chosen.push(own);
        }
    }
    chosen
}

/// Whether two atoms that the goal asks for exclude each other.
pub(super) fn contradict(groups: &Rows<AtomId>, facts: &Facts, goal: &[u32]) -> bool {
    let wanted: FxHashSet<AtomId> = goal
        .iter()
        .filter_map(|&fact| match facts.meanings[fact as usize] {
            Meaning::True(atom) => Some(atom),
            _ => None,
        })
        .collect();
    groups.iter().any(|group| group.iter().filter(|atom| wanted.contains(atom)).count() > 1)
}
