use super::*;
use crate::random::{RngExt, stream};

#[test]
fn entries_are_found_after_growing() {
    let mut random = stream(1, "closed", &[]);
    // Tags over the whole range; and crowded at its ends, where entries wrap around and come before their old slots.
    for range in [u32::MAX, 1 << 26, 1 << 12] {
        let mut closed = Closed::new();
        let mut tags = Vec::new();
        for index in 0..20_000 {
            let tag = random.random_range(0..range);
            tags.push(if random.random_range(0..2) == 0 { tag } else { !tag });
            let Entry::Free(slot) = closed.probe(tags[index as usize], |_| false) else { unreachable!() };
            closed.fill(slot, tags[index as usize], index);
            if closed.is_full() {
                closed.grow();
                let found = |(index, &tag): (usize, &u32)| {
                    matches!(closed.probe(tag, |other| other == index as u32), Entry::Known(_))
                };
                assert!(tags.iter().enumerate().all(found));
            }
        }
    }
}
