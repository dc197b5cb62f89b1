use super::*;

fn split(shares: Shares, order: Order) -> Split {
    Split { shares, order, seed: 3 }
}

#[test]
fn shares_are_kept_and_no_row_is_lost_or_used_twice() {
    let distances: Vec<u64> = (0..103).map(|row| row * 31 % 17).collect();
    let shares = [
        Shares::Parts(vec![0.6, 0.2, 0.2]),
        Shares::Parts(vec![3.0, 1.0]),
        Shares::Fold { number: 2, of: 5 },
    ];
    for shares in shares {
        for (_, order) in Order::ALL {
            let found = split(shares.clone(), order).rows(&distances);
            let mut all: Vec<usize> = found.values().flatten().copied().collect();
            all.sort_unstable();
            assert_eq!(all, (0..103).collect::<Vec<_>>(), "{shares:?} {order:?}");
            let wanted = match &shares {
                Shares::Parts(parts) if parts.len() == 3 => [0.6, 0.2, 0.2],
                Shares::Parts(_) => [0.75, 0.25, 0.0],
                Shares::Fold { .. } => [0.6, 0.2, 0.2],
            };
            for (rows, wanted) in found.values().zip(wanted) {
                assert!((rows.len() as f64 - wanted * 103.0).abs() <= 1.0, "{shares:?} {order:?} {found:?}");
            }
        }
    }
}

#[test]
fn the_file_is_cut_into_blocks() {
    let parts = split(Shares::Parts(vec![0.5, 0.25, 0.25]), Order::File);
    let per_role = |train, validation, test| PerRole { train, validation, test };
    assert_eq!(parts.rows(&[0; 8]), per_role(vec![0, 1, 2, 3], vec![4, 5], vec![6, 7]));
    let fold = |number| split(Shares::Fold { number, of: 3 }, Order::File).rows(&[0; 6]);
    assert_eq!(fold(1), per_role(vec![4, 5], vec![2, 3], vec![0, 1]));
    assert_eq!(fold(3), per_role(vec![2, 3], vec![0, 1], vec![4, 5]));
}

#[test]
fn every_fold_is_the_test_once() {
    let tests: Vec<usize> = (1..=4)
        .flat_map(|number| split(Shares::Fold { number, of: 4 }, Order::Shuffled).rows(&[1; 11]).test)
        .collect();
    let mut sorted = tests.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (0..11).collect::<Vec<_>>());
    assert_ne!(tests, sorted, "they are shuffled");
}

#[test]
fn difficulty_is_shared_out_alike_or_cut() {
    let distances: Vec<u64> = (0..90).map(|row| row * 7 % 30).collect();
    let mean =
        |rows: &[usize]| rows.iter().map(|&row| distances[row] as f64).sum::<f64>() / rows.len() as f64;
    let parts = Shares::Parts(vec![1.0, 1.0, 1.0]);
    let alike = split(parts.clone(), Order::Stratified).rows(&distances);
    assert!(alike.values().all(|rows| (mean(rows) - 14.5).abs() < 0.7), "{alike:?}");
    assert!(alike.values().all(|rows| !rows.is_sorted_by_key(|&row| distances[row])), "{alike:?}");
    let cut = split(parts, Order::EasiestFirst).rows(&distances);
    assert_eq!(cut.values().map(|rows| mean(rows)).collect::<Vec<_>>(), [4.5, 14.5, 24.5]);
}
