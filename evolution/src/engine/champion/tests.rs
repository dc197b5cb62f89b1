use super::*;

fn champion(fitness: f64, size: usize) -> Champion {
    Champion {
        id: 0,
        heuristic: Formula::value(Tree::number(1.0)),
        size,
        validation: Score { fitness, ..Score::default() },
        generation: 0,
    }
}

#[test]
fn smaller_ones_win_near_the_best_and_never_drift_away_from_it() {
    let beats =
        |a: (f64, usize), b: (f64, usize), best| champion(a.0, a.1).beats(&champion(b.0, b.1), best, true);
    assert!(beats((1.0009, 5), (1.0, 9), 1.0));
    // Near the champion, but not near the best.
    assert!(!beats((1.0018, 2), (1.0009, 5), 1.0));
    assert!(beats((0.9995, 5), (1.0, 5), 0.9995));
    assert!(!beats((0.9995, 6), (1.0, 5), 0.9995));
    assert!(beats((0.9, 60), (1.0, 5), 0.9));
    assert!(!champion(1.0009, 5).beats(&champion(1.0, 9), 1.0, false));
}

#[test]
fn a_policy_is_scaled_as_a_whole_or_not_at_all() {
    let deep = |levels: usize| {
        let mut nodes = vec![Node::Feature(0)];
        nodes.extend((0..levels).map(|_| Op::Abs.node()));
        // A sum stands in parentheses once it is scaled.
        nodes.extend([Node::Number(1.0), Op::Add.node()]);
        Tree::new(nodes).unwrap()
    };
    let policy = |levels| {
        let condition = Tree::new(vec![Node::Truth(true)]).unwrap();
        let rules = vec![Rule { condition, value: deep(1) }];
        Formula::policy(Policy { rules, otherwise: deep(levels) })
    };
    assert!(scale(&policy(3), (1.0, 2.0), None).is_some());
    assert!(scale(&policy(200), (1.0, 2.0), None).is_none());
}
