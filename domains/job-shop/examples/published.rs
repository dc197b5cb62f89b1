//! The named rules on the published sets: mean gap to the best known makespan in percent, and decisions a second of CPU time;
//! and on dynamic shops: mean weighted tardiness.
//!
//! `cargo run --release -p unstuck-job-shop --example published [TEXT…]`; further texts are rules, too.

use cpu_time::ProcessTime;
use unstuck_job_shop::generate::Generator;
use unstuck_job_shop::sets::SETS;
use unstuck_job_shop::{Dynamic, Static, batch, rules};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let named: Vec<(String, String)> =
        rules::RULES.iter().map(|rule| (rule.name.to_owned(), rule.text.to_owned())).collect();
    let more: Vec<(String, String)> = std::env::args().skip(1).map(|text| (text.clone(), text)).collect();
    let mut sets = Vec::new();
    for set in SETS {
        sets.push((set.name, set.read()?.into_iter().map(Static::new).collect::<Vec<_>>()));
    }
    println!(
        "gap to the best known makespan, %; {}",
        sets.iter().map(|set| set.0).collect::<Vec<_>>().join(", ")
    );
    for (name, text) in named.iter().chain(&more) {
        let rule = rules::read(text)?;
        let reports: Result<Vec<_>, _> = sets.iter().map(|(_, set)| batch::dispatch(set, &rule)).collect();
        if let Ok(reports) = reports {
            let gaps: Vec<String> =
                reports.iter().map(|report| format!("{:6.2}", 100.0 * report.gap())).collect();
            println!("  {name:20} {}", gaps.join(" "));
        }
    }

    let dynamic = Generator::named("dynamic").ok_or("an unknown generator")?;
    println!("dynamic shops, mean weighted tardiness at utilisation 0.80, 0.90, 0.95 (5 instances each)");
    let mut settings = Vec::new();
    for utilisation in [0.8, 0.9, 0.95] {
        let made: Result<Vec<_>, _> =
            (0..5).map(|number| dynamic.generate(&[("utilisation", utilisation)], 1, number)).collect();
        settings.push(made?.into_iter().map(Dynamic::new).collect::<Vec<_>>());
    }
    for (name, text) in named.iter().chain(&more) {
        let rule = rules::read(text)?;
        let reports: Result<Vec<_>, _> = settings.iter().map(|set| batch::dispatch(set, &rule)).collect();
        if let Ok(reports) = reports {
            let mean = |report: &batch::Report| report.costs.iter().sum::<i64>() as f64 / 10_000.0;
            let means: Vec<String> = reports.iter().map(|report| format!("{:8.1}", mean(report))).collect();
            println!("  {name:20} {}", means.join(" "));
        }
    }

    let fifteen = "work - 2*time + 3*operations_left - 4*wait - next_queue_work";
    println!("decisions a second, 20 × 20, {} nodes: {fifteen}", 15);
    let taillard = Generator::named("taillard").ok_or("an unknown generator")?;
    let size = [("jobs", 20.0), ("machines", 20.0)];
    let made: Result<Vec<_>, _> = (0..50).map(|number| taillard.generate(&size, 1, number)).collect();
    let made = made?;
    for (frame, delay) in [("without delay", 0.0), ("half of the window", 0.5), ("active", 1.0)] {
        let problems: Vec<Static> =
            made.iter().map(|shop| Static::new(shop.clone()).with_delay(delay)).collect();
        let rule = rules::read(fifteen)?;
        let started = ProcessTime::now();
        let report = batch::dispatch(&problems, &rule)?;
        let (seconds, operations) = (started.elapsed().as_secs_f64(), report.operations as f64);
        let choices = report.choices as f64 / operations;
        println!("  {frame:20} {:6.2} M, {choices:.2} choices each", operations / seconds / 1e6);
    }
    Ok(())
}
