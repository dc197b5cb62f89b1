//! The page of results, docs/rostering-results.md: rules on published and on fresh wards, local search, a sick call.
//!
//! `cargo run --release -p unstuck-rostering --example rostering_results > docs/rostering-results.md`; CPU times on standard error.
//!
//! With numbers of instances behind it only local search on these (a number above 100 is the seed of a generated ward of 36
//! people), with 0 only the rules.

use cpu_time::ProcessTime;
use std::error::Error;
use unstuck_core::domain::{Domain, Settings};
use unstuck_core::language::Decisions;
use unstuck_core::local_search::{ITERATED, Limits, Observer, Outcome, Parameters, Solve, Stats, solve};
use unstuck_core::optimisation::{Cost, Optimisation, batch};
use unstuck_core::search::Limit;
use unstuck_rostering::repair::{self, Absence};
use unstuck_rostering::{Roster, Rostering, RosteringDomain, generate, rules, sets, validate};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const HEAD: &str = "# Rosters: rules and local search

Written by `cargo run --release -p unstuck-rostering --example rostering_results > docs/rostering-results.md`, nothing by hand. Published
instances are tests: no rule was trained on them. Lower is better everywhere.
";

/// The published ejection chain after ten minutes.
const EJECTION_CHAIN: [i64; 10] = [607, 923, 1003, 1719, 1439, 2344, 1284, 2529, 474, 4999];

/// Units of effort that are about a second, ten seconds and a minute.
const EFFORTS: [u64; 3] = [1_000_000_000, 10_000_000_000, 60_000_000_000];

/// Ends a solve that has reached the best known cost.
struct Target(i64);

impl Observer for Target {
    fn poll(&mut self, _stats: &Stats, best: Option<Cost>) -> Option<Limit> {
        best.is_some_and(|cost| cost.hard == 0 && cost.soft <= self.0).then_some(Limit::Cancelled)
    }
}

fn contenders() -> Result<Vec<(String, Decisions)>> {
    let named = rules::RULES.iter().map(|rule| (rule.name.to_owned(), rule.text));
    let champions = RosteringDomain.champions().iter();
    let champions = champions.map(|champion| (format!("champion:{}", champion.name), champion.text));
    named.chain(champions).map(|(name, text)| Ok((name, rules::read(text)?))).collect()
}

fn published(contenders: &[(String, Decisions)], problems: &[Rostering]) -> Result<()> {
    println!(
        "\n## Rules on the published instances\n\nCosts of the rosters that rules build, without search.\n"
    );
    println!("| rule |{}", (1..=problems.len()).map(|number| format!(" {number} |")).collect::<String>());
    println!("|---|{}", "---|".repeat(problems.len()));
    for (name, rule) in contenders {
        let started = ProcessTime::now();
        let report = batch::construct(problems, rule)?;
        let micros = started.elapsed().as_secs_f64() * 1e6;
        eprintln!("{name}: {:.2} us a choice", micros / report.choices as f64);
        let costs: Vec<String> = report.costs.iter().map(Cost::to_string).collect();
        println!("| `{name}` | {} |", costs.join(" | "));
    }
    Ok(())
}

/// A kind of wards: a name, a generator and its parameters.
type Wards = (&'static str, usize, &'static [(&'static str, &'static str)]);

/// The kinds of fresh wards.
const FRESH: [Wards; 6] = [
    ("up to 20 people", 1, &[("people", "20")]),
    ("up to 80 people", 1, &[("people", "80")]),
    ("8 weeks", 1, &[("weeks", "8"), ("people", "40")]),
    ("little demand noise", 0, &[("people", "30"), ("noise", "0.05")]),
    ("too few people", 0, &[("people", "30"), ("contracts", "3"), ("vacancies", "0.15")]),
    ("4 shifts", 0, &[("people", "30"), ("shifts", "4"), ("skills", "0.6")]),
];
const WARDS: u64 = 60;

fn fresh(contenders: &[(String, Decisions)]) -> Result<()> {
    println!(
        "\n## Rules on fresh wards\n\nMean cost as a part of that of `{}`, in per cent, over {WARDS} generated wards in each column; behind ±: half of the\n95 % interval of the mean of these ratios. In brackets: wards with a broken rule, of which the ratio does not tell.\n",
        rules::REFERENCE
    );
    let reference = rules::read(rules::REFERENCE)?;
    let mut columns = Vec::new();
    for (_, generator, given) in FRESH {
        let given: Settings =
            given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let made = (0..WARDS)
            .map(|number| generate::generate(&generate::GENERATORS[generator], &given, 9_000, number));
        let problems: Vec<Rostering> =
            made.map(|ward| ward.map(Rostering::new)).collect::<std::result::Result<_, _>>()?;
        let costs = batch::construct(&problems, &reference)?.costs;
        columns.push((problems, costs));
    }
    println!("| rule |{}", FRESH.map(|(name, ..)| format!(" {name} |")).concat());
    println!("|---|{}", "---|".repeat(FRESH.len()));
    for (name, rule) in contenders {
        print!("| `{name}` |");
        for (problems, references) in &columns {
            let costs = batch::construct(problems, rule)?.costs;
            let broken = costs.iter().filter(|cost| cost.hard > 0).count();
            let ratio =
                |(cost, reference): (&Cost, &Cost)| 100.0 * cost.soft as f64 / reference.soft.max(1) as f64;
            let ratios: Vec<f64> = costs.iter().zip(references).map(ratio).collect();
            let count = ratios.len() as f64;
            let mean = ratios.iter().sum::<f64>() / count;
            let squares: f64 = ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum();
            let half = 2.0 * (squares / (count - 1.0) / count).sqrt();
            print!(
                " {mean:.1} ± {half:.1}{} |",
                if broken > 0 { format!(" ({broken})") } else { String::new() }
            );
        }
        println!();
    }
    Ok(())
}

/// Iterated local search behind the reference rule.
fn search(problem: &Rostering, effort: u64) -> Result<Outcome<Roster>> {
    let started = ProcessTime::now();
    let found = solve(Solve {
        problem,
        rules: &rules::read(rules::REFERENCE)?,
        parameters: &Parameters::new(&ITERATED),
        seed: 1,
        limits: Limits { effort: Some(effort), seconds: None },
        from: None,
        observer: &mut Target(problem.ward().best_known.unwrap_or(0)),
    })?;
    let mut text = String::new();
    problem.write(&found.solution, &mut text);
    let checked = validate::validate(problem.ward(), &text)?;
    let spent = started.elapsed().as_secs_f64();
    eprintln!(
        "{}: {spent:.1} CPU s, {:.2} ns an effort; {checked:?}",
        problem.ward().name,
        1e9 * spent / found.stats.effort as f64
    );
    Ok(found)
}

fn local_search(problems: &[Rostering]) -> Result<()> {
    let mut repaired = String::new();
    println!(
        "\n## Local search\n\n`solve` without a choice of algorithm: `iterated`, behind `{}`. Cost after an effort of 10⁹, 10¹⁰ and 6·10¹⁰\nunits, about a second, ten seconds and a minute of one core; the search ends when it reaches the best known cost. Ejection chain:\npublished, after ten minutes.\n\n| instance | 10⁹ | 10¹⁰ | 6·10¹⁰ | ejection chain | best known | lower bound |\n|---|---|---|---|---|---|---|",
        rules::REFERENCE
    );
    for problem in problems {
        let found = search(problem, EFFORTS[2])?;
        let after = |effort: u64| {
            found.curve.iter().rfind(|one| one.effort <= effort).map(|one| one.cost.to_string())
        };
        let costs = EFFORTS.map(|effort| after(effort).unwrap_or_else(|| "–".to_owned())).join(" | ");
        let number =
            problem.ward().name.strip_prefix("curtois-").and_then(|number| number.parse::<usize>().ok());
        let chain = number.and_then(|number| EJECTION_CHAIN.get(number - 1));
        let chain = chain.map_or("–".to_owned(), i64::to_string);
        let best_known = problem.ward().best_known.map_or("–".to_owned(), |cost| cost.to_string());
        let bound = found.lower_bound.map_or(0, |bound| bound.soft);
        println!("| {} | {costs} | {chain} | {best_known} | {bound} |", problem.ward().name);
        if problem.ward().name == "curtois-6" {
            repaired = sick_call(problem, &found.solution, found.cost)?;
        }
    }
    print!("{repaired}");
    Ok(())
}

/// The person who works most on days 11 to 13 is out on these days.
fn sick_call(problem: &Rostering, roster: &Roster, cost: Cost) -> Result<String> {
    let (ward, days) = (problem.ward(), 10..13);
    let shifts =
        |person: &usize| days.clone().filter(|day| roster.cells[person * ward.days + day] > 0).count();
    let person = (0..problem.people()).max_by_key(shifts).unwrap_or(0);
    let started = ProcessTime::now();
    let absent = [Absence { person, days: days.clone() }];
    let repairing = repair::problem(ward, roster, &absent, 20)?;
    let repaired = search(&repairing, 300_000_000)?;
    let changes = repair::changes(&repairing, &repaired.solution);
    eprintln!("  sick call: {:.2} CPU s", started.elapsed().as_secs_f64());
    let mut text = format!(
        "\n### A sick call\n\nOn the roster of instance 6 above, of cost {cost}, {} is out on days 11 to 13. The repair, of an effort of 3·10⁸, changes {}\ncells; the new roster costs {}.\n\n",
        ward.people[person].id,
        changes.len(),
        repaired.cost.soft - 20 * changes.len() as i64
    );
    changes.iter().for_each(|change| text.push_str(&format!("- {}\n", change.text(ward))));
    Ok(text)
}

fn main() -> Result<()> {
    let numbers: Vec<usize> =
        std::env::args().skip(1).map(|text| text.parse()).collect::<std::result::Result<_, _>>()?;
    let mut problems: Vec<Rostering> = sets::all()?.into_iter().map(Rostering::new).collect();
    if numbers == [0] {
        published(&contenders()?, &problems)?;
        return fresh(&contenders()?);
    }
    if !numbers.is_empty() {
        let people = [("people".to_owned(), "36".to_owned())].into();
        let mut places = 1..;
        problems.retain(|_| places.next().is_some_and(|place| numbers.contains(&place)));
        for &seed in numbers.iter().filter(|&&number| number > 100) {
            let ward = generate::generate(&generate::GENERATORS[0], &people, seed as u64, 0)?;
            problems.push(Rostering::new(ward));
        }
        return local_search(&problems);
    }
    let contenders = contenders()?;
    print!("{HEAD}");
    published(&contenders, &problems)?;
    fresh(&contenders)?;
    local_search(&problems)
}
