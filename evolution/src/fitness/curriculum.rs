//! Small instances first: generations draw from the first m training instances, and m grows once the best individual
//! solves most of the newest ones. The engine keeps m; it is part of snapshots.

use crate::config::settings::settings;

settings! {
    /// How training instances come into play, smallest first.
    #[derive(Copy)]
    pub struct Curriculum {
        /// Smallest tasks first: this many at the beginning, more as they are solved.
        first: usize = 8, in 1..=u32::MAX as usize, unit "instances";
        /// Share solved before more come: of the newest third, by the best individual.
        grow_at: f64 = 0.8, in 0.0..=1.0;
    }
}

impl Curriculum {
    /// How many instances there are at first, of all.
    pub fn begin(self, all: usize) -> usize {
        self.first.min(all)
    }

    /// How many there are after a generation that was measured on some of the first `now`, by what its best
    /// individual solved: half as many more once it solves enough of the newest third.
    pub fn next(self, now: usize, all: usize, measured: &[u32], solved: &[bool]) -> usize {
        let newest = now - now.div_ceil(3);
        let of_newest = measured.iter().zip(solved).filter(|(number, _)| **number as usize >= newest);
        let solved: Vec<bool> = of_newest.map(|(_, &solved)| solved).collect();
        let share = solved.iter().filter(|&&solved| solved).count() as f64 / solved.len().max(1) as f64;
        if solved.is_empty() || share < self.grow_at { now } else { (now + now.div_ceil(2)).min(all) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_instances_come_once_the_newest_are_solved() {
        let curriculum = Curriculum { first: 8, grow_at: 0.8 };
        assert_eq!((curriculum.begin(100), curriculum.begin(3)), (8, 3));
        let all: Vec<u32> = (0..8).collect();
        // The newest third of eight are the last three.
        let solved =
            |all_but: &[usize]| -> Vec<bool> { (0..8).map(|number| !all_but.contains(&number)).collect() };
        assert_eq!(curriculum.next(8, 100, &all, &solved(&[0, 1, 2, 3, 4])), 12);
        assert_eq!(curriculum.next(8, 100, &all, &solved(&[7])), 8);
        assert_eq!(curriculum.next(8, 10, &all, &solved(&[])), 10);
        // None of the newest was measured.
        assert_eq!(curriculum.next(8, 100, &[0, 1], &[true, true]), 8);
    }
}
