//! How the actions of a domain use its predicates.
//!
//! Two things are left out on purpose. *Costs* of actions: a rule that reads costs gets those of the task that it is used on.
//! *Inequalities* that a precondition requires as they stand, `(not (= ?x ?y))`: they only forbid arguments, domains are written
//! with and without them, and no value on a state depends on them. All other equalities decide what an action does.

use unstuck_pddl::ids::PredicateId;
use unstuck_pddl::syntax::tree::{Action, Atom, Condition, ConditionKind, Domain, Effect, Term, Variable};

/// An atom or an equality in an action or an axiom.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Literal {
    /// Where it is: signs for preconditions, effects, negations, and what surrounds them.
    pub role: String,
    /// The predicate; none for an equality.
    pub predicate: Option<PredicateId>,
    /// The arguments.
    pub arguments: Vec<Term>,
}

/// The atoms and equalities of all actions, then of all axioms. What only sorts objects is not among them.
#[derive(Debug)]
pub struct Usage {
    /// For each action and axiom.
    pub actions: Vec<Vec<Literal>>,
    /// For each action and axiom and each of its variables: the predicates of one argument that never change and hold for it.
    pub sorts: Vec<Vec<Vec<PredicateId>>>,
    /// For each action and axiom: its variables.
    pub variables: Vec<Vec<Variable>>,
    /// For each predicate its uses, by action and sorted: equal for predicates that may stand for each other.
    pub colours: Vec<Vec<Vec<String>>>,
}

/// Whether a predicate sorts objects, as types do.
pub fn is_sort(domain: &Domain, predicate: PredicateId) -> bool {
    let predicate = domain.predicate(predicate);
    predicate.is_static() && predicate.parameters.len() == 1
}

impl Usage {
    /// Of a domain.
    pub fn of(domain: &Domain) -> Self {
        let mut usage =
            Self { actions: Vec::new(), sorts: Vec::new(), variables: Vec::new(), colours: Vec::new() };
        for Action { variables, precondition, effect, .. } in &domain.actions {
            let mut found = Vec::new();
            condition(precondition, "?", &mut found);
            effects(effect, "!", &mut found);
            usage.add(domain, variables, found);
        }
        for axiom in &domain.axioms {
            let mut found = Vec::new();
            condition(&axiom.body, ":", &mut found);
            let parameters = domain.predicate(axiom.predicate).parameters.len() as u32;
            let arguments = (0..parameters).map(Term::Variable).collect();
            found.push(Literal { role: "=".to_owned(), predicate: Some(axiom.predicate), arguments });
            usage.add(domain, &axiom.variables, found);
        }
        usage.colours = (0..domain.predicates.len()).map(|p| usage.colour(PredicateId::new(p))).collect();
        usage
    }

    fn add(&mut self, domain: &Domain, variables: &[Variable], mut found: Vec<Literal>) {
        found.sort();
        found.dedup();
        let mut sorts = vec![Vec::new(); variables.len()];
        found.retain(|literal| {
            let Some(predicate) = literal.predicate.filter(|&id| is_sort(domain, id)) else { return true };
            if let (Term::Variable(variable), "?" | ":") = (literal.arguments[0], literal.role.as_str()) {
                sorts[variable as usize].push(predicate);
            }
            false
        });
        self.actions.push(found);
        self.sorts.push(sorts);
        self.variables.push(variables.to_vec());
    }

    fn colour(&self, predicate: PredicateId) -> Vec<Vec<String>> {
        let roles = |action: &Vec<Literal>| -> Vec<String> {
            let own = action.iter().filter(|literal| literal.predicate == Some(predicate));
            own.map(|literal| literal.role.clone()).collect()
        };
        let mut uses: Vec<Vec<String>> = self.actions.iter().map(roles).collect();
        uses.retain(|roles| !roles.is_empty());
        uses.iter_mut().for_each(|roles| roles.sort());
        uses.sort();
        uses
    }
}

fn condition(of: &Condition, role: &str, found: &mut Vec<Literal>) {
    match &of.kind {
        ConditionKind::And(all) => all.iter().for_each(|one| condition(one, role, found)),
        ConditionKind::Or(all) => all.iter().for_each(|one| condition(one, &format!("{role}|"), found)),
        ConditionKind::Not(one) => condition(one, &format!("{role}-"), found),
        ConditionKind::Imply(first, second) => {
            condition(first, &format!("{role}<"), found);
            condition(second, &format!("{role}>"), found);
        }
        ConditionKind::Forall(_, one) => condition(one, &format!("{role}*"), found),
        ConditionKind::Exists(_, one) => condition(one, &format!("{role}+"), found),
        ConditionKind::Atom(one) => atom(one, role.to_owned(), found),
        ConditionKind::Equal(..) if role == "?-" => {}
        ConditionKind::Equal(first, second) => {
            found.push(Literal { role: role.to_owned(), predicate: None, arguments: vec![*first, *second] });
        }
    }
}

fn effects(of: &Effect, role: &str, found: &mut Vec<Literal>) {
    match of {
        Effect::And(all) => all.iter().for_each(|one| effects(one, role, found)),
        Effect::Forall(_, one) => effects(one, &format!("{role}*"), found),
        Effect::When(when, then) => {
            condition(when, &format!("{role}<"), found);
            effects(then, &format!("{role}>"), found);
        }
        Effect::Add(one) => atom(one, format!("{role}+"), found),
        Effect::Delete(one) => atom(one, format!("{role}-"), found),
    }
}

fn atom(of: &Atom, role: String, found: &mut Vec<Literal>) {
    found.push(Literal { role, predicate: Some(of.predicate), arguments: of.arguments.clone() });
}
