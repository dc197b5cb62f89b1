//! Differential tests: every algorithm against tiny uniform-cost searches that share no code with the library.
//!
//! The searches below know the rules of a puzzle and nothing else: no packed states, no tables, no symmetries beyond a
//! sorted state. `make test` runs 200 cases, `make test-slow` 10,000; `UNSTUCK_CASES` and `UNSTUCK_SEED` choose others.

mod freecell;
mod rush_hour;
mod tiles;

use crate::installed as registry;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use unstuck_core::domain::{self, Settings};
use unstuck_core::instance::{SearchError, Status};
use unstuck_core::language::admissible_features;
use unstuck_core::search::{ALGORITHMS, Optimal};

/// Larger spaces are drawn again.
const MAX_STATES: usize = 40_000;
/// Deepening searches without memory may need more than any table: they are cut, and claim nothing then.
const MAX_EXPANDED: u64 = 100_000;

/// Numbers of a seed: xorshift, written here so that no stream of the library is tested by itself.
pub struct Source(u64);

impl Source {
    fn new(seed: u64) -> Self {
        let mut source = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        (0..8).for_each(|_| assert!(source.below(2) < 2));
        source
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// An instance, and what the tiny search says about it.
pub struct Case {
    domain: &'static str,
    metric: &'static str,
    text: String,
    settings: Settings,
    /// The cost of a cheapest plan; none if there is no plan.
    optimum: Option<u64>,
}

/// The cost of a cheapest path to a goal; `Err` where there are too many states.
fn cheapest<S: Clone + Eq + Hash>(
    start: S,
    is_goal: impl Fn(&S) -> bool,
    successors: impl Fn(&S, &mut dyn FnMut(S, u64)),
) -> Result<Option<u64>, ()> {
    let mut best: HashMap<S, u64> = HashMap::from([(start.clone(), 0)]);
    let mut open: BTreeMap<u64, Vec<S>> = BTreeMap::from([(0, vec![start])]);
    while let Some((cost, states)) = open.pop_first() {
        let mut states = states;
        while let Some(state) = states.pop() {
            if best[&state] < cost {
                continue;
            }
            if is_goal(&state) {
                return Ok(Some(cost));
            }
            successors(&state, &mut |next, step| {
                let total = cost + step;
                if best.get(&next).is_none_or(|known| total < *known) {
                    best.insert(next.clone(), total);
                    if step == 0 { states.push(next) } else { open.entry(total).or_default().push(next) }
                }
            });
            if best.len() > MAX_STATES {
                return Err(());
            }
        }
    }
    Ok(None)
}

/// Runs every algorithm on a case; tells how many searches ended without a limit.
fn hold(case: &Case, source: &mut Source, seed: u64) -> usize {
    let domain = registry::domain(case.domain).unwrap();
    let context = format!("seed {seed}: {} {:?} ({})", case.text, case.settings, case.metric);
    let instance = match domain::read_search(&*domain, &case.text, Some(case.metric), &case.settings) {
        Ok(instance) => instance,
        // Boards that can be seen to be unsolvable are refused.
        Err(error) => {
            assert_eq!(case.optimum, None, "{context}: {error}");
            return 0;
        }
    };
    let admissible: Vec<&str> = admissible_features(domain.features(), case.metric)
        .map(|feature| &*feature.name)
        .filter(|name| instance.has(name) && !name.starts_with("pdb"))
        .collect();
    let mut ended = 0;
    for info in ALGORITHMS {
        let heuristic = *source.pick(&admissible);
        let context = format!("{} with {heuristic}, {context}", info.name);
        let mut request = instance.request(info.name, heuristic).unwrap();
        request.parameters.limits.expanded = Some(MAX_EXPANDED);
        let solution = match instance.solve(&request, &mut ()) {
            Err(SearchError::NotApplicable { .. } | SearchError::Absent(_)) => continue,
            other => other.unwrap_or_else(|error| panic!("{context}: {error}")),
        };
        ended += usize::from(solution.status != Status::Limit);
        let length =
            solution.lengths.iter().find(|(name, _)| **name == *case.metric).map(|(_, length)| *length);
        let found = length.filter(|_| solution.status == Status::Solved);
        match (solution.status, case.optimum) {
            (Status::Solved, None) => panic!("{context}: a plan of {found:?}, and there is none"),
            (Status::Solved, Some(optimum)) => {
                let found = found.unwrap_or_else(|| panic!("{context}: no length"));
                assert!(found >= optimum, "{context}: {found} is below the optimum {optimum}");
                assert!(
                    !solution.optimal || found == optimum,
                    "{context}: {found} is not the optimum {optimum}"
                );
                let promised = matches!(info.optimal, Optimal::Always | Optimal::Admissible | Optimal::AtEnd);
                assert!(!promised || solution.optimal, "{context}: no proof");
            }
            (Status::Unsolvable, Some(optimum)) => panic!("{context}: there is a plan of {optimum}"),
            (Status::GaveUp, _) => assert!(!info.complete, "{context}: gave up"),
            (Status::Unsolvable, None) | (Status::Limit, _) => {}
        }
    }
    ended
}

/// Cases in a run, of which a domain has a share; and the seed of the first.
fn plan(share: usize) -> (usize, u64) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let slow = std::env::var_os("UNSTUCK_SLOW").is_some();
    let cases = number("UNSTUCK_CASES").unwrap_or(if slow { 10_000 } else { 200 });
    let clock = || {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(1, |since| since.as_secs())
    };
    let seed = number("UNSTUCK_SEED").unwrap_or_else(|| if slow { clock() } else { 1 });
    (cases as usize * share / 100, seed)
}

/// Draws cases and holds the algorithms against them.
fn run(name: &str, share: usize, draw: impl Fn(&mut Source) -> Option<Case>) {
    let (cases, first) = plan(share);
    eprintln!("{name}: {cases} cases, UNSTUCK_SEED={first}");
    let (mut held, mut unsolvable, mut ended, mut seed) = (0, 0, 0, first.wrapping_mul(1_000_003));
    while held < cases {
        seed = seed.wrapping_add(1);
        let mut source = Source::new(seed);
        let Some(case) = draw(&mut source) else { continue };
        held += 1;
        unsolvable += usize::from(case.optimum.is_none());
        ended += hold(&case, &mut source, seed);
    }
    eprintln!("{name}: {held} cases, {unsolvable} unsolvable, {ended} searches to their end, 0 differences");
    assert!(ended > 5 * held, "most searches were cut");
}
