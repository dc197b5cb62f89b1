//! Where a page is written.

use super::page::{MARK, page};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::io::ErrorKind;
use std::path::PathBuf;
use unstuck_ops::{atomic_file, user_file};

/// A file that may be written: it is not there yet, or an older page of ours is.
pub struct Place(PathBuf);

impl Place {
    /// Looks at the file before any work is done for it; `flag` is what names another.
    pub fn new(path: PathBuf, flag: &str) -> Result<Self> {
        // A program that can only print fails before it works.
        page(&())?;
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        if let Some(parent) = parent.filter(|parent| !parent.is_dir()) {
            bail!("the folder {} for the report does not exist", parent.display());
        }
        match user_file::head(&path, MARK.len() as u64) {
            Ok(None) => Ok(Self(path)),
            Ok(Some(known)) if known == MARK.as_bytes() || known.is_empty() => Ok(Self(path)),
            Ok(Some(_)) => {
                bail!("{} is there already and is no report; choose another name with {flag}", path.display())
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self(path)),
            Err(error) => Err(error).with_context(|| format!("{} cannot be written", path.display())),
        }
    }

    /// Writes the page of a record, in place of an older one.
    pub fn write(&self, record: &impl Serialize) -> Result<()> {
        let page = page(record)?;
        atomic_file::save(&self.0, |out| out.write_all(page.as_bytes()))
    }
}

/// A name that is safe as a file's.
pub fn file_name(name: &str) -> String {
    let safe = |sign: char| if sign.is_alphanumeric() || "-_.".contains(sign) { sign } else { '_' };
    let name: String = name.chars().map(safe).collect();
    if name.trim_matches('.').is_empty() { "report".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_safe() {
        assert_eq!(file_name("rush-hour_2.5"), "rush-hour_2.5");
        assert_eq!(file_name("../a b/ü"), ".._a_b_ü");
        assert_eq!((file_name(".."), file_name("")), ("report".to_owned(), "report".to_owned()));
    }
}
