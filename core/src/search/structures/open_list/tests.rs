use super::*;
use crate::random::{RngExt, stream};

#[test]
fn nodes_come_by_f_then_larger_g_then_last_in_first_out() {
    let mut random = stream(1, "open list", &[]);
    for (f_range, g_range) in [(4_000_u64, 3_u32), (40, 2_000), (1 << 41, 1 << 31), (1 << 20, 1_100)] {
        let (mut open, mut naive) = (OpenList::new(), Vec::new());
        for node in 0..20_000 {
            if random.random_range(0..3) > 0 {
                let whole = random.random_range(0..2) == 0;
                let f = random.random_range(0..f_range) << if whole { 8 } else { 0 };
                let g = random.random_range(0..g_range);
                open.push(Key::new(f, g), node);
                naive.push((f, Reverse(g), Reverse(node)));
            } else {
                let best = naive.iter().enumerate().min_by_key(|&(_, key)| key).map(|(at, _)| at);
                let expected = best.map(|at| naive.swap_remove(at));
                let got = open.pop().map(|(key, node)| (key.f, Reverse(key.g()), Reverse(node)));
                assert_eq!(got, expected);
            }
            assert_eq!(open.len(), naive.len() as u64);
        }
    }
}
