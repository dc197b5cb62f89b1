//! The tuned baseline: the best of max(0, c + w·f − a·g) over every feature f and a few values of w, c and a, and of
//! the sums c + w·f + v·e, where f with c and w is one of the best of these and e another feature; and of the domain's
//! own reference.
//!
//! To compare a champion with heuristics that are not tuned, see [`benchmark`](crate::benchmark).
//!
//! An evolved heuristic is of use only if it beats a hand-made one that is tuned by a few numbers. Terms
//! of g are tried only where the genome may use g as well. All candidates run on a few training instances, the better
//! ones on more, and the last on all of them (successive halving).
//!
//! For optimisation problems: the best of the rules of the literature, and of the sums a·f + b·e of two features, where f is
//! one of the best single features and the factors differ by powers of four in the ranges of the features.
//!
//! A part of what a constant does for iterative deepening is not knowledge of the problem: a heuristic that is not known
//! to be admissible has growing bounds. So these are tried without the constant as well, by [`GROWING_BOUNDS`].
//!
//! A search that only ranks states is the same for every positive w and every c: there, w is 1 and c is 0.

use crate::benchmark::{Contender, GROWING_BOUNDS, hand_made, has_growing_bounds, reference};
use crate::context::EvaluationContext;
use crate::fitness::{Basis, Evaluator};
use crate::role::Role;
use crate::task::{Answer, Cap, Measurement, Task, Work};
use unstuck_core::feature::{Kind, Price, Role as FeatureRole, Scope};
use unstuck_core::language::{BLIND, Body, Formula, Node, Op, Tree};
use unstuck_core::search::{BEAM, EHC, GREEDY, HSD};

/// Factors of the feature.
pub const WEIGHTS: [f64; 9] = [1.0, 1.05, 1.1, 1.2, 1.5, 2.0, 2.5, 3.0, 5.0];
/// Constants.
pub const CONSTANTS: [f64; 4] = [0.0, 10.0, 20.0, 40.0];
/// Factors of the second feature of a sum.
pub const SECOND: [f64; 3] = [0.25, 0.5, 1.0];
/// How many of the best candidates a second feature is added to.
const WITH_SECOND: usize = 4;
/// Factors of the path cost.
pub const AGAINST: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 0.9];

/// Instances of the first rounds, and how many candidates remain after each.
const ROUNDS: [(usize, usize); 3] = [(4, 256), (16, 64), (48, 16)];

/// The estimates that all instances have.
fn estimates(context: &EvaluationContext) -> Vec<u16> {
    let features = context.table.features().iter().enumerate();
    features
        .filter(|(_, info)| {
            let estimate = info.node().role == FeatureRole::Estimate && info.kind == Kind::Real;
            estimate && info.name != BLIND && info.price == Price::Cheap
        })
        .filter(|(_, info)| context.has(&info.name, &Role::ALL))
        .map(|(index, _)| index as u16)
        .collect()
}

/// The sums of candidates and a second feature that they do not read.
fn sums(context: &EvaluationContext, best: &[Formula]) -> Vec<Formula> {
    let mut found = Vec::new();
    for (first, second) in best.iter().flat_map(|one| estimates(context).into_iter().map(move |e| (one, e))) {
        let Body::Value(tree) = &first.body else { continue };
        if tree.nodes().contains(&Node::Feature(second)) {
            continue;
        }
        for weight in SECOND {
            let mut nodes = tree.nodes().to_vec();
            nodes.extend([Node::Number(weight), Node::Feature(second), Op::Mul.node(), Op::Add.node()]);
            found.push(Formula::value(Tree::from_well_formed(nodes)));
        }
    }
    found
}

/// The features of choices that all instances have, with the widths of their ranges on the training set.
fn choice_features(context: &EvaluationContext) -> Vec<(u16, f64)> {
    let ranges: Vec<_> = context.set(Role::Train).iter().map(|one| one.instance.ranges()).collect();
    let width = |index: usize| {
        let widths = ranges.iter().filter_map(|ranges| ranges[index]).map(|(low, high)| high - low);
        widths.fold(0.0, f64::max)
    };
    let features = context.table.features().iter().enumerate();
    let numbers = features.filter(|(_, info)| info.kind == Kind::Real && info.scope == Scope::Choice);
    let there = numbers.filter(|(_, info)| context.has(&info.name, &Role::ALL));
    there.map(|(index, _)| (index as u16, width(index))).filter(|(_, width)| *width > 0.0).collect()
}

/// Rules of the literature, and single features with either sign.
fn rule_candidates(context: &EvaluationContext) -> Vec<Formula> {
    let mut found: Vec<Formula> =
        hand_made(context, Role::Train).into_iter().map(|one| one.heuristic).collect();
    for (feature, _) in choice_features(context) {
        for sign in [1.0, -1.0] {
            found.push(candidate(Some((sign, feature)), 0.0, None));
        }
    }
    found
}

/// The sums of the best single features and a second one.
fn rule_sums(context: &EvaluationContext, best: &[Formula]) -> Vec<Formula> {
    let features = choice_features(context);
    let mut found = Vec::new();
    for first in best {
        let Body::Value(tree) = &first.body else { continue };
        let reads = tree.nodes().iter().find_map(|node| match node {
            Node::Feature(index) => features.iter().find(|(known, _)| known == index),
            _ => None,
        });
        let Some(&(own, width)) = reads.filter(|_| tree.nodes().len() <= 3) else { continue };
        for &(second, other) in features.iter().filter(|(second, _)| *second != own) {
            for power in -2..=2 {
                for sign in [1.0, -1.0] {
                    let weight = sign * 4_f64.powi(power) * width / other;
                    let mut nodes = tree.nodes().to_vec();
                    nodes.extend([
                        Node::Number(weight),
                        Node::Feature(second),
                        Op::Mul.node(),
                        Op::Add.node(),
                    ]);
                    found.push(Formula::value(Tree::from_well_formed(nodes)));
                }
            }
        }
    }
    found
}

/// Whether the search does the same for two heuristics that rank all states alike.
fn only_ranks(context: &EvaluationContext) -> bool {
    let name = context.parameters.algorithm.name;
    [BEAM, EHC, GREEDY, HSD].iter().any(|info| info.name == name)
}

/// Every candidate with one feature for the instances of the training set.
pub fn candidates(context: &EvaluationContext, with_g: bool) -> Vec<Formula> {
    if context.optimiser().is_some() {
        return rule_candidates(context);
    }
    let features = context.table.features().iter().enumerate();
    let reals = estimates(context);
    let g = features.clone().find(|(_, info)| with_g && info.name == "g").map(|(index, _)| index as u16);
    let (weights, constants) = match g {
        None if only_ranks(context) => (&WEIGHTS[..1], &CONSTANTS[..1]),
        _ => (&WEIGHTS[..], &CONSTANTS[..]),
    };
    let mut weighted: Vec<Option<(f64, u16)>> = vec![None];
    for &feature in &reals {
        weighted.extend(weights.iter().map(|&weight| Some((weight, feature))));
    }
    let against: &[f64] = if g.is_some() { &AGAINST } else { &AGAINST[..1] };
    let mut found = Vec::new();
    let growing = Some(GROWING_BOUNDS).filter(|_| has_growing_bounds(context));
    let constants: Vec<f64> = constants.iter().copied().chain(growing).collect();
    for term in weighted {
        for &constant in &constants {
            for &factor in against {
                found.push(candidate(term, constant, g.map(|g| (factor, g))));
            }
        }
    }
    found
}

/// c + w·f − a·g, without the parts that are 0; searches read values below 0 as 0.
fn candidate(term: Option<(f64, u16)>, constant: f64, against: Option<(f64, u16)>) -> Formula {
    let mut nodes: Vec<Node> = Vec::new();
    if let Some((weight, feature)) = term {
        nodes.push(Node::Feature(feature));
        if weight != 1.0 {
            nodes.insert(0, Node::Number(weight));
            nodes.push(Op::Mul.node());
        }
    }
    if constant != 0.0 || nodes.is_empty() {
        let first = nodes.is_empty();
        nodes.push(Node::Number(constant));
        if !first {
            nodes.push(Op::Add.node());
        }
    }
    if let Some((factor, g)) = against.filter(|(factor, _)| *factor != 0.0) {
        nodes.extend([Node::Number(factor), Node::Feature(g), Op::Mul.node(), Op::Sub.node()]);
    }
    Formula::value(Tree::from_well_formed(nodes))
}

/// Finds the best candidate on the training set by the evaluator of an experiment; `answer` answers tasks, in order.
pub fn tune<E>(
    context: &EvaluationContext,
    evaluator: &Evaluator,
    with_g: bool,
    answer: &mut impl FnMut(&[Task]) -> Result<Vec<Answer>, E>,
) -> Result<Contender, E> {
    let evaluator = evaluator.of_validation();
    // Candidates are compared by searches even where rows are fitted: a row does not show how a search performs.
    let cap = match evaluator.basis() {
        Basis::Searches { cap, .. } => cap,
        Basis::Rows => Cap::Default,
    };
    let count = context.set(Role::Train).len();
    // The fitness of candidates on some instances, spread evenly over the set.
    let mut measure = |candidates: Vec<Formula>, instances: usize| -> Result<Vec<(f64, Formula)>, E> {
        let instances = instances.min(count);
        let numbers = (0..instances).map(|number| (number * count / instances) as u32).collect();
        let work = Work::Search { role: Role::Train, instances: numbers, cap };
        let tasks: Vec<Task> = candidates
            .iter()
            .enumerate()
            .map(|(id, heuristic)| Task { id: id as u64, heuristic: heuristic.clone(), work: work.clone() })
            .collect();
        let answers = answer(&tasks)?;
        let fitness = |answer: &Answer| match Measurement::new(&work, answer) {
            Some(measurement) => evaluator.score(context, &measurement).fitness,
            None => f64::INFINITY,
        };
        Ok(answers.iter().map(fitness).zip(candidates).collect())
    };
    let rank = |mut measured: Vec<(f64, Formula)>| -> Vec<(f64, Formula)> {
        measured.sort_by(|a, b| a.0.total_cmp(&b.0));
        measured
    };
    let rounds: Vec<(usize, usize)> = ROUNDS.into_iter().chain([(count, 1)]).collect();
    let mut left = candidates(context, with_g);
    left.extend(reference(context).map(|one| one.heuristic));
    for (number, &(instances, remain)) in rounds.iter().enumerate() {
        let mut measured = rank(measure(left, instances)?);
        // Sums are made of what has proved itself on more than the first few.
        if number == 1 {
            let best: Vec<Formula> = measured.iter().take(WITH_SECOND).map(|(_, one)| one.clone()).collect();
            let sums = match context.optimiser() {
                Some(_) => rule_sums(context, &best),
                None => sums(context, &best),
            };
            measured.extend(measure(sums, instances)?);
            measured = rank(measured);
        }
        left = measured.into_iter().take(remain).map(|(_, heuristic)| heuristic).collect();
    }
    let heuristic = left.into_iter().next().unwrap_or_else(|| Formula::value(Tree::number(0.0)));
    Ok(Contender { name: "tuned baseline".into(), heuristic })
}
