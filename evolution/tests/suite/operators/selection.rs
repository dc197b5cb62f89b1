//! The better are chosen more often.

use unstuck_core::random::stream;
use unstuck_evolution::operators::selection::{self, Pool};
use unstuck_evolution::operators::{Selection, WeightedOperator};

/// How often each of a population is the first parent.
fn counts(operator: &'static Selection, pool: &Pool<'_>, draws: usize) -> Vec<usize> {
    let mut random = stream(14, operator.name, &[]);
    let pick = WeightedOperator::of(operator);
    let mut counts = vec![0; pool.len()];
    for _ in 0..draws {
        let (first, second) = (operator.apply)(&mut random, &pick.parameters, pool);
        assert!(second < pool.len());
        counts[first] += 1;
    }
    counts
}

#[test]
fn the_better_are_chosen_more_often() {
    // The best is number 7, then 8, and so on around.
    let fitness: Vec<f64> = (0..20).map(|place| ((place + 13) % 20) as f64 + 1.0).collect();
    let fronts: Vec<(usize, f64)> =
        fitness.iter().map(|&fitness| (fitness as usize / 5, 1.0 / fitness)).collect();
    let pool = Pool::new(&fitness, &[], &fronts);
    let draws = 10_000;
    for operator in selection::SELECTIONS {
        let counts = counts(operator, &pool, draws);
        let better: usize = pool.order[..10].iter().map(|&place| counts[place]).sum();
        match operator.name {
            "best" => assert_eq!(counts[7], draws),
            "random" => assert!((better as f64 - 5_000.0).abs() < 300.0, "{better}"),
            name => {
                assert!(better > 6_000, "{name}: {better}");
                assert!(counts[pool.order[0]] > counts[pool.order[19]] * 2, "{name}: {counts:?}");
            }
        }
    }
    let (best, second) = (selection::best::OPERATOR.apply)(&mut stream(1, "best", &[]), &[], &pool);
    assert_eq!((best, second), (7, 8));
    // Every rank counts one lot more than the next worse one.
    let counts = counts(&selection::linear_rank::OPERATOR, &pool, 210_000);
    for (rank, &place) in pool.order.iter().enumerate() {
        let wanted = (20 - rank) as f64 * 1_000.0;
        assert!((counts[place] as f64 - wanted).abs() < 5.0 * wanted.sqrt(), "{rank}: {}", counts[place]);
    }
}

#[test]
fn a_generalised_rank_of_pressure_one_is_random() {
    let fitness: Vec<f64> = (0..10).map(f64::from).collect();
    let pool = Pool::new(&fitness, &[], &[]);
    let mut random = stream(15, "pressure", &[]);
    let mut counts = [0_usize; 10];
    for _ in 0..20_000 {
        counts[(selection::generalised_rank::OPERATOR.apply)(&mut random, &[1.0], &pool).0] += 1;
    }
    assert!(counts.iter().all(|&count| count.abs_diff(2_000) < 250), "{counts:?}");
}

#[test]
fn lexicase_chooses_specialists() {
    // On each case one is far better than all others; the last is second everywhere and has the best mean.
    let mut cases: Vec<Vec<f64>> = (0..5)
        .map(|one| {
            (0..5).map(|case| if case == one { 0.0 } else { 10.0 + (one + case) as f64 * 0.01 }).collect()
        })
        .collect();
    cases.push(vec![5.0; 5]);
    let fitness: Vec<f64> = cases.iter().map(|values| values.iter().sum()).collect();
    let pool = Pool::new(&fitness, &cases, &[]);
    assert_eq!(pool.order[0], 5);
    let counts = counts(&selection::epsilon_lexicase::OPERATOR, &pool, 5_000);
    assert_eq!(counts[5], 0);
    assert!(counts[..5].iter().all(|&count| count > 800), "{counts:?}");
}

#[test]
fn within_the_deviation_all_are_alike() {
    // Median 3, deviations 2, 1, 0, 1, 2, …: ε is 1.5, so only the two best stay.
    let fitness = [1.0, 2.0, 3.0, 4.0, 100.0, 3.0];
    let pool = Pool::new(&fitness, &[], &[]);
    let counts = counts(&selection::epsilon_lexicase::OPERATOR, &pool, 2_000);
    assert!(counts[2..].iter().all(|&count| count == 0) && counts[0].abs_diff(counts[1]) < 300, "{counts:?}");
}

#[test]
fn unlike_mates_are_sought() {
    let fitness: Vec<f64> = (0..20).map(|place| if place < 10 { 1.0 } else { 2.0 }).collect();
    let pool = Pool::new(&fitness, &[], &[]);
    let mut random = stream(16, "mates", &[]);
    let alike = (0..2_000)
        .filter(|_| {
            let (first, second) =
                (selection::no_same_mates::OPERATOR.apply)(&mut random, &[1.0, 0.05, 20.0], &pool);
            fitness[first] == fitness[second]
        })
        .count();
    assert!(alike < 10, "{alike}");
}

#[test]
fn odd_populations_can_be_chosen_from() {
    let odd: [&[f64]; 5] = [
        &[3.0],
        &[2.0, 2.0],
        &[f64::INFINITY, f64::INFINITY],
        &[f64::NAN, 1.0, f64::INFINITY],
        &[-5.0, 0.0, -1.0],
    ];
    for fitness in odd {
        let pool = Pool::new(fitness, &[], &[]);
        for operator in selection::SELECTIONS {
            let mut random = stream(17, operator.name, &[]);
            let pick = WeightedOperator::of(operator);
            for _ in 0..100 {
                let (first, second) = (operator.apply)(&mut random, &pick.parameters, &pool);
                assert!(first < pool.len() && second < pool.len(), "{}", operator.name);
            }
        }
    }
}
