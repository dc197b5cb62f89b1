//! The tuned baseline: the best of max(0, c + w·f − a·g) over every feature f and a few values of w, c and a.
//!
//! An evolved heuristic is of use only if it beats a hand-made one that is tuned by three numbers. Terms
//! of g are tried only where the genome may use g as well. All candidates run on some training instances, the better
//! ones on more, and the last few on all of them.

use crate::benchmark::Contender;
use crate::context::EvaluationContext;
use crate::fitness::{Basis, Evaluator};
use crate::role::Role;
use crate::task::{Answer, Cap, Measurement, Task, Work};
use unstuck_core::feature::{Kind, Price, Role as FeatureRole};
use unstuck_core::language::{BLIND, Formula, Node, Op, Tree};

/// Factors of the feature.
pub const WEIGHTS: [f64; 5] = [1.0, 1.5, 2.0, 3.0, 5.0];
/// Constants.
pub const CONSTANTS: [f64; 4] = [0.0, 10.0, 20.0, 40.0];
/// Factors of the path cost.
pub const AGAINST: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 0.9];

/// Instances of the first rounds, and how many candidates remain after each.
const ROUNDS: [(usize, usize); 2] = [(16, 128), (48, 32)];

/// Every candidate for the instances of the training set.
pub fn candidates(context: &EvaluationContext, with_g: bool) -> Vec<Formula> {
    let features = context.table.features().iter().enumerate();
    let reals: Vec<u16> = features
        .clone()
        .filter(|(_, info)| {
            let estimate = info.role == FeatureRole::Estimate && info.kind == Kind::Real;
            estimate && info.name != BLIND && info.price == Price::Cheap
        })
        .filter(|(_, info)| context.has(&info.name, &Role::ALL))
        .map(|(index, _)| index as u16)
        .collect();
    let g = features.clone().find(|(_, info)| with_g && info.name == "g").map(|(index, _)| index as u16);
    let mut weighted: Vec<Option<(f64, u16)>> = vec![None];
    for &feature in &reals {
        weighted.extend(WEIGHTS.iter().map(|&weight| Some((weight, feature))));
    }
    let against: &[f64] = if g.is_some() { &AGAINST } else { &AGAINST[..1] };
    let mut found = Vec::new();
    for term in weighted {
        for constant in CONSTANTS {
            for &factor in against {
                found.push(candidate(term, constant, g.map(|g| (factor, g))));
            }
        }
    }
    found
}

/// c + w·f − a·g, without the parts that say nothing; searches read values below 0 as 0.
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
    let mut left = candidates(context, with_g);
    for (instances, remain) in ROUNDS.into_iter().chain([(count, 1)]) {
        let instances = instances.min(count);
        // Spread evenly over the set.
        let numbers = (0..instances).map(|number| (number * count / instances) as u32).collect();
        let work = Work::Search { role: Role::Train, instances: numbers, cap };
        let tasks: Vec<Task> = left
            .iter()
            .enumerate()
            .map(|(id, heuristic)| Task { id: id as u64, heuristic: heuristic.clone(), work: work.clone() })
            .collect();
        let answers = answer(&tasks)?;
        let fitness = |answer: &Answer| match Measurement::new(&work, answer) {
            Some(measurement) => evaluator.score(context, &measurement).fitness,
            None => f64::INFINITY,
        };
        let mut ranked: Vec<(f64, Formula)> = answers.iter().map(fitness).zip(left).collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
        left = ranked.into_iter().take(remain).map(|(_, heuristic)| heuristic).collect();
    }
    let heuristic = left.into_iter().next().unwrap_or_else(|| Formula::value(Tree::number(0.0)));
    Ok(Contender { name: "tuned baseline".into(), heuristic })
}
