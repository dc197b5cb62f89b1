//! An engine frozen into bytes, and revived.
//!
//! A snapshot holds everything. The history only grows, so whoever keeps the engine after every generation keeps checkpoints,
//! which are without it, and the generations one by one.

use super::{Engine, Generation, RunConfig, State};
use crate::dataset::Table;
use unstuck_core::random::checksum;

/// What a snapshot begins with.
const MAGIC: &[u8; 8] = b"unstuckE";

/// The form of the snapshots that this version writes; it reads no other.
pub const VERSION: u32 = 6;

/// Why a snapshot cannot be revived.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// Not a snapshot.
    #[error("this is no snapshot of an evolution")]
    Foreign,
    /// Of another version.
    #[error(
        "the snapshot has version {found}, and this program reads version {VERSION}; run the experiment again, or \
         go on with the program that wrote it"
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
    /// Of another experiment: the features, instances, fitness or seed are not those it was taken with.
    #[error(
        "the snapshot was taken in another experiment; its features, instances, fitness or seed are others"
    )]
    Other,
    /// Damaged.
    #[error("the snapshot is damaged: {0}")]
    Damaged(String),
}

impl Engine {
    /// Everything that [`restore`](Self::restore) needs besides the plan.
    pub fn snapshot(&self) -> Vec<u8> {
        self.freeze(&self.history)
    }

    /// The same without the history, for whoever keeps that by itself: as large as the populations, however long the
    /// run.
    pub fn checkpoint(&self) -> Vec<u8> {
        self.freeze(&[])
    }

    fn freeze(&self, history: &[Generation]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.fingerprint.to_le_bytes());
        // Plain data into memory: nothing can fail.
        let state = postcard::to_stdvec(&(&self.state, self.history.len(), history)).unwrap_or_default();
        let sum = checksum(&state);
        bytes.extend(sum.to_le_bytes());
        bytes.extend(state);
        bytes
    }

    /// An engine that goes on where a snapshot was taken. The plan must be the one it was taken with.
    pub fn restore(config: RunConfig, bytes: &[u8]) -> Result<Self, SnapshotError> {
        let thawed = Thawed::of(bytes, &config)?;
        Self::revive(config, thawed, None)
    }

    /// An engine that goes on where a checkpoint was taken. Plan and history must be the ones it was taken with.
    pub fn resume(config: RunConfig, bytes: &[u8], history: Vec<Generation>) -> Result<Self, SnapshotError> {
        let thawed = Thawed::of(bytes, &config)?;
        Self::revive(config, thawed, Some(history))
    }

    fn revive(
        config: RunConfig,
        thawed: Thawed,
        given: Option<Vec<Generation>>,
    ) -> Result<Self, SnapshotError> {
        let Thawed { fingerprint, state, generations, history } = thawed;
        let history = given.unwrap_or(history);
        if history.len() != generations {
            return Err(SnapshotError::History { generations, found: history.len() });
        }
        Ok(Self { config, fingerprint, state, history })
    }
}

/// What is in the bytes.
struct Thawed {
    fingerprint: u64,
    state: State,
    /// How many generations there were.
    generations: usize,
    /// Those of them that were frozen as well.
    history: Vec<Generation>,
}

impl Thawed {
    fn of(bytes: &[u8], config: &RunConfig) -> Result<Self, SnapshotError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(SnapshotError::Foreign)?;
        let (version, rest) = rest.split_first_chunk::<4>().ok_or(SnapshotError::Foreign)?;
        let found = u32::from_le_bytes(*version);
        if found != VERSION {
            return Err(SnapshotError::Version { found });
        }
        let damaged = |why: String| SnapshotError::Damaged(why);
        let (fingerprint, rest) =
            rest.split_first_chunk::<8>().ok_or_else(|| damaged("it is too short".into()))?;
        let fingerprint = u64::from_le_bytes(*fingerprint);
        if fingerprint != config.fingerprint() {
            return Err(SnapshotError::Other);
        }
        let (sum, body) = rest.split_first_chunk::<8>().ok_or_else(|| damaged("it is too short".into()))?;
        if u64::from_le_bytes(*sum) != checksum(body) {
            return Err(damaged("its checksum is wrong".into()));
        }
        let (state, generations, history) =
            postcard::from_bytes(body).map_err(|error| damaged(error.to_string()))?;
        Ok(Self { fingerprint, state, generations, history })
    }
}

impl RunConfig {
    /// Tells this experiment from others: whatever gives a snapshot its meaning.
    pub(super) fn fingerprint(&self) -> u64 {
        let known = self.context.sets.iter().flatten();
        let instances: Vec<(String, u64)> =
            known.map(|known| (known.instance.text(), known.reference.expanded)).collect();
        let rows: Vec<usize> = self.context.tables.iter().map(Table::rows).collect();
        // Plain data into memory: nothing can fail.
        let bytes = postcard::to_stdvec(&(self.seed, &self.space, &self.evaluator, instances, rows));
        checksum(&bytes.unwrap_or_default())
    }
}
