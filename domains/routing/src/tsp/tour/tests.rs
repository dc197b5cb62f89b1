use super::*;
use unstuck_core::random::{RngExt, stream};

/// A path is reversed as in a plain list, whichever part is the shorter one and however the tour is read.
#[test]
fn reversals_agree_with_a_list() {
    let mut random = stream(1, "tour", &[]);
    for count in [3_u32, 4, 5, 8, 13] {
        let mut tour = Tour::new((0..count).collect());
        let mut list: Vec<u32> = (0..count).collect();
        for _ in 0..200 {
            if random.random::<bool>() {
                tour.mirror();
                list.reverse();
            }
            list.rotate_left(random.random_range(0..count as usize));
            let length = random.random_range(1..count as usize);
            tour.reverse(list[0], list[length - 1]);
            list[..length].reverse();
            for (at, &city) in list.iter().enumerate() {
                let after = |steps: usize| list[(at + steps) % list.len()];
                assert_eq!((tour.next(city), tour.previous(after(1))), (after(1), city));
                assert_eq!(tour.ahead(city, 2), after(2));
                assert!(tour.between(city, after(1), after(2)));
                assert!(!tour.between(city, after(2), after(1)));
            }
        }
    }
}
