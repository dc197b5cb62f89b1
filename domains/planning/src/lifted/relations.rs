//! The predicates of a state as sets of objects and lists of pairs, kept up to date by what changes between two states.
//!
//! Consecutive states of a search differ in few variables. Their words are compared, and only the atoms of variables
//! that changed are added or removed.

use crate::ground_task::GroundTask;
use crate::task::layout::Field;
use unstuck_pddl::ids::{AtomId, Fact, ObjectId, PredicateId, VariableId};
use unstuck_pddl::task::Meaning;

/// What is kept about the atoms of a predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// How many are true, and how many goals among them.
    Counts,
    /// The objects at an argument.
    Set(u8),
    /// The pairs at two arguments.
    Pairs(u8, u8),
}

/// The objects at an argument of the true atoms of a predicate.
#[derive(Debug)]
struct Set {
    argument: u8,
    /// True atoms for each object.
    atoms: Vec<u32>,
    bits: Vec<u64>,
}

/// The pairs at two arguments of the true atoms of a predicate.
#[derive(Debug)]
struct Pairs {
    arguments: (u8, u8),
    list: Vec<(u32, u32)>,
    /// For each variable: the place in the list of its true atom.
    place: Vec<u32>,
    /// The variable of each pair of the list; those of static atoms have none.
    variable: Vec<u32>,
}

/// What is kept about one predicate.
#[derive(Debug, Default)]
struct Relation {
    counted: bool,
    atoms: u32,
    met: u32,
    sets: Vec<Set>,
    pairs: Vec<Pairs>,
    /// When an atom changed last.
    changed: u64,
}

/// A variable whose values are atoms of a predicate in use.
#[derive(Debug, Clone, Copy)]
struct Watched {
    field: Field,
    variable: VariableId,
}

/// The relations in use, for one ground task and the state that was looked at last.
#[derive(Debug, Default)]
pub struct Relations {
    of_predicate: Vec<Relation>,
    /// Variables by the word that they are in.
    watched: Vec<Vec<Watched>>,
    /// The goals that can change, sorted.
    goals: Vec<AtomId>,
    /// The state; empty until one was looked at.
    words: Vec<u64>,
    /// Counts the states that differed from the one before.
    now: u64,
    /// What was done, in the units of the price list.
    pub work: u64,
}

/// No place, or no variable.
const NONE: u32 = u32::MAX;

impl Relations {
    /// Keeps one more view of a predicate. The next state is read in full.
    pub fn keep(&mut self, ground: &GroundTask, predicate: PredicateId, view: View) {
        let task = &ground.task;
        self.of_predicate.resize_with(task.predicates.len(), Relation::default);
        let relation = &mut self.of_predicate[predicate.index()];
        let objects = task.objects.len();
        match view {
            View::Counts => relation.counted = true,
            View::Set(argument) if relation.sets.iter().all(|set| set.argument != argument) => {
                let (atoms, bits) = (vec![0; objects], vec![0; objects.div_ceil(64)]);
                relation.sets.push(Set { argument, atoms, bits });
            }
            View::Pairs(i, j) if relation.pairs.iter().all(|pairs| pairs.arguments != (i, j)) => {
                let place = vec![NONE; task.variables.len()];
                let (list, variable) = (Vec::new(), Vec::new());
                relation.pairs.push(Pairs { arguments: (i, j), list, place, variable });
            }
            _ => return,
        }
        self.words.clear();
    }

    /// The objects at an argument of the true atoms.
    pub fn set(&self, predicate: PredicateId, argument: u8) -> &[u64] {
        let sets = &self.of_predicate[predicate.index()].sets;
        sets.iter().find(|set| set.argument == argument).map_or(&[], |set| &set.bits)
    }

    /// The pairs at two arguments of the true atoms, some perhaps several times.
    pub fn pairs(&self, predicate: PredicateId, arguments: (u8, u8)) -> &[(u32, u32)] {
        let pairs = &self.of_predicate[predicate.index()].pairs;
        pairs.iter().find(|pairs| pairs.arguments == arguments).map_or(&[], |pairs| &pairs.list)
    }

    /// How many atoms are true.
    pub fn atoms(&self, predicate: PredicateId) -> u32 {
        self.of_predicate[predicate.index()].atoms
    }

    /// How many goals hold.
    pub fn met(&self, predicate: PredicateId) -> u32 {
        self.of_predicate[predicate.index()].met
    }

    /// When an atom of the predicate changed last, in the time of [`now`](Self::now).
    pub fn changed(&self, predicate: PredicateId) -> u64 {
        self.of_predicate[predicate.index()].changed
    }

    /// The number of the state.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Looks at a state.
    pub fn look_at(&mut self, ground: &GroundTask, words: &[u64]) {
        let words = &words[..ground.layout.words()];
        if self.words.is_empty() {
            self.begin(ground, words);
            return;
        }
        self.work += words.len() as u64;
        let mut ticked = false;
        for (index, &new) in words.iter().enumerate() {
            let old = self.words[index];
            if old == new {
                continue;
            }
            if !ticked {
                self.now += 1;
                ticked = true;
            }
            let Self { of_predicate, watched, goals, now, work, .. } = self;
            *work += watched[index].len() as u64;
            for &Watched { field, variable } in &watched[index] {
                let (before, after) = (field.value_in(old), field.value_in(new));
                if before != after {
                    let first = ground.task.variables.first(variable).0;
                    change(of_predicate, (ground, goals), Fact(first + before), false, *now);
                    change(of_predicate, (ground, goals), Fact(first + after), true, *now);
                    *work += 4;
                }
            }
            self.words[index] = new;
        }
    }

    /// Reads a state in full.
    fn begin(&mut self, ground: &GroundTask, words: &[u64]) {
        let task = &ground.task;
        self.now += 1;
        self.of_predicate.resize_with(task.predicates.len(), Relation::default);
        let goals = task.goal_atoms.iter();
        self.goals = goals.filter_map(|(predicate, objects)| task.atoms.find(*predicate, objects)).collect();
        self.goals.sort_unstable();
        for (index, relation) in self.of_predicate.iter_mut().enumerate() {
            let predicate = PredicateId::new(index);
            relation.changed = self.now;
            relation.atoms = 0;
            relation.met = 0;
            for set in &mut relation.sets {
                set.atoms.fill(0);
                set.bits.fill(0);
            }
            for pairs in &mut relation.pairs {
                pairs.list.clear();
                pairs.variable.clear();
                pairs.place.fill(NONE);
            }
            if relation.is_kept() {
                for atom in task.statics.ids_of(predicate) {
                    relation.add(task.statics.objects(atom), NONE);
                }
                let holds = |(_, objects): &&(PredicateId, Box<[ObjectId]>)| {
                    task.statics.find(predicate, objects).is_some()
                };
                let own = task.goal_atoms.iter().filter(|(of, _)| *of == predicate);
                relation.met = own.filter(holds).count() as u32;
            }
        }
        self.watch(ground);
        for watched in &self.watched {
            for &Watched { field, variable } in watched {
                let fact = Fact(task.variables.first(variable).0 + field.value(words));
                change(&mut self.of_predicate, (ground, &self.goals), fact, true, self.now);
            }
            self.work += 2 * watched.len() as u64;
        }
        self.words = words.to_vec();
    }

    /// Finds the variables whose values are atoms of the predicates in use.
    fn watch(&mut self, ground: &GroundTask) {
        let variables = &ground.task.variables;
        self.watched.clear();
        self.watched.resize_with(ground.layout.words(), Vec::new);
        for variable in variables.ids() {
            let is_kept = |fact| {
                true_atom(ground, fact).is_some_and(|atom| {
                    self.of_predicate[ground.task.atoms.predicate(atom).index()].is_kept()
                })
            };
            if variables.facts(variable).any(is_kept) {
                let field = ground.layout.field(variable);
                self.watched[field.word()].push(Watched { field, variable });
            }
        }
    }
}

/// The atom that a fact makes true; `None` if there is none, or if another variable stands for the atom.
#[inline]
fn true_atom(ground: &GroundTask, fact: Fact) -> Option<AtomId> {
    let variables = &ground.task.variables;
    match variables.meaning(fact) {
        Meaning::True(atom) if variables.fact(atom) == fact => Some(atom),
        _ => None,
    }
}

/// Adds or removes the atom of a fact.
#[inline]
fn change(
    relations: &mut [Relation],
    (ground, goals): (&GroundTask, &[AtomId]),
    fact: Fact,
    holds: bool,
    now: u64,
) {
    let Some(atom) = true_atom(ground, fact) else { return };
    let atoms = &ground.task.atoms;
    let relation = &mut relations[atoms.predicate(atom).index()];
    if !relation.is_kept() {
        return;
    }
    relation.changed = now;
    let (objects, variable) = (atoms.objects(atom), ground.task.variables.variable(fact).0);
    let is_goal = goals.binary_search(&atom).is_ok();
    if holds {
        relation.add(objects, variable);
        relation.met += u32::from(is_goal);
    } else {
        relation.remove(objects, variable);
        relation.met -= u32::from(is_goal);
    }
}

impl Relation {
    fn is_kept(&self) -> bool {
        self.counted || !self.sets.is_empty() || !self.pairs.is_empty()
    }

    fn add(&mut self, objects: &[ObjectId], variable: u32) {
        self.atoms += 1;
        for Set { argument, atoms, bits } in &mut self.sets {
            let object = objects[usize::from(*argument)].index();
            atoms[object] += 1;
            bits[object / 64] |= 1 << (object % 64);
        }
        for pairs in &mut self.pairs {
            let (i, j) = pairs.arguments;
            if variable != NONE {
                pairs.place[variable as usize] = pairs.list.len() as u32;
            }
            pairs.list.push((objects[usize::from(i)].0, objects[usize::from(j)].0));
            pairs.variable.push(variable);
        }
    }

    fn remove(&mut self, objects: &[ObjectId], variable: u32) {
        self.atoms -= 1;
        for Set { argument, atoms, bits } in &mut self.sets {
            let object = objects[usize::from(*argument)].index();
            atoms[object] -= 1;
            if atoms[object] == 0 {
                bits[object / 64] &= !(1 << (object % 64));
            }
        }
        for Pairs { list, place, variable: of, .. } in &mut self.pairs {
            let at = place[variable as usize] as usize;
            list.swap_remove(at);
            of.swap_remove(at);
            // The last pair took its place; static pairs stay before all others and never move.
            if let Some(&moved) = of.get(at) {
                place[moved as usize] = at as u32;
            }
        }
    }
}
