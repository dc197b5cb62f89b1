//! The cache folder.

use super::file;
use crate::system::atomic_file;
use crate::system::cancel;
use crate::system::progress::{Extent, Progress};
use crate::system::warnings;
use crate::system::watch::{Activity, Deadline};
use crate::system::workers::Pool;
use anyhow::{Context, Result, anyhow};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use unstuck_core::resources::{Build, PatternDatabaseInfo, ResourceError, Resources};
use unstuck_core::search::{Limit, Limits};

/// Tables kept in files.
pub struct Cache<'a> {
    pool: &'a Pool,
    progress: &'a dyn Progress,
    /// Most memory for making a table.
    memory: Option<u64>,
    deadline: &'a Deadline,
    /// What stopped the making of a table.
    pub stopped: Option<Limit>,
}

impl<'a> Cache<'a> {
    /// The user's cache; what is missing is made on the pool, within the limits and until the deadline.
    pub fn new(pool: &'a Pool, progress: &'a dyn Progress, limits: Limits, deadline: &'a Deadline) -> Self {
        Self { pool, progress, memory: limits.memory, deadline, stopped: None }
    }

    /// Where the tables are: `UNSTUCK_CACHE`, or `unstuck` in the folder that the system has for caches.
    pub fn folder() -> Result<PathBuf> {
        let variable =
            |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let usual = || {
            if cfg!(windows) {
                variable("LOCALAPPDATA").map(|path| path.join("unstuck"))
            } else if cfg!(target_os = "macos") {
                variable("HOME").map(|path| path.join("Library/Caches/unstuck"))
            } else {
                let caches = variable("XDG_CACHE_HOME").filter(|path| path.is_absolute());
                caches
                    .or_else(|| variable("HOME").map(|path| path.join(".cache")))
                    .map(|path| path.join("unstuck"))
            }
        };
        variable("UNSTUCK_CACHE")
            .or_else(usual)
            .ok_or_else(|| anyhow!("no folder for caches; name one in UNSTUCK_CACHE"))
    }

    /// The file of a table.
    pub fn path(info: &PatternDatabaseInfo) -> Result<PathBuf> {
        Ok(Self::folder()?.join(format!("{}.table", info.name)))
    }

    /// Makes the folder, and checks that files can be written there before minutes of work begin.
    pub fn check_folder() -> Result<()> {
        let folder = Self::folder()?;
        let probe = folder.join(format!("probe.{}.new", std::process::id()));
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(&probe, []))
            .and_then(|()| std::fs::remove_file(&probe))
            .with_context(|| {
                format!("nothing can be kept in {}; name another folder in UNSTUCK_CACHE", folder.display())
            })
    }

    /// Removes a table's file, and what programs that were killed while writing it have left; whether there was
    /// one.
    pub fn remove(info: &PatternDatabaseInfo) -> Result<bool> {
        let path = Self::path(info)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        atomic_file::unfinished(folder).iter().for_each(|left| atomic_file::remove_if_abandoned(left));
        match std::fs::remove_file(&path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error).with_context(|| path.display().to_string()),
        }
    }

    /// Refuses what a table needs beyond the memory limit.
    fn fits(&mut self, info: &PatternDatabaseInfo, bytes: u64) -> Result<(), ResourceError> {
        if self.memory.is_none_or(|most| bytes <= most) {
            return Ok(());
        }
        self.stopped = Some(Limit::Memory);
        Err(ResourceError::Stopped(info.name))
    }

    fn make(&mut self, info: &PatternDatabaseInfo, build: &Build<'_>) -> Result<Vec<u8>, ResourceError> {
        self.fits(info, info.making)?;
        let mut stage = self.progress.stage(&format!("making {}, once", info.name), Extent::Share);
        let bytes = build(self.pool, &mut |done| {
            stage.show((done * Extent::Share.total() as f64) as usize, &Activity::default());
            self.stopped = self.deadline.reached().or(cancel::requested().then_some(Limit::Cancelled));
            self.stopped.is_none()
        });
        bytes.ok_or(ResourceError::Stopped(info.name))
    }
}

impl Resources for Cache<'_> {
    fn table(
        &mut self,
        info: &PatternDatabaseInfo,
        build: &Build<'_>,
    ) -> Result<&'static [u8], ResourceError> {
        let failed = |reason: String| ResourceError::Failed { name: info.name, reason };
        let path = Self::path(info).map_err(|error| failed(error.to_string()))?;
        self.fits(info, info.bytes)?;
        match file::read(&path, info) {
            Ok(bytes) => return Ok(bytes),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => warnings::error(&format!("{}: {error}; it is computed again", path.display())),
        }
        let bytes = self.make(info, build)?;
        let kept = std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))
            .and_then(|()| file::write(&path, info, &bytes))
            .and_then(|()| file::read(&path, info));
        match kept {
            Ok(bytes) => Ok(bytes),
            Err(error) => {
                warnings::error(&format!("{}: {error}; the table is not kept", path.display()));
                Ok(Box::leak(bytes.into_boxed_slice()))
            }
        }
    }
}
