//! The concepts of a domain, from small to large, that tell the states of plans apart.
//!
//! Concepts are made bottom-up by complexity, and evaluated on all sample states at once. One that means the same as an
//! earlier one everywhere is dropped, so that larger ones are made of different meanings only. A feature whose value is
//! the same throughout every task, or equal to that of an earlier feature, is dropped. Objects that are where the goal wants
//! them, and so is what they stand on (`same(p, p!)`, and along `plus(p)` as well), count as complexity 1: many domains are
//! about them. Of the features, those are kept that are terms of [sums](unstuck_core::ranking) which put the states of plans before
//! their neighbours, then the smallest. The order depends on the domain's declarations and the samples alone.

use super::term::{Concept, Role, Term};
use crate::ground_task::GroundTask;
use crate::task::state::State;
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use unstuck_core::ranking::Pairs;
use unstuck_pddl::ids::{ObjectId, PredicateId};
use unstuck_pddl::syntax::tree::Domain;

/// Most states of plans whose successors are looked at, and most successors of each besides the one on the plan.
pub const CHOICES: usize = 150;
/// See [`CHOICES`].
pub const OTHERS: usize = 8;

/// Most features to choose from, unless more are to be kept.
const POOL: usize = 1_500;

/// Most pairs of objects of all roles in all sample states.
const MAX_PAIRS: usize = 1 << 24;

/// How many sums are learned to choose features.
const SUMS: usize = 12;

/// Most concepts that larger ones are made of.
const MAX_CONCEPTS: usize = 3_000;

/// Most words that all meanings may take.
const MAX_WORDS: usize = 1 << 25;

/// States of one task.
pub struct Sample<'a> {
    /// The task.
    pub ground: &'a GroundTask,
    /// For some states of a plan: the next one, the state itself, and other successors of it.
    pub choices: &'a [Vec<State>],
}

/// What to enumerate.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Most nodes of a term's concepts and roles, where what is settled counts as one.
    pub complexity: usize,
    /// Most features.
    pub max: usize,
}

/// The features that are kept, in the order of their complexity.
pub fn enumerate(domain: &Domain, samples: &[Sample<'_>], known: &[Term], bounds: Bounds) -> Vec<Term> {
    let mut made = Made::new(domain, samples);
    for term in known {
        if let Term::Atoms(predicate) = term {
            let values = made.frames.iter().map(|frame| frame.atoms(*predicate).count() as u32).collect();
            made.emit_one(term.clone(), values);
        }
    }
    let known = made.terms.len();
    made.pool = POOL.max(known + bounds.max);
    made.begin();
    made.emit(1);
    for complexity in 2..=bounds.complexity {
        made.grow(complexity);
        made.emit(complexity);
    }
    made.chosen(known, bounds.max)
}

/// One sample state.
struct Frame<'a> {
    ground: &'a GroundTask,
    /// The number of its task.
    task: usize,
    /// The number of its choice, over all tasks.
    choice: usize,
    /// True atoms, static ones included, sorted.
    atoms: Vec<(PredicateId, Vec<u32>)>,
    /// Where its objects are in the words of a meaning.
    start: usize,
    objects: usize,
}

impl Frame<'_> {
    fn atoms(&self, predicate: PredicateId) -> impl Iterator<Item = &[u32]> {
        let start = self.atoms.partition_point(|(of, _)| *of < predicate);
        let own = self.atoms[start..].iter().take_while(move |(of, _)| *of == predicate);
        own.map(|(_, objects)| &**objects)
    }

    fn goals(&self, predicate: PredicateId) -> impl Iterator<Item = &[ObjectId]> {
        let goals = self.ground.task.goal_atoms.iter().filter(move |(of, _)| *of == predicate);
        goals.map(|(_, objects)| &**objects)
    }
}

/// The pairs of a role in every sample state, sorted and without repetition.
type Links = Vec<Vec<(u32, u32)>>;

struct Made<'a> {
    domain: &'a Domain,
    frames: Vec<Frame<'a>>,
    /// Words of a meaning.
    width: usize,
    concepts: Vec<(Concept, usize, Vec<u64>)>,
    roles: Vec<(Role, usize, Links)>,
    meanings: HashSet<Vec<u64>, FxBuildHasher>,
    /// The features so far, and their values.
    terms: Vec<Term>,
    values: Vec<Vec<u32>>,
    /// Most features to choose from.
    pool: usize,
    known: HashSet<Vec<u32>, FxBuildHasher>,
}

impl<'a> Made<'a> {
    fn new(domain: &'a Domain, samples: &[Sample<'a>]) -> Self {
        let mut frames: Vec<Frame<'a>> = Vec::new();
        let mut width = 0;
        let mut choices = 0;
        for (task, sample) in samples.iter().enumerate() {
            let ground = sample.ground;
            let objects = ground.task.objects.len();
            for states in sample.choices {
                for state in states {
                    let atoms = true_atoms(ground, state);
                    frames.push(Frame { ground, task, choice: choices, atoms, start: width, objects });
                    width += objects.div_ceil(64);
                }
                choices += 1;
            }
        }
        let (meanings, known) = (HashSet::default(), HashSet::default());
        Self {
            domain,
            frames,
            width,
            concepts: Vec::new(),
            roles: Vec::new(),
            meanings,
            terms: Vec::new(),
            values: Vec::new(),
            pool: POOL,
            known,
        }
    }

    /// A meaning by the objects of every state.
    fn meaning(&self, each: impl Fn(&Frame<'_>, usize, &mut dyn FnMut(u32))) -> Vec<u64> {
        let mut words = vec![0; self.width];
        for (number, frame) in self.frames.iter().enumerate() {
            each(frame, number, &mut |object| {
                words[frame.start + object as usize / 64] |= 1 << (object % 64);
            });
        }
        words
    }

    /// Whether there may be more concepts.
    fn has_room(&self) -> bool {
        self.concepts.len() < MAX_CONCEPTS && self.concepts.len() * self.width < MAX_WORDS
    }

    fn add(&mut self, concept: Concept, complexity: usize, meaning: Vec<u64>) {
        if self.has_room() && !self.meanings.contains(&meaning) {
            self.meanings.insert(meaning.clone());
            self.concepts.push((concept, complexity, meaning));
        }
    }

    fn add_role(&mut self, role: Role, complexity: usize, pairs: Links) {
        let count: usize = pairs.iter().map(Vec::len).sum();
        let held: usize = self.roles.iter().flat_map(|(.., links)| links).map(Vec::len).sum();
        if count > 0 && held + count <= MAX_PAIRS && self.roles.iter().all(|(.., other)| *other != pairs) {
            self.roles.push((role, complexity, pairs));
        }
    }

    /// Concepts and roles of complexity 1.
    fn begin(&mut self) {
        let all = self.meaning(|frame, _, put| (0..frame.objects as u32).for_each(put));
        self.add(Concept::Object, 1, all);
        for id in self.domain.types.ids().skip(1) {
            let own = self.meaning(|frame, _, put| {
                let has = |&object: &u32| frame.ground.task.has_type(ObjectId(object), id);
                (0..frame.objects as u32).filter(has).for_each(put);
            });
            self.add(Concept::Type(id), 1, own);
        }
        for (index, predicate) in self.domain.predicates.iter().enumerate() {
            let id = PredicateId::new(index);
            let arity = predicate.parameters.len();
            for argument in 0..arity.min(usize::from(u8::MAX)) {
                let own =
                    self.meaning(|frame, _, put| frame.atoms(id).for_each(|objects| put(objects[argument])));
                let concept =
                    if arity == 1 { Concept::Holds(id) } else { Concept::Argument(id, argument as u8) };
                self.add(concept, 1, own);
            }
            if arity == 1 {
                let own = self.meaning(|frame, _, put| frame.goals(id).for_each(|objects| put(objects[0].0)));
                self.add(Concept::Goal(id), 1, own);
            }
            for (i, j) in (0..arity).flat_map(|i| (i + 1..arity).map(move |j| (i, j))) {
                let pairs =
                    |frame: &Frame<'_>| sorted(frame.atoms(id).map(|objects| (objects[i], objects[j])));
                let role = if arity == 2 { Role::Holds(id) } else { Role::Arguments(id, i as u8, j as u8) };
                self.add_role(role, 1, self.frames.iter().map(pairs).collect());
            }
            if arity == 2 {
                let pairs =
                    |frame: &Frame<'_>| sorted(frame.goals(id).map(|objects| (objects[0].0, objects[1].0)));
                self.add_role(Role::Goal(id), 1, self.frames.iter().map(pairs).collect());
                self.begin_settled(id);
            }
        }
    }

    /// Objects that are where the goal wants them by a predicate, and those of them for which what they lead to is, too.
    fn begin_settled(&mut self, id: PredicateId) {
        let find = |role: &Role| self.roles.iter().find(|(other, ..)| other == role);
        let (Some((holds, _, now)), Some((goal, _, wanted))) =
            (find(&Role::Holds(id)), find(&Role::Goal(id)))
        else {
            return;
        };
        let same = Concept::Same(holds.clone().into(), goal.clone().into());
        let own = self.same(now, wanted);
        let plus: Links = now.iter().map(|pairs| closure(pairs)).collect();
        let below = Concept::Only(Role::Plus(holds.clone().into()).into(), same.clone().into());
        let all = self.only(&plus, &own);
        let both = own.iter().zip(&all).map(|(a, b)| a & b).collect();
        let settled = Concept::And(same.clone().into(), below.into());
        self.add(same, 1, own);
        self.add(settled, 1, both);
    }

    /// Objects whose successors by a role are all in a set.
    fn only(&self, pairs: &Links, meaning: &[u64]) -> Vec<u64> {
        self.meaning(|frame, number, put| {
            let own = &pairs[number];
            let inside = |&object: &u32| {
                let start = own.partition_point(|pair| pair.0 < object);
                let of = own[start..].iter().take_while(|pair| pair.0 == object);
                of.into_iter().all(|pair| has(meaning, frame, pair.1))
            };
            (0..frame.objects as u32).filter(inside).for_each(put);
        })
    }

    /// Objects with the same successors by two roles.
    fn same(&self, pairs: &Links, with: &Links) -> Vec<u64> {
        self.meaning(|frame, number, put| {
            let mut differs = vec![false; frame.objects];
            let (one, two) = (&pairs[number], &with[number]);
            for (these, those) in [(one, two), (two, one)] {
                let missing = these.iter().filter(|pair| those.binary_search(pair).is_err());
                missing.for_each(|pair| differs[pair.0 as usize] = true);
            }
            (0..frame.objects as u32).filter(|&object| !differs[object as usize]).for_each(put);
        })
    }

    /// Concepts and roles of a complexity, from smaller ones.
    fn grow(&mut self, complexity: usize) {
        if complexity == 2 {
            for number in 0..self.roles.len() {
                let (role, _, pairs) = &self.roles[number];
                let inverse = Role::Inverse(role.clone().into());
                let turned = pairs.iter().map(|pairs| sorted(pairs.iter().map(|&(a, b)| (b, a)))).collect();
                self.add_role(inverse, 2, turned);
            }
            for number in 0..self.roles.len() {
                let (role, size, pairs) = &self.roles[number];
                if *size == 1 {
                    let plus = Role::Plus(role.clone().into());
                    self.add_role(plus, 2, pairs.iter().map(|pairs| closure(pairs)).collect());
                }
            }
        }
        for number in 0..self.concepts.len() {
            let (concept, size, meaning) = &self.concepts[number];
            if *size + 1 == complexity && self.has_room() && !matches!(concept, Concept::Not(_)) {
                let others = self.meaning(|frame, _, put| {
                    (0..frame.objects as u32).filter(|&object| !has(meaning, frame, object)).for_each(put);
                });
                self.add(Concept::Not(concept.clone().into()), complexity, others);
            }
        }
        let count = self.concepts.len();
        for (a, b) in (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))) {
            let ((first, size, meaning), (second, other, with)) = (&self.concepts[a], &self.concepts[b]);
            if size + other + 1 == complexity && self.has_room() {
                let both = meaning.iter().zip(with).map(|(a, b)| a & b).collect();
                let concept = Concept::And(first.clone().into(), second.clone().into());
                self.add(concept, complexity, both);
            }
        }
        for role in 0..self.roles.len() {
            for number in 0..count {
                let ((role, own, pairs), (concept, size, meaning)) =
                    (&self.roles[role], &self.concepts[number]);
                if own + size + 1 == complexity && self.has_room() {
                    let some = self.meaning(|frame, number, put| {
                        let leads = |pair: &&(u32, u32)| has(meaning, frame, pair.1);
                        pairs[number].iter().filter(leads).for_each(|pair| put(pair.0));
                    });
                    let only = self.only(pairs, meaning);
                    let (role, concept) = (Box::new(role.clone()), Box::new(concept.clone()));
                    self.add(Concept::Some(role.clone(), concept.clone()), complexity, some);
                    self.add(Concept::Only(role, concept), complexity, only);
                }
            }
        }
        for (a, b) in (0..self.roles.len()).flat_map(|a| (0..a).map(move |b| (b, a))) {
            let ((first, size, pairs), (second, other, with)) = (&self.roles[a], &self.roles[b]);
            if size + other + 1 == complexity && self.has_room() {
                let same = self.same(pairs, with);
                let concept = Concept::Same(first.clone().into(), second.clone().into());
                self.add(concept, complexity, same);
            }
        }
    }

    /// The features of a complexity.
    fn emit(&mut self, complexity: usize) {
        for number in 0..self.concepts.len() {
            let (concept, size, meaning) = &self.concepts[number];
            if *size == complexity {
                let count = |frame: &Frame<'_>| {
                    let words = &meaning[frame.start..frame.start + frame.objects.div_ceil(64)];
                    words.iter().map(|word| word.count_ones()).sum()
                };
                let term = match concept {
                    Concept::Holds(predicate) => Term::Atoms(*predicate),
                    other => Term::Count(other.clone()),
                };
                self.emit_one(term, self.frames.iter().map(count).collect());
            }
        }
        for role in 0..self.roles.len() {
            let count = self.concepts.len();
            for (a, b) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
                let ((role, own, pairs), (from, first, starts)) = (&self.roles[role], &self.concepts[a]);
                let (to, second, ends) = &self.concepts[b];
                // A path along a closure has one step, and one along an inverse is one of the role from the other end.
                let plain = matches!(role, Role::Holds(_) | Role::Arguments(..));
                if plain && own + first + second + 1 == complexity && self.terms.len() < self.pool {
                    let far =
                        |(number, frame): (usize, &Frame<'_>)| distance(frame, &pairs[number], starts, ends);
                    let values = self.frames.iter().enumerate().map(far).collect();
                    let term = Term::Far(from.clone(), role.clone(), to.clone(), None);
                    self.emit_one(term, values);
                }
            }
        }
    }

    fn emit_one(&mut self, term: Term, values: Vec<u32>) {
        let pairs = self.frames.iter().zip(&values);
        let varies = pairs.clone().zip(pairs.skip(1)).any(|((a, x), (b, y))| a.task == b.task && x != y);
        if self.terms.len() < self.pool && varies && self.known.insert(values.clone()) {
            self.terms.push(term);
            self.values.push(values);
        }
    }

    /// At most so many features without the first ones, which are known.
    fn chosen(self, known: usize, max: usize) -> Vec<Term> {
        let pairs = self.pairs();
        let all: Vec<usize> = (0..self.terms.len()).collect();
        let sums = pairs.best_terms(&all).into_iter().take(SUMS).map(|first| pairs.sum(first, &all));
        let useful = sums.flatten().map(|(place, _)| place);
        let mut kept = vec![false; self.terms.len()];
        let mut count = 0;
        for place in useful.chain(0..self.terms.len()).filter(|&place| place >= known) {
            if count < max && !kept[place] {
                kept[place] = true;
                count += 1;
            }
        }
        self.terms.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(term, _)| term).collect()
    }

    /// The first state of each choice should come before the others.
    fn pairs(&self) -> Pairs {
        let mut pairs = Pairs { columns: vec![Vec::new(); self.terms.len()], counts: Vec::new() };
        for choice in self.frames.chunk_by(|a, b| a.choice == b.choice) {
            pairs.counts.extend((1..choice.len()).map(|_| 1.0 / (choice.len() - 1) as f32));
        }
        for (column, values) in pairs.columns.iter_mut().zip(&self.values) {
            let mut first = 0;
            for choice in self.frames.chunk_by(|a, b| a.choice == b.choice) {
                let of = &values[first..first + choice.len()];
                column.extend(of[1..].iter().map(|&other| of[0] as f32 - other as f32));
                first += choice.len();
            }
        }
        pairs
    }
}

fn has(meaning: &[u64], frame: &Frame<'_>, object: u32) -> bool {
    meaning[frame.start + object as usize / 64] >> (object % 64) & 1 == 1
}

fn sorted(pairs: impl Iterator<Item = (u32, u32)>) -> Vec<(u32, u32)> {
    let mut pairs: Vec<(u32, u32)> = pairs.collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The transitive closure.
fn closure(pairs: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut found: Vec<(u32, u32)> = Vec::new();
    let next = |object: u32| {
        let start = pairs.partition_point(|pair| pair.0 < object);
        pairs[start..].iter().take_while(move |pair| pair.0 == object).map(|pair| pair.1)
    };
    let mut sources: Vec<u32> = pairs.iter().map(|pair| pair.0).collect();
    sources.dedup();
    for source in sources {
        let mut reached: Vec<u32> = next(source).collect();
        let mut seen: HashSet<u32, FxBuildHasher> = reached.iter().copied().collect();
        let mut at = 0;
        while let Some(&object) = reached.get(at) {
            at += 1;
            reached.extend(next(object).filter(|&to| seen.insert(to)));
        }
        found.extend(reached.into_iter().map(|to| (source, to)));
    }
    sorted(found.into_iter())
}

/// The length of a shortest path between two sets; the number of objects if there is none.
fn distance(frame: &Frame<'_>, pairs: &[(u32, u32)], starts: &[u64], ends: &[u64]) -> u32 {
    let objects = frame.objects as u32;
    let mut layer: Vec<u32> = (0..objects).filter(|&object| has(starts, frame, object)).collect();
    let mut seen: HashSet<u32, FxBuildHasher> = layer.iter().copied().collect();
    let mut far = 0;
    while !layer.is_empty() {
        if layer.iter().any(|&object| has(ends, frame, object)) {
            return far;
        }
        far += 1;
        let mut next = Vec::new();
        for object in layer {
            let start = pairs.partition_point(|pair| pair.0 < object);
            let of = pairs[start..].iter().take_while(|pair| pair.0 == object);
            next.extend(of.map(|pair| pair.1).filter(|&to| seen.insert(to)));
        }
        layer = next;
    }
    objects
}

fn true_atoms(ground: &GroundTask, state: &State) -> Vec<(PredicateId, Vec<u32>)> {
    let task = &ground.task;
    let numbers = |objects: &[ObjectId]| objects.iter().map(|object| object.0).collect::<Vec<u32>>();
    let mut atoms = Vec::new();
    for predicate in (0..task.predicates.len()).map(PredicateId::new) {
        let holds = |atom: &_| ground.holds(state, task.variables.fact(*atom));
        let changing = task.atoms.ids_of(predicate).filter(holds);
        atoms.extend(changing.map(|atom| (predicate, numbers(task.atoms.objects(atom)))));
        let statics = task.statics.ids_of(predicate);
        atoms.extend(statics.map(|atom| (predicate, numbers(task.statics.objects(atom)))));
    }
    atoms.sort_unstable();
    atoms
}
