//! The state of an engine as bytes.
//!
//! A snapshot holds everything. The history only grows, so a caller that stores the engine after every generation
//! stores checkpoints, which are without it, and the generations one by one.
//!
//! ```text
//! "unstuckE"  version  fingerprint of the configuration  checksum of the rest
//! names of the features that evolve  champion  hall of fame  state  number of generations  history
//! ```
//!
//! Genomes and champions are stored by the names of features, so a snapshot stays valid when the domain's table gets
//! new features or another order.

use super::{Champion, ChampionRecord, Engine, Generation, RunConfig, State};
use crate::dataset::FitMatrix;
use crate::formula_text::FormulaError;
use crate::genome::Terminal;
use crate::stored::Scope;
use crate::task::Measurement;
use serde::{Deserialize, Serialize};
use unstuck_core::error::{LONGEST, presentable};
use unstuck_core::random::checksum;

/// What a snapshot begins with.
const MAGIC: &[u8; 8] = b"unstuckE";

/// The version of the form. A change of the form gets a new number; snapshots with another number are refused.
pub const VERSION: u32 = 11;

/// Why a snapshot cannot be restored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// Not a snapshot.
    #[error("this is not a snapshot of a run")]
    Foreign,
    /// Of another version.
    #[error(
        "the snapshot has version {found}, and this program reads version {VERSION}; continue with the program that wrote \
         it, or run the experiment again"
    )]
    Version {
        /// The version found.
        found: u32,
    },
    /// With generations of another one.
    #[error("the snapshot was taken after {generations} generations, and {found} are given")]
    History {
        /// Generations when it was taken.
        generations: usize,
        /// Those that were given.
        found: usize,
    },
    /// Other features evolve now.
    #[error("{}", other_features(.gone, .new))]
    Features {
        /// Features that the snapshot has and the experiment has not.
        gone: Vec<String>,
        /// Features that the experiment has and the snapshot has not.
        new: Vec<String>,
    },
    /// Of another experiment: the features, instances, fitness or seed are not those it was taken with.
    #[error(
        "the snapshot was taken in another experiment; its features, instances, fitness or seed are others"
    )]
    Other,
    /// A heuristic that the domain does not understand any more.
    #[error("a heuristic of the snapshot {0}")]
    Heuristic(#[from] FormulaError),
    /// Damaged.
    #[error("the snapshot is damaged: {0}")]
    Damaged(String),
}

fn other_features(gone: &[String], new: &[String]) -> String {
    let list = |names: &[String]| presentable(&names.join(", "), LONGEST);
    match (gone, new) {
        ([], new) => format!("the snapshot was taken before these features could evolve: {}", list(new)),
        (gone, []) => format!("the snapshot has features that no longer evolve: {}", list(gone)),
        (gone, new) => {
            format!("the snapshot was taken with other features: {} instead of {}", list(gone), list(new))
        }
    }
}

fn damaged(why: impl ToString) -> SnapshotError {
    SnapshotError::Damaged(presentable(&why.to_string(), LONGEST))
}

/// What stands before the state.
#[derive(Serialize, Deserialize)]
struct Head {
    /// The names of the features that evolve, sorted.
    features: Vec<String>,
    champion: Option<ChampionRecord>,
    hall: Vec<ChampionRecord>,
}

impl Engine {
    /// Everything that [`restore`](Self::restore) needs besides the configuration.
    pub fn snapshot(&self) -> Vec<u8> {
        self.write(&self.history)
    }

    /// The same without the history, for a caller that stores that itself: as large as the populations, however long
    /// the run.
    pub fn checkpoint(&self) -> Vec<u8> {
        self.write(&[])
    }

    fn write(&self, history: &[Generation]) -> Vec<u8> {
        let table = &self.config.context.table;
        let head = Head {
            features: self.config.features(),
            champion: self.state.champion.as_ref().map(|champion| champion.record(table)),
            hall: self.state.hall.iter().map(|champion| champion.record(table)).collect(),
        };
        let all = (&head, &self.state, self.history.len(), history);
        // Plain data into memory, within a scope: nothing can fail.
        let (body, _) = self.config.scope().within(|| postcard::to_stdvec(&all));
        let body = body.unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// An engine that continues where a snapshot was taken. The configuration must be the one it was taken with.
    ///
    /// # Errors
    ///
    /// The bytes are no snapshot, or one of another experiment.
    pub fn restore(config: RunConfig, bytes: &[u8]) -> Result<Self, SnapshotError> {
        Self::read(config, bytes, None)
    }

    /// An engine that continues where a checkpoint was taken. Configuration and history must be those it was taken
    /// with.
    ///
    /// # Errors
    ///
    /// The bytes are no checkpoint, or one of another experiment or history.
    pub fn resume(config: RunConfig, bytes: &[u8], history: Vec<Generation>) -> Result<Self, SnapshotError> {
        Self::read(config, bytes, Some(history))
    }

    fn read(config: RunConfig, bytes: &[u8], given: Option<Vec<Generation>>) -> Result<Self, SnapshotError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(SnapshotError::Foreign)?;
        let (version, rest) = rest.split_first_chunk::<4>().ok_or(SnapshotError::Foreign)?;
        let version = u32::from_le_bytes(*version);
        if version != VERSION {
            return Err(SnapshotError::Version { found: version });
        }
        let short = || damaged("it is too short");
        let (fingerprint, rest) = rest.split_first_chunk::<8>().ok_or_else(short)?;
        let (sum, body) = rest.split_first_chunk::<8>().ok_or_else(short)?;
        let taken_with = u64::from_le_bytes(*fingerprint);
        if u64::from_le_bytes(*sum) != checksum(body) {
            return Err(damaged("its checksum is wrong"));
        }
        let Contents { state, generations, history } = Contents::read(&config, taken_with, body)?;
        let batch = &state.batch;
        let fits = |(request, answer): (&super::Request, &Option<super::Answer>)| {
            answer.as_ref().is_none_or(|answer| Measurement::new(&request.work, answer).is_some())
        };
        if !batch.requests.iter().zip(&batch.answers).all(fits) {
            return Err(damaged("an answer does not fit its task"));
        }
        let history = given.unwrap_or(history);
        if history.len() != generations {
            return Err(SnapshotError::History { generations, found: history.len() });
        }
        Ok(Self { fingerprint: config.fingerprint(), config, state, history })
    }
}

/// What is in the bytes.
struct Contents {
    state: State,
    /// How many generations there were.
    generations: usize,
    /// Those of them that were stored as well.
    history: Vec<Generation>,
}

impl Contents {
    fn read(config: &RunConfig, fingerprint: u64, body: &[u8]) -> Result<Self, SnapshotError> {
        let (head, rest) = postcard::take_from_bytes::<Head>(body).map_err(damaged)?;
        config.check_features(&head.features)?;
        if fingerprint != config.fingerprint() {
            return Err(SnapshotError::Other);
        }
        let (read, error) = config.scope().within(|| postcard::from_bytes(rest));
        if let Some(error) = error {
            return Err(error.into());
        }
        let (mut state, generations, history): (State, usize, Vec<Generation>) = read.map_err(damaged)?;
        if state.in_play.is_some() != config.evaluator.curriculum().is_some() {
            return Err(damaged("the instances in play do not fit the curriculum"));
        }
        let table = &config.context.table;
        state.champion = head.champion.map(|record| record.champion(table)).transpose()?;
        state.hall =
            head.hall.iter().map(|record| record.champion(table)).collect::<Result<Vec<Champion>, _>>()?;
        Ok(Self { state, generations, history })
    }
}

impl RunConfig {
    /// What genomes are stored in terms of.
    fn scope(&self) -> Scope {
        Scope::new(self.context.table.clone(), self.space.clone())
    }

    /// The names of the features that evolve, sorted.
    fn features(&self) -> Vec<String> {
        let terminals = [&self.space.estimates, &self.space.reals, &self.space.flags].into_iter().flatten();
        let mut names: Vec<String> = terminals.map(|terminal| self.space.name(terminal.index)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn check_features(&self, taken_with: &[String]) -> Result<(), SnapshotError> {
        let now = self.features();
        let lacking = |from: &[String], names: &[String]| -> Vec<String> {
            names.iter().filter(|name| !from.contains(name)).cloned().collect()
        };
        let (gone, new) = (lacking(&now, taken_with), lacking(taken_with, &now));
        if gone.is_empty() && new.is_empty() { Ok(()) } else { Err(SnapshotError::Features { gone, new }) }
    }

    /// Identifies everything that gives a snapshot its meaning, features by their names.
    pub(super) fn fingerprint(&self) -> u64 {
        let space = &self.space;
        let named = |terminals: &[Terminal]| {
            let mut named: Vec<_> = terminals.iter().map(|one| (space.name(one.index), one.range)).collect();
            named.sort_by(|a, b| a.0.cmp(&b.0));
            named
        };
        let functions: Vec<&str> = space.functions.iter().map(|op| op.function_name()).collect();
        let parts = (
            self.seed,
            (space.form, named(&space.estimates), named(&space.reals), named(&space.flags), functions),
            (space.constants, space.scale, space.bounds, space.limits),
            &self.evaluator,
            self.instances(),
            self.rows(),
            self.survivors,
            space.definitions(),
            space.search.as_ref().map(|search| (search.genes(), search.own().to_string())),
            space.attempts.as_ref().map(|attempts| attempts.text(&self.context.table)),
        );
        // Plain data into memory: nothing can fail.
        checksum(&postcard::to_stdvec(&parts).unwrap_or_default())
    }

    /// The instances with what their runs are compared with.
    fn instances(&self) -> Vec<(String, u64)> {
        let all = self.context.sets.values().flatten();
        all.map(|one| (one.instance.text(), one.reference.expanded)).collect()
    }

    /// The number of rows of each role.
    fn rows(&self) -> Vec<usize> {
        self.context.fit_matrices.values().map(FitMatrix::rows).collect()
    }
}
