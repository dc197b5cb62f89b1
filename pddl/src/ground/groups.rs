//! Mutex groups from invariants, and the choice of those that become variables.

use super::atoms::Ordered;
use super::facts::Facts;
use super::invariants::Candidate;
use crate::ids::{AtomId, PredicateId};
use crate::task::{Meaning, Rows};
use rustc_hash::{FxHashMap, FxHashSet};

/// Instances of invariants with exactly one true atom initially: in every reachable state at most one of their atoms
/// is true. Groups of one atom are left out.
pub(super) fn instantiate(invariants: &[Candidate], ordered: &Ordered) -> Rows<AtomId> {
    let mut groups: Rows<AtomId> = Rows::default();
    let mut seen: FxHashSet<Vec<AtomId>> = FxHashSet::default();
    for invariant in invariants {
        let mut instances: FxHashMap<Box<[u32]>, usize> = FxHashMap::default();
        let mut members: Vec<(Vec<AtomId>, u32)> = Vec::new();
        let mut key: Vec<u32> = Vec::new();
        let mut instance = |objects: &[crate::ids::ObjectId], positions: &[usize], members: &mut Vec<_>| {
            key.clear();
            key.extend(positions.iter().map(|&position| objects[position].0));
            match instances.get(key.as_slice()) {
                Some(&known) => known,
                None => {
                    instances.insert(key.as_slice().into(), members.len());
                    members.push((Vec::new(), 0));
                    members.len() - 1
                }
            }
        };
        for part in &invariant.parts {
            let positions = part.positions(invariant.parameters);
            let predicate = PredicateId::new(part.predicate);
            for atom in ordered.atoms.ids_of(predicate) {
                let group = instance(ordered.atoms.objects(atom), &positions, &mut members);
                members[group].0.push(atom);
                members[group].1 += u32::from(ordered.initial[atom.index()]);
            }
            // An atom that is always true leaves no room for others.
            for atom in ordered.statics.ids_of(predicate) {
                let group = instance(ordered.statics.objects(atom), &positions, &mut members);
                members[group].1 += 2;
            }
        }
        for (mut atoms, weight) in members {
            atoms.sort_unstable();
            if weight == 1 && atoms.len() > 1 && seen.insert(atoms.clone()) {
                groups.push(atoms);
            }
        }
    }
    groups
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
