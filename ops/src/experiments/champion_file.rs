//! Files that take the place of no other: a champion's, an exported heuristic's.

use crate::{request::user_file, system::atomic_file};
use anyhow::{Context, Result};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Where a champion is saved unless something is said.
pub fn default_path(name: &str) -> PathBuf {
    PathBuf::from(format!("{name}.heuristic"))
}

/// Saves a text under a path, or, where that holds something else already, under the next free number behind it:
/// `jam.heuristic`, `jam-2.heuristic` … Readers never see half a file.
pub fn save(path: &Path, text: &str) -> Result<PathBuf> {
    let mut number = 1;
    let place = loop {
        let place = numbered(path, number);
        // One byte more tells a longer file.
        match user_file::head(&place, text.len() as u64 + 1) {
            Ok(Some(known)) if known == text.as_bytes() => return Ok(place),
            Ok(Some(_)) => number += 1,
            Ok(None) => break place,
            Err(error) if error.kind() == ErrorKind::NotFound => break place,
            Err(error) => {
                return Err(error).with_context(|| format!("{} cannot be written", place.display()));
            }
        }
    };
    atomic_file::save(&place, |out| out.write_all(text.as_bytes()))?;
    Ok(place)
}

fn numbered(path: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{ending}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn nothing_is_overwritten() {
        let folder = std::env::temp_dir().join(format!("unstuck-output-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("jam.heuristic");
        assert_eq!(save(&path, "blockers\n").unwrap(), path);
        assert_eq!(save(&path, "blockers\n").unwrap(), path, "the same text is there already");
        let second = save(&path, "hybrid\n").unwrap();
        assert_eq!(second, folder.join("jam-2.heuristic"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "blockers\n");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "no temporary file is left");
        assert!(save(&folder.join("absent/jam"), "").is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
