//! Writes built-in planning benchmarks to files, `FOLDER/NAME/domain.pddl`, `easy-1.pddl` and `easy-1.plan`:
//! `cargo run --release -p unstuck-planning --example benchmarks -- FOLDER easy-1 hard-30 [ferry …]`; `fixed` writes the small
//! tasks for conditional effects, axioms, quantifiers and costs.

use std::error::Error;
use std::path::Path;
use unstuck_planning::generate::{BENCHMARKS, FIXED, Generated, Set};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((folder, words)) = words.split_first() else {
        return Err("usage: benchmarks FOLDER MEMBER… [NAME…]".into());
    };
    let (members, mut names): (Vec<&String>, Vec<&String>) =
        words.iter().partition(|word| Set::parse(word).is_some());
    if names.iter().any(|name| *name == "fixed") {
        for task in FIXED {
            let folder = Path::new(folder).join(task.name);
            std::fs::create_dir_all(&folder)?;
            std::fs::write(folder.join("domain.pddl"), task.domain)?;
            std::fs::write(folder.join("fixed.pddl"), task.problem)?;
            std::fs::write(folder.join("fixed.plan"), task.plan)?;
        }
        names.retain(|name| *name != "fixed");
    }
    for benchmark in BENCHMARKS {
        if members.is_empty() || (!names.is_empty() && !names.iter().any(|name| *name == benchmark.name)) {
            continue;
        }
        let folder = Path::new(folder).join(benchmark.name);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("domain.pddl"), benchmark.domain)?;
        for member in &members {
            let made = Set::parse(member).and_then(|(set, index)| benchmark.member(set, index));
            if let Some(Generated { problem, plan }) = made {
                std::fs::write(folder.join(format!("{member}.pddl")), problem)?;
                std::fs::write(folder.join(format!("{member}.plan")), plan.join("\n") + "\n")?;
            }
        }
    }
    Ok(())
}
