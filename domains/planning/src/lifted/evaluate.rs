//! The values of lifted features in a state.
//!
//! A node of the network is computed when a term asks for it, and kept until a predicate below it changes. Sets are
//! bits over the objects; pairs are lists, and paths are followed through lists of neighbours.

use super::nodes::{ConceptId, ConceptNode, Making, Nodes, Output, RoleNode, RoleRef};
use super::relations::Relations;
use super::term::Term;
use crate::ground_task::GroundTask;
use unstuck_pddl::ids::PredicateId;

/// The lifted features in use, and their values in the state that was looked at last.
#[derive(Debug, Default)]
pub struct Evaluator {
    nodes: Nodes,
    relations: Relations,
    /// By the number of the term in its table.
    outputs: Vec<Option<Output>>,
    concepts: Vec<Kept<Vec<u64>>>,
    roles: Vec<Kept<Vec<(u32, u32)>>>,
    /// Neighbours by both directions of each role.
    neighbours: Vec<[Kept<Neighbours>; 2]>,
    buffers: Buffers,
}

/// A value, the predicates that it depends on, and when it was computed.
#[derive(Debug, Default)]
struct Kept<T> {
    value: T,
    reads: Vec<PredicateId>,
    /// 0: never.
    at: u64,
}

/// Lists of neighbours: for each object its first entry, for each entry the next one and the neighbour.
#[derive(Debug, Default)]
struct Neighbours {
    first: Vec<u32>,
    entries: Vec<(u32, u32)>,
}

#[derive(Debug, Default)]
struct Buffers {
    bits: Vec<u64>,
    queue: Vec<u32>,
    marks: Vec<u32>,
    mark: u32,
}

const NONE: u32 = u32::MAX;

impl Neighbours {
    fn fill(&mut self, objects: usize, pairs: impl Iterator<Item = (u32, u32)>) {
        self.first.clear();
        self.first.resize(objects, NONE);
        self.entries.clear();
        for (from, to) in pairs {
            let first = &mut self.first[from as usize];
            self.entries.push((*first, to));
            *first = self.entries.len() as u32 - 1;
        }
    }

    #[inline]
    fn of(&self, object: u32) -> impl Iterator<Item = u32> + '_ {
        let mut at = self.first[object as usize];
        std::iter::from_fn(move || {
            let &(next, to) = self.entries.get(at as usize)?;
            at = next;
            Some(to)
        })
    }
}

impl Buffers {
    /// Begins with no object marked.
    fn begin(&mut self, objects: usize) {
        self.marks.resize(objects, 0);
        self.mark = self.mark.wrapping_add(1);
        if self.mark == 0 {
            self.marks.fill(0);
            self.mark = 1;
        }
    }

    /// Marks an object; whether it was not.
    #[inline]
    fn mark(&mut self, object: u32) -> bool {
        let mark = &mut self.marks[object as usize];
        let new = *mark != self.mark;
        *mark = self.mark;
        new
    }

    #[inline]
    fn is_marked(&self, object: u32) -> bool {
        self.marks[object as usize] == self.mark
    }
}

/// The members of a set.
fn members(bits: &[u64]) -> impl Iterator<Item = u32> + '_ {
    bits.iter().zip(0_u32..).flat_map(|(&word, index)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (bit < 64).then(|| index * 64 + bit)
        })
    })
}

#[inline]
fn has(bits: &[u64], object: u32) -> bool {
    bits[object as usize / 64] >> (object % 64) & 1 == 1
}

#[inline]
fn set(bits: &mut [u64], object: u32) {
    bits[object as usize / 64] |= 1 << (object % 64);
}

impl Evaluator {
    /// The value of a term, by its number in a table, in a state. Terms of the relaxed plan and of the last step are for
    /// the caller.
    pub fn value(&mut self, ground: &GroundTask, words: &[u64], (number, term): (u32, &Term)) -> f64 {
        let output = self.output(ground, (number, term));
        self.relations.look_at(ground, words);
        match output {
            Output::Atoms(predicate) => self.relations.atoms(predicate).into(),
            Output::Met(predicate) => self.relations.met(predicate).into(),
            Output::Unmet(predicate, goals) => (goals - self.relations.met(predicate)).into(),
            Output::Count(concept) => {
                self.concept(ground, concept);
                let bits = &self.concepts[concept].value;
                bits.iter().map(|word| u64::from(word.count_ones())).sum::<u64>() as f64
            }
            Output::Any(concept) => {
                self.concept(ground, concept);
                self.concepts[concept].value.iter().any(|&word| word != 0).into()
            }
            Output::Far(from, role, to, through) => self.far(ground, (from, role, to), through).into(),
            Output::Relaxed(_) | Output::Last(_) => 0.0,
        }
    }

    /// What was done since the last call, in the units of the price list.
    pub fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.relations.work)
    }

    /// How a term is computed, compiled when it is asked for first.
    fn output(&mut self, ground: &GroundTask, (number, term): (u32, &Term)) -> Output {
        let number = number as usize;
        if let Some(Some(known)) = self.outputs.get(number) {
            return *known;
        }
        if self.outputs.len() <= number {
            self.outputs.resize(number + 1, None);
        }
        let making = &mut Making { ground, relations: &mut self.relations };
        let output = self.nodes.add(term, making);
        self.outputs[number] = Some(output);
        for role in self.roles.len()..self.nodes.roles.len() {
            let reads = match &self.nodes.roles[role] {
                RoleNode::Constant(_) => Vec::new(),
                RoleNode::Arguments(predicate, ..) => vec![*predicate],
                RoleNode::And(a, b) | RoleNode::Or(a, b) | RoleNode::Then(a, b) => self.union(&[*a, *b], &[]),
                RoleNode::Plus(a) => self.union(&[*a], &[]),
            };
            let kept = || Kept { reads: reads.clone(), ..Kept::default() };
            self.neighbours.push([kept(), kept()]);
            self.roles.push(Kept { reads, ..Kept::default() });
        }
        for concept in self.concepts.len()..self.nodes.concepts.len() {
            let reads = match &self.nodes.concepts[concept] {
                ConceptNode::Constant(_) => Vec::new(),
                ConceptNode::Argument(predicate, _) => vec![*predicate],
                ConceptNode::Not(a) => self.union(&[], &[*a]),
                ConceptNode::And(a, b) => self.union(&[], &[*a, *b]),
                ConceptNode::Some(role, a) | ConceptNode::Reaches(role, a) => self.union(&[*role], &[*a]),
                ConceptNode::Same(a, b) => self.union(&[*a, *b], &[]),
            };
            self.concepts.push(Kept { reads, ..Kept::default() });
        }
        output
    }

    fn union(&self, roles: &[RoleRef], concepts: &[ConceptId]) -> Vec<PredicateId> {
        let roles = roles.iter().flat_map(|role| &self.roles[role.role].reads);
        let mut all: Vec<PredicateId> = roles
            .chain(concepts.iter().flat_map(|&concept| &self.concepts[concept].reads))
            .copied()
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether a value that was computed then still holds.
    fn is_valid<T>(&self, kept: &Kept<T>) -> bool {
        kept.at > 0 && kept.reads.iter().all(|&predicate| self.relations.changed(predicate) <= kept.at)
    }

    /// The time of a value that is computed now; constants are computed once.
    fn time(&self) -> u64 {
        self.relations.now().max(1)
    }

    /// Brings a set up to date.
    fn concept(&mut self, ground: &GroundTask, concept: ConceptId) {
        if self.is_valid(&self.concepts[concept]) {
            return;
        }
        // Nodes are small.
        let node = match &self.nodes.concepts[concept] {
            ConceptNode::Constant(bits) => {
                self.concepts[concept].value.clone_from(bits);
                self.concepts[concept].at = self.time();
                return;
            }
            other => other.clone(),
        };
        let objects = ground.task.objects.len();
        let width = objects.div_ceil(64);
        let mut bits = std::mem::take(&mut self.buffers.bits);
        bits.clear();
        bits.resize(width, 0);
        self.relations.work += width as u64;
        match node {
            ConceptNode::Constant(_) => {}
            ConceptNode::Argument(predicate, argument) => {
                bits.copy_from_slice(self.relations.set(predicate, argument));
            }
            ConceptNode::Not(a) => {
                self.concept(ground, a);
                bits.iter_mut().zip(&self.concepts[a].value).for_each(|(out, word)| *out = !word);
                if let Some(last) = bits.last_mut().filter(|_| !objects.is_multiple_of(64)) {
                    *last &= (1 << (objects % 64)) - 1;
                }
            }
            ConceptNode::And(a, b) => {
                self.concept(ground, a);
                self.concept(ground, b);
                let both = self.concepts[a].value.iter().zip(&self.concepts[b].value);
                bits.iter_mut().zip(both).for_each(|(out, (a, b))| *out = a & b);
            }
            ConceptNode::Some(role, a) => {
                self.concept(ground, a);
                if self.roles[role.role].reads.is_empty() {
                    // The neighbours of a role that never changes are known.
                    let backwards = RoleRef { inverted: !role.inverted, ..role };
                    self.neighbours(ground, backwards);
                    let neighbours = &self.neighbours[role.role][usize::from(backwards.inverted)].value;
                    for object in members(&self.concepts[a].value) {
                        for before in neighbours.of(object) {
                            set(&mut bits, before);
                            self.relations.work += 1;
                        }
                        self.relations.work += 1;
                    }
                } else {
                    self.role(ground, role.role);
                    let pairs = self.pairs(role.role);
                    let inner = &self.concepts[a].value;
                    for (from, to) in pairs.iter().map(|&pair| role.directed(pair)) {
                        if has(inner, to) {
                            set(&mut bits, from);
                        }
                    }
                    self.relations.work += pairs.len() as u64;
                }
            }
            ConceptNode::Reaches(role, a) => {
                self.concept(ground, a);
                let backwards = RoleRef { inverted: !role.inverted, ..role };
                self.neighbours(ground, backwards);
                let neighbours = &self.neighbours[role.role][usize::from(backwards.inverted)].value;
                let queue = &mut self.buffers.queue;
                queue.clear();
                let target = &self.concepts[a].value;
                queue.extend(members(target));
                let mut at = 0;
                while let Some(&object) = queue.get(at) {
                    at += 1;
                    for before in neighbours.of(object) {
                        if !has(&bits, before) {
                            set(&mut bits, before);
                            if !has(target, before) {
                                queue.push(before);
                            }
                        }
                        self.relations.work += 2;
                    }
                }
                self.relations.work += at as u64;
            }
            ConceptNode::Same(a, b) => {
                self.neighbours(ground, a);
                self.neighbours(ground, b);
                let first = &self.neighbours[a.role][usize::from(a.inverted)].value;
                let second = &self.neighbours[b.role][usize::from(b.inverted)].value;
                for object in 0..objects as u32 {
                    if same(&mut self.buffers, objects, (first, second), object) {
                        set(&mut bits, object);
                    }
                }
                self.relations.work += 2 * objects as u64;
            }
        }
        let time = self.time();
        let kept = &mut self.concepts[concept];
        std::mem::swap(&mut kept.value, &mut bits);
        kept.at = time;
        self.buffers.bits = bits;
    }

    /// The pairs of a role that is up to date.
    fn pairs(&self, role: usize) -> &[(u32, u32)] {
        match &self.nodes.roles[role] {
            RoleNode::Constant(pairs) => pairs,
            RoleNode::Arguments(predicate, i, j) => self.relations.pairs(*predicate, (*i, *j)),
            _ => &self.roles[role].value,
        }
    }

    /// Brings a list of pairs up to date.
    fn role(&mut self, ground: &GroundTask, role: usize) {
        if self.is_valid(&self.roles[role]) {
            return;
        }
        let objects = ground.task.objects.len();
        let mut pairs = std::mem::take(&mut self.roles[role].value);
        pairs.clear();
        match self.nodes.roles[role] {
            RoleNode::Constant(_) | RoleNode::Arguments(..) => {}
            RoleNode::And(a, b) => {
                self.neighbours(ground, a);
                self.neighbours(ground, b);
                let first = &self.neighbours[a.role][usize::from(a.inverted)].value;
                let second = &self.neighbours[b.role][usize::from(b.inverted)].value;
                for from in (0..objects as u32).filter(|&from| first.first[from as usize] != NONE) {
                    self.buffers.begin(objects);
                    first.of(from).for_each(|to| {
                        self.buffers.mark(to);
                    });
                    let start = pairs.len();
                    pairs.extend(
                        second.of(from).filter(|&to| self.buffers.is_marked(to)).map(|to| (from, to)),
                    );
                    self.relations.work += 4 + (pairs.len() - start) as u64;
                }
                self.relations.work += objects as u64 / 2;
            }
            RoleNode::Or(a, b) => {
                for role in [a, b] {
                    self.role(ground, role.role);
                    let own = self.pairs(role.role);
                    pairs.extend(own.iter().map(|&pair| role.directed(pair)));
                }
                self.relations.work += pairs.len() as u64;
            }
            RoleNode::Then(a, b) => {
                self.role(ground, a.role);
                self.neighbours(ground, b);
                let second = &self.neighbours[b.role][usize::from(b.inverted)].value;
                let own = self.pairs(a.role);
                for (from, between) in own.iter().map(|&pair| a.directed(pair)) {
                    pairs.extend(second.of(between).map(|to| (from, to)));
                }
                self.relations.work += 2 * own.len() as u64 + pairs.len() as u64;
            }
            RoleNode::Plus(a) => {
                self.neighbours(ground, a);
                let neighbours = &self.neighbours[a.role][usize::from(a.inverted)].value;
                for from in 0..objects as u32 {
                    self.buffers.begin(objects);
                    let start = pairs.len();
                    let mut at = start;
                    let mut next = from;
                    loop {
                        for to in neighbours.of(next) {
                            if self.buffers.mark(to) {
                                pairs.push((from, to));
                            }
                            self.relations.work += 2;
                        }
                        let Some(&(_, to)) = pairs.get(at) else { break };
                        at += 1;
                        next = to;
                    }
                }
                self.relations.work += objects as u64;
            }
        }
        let time = self.time();
        let kept = &mut self.roles[role];
        kept.value = pairs;
        kept.at = time;
    }

    /// Brings the neighbours by a role up to date.
    fn neighbours(&mut self, ground: &GroundTask, role: RoleRef) {
        let direction = usize::from(role.inverted);
        if self.is_valid(&self.neighbours[role.role][direction]) {
            return;
        }
        self.role(ground, role.role);
        let mut kept = std::mem::take(&mut self.neighbours[role.role][direction]);
        let pairs = self.pairs(role.role);
        let objects = ground.task.objects.len();
        kept.value.fill(objects, pairs.iter().map(|&pair| role.directed(pair)));
        let work = pairs.len() + objects / 8;
        kept.at = self.time();
        self.relations.work += work as u64;
        self.neighbours[role.role][direction] = kept;
    }

    fn far(
        &mut self,
        ground: &GroundTask,
        (from, role, to): (ConceptId, RoleRef, ConceptId),
        through: Option<ConceptId>,
    ) -> u32 {
        [Some(from), Some(to), through]
            .into_iter()
            .flatten()
            .for_each(|concept| self.concept(ground, concept));
        self.neighbours(ground, role);
        let objects = ground.task.objects.len();
        let target = &self.concepts[to].value;
        let through = through.map(|concept| &*self.concepts[concept].value);
        let neighbours = &self.neighbours[role.role][usize::from(role.inverted)].value;
        self.buffers.begin(objects);
        let mut queue = std::mem::take(&mut self.buffers.queue);
        queue.clear();
        for object in members(&self.concepts[from].value) {
            self.buffers.mark(object);
            queue.push(object);
        }
        let (mut distance, mut at) = (0, 0);
        let found = 'layers: loop {
            let end = queue.len();
            if at == end {
                break objects as u32;
            }
            if queue[at..end].iter().any(|&object| has(target, object)) {
                break 'layers distance;
            }
            while at < end {
                for next in neighbours.of(queue[at]) {
                    if through.is_none_or(|through| has(through, next)) && self.buffers.mark(next) {
                        queue.push(next);
                    }
                    self.relations.work += 2;
                }
                at += 1;
            }
            distance += 1;
        };
        self.relations.work += queue.len() as u64;
        self.buffers.queue = queue;
        found
    }
}

/// Whether an object has the same neighbours in both lists.
fn same(
    buffers: &mut Buffers,
    objects: usize,
    (first, second): (&Neighbours, &Neighbours),
    object: u32,
) -> bool {
    // Most objects have one neighbour or none.
    let (a, b) = (first.first[object as usize], second.first[object as usize]);
    if a == NONE || b == NONE {
        return a == b;
    }
    let contains = |buffers: &mut Buffers, all: &Neighbours, some: &Neighbours| {
        buffers.begin(objects);
        all.of(object).for_each(|to| {
            buffers.mark(to);
        });
        some.of(object).all(|to| buffers.is_marked(to))
    };
    contains(buffers, first, second) && contains(buffers, second, first)
}
