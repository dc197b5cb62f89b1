//! The algorithms, each with its registration `INFO` and `run`. Most are presets of an engine.

pub mod alternate;
pub mod astar;
pub mod awastar;
pub mod beam;
pub mod bfs;
pub mod bibfs;
pub mod dfs;
pub mod ehc;
pub mod greedy;
pub mod hsd;
pub mod ida;
pub mod iddfs;
pub mod lazy;
pub mod quick;
pub mod restarts;
pub mod shortest;
pub mod ucs;
pub mod wastar;
pub mod wida;
