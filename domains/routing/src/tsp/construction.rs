//! Construction: a path that is continued, or a tour into which cities are inserted.

use super::partial::{Choice, Frame, Needs, Partial};
use super::problem::{MANY, Solution, Touring};
use std::ops::ControlFlow;
use unstuck_core::optimisation::{Construction, Cost};

impl Construction for Touring {
    type Partial = Partial;
    type Choice = Choice;

    /// The first city is on the path or the tour.
    fn start(&self, features: &[u16]) -> Partial {
        Partial::new(self, Needs::of(features), &[0])
    }

    /// Cities by their numbers; of many cities the near ones that are left, the nearest first, if there are any. Places in the
    /// order of the tour.
    #[inline]
    fn visit(&self, partial: &Partial, each: &mut impl FnMut(Choice) -> ControlFlow<()>) -> ControlFlow<()> {
        if partial.chosen.is_some() {
            return partial.places().try_for_each(|after| each(Choice::Place(after)));
        }
        if partial.frame == Frame::NextCity && self.cities().count() > MANY {
            let near = self.neighbours().of(partial.last()).iter().map(|&(city, _)| city);
            let mut found = false;
            for city in near.filter(|&city| partial.left.has(city)) {
                found = true;
                each(Choice::City(city))?;
            }
            if found {
                return ControlFlow::Continue(());
            }
        }
        partial.left.iter().try_for_each(|city| each(Choice::City(city)))
    }

    #[inline]
    fn extend(&self, partial: &mut Partial, choice: Choice) {
        match (choice, partial.frame) {
            (Choice::City(city), Frame::NextCity) => partial.append(self, city),
            (Choice::City(city), Frame::Insertion) => partial.insert_cheapest(self, city),
            (Choice::City(city), Frame::Places) => partial.chosen = Some(city),
            (Choice::Place(after), _) => partial.insert(self, after),
        }
    }

    fn finish(&self, partial: &Partial) -> Solution {
        Solution::new(partial.order())
    }

    fn overhead(&self) -> u64 {
        30 * self.cities().count() as u64
    }

    fn finished_cost(&self, partial: &Partial) -> Cost {
        Cost::soft(self.distances().around(&partial.order()))
    }

    #[inline]
    fn places(&self, partial: &Partial) -> bool {
        partial.chosen.is_some()
    }

    fn choice_text(&self, partial: &Partial, choice: Choice) -> String {
        match choice {
            Choice::City(city) => format!("city {}", city + 1),
            Choice::Place(after) => {
                let before = partial.next[after as usize];
                format!("between {} and {}", after + 1, before + 1)
            }
        }
    }
}
