//! The web UI's files, carried inside the program; none if it was built without them.

/// The files by their paths.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file, with its path. Paths are looked up in a table: no file of the machine is ever opened.
pub fn file(path: &str) -> Option<(&'static str, &'static [u8])> {
    FILES.iter().find(|(name, _)| *name == path).copied()
}
