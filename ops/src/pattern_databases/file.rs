//! One table in one file.

use super::checksum::checksum;
use crate::system::atomic_file;
use memmap2::Mmap;
use std::fs::File;
use std::io;
use std::path::Path;
use unstuck_core::resources::PatternDatabaseInfo;

const MAGIC: [u8; 8] = *b"UNSTUCKT";
/// The number of the header's layout.
pub const FORMAT: u32 = 1;
/// Bytes before the table: magic, format, version, size, checksum, and the name padded with zeros.
const HEADER: usize = 64;
const NAME: usize = 32;

fn header(info: &PatternDatabaseInfo, checksum: u64) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(&MAGIC);
    header[8..12].copy_from_slice(&FORMAT.to_le_bytes());
    header[12..16].copy_from_slice(&info.version.to_le_bytes());
    header[16..24].copy_from_slice(&info.bytes.to_le_bytes());
    header[24..32].copy_from_slice(&checksum.to_le_bytes());
    let name = &info.name.as_bytes()[..info.name.len().min(NAME)];
    header[32..32 + name.len()].copy_from_slice(name);
    header
}

/// Writes a table to a temporary file and renames it. Several may do so at once: each has its own file.
pub fn write(path: &Path, info: &PatternDatabaseInfo, bytes: &[u8]) -> io::Result<()> {
    atomic_file::write(path, |out| {
        out.write_all(&header(info, checksum(bytes)))?;
        out.write_all(bytes)
    })
}

/// The whole file of a table.
pub fn file_bytes(info: &PatternDatabaseInfo, bytes: &[u8]) -> Vec<u8> {
    [&header(info, checksum(bytes)), bytes].concat()
}

/// The bytes of a table in the bytes of its file.
///
/// # Errors
///
/// The file is damaged, cut short, or of another version.
pub fn table_bytes<'f>(file: &'f [u8], info: &PatternDatabaseInfo) -> io::Result<&'f [u8]> {
    let damaged = |what| Err(io::Error::new(io::ErrorKind::InvalidData, what));
    if file.len() as u64 != HEADER as u64 + info.bytes {
        return damaged("the file has the wrong size");
    }
    let (head, bytes) = file.split_at(HEADER);
    if head[..24] != header(info, 0)[..24] || head[32..] != header(info, 0)[32..] {
        return damaged("the file is of another version");
    }
    if head != header(info, checksum(bytes)) {
        return damaged("the checksum does not agree");
    }
    Ok(bytes)
}

/// The bytes of a table if the file is there and whole. They stay mapped until the process ends.
pub fn read(path: &Path, info: &PatternDatabaseInfo) -> io::Result<&'static [u8]> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    if length != HEADER as u64 + info.bytes {
        return table_bytes(&[], info);
    }
    let map = map(&file)?;
    table_bytes(&map, info)?;
    // Only a table that is used stays mapped.
    let map: &'static Mmap = Box::leak(Box::new(map));
    Ok(&map[HEADER..])
}

/// Maps a file for reading.
#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: a mapping is undefined only if the file changes or shrinks beneath it. Files in the cache folder are
    // the user's own, and this program never writes to one that has its final name: `write` makes a new file, which no
    // other thread or process opens, and renames it over the old, which leaves the old file's pages to those who have
    // them mapped; `remove` unlinks, with the same effect. (Miri maps no files: it cannot look at this.)
    unsafe { Mmap::map(file) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn several_may_write_the_same_table() {
        let folder = std::env::temp_dir().join(format!("unstuck-tables-at-once-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("t.table");
        let bytes: Vec<u8> = (0..1_000_000).map(|i| i as u8).collect();
        let info =
            PatternDatabaseInfo { name: "t", about: "", version: 3, bytes: bytes.len() as u64, making: 0 };
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    write(&path, &info, &bytes).unwrap();
                    assert_eq!(read(&path, &info).unwrap(), bytes);
                });
            }
        });
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary file is left");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn only_whole_files_are_read() {
        let folder = std::env::temp_dir().join(format!("unstuck-tables-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("t.table");
        let info = PatternDatabaseInfo { name: "t", about: "", version: 3, bytes: 1_000, making: 0 };
        let bytes: Vec<u8> = (0..1_000).map(|i| i as u8).collect();
        write(&path, &info, &bytes).unwrap();
        assert_eq!(read(&path, &info).unwrap(), bytes);
        assert!(read(&path, &PatternDatabaseInfo { version: 4, ..info }).is_err());
        assert!(read(&path, &PatternDatabaseInfo { name: "u", ..info }).is_err());
        assert!(read(&path, &PatternDatabaseInfo { bytes: 999, ..info }).is_err());
        let mut whole = fs::read(&path).unwrap();
        for at in [0, 8, 12, 24, 33, 64, 1_063] {
            whole[at] ^= 1;
            // A new file each time, as the one before is still mapped.
            fs::remove_file(&path).unwrap();
            fs::write(&path, &whole).unwrap();
            assert!(read(&path, &info).is_err(), "byte {at}");
            whole[at] ^= 1;
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
