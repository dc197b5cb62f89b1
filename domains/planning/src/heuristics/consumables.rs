//! Goals that use something up, and whether enough of it is left: dead ends that the delete relaxation does not see.
//!
//! A *token* is a variable with a value that no operator changes any more; to bring it there is to use the token up. Where every
//! operator that reaches one of some goals uses up a token and reaches no other goal, each goal that is open takes a token of its
//! own. Tokens count as long as they are not used up and what all operators need that use them for these goals can be reached
//! without deletes. Some of that may take tokens, too, of another kind, to make it true: then no more tokens can be prepared than
//! there are of those. If fewer tokens are left than goals are open, no plan exists.

mod discover;

use crate::heuristics::relaxation::{Exploration, Reach, Relaxation};
use crate::task::layout::Field;

/// The goals of a task that use tokens up.
#[derive(Debug, Default)]
pub struct Consumables {
    classes: Vec<Class>,
}

/// Goals that use up the same tokens in the same way. Facts are numbered as in the relaxation.
#[derive(Debug, Default)]
struct Class {
    goals: Vec<u32>,
    tokens: Vec<Token>,
    /// Tokens that preparing takes: one of each row.
    preparing: Vec<Vec<Spent>>,
}

/// A token of a class.
#[derive(Debug)]
struct Token {
    spent: Spent,
    /// What all operators need that use it for a goal of the class.
    needed: Vec<u32>,
    /// What it has to be prepared for: facts among these that take other tokens to make them true.
    prepared: Vec<u32>,
}

/// The value of a variable by which it is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Spent {
    field: Field,
    value: u32,
}

impl Spent {
    fn is_left(self, words: &[u64]) -> bool {
        self.field.value(words) != self.value
    }
}

impl Consumables {
    /// Whether no goal uses anything up.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// Whether enough is left in a state, from which an exploration by sums reached all goals.
    pub fn suffice(
        &self,
        (relaxation, exploration): (&Relaxation, &Exploration),
        words: &[u64],
        reach: &mut Reach,
    ) -> bool {
        let holds = |fact| exploration.is_reached(fact) && exploration.rule(fact).is_none();
        self.classes.iter().all(|class| {
            let open = class.goals.iter().filter(|&&goal| !holds(goal)).count();
            // Explorations end at the last goal: what they did not reach may be reached all the same.
            open == 0 || class.left(words, |fact| exploration.is_reached(fact), holds) >= open || {
                reach.run(relaxation, words, &[]);
                class.left(words, |fact| reach.has(fact), holds) >= open
            }
        })
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let token = |token: &Token| size_of::<Token>() + 4 * (token.needed.len() + token.prepared.len());
        let class = |class: &Class| {
            let spent: usize = class.preparing.iter().map(Vec::len).sum();
            4 * class.goals.len() + size_of::<Spent>() * spent + class.tokens.iter().map(token).sum::<usize>()
        };
        self.classes.iter().map(class).sum()
    }
}

impl Class {
    /// How many goals the tokens that are left can serve, at most.
    fn left(&self, words: &[u64], reached: impl Fn(u32) -> bool, holds: impl Fn(u32) -> bool) -> usize {
        let (mut ready, mut others) = (0, 0);
        for token in self.tokens.iter().filter(|token| token.spent.is_left(words)) {
            if token.needed.iter().all(|&fact| reached(fact)) {
                let prepared = token.prepared.iter().all(|&fact| holds(fact));
                *(if prepared { &mut ready } else { &mut others }) += 1;
            }
        }
        let left = self.preparing.iter().map(|row| row.iter().filter(|spent| spent.is_left(words)).count());
        ready + left.fold(others, usize::min)
    }
}
