//! Every operator of every table, applied again and again in many spaces.

mod fit;
mod meaning;
mod selection;
mod speed;

use std::collections::BTreeSet;
use unstuck_core::feature::Kind;
use unstuck_core::language::{Formula, Node, OPS, Op, Tree, interpret};
use unstuck_core::random::Stream;
use unstuck_evolution::genome::{Bounds, Form, Genome, Limits, Policy, Scale, Space, Terminal, Values};
use unstuck_evolution::operators::{
    Context, Listed, Operator, Part, Probe, Toolbox, WeightedOperator, all, creation,
};

const PUBLISHED: &[Op] = &[Op::And, Op::Or, Op::LessEqual, Op::GreaterEqual, Op::Mul, Op::Add];

const ARITHMETIC: &[Op] = &[Op::Add, Op::Sub, Op::Mul, Op::Div];

const TREE: Form = Form::Tree;

const POLICY_OF_WEIGHTS: Form = Form::Policy { rules: 5, values: Values::Weights };

const POLICY_OF_TREES: Form = Form::Policy { rules: 3, values: Values::Trees };

fn space(form: Form, functions: &[Op], flags: usize, limits: (usize, usize)) -> Space {
    let terminal = |index: usize| Terminal { index: index as u16, range: (0.0, 10.0 + index as f64) };
    Space {
        form,
        names: (0..6 + flags).map(|index| format!("feature_{index}")).collect(),
        estimates: (0..5).map(terminal).collect(),
        signed: false,
        reals: (0..6).map(terminal).collect(),
        flags: (6..6 + flags).map(terminal).collect(),
        functions: functions.to_vec(),
        constants: (-2.0, 5.0),
        scale: Scale::Evolved,
        bounds: Bounds::Clamp,
        limits: Limits { nodes: limits.0, depth: limits.1 },
        search: None,
        attempts: None,
        branches: Vec::new(),
    }
}

fn full() -> Vec<Op> {
    OPS.iter().map(|info| info.op).collect()
}

fn context<'a>(space: &'a Space, tools: &'a Toolbox, random: &'a mut Stream) -> Context<'a> {
    Context { space, tools, random, progress: 0.3, first_is_better: true, probe: None }
}

/// Rows that judge trees by a function; their features are a few numbers.
struct Rows<F>(F);

impl<F: Fn(&Tree) -> f64> Probe for Rows<F> {
    fn errors(&self, trees: &[Tree]) -> Vec<f64> {
        trees.iter().map(&self.0).collect()
    }

    fn values(&self, branch: &[Node]) -> Vec<f64> {
        let mut nodes = branch.to_vec();
        if nodes.last().expect("a tree").kind() == Kind::Bool {
            nodes.extend([Node::Number(1.0), Node::Number(0.0), Op::If.node()]);
        }
        let formula = Formula::value(Tree::new(nodes).expect("a tree"));
        let features =
            |row: usize| (0..9).map(|feature| ((feature + 1) * row % 7) as f64).collect::<Vec<_>>();
        (0..4).map(|row| interpret(&formula, &features(row))).collect()
    }
}

/// Everything that makes trees, with equal shares.
fn any_tree() -> Toolbox {
    let mut tools = Toolbox::defaults(TREE);
    tools.tree_creation = creation::TREES.iter().map(|&operator| alone(operator)).collect();
    tools
}

fn alone<F>(operator: &'static Operator<F>) -> WeightedOperator<F> {
    WeightedOperator { weight: 1.0, ..WeightedOperator::of(operator) }
}

fn kind_of(round: usize) -> Kind {
    if round.is_multiple_of(2) { Kind::Real } else { Kind::Bool }
}

#[test]
fn names_are_unique_within_a_folder_and_every_kind_has_a_usual_operator() {
    let list = all();
    let names: BTreeSet<_> =
        list.iter().map(|listed| (listed.folder, listed.part.name(), listed.name)).collect();
    assert_eq!(names.len(), list.len());
    let names: BTreeSet<_> = list.iter().map(|listed| (listed.folder, listed.name)).collect();
    assert_eq!(names.len(), list.len());
    assert_eq!(list.len(), 7 + 22 + 25 + 10);
    for listed in &list {
        let snake =
            |name: &str| name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        assert!(snake(listed.name) && !listed.about.is_empty(), "{}", listed.name);
        for parameter in listed.parameters {
            let (low, high) = parameter.range;
            assert!(snake(parameter.name) && (low..=high).contains(&parameter.default), "{}", listed.name);
        }
        let default =
            |other: &Listed| other.folder == listed.folder && other.part == listed.part && other.weight > 0.0;
        // The functions of a tree change only where an experiment names the operators.
        let is_named = listed.part == Part::Functions;
        assert_eq!(list.iter().any(default), !is_named, "{} of {}", listed.folder, listed.part.name());
        assert_eq!(listed.part == Part::Any, listed.folder == "selection");
    }
}

fn policy(genome: Genome) -> Policy {
    match genome {
        Genome::Policy(policy) => policy,
        other => panic!("no policy: {other:?}"),
    }
}
