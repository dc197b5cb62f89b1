//! Plan files that are written while `--shortest` searches, and what a signal leaves of them.

use super::cpu;
use super::folder::Folder;
use super::patience::Patience;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The cost that a plan file says.
fn cost(text: &str) -> u64 {
    let line = text.lines().last().unwrap();
    line.strip_prefix("; cost = ").and_then(|rest| rest.split(' ').next()).unwrap().parse().unwrap()
}

/// The plans on the way, in their order.
fn numbered(folder: &Folder) -> Vec<String> {
    let exists = |number: &usize| folder.0.join(format!("plan.{number}")).exists();
    (1..).take_while(exists).map(|number| folder.read(&format!("plan.{number}"))).collect()
}

/// Each plan is valid and better than the one before, the last one is the best, and no other file is left.
fn check(folder: &Folder) -> Vec<String> {
    let plans = numbered(folder);
    assert!(!plans.is_empty());
    assert!(plans.windows(2).all(|pair| cost(&pair[0]) > cost(&pair[1])));
    assert_eq!(plans.last().map(|plan| cost(plan)), Some(cost(&folder.read("plan"))));
    for file in std::iter::once("plan".to_owned()).chain((1..=plans.len()).map(|at| format!("plan.{at}"))) {
        let valid = folder.run(&["validate", "ferry:medium-1", &format!("@{file}")]).exits(0);
        assert!(valid.out.starts_with("valid: "), "{file}: {}", valid.out);
    }
    let files = std::fs::read_dir(&folder.0).unwrap();
    let names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(names.len(), plans.len() + 1, "{names:?}");
    plans
}

const ARGUMENTS: &[&str] = &["solve", "ferry:medium-1", "--shortest", "--plan-file", "plan", "--quiet"];

#[test]
fn every_better_plan_has_a_file() {
    let folder = Folder::new("plan-files");
    // The limit of time that is the default may end the search first on a busy machine.
    folder.run(&[ARGUMENTS, &["--limit-nodes", "3000", "--limit-seconds", "3000"]].concat()).exits(0);
    assert!(check(&folder).len() > 1);
}

#[cfg(unix)]
#[test]
fn the_best_plan_is_kept_when_the_search_is_ended() {
    let folder = Folder::new("plan-files-term");
    let arguments = [ARGUMENTS, &["--limit-seconds", "3000"]].concat();
    let mut child = folder.command(&arguments).stdout(Stdio::null()).spawn().unwrap();
    let patience = Patience::default();
    while numbered(&folder).is_empty() {
        patience.wait(|| "no plan".to_owned());
    }
    let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let (ended, used) = cpu::end(&mut child);
    assert!(used < Duration::from_secs(20), "{used:?} after the signal");
    assert_eq!(ended.code(), Some(130), "{ended}");
    check(&folder);
}
