//! All ways to compute a value agree to the last bit.

use super::random::Source;
use super::{read, words};
use crate::conformance::solve;
use crate::eight_puzzle::Tiles;
use proptest::prelude::*;
use unstuck_core::feature::{Kind, View};
use unstuck_core::heuristic::{Featured, Heuristic};
use unstuck_core::instance::SearchInstance;
use unstuck_core::language::columns::{BLOCK, Columns, Forest, Receive, Workspace};
use unstuck_core::language::{
    Body, Checked, Compiled, Formula, Op, Real, Tree, compile, interpret, is_admissible, print_line,
};
use unstuck_core::problem::{Problem, actions};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn interpreter_program_and_columns_agree(seed: u64, sums: bool) {
        let mut source = Source::new(seed);
        if sums {
            source.ops = vec![Op::Add, Op::Sub, Op::Mul, Op::Neg];
        }
        let formula = if sums { Formula::value(source.tree(Kind::Real)) } else { source.formula() };
        let program = compile(&formula);
        let rows: Vec<Vec<f64>> = (0..BLOCK + 9).map(|_| source.features()).collect();
        let columns: Vec<Vec<f64>> =
            (0..words().features().len()).map(|i| rows.iter().map(|row| row[i]).collect()).collect();
        let mut together = vec![0.0_f64; rows.len()];
        Workspace::default().evaluate(&program, &Columns::new(&columns), &mut together);
        let mut slots = program.slots();
        for (row, &column) in rows.iter().zip(&together) {
            let alone = program.run(&mut slots, |index| row[usize::from(index)]);
            let plain = interpret(&formula, row);
            prop_assert!(plain.abs() <= 1e9, "{plain}");
            prop_assert!(alone.to_bits() == plain.to_bits() && column.to_bits() == plain.to_bits(),
                "{}: {plain} by the interpreter, {alone} by node, {column} by column",
                print_line(&formula, &words()));
        }
    }
}

/// One program after the other in the same workspace: nothing is left over.
#[test]
fn a_workspace_serves_many_programs() {
    let mut source = Source::new(7);
    let rows: Vec<Vec<f64>> = (0..40).map(|_| source.features()).collect();
    let columns: Vec<Vec<f64>> =
        (0..words().features().len()).map(|i| rows.iter().map(|row| row[i]).collect()).collect();
    let (wide, narrow) = (Columns::<f64>::new(&columns), Columns::<f32>::new(&columns));
    let (mut space, mut small) = (Workspace::default(), Workspace::default());
    for _ in 0..300 {
        let formula = source.formula();
        let program = compile(&formula);
        let (mut exact, mut rough) = (vec![0.0; 40], vec![0.0; 40]);
        space.evaluate(&program, &wide, &mut exact);
        small.evaluate(&program, &narrow, &mut rough);
        for (row, &value) in rows.iter().zip(&exact) {
            assert_eq!(interpret(&formula, row).to_bits(), value.to_bits());
        }
        assert!(rough.iter().all(|value| value.abs() <= 1e9));
    }
    for text in ["3", "hybrid", "policy; otherwise: g", "2*hybrid + g"] {
        let formula = read(text);
        let mut rough = vec![0.0; 40];
        small.evaluate(&compile(&formula), &narrow, &mut rough);
        for (row, &value) in rows.iter().zip(&rough) {
            let exact = interpret(&formula, row);
            assert!((exact - f64::from(value)).abs() <= 1e-6 * exact.abs(), "{text}: {exact} {value}");
        }
    }
}

/// The values of all expressions of a forest, as bits.
struct Bits(Vec<Vec<u64>>);

impl<T: Real> Receive<T> for Bits {
    fn values(&mut self, expression: usize, first_row: usize, values: &[T]) {
        assert_eq!(self.0[expression].len(), first_row);
        self.0[expression].extend(values.iter().map(|value| value.wide().to_bits()));
    }
}

/// Formulas that are evaluated together have the values of each alone, in both precisions.
#[test]
fn a_forest_computes_what_each_program_does() {
    fn check<T: Real>(space: &mut Workspace<T>, formulas: &[Formula], columns: &Columns<T>) {
        let mut forest = Forest::default();
        assert!(forest.is_empty());
        formulas.iter().for_each(|formula| forest.add(&formula.body));
        assert_eq!(forest.len(), formulas.len());
        let mut together = Bits(vec![Vec::new(); formulas.len()]);
        space.forest(&forest, columns, &mut together);
        for (formula, found) in formulas.iter().zip(together.0) {
            let mut alone = vec![T::default(); columns.rows()];
            Workspace::default().evaluate(&compile(formula), columns, &mut alone);
            let alone: Vec<u64> = alone.iter().map(|value| value.wide().to_bits()).collect();
            assert_eq!(found, alone, "{}", print_line(formula, &words()));
        }
    }
    let (mut space, mut small) = (Workspace::default(), Workspace::default());
    for seed in 0..60 {
        let mut source = Source::new(seed);
        let rows: Vec<Vec<f64>> = (0..BLOCK * 2 + 9).map(|_| source.features()).collect();
        let columns: Vec<Vec<f64>> =
            (0..words().features().len()).map(|i| rows.iter().map(|row| row[i]).collect()).collect();
        if seed % 2 == 0 {
            source.ops = vec![Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Max, Op::Neg, Op::LessEqual, Op::And];
        }
        let mut formulas: Vec<Formula> = (0..seed % 7 * 3 + 1).map(|_| source.formula()).collect();
        // The same again, leaves alone, and larger ones with the same parts.
        formulas.extend_from_within(..);
        formulas.extend(["3", "hybrid", "hybrid", "policy; otherwise: g", "0"].map(read));
        let values: Vec<Tree> = formulas.iter().filter_map(value).collect();
        for (first, second) in values.iter().zip(values.iter().rev()) {
            let nodes = [first.nodes(), second.nodes(), &[Op::Mul.node()]].concat();
            formulas.extend(Tree::new(nodes).map(Formula::value));
        }
        check::<f64>(&mut space, &formulas, &Columns::new(&columns));
        check::<f32>(&mut small, &formulas, &Columns::new(&columns));
    }
}

/// The tree of a formula without rules.
fn value(formula: &Formula) -> Option<Tree> {
    match &formula.body {
        Body::Value(tree) => Some(tree.clone()),
        Body::Policy(_) => None,
    }
}

const TEXTS: &[&str] = &[
    "1.5*manhattan + 0.3*misplaced",
    "max(out_of_row, out_of_column) + if(tile_1 > 1 and tile_5 < 2, log(manhattan), exp(-tile_1))",
    "policy; if g > 3 and manhattan >= 8: manhattan/tile_5; if misplaced < 3: sin(g); otherwise: aq(out_of_row, g)",
];

/// The features of real states, computed singly, give what the compiled heuristic gives.
#[test]
fn compiled_heuristics_see_the_features_of_the_state() {
    let problem = Tiles::new(3, 9);
    for text in TEXTS {
        let checked = Checked::read(text, &Tiles::table(9)).unwrap();
        let mut compiled = Compiled::new(&problem, &checked).unwrap();
        let names: Vec<&str> = problem.features().iter().map(|feature| &*feature.info.name).collect();
        let mut state = problem.board(&[8, 6, 7, 2, 5, 4, 3, 0, 1]);
        for step in 0..300 {
            let view = View { g: step, ..View::root(&problem, &state) };
            let features: Vec<f64> =
                names.iter().map(|name| Compiled::named(&problem, name).unwrap().value(&view)).collect();
            assert_eq!(
                compiled.value(&view).to_bits(),
                interpret(&checked.formula, &features).to_bits(),
                "{text}"
            );
            let moves = actions(&problem, &state);
            problem.apply(&mut state, moves[step as usize * 7 % moves.len()]);
        }
        let goal = problem.board(&[0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(compiled.root(&View::root(&problem, &goal)).0, 0.0);
    }
}

#[test]
fn a_text_searches_like_the_feature_it_repeats() {
    let instance = Tiles::bound(3, &[7, 2, 4, 5, 0, 6, 8, 3, 1]);
    let solve = |heuristic: &str| {
        let solution = solve(&instance, "astar", heuristic).unwrap();
        (solution.cost, solution.optimal, solution.stats.expanded)
    };
    assert_eq!(solve("misplaced"), solve("max(misplaced, 0)"));
    assert_eq!(solve("manhattan"), solve("  (manhattan)  "));
    assert_eq!(solve("manhattan").0, solve("manhattan + 0").0);
    assert!(!solve("manhattan + 0").1);
    let error = instance.request("astar", "2*manhatan").unwrap_err().to_string();
    assert!(error.contains("line 1, column 3") && error.contains("did you mean 'manhattan'?"), "{error}");
}

#[test]
fn admissibility_is_recognised_by_form_only() {
    let words = words();
    let admissible = |text: &str| is_admissible(&read(text), words.features(), "slides");
    for text in [
        "blockers",
        "0",
        "-2",
        "max(blockers, blocking, 0)",
        "0.5*blockers_deep",
        "blockers*1",
        "blockers/2",
        "blockers - 1",
        "mean(blockers, blocking)",
        "min(blockers, hybrid)",
        "if(hybrid > 3, blocking, 0.9*blockers_deep)",
        "policy; if move_freed: blockers; otherwise: max(blockers, 0)",
    ] {
        assert!(admissible(text), "{text}");
    }
    for text in [
        "1",
        "hybrid",
        "distance",
        "blockers + 0",
        "1.1*blockers",
        "-0.5*blockers",
        "blockers/0.5",
        "blockers - -1",
        "max(blockers, hybrid)",
        "mean(blockers, hybrid)",
        "abs(blockers)",
        "blockers*blockers",
        "policy; if move_freed: hybrid; otherwise: blockers",
    ] {
        assert!(!admissible(text), "{text}");
    }
    assert!(is_admissible(&read("distance"), words.features(), "steps"));
}
