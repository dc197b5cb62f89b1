//! The page of results, docs/job-shop.md: rules on published sets and on dynamic shops, local search, proofs.
//!
//! `cargo run --release -p unstuck-job-shop --example results > docs/job-shop.md`

use cpu_time::ProcessTime;
use std::error::Error;
use unstuck_core::domain::{Domain, Settings};
use unstuck_core::instance::optimisation::{Bound, KeptRule, OptimisationInstance, SolveRequest};
use unstuck_core::language::Decisions;
use unstuck_core::local_search::{Limits, Parameters, iterated};
use unstuck_job_shop::problem::JobShop;
use unstuck_job_shop::sets::{SETS, Set};
use unstuck_job_shop::{Dynamic, JobShopDomain, Objective, Shop, Static, features, generate, prove, rules};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const HEAD: &str = "# Job shop: rules, local search, proofs

Written by `cargo run --release -p unstuck-job-shop --example results > docs/job-shop.md`, nothing by hand. Published instances are tests: no
rule was trained on them. Lower is better everywhere.
";

fn bound<const ONLINE: bool>(problem: JobShop<ONLINE>) -> Bound<JobShop<ONLINE>> {
    Bound::new(problem, features::tables(), "")
}

/// The costs of a rule; none if it reads what an instance does not have.
fn costs<const ONLINE: bool>(problems: &[Bound<JobShop<ONLINE>>], rule: &Decisions) -> Option<Vec<f64>> {
    let mut kept = KeptRule::default();
    let cost = |problem: &Bound<_>| Some(problem.construct(rule, &mut kept).ok()?.cost.soft as f64);
    problems.iter().map(cost).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// The costs as gaps to the best known makespan, in per cent.
fn gaps(problems: &[Bound<Static>], costs: &[f64]) -> Vec<f64> {
    let best = |problem: &Bound<Static>| problem.best_known().map_or(f64::NAN, |best| best.soft as f64);
    problems.iter().zip(costs).map(|(problem, cost)| 100.0 * (cost / best(problem) - 1.0)).collect()
}

fn settings(given: &[(&str, f64)]) -> Settings {
    given.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect()
}

/// The name of every rule and champion, with what it reads as.
fn contenders() -> Result<Vec<(String, Decisions)>> {
    let named = rules::RULES.iter().map(|rule| (rule.name.to_owned(), rule.text));
    let champions = JobShopDomain.champions().iter();
    let champions = champions.map(|champion| (format!("champion:{}", champion.name), champion.text));
    named.chain(champions).map(|(name, text)| Ok((name, rules::read(text)?))).collect()
}

fn published(contenders: &[(String, Decisions)]) -> Result<()> {
    println!(
        "\n## Rules on published sets\n\nMean gap to the best known makespan, in per cent. Named rules make schedules without delay.\n"
    );
    let mut sets = Vec::new();
    for set in SETS {
        let shops = set.read()?.into_iter().map(|shop| bound(Static::new(shop)));
        sets.push((set.name, shops.collect::<Vec<_>>()));
    }
    println!("| rule | {} |", sets.iter().map(|set| set.0).collect::<Vec<_>>().join(" | "));
    println!("|---|{}", "---|".repeat(sets.len()));
    for (name, rule) in contenders {
        let row: Option<Vec<String>> = sets
            .iter()
            .map(|(_, set)| Some(format!("{:.2}", mean(&gaps(set, &costs(set, rule)?)))))
            .collect();
        if let Some(row) = row {
            println!("| `{name}` | {} |", row.join(" | "));
        }
    }
    Ok(())
}

fn dynamic(contenders: &[(String, Decisions)]) -> Result<()> {
    println!(
        "\n## Rules in dynamic shops\n\nMean weighted tardiness of a job: 10 machines, 2,000 jobs that count behind a warm-up of 500, 20 instances in each\ncolumn. A column is a utilisation and a tightness of due dates (times the work of a job). Behind ±: half of the 95 % interval of\nthe mean over instances.\n"
    );
    let generator = generate::named("dynamic").ok_or("an unknown generator")?;
    let columns =
        [(0.8, 4.0), (0.85, 4.0), (0.9, 4.0), (0.95, 4.0), (0.8, 2.5), (0.9, 2.5), (0.9, 6.0), (0.95, 6.0)];
    let mut shops = Vec::new();
    for (utilisation, tightness) in columns {
        let given = [
            ("jobs", 2_000.0),
            ("warm-up", 500.0),
            ("cool-down", 200.0),
            ("utilisation", utilisation),
            ("tightness", tightness),
        ];
        let given = settings(&given);
        let made = (0..20).map(|number| -> Result<Bound<Dynamic>> {
            let shop = generate::generate(generator, &given, 7_000, number)?;
            Ok(bound(Dynamic::new(shop.with_objective(Objective::Tardiness)?)))
        });
        shops.push(made.collect::<Result<Vec<_>>>()?);
    }
    let heads: Vec<String> = columns.iter().map(|(load, tight)| format!("{load:.2}, {tight}")).collect();
    println!("| rule | {} |\n|---|{}", heads.join(" | "), "---|".repeat(columns.len()));
    for (name, rule) in contenders {
        let row = shops.iter().map(|set| {
            let each: Vec<f64> = costs(set, rule)?.into_iter().map(|cost| cost / 2_000.0).collect();
            let average = mean(&each);
            let squares: Vec<f64> = each.iter().map(|one| (one - average).powi(2)).collect();
            let half = 2.093 * (squares.iter().sum::<f64>() / 19.0 / 20.0).sqrt();
            Some(format!("{average:.0} ± {half:.0}"))
        });
        if let Some(row) = row.collect::<Option<Vec<String>>>() {
            println!("| `{name}` | {} |", row.join(" | "));
        }
    }
    Ok(())
}

/// Units of effort that are about a tenth of a second, and a second.
const EFFORTS: [u64; 2] = [100_000_000, 1_000_000_000];

fn local_search() -> Result<()> {
    println!(
        "\n## Local search\n\n`solve` without a choice of algorithm: `iterated`, tabu search on critical blocks behind `mwkr`. Mean gap to the best known makespan\nin per cent after an effort of 10⁸ and 10⁹ units, about a tenth of a second and a second.\n\n| size | 10⁸ | 10⁹ |\n|---|---|---|"
    );
    let rule = rules::read(rules::REFERENCE)?;
    let (mut sizes, mut all): (Vec<String>, Vec<[f64; 2]>) = Default::default();
    for shop in Set::named("ta").ok_or("an unknown set")?.read()? {
        sizes.push(format!("{} × {}", shop.jobs().len(), shop.machines()));
        let problem = bound(Static::new(shop));
        let request = SolveRequest {
            rules: rule.clone(),
            parameters: Parameters::new(&iterated::INFO),
            seed: 1,
            limits: Limits { effort: Some(EFFORTS[1]), seconds: None },
            from: None,
        };
        let solved = problem.solve(&request, &mut ())?;
        let after = |effort: u64| {
            let known = solved.curve.iter().rfind(|one| one.effort <= effort);
            known.map_or(f64::NAN, |one| one.cost.soft as f64)
        };
        let best = problem.best_known().ok_or("no best known makespan")?.soft as f64;
        all.push(EFFORTS.map(|effort| 100.0 * (after(effort) / best - 1.0)));
    }
    let column =
        |rows: &[[f64; 2]], place: usize| mean(&rows.iter().map(|row| row[place]).collect::<Vec<_>>());
    for (place, size) in sizes.iter().enumerate().step_by(10) {
        let rows = &all[place..place + 10];
        println!("| {size} | {:.2} | {:.2} |", column(rows, 0), column(rows, 1));
    }
    println!("| all | {:.2} | {:.2} |", column(&all, 0), column(&all, 1));
    Ok(())
}

fn proofs() -> Result<()> {
    println!(
        "\n## Proofs\n\nThe setting `prove`: branch and bound, with the nodes that it needed.\n\n| instance | makespan | nodes |\n|---|---|---|"
    );
    let ft = Set::named("ft").ok_or("an unknown set")?.read()?;
    let la = Set::named("la").ok_or("an unknown set")?.read()?;
    for shop in ft.into_iter().take(2).chain(la.into_iter().take(20)) {
        let name = shop.name.clone();
        let proof = prove(&Static::new(shop), 50_000)?;
        let what = if proof.optimal { "" } else { " (not proved)" };
        println!("| {name} | {}{what} | {} |", proof.makespan, proof.nodes);
    }
    Ok(())
}

/// On standard error: it differs from machine to machine.
fn speed() -> Result<()> {
    let text = "work - 2*time + 3*operations_left - 4*wait - next_queue_work";
    let generator = generate::named("taillard").ok_or("an unknown generator")?;
    let given = settings(&[("jobs", 20.0), ("machines", 20.0)]);
    let made = (0..50).map(|number| generate::generate(generator, &given, 1, number));
    let made: Vec<Shop> = made.collect::<std::result::Result<_, _>>()?;
    for delay in [0.0, 0.5, 1.0] {
        let problems: Vec<_> =
            made.iter().map(|shop| bound(Static::new(shop.clone()).with_delay(delay))).collect();
        let started = ProcessTime::now();
        costs(&problems, &rules::read(text)?).ok_or("a feature is missing")?;
        let seconds = started.elapsed().as_secs_f64();
        eprintln!("delay {delay}: {:.2} M decisions a second, 20 × 20, 15 nodes", 0.02 / seconds);
    }
    Ok(())
}

fn main() -> Result<()> {
    let contenders = contenders()?;
    print!("{HEAD}");
    published(&contenders)?;
    dynamic(&contenders)?;
    local_search()?;
    proofs()?;
    speed()
}
