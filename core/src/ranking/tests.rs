use super::*;

#[test]
fn terms_are_chosen_until_the_pairs_are_in_order() {
    // The first feature orders half of the pairs, the third the others; the second says nothing.
    let pairs = Pairs {
        columns: vec![vec![-1.0, -1.0, 0.0, 1.0], vec![0.0; 4], vec![0.0, 1.0, 1.0, 3.0]],
        counts: vec![1.0; 4],
    };
    let all = [0, 1, 2];
    assert_eq!(pairs.best_terms(&all), [(2, -1.0), (0, 1.0), (1, 1.0)]);
    assert_eq!(pairs.sum((0, 1.0), &all), [(0, 1.0), (2, -1.0)]);
    assert_eq!(pairs.best_terms(&[1, 0]), [(0, 1.0), (1, 1.0)]);
    assert_eq!(pairs.sum((0, 1.0), &[0, 1]), [(0, 1.0)]);
}

#[test]
fn pairs_count_by_their_weight_and_none_is_fine() {
    let pairs = Pairs { columns: vec![vec![-1.0, 1.0], vec![1.0, -1.0]], counts: vec![1.0, 3.0] };
    assert_eq!(pairs.best_terms(&[0, 1])[0], (0, -1.0), "the first of equal ones");
    let empty = Pairs { columns: vec![Vec::new()], counts: Vec::new() };
    assert_eq!((empty.best_terms(&[0]), empty.sum((0, 1.0), &[0])), (vec![(0, 1.0)], vec![(0, 1.0)]));
}
