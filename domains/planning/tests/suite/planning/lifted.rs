//! Lifted features: their texts, and their values against sets of atoms.

use super::random_task;
use crate::installed as registry;
use std::collections::{BTreeMap, BTreeSet};
use unstuck_core::domain::{self, Domain, Settings};
use unstuck_core::instance::SearchInstance;
use unstuck_core::language::{Checked, HeuristicRef, export};
use unstuck_core::random::{RngExt, Stream, stream};
use unstuck_core::search::Limits;
use unstuck_pddl::ids::{ObjectId, PredicateId};
use unstuck_pddl::syntax::tree;
use unstuck_planning::ground_task::GroundTask;
use unstuck_planning::instance::PlanningInstance;
use unstuck_planning::lifted::evaluate::Evaluator;
use unstuck_planning::lifted::parse::parse;
use unstuck_planning::lifted::term::{Concept, Role, Term};
use unstuck_planning::pddl_domain::PddlDomain;
use unstuck_planning::state::State;

type Atoms = BTreeMap<PredicateId, BTreeSet<Vec<u32>>>;
type Set = BTreeSet<u32>;
type Pairs = BTreeSet<(u32, u32)>;

/// A state as sets of atoms: the meaning of terms, read off their definitions.
struct World<'a> {
    ground: &'a GroundTask,
    atoms: Atoms,
    goals: Atoms,
}

impl<'a> World<'a> {
    fn new(ground: &'a GroundTask, state: &State) -> Self {
        let task = &ground.task;
        let numbers = |objects: &[ObjectId]| objects.iter().map(|object| object.0).collect::<Vec<u32>>();
        let (mut atoms, mut goals) = (Atoms::new(), Atoms::new());
        for predicate in (0..task.predicates.len()).map(PredicateId::new) {
            let own = atoms.entry(predicate).or_default();
            for atom in task.atoms.ids_of(predicate) {
                if ground.holds(state, task.variables.fact(atom)) {
                    own.insert(numbers(task.atoms.objects(atom)));
                }
            }
            own.extend(task.statics.ids_of(predicate).map(|atom| numbers(task.statics.objects(atom))));
        }
        for (predicate, objects) in &task.goal_atoms {
            goals.entry(*predicate).or_default().insert(numbers(objects));
        }
        Self { ground, atoms, goals }
    }

    fn of(&self, atoms: &Atoms, predicate: PredicateId) -> BTreeSet<Vec<u32>> {
        atoms.get(&predicate).cloned().unwrap_or_default()
    }

    fn all(&self) -> Set {
        (0..self.ground.task.objects.len() as u32).collect()
    }

    fn concept(&self, concept: &Concept) -> Set {
        match concept {
            Concept::Object => self.all(),
            Concept::Type(id) => {
                self.all().into_iter().filter(|&o| self.ground.task.has_type(ObjectId(o), *id)).collect()
            }
            Concept::Holds(p) => self.of(&self.atoms, *p).iter().map(|objects| objects[0]).collect(),
            Concept::Goal(p) => self.of(&self.goals, *p).iter().map(|objects| objects[0]).collect(),
            Concept::Argument(p, i) => {
                self.of(&self.atoms, *p).iter().map(|objects| objects[usize::from(*i)]).collect()
            }
            Concept::Not(a) => self.all().difference(&self.concept(a)).copied().collect(),
            Concept::And(a, b) => self.concept(a).intersection(&self.concept(b)).copied().collect(),
            Concept::Some(role, a) => {
                let (pairs, inner) = (self.role(role), self.concept(a));
                pairs.into_iter().filter(|pair| inner.contains(&pair.1)).map(|pair| pair.0).collect()
            }
            Concept::Only(role, a) => {
                let (pairs, inner) = (self.role(role), self.concept(a));
                let inside = |o: &u32| pairs.iter().filter(|p| p.0 == *o).all(|p| inner.contains(&p.1));
                self.all().into_iter().filter(inside).collect()
            }
            Concept::Same(a, b) => {
                let (first, second) = (self.role(a), self.role(b));
                let of = |pairs: &Pairs, o: u32| -> Set {
                    pairs.iter().filter(|pair| pair.0 == o).map(|pair| pair.1).collect()
                };
                self.all().into_iter().filter(|&o| of(&first, o) == of(&second, o)).collect()
            }
        }
    }

    fn role(&self, role: &Role) -> Pairs {
        let pairs = |atoms: &Atoms, p: PredicateId, i: usize, j: usize| -> Pairs {
            self.of(atoms, p).iter().map(|objects| (objects[i], objects[j])).collect()
        };
        match role {
            Role::Holds(p) => pairs(&self.atoms, *p, 0, 1),
            Role::Goal(p) => pairs(&self.goals, *p, 0, 1),
            Role::Arguments(p, i, j) => pairs(&self.atoms, *p, (*i).into(), (*j).into()),
            Role::Inverse(a) => self.role(a).into_iter().map(|(x, y)| (y, x)).collect(),
            Role::And(a, b) => self.role(a).intersection(&self.role(b)).copied().collect(),
            Role::Or(a, b) => self.role(a).union(&self.role(b)).copied().collect(),
            Role::Then(a, b) => {
                let second = self.role(b);
                let on = |(x, y): (u32, u32)| second.iter().filter(move |p| p.0 == y).map(move |p| (x, p.1));
                self.role(a).into_iter().flat_map(on).collect()
            }
            Role::Plus(a) => {
                let step = self.role(a);
                let mut all = step.clone();
                loop {
                    let more: Pairs = all
                        .iter()
                        .flat_map(|&(x, y)| step.iter().filter(move |p| p.0 == y).map(move |p| (x, p.1)))
                        .collect();
                    let before = all.len();
                    all.extend(more);
                    if all.len() == before {
                        return all;
                    }
                }
            }
        }
    }

    fn value(&self, term: &Term) -> f64 {
        let count = |number: usize| number as f64;
        match term {
            Term::Atoms(p) => count(self.of(&self.atoms, *p).len()),
            Term::Met(p) => count(self.of(&self.goals, *p).intersection(&self.of(&self.atoms, *p)).count()),
            Term::Unmet(p) => count(self.of(&self.goals, *p).difference(&self.of(&self.atoms, *p)).count()),
            Term::Count(a) => count(self.concept(a).len()),
            Term::Any(a) => count(usize::from(!self.concept(a).is_empty())),
            Term::Far(from, role, to, through) => {
                let (pairs, goal) = (self.role(role), self.concept(to));
                let through = through.as_ref().map_or_else(|| self.all(), |through| self.concept(through));
                let mut reached = self.concept(from);
                for far in 0..=self.all().len() {
                    if reached.iter().any(|o| goal.contains(o)) {
                        return count(far);
                    }
                    let next = pairs.iter().filter(|pair| reached.contains(&pair.0)).map(|pair| pair.1);
                    let entered: Set = next.filter(|to| through.contains(to)).collect();
                    reached.extend(entered);
                }
                count(self.all().len())
            }
            Term::Relaxed(_) | Term::Last(_) => unreachable!("not a matter of atoms"),
        }
    }
}

fn pick<T: Copy>(random: &mut Stream, all: &[T]) -> Option<T> {
    (!all.is_empty()).then(|| all[random.random_range(0..all.len())])
}

fn predicates(domain: &tree::Domain, fits: impl Fn(usize) -> bool) -> Vec<PredicateId> {
    let all = domain.predicates.iter().enumerate();
    all.filter(|(_, p)| fits(p.parameters.len())).map(|(index, _)| PredicateId::new(index)).collect()
}

fn concept(random: &mut Stream, domain: &tree::Domain, depth: usize) -> Concept {
    let kind = if depth == 0 { random.random_range(0..5) } else { random.random_range(0..10) };
    let inner = |random: &mut Stream| Box::new(concept(random, domain, depth - 1));
    match kind {
        0 => Concept::Object,
        1 => {
            let types: Vec<_> = domain.types.ids().collect();
            pick(random, &types).map_or(Concept::Object, Concept::Type)
        }
        2 => pick(random, &predicates(domain, |n| n == 1)).map_or(Concept::Object, Concept::Holds),
        3 => pick(random, &predicates(domain, |n| n == 1)).map_or(Concept::Object, Concept::Goal),
        4 => match pick(random, &predicates(domain, |n| n > 1)) {
            Some(p) => {
                Concept::Argument(p, random.random_range(0..domain.predicate(p).parameters.len()) as u8)
            }
            None => Concept::Object,
        },
        5 => Concept::Not(inner(random)),
        6 => Concept::And(inner(random), inner(random)),
        7 | 8 => match role(random, domain, depth - 1) {
            Some(role) if kind == 7 => Concept::Some(role.into(), inner(random)),
            Some(role) => Concept::Only(role.into(), inner(random)),
            None => Concept::Object,
        },
        _ => match (role(random, domain, depth - 1), role(random, domain, depth - 1)) {
            (Some(a), Some(b)) => Concept::Same(a.into(), b.into()),
            _ => Concept::Object,
        },
    }
}

fn role(random: &mut Stream, domain: &tree::Domain, depth: usize) -> Option<Role> {
    let kind = if depth == 0 { random.random_range(0..3) } else { random.random_range(0..8) };
    Some(match kind {
        0 => Role::Holds(pick(random, &predicates(domain, |n| n == 2))?),
        1 => Role::Goal(pick(random, &predicates(domain, |n| n == 2))?),
        2 => {
            let p = pick(random, &predicates(domain, |n| n > 1))?;
            let arity = domain.predicate(p).parameters.len();
            match (arity, random.random_range(0..arity) as u8, random.random_range(0..arity) as u8) {
                // The canonical forms of these are others.
                (2, i, j) if i != j => Role::Holds(p),
                (_, i, j) => Role::Arguments(p, i, j),
            }
        }
        3 => Role::Inverse(role(random, domain, depth - 1)?.into()),
        4 => Role::Plus(role(random, domain, depth - 1)?.into()),
        both => {
            let (a, b) = (role(random, domain, depth - 1)?.into(), role(random, domain, depth - 1)?.into());
            match both {
                5 => Role::And(a, b),
                6 => Role::Or(a, b),
                _ => Role::Then(a, b),
            }
        }
    })
}

fn term(random: &mut Stream, domain: &tree::Domain) -> Term {
    let any = predicates(domain, |_| true);
    match random.random_range(0..7) {
        0 => Term::Atoms(pick(random, &any).unwrap()),
        1 => Term::Met(pick(random, &any).unwrap()),
        2 => Term::Unmet(pick(random, &any).unwrap()),
        3 => Term::Any(concept(random, domain, 3)),
        4 => match role(random, domain, 2) {
            Some(role) => {
                let (from, to) = (concept(random, domain, 2), concept(random, domain, 2));
                let through = random.random_bool(0.5).then(|| concept(random, domain, 2));
                Term::Far(from, role, to, through)
            }
            None => Term::Any(Concept::Object),
        },
        _ => match concept(random, domain, 3) {
            Concept::Holds(p) => Term::Atoms(p),
            other => Term::Count(other),
        },
    }
}

/// Checks random terms on a random walk, all by one evaluator.
fn check(domain: &tree::Domain, instance: &PlanningInstance, seed: u64) {
    let Ok(ground) = instance.ground(Limits::NONE, &mut ()) else { return };
    let mut random = stream(seed, "lifted", &[]);
    let terms: Vec<Term> = (0..25).map(|_| term(&mut random, domain)).collect();
    for term in &terms {
        let text = term.text(domain);
        let again = parse(&text, domain).unwrap_or_else(|error| panic!("{text}: {error} at {}", error.at));
        assert_eq!(again.text(domain), text);
    }
    let mut evaluator = Evaluator::default();
    let mut state = ground.initial();
    for _ in 0..20 {
        let world = World::new(&ground, &state);
        for (number, term) in (0..).zip(&terms) {
            // Some terms are asked in some states only, so that values must survive what they do not depend on.
            if random.random_range(0..3) > 0 {
                let value = evaluator.value(&ground, state.words(), (number, term));
                assert_eq!(value, world.value(term), "{}", term.text(domain));
            }
        }
        let facts = ground.facts(&state);
        let mut full = vec![];
        for operator in ground.task.operators.ids() {
            let before = ground.task.operators.precondition(operator);
            if before.iter().all(|&fact| ground.holds(&state, fact)) {
                full.push(operator);
            }
        }
        state = match pick(&mut random, &full) {
            // Now and then back to the start, as searches jump between states.
            Some(operator) if random.random_range(0..6) > 0 => {
                let whole = ground.task.initial_state();
                let mut whole = whole;
                whole[..facts.len()].copy_from_slice(&facts);
                let whole = ground.task.successor(&complete(&ground, &whole), operator);
                ground.state(&whole[..facts.len()])
            }
            _ => ground.initial(),
        };
    }
}

/// A list of facts with the derived ones as they follow from the others.
fn complete(ground: &GroundTask, facts: &[unstuck_pddl::ids::Fact]) -> Vec<unstuck_pddl::ids::Fact> {
    let state = ground.state(&facts[..ground.task.variables.fluent()]);
    let variables = &ground.task.variables;
    let value = |variable| {
        let own = variables.facts(variable).find(|&fact| ground.holds(&state, fact));
        own.unwrap_or(variables.first(variable))
    };
    variables.ids().map(value).collect()
}

#[test]
fn values_are_those_of_sets_of_atoms() {
    for name in
        ["blocksworld", "ferry", "spanner", "logistics", "childsnack", "floortile", "rovers", "sokoban"]
    {
        let (domain, set) = registry::set(name).unwrap();
        let made = PddlDomain::read(domain.definition().unwrap()).unwrap();
        for seed in 0..6 {
            let text = (set.text)(&format!("train-{}", seed + 1)).unwrap();
            let instance = domain::read_search(&*domain, &text, None, &Settings::new()).unwrap();
            check(made.tree(), instance.as_any().downcast_ref().unwrap(), seed);
        }
    }
    for seed in 0..60 {
        let Some((domain, problem)) = random_task::texts(seed) else { continue };
        let made = PddlDomain::read(&domain).unwrap();
        let Ok(instance) = domain::read_search(&*made, &problem, None, &Settings::new()) else { continue };
        check(made.tree(), instance.as_any().downcast_ref().unwrap(), seed);
    }
}

fn blocks() -> (registry::DomainHandle, Box<dyn SearchInstance>) {
    let (domain, set) = registry::set("blocksworld").unwrap();
    let text = (set.text)("train-3").unwrap();
    let instance = domain::read_search(&*domain, &text, None, &Settings::new()).unwrap();
    (registry::DomainHandle(domain), instance)
}

#[test]
fn texts_are_canonical() {
    let (domain, _) = blocks();
    let canonical = [
        ("count( on )", "count(on)"),
        ("count(clear)", "count(clear)"),
        ("count(and(block,\n not(same(on!, on))))", "count(and(not(same(on, on!)), type:block))"),
        ("far(holding, on.2.1, on.1)", "far(holding, inv(on), on.1)"),
        ("any(only(plus(inv(on)), clear.1))", "any(only(plus(inv(on)), clear))"),
        ("relaxed(pickup)", "relaxed(pickup)"),
    ];
    for (text, expected) in canonical {
        let wrapped = match text.starts_with("any") {
            true => format!("if({text}, 1, 2)"),
            false => format!("2*{text} + hff"),
        };
        let checked = Checked::read(&wrapped, domain.features()).unwrap_or_else(|error| panic!("{error}"));
        assert!(checked.to_string().contains(expected), "{checked}");
        let again = Checked::read(&checked.to_string(), domain.features()).unwrap();
        assert_eq!((again.to_string(), &again.formula), (checked.to_string(), &checked.formula));
    }
    // Listed features keep their numbers; others follow, each once.
    let checked = Checked::read("count(on.1) + unmet(on) + count(on.1)", domain.features()).unwrap();
    assert_eq!(checked.table.features().len(), domain.features().features().len() + 1);
}

#[test]
fn messages_about_terms_are_short_and_without_control_characters() {
    let domain =
        "(define (domain d) (:predicates (p ?x) (q ?x ?y)) (:action a :parameters (?x) :effect (p ?x)))";
    let domain = unstuck_pddl::syntax::parse_domain(domain).unwrap().value;
    for hostile in ["\0far".to_owned(), "x\u{1b}[2J".to_owned(), "x".repeat(5_000)] {
        for text in
            ["#(p)", "count(#)", "relaxed(#)", "count(#(p))", "count(p.1#)", "far(p, #, p)", "count(p)#"]
        {
            let text = text.replace('#', &hostile);
            let error = parse(&text, &domain).unwrap_err();
            for shown in [Some(&error.message), error.help.as_ref()].into_iter().flatten() {
                assert!(!shown.contains(char::is_control), "{shown:?} for {text:?}");
                assert!(shown.chars().count() < 600, "{shown} for {text}");
            }
        }
    }
}

#[test]
fn mistakes_are_shown_at_their_column() {
    let (domain, _) = blocks();
    let wrong = |text: &str| Checked::read(text, domain.features()).unwrap_err().to_string();
    let messages = [
        "2*count(onn)",
        "1 + unmet(clar)",
        "relaxed(pick-up)",
        "count(and(clear, on))",
        "count(and(clear))",
        "count(not(arm-empty))",
        "count(some(clear, object))",
        "count(on.3)",
        "count(on.1.2)",
        "far(clear, on)",
        "count(type:blok)",
        "count(inv(on))",
        "count(nor(clear))",
        "any(clear) + 1",
        "count(clear",
        "hff + any(clear)",
        "cuont(clear)",
    ]
    .map(|text| format!("{text}\n  {}", wrong(text)));
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn searches_audits_and_exports_read_terms() {
    let (domain, instance) = blocks();
    let text = "count(and(type:block, not(same(on, on!)))) + relaxed(stack)";
    let request = instance.request("astar", text).unwrap();
    assert_eq!(instance.solve(&request, &mut ()).unwrap().status, unstuck_core::instance::Status::Solved);
    let last = instance.request("greedy", "hff + if(last(stack), 0, 1) + if(any(holding), 1, 0)").unwrap();
    assert_eq!(instance.solve(&last, &mut ()).unwrap().status, unstuck_core::instance::Status::Solved);

    let (_, set) = registry::set("blocksworld").unwrap();
    let small =
        domain::read_search(&*domain, &(set.text)("train-1").unwrap(), None, &Settings::new()).unwrap();
    let texts = ["count(on.1)", "unmet(on)", "count(and(on.1, on.2)) + count(on.1)"];
    let heuristics = texts.map(|text| HeuristicRef::read(text, domain.features()).unwrap());
    let limits = Limits { expanded: Some(200_000), ..Limits::NONE };
    let request = unstuck_core::audit::AuditRequest { heuristics: &heuristics, limits, clock: &|| 0.0 };
    let cards = small.audit(&request, &mut ()).unwrap();
    assert_eq!(cards.iter().map(|card| card.heuristic.as_str()).collect::<Vec<_>>(), texts);
    assert!(cards.iter().all(|card| card.states > 10 && card.mean() > 0.0));

    let checked = Checked::read("unmet(on) + count(and(clear, not(on.1)))", domain.features()).unwrap();
    for form in export::FORMS {
        let written = (form.write)(&checked.formula, &checked.table);
        if ["c", "rust"].contains(&form.name) {
            assert!(written.contains("f_unmet__on") && written.contains("f_count__and__clear__not__on_A1"));
        }
    }
    let other = instance.with_table(&checked.table).unwrap();
    assert_eq!(other.values().len(), checked.table.features().len());
    assert!(other.values().last().unwrap().is_some());
}

#[test]
fn enumerated_concepts_tell_states_apart_and_are_the_same_every_time() {
    let (domain, set) = registry::set("blocksworld").unwrap();
    let read = |number: u32| {
        let text = (set.text)(&format!("train-{number}")).unwrap();
        let instance = domain::read_search(&*domain, &text, None, &Settings::new()).unwrap();
        let plan = instance.solve(&instance.request("quick", "hff").unwrap(), &mut ()).unwrap().plan;
        (instance, plan)
    };
    let solved: Vec<_> = (1..=6).map(read).collect();
    let plans: Vec<(&dyn SearchInstance, &[String])> =
        solved.iter().map(|(instance, plan)| (&**instance, &plan[..])).collect();
    let richer = domain.with_concepts(&plans, (5, 150)).unwrap().unwrap();
    let again = domain.with_concepts(&plans, (5, 150)).unwrap().unwrap();
    assert_eq!(richer.definition(), again.definition());
    let before = domain.features().features().len();
    let names: Vec<&str> = richer.features().names().skip(before).collect();
    assert_eq!(names.len(), 150);
    assert!(names.contains(&"count(same(on, on!))"), "{names:?}");
    // Blocks that stand where they should, down to the table.
    assert!(names.iter().any(|name| name.contains("only(plus(on), same(on, on!))")), "{names:?}");
    // The definition brings them back, in this order.
    let resolved = registry::resolve(&richer.info().name, richer.definition()).unwrap();
    assert!(resolved.features().names().eq(richer.features().names()));
    // Different values somewhere along the plans or beside them, and never the same column twice.
    let mut columns: BTreeSet<Vec<u64>> = BTreeSet::new();
    let mut rows = Vec::new();
    for (instance, plan) in &solved {
        let instance = domain::read_search(&*richer, &instance.text(), None, &Settings::new()).unwrap();
        for steps in 0..=plan.len() {
            let state = instance.play(&plan[..steps]).unwrap();
            rows.push(state.values());
            rows.extend(state.successors().into_iter().map(|one| one.instance.values()));
        }
    }
    for column in before..before + names.len() {
        let values: Vec<u64> = rows.iter().map(|row| row[column].unwrap() as u64).collect();
        assert!(values.windows(2).any(|pair| pair[0] != pair[1]), "{}", names[column - before]);
        assert!(columns.insert(values), "{}", names[column - before]);
    }
    let wrong =
        format!("{}\n(features\ncount(on)\ncount(nothing)\n)", domain.definition().unwrap().trim_end());
    let error = registry::resolve("pddl-blocksworld", Some(&wrong)).err().unwrap();
    assert!(error.to_string().contains("no predicate 'nothing'"), "{error}");
}

#[test]
fn a_rule_applies_to_every_domain_of_its_name_that_has_what_it_reads() {
    let (domain, _) = blocks();
    // What is made for planning in general can be read as well.
    let general = "heuristic 1 for pddl (cost)\nhff + goals_left";
    assert!(Checked::read(general, domain.features()).is_ok());
    let rule = "heuristic 1 for pddl-blocksworld (cost)\nunmet(on) + count(clear)";
    assert!(Checked::read(rule, domain.features()).is_ok());
    let other = |predicate: &str| {
        let text = format!(
            "(define (domain blocksworld) (:predicates (on ?x ?y) ({predicate} ?x))
               (:action move :parameters (?x ?y) :precondition ({predicate} ?y) :effect (on ?x ?y)))"
        );
        PddlDomain::read(&text).unwrap()
    };
    assert!(Checked::read(rule, other("clear").features()).is_ok());
    let error = Checked::read(rule, other("free").features()).unwrap_err();
    assert!(error.to_string().contains("no predicate 'clear'"), "{error}");
}
