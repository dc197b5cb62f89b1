//! What a heuristic is without each of its parts: searches with a rule or a summand left out.

use super::Job;
use super::profile::texts;
use super::request::AblationRequest;
use super::solve::chosen;
use crate::server::App;
use crate::server::failure::Failure;
use crate::server::heuristics::{domain, formula};
use serde_json::{Value, json};
use unstuck_core::domain::DomainRef;
use unstuck_core::feature::FeatureTable;
use unstuck_core::instance::{Instance, Status};
use unstuck_core::language::print::print_tree;
use unstuck_core::language::{Body, Checked, Formula, Node, Op, Policy, Tree, print_line};
use unstuck_core::search::Limits;
use unstuck_ops::method::Method;
use unstuck_ops::pattern_databases;
use unstuck_ops::progress::Silent;
use unstuck_ops::watch::Watch;

/// Most instances that are searched.
const INSTANCES: usize = 12;
/// Most parts that are left out.
const PARTS: usize = 40;
/// Default limit of nodes for each search.
const NODES: u64 = 200_000;

/// A part that can be left out, and what stays.
struct Cut {
    part: String,
    rule: Option<usize>,
    rest: Formula,
}

/// Leaves out one part after another.
pub fn ablation(app: &App, job: &Job, request: &AblationRequest) -> Result<Value, Failure> {
    let domain = domain(&request.domain)?;
    let checked = formula(&*domain, &request.heuristic).map_err(|error| error.field("heuristic"))?;
    pattern_databases::prepare_features(&*domain, &checked.features(), 1, &Silent)?;
    let reading = request.reading();
    let texts = texts(app, &request.data, &domain, &reading)?;
    let instances: Result<Vec<Box<dyn Instance>>, Failure> = texts
        .iter()
        .take(INSTANCES)
        .map(|text| {
            unstuck_core::domain::read(&*domain, text, reading.metric.as_deref(), &reading.settings)
                .map_err(|error| Failure::within(&error, text).field("data"))
        })
        .collect();
    let instances = instances?;
    let method = request.method.clone().unwrap_or_default();
    let method = Method { algorithm: method.algorithm.or_else(|| Some("astar".to_owned())), ..method };
    let searches = Searches { job, domain, instances: &instances, method, request };
    let shortest = searches.shortest()?;
    let base = searches.run(&checked.formula, &checked.table, &shortest)?;
    let cuts = cuts(&checked);
    let mut rows = Vec::new();
    for (number, cut) in cuts.iter().take(PARTS).enumerate() {
        job.progress(number, Some(cuts.len().min(PARTS)), "parts");
        if job.is_cancelled() {
            break;
        }
        let found = searches.run(&cut.rest, &checked.table, &shortest)?;
        rows.push(json!({
            "part": cut.part,
            "rule": cut.rule,
            "text": print_line(&cut.rest, &checked.table),
            "solved": found.solved,
            "expanded": found.expanded,
            "nodes": found.expanded as f64 / base.expanded.max(1) as f64,
            "length": found.length,
        }));
    }
    Ok(json!({
        "base": { "solved": base.solved, "expanded": base.expanded, "length": base.length },
        "rows": rows,
        "instances": instances.len(),
    }))
}

struct Searches<'a> {
    job: &'a Job,
    domain: DomainRef,
    instances: &'a [Box<dyn Instance>],
    method: Method,
    request: &'a AblationRequest,
}

struct Found {
    solved: usize,
    expanded: u64,
    length: f64,
}

impl Searches<'_> {
    /// Lengths of shortest solutions, where they are found.
    fn shortest(&self) -> Result<Vec<Option<u64>>, Failure> {
        let one = |instance: &dyn Instance| {
            let (solution, length) =
                super::grade::shortest(self.job, &*self.domain, instance, self.request.limits)?;
            Ok(length.filter(|_| solution.optimal))
        };
        self.instances.iter().map(|instance| one(&**instance)).collect()
    }

    fn run(
        &self,
        formula: &Formula,
        table: &FeatureTable,
        shortest: &[Option<u64>],
    ) -> Result<Found, Failure> {
        let method = Method { heuristic: Some(print_line(formula, table)), ..self.method.clone() };
        let limits = self.job.limits(self.request.limits);
        let (_, mut request) = chosen(&*self.domain, &method, limits)?;
        let (mut solved, mut expanded, mut ratios) = (0, 0, Vec::new());
        for (instance, shortest) in self.instances.iter().zip(shortest) {
            let limits = self.job.limits(self.request.limits);
            let limits = Limits { expanded: Some(limits.expanded.unwrap_or(NODES).min(NODES)), ..limits };
            request.parameters.limits = limits;
            let solution = instance.solve(&request, &mut Watch::new(&self.job.activity, limits))?;
            expanded += solution.stats.expanded;
            if solution.status == Status::Solved {
                solved += 1;
                let length = solution.lengths.iter().find(|(name, _)| *name == instance.metric());
                if let (Some((_, length)), Some(shortest)) =
                    (length, shortest.filter(|shortest| *shortest > 0))
                {
                    ratios.push(*length as f64 / shortest as f64);
                }
            }
        }
        let length = if ratios.is_empty() { 1.0 } else { ratios.iter().sum::<f64>() / ratios.len() as f64 };
        Ok(Found { solved, expanded, length })
    }
}

/// Every rule, and every summand of every value that has several.
fn cuts(checked: &Checked) -> Vec<Cut> {
    let table = &checked.table;
    let mut cuts = Vec::new();
    match &checked.formula.body {
        Body::Value(tree) => {
            for (part, rest) in without_one(tree) {
                cuts.push(Cut { part: print_tree(&part, table), rule: None, rest: Formula::value(rest) });
            }
        }
        Body::Policy(policy) => {
            for rule in 0..policy.rules.len() {
                let mut rest = policy.clone();
                rest.rules.remove(rule);
                cuts.push(Cut {
                    part: format!("rule {}", rule + 1),
                    rule: Some(rule),
                    rest: Formula::policy(rest),
                });
            }
            for rule in 0..=policy.rules.len() {
                let tree = policy.rules.get(rule).map_or(&policy.otherwise, |rule| &rule.value);
                for (part, rest) in without_one(tree) {
                    let place = if rule < policy.rules.len() {
                        format!("rule {}", rule + 1)
                    } else {
                        "otherwise".to_owned()
                    };
                    let part = format!("{} in {place}", print_tree(&part, table));
                    cuts.push(Cut {
                        part,
                        rule: Some(rule),
                        rest: Formula::policy(replaced(policy, rule, rest)),
                    });
                }
            }
        }
    }
    cuts
}

fn replaced(policy: &Policy, rule: usize, value: Tree) -> Policy {
    let mut policy = policy.clone();
    match policy.rules.get_mut(rule) {
        Some(rule) => rule.value = value,
        None => policy.otherwise = value,
    }
    policy
}

/// Each summand of a value, also of a multiple of a sum, with what is left of the value without it; nothing where
/// nothing is added.
fn without_one(tree: &Tree) -> Vec<(Tree, Tree)> {
    let built = |(part, rest)| (Tree::from_well_formed(part), Tree::from_well_formed(rest));
    cut_each(tree.nodes()).into_iter().map(built).collect()
}

fn cut_each(nodes: &[Node]) -> Vec<(Vec<Node>, Vec<Node>)> {
    let [.., last @ Node::Apply(op @ (Op::Add | Op::Sub | Op::Mul), _)] = nodes else { return Vec::new() };
    let second = Tree::from_well_formed(nodes.to_vec()).subtree(nodes.len() - 2);
    let (first, second) = (&nodes[..second.start], &nodes[second]);
    let with_second = |rest: Vec<Node>| [&rest, second, &[*last]].concat();
    let with_first = |rest: Vec<Node>| [first, &rest, &[*last]].concat();
    let mut found = Vec::new();
    let inner = cut_each(first);
    match (op, first, second) {
        (Op::Mul, _, [Node::Number(_)]) => {}
        (Op::Mul, [Node::Number(_)], _) => {
            return cut_each(second).into_iter().map(|(part, rest)| (part, with_first(rest))).collect();
        }
        (Op::Mul, ..) => return found,
        _ if inner.is_empty() => {
            let minus = if *op == Op::Sub { vec![Op::Neg.node()] } else { Vec::new() };
            found.push((first.to_vec(), [second, &minus].concat()));
        }
        _ => {}
    }
    found.extend(inner.into_iter().map(|(part, rest)| (part, with_second(rest))));
    if *op != Op::Mul {
        let inner = cut_each(second);
        if inner.is_empty() {
            found.push((second.to_vec(), first.to_vec()));
        }
        found.extend(inner.into_iter().map(|(part, rest)| (part, with_first(rest))));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use unstuck_core::registry;

    #[test]
    fn every_rule_and_summand_is_left_out_once() {
        let domain = registry::domain("rush-hour").unwrap();
        let checked =
            formula(&*domain, "policy; if blockers >= 2: blockers + 2*hybrid; otherwise: distance").unwrap();
        let found: Vec<(String, String)> =
            cuts(&checked).into_iter().map(|cut| (cut.part, print_line(&cut.rest, &checked.table))).collect();
        let parts: Vec<&str> = found.iter().map(|(part, _)| part.as_str()).collect();
        assert_eq!(parts, ["rule 1", "blockers in rule 1", "2*hybrid in rule 1"]);
        assert!(found[1].1.contains(": 2*hybrid;"), "{}", found[1].1);
        let checked = formula(&*domain, "3*(blockers - 2*(distance + hybrid)) + max(votes, 1)").unwrap();
        let found: Vec<String> =
            cuts(&checked).into_iter().map(|cut| print_line(&cut.rest, &checked.table)).collect();
        let left = [
            "3*-(2*(distance + hybrid)) + max(votes, 1)",
            "3*(blockers - 2*hybrid) + max(votes, 1)",
            "3*(blockers - 2*distance) + max(votes, 1)",
            "3*(blockers - 2*(distance + hybrid))",
        ];
        assert_eq!(found, left);
    }
}
