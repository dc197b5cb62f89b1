//! Atomic file writes: temporary file, fsync, rename.
//!
//! A temporary file is locked while it is written. One that is not locked belongs to a process that was killed; the next
//! process that writes into the folder removes it.

use crate::system::lock::locked;
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes a file, replacing what was there. Readers never see half of it, and no two writers share a file. A device or a
/// pipe is not replaced: it is written to.
///
/// # Errors
///
/// The file cannot be written; then it is as it was before.
pub fn write(path: &Path, contents: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
        let mut out = BufWriter::new(File::options().write(true).open(path)?);
        contents(&mut out)?;
        return out.flush();
    }
    remove_abandoned(path.parent().unwrap_or(Path::new("")));
    let (temporary, file) = create(path)?;
    let written = (|| {
        let mut out = BufWriter::new(file);
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
///
/// # Errors
///
/// The file cannot be written.
pub fn save(path: &Path, contents: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    write(path, contents).with_context(|| format!("{} cannot be written", path.display()))
}

/// Creates and locks a temporary file.
fn create(path: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let temporary = temporary(path);
        let file = File::create(&temporary)?;
        // A file system without locks has no protection from those who tidy up, and needs none otherwise.
        let _ = file.lock();
        // Another process may have removed it before it was locked.
        if temporary.exists() {
            return Ok((temporary, file));
        }
    }
}

/// `NAME.PROCESS-NUMBER.new`: another one each time.
fn temporary(path: &Path) -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}-{number}.new", std::process::id()));
    path.with_file_name(name)
}

/// Whether a path has the form of [`temporary`].
fn is_temporary(path: &Path) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let numbers = name.strip_suffix(".new").and_then(|rest| rest.rsplit_once('.')?.1.split_once('-'));
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

/// Removes the temporary files of processes that were killed, once per process and folder.
fn remove_abandoned(folder: &Path) {
    static SEEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if locked(&SEEN).insert(folder.to_owned()) {
        unfinished(folder).iter().for_each(|path| remove_if_abandoned(path));
    }
}

/// Removes a temporary file that no process is writing.
pub fn remove_if_abandoned(path: &Path) {
    let Ok(file) = File::open(path) else { return };
    // The lock is held until the file is gone, so that its writer notices.
    match file.try_lock() {
        // It may be another user's.
        Ok(()) => drop(fs::remove_file(path)),
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
    }
}

/// The temporary files in a folder.
pub fn unfinished(folder: &Path) -> Vec<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    files.map(|entry| entry.path()).filter(|path| is_temporary(path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("unstuck-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_is_whole_or_not_there() {
        let folder = folder("whole");
        let path = folder.join("t.table");
        write(&path, |out| out.write_all(b"old")).unwrap();
        let broken = write(&path, |out| {
            out.write_all(b"half")?;
            assert_eq!(unfinished(&folder).len(), 1);
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(broken.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary file is left");
        assert_ne!(temporary(&path), temporary(&path));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn only_files_that_no_process_writes_are_removed() {
        let folder = folder("abandoned");
        for name in ["t.csv.17-0.new", "t.csv", "17-0.new", "t.17.new", "t.x-1.new", "t.17-0.news"] {
            fs::write(folder.join(name), "half").unwrap();
        }
        let (own, _lock) = create(&folder.join("o.csv")).unwrap();
        assert_eq!(unfinished(&folder).len(), 2);
        write(&folder.join("t.csv"), |out| out.write_all(b"whole")).unwrap();
        assert_eq!(unfinished(&folder), [own], "a file that is being written stays");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 6);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        use std::os::unix::fs::FileTypeExt;
        let full = Path::new("/dev/full");
        let refused = write(full, |out| out.write_all(b"x")).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::StorageFull);
        assert!(fs::metadata(full).unwrap().file_type().is_char_device());
    }
}
