//! What every search algorithm has to do, on the puzzles and on small problems made for it.

mod costs;
mod dead_ends;
mod graph;
mod path_words;
mod wide_states;
