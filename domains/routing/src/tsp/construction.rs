//! Construction in one of two frames: a path that is continued, or a tour into which cities are inserted.

use super::partial::{Choice, Needs, Partial};
use super::problem::{MANY, Solution, Touring};
use std::ops::ControlFlow;
use unstuck_core::optimisation::{Construction, Cost};

impl<const INSERTION: bool> Construction for Touring<INSERTION> {
    type Partial = Partial;
    type Choice = Choice;

    /// The first city is on the path or the tour.
    fn start(&self, features: &[u16]) -> Partial {
        Partial::new(self, Needs::of::<INSERTION>(features), &[0])
    }

    /// Cities by their numbers; of many cities the near ones that are left, the nearest first, if there are any. Places in the
    /// order of the tour.
    #[inline]
    fn visit(&self, partial: &Partial, each: &mut impl FnMut(Choice) -> ControlFlow<()>) -> ControlFlow<()> {
        if partial.chosen.is_some() {
            return partial.places().try_for_each(|after| each(Choice::Place(after)));
        }
        if !INSERTION && self.cities().count() > MANY {
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
        match choice {
            Choice::City(city) if INSERTION => partial.chosen = Some(city),
            Choice::City(city) => partial.append(self, city),
            Choice::Place(after) => partial.insert(self, after),
        }
    }

    fn finish(&self, partial: &Partial) -> Solution {
        Solution::new(partial.order())
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
