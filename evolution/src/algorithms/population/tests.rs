use super::parsimonious;

#[test]
fn among_nearly_equal_ones_the_smaller_wins_and_among_equal_sizes_the_better() {
    let key = |fitness, size| parsimonious(fitness, size, true);
    for sign in [1.0, -1.0] {
        // Within a thousandth, whatever their order otherwise.
        let near = if sign > 0.0 { (0.5, 0.50001) } else { (-0.50001, -0.5) };
        assert!(key(near.1, 5) < key(near.0, 6));
        assert!(key(near.0, 6) < key(near.1, 6));
        assert!(key(near.0, 2_400) < key(near.1, 2_401));
        // Beyond it size counts for nothing.
        assert!(key(0.5 * sign - 0.01, 500) < key(0.5 * sign, 1));
    }
    assert!(key(0.0, 3) < key(0.0, 4) && key(0.0, 4) < key(1e-12, 1));
    assert_eq!(parsimonious(0.25, 9, false), 0.25);
    assert_eq!(key(f64::INFINITY, 1), f64::INFINITY);
}
