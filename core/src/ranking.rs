//! Sums of features that put pairs of states into order, learned term by term.
//!
//! A pair is a state that should come first and another one. A sum is short: its terms are chosen one after the other, each
//! with the weight that puts most pairs into order.

/// Most terms of a sum: its tree has 23 nodes and depth 7.
const TERMS: usize = 6;

/// The weights that are tried.
const WEIGHTS: [f32; 8] = [1.0, -1.0, 2.0, -2.0, 4.0, -4.0, 0.5, -0.5];

/// What another term must gain, in shares of the pairs.
const GAIN: f32 = 0.002;

/// Differences between the values of two states, feature by feature: that of the state which should come first, minus that of
/// the other.
#[derive(Debug, Default)]
pub struct Pairs {
    /// By feature.
    pub columns: Vec<Vec<f32>>,
    /// How much a pair counts.
    pub counts: Vec<f32>,
}

/// A feature by its number, and its weight.
pub type Term = (usize, f32);

impl Pairs {
    /// Single terms of some features, those that put most pairs into order first.
    pub fn best_terms(&self, of: &[usize]) -> Vec<Term> {
        let sums = vec![0.0; self.counts.len()];
        let score = |place: usize, weight: f32| self.score(&sums, (place, weight));
        let mut terms: Vec<(f32, Term)> = of
            .iter()
            .map(|&place| {
                let (up, down) = (score(place, 1.0), score(place, -1.0));
                if up >= down { (up, (place, 1.0)) } else { (down, (place, -1.0)) }
            })
            .collect();
        terms.sort_by(|a, b| b.0.total_cmp(&a.0));
        terms.into_iter().map(|(_, term)| term).collect()
    }

    /// How many pairs are in order once a term is added to sums; equal values count half.
    fn score(&self, sums: &[f32], (place, weight): Term) -> f32 {
        let column = self.columns[place].iter().zip(sums);
        column
            .zip(&self.counts)
            .map(|((difference, sum), count)| match sum + weight * difference {
                less if less < 0.0 => *count,
                0.0 => 0.5 * count,
                _ => 0.0,
            })
            .sum()
    }

    /// Terms of some features that begin with the given one and put as many pairs into order as they can.
    pub fn sum(&self, first: Term, of: &[usize]) -> Vec<Term> {
        let mut terms = vec![first];
        let mut sums: Vec<f32> =
            self.columns[first.0].iter().map(|difference| first.1 * difference).collect();
        let gain = GAIN * self.counts.iter().sum::<f32>();
        let mut reached = self.score(&vec![0.0; sums.len()], first);
        while terms.len() < TERMS {
            let used = |place: usize| terms.iter().any(|(other, _)| *other == place);
            let candidates = of.iter().copied().filter(|&place| !used(place));
            let scored = candidates
                .flat_map(|place| WEIGHTS.map(|weight| (place, weight)))
                .map(|term| (self.score(&sums, term), term));
            // The first of several that are as good.
            let best = scored.reduce(|best, one| if one.0 > best.0 { one } else { best });
            let Some((score, term)) = best.filter(|(score, _)| *score > reached + gain) else { break };
            reached = score;
            for (sum, difference) in sums.iter_mut().zip(&self.columns[term.0]) {
                *sum += term.1 * difference;
            }
            terms.push(term);
        }
        terms
    }
}

#[cfg(test)]
mod tests;
