//! Lists the files that the program carries: the web UI and the ready-made experiments.

use std::path::{Path, PathBuf};

fn main() {
    carry("assets.rs", Path::new("../ui/dist"), "include_bytes", |_| true);
    // Tests of reports look at their pages where the program can write any.
    println!("cargo:rustc-check-cfg=cfg(pages)");
    if Path::new("../ui/dist/report.html").exists() {
        println!("cargo:rustc-cfg=pages");
    }
    carry("templates.rs", Path::new("../experiments"), "include_str", |path| {
        path.extension().is_some_and(|ending| ending == "toml")
    });
}

/// Writes a table of a folder's files, by their paths within it: an empty one if there is no such folder. The files are
/// copied first: building the pages during compilation removes their old files.
fn carry(table: &str, folder: &Path, by: &str, wanted: fn(&Path) -> bool) {
    // Cargo looks at everything again and again while a path that it is to watch is missing. Where the folder cannot be
    // made, that is all that happens.
    let _ = std::fs::create_dir_all(folder);
    println!("cargo:rerun-if-changed={}", folder.display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let copies = out.join(table).with_extension("copies");
    // It is there from the second time on.
    let _ = std::fs::remove_dir_all(&copies);
    let mut files = Vec::new();
    gather(folder, &mut files);
    files.sort();
    let rows = files.iter().filter(|path| wanted(path)).filter_map(|path| {
        let within = path.strip_prefix(folder).ok()?;
        let copy = copies.join(within);
        std::fs::create_dir_all(copy.parent()?).ok()?;
        std::fs::copy(path, &copy).ok()?;
        let name = within.to_str()?.replace('\\', "/");
        Some(format!("    ({name:?}, {by}!({:?})),\n", copy.to_str()?))
    });
    let rows: String = rows.collect();
    let place = out.join(table);
    if let Err(error) = std::fs::write(&place, format!("&[\n{rows}]\n")) {
        panic!("{} cannot be written: {error}", place.display());
    }
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, files);
        } else {
            files.push(path);
        }
    }
}
