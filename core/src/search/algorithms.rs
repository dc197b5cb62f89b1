//! The algorithms, each with its registration `INFO` and `run`. Most are presets of an engine.

pub(crate) mod alternate;
pub(crate) mod astar;
pub(crate) mod awastar;
pub(crate) mod beam;
pub(crate) mod bfs;
pub(crate) mod bibfs;
pub(crate) mod dfs;
pub(crate) mod ehc;
pub(crate) mod greedy;
pub(crate) mod hsd;
pub(crate) mod ida;
pub(crate) mod iddfs;
pub(crate) mod lazy;
pub(crate) mod quick;
pub(crate) mod restarts;
pub(crate) mod shortest;
pub(crate) mod ucs;
pub(crate) mod wastar;
pub(crate) mod wida;
