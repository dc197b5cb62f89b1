//! Where the store is.

use super::Error;
use crate::wording;
use anyhow::{Result, anyhow};
use std::path::{Path, PathBuf};

/// The file of the store: what was asked for, `UNSTUCK_STORE`, or `unstuck.db` in the user's data folder.
pub fn chosen(asked: Option<&Path>) -> Result<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let usual = || {
        let folder = if cfg!(windows) {
            variable("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            variable("HOME").map(|home| home.join("Library/Application Support"))
        } else {
            let data = variable("XDG_DATA_HOME").filter(|path| path.is_absolute());
            data.or_else(|| variable("HOME").map(|home| home.join(".local/share")))
        };
        folder.map(|folder| folder.join("unstuck").join("unstuck.db"))
    };
    asked
        .map(Path::to_owned)
        .or_else(|| variable("UNSTUCK_STORE"))
        .or_else(usual)
        .ok_or_else(|| anyhow!("there is no folder for the store; name a file with {}", wording::store()))
}

/// The absolute path of a store. SQLite reads a relative path like `file:a.db?mode=memory` or `:memory:` as something
/// else than a file, an absolute path never.
pub(super) fn file(path: &Path) -> std::result::Result<PathBuf, Error> {
    std::path::absolute(path).map_err(|error| Error::of_file(path, &error))
}

/// The address of a file that is read-only.
pub(super) fn frozen(path: &Path) -> std::result::Result<String, Error> {
    let path = file(path)?;
    // The path of a Windows drive gets a slash before it.
    let mut address = String::from(if cfg!(windows) { "file:///" } else { "file://" });
    for &byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            address.push(byte.into());
        } else {
            address.push_str(&format!("%{byte:02X}"));
        }
    }
    Ok(address + "?immutable=1")
}

/// Whether there is something at a path: a file, or a link that cannot be followed, but no link to a file that does not
/// exist.
pub fn is_there(path: &Path) -> bool {
    match std::fs::metadata(path) {
        Ok(_) => true,
        Err(error) => error.kind() != std::io::ErrorKind::NotFound,
    }
}

/// The log next to a store.
fn log(path: &Path) -> PathBuf {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

/// Whether a process has a store open, or ended without closing it.
pub(super) fn is_open(path: &Path) -> bool {
    log(path).exists()
}

/// Whether the log next to a store holds anything.
pub(super) fn has_log(path: &Path) -> bool {
    match std::fs::metadata(log(path)) {
        Ok(found) => found.len() > 0,
        // One that cannot be looked at may hold something.
        Err(error) => error.kind() != std::io::ErrorKind::NotFound,
    }
}

/// Whether the disk of a file has no room for another one.
#[cfg(target_os = "linux")]
pub(super) fn is_full(path: &Path) -> bool {
    // A file system without a fixed number of files says 0 of 0; one that is only read is always full.
    rustix::fs::statvfs(folder_of(path)).is_ok_and(|found| {
        !found.f_flag.contains(rustix::fs::StatVfsMountFlags::RDONLY)
            && (found.f_bavail == 0 || (found.f_files > 0 && found.f_favail == 0))
    })
}

#[cfg(not(target_os = "linux"))]
pub(super) fn is_full(_path: &Path) -> bool {
    false
}

#[cfg(target_os = "linux")]
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The write-ahead log needs memory that all users of the file share: one machine.
#[cfg(target_os = "linux")]
pub(super) fn refuse_network(path: &Path) -> std::result::Result<(), Error> {
    let folder = folder_of(path);
    // Whatever cannot be asked is found out when the file is opened.
    let Ok(found) = rustix::fs::statfs(folder) else { return Ok(()) };
    match network_kind(found.f_type as u32) {
        Some("fuse") if !fuse_is_remote(folder) => Ok(()),
        Some(kind) => Err(Error::Network { path: path.to_owned(), kind }),
        None => Ok(()),
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn refuse_network(_path: &Path) -> std::result::Result<(), Error> {
    Ok(())
}

/// File systems of other machines, by the number that Linux gives them.
#[cfg(target_os = "linux")]
fn network_kind(magic: u32) -> Option<&'static str> {
    Some(match magic {
        0x6969 => "nfs",
        0x517b => "smb",
        0xff53_4d42 => "cifs",
        0xfe53_4d42 => "smb2",
        0x0102_1997 => "9p",
        0x5346_414f => "afs",
        0x6b41_4653 => "afs",
        0x00c3_6400 => "ceph",
        0x7375_7245 => "coda",
        0x0116_1970 => "gfs2",
        0x0bd0_0bd0 => "lustre",
        0x564c => "ncp",
        0x7461_636f => "ocfs2",
        0x6573_5546 => "fuse",
        _ => return None,
    })
}

/// Many local file systems are FUSE as well: the table of mounts tells which.
#[cfg(target_os = "linux")]
fn fuse_is_remote(folder: &Path) -> bool {
    let Ok(folder) = folder.canonicalize() else { return false };
    let mounts = std::fs::read_to_string("/proc/self/mounts").unwrap_or_default();
    let mut best: Option<(usize, &str)> = None;
    for line in mounts.lines() {
        let mut words = line.split(' ');
        let (Some(place), Some(kind)) = (words.nth(1), words.next()) else { continue };
        let place = place.replace("\\040", " ");
        if folder.starts_with(&place) && best.is_none_or(|(length, _)| place.len() >= length) {
            best = Some((place.len(), kind));
        }
    }
    let remote = ["fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.glusterfs", "fuse.davfs", "fuse.ceph"];
    best.is_some_and(|(_, kind)| remote.iter().any(|known| kind.starts_with(known)))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn network_file_systems_are_known_by_their_numbers() {
        assert_eq!(network_kind(0x6969), Some("nfs"));
        assert_eq!(network_kind(0xef53), None, "ext4");
        assert_eq!(network_kind(0x0102_1994), None, "tmpfs");
        assert!(refuse_network(Path::new("store.db")).is_ok());
    }

    #[test]
    fn odd_names_are_spelled_out() {
        let address = frozen(Path::new("/tmp/a b?.db")).unwrap();
        assert_eq!(address, "file:///tmp/a%20b%3F.db?immutable=1");
    }
}
