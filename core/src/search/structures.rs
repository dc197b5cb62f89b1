//! What searches keep: states, nodes, tables and queues.

pub(super) mod arena;
pub(super) mod closed;
pub(super) mod nodes;
pub(super) mod open_list;
pub(super) mod packed_successors;
pub(super) mod path_words;
pub(super) mod recycled;
pub(super) mod spare_states;
pub(super) mod transposition;
pub(super) mod visited;
