//! The named rules on the published sets: excess over L1 in percent, and items a second of CPU time.
//!
//! `cargo run --release -p unstuck-bin-packing --example published [TEXT…]`; further texts are rules, too.

use cpu_time::ProcessTime;
use unstuck_bin_packing::{Online, rules, sets};
use unstuck_core::optimisation::batch;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut all = Vec::new();
    for set in sets::SETS {
        let instances: Vec<Online> = sets::read(set.name)?.into_iter().map(Online::new).collect();
        all.push((set.name, instances));
    }
    let named = rules::RULES.iter().map(|rule| (rule.name.to_owned(), rule.text.to_owned()));
    let more = std::env::args().skip(1).map(|text| (text.clone(), text));
    for (name, text) in named.chain(more) {
        let rule = rules::read(&text)?;
        println!("{name}");
        for (set, instances) in &all {
            let started = ProcessTime::now();
            let report = batch::construct(instances, &rule)?;
            let seconds = started.elapsed().as_secs_f64();
            let (items, choices) = (
                instances.iter().map(|one| one.items().sizes.len()).sum::<usize>() as f64,
                report.choices as f64,
            );
            println!(
                "  {set:22} {:6.2} %   {:6.2} M items/s, {:5.1} choices an item",
                100.0 * report.excess(instances.iter().map(|one| one.l1().into())),
                items / seconds / 1e6,
                choices / items
            );
        }
    }
    Ok(())
}
