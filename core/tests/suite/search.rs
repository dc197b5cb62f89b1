//! What every search algorithm has to do, on the puzzles and on small problems made for it.

mod tracing;
