//! Completions and manual pages, which are made from the commands themselves.

use super::unstuck;
use std::io::Write as _;
use std::process::Stdio;

/// The commands as the help lists them.
pub fn commands() -> Vec<String> {
    let help = unstuck(&["--help"]).exits(0).out;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let named = listed.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("    "));
    let names: Vec<String> =
        named.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect();
    assert!(names.len() > 15 && names.contains(&"solve".to_owned()), "{names:?}");
    names
}

#[test]
fn every_shell_gets_a_script_with_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = unstuck(&["completions", shell]).exits(0).out;
        for name in commands() {
            assert!(script.contains(&name), "{shell}: {name}");
        }
        assert!(script.contains("limit-nodes") && script.contains("drive-out"), "{shell}");
    }
    let run = unstuck(&["completions", "tcsh"]).exits(2);
    assert!(run.err.contains("bash, elvish, fish, powershell, zsh"), "{}", run.err);
}

/// What bash would offer for a line that is half written.
#[cfg(unix)]
fn offered(line: &[&str]) -> Vec<String> {
    let script = unstuck(&["completions", "bash"]).exits(0).out;
    let words: String = line.iter().map(|word| format!("'{word}' ")).collect();
    let ask = format!(
        "{script}\nCOMP_WORDS=({words}); COMP_CWORD={}; _unstuck unstuck '{}' '{}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        line.len() - 1,
        line[line.len() - 1],
        line[line.len() - 2],
    );
    // By standard input: the script is longer than an argument may be.
    let mut bash = std::process::Command::new("bash")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("bash");
    bash.stdin.take().unwrap().write_all(ask.as_bytes()).unwrap();
    let output = bash.wait_with_output().unwrap();
    let words = String::from_utf8(output.stdout).unwrap();
    words.lines().map(str::to_owned).collect()
}

#[test]
#[cfg(unix)]
fn bash_completes() {
    assert_eq!(offered(&["unstuck", "sol"]), ["solve"]);
    assert_eq!(offered(&["unstuck", "comp"]), ["compare", "completions"]);
    assert_eq!(offered(&["unstuck", "dataset", "s"]), ["show"]);
    assert_eq!(offered(&["unstuck", "dataset", "export", "--form", "pl"]), ["plain"]);
    assert_eq!(offered(&["unstuck", "solve", "--limit-n"]), ["--limit-nodes"]);
    assert_eq!(offered(&["unstuck", "completions", "z"]), ["zsh"]);
    assert_eq!(offered(&["unstuck", "solve", "--algorithm", "wa"]), ["wastar"]);
    assert_eq!(offered(&["unstuck", "compare", "--heuristic", "blockers_d"]), ["blockers_deep"]);
    assert_eq!(offered(&["unstuck", "export", "--form", "la"]), ["latex"]);
}

#[test]
fn every_command_has_a_page() {
    let folder = std::env::temp_dir().join(format!("unstuck-manual-{}", std::process::id()));
    let place = folder.join("man1");
    let said = unstuck(&["manual", place.to_str().unwrap()]).exits(0).out;
    let page = |name: &str| std::fs::read_to_string(place.join(format!("{name}.1"))).expect(name);
    let first = page("unstuck");
    assert_eq!(unstuck(&["manual"]).exits(0).out, first);
    for name in commands().iter().filter(|name| *name != "help") {
        assert!(first.contains(&format!("\nunstuck\\-{name}(1)\n")), "{name}");
        let page = page(&format!("unstuck-{name}"));
        assert!(page.contains(&format!("\n.TH unstuck-{name} 1 ")), "{page}");
        for section in ["NAME", "SYNOPSIS", "OPTIONS", "EXAMPLES"] {
            assert!(page.contains(&format!("\n.SH {section}\n")), "{name}: {section}");
        }
    }
    assert!(
        first.contains("\n.SH \"EXIT CODES\"\n.nf\n") && first.contains("\n.SH \"NAMING AN INSTANCE\"\n"),
        "{first}"
    );
    assert!(page("unstuck-dataset-show").contains("unstuck dataset show"));
    let written = std::fs::read_dir(&place).unwrap().count();
    assert_eq!(said, format!("{written} pages saved in {}\n", place.display()));
    // A file where the folder should be.
    std::fs::write(folder.join("file"), "").unwrap();
    let refused = unstuck(&["manual", folder.join("file").to_str().unwrap()]).exits(2);
    assert!(refused.message().contains("cannot be made"), "{}", refused.err);
    std::fs::remove_dir_all(&folder).unwrap();
}
