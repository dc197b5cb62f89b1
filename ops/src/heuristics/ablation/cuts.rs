//! The parts of a heuristic that can be left out, and what is left without each.
//!
//! An operand of a sum, a product, a minimum and the like is dropped; a branch of `if` gives way to the other one; what
//! cannot be dropped becomes 0, or `true` where it is a condition.

use unstuck_core::feature::{FeatureTable, Kind};
use unstuck_core::language::{Body, Checked, Formula, Node, Op, Policy, Tree, print_tree};

/// A part that can be left out, and what is left.
pub(super) struct Cut {
    pub(super) part: String,
    pub(super) rule: Option<usize>,
    /// What replaces it, where it was not dropped.
    pub(super) instead: Option<String>,
    pub(super) size: usize,
    pub(super) rest: Formula,
}

/// Every rule and every subtree, in order; of too many, the largest.
pub(super) fn cuts(checked: &Checked, most: usize) -> Vec<Cut> {
    let table = &checked.table;
    let mut cuts = match &checked.formula.body {
        Body::Value(tree) => {
            let cut = |Part { nodes, instead, rest }| Cut {
                part: print_tree(&nodes, table),
                rule: None,
                instead,
                size: nodes.size(),
                rest: Formula::value(rest),
            };
            parts(tree, table).into_iter().map(cut).collect()
        }
        Body::Policy(policy) => of_policy(policy, table),
    };
    cuts.retain(|cut| cut.rest.body != checked.formula.body);
    for cut in &mut cuts {
        cut.rest = checked.formula.with_body(cut.rest.body.clone());
    }
    for (number, attempt) in checked.formula.attempts.iter().enumerate() {
        let mut rest = checked.formula.clone();
        rest.attempts.remove(number);
        let size = Formula::of(attempt.body.clone()).size();
        cuts.push(Cut { part: format!("attempt {}", number + 1), rule: None, instead: None, size, rest });
    }
    if cuts.len() > most {
        let mut sizes: Vec<usize> = cuts.iter().map(|cut| cut.size).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let least = sizes[most];
        cuts.retain(|cut| cut.size > least);
    }
    cuts
}

fn of_policy(policy: &Policy, table: &FeatureTable) -> Vec<Cut> {
    let mut cuts = Vec::new();
    for (number, rule) in policy.rules.iter().enumerate() {
        let mut rest = policy.clone();
        rest.rules.remove(number);
        cuts.push(Cut {
            part: format!("rule {}", number + 1),
            rule: Some(number),
            instead: None,
            size: rule.condition.size() + rule.value.size(),
            rest: Formula::policy(rest),
        });
    }
    for number in 0..=policy.rules.len() {
        let place = match policy.rules.get(number) {
            Some(_) => format!("rule {}", number + 1),
            None => "otherwise".to_owned(),
        };
        let mut add = |tree: &Tree, change: &dyn Fn(&mut Policy, Tree)| {
            for Part { nodes, instead, rest } in parts(tree, table) {
                let mut policy = policy.clone();
                change(&mut policy, rest);
                cuts.push(Cut {
                    part: format!("{} in {place}", print_tree(&nodes, table)),
                    rule: Some(number),
                    instead,
                    size: nodes.size(),
                    rest: Formula::policy(policy),
                });
            }
        };
        match policy.rules.get(number) {
            Some(rule) => {
                add(&rule.condition, &|policy, rest| policy.rules[number].condition = rest);
                add(&rule.value, &|policy, rest| policy.rules[number].value = rest);
            }
            None => add(&policy.otherwise, &|policy, rest| policy.otherwise = rest),
        }
    }
    cuts
}

/// A subtree, and the tree without it.
struct Part {
    nodes: Tree,
    instead: Option<String>,
    rest: Tree,
}

/// Every subtree but the whole, with what is left of the tree without it.
fn parts(tree: &Tree, table: &FeatureTable) -> Vec<Part> {
    let nodes = tree.nodes();
    // The place of each node's parent, and which of its operands it is.
    let mut parents = vec![None; nodes.len()];
    let mut stack: Vec<usize> = Vec::new();
    for (place, node) in nodes.iter().enumerate() {
        let operands = stack.split_off(stack.len() - node.arity());
        for (position, operand) in operands.into_iter().enumerate() {
            parents[operand] = Some((place, position));
        }
        stack.push(place);
    }
    let part = |(place, parent): (usize, &Option<(usize, usize)>)| {
        let (parent, position) = (*parent)?;
        let range = tree.subtree(place);
        let whole = tree.subtree(parent);
        let own = Tree::from_well_formed(nodes[range.clone()].to_vec());
        let left = without(tree, parent, position);
        let instead = match left {
            Some(_) => None,
            None if own.kind() == Kind::Bool => Some(Node::Truth(true)),
            None => Some(Node::Number(0.0)),
        };
        let (at, replacement) = match (left, instead) {
            (Some(left), _) => (whole, left),
            (None, Some(node)) => (range, vec![node]),
            (None, None) => return None,
        };
        let rest = [&nodes[..at.start], &replacement, &nodes[at.end..]].concat();
        let rest = Tree::new(rest).ok()?;
        let word = |node| print_tree(&Tree::from_well_formed(vec![node]), table);
        Some(Part { nodes: own, instead: instead.map(word), rest })
    };
    let mut found: Vec<Part> = parents.iter().enumerate().filter_map(part).collect();
    // A condition can also always hold.
    if tree.kind() == Kind::Bool {
        let rest = Tree::from_well_formed(vec![Node::Truth(true)]);
        found.push(Part { nodes: tree.clone(), instead: Some("true".to_owned()), rest });
    }
    found
}

/// The nodes of an operation without one of its operands; none where it cannot do without.
fn without(tree: &Tree, parent: usize, position: usize) -> Option<Vec<Node>> {
    let nodes = tree.nodes();
    let Node::Apply(op, arity) = nodes[parent] else { return None };
    let mut operands = Vec::new();
    let mut end = parent;
    for _ in 0..arity {
        let range = tree.subtree(end - 1);
        end = range.start;
        operands.insert(0, &nodes[range]);
    }
    operands.remove(position);
    match (op, position) {
        (Op::Add | Op::Mul | Op::Min | Op::Max | Op::Mean | Op::And | Op::Or | Op::Xor, _)
        | (Op::Sub | Op::Div, 1) => {}
        (Op::Sub, _) => return Some([operands[0], &[Op::Neg.node()]].concat()),
        // The branches of `if`.
        (Op::If, 1 | 2) => return Some(operands[1].to_vec()),
        _ => return None,
    }
    let left = operands.concat();
    match operands.len() {
        0 => None,
        1 => Some(left),
        count => Some([&left[..], &[Node::Apply(op, count as u8)]].concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unstuck_core::language::print_line;
    use unstuck_core::registry;

    fn found(text: &str) -> Vec<(String, String)> {
        unstuck_domains::install();
        let domain = registry::domain("rush-hour").unwrap();
        let checked = Checked::read(text, domain.features()).unwrap();
        let line = |cut: Cut| (cut.part, print_line(&cut.rest, &checked.table));
        cuts(&checked, 100).into_iter().map(line).collect()
    }

    #[test]
    fn every_rule_and_subtree_is_left_out_once() {
        let cuts = found("policy; if blockers >= 2: blockers + 2*hybrid; otherwise: distance");
        let parts: Vec<&str> = cuts.iter().map(|(part, _)| part.as_str()).collect();
        let wanted = [
            "rule 1",
            "blockers in rule 1",
            "2 in rule 1",
            "blockers >= 2 in rule 1",
            "blockers in rule 1",
            "2 in rule 1",
            "hybrid in rule 1",
            "2*hybrid in rule 1",
        ];
        assert_eq!(parts, wanted);
        assert!(cuts[3].1.contains("if true:") && cuts[4].1.contains(": 2*hybrid;"), "{cuts:?}");
    }

    #[test]
    fn operands_are_dropped_and_the_rest_becomes_constant() {
        let cuts = found("max(votes, blockers - sqrt(distance), 1)");
        let left: Vec<&str> = cuts.iter().map(|(_, rest)| rest.as_str()).collect();
        let wanted = [
            "max(blockers - sqrt(distance), 1)",
            "max(votes, -sqrt(distance), 1)",
            "max(votes, blockers - sqrt(0), 1)",
            "max(votes, blockers, 1)",
            "max(votes, 1)",
            "max(votes, blockers - sqrt(distance))",
        ];
        assert_eq!(left, wanted);
        assert!(found("blockers").is_empty());
    }
}
