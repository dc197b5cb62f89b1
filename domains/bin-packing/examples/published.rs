//! The named rules on the published sets: excess over L1 in percent, and items a second of CPU time.
//!
//! `cargo run --release -p unstuck-bin-packing --example published [TEXT…]`; further texts are rules, too.

use cpu_time::ProcessTime;
use unstuck_bin_packing::batch;
use unstuck_bin_packing::sets::SETS;
use unstuck_bin_packing::{Online, rules};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut sets = Vec::new();
    for set in SETS {
        sets.push((set.name, set.read()?.into_iter().map(Online::new).collect::<Vec<_>>()));
    }
    let named = rules::RULES.iter().map(|rule| (rule.name.to_owned(), rule.text.to_owned()));
    let more = std::env::args().skip(1).map(|text| (text.clone(), text));
    for (name, text) in named.chain(more) {
        let rule = rules::read(&text)?;
        println!("{name}");
        for (set, instances) in &sets {
            let started = ProcessTime::now();
            let report = batch::pack(instances, &rule)?;
            let seconds = started.elapsed().as_secs_f64();
            let (items, choices) = (report.items as f64, report.choices as f64);
            println!(
                "  {set:22} {:6.2} %   {:6.2} M items/s, {:5.1} choices an item",
                100.0 * report.excess(),
                items / seconds / 1e6,
                choices / items
            );
        }
    }
    Ok(())
}
