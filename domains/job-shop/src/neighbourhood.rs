//! Which shifts within the blocks of a critical path are candidates, and which of them certainly close no cycle.

use crate::schedule::{Schedule, Shift};
use crate::shop::Shop;

/// Which shifts within a block are candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Neighbourhood {
    /// Adjacent operations at the border of a block are swapped (N5 of Nowicki and Smutnicki).
    Swaps,
    /// Operations go to the border of a block (N6 of Balas and Vazacopoulos), or from there into it (N7 of Zhang et al.).
    Inserts,
}

/// Whether a shift certainly closes no cycle: what would have to come between starts too late or too early for that.
#[inline]
pub(crate) fn is_possible(shop: &Shop, schedule: &Schedule, shift: Shift) -> bool {
    let fixed = &shop.operations()[shift.what as usize];
    if shift.later {
        let next = fixed.after;
        next as usize == shop.operations().len() || schedule.start(shop, shift.anchor) < schedule.end(next)
    } else {
        let previous = fixed.before;
        previous as usize == shop.operations().len()
            || schedule.start(shop, previous) < schedule.end(shift.anchor)
    }
}

/// Adds the candidates on a critical path, which is given from its end to its start.
pub(crate) fn candidates(
    shop: &Shop,
    schedule: &Schedule,
    path: &[u32],
    kind: Neighbourhood,
    shifts: &mut Vec<Shift>,
) {
    let machine = |place: usize| shop.operations()[path[place] as usize].machine;
    let with_setups = !shop.setups().is_empty();
    // A change at the front of the first block cannot help, nor one at the rear of the last.
    let free_start = schedule.start(shop, path[path.len() - 1]) == 0;
    let mut rear = 0;
    while rear < path.len() {
        let mut front = rear;
        while front + 1 < path.len()
            && machine(front + 1) == machine(rear)
            && schedule.before[path[front] as usize] == path[front + 1]
        {
            front += 1;
        }
        // The block is path[front], …, path[rear], in the order of time.
        let at_front = with_setups || front + 1 < path.len() || !free_start;
        let at_rear = with_setups || rear > 0;
        let (first, last) = (path[front], path[rear]);
        let mut offer = |what: u32, anchor: u32, later: bool| shifts.push(Shift { what, anchor, later });
        match kind {
            Neighbourhood::Swaps if with_setups => {
                (rear..front).for_each(|place| offer(path[place + 1], path[place], true));
            }
            Neighbourhood::Swaps if front > rear => {
                if at_front {
                    offer(first, path[front - 1], true);
                }
                if at_rear && (front > rear + 1 || !at_front) {
                    offer(path[rear + 1], last, true);
                }
            }
            Neighbourhood::Inserts if front > rear + 1 => {
                if at_front {
                    (rear..front - 1).for_each(|place| offer(path[place], first, false));
                    (rear + usize::from(at_rear)..front - 1)
                        .for_each(|place| offer(first, path[place], true));
                }
                if at_rear {
                    (rear + 2..=front).for_each(|place| offer(path[place], last, true));
                    let until = front + usize::from(!at_front);
                    (rear + 2..until).for_each(|place| offer(last, path[place], false));
                }
            }
            _ => {}
        }
        rear = front + 1;
    }
}
