//! Atomic file writes: temporary file, fsync, rename.

use anyhow::{Context, Result};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes a file, replacing what was there. Readers never see half of it, and no two writers share a file.
pub fn write(path: &Path, contents: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let temporary = temporary(path);
    let written = (|| {
        let mut out = BufWriter::new(File::create(&temporary)?);
        contents(&mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&temporary, path)
    })();
    if written.is_err() {
        // Half a file is of no use; if even this fails there is nothing more to be done.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// The same, with an error that names the file.
pub fn save(path: &Path, contents: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    write(path, contents).with_context(|| format!("{} cannot be written", path.display()))
}

/// `NAME.PROCESS-NUMBER.new`: another one each time.
fn temporary(path: &Path) -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}-{number}.new", std::process::id()));
    path.with_file_name(name)
}

/// Files that [`write()`] began for a path and did not finish.
pub fn unfinished(path: &Path) -> Vec<PathBuf> {
    let entries = path.parent().and_then(|folder| fs::read_dir(folder).ok());
    let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    paths
        .filter(|other| other.extension().is_some_and(|end| end == "new"))
        .filter(|other| other.with_extension("").with_extension("") == path)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_not_there() {
        let folder = std::env::temp_dir().join(format!("unstuck-whole-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("t.table");
        write(&path, |out| out.write_all(b"old")).unwrap();
        let broken = write(&path, |out| {
            out.write_all(b"half")?;
            assert_eq!(unfinished(&path).len(), 1);
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(broken.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary file is left");
        assert_ne!(temporary(&path), temporary(&path));
        fs::write(folder.join("t.table.17-0.new"), "half").unwrap();
        fs::write(folder.join("other.table.17-0.new"), "half").unwrap();
        assert_eq!(unfinished(&path), [folder.join("t.table.17-0.new")]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
