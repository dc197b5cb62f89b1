//! The files that plans are written to: every plan of an anytime search, and the best one.

use anyhow::Result;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use unstuck_ops::atomic_file;

/// FILE for the best plan, and FILE.1, FILE.2 … for those on the way. Each file is complete or missing.
#[derive(Clone)]
pub struct PlanFiles {
    file: PathBuf,
    written: Arc<Mutex<Written>>,
}

#[derive(Default)]
struct Written {
    count: usize,
    /// The first file that could not be written.
    error: Option<anyhow::Error>,
}

impl PlanFiles {
    /// Plans go to this file.
    pub fn new(file: &Path) -> Self {
        Self { file: file.to_owned(), written: Arc::default() }
    }

    /// Adds a plan that is better than those before.
    pub fn add(&self, text: &str) {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.count += 1;
        let mut name = self.file.clone().into_os_string();
        name.push(format!(".{}", written.count));
        let saved = save(Path::new(&name), text).and_then(|()| save(&self.file, text));
        if let Err(error) = saved {
            written.error.get_or_insert(error);
        }
    }

    /// Writes the last plan, if there is one.
    ///
    /// # Errors
    ///
    /// A file could not be written.
    pub fn finish(&self, text: Option<String>) -> Result<()> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        match written.error.take() {
            Some(error) => Err(error),
            None => text.map_or(Ok(()), |text| save(&self.file, &text)),
        }
    }
}

fn save(path: &Path, text: &str) -> Result<()> {
    atomic_file::save(path, |out| writeln!(out, "{text}"))
}
