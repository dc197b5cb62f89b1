//! Least squares against plain arithmetic.

use crate::context::cards;
use unstuck_core::language::{Body, parse};
use unstuck_core::sample::Row;
use unstuck_evolution::dataset::{FitMatrix, Fitting, Loss};
use unstuck_evolution::role::Role;

/// Rows of two features.
fn rows(count: usize) -> Vec<Row> {
    let row = |number: usize| {
        let (x, y) = ((number * 7 % 23) as f64, (number * 5 % 17) as f64);
        Row {
            text: String::new(),
            distance: (3.0 * x + 2.0 + (number % 3) as f64) as u64,
            values: vec![None, Some(x), Some(y)],
        }
    };
    (0..count).map(row).collect()
}

#[test]
fn sums_by_blocks_are_the_plain_sums() {
    unstuck_domains::install();
    let domain = unstuck_core::registry::domain("rush-hour").expect("a domain");
    let words = domain.features();
    let formula = parse("2*blockers + blocking*blocking", words).expect("a heuristic");
    for count in [1, 2, 15, 256, 257, 1000] {
        let dataset = rows(count);
        let value = |row: &Row| {
            let (x, y) = (row.values[1].unwrap_or(0.0), row.values[2].unwrap_or(0.0));
            2.0 * x + y * y
        };
        let pairs: Vec<(f64, f64)> = dataset.iter().map(|row| (value(row), row.distance as f64)).collect();
        let n = count as f64;
        let (mx, my) =
            (pairs.iter().map(|p| p.0).sum::<f64>() / n, pairs.iter().map(|p| p.1).sum::<f64>() / n);
        let spread: f64 = pairs.iter().map(|p| (p.0 - mx).powi(2)).sum();
        let slope = if spread > 0.0 {
            pairs.iter().map(|p| (p.0 - mx) * (p.1 - my)).sum::<f64>() / spread
        } else {
            0.0
        };
        let offset = my - slope * mx;
        let loss = |a: f64, b: f64| pairs.iter().map(|p| (a + b * p.0 - p.1).powi(2)).sum::<f64>() / n;
        let scaled = FitMatrix::new(&dataset, words.features().len(), Fitting::default());
        let fit = scaled.fit::<f64>(&formula.body, None);
        assert!((fit.scaling.0 - offset).abs() < 1e-8 && (fit.scaling.1 - slope).abs() < 1e-10, "{fit:?}");
        assert!((fit.loss - loss(offset, slope)).abs() < 1e-8 * (1.0 + fit.loss));
        let quick = scaled.fit::<f32>(&formula.body, None);
        assert!((quick.loss - fit.loss).abs() < 1e-3 * (1.0 + fit.loss), "{} {}", quick.loss, fit.loss);
        let plain = FitMatrix::new(
            &dataset,
            words.features().len(),
            Fitting { scaled: false, cases: 5, ..Fitting::default() },
        );
        let fit = plain.fit::<f64>(&formula.body, None);
        assert!((fit.loss - loss(0.0, 1.0)).abs() < 1e-8 * (1.0 + fit.loss));
        assert_eq!(fit.cases.len(), 5.min(count));
    }
}

/// Formulas that are fitted together have the fits of each alone.
#[test]
fn fits_together_are_the_fits_alone() {
    unstuck_domains::install();
    let domain = unstuck_core::registry::domain("rush-hour").expect("a domain");
    let words = domain.features();
    let texts = [
        "blockers",
        "2*blockers + blocking",
        "blocking/(2*blockers + blocking)",
        "7",
        "2*blockers + blocking",
    ];
    let formulas = texts.map(|text| parse(text, words).expect("a heuristic"));
    let bodies: Vec<&Body> = formulas.iter().map(|formula| &formula.body).collect();
    for count in [0, 1, 15, 256, 700] {
        for (loss, cases) in [(Loss::Mse, 0), (Loss::Mse, 4), (Loss::Mae, 0), (Loss::Rank, 3)] {
            let fitting = Fitting { loss, cases, ..Fitting::default() };
            let table = FitMatrix::new(&rows(count), words.features().len(), fitting);
            for line in [None, Some((1.0, 0.5))] {
                let (exact, quick) =
                    (table.fit_all::<f64>(&bodies, line), table.fit_all::<f32>(&bodies, line));
                assert_eq!(exact, bodies.iter().map(|body| table.fit::<f64>(body, line)).collect::<Vec<_>>());
                assert_eq!(quick, bodies.iter().map(|body| table.fit::<f32>(body, line)).collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn losses_know_a_perfect_heuristic() {
    unstuck_domains::install();
    let domain = unstuck_core::registry::domain("rush-hour").expect("a domain");
    let words = domain.features();
    let mut dataset = rows(300);
    for row in &mut dataset {
        row.distance = (4.0 * row.values[1].unwrap_or(0.0) + 1.0) as u64;
    }
    let formula = parse("blockers", words).expect("a heuristic");
    for loss in [Loss::Mse, Loss::Mae, Loss::Rank] {
        let table = FitMatrix::new(&dataset, words.features().len(), Fitting { loss, ..Fitting::default() });
        let fit = table.fit::<f64>(&formula.body, None);
        assert!(fit.loss.abs() < 1e-9, "{loss:?} {}", fit.loss);
    }
    // What is left beyond a feature.
    let beyond = Fitting { beyond: Some(1), ..Fitting::default() };
    let table = FitMatrix::new(&dataset, words.features().len(), beyond);
    let fit = table.fit::<f64>(&formula.body, None);
    assert!((fit.scaling.1 - 3.0).abs() < 1e-9);
}

#[test]
fn rows_of_cards_are_exact() {
    let context = cards(Fitting::default());
    assert_eq!(context.fit_matrix(Role::Train).rows(), 8 * 201);
    for known in context.set(Role::Train) {
        assert!(known.reference.optimal);
    }
}
