//! The page of results, docs/job-shop.md: rules on published sets, on fresh sizes and on dynamic shops, local search, proofs.
//!
//! `cargo run --release -p unstuck-job-shop --example results > docs/job-shop.md`; names of sections (`published`, `sizes`,
//! `dynamic`, `local-search`, `proofs`, `speed`) print these alone.

use cpu_time::ProcessTime;
use std::error::Error;
use unstuck_core::domain::{Domain, Settings};
use unstuck_core::instance::optimisation::{Bound, KeptRule, OptimisationInstance, SolveRequest};
use unstuck_core::language::Decisions;
use unstuck_core::local_search::{ITERATED, Limits, Parameters};
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

/// Shops of a kind: a name, the generator and its parameters.
type Shops = (&'static str, &'static str, &'static [(&'static str, f64)]);

/// Fresh shops, most of them of sizes or kinds that the training of `champion:makespan` did not have.
const SIZES: &[Shops] = &[
    ("10 × 5", "taillard", &[("jobs", 10.0), ("machines", 5.0)]),
    ("10 × 10", "taillard", &[("jobs", 10.0), ("machines", 10.0)]),
    ("20 × 20", "taillard", &[("jobs", 20.0), ("machines", 20.0)]),
    ("20 × 40", "taillard", &[("jobs", 20.0), ("machines", 40.0)]),
    ("50 × 10", "taillard", &[("jobs", 50.0), ("machines", 10.0)]),
    ("100 × 20", "taillard", &[("jobs", 100.0), ("machines", 20.0)]),
    ("two stages, 20 × 10", "workload", &[("jobs", 20.0), ("machines", 10.0)]),
    ("times 1 to 400, 20 × 15", "random", &[("jobs", 20.0), ("machines", 15.0), ("high", 400.0)]),
    ("flow shop, 20 × 10", "flow", &[("jobs", 20.0), ("machines", 10.0)]),
];

fn sizes(contenders: &[(String, Decisions)]) -> Result<()> {
    println!(
        "\n## Sizes\n\n`champion:makespan` learned on 15 × 15 to 30 × 20. Twenty fresh shops of each kind: the mean makespan of the named rule that\nis best there, and the change to the champion, with half of the 95 % interval of the differences in the same shops.\n\n| shops | best named rule | its makespan | `champion:makespan` | change |\n|---|---|---|---|---|"
    );
    for (name, generator, given) in SIZES {
        let generator = generate::named(generator).ok_or("an unknown generator")?;
        let made = (0..20).map(|number| generate::generate(generator, &settings(given), 8_000, number));
        let shops: Vec<_> = made.map(|shop| Ok(bound(Static::new(shop?)))).collect::<Result<Vec<_>>>()?;
        let found: Vec<_> = contenders.iter().map(|(_, rule)| costs(&shops, rule)).collect();
        let compared = against_best("champion:makespan", contenders, &found);
        let (best, champion, change) = compared.ok_or("no champion for the makespan")?;
        let shown = |place: usize| found[place].as_deref().map_or(f64::NAN, mean);
        let (theirs, ours) = (shown(best), shown(champion));
        println!("| {name} | `{}` | {theirs:.0} | {ours:.0} | {change} |", contenders[best].0);
    }
    Ok(())
}

/// Fresh dynamic shops: a name, and the parameters of the generator over `COUNTED`.
type Kind = (&'static str, &'static [(&'static str, f64)]);

/// Utilisation and tightness of due dates (times the work of a job).
const LOADS: &[Kind] = &[
    ("0.80, 4", &[("utilisation", 0.8), ("tightness", 4.0)]),
    ("0.85, 4", &[("utilisation", 0.85), ("tightness", 4.0)]),
    ("0.90, 4", &[("utilisation", 0.9), ("tightness", 4.0)]),
    ("0.95, 4", &[("utilisation", 0.95), ("tightness", 4.0)]),
    ("0.80, 2.5", &[("utilisation", 0.8), ("tightness", 2.5)]),
    ("0.90, 2.5", &[("utilisation", 0.9), ("tightness", 2.5)]),
    ("0.95, 2.5", &[("utilisation", 0.95), ("tightness", 2.5)]),
    ("0.90, 6", &[("utilisation", 0.9), ("tightness", 6.0)]),
    ("0.95, 6", &[("utilisation", 0.95), ("tightness", 6.0)]),
];

/// Named rules that are good for tardiness.
const RIVALS: &[&str] = &["wspt", "atc", "covert", "slack_per_operation", "2pt_winq_npt", "pt_winq_sl"];
/// Shops of another shape than those of the training.
const SHAPES: &[Kind] = &[
    ("5 machines", &[("machines", 5.0), ("utilisation", 0.9), ("tightness", 4.0)]),
    ("20 machines", &[("machines", 20.0), ("utilisation", 0.9), ("tightness", 4.0)]),
    ("2 to 10 operations", &[("operations", 2.0), ("utilisation", 0.9), ("tightness", 4.0)]),
    ("two stages", &[("stages", 2.0), ("utilisation", 0.9), ("tightness", 4.0)]),
    ("loads differ by ±10 %", &[("spread", 0.1), ("utilisation", 0.85), ("tightness", 4.0)]),
    ("times 1 to 400", &[("high", 400.0), ("utilisation", 0.9), ("tightness", 4.0)]),
];

const COUNTED: &[(&str, f64)] = &[("jobs", 2_000.0), ("warm-up", 500.0), ("cool-down", 200.0)];

/// The mean of 20 numbers, and half of its 95 % interval by Student's t.
fn with_interval(numbers: &[f64]) -> (f64, f64) {
    let average = mean(numbers);
    let squares: f64 = numbers.iter().map(|one| (one - average).powi(2)).sum();
    (average, 2.093 * (squares / 19.0 / 20.0).sqrt())
}

/// The mean weighted tardiness of a job, of each rule in 20 shops of a kind.
fn tardiness(contenders: &[(String, Decisions)], (_, kind): &Kind) -> Result<Vec<Option<Vec<f64>>>> {
    let generator = generate::named("dynamic").ok_or("an unknown generator")?;
    let given = settings(&[COUNTED, *kind].concat());
    let made = (0..20).map(|number| -> Result<Bound<Dynamic>> {
        let shop = generate::generate(generator, &given, 7_000, number)?;
        Ok(bound(Dynamic::new(shop.with_objective(Objective::Tardiness)?)))
    });
    let shops = made.collect::<Result<Vec<_>>>()?;
    let scaled = |costs: Vec<f64>| costs.into_iter().map(|cost| cost / 2_000.0).collect();
    Ok(contenders.iter().map(|(_, rule)| costs(&shops, rule).map(scaled)).collect())
}

/// A champion against the best of the named rules: the places of that rule and of the champion, and the change in per cent with
/// its interval, from the differences in the same shops.
fn against_best(
    champion: &str,
    contenders: &[(String, Decisions)],
    found: &[Option<Vec<f64>>],
) -> Option<(usize, usize, String)> {
    let champion = contenders.iter().position(|(name, _)| name == champion)?;
    let named = |&place: &usize| found[place].is_some() && !contenders[place].0.starts_with("champion:");
    let value = |place: usize| found[place].as_deref().map_or(f64::NAN, mean);
    let best = (0..contenders.len()).filter(named).min_by(|&a, &b| value(a).total_cmp(&value(b)))?;
    let pairs = found[champion].as_ref()?.iter().zip(found[best].as_ref()?);
    let (change, half) = with_interval(&pairs.map(|(ours, other)| ours - other).collect::<Vec<_>>());
    let share = 100.0 / value(best);
    Some((best, champion, format!("{:+.1} ± {:.1} %", share * change, share * half)))
}

fn dynamic(contenders: &[(String, Decisions)]) -> Result<()> {
    println!(
        "\n## Rules in dynamic shops\n\nMean weighted tardiness of a job: 10 machines, 2,000 jobs that count behind a warm-up of 500, 20 instances in each\ncolumn. A column is a utilisation and a tightness of due dates (times the work of a job). Named rules never let a machine\nwait; the champion decides for how long. Behind ±: half of the 95 % interval of the mean over instances. The last row is the change from the best named rule of the column to `champion:tardiness`, with the\ninterval of the differences in the same shops.\n"
    );
    let columns: Vec<_> = LOADS.iter().map(|kind| tardiness(contenders, kind)).collect::<Result<_>>()?;
    let heads: Vec<&str> = LOADS.iter().map(|(head, _)| *head).collect();
    println!("| rule | {} |\n|---|{}", heads.join(" | "), "---|".repeat(columns.len()));
    for (place, (name, _)) in contenders.iter().enumerate() {
        let row = columns.iter().map(|found| {
            let (average, half) = with_interval(found[place].as_ref()?);
            Some(format!("{average:.0} ± {half:.0}"))
        });
        if let Some(row) = row.collect::<Option<Vec<String>>>() {
            println!("| `{name}` | {} |", row.join(" | "));
        }
    }
    let champion = "champion:tardiness";
    let changes =
        columns.iter().map(|found| against_best(champion, contenders, found).map(|(.., change)| change));
    let changes: Vec<String> = changes.collect::<Option<_>>().ok_or("no champion for tardiness")?;
    println!("| change | {} |", changes.join(" | "));
    println!(
        "\nShops of another shape than those of the training; what is not named is as above, with a utilisation of 0.90 and a\ntightness of 4 (0.85 where loads differ).\n\n| shop | best of six named rules | its tardiness | `champion:tardiness` | change |\n|---|---|---|---|---|"
    );
    let rivals = |name: &str| RIVALS.contains(&name) || name == champion;
    let contenders: Vec<_> = contenders.iter().filter(|(name, _)| rivals(name)).cloned().collect();
    for kind in SHAPES {
        let found = tardiness(&contenders, kind)?;
        let compared = against_best(champion, &contenders, &found);
        let (best, place, change) = compared.ok_or("no champion for tardiness")?;
        let shown = |place: usize| found[place].as_deref().map_or(f64::NAN, mean);
        let (theirs, ours) = (shown(best), shown(place));
        println!("| {} | `{}` | {theirs:.0} | {ours:.0} | {change} |", kind.0, contenders[best].0);
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
            parameters: Parameters::new(&ITERATED),
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
    let sections: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |name: &str| sections.is_empty() || sections.iter().any(|section| section == name);
    let contenders = contenders()?;
    if wanted("published") {
        print!("{HEAD}");
        published(&contenders)?;
    }
    if wanted("sizes") {
        sizes(&contenders)?;
    }
    if wanted("dynamic") {
        dynamic(&contenders)?;
    }
    if wanted("local-search") {
        local_search()?;
    }
    if wanted("proofs") {
        proofs()?;
    }
    if wanted("speed") { speed() } else { Ok(()) }
}
