//! Every command that searches, under limits of its own and of the system: it ends soon, with the right code and
//! words.

use super::{command, cpu, unstuck};
use std::time::Duration;

/// Work for hours or for more memory than there is.
const ENDLESS: &[&[&str]] = &[
    &["solve", "korf:88", "-a", "astar", "-H", "manhattan"],
    &["solve", "korf:1", "-a", "bidirectional"],
    &["solve", "korf24:1"],
    &["solve", "korf24:1", "--optimal"],
    &["solve", "freecell:1", "-a", "astar", "-H", "zero"],
    &["solve", "jam:40", "-a", "iddfs", "--table", "0"],
    &["compare", "korf:88", "-a", "astar", "-a", "ida", "-H", "manhattan"],
    &["explore", "korf:1"],
    &["explore", "freecell:1"],
    &["audit", "tiles", "korf:1"],
    &["dataset", "generate", "tiles", "--size", "4", "--all"],
];

#[track_caller]
fn ends(arguments: &[&str], limit: &[&str], words: &[&str]) {
    let (run, used) = cpu::run(&mut command(&[arguments, limit].concat()));
    let run = run.exits(11);
    assert!(used < Duration::from_secs(20), "{arguments:?} {limit:?}: {used:?}");
    let told = run.out + &run.err;
    assert!(words.iter().any(|words| told.contains(words)), "{arguments:?} {limit:?}: {told}");
    assert!(!told.contains("panicked"), "{told}");
}

#[test]
fn seconds_end_every_command() {
    for command in ENDLESS {
        // A table has no room for the sentence.
        ends(command, &["--limit-seconds", "0.2"], &["the time limit (--limit-seconds)", "time limit"]);
    }
    let generators: [&[&str]; 3] = [
        &["generate", "rush-hour", "minimal", "--length", "90-99"],
        &["generate", "rush-hour", "--evolve", "--length", "80-90"],
        &["generate", "tiles", "--count", "1000000000"],
    ];
    for command in generators {
        ends(command, &["--limit-seconds", "0.2"], &["error: stopped by the time limit (--limit-seconds)"]);
    }
}

#[test]
fn nodes_end_every_command() {
    for command in ENDLESS {
        for nodes in ["0", "1", "1000"] {
            ends(command, &["--limit-nodes", nodes], &["the node limit (--limit-nodes)", "node limit"]);
        }
    }
}

#[test]
fn memory_ends_every_command_that_needs_much() {
    let deepens = |command: &[&str]| command.contains(&"korf24:1") || command.contains(&"iddfs");
    for command in ENDLESS.iter().filter(|command| !deepens(command)) {
        for memory in ["64KiB", "1MiB"] {
            let limit = ["--limit-memory", memory, "--limit-nodes", "300k"];
            ends(command, &limit, &["the memory limit (--limit-memory)", "memory limit"]);
        }
    }
}

/// What the domain prefers does not exist for large boards.
#[test]
fn large_tiles_are_searched_by_what_exists() {
    let solved = unstuck(&["solve", "korf24:1", "--limit-nodes", "100", "--json"]).exits(11).json();
    assert_eq!((&solved["algorithm"], &solved["heuristic"]), (&"ida".into(), &"linear_conflict".into()));
    let named = unstuck(&["solve", "korf24:1", "-a", "ida", "-H", "walking_distance"]).exits(2);
    assert_eq!(named.message(), "the heuristic 'walking_distance' does not exist for this instance");
    let quick = |board: &str| unstuck(&["solve", board, "-a", "quick", "--json"]).exits(0).json();
    assert!(quick("korf:1")["heuristic"].as_str().unwrap().contains("walking_distance"));
    assert_eq!(quick("korf24:1")["heuristic"], "manhattan");
}

/// A limit of the system (`ulimit -v`) that is smaller than --limit-memory comes as that limit, not as an abort.
#[test]
#[cfg(target_os = "linux")]
fn what_the_system_gives_is_a_limit_as_well() {
    let under = |kilobytes: u32, command: &str| {
        let script = format!("ulimit -v {kilobytes}; exec \"$0\" {command} --limit-nodes 1M --threads 1");
        let program = super::command(&[]).get_program().to_owned();
        let output = std::process::Command::new("sh").args(["-c", &script]).arg(program).output().unwrap();
        let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(11), "{kilobytes} kB, {command}: {told}");
        told
    };
    for command in ["solve korf:88 -a astar -H manhattan", "solve korf:1 -a bidirectional", "explore korf:1"]
    {
        let told = under(300_000, command);
        assert!(told.contains("the memory limit (--limit-memory)"), "{command}: {told}");
        // With room for all that is asked for, the other limit comes first.
        assert!(under(4_000_000, command).contains("the node limit (--limit-nodes)"), "{command}");
    }
    let table = under(300_000, "compare korf:1-4 -a astar -H manhattan -H linear_conflict");
    assert!(table.contains("memory limit") && !table.contains("node limit"), "{table}");
}

/// Every reader of files has a limit, which ends an endless device as well as a file that is too large. The address space
/// shows that it is checked while reading.
#[test]
#[cfg(target_os = "linux")]
fn no_file_is_read_without_a_limit() {
    let folder = super::folder::Folder::new("large-files");
    let file = |line: &str, train: &str| {
        format!(
            "format = 1\nname = \"x\"\ndomain = \"rush-hour\"\n{line}[data]\ntrain = {train}\n\
             validation = [\"jam:1\"]\n[genome]\nkind = \"weights\"\n"
        )
    };
    folder.write("x.toml", &file("initial = [\"@/dev/zero\"]\n", "[\"jam:2\"]"));
    folder.write("csv.toml", &file("", "{ csv = \"/dev/zero\" }"));
    let program = command(&[]).get_program().to_owned();
    let refused = |words: &str, what: &str, size: &str| {
        let script = format!("ulimit -v 3000000; exec \"$0\" {words}");
        let mut shell = std::process::Command::new("sh");
        let output = shell.args(["-c", &script]).arg(&program).current_dir(&folder.0).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words}: {:?} {told}", output.status);
        let limit = format!(" is too large: {what} has at most {size} (");
        assert!(told.starts_with("error: ") && told.contains(&limit), "{words}: {told}");
    };
    for source in ["@/dev/zero", "- < /dev/zero"] {
        refused(&format!("solve jam:1 -H {source}"), "a heuristic", "64 KiB");
        refused(&format!("solve {source}"), "a file of instances", "256 MiB");
        refused(&format!("validate jam:1 {source}"), "a plan", "64 MiB");
        refused(&format!("value jam:1 --plan {source}"), "a plan", "64 MiB");
    }
    refused("explain jam:1 -H @/dev/zero", "a heuristic", "64 KiB");
    refused("export rush-hour @/dev/zero", "a heuristic", "64 KiB");
    refused("report @/dev/zero", "a record", "256 MiB");
    refused("evolve /dev/zero --store s.db", "an experiment", "1 MiB");
    refused("evolve x.toml --store s.db", "a heuristic", "64 KiB");
    refused("evolve csv.toml --store s.db", "a file of instances", "256 MiB");
    refused("dataset show /dev/zero", "a file of instances", "256 MiB");
    refused("dataset import /dev/zero --domain tiles", "a file of instances", "256 MiB");
    refused("dataset export /dev/zero", "a file of instances", "256 MiB");
    // A file that is too large by one byte, and one that is not.
    let file = std::fs::File::create(folder.0.join("long.heuristic")).unwrap();
    file.set_len((64 << 10) + 1).unwrap();
    refused("solve jam:1 -H @long.heuristic", "a heuristic", "64 KiB");
    let text = "blockers".to_owned() + &" ".repeat((64 << 10) - 8);
    folder.write("long.heuristic", &text);
    folder.run(&["solve", "jam:1", "-H", "@long.heuristic"]).exits(0);
    // A link to a device, and a domain in PDDL.
    std::os::unix::fs::symlink("/dev/zero", folder.0.join("domain.pddl")).unwrap();
    refused("solve domain.pddl", "a PDDL file", "64 MiB");
}

/// The limits of files are those that the GUIDE names.
#[test]
fn the_guide_names_the_limits_of_files() {
    let guide = include_str!("../../../GUIDE.md");
    for kind in unstuck_ops::user_file::FileKind::ALL {
        let row = format!("| {} | {} |", kind.what, kind.size());
        assert!(guide.contains(&row), "{row}");
    }
}
