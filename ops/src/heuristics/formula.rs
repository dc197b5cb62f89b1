//! A heuristic as plain data: its parts as text, and on a position the value of each of them.

use crate::ToSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use unstuck_core::feature::{FeatureTable, Kind};
use unstuck_core::heuristic::clean;
use unstuck_core::instance::SearchInstance;
use unstuck_core::language::{
    Body, Checked, Formula, Node, Op, Tree, apply, beginning, clamp_finite, holds, print_number, print_tree,
    tree_value, truth,
};

/// What a part of a heuristic is worth on a position, where that is known.
type Known = Option<f64>;

/// A heuristic with the values of the features on a position, if there is one.
pub struct Reading<'a> {
    table: &'a FeatureTable,
    formula: &'a Formula,
    values: Option<&'a [Known]>,
}

/// A heuristic: an expression, or rules and what is otherwise.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Formula)]
pub struct FormulaView {
    /// `value` has an expression, `policy` has rules and otherwise.
    pub kind: FormulaKind,
    /// What its text begins with: the search that it was made for and the attempts before it, each with `; ` behind it.
    pub beginning: String,
    /// The expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub expression: Option<NodeView>,
    /// The rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rules: Option<Vec<RuleView>>,
    /// The value where no rule fires.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub otherwise: Option<NodeView>,
}

/// What a heuristic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FormulaKind {
    /// An expression.
    Value,
    /// Rules.
    Policy,
}

/// A rule.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Rule)]
pub struct RuleView {
    /// When it fires.
    pub condition: NodeView,
    /// Its value.
    pub value: NodeView,
    /// Whether the condition holds on the position, where that is known.
    pub holds: Option<bool>,
    /// Whether it is the first whose condition holds.
    pub fires: bool,
}

/// A part of a heuristic.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Node, no_recursion)]
pub struct NodeView {
    /// The part as text.
    pub text: String,
    /// Number or boolean.
    pub kind: Kind,
    /// Name of the function.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub op: Option<&'static str>,
    /// Name of the feature.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub feature: Option<String>,
    /// The constant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub number: Option<f64>,
    /// The value on the position; null without one, and where a feature does not exist there.
    pub value: Option<NodeValue>,
    /// Its operands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub children: Option<Vec<NodeView>>,
}

/// The value of a part.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum NodeValue {
    /// A number.
    Number(f64),
    /// A truth value.
    Truth(bool),
}

/// One summand of the value that counted.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Term {
    /// As text.
    pub text: String,
    /// Its factor.
    pub weight: f64,
    /// The feature; null for a constant and other parts.
    pub feature: Option<String>,
    /// The feature's value.
    pub amount: f64,
    /// Weight times amount.
    pub value: f64,
}

/// A heuristic on a position.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Evaluation {
    /// What a search reads.
    pub value: f64,
    /// The same before it is made 0 or more, and finite.
    pub raw: f64,
    /// The rule that fires, from 0; the number of rules for otherwise; null for an expression.
    pub rule: Option<usize>,
    /// The parts with their values.
    pub formula: FormulaView,
    /// The summands of the value that counted; empty if it is not a sum.
    pub terms: Vec<Term>,
    /// The features that the text names.
    pub features: BTreeMap<String, Option<f64>>,
}

/// The values of all features of a heuristic's table on an instance, also of lifted ones that its domain does not list.
pub fn values_for(instance: &dyn SearchInstance, checked: &Checked) -> Vec<Known> {
    let listed = Arc::ptr_eq(instance.table(), &checked.table);
    let other = if listed { None } else { instance.with_table(&checked.table) };
    let other = other.and_then(|other| other.into_search());
    other.map_or_else(|| instance.path_values(), |other| other.path_values())
}

impl<'a> Reading<'a> {
    /// Of a text, on a position or on none.
    pub fn new(checked: &'a Checked, values: Option<&'a [Known]>) -> Self {
        Self { table: &checked.table, formula: &checked.formula, values }
    }

    /// The first feature that the text names and the position does not have.
    pub fn absent(&self) -> Option<&'a str> {
        let values = self.values?;
        let mut named = self.formula.features().into_iter();
        named.find(|&index| values[usize::from(index)].is_none()).map(|index| self.table.name(index))
    }

    /// The whole, as data.
    pub fn formula(&self) -> FormulaView {
        let beginning = beginning(self.formula, self.table, "; ");
        match &self.formula.body {
            Body::Value(tree) => FormulaView {
                kind: FormulaKind::Value,
                beginning,
                expression: Some(self.tree(tree)),
                rules: None,
                otherwise: None,
            },
            Body::Policy(policy) => {
                let fires = self.rule();
                let rules = policy.rules.iter().enumerate().map(|(number, rule)| {
                    let condition = self.tree(&rule.condition);
                    let holds = match condition.value {
                        Some(NodeValue::Truth(holds)) => Some(holds),
                        _ => None,
                    };
                    let value = self.tree(&rule.value);
                    RuleView { condition, value, holds, fires: fires == Some(number) }
                });
                FormulaView {
                    kind: FormulaKind::Policy,
                    beginning,
                    expression: None,
                    rules: Some(rules.collect()),
                    otherwise: Some(self.tree(&policy.otherwise)),
                }
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
    pub fn evaluation(&self, solved: bool) -> Option<Evaluation> {
        let raw = self.raw()?;
        let values = self.values?;
        let named = self.formula.features().into_iter();
        let value = |index: u16| (self.table.name(index).to_owned(), values[usize::from(index)]);
        Some(Evaluation {
            value: seen(raw, solved),
            raw,
            rule: self.rule(),
            formula: self.formula(),
            terms: self.terms(),
            features: named.map(value).collect(),
        })
    }

    fn terms(&self) -> Vec<Term> {
        let (Some(tree), Some(features)) = (self.counting(), self.features()) else { return Vec::new() };
        let mut terms = Vec::new();
        self.summands(tree.nodes(), 1.0, &features, &mut terms);
        // A single part that is neither a feature nor a multiple of one does not count as a sum.
        if let [only] = &terms[..]
            && only.feature.is_none()
        {
            terms.clear();
        }
        terms
    }

    fn summands(&self, nodes: &[Node], sign: f64, features: &[f64], terms: &mut Vec<Term>) {
        let tree = |nodes: &[Node]| Tree::from_well_formed(nodes.to_vec());
        let split = || {
            let second = tree(nodes).subtree(nodes.len() - 2);
            (&nodes[..second.start], &nodes[second])
        };
        let mut push = |text: String, weight: f64, feature: Option<u16>, amount: f64| {
            let (weight, feature) = (sign * weight, feature.map(|index| self.table.name(index).to_owned()));
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

    fn tree(&self, tree: &Tree) -> NodeView {
        let nodes = tree.nodes();
        let mut stack: Vec<(NodeView, Known)> = Vec::new();
        for (place, node) in nodes.iter().enumerate() {
            let feature =
                |index: u16| self.values.and_then(|values| values[usize::from(index)]).map(clamp_finite);
            let part = Tree::from_well_formed(nodes[tree.subtree(place)].to_vec());
            let mut view = NodeView {
                text: print_tree(&part, self.table),
                kind: node.kind(),
                op: None,
                feature: None,
                number: None,
                value: None,
                children: None,
            };
            let known = match *node {
                Node::Number(number) => {
                    view.number = Some(number);
                    self.values.map(|_| clamp_finite(number))
                }
                Node::Truth(value) => self.values.map(|_| truth(value)),
                Node::Feature(index) => {
                    view.feature = Some(self.table.name(index).to_owned());
                    feature(index)
                }
                Node::Flag(index) => {
                    view.feature = Some(self.table.name(index).to_owned());
                    feature(index).map(|value| truth(holds(value)))
                }
                Node::Apply(op, arity) => {
                    let children = stack.split_off(stack.len() - usize::from(arity));
                    let (children, known): (Vec<NodeView>, Vec<Known>) = children.into_iter().unzip();
                    view.op = Some(op.function_name());
                    view.children = Some(children);
                    let known: Option<Vec<f64>> = known.into_iter().collect();
                    known.map(|values| apply(op, &values))
                }
            };
            view.value = known.map(|value| match node.kind() {
                Kind::Bool => NodeValue::Truth(holds(value)),
                Kind::Real => NodeValue::Number(value),
            });
            stack.push((view, known));
        }
        // A tree is well formed: one part is left.
        let (view, _) = stack.swap_remove(0);
        view
    }
}

/// A number and what it is multiplied by, whichever comes first.
fn multiple<'a>(factors: (&'a [Node], &'a [Node])) -> Option<(f64, &'a [Node])> {
    match factors {
        ([Node::Number(factor)], other) | (other, [Node::Number(factor)]) => Some((*factor, other)),
        _ => None,
    }
}

/// What a search reads a value as: nothing below 0, and 0 in a goal.
pub fn seen(raw: f64, solved: bool) -> f64 {
    if solved { 0.0 } else { clean(raw) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unstuck_core::registry::domain;

    fn evaluated(text: &str) -> Evaluation {
        unstuck_domains::install();
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
        assert_eq!(found.terms.len(), 4);
        assert_eq!(found.raw, found.terms.iter().map(|term| term.value).sum::<f64>());
        assert_eq!(found.terms[1].weight, -1.0);
        assert!(evaluated("max(blockers, hybrid)").terms.is_empty());
        let found = evaluated("2*(blockers - 3*(distance + hybrid)*0.5)");
        let weights: Vec<f64> = found.terms.iter().map(|term| term.weight).collect();
        assert_eq!(weights, [2.0, -3.0, -3.0]);
    }

    #[test]
    fn one_rule_fires() {
        let found = evaluated("policy; if blockers < 0: hybrid; if blockers >= 0: distance; otherwise: 7");
        assert_eq!(found.rule, Some(1));
        let rules = found.formula.rules.unwrap();
        assert_eq!((rules[0].holds, rules[0].fires), (Some(false), false));
        assert_eq!((rules[1].holds, rules[1].fires), (Some(true), true));
    }
}
