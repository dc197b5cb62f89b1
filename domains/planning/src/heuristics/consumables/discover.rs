//! Finds the goals that use something up.

use super::{Class, Consumables, Spent, Token};
use crate::heuristics::relaxation::Relaxation;
use crate::task::layout::Layout;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use unstuck_pddl::ids::{Fact, OperatorId, SchemaId, VariableId};
use unstuck_pddl::task::Task;

type Map<K, V> = HashMap<K, V, FxBuildHasher>;

/// The operators that reach a fact, each with the token that it uses up.
type Users = Vec<(OperatorId, VariableId)>;

/// Goals with the schemas of the operators that reach them.
type Alike = (Vec<SchemaId>, Vec<(Fact, Users)>);

impl Consumables {
    /// Finds the goals of a task without axioms and conditional effects.
    pub fn new(task: &Task, layout: &Layout, relaxation: &Relaxation) -> Self {
        let find = Find { task, layout, relaxation, last: last_values(task) };
        let mut goals = find.reached_by(&task.goal);
        find.share(&mut goals);
        // Goals are alike if operators of the same schemas reach them.
        let mut classes: Vec<Alike> = Vec::new();
        for (goal, users) in goals {
            let Some(users) = users else { continue };
            let mut schemas: Vec<SchemaId> =
                users.iter().map(|&(operator, _)| task.operators.schema(operator)).collect();
            schemas.sort_unstable();
            schemas.dedup();
            match classes.iter_mut().find(|(known, _)| *known == schemas) {
                Some((_, goals)) => goals.push((goal, users)),
                None => classes.push((schemas, vec![(goal, users)])),
            }
        }
        let classes = classes.into_iter().map(|(_, goals)| find.class(&goals)).collect();
        Self { classes }
    }
}

/// For each variable: the value that no operator changes, if there is one and only one.
fn last_values(task: &Task) -> Vec<Option<Fact>> {
    let mut changed = vec![false; task.variables.fact_count()];
    // What operators set without a condition on the variable: nothing, one value, or several.
    let mut set: Vec<(Option<Fact>, bool)> = vec![(None, false); task.variables.len()];
    for operator in task.operators.ids() {
        for &effect in task.operators.effects(operator) {
            let variable = task.variables.variable(effect);
            match before(task, operator, variable) {
                Some(fact) => changed[fact.index()] |= fact != effect,
                None => {
                    let (only, several) = &mut set[variable.index()];
                    *several |= only.is_some_and(|known| known != effect);
                    *only = Some(effect);
                }
            }
        }
    }
    let last = |variable: VariableId| {
        let (only, several) = set[variable.index()];
        let kept =
            |&fact: &Fact| !changed[fact.index()] && !several && only.is_none_or(|effect| effect == fact);
        let mut values = task.variables.facts(variable).filter(kept);
        values.next().filter(|_| values.next().is_none())
    };
    task.variables.ids().map(last).collect()
}

/// The condition of an operator on a variable.
fn before(task: &Task, operator: OperatorId, variable: VariableId) -> Option<Fact> {
    let conditions = task.operators.precondition(operator).iter().copied();
    conditions.into_iter().find(|&fact| task.variables.variable(fact) == variable)
}

struct Find<'a> {
    task: &'a Task,
    layout: &'a Layout,
    relaxation: &'a Relaxation,
    /// See [`last_values`].
    last: Vec<Option<Fact>>,
}

impl Find<'_> {
    /// The tokens that an operator uses up, in the order of variables.
    fn tokens(&self, operator: OperatorId) -> impl Iterator<Item = VariableId> {
        let task = self.task;
        let set = task.operators.effects(operator).iter().map(|&fact| (task.variables.variable(fact), fact));
        set.filter(|&(variable, fact)| self.last[variable.index()] == Some(fact))
            .filter(move |&(variable, fact)| before(task, operator, variable).is_some_and(|old| old != fact))
            .map(|(variable, _)| variable)
    }

    /// The operators that reach facts; `None` where one of them reaches several, or there are none.
    fn reached_by(&self, facts: &[Fact]) -> Vec<(Fact, Option<Users>)> {
        let mut found: Vec<_> = facts.iter().map(|&fact| (fact, Some(Users::new()))).collect();
        let places: Map<Fact, usize> = facts.iter().copied().zip(0..).collect();
        for operator in self.task.operators.ids() {
            let effects = self.task.operators.effects(operator);
            let here: Vec<usize> = effects.iter().filter_map(|effect| places.get(effect).copied()).collect();
            for &place in &here {
                match (&mut found[place].1, &here[..]) {
                    // Which token is decided when all are known.
                    (Some(users), [_]) => users.push((operator, self.task.variables.variable(facts[place]))),
                    (users, _) => *users = None,
                }
            }
        }
        found.iter_mut().for_each(|(_, users)| *users = users.take().filter(|users| !users.is_empty()));
        found
    }

    /// Of the tokens of an operator, the one that most facts have in common is chosen: what only one uses tells nothing.
    fn share(&self, found: &mut [(Fact, Option<Users>)]) {
        let mut counts: Map<VariableId, (usize, usize)> = Map::default();
        for (at, (_, users)) in found.iter().enumerate() {
            for &(operator, _) in users.iter().flatten() {
                for token in self.tokens(operator) {
                    let (last, count) = counts.entry(token).or_insert((usize::MAX, 0));
                    *count += usize::from(std::mem::replace(last, at) != at);
                }
            }
        }
        for (fact, users) in found {
            let own = self.task.variables.variable(*fact);
            let chosen = |&(operator, _): &(OperatorId, VariableId)| {
                let shared = self.tokens(operator).filter(|&token| token != own && counts[&token].1 > 1);
                Some((operator, shared.max_by_key(|token| counts[token].1)?))
            };
            *users = users.take().and_then(|users| users.iter().map(chosen).collect());
        }
    }

    fn class(&self, goals: &[(Fact, Users)]) -> Class {
        let mut class = Class::default();
        let mut places: Map<VariableId, usize> = Map::default();
        let mut needed: Vec<Vec<Fact>> = Vec::new();
        for (goal, users) in goals {
            class.goals.extend(self.relaxation.number(*goal));
            for &(operator, token) in users {
                let conditions = self.task.operators.precondition(operator);
                let place = *places.entry(token).or_insert_with(|| {
                    needed.push(conditions.to_vec());
                    needed.len() - 1
                });
                needed[place].retain(|fact| conditions.contains(fact));
            }
        }
        let mut tokens: Vec<(VariableId, usize)> = places.into_iter().collect();
        tokens.sort_unstable();
        let candidates: Vec<Fact> = tokens
            .iter()
            .flat_map(|&(token, place)| needed[place].iter().map(move |&fact| (token, fact)))
            .filter(|&(token, fact)| self.task.variables.variable(fact) != token)
            .map(|(_, fact)| fact)
            .collect();
        let preparing = self.preparing(&candidates);
        let numbers = |facts: &mut dyn Iterator<Item = Fact>| -> Vec<u32> {
            facts.filter_map(|fact| self.relaxation.number(fact)).collect()
        };
        for (token, place) in tokens {
            let facts = || needed[place].iter().copied();
            class.tokens.extend(self.spent(token).map(|spent| Token {
                spent,
                needed: numbers(&mut facts()),
                prepared: numbers(&mut facts().filter(|fact| preparing.0.binary_search(fact).is_ok())),
            }));
        }
        class.preparing = preparing.1;
        class
    }

    /// The value by which a token is used up.
    fn spent(&self, token: VariableId) -> Option<Spent> {
        let fact = self.last[token.index()]?;
        Some(Spent { field: self.layout.field(token), value: self.task.variables.value(fact) })
    }

    /// Which of some facts take tokens to make them true, and which tokens: one of each row.
    fn preparing(&self, facts: &[Fact]) -> (Vec<Fact>, Vec<Vec<Spent>>) {
        // What two tokens need may be made true once for both.
        let mut facts = facts.to_vec();
        facts.sort_unstable();
        let facts: Vec<Fact> =
            facts.chunk_by(|a, b| a == b).filter(|same| same.len() == 1).map(|same| same[0]).collect();
        let mut taken = Vec::new();
        let mut rows: Vec<Vec<VariableId>> = Vec::new();
        for (fact, users) in self.reached_by(&facts) {
            let Some(users) = users else { continue };
            let own = self.task.variables.variable(fact);
            let tokens = |operator: OperatorId| self.tokens(operator).filter(move |&token| token != own);
            let count = users.iter().map(|&(operator, _)| tokens(operator).count()).min().unwrap_or(0);
            if count == 0 || (!taken.is_empty() && count != rows.len()) {
                continue;
            }
            rows.resize(count, Vec::new());
            taken.push(fact);
            for &(operator, _) in &users {
                rows.iter_mut().zip(tokens(operator)).for_each(|(row, token)| row.push(token));
            }
        }
        let row = |mut row: Vec<VariableId>| {
            row.sort_unstable();
            row.dedup();
            row.into_iter().filter_map(|token| self.spent(token)).collect()
        };
        let rows = rows.into_iter().map(row).collect();
        (taken, rows)
    }
}
