//! The libraries can be packaged: each has what it includes in its own folder, and a version for what it depends on.

use std::process::Command;

#[test]
fn the_libraries_can_be_packaged() {
    if std::env::var_os("UNSTUCK_SLOW").is_none() {
        return;
    }
    let domains =
        ["rush-hour", "freecell", "tiles", "planning", "bin-packing", "job-shop", "rostering", "routing"];
    let libraries = ["core", "pddl", "evolution", "domains"].into_iter().chain(domains);
    let mut command = Command::new(env!("CARGO"));
    command.args(["package", "--offline", "--allow-dirty", "--no-verify", "--target-dir", "target/packages"]);
    command.args(libraries.map(|name| format!("--package=unstuck-{name}")));
    let output = command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
