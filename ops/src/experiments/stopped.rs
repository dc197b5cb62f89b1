//! Ctrl-C before anything was stored.

/// Ctrl-C before there was anything to keep.
#[derive(Debug, thiserror::Error)]
#[error("stopped before there was a result")]
pub struct Stopped;
