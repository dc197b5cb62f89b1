//! Planning: successors per second of blind searches.
//!
//! `cargo bench -p unstuck-planning --bench planning` runs tasks of the built-in domains; with
//! `-- DOMAIN.pddl PROBLEM.pddl [EXPANSIONS]` it runs one task, to be compared with
//! `fast-downward --search "astar(blind())"` on the same files. CPU time, search only: the task is ground before.

use cpu_time::ThreadTime;
use std::fmt::Write;
use unstuck_core::domain::{self, Settings};
use unstuck_core::search::Limits;
use unstuck_planning::SETS;
use unstuck_planning::pddl_domain::PddlDomain;

/// Expansions of one search, unless it ends before.
const EXPANSIONS: u64 = 1_000_000;
const ROUNDS: usize = 3;

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    if let [domain, problem, rest @ ..] = arguments.as_slice() {
        let text = |file: &String| std::fs::read_to_string(file).expect("a file that can be read");
        let expansions = rest.first().and_then(|count| count.parse().ok()).unwrap_or(EXPANSIONS);
        return run(problem, &text(domain), &text(problem), expansions);
    }
    run("gripper 8", &domain_of("gripper"), &gripper(8), EXPANSIONS);
    run("blocksworld 8", &domain_of("blocksworld"), &blocks(8), EXPANSIONS);
    run("courier 6 5", &domain_of("courier"), &courier(6, 5), EXPANSIONS);
    run("gripper 80", &domain_of("gripper"), &gripper(80), EXPANSIONS / 20);
}

fn run(name: &str, domain: &str, problem: &str, expansions: u64) {
    let domain = PddlDomain::read(domain).expect("a domain");
    let instance = domain::read_search(&*domain, problem, None, &Settings::new()).expect("a problem");
    instance.prepare(Limits::NONE, &mut ()).expect("a reachable goal");
    for algorithm in ["astar", "bfs"] {
        let mut request = instance.request(algorithm, "zero").expect("an algorithm");
        request.parameters.limits.expanded = Some(expansions);
        let mut rates = Vec::new();
        let mut figures = String::new();
        for _ in 0..ROUNDS {
            let now = ThreadTime::now();
            let found = instance.solve(&request, &mut ()).expect("a search that can be run");
            let seconds = now.elapsed().as_secs_f64();
            rates.push(found.stats.generated as f64 / seconds / 1e6);
            figures = format!("{} expanded, {} generated", found.stats.expanded, found.stats.generated);
        }
        rates.sort_by(f64::total_cmp);
        println!("{name:16} {algorithm:6} {:6.2} M generated/s ({figures})", rates[ROUNDS / 2]);
    }
}

/// The domain of a task of the built-in set.
fn domain_of(name: &str) -> String {
    let set = &SETS[0];
    let text = (set.text)(name).expect("a member");
    let end = text.rfind("(define (problem").expect("a problem follows the domain");
    text[..end].to_owned()
}

fn gripper(balls: usize) -> String {
    let (mut names, mut init, mut goal) = (String::new(), String::new(), String::new());
    for ball in 1..=balls {
        let _ = write!(names, " b{ball}");
        let _ = write!(init, " (at b{ball} here)");
        let _ = write!(goal, " (at b{ball} there)");
    }
    format!(
        "(define (problem p) (:domain gripper) (:objects{names} - ball here there - room x y - hand)
           (:init (robot-at here) (free x) (free y){init}) (:goal (and{goal})))"
    )
}

fn blocks(count: usize) -> String {
    let (mut names, mut init, mut goal) =
        (" b0".to_owned(), String::from("(on-table b0) (hand-empty)"), String::new());
    for block in 1..count {
        let below = block - 1;
        let _ = write!(names, " b{block}");
        let _ = write!(init, " (on b{block} b{below})");
        let _ = write!(goal, " (on b{below} b{block})");
    }
    let _ = write!(init, " (clear b{})", count - 1);
    format!("(define (problem p) (:domain blocksworld) (:objects{names}) (:init {init}) (:goal (and{goal})))")
}

fn courier(places: usize, letters: usize) -> String {
    let (mut names, mut init, mut goal) = (String::new(), String::from("(here p0)"), String::new());
    for place in 0..places {
        let next = (place + 1) % places;
        let _ = write!(names, " p{place}");
        let _ = write!(init, " (street p{place} p{next}) (street p{next} p{place})");
        let _ = write!(init, " (= (metres p{place} p{next}) {}) (= (metres p{next} p{place}) 3)", place + 1);
    }
    names.push_str(" - place");
    for letter in 0..letters {
        let _ = write!(names, " l{letter}");
        let _ = write!(init, " (at l{letter} p{})", letter % places);
        let _ = write!(goal, " (at l{letter} p{})", (letter + 3) % places);
    }
    format!(
        "(define (problem p) (:domain courier) (:objects{names} - letter) (:init {init}) (:goal (and{goal}))
           (:metric minimize (total-cost)))"
    )
}
