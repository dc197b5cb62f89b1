//! A heuristic as plain data: its parts as text, and on a position the value of each of them.

use serde::Serialize;
use serde_json::{Map, Value, json};
use unstuck_core::feature::{FeatureTable, Kind};
use unstuck_core::heuristic::clean;
use unstuck_core::language::interpret::{apply, tree_value};
use unstuck_core::language::meaning::{holds, settle, truth};
use unstuck_core::language::print::{print_number, print_tree};
use unstuck_core::language::{Body, Checked, Formula, Node, Op, Tree};

/// What a part of a heuristic is worth on a position, where that is known.
type Known = Option<f64>;

/// A heuristic with the values of the features on a position, if there is one.
pub struct Reading<'a> {
    table: &'a FeatureTable,
    formula: &'a Formula,
    values: Option<&'a [Known]>,
}

/// One summand of the value that counted.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Term<'a> {
    text: String,
    weight: f64,
    feature: Option<&'a str>,
    amount: f64,
    value: f64,
}

impl<'a> Reading<'a> {
    /// Of a text, on a position or on none.
    pub fn new(checked: &'a Checked, values: Option<&'a [Known]>) -> Self {
        Self { table: &checked.table, formula: &checked.formula, values }
    }

    /// The features that the text names and the position does not have.
    pub fn absent(&self) -> Option<&'a str> {
        let values = self.values?;
        let mut named = self.formula.features().into_iter();
        named.find(|&index| values[usize::from(index)].is_none()).map(|index| self.table.name(index))
    }

    /// The whole, as data.
    pub fn formula(&self) -> Value {
        match &self.formula.body {
            Body::Value(tree) => json!({ "kind": "value", "expression": self.tree(tree) }),
            Body::Policy(policy) => {
                let fires = self.rule();
                let rules = policy.rules.iter().enumerate().map(|(number, rule)| {
                    let condition = self.tree(&rule.condition);
                    let mut object = json!({ "value": self.tree(&rule.value) });
                    if self.values.is_some() {
                        object["holds"] = condition["value"].clone();
                        object["fires"] = json!(fires == Some(number));
                    }
                    object["condition"] = condition;
                    object
                });
                let rules: Vec<Value> = rules.collect();
                json!({ "kind": "policy", "rules": rules, "otherwise": self.tree(&policy.otherwise) })
            }
        }
    }

    /// The number of the rule that fires; the number of rules for otherwise; none for an expression.
    pub fn rule(&self) -> Option<usize> {
        let Body::Policy(policy) = &self.formula.body else { return None };
        let features = self.features()?;
        let fires = policy.rules.iter().position(|rule| holds(tree_value(&rule.condition, &features)));
        Some(fires.unwrap_or(policy.rules.len()))
    }

    /// The tree whose value counts.
    fn counting(&self) -> Option<&'a Tree> {
        match &self.formula.body {
            Body::Value(tree) => Some(tree),
            Body::Policy(policy) => {
                let fires = self.rule()?;
                Some(policy.rules.get(fires).map_or(&policy.otherwise, |rule| &rule.value))
            }
        }
    }

    /// The value before searches clean it.
    pub fn raw(&self) -> Option<f64> {
        Some(tree_value(self.counting()?, &self.features()?))
    }

    /// What is known on the position, as data.
    pub fn evaluation(&self, solved: bool) -> Option<Value> {
        let raw = self.raw()?;
        let values = self.values?;
        let features: Map<String, Value> = self
            .formula
            .features()
            .into_iter()
            .map(|index| (self.table.name(index).to_owned(), json!(values[usize::from(index)])))
            .collect();
        Some(json!({
            "value": seen(raw, solved),
            "raw": raw,
            "rule": self.rule(),
            "formula": self.formula(),
            "terms": self.terms(),
            "features": features,
        }))
    }

    /// The summands of the value that counted; none where it is no sum.
    fn terms(&self) -> Vec<Term<'a>> {
        let (Some(tree), Some(features)) = (self.counting(), self.features()) else { return Vec::new() };
        let mut terms = Vec::new();
        self.summands(tree.nodes(), 1.0, &features, &mut terms);
        // A single part that is neither a feature nor a multiple of one is no sum.
        if let [only] = &terms[..]
            && only.feature.is_none()
        {
            terms.clear();
        }
        terms
    }

    fn summands(&self, nodes: &[Node], sign: f64, features: &[f64], terms: &mut Vec<Term<'a>>) {
        let tree = |nodes: &[Node]| Tree::from_well_formed(nodes.to_vec());
        let split = || {
            let second = tree(nodes).subtree(nodes.len() - 2);
            (&nodes[..second.start], &nodes[second])
        };
        let mut push = |text: String, weight: f64, feature: Option<u16>, amount: f64| {
            let (weight, feature) = (sign * weight, feature.map(|index| self.table.name(index)));
            terms.push(Term { text, weight, feature, amount, value: weight * amount });
        };
        let value = |index: u16| features[usize::from(index)];
        match nodes {
            [.., Node::Apply(op @ (Op::Add | Op::Sub), _)] => {
                let (first, second) = split();
                self.summands(first, sign, features, terms);
                self.summands(second, if *op == Op::Sub { -sign } else { sign }, features, terms);
            }
            [rest @ .., Node::Apply(Op::Neg, _)] => self.summands(rest, -sign, features, terms),
            [Node::Feature(index)] => {
                push(self.table.name(*index).to_owned(), 1.0, Some(*index), value(*index));
            }
            [Node::Number(number)] => push(print_number(*number), *number, None, 1.0),
            [Node::Number(weight), Node::Feature(index), Node::Apply(Op::Mul, _)]
            | [Node::Feature(index), Node::Number(weight), Node::Apply(Op::Mul, _)] => {
                push(print_tree(&tree(nodes), self.table), *weight, Some(*index), value(*index));
            }
            // A multiple of a sum is a sum of multiples.
            [.., Node::Apply(Op::Mul, _)] if multiple(split()).is_some() => {
                if let Some((factor, sum)) = multiple(split()) {
                    self.summands(sum, sign * factor, features, terms);
                }
            }
            other => {
                let part = tree(other);
                push(print_tree(&part, self.table), 1.0, None, tree_value(&part, features));
            }
        }
    }

    /// All features, with 0 for those that the text does not name.
    fn features(&self) -> Option<Vec<f64>> {
        let values = self.values?;
        self.absent().is_none().then(|| values.iter().map(|value| value.unwrap_or_default()).collect())
    }

    fn tree(&self, tree: &Tree) -> Value {
        let nodes = tree.nodes();
        let mut stack: Vec<(Value, Known)> = Vec::new();
        for (place, node) in nodes.iter().enumerate() {
            let feature = |index: u16| self.values.and_then(|values| values[usize::from(index)]).map(settle);
            let part = Tree::from_well_formed(nodes[tree.subtree(place)].to_vec());
            let mut object = json!({ "text": print_tree(&part, self.table), "kind": node.kind() });
            let known = match *node {
                Node::Number(number) => {
                    object["number"] = json!(number);
                    self.values.map(|_| settle(number))
                }
                Node::Truth(value) => self.values.map(|_| truth(value)),
                Node::Feature(index) => {
                    object["feature"] = json!(self.table.name(index));
                    feature(index)
                }
                Node::Flag(index) => {
                    object["feature"] = json!(self.table.name(index));
                    feature(index).map(|value| truth(holds(value)))
                }
                Node::Apply(op, arity) => {
                    let children = stack.split_off(stack.len() - usize::from(arity));
                    let (children, known): (Vec<Value>, Vec<Known>) = children.into_iter().unzip();
                    object["op"] = json!(op.function_name());
                    object["children"] = children.into();
                    let known: Option<Vec<f64>> = known.into_iter().collect();
                    known.map(|values| apply(op, &values))
                }
            };
            if self.values.is_some() {
                object["value"] = match (node.kind(), known) {
                    (_, None) => Value::Null,
                    (Kind::Bool, Some(value)) => json!(holds(value)),
                    (Kind::Real, Some(value)) => json!(value),
                };
            }
            stack.push((object, known));
        }
        // A tree is well formed: one part is left.
        stack.pop().map(|(object, _)| object).unwrap_or_default()
    }
}

/// A number and what it is multiplied by, whichever comes first.
fn multiple<'a>(factors: (&'a [Node], &'a [Node])) -> Option<(f64, &'a [Node])> {
    match factors {
        ([Node::Number(factor)], other) | (other, [Node::Number(factor)]) => Some((*factor, other)),
        _ => None,
    }
}

/// What a search reads a value as: nothing below 0, and 0 where it is over.
pub fn seen(raw: f64, solved: bool) -> f64 {
    if solved { 0.0 } else { clean(raw) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unstuck_core::registry::domain;

    fn evaluated(text: &str) -> Value {
        let domain = domain("rush-hour").unwrap();
        let checked = Checked::read(text, domain.features()).unwrap();
        // Every feature has its own number.
        let values: Vec<Known> =
            (0..domain.features().features().len()).map(|index| Some(index as f64)).collect();
        Reading::new(&checked, Some(&values)).evaluation(false).unwrap()
    }

    #[test]
    fn summands_add_up_to_the_value() {
        let found = evaluated("2*blockers - (distance - 3) + max(blockers, hybrid)");
        let terms = found["terms"].as_array().unwrap();
        assert_eq!(terms.len(), 4);
        let sum: f64 = terms.iter().map(|term| term["value"].as_f64().unwrap()).sum();
        assert_eq!(found["raw"].as_f64().unwrap(), sum);
        assert_eq!(terms[1]["weight"], -1.0);
        assert_eq!(evaluated("max(blockers, hybrid)")["terms"], json!([]));
        let found = evaluated("2*(blockers - 3*(distance + hybrid)*0.5)");
        let terms = found["terms"].as_array().unwrap();
        let weights: Vec<f64> = terms.iter().map(|term| term["weight"].as_f64().unwrap()).collect();
        assert_eq!(weights, [2.0, -3.0, -3.0]);
    }

    #[test]
    fn one_rule_fires() {
        let found = evaluated("policy; if blockers < 0: hybrid; if blockers >= 0: distance; otherwise: 7");
        assert_eq!(found["rule"], 1);
        let rules = &found["formula"]["rules"];
        assert_eq!((&rules[0]["holds"], &rules[0]["fires"]), (&json!(false), &json!(false)));
        assert_eq!((&rules[1]["holds"], &rules[1]["fires"]), (&json!(true), &json!(true)));
    }
}
