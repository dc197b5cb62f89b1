//! A folder of a test's own, with a store in it.

use super::{Run, command};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Removed at the end unless the test fails.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("unstuck-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// One with an experiment in it.
    pub fn with(name: &str, experiment: &str) -> Self {
        let folder = Self::new(&format!("evolve-{name}"));
        folder.write("tiny.toml", experiment);
        folder
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command.current_dir(&self.0).env("UNSTUCK_STORE", self.0.join("store.db"));
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments).output().unwrap())
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return eprintln!("{} is left for a look", self.0.display());
        }
        let _ = fs::remove_dir_all(&self.0);
    }
}
