//! A program of one's own that registers a domain before it calls ours has it in all commands.

#[path = "../../../core/examples/pancakes.rs"]
#[allow(dead_code, reason = "its main is for those who run it")]
mod example;

use example::PancakesDomain;
use serde_json::Value;
use std::sync::Arc;
use unstuck::sys::exit::Exit;
use unstuck_core::registry;

fn perform(arguments: &[&str]) -> String {
    // Tests of this process share the registry: the first one registers.
    if registry::domain("pancakes").is_none() {
        let _ = registry::register(Arc::new(PancakesDomain));
    }
    let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
    let mut out = Vec::new();
    let exit =
        unstuck::perform(&arguments, &mut out).unwrap_or_else(|error| panic!("{arguments:?}: {error:#}"));
    assert_eq!(exit, Exit::Fine, "{arguments:?}");
    String::from_utf8(out).unwrap()
}

#[test]
fn it_is_listed_solved_and_audited() {
    assert!(perform(&["domains"]).contains("stack:1-9999"));
    assert!(perform(&["heuristics", "pancakes"]).contains("misplaced"));
    let solved: Value = serde_json::from_str(&perform(&["solve", "pancakes:3 1 2", "--json"])).unwrap();
    assert_eq!(
        (&solved["optimal"], &solved["length"], &solved["metric"]),
        (&true.into(), &2.into(), &"flips".into())
    );
    let audit: Value =
        serde_json::from_str(&perform(&["audit", "pancakes", "-H", "gaps", "--json"])).unwrap();
    let card = &audit["cards"][0];
    assert_eq!((&card["states"], &card["overestimates"]), (&40_320.into(), &0.into()), "{audit}");
    let compared = perform(&["compare", "stack:1-5", "-H", "zero", "-H", "gaps", "--format", "csv"]);
    assert!(compared.contains("stack:5"), "{compared}");
}

#[test]
fn it_is_evolved_and_kept() {
    const EXPERIMENT: &str = r#"
format = 1
name = "pancakes"
domain = "pancakes"
[data]
train = ["stack:1-2"]
validation = ["stack:3"]
test = ["stack:4"]
[search]
limits = { expanded = 500 }
[genome]
kind = "weights"
[algorithm]
population = 8
[stop]
generations = 2
"#;
    let folder = std::env::temp_dir().join(format!("unstuck-own-domain-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (file, store) = (folder.join("pancakes.toml"), folder.join("store.db"));
    std::fs::write(&file, EXPERIMENT).unwrap();
    let (file, store) = (file.to_str().unwrap(), store.to_str().unwrap());
    let champion = folder.join("best.heuristic");
    let told = perform(&["evolve", file, "--store", store, "--output", champion.to_str().unwrap(), "--json"]);
    assert!(told.contains("gaps"), "{told}");
    assert!(std::fs::read_to_string(&champion).unwrap().contains("for pancakes (flips)"));
    assert!(perform(&["experiments", "list", "--store", store]).contains("pancakes"));
    std::fs::remove_dir_all(&folder).unwrap();
}
