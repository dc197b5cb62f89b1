//! What work needs of the machine: threads, cancellation, progress, limits of time and memory, atomic files.

pub mod atomic_file;
pub mod cancel;
pub mod lock;
pub mod memory_limit;
pub mod origin;
pub mod progress;
pub mod warnings;
pub mod watch;
pub mod workers;
