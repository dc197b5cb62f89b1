//! Which conditions do not hold.

use super::Unsatisfied;
use crate::error::{Place, Source};
use crate::ids::ObjectId;
use crate::interpret::{GroundAction, Interpreter, World};
use crate::syntax::Printer;
use crate::syntax::tree::{Condition, ConditionKind, Cost, Term, Variable};

/// Most instances of a universal condition that are listed.
const MAX: usize = 10;

/// Why a step is not applicable.
pub(super) fn step(interpreter: &Interpreter<'_>, world: &World, action: &GroundAction) -> Vec<Unsatisfied> {
    let (schema, objects) = action;
    let schema = &interpreter.domain.actions[schema.index()];
    let mut explainer = Explainer {
        interpreter,
        world,
        variables: &schema.variables,
        file: Source::Domain,
        found: Vec::new(),
    };
    for (variable, &object) in schema.variables.iter().zip(objects) {
        if !interpreter.has_type(object, &variable.types) {
            let types = interpreter.domain.types.written(&variable.types);
            let name = &interpreter.problem.objects[object.index()].name;
            explainer.push(
                variable.place,
                format!("?{} - {types}", variable.name),
                format!("{name} - {types}"),
            );
        }
    }
    let mut binding = interpreter.binding(schema, objects);
    explainer.condition(&schema.precondition, &mut binding);
    if interpreter.cost(action).is_none() {
        schema.costs.iter().for_each(|cost| explainer.cost(cost, &binding));
    }
    explainer.found
}

/// Why the goal does not hold.
pub(super) fn goal(interpreter: &Interpreter<'_>, world: &World) -> Vec<Unsatisfied> {
    let problem = interpreter.problem;
    let mut explainer = Explainer {
        interpreter,
        world,
        variables: &problem.variables,
        file: Source::Problem,
        found: Vec::new(),
    };
    explainer.condition(&problem.goal, &mut vec![None; problem.variables.len()]);
    explainer.found
}

struct Explainer<'a> {
    interpreter: &'a Interpreter<'a>,
    world: &'a World,
    variables: &'a [Variable],
    file: Source,
    found: Vec<Unsatisfied>,
}

impl Explainer<'_> {
    fn push(&mut self, place: Place, lifted: String, ground: String) {
        self.found.push(Unsatisfied { file: self.file, place, lifted, ground });
    }

    fn written(&self, condition: &Condition, binding: &[Option<ObjectId>]) -> String {
        let (domain, objects) = (self.interpreter.domain, &self.interpreter.problem.objects);
        let mut text = String::new();
        Printer { domain, objects, variables: self.variables, binding }.condition(condition, &mut text);
        text
    }

    /// Takes conjunctions and universal conditions apart; anything else that fails is listed as a whole.
    fn condition(&mut self, condition: &Condition, binding: &mut Vec<Option<ObjectId>>) {
        if self.interpreter.holds(condition, self.variables, binding, self.world) {
            return;
        }
        match &condition.kind {
            ConditionKind::And(parts) => parts.iter().for_each(|part| self.condition(part, binding)),
            ConditionKind::Forall(range, body) => {
                let mut left = MAX;
                self.interpreter.any(range.clone(), self.variables, binding, &mut |binding| {
                    if !self.interpreter.holds(body, self.variables, binding, self.world) {
                        self.condition(body, binding);
                        left -= 1;
                    }
                    left == 0
                });
            }
            _ => {
                let (lifted, ground) = (self.written(condition, &[]), self.written(condition, binding));
                self.push(condition.place, lifted, ground);
            }
        }
    }

    /// A function without a value.
    fn cost(&mut self, cost: &Cost, binding: &[Option<ObjectId>]) {
        let Cost::Function { function, arguments, place } = cost else { return };
        let object = |&term: &Term| match term {
            Term::Variable(slot) => binding[slot as usize],
            Term::Object(object) => Some(object),
        };
        let objects: Option<Vec<ObjectId>> = arguments.iter().map(object).collect();
        let Some(objects) =
            objects.filter(|objects| self.interpreter.problem.value(*function, objects).is_none())
        else {
            return;
        };
        let name = &self.interpreter.domain.functions[function.index()].name;
        let names = |list: Vec<String>| {
            format!("({name}{}) has a value", list.iter().map(|n| format!(" {n}")).collect::<String>())
        };
        let lifted = arguments.iter().map(|&term| match term {
            Term::Variable(slot) => format!("?{}", self.variables[slot as usize].name),
            Term::Object(object) => self.interpreter.problem.objects[object.index()].name.to_string(),
        });
        let ground =
            objects.iter().map(|object| self.interpreter.problem.objects[object.index()].name.to_string());
        let (lifted, ground) = (names(lifted.collect()), names(ground.collect()));
        self.push(*place, lifted, ground);
    }
}
