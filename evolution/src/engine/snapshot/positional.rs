//! Snapshots of version 0.1: genomes and champions by the places of features in the domain's table.
//!
//! The table is not in the snapshot, only in its fingerprint, together with the seed, the space, the evaluator and the
//! instances. So the fingerprint tells whether the places are those of today's table, or those of the built-in table of
//! that time; everything else is then found by name.

use super::{Contents, SnapshotError, damaged};
use crate::algorithms::{Algorithm, OperatorStats};
use crate::engine::{Batch, Effort, Generation, Phase, PositionalChampion, Reason, RunConfig, State};
use crate::fitness::Evaluator;
use crate::formula_text::positional;
use crate::genome::{Space, Terminal};
use crate::stored::Form;
use crate::task::Work;
use serde::{Deserialize, Serialize};
use unstuck_core::random::checksum;

/// The form of these snapshots.
pub(super) const VERSION: u32 = 6;

/// The state as it was.
#[derive(Deserialize)]
struct OldState {
    generation: u32,
    evaluations: u64,
    algorithm: Algorithm,
    phase: Phase,
    batch: Batch,
    last: Option<(Work, OldEvaluator)>,
    operator_stats: OperatorStats,
    champion: Option<PositionalChampion>,
    best: Option<f64>,
    hall: Vec<PositionalChampion>,
    stale: u32,
    ending: Option<Reason>,
}

/// The evaluators as they were.
#[derive(PartialEq, Serialize, Deserialize)]
enum OldEvaluator {
    LeastSquares,
    Search { sample: usize, weights: (f64, f64, f64), raw: bool, max_length_ratio: Option<f64> },
    Reduction { sample: usize, max_length_ratio: Option<f64> },
    Multi { parts: Vec<(OldEvaluator, f64)> },
}

impl OldEvaluator {
    /// The old form of an evaluator; `None` for those that there were not.
    fn of(evaluator: &Evaluator) -> Option<Self> {
        Some(match evaluator {
            Evaluator::LeastSquares(_) => Self::LeastSquares,
            Evaluator::Search(search) => Self::Search {
                sample: search.sample,
                weights: (search.weights.length, search.weights.nodes, search.weights.unsolved),
                raw: search.raw,
                max_length_ratio: search.max_length_ratio,
            },
            Evaluator::Reduction(reduction) => {
                Self::Reduction { sample: reduction.sample, max_length_ratio: reduction.max_length_ratio }
            }
            Evaluator::Multi(multi) => {
                let part = |(part, probability): &(Evaluator, f64)| Some((Self::of(part)?, *probability));
                Self::Multi { parts: multi.parts.iter().map(part).collect::<Option<_>>()? }
            }
            _ => return None,
        })
    }
}

/// The names of the table that a snapshot with this fingerprint was taken with; `None` if it is another experiment's.
fn names(config: &RunConfig, taken_with: u64) -> Option<Vec<String>> {
    // No search parameters evolved then, and there were no attempts.
    if config.space.search.is_some() || config.space.attempts.is_some() {
        return None;
    }
    let known = positional::features(config.context.table.domain()).unwrap_or_default();
    let old = known.iter().map(|&name| name.to_owned()).collect();
    let tables = [config.space.names.clone(), old];
    tables.into_iter().find(|names| fingerprint(config, names) == Some(taken_with))
}

/// The fingerprint as it was, for a table with these names.
fn fingerprint(config: &RunConfig, names: &[String]) -> Option<u64> {
    let space = space_of(&config.space, names)?;
    let evaluator = OldEvaluator::of(&config.evaluator)?;
    let parts = (config.seed, &space, &evaluator, config.instances(), config.rows());
    // Plain data into memory: nothing can fail.
    Some(checksum(&postcard::to_stdvec(&parts).unwrap_or_default()))
}

/// The space with the places of another table; `None` if that does not have all of its features.
fn space_of(space: &Space, names: &[String]) -> Option<Space> {
    let moved = |terminals: &[Terminal]| {
        let moved = terminals.iter().map(|one| {
            let name = space.name(one.index);
            let index = names.iter().position(|known| *known == name)? as u16;
            Some(Terminal { index, range: one.range })
        });
        let mut moved = moved.collect::<Option<Vec<Terminal>>>()?;
        moved.sort_by_key(|terminal| terminal.index);
        Some(moved)
    };
    Some(Space {
        names: names.to_vec(),
        estimates: moved(&space.estimates)?,
        reals: moved(&space.reals)?,
        flags: moved(&space.flags)?,
        ..space.clone()
    })
}

/// What is in the bytes.
pub(super) fn read(config: &RunConfig, taken_with: u64, body: &[u8]) -> Result<Contents, SnapshotError> {
    let names = names(config, taken_with).ok_or(SnapshotError::Other)?;
    let space = space_of(&config.space, &names).ok_or(SnapshotError::Other)?;
    let estimates = space.estimates.iter().map(|terminal| space.name(terminal.index)).collect();
    let form = Form::Positional { names: names.clone(), estimates };
    let (read, error) = config.scope(form).within(|| postcard::from_bytes(body));
    if let Some(error) = error {
        return Err(error.into());
    }
    let (old, generations, history): (OldState, usize, Vec<Generation>) = read.map_err(damaged)?;
    let table = &config.context.table;
    let champion = |old: &PositionalChampion| old.record(&names, table)?.champion(table);
    let own = std::iter::once(&config.evaluator);
    let known: Vec<&Evaluator> = own.chain(config.evaluator.parts().iter().map(|(part, _)| part)).collect();
    let evaluator = |old: OldEvaluator| {
        let same = known.iter().find(|known| OldEvaluator::of(known).as_ref() == Some(&old));
        same.map(|known| (*known).clone()).ok_or_else(|| damaged("its fitness is another"))
    };
    let last = match old.last {
        Some((work, old)) => Some((work, evaluator(old)?)),
        None => None,
    };
    let state = State {
        generation: old.generation,
        evaluations: old.evaluations,
        algorithm: old.algorithm,
        phase: old.phase,
        batch: old.batch,
        last,
        operator_stats: old.operator_stats,
        champion: old.champion.as_ref().map(champion).transpose()?,
        best: old.best,
        hall: old.hall.iter().map(champion).collect::<Result<_, _>>()?,
        stale: old.stale,
        ending: old.ending,
        race: None,
        effort: Effort::default(),
        in_play: None,
    };
    Ok(Contents { state, generations, history })
}
