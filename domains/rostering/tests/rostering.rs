//! Rosters against their laws, published figures, and straightforward checks.

#![allow(clippy::unwrap_used)]

use unstuck_core::domain::{self, Domain, Settings};
use unstuck_core::local_search::{self, Limits, Outcome, Parameters, Solve, solve};
use unstuck_core::optimisation::decision::{Rule, explain};
use unstuck_core::optimisation::{Construction, Cost, Optimisation, Presented, conformance};
use unstuck_rostering::generate::{GENERATORS, generate};
use unstuck_rostering::repair;
use unstuck_rostering::validate::{Checked, validate};
use unstuck_rostering::ward::{Absence, Kept};
use unstuck_rostering::{Roster, Rostering, RosteringDomain, Ward, compact, date, rules, sets, text};

const WARD: &str = "HORIZON,,,
days,start,,
14,2026-11-02,,

SHIFTS
shift,minutes,begins,not_followed_by
E,480,07:00,
N,600,21:30,E

PEOPLE
person,max_minutes,min_minutes,min_run,min_rest,max_weekends,days_off,max N
Ana,4800,2400,2,2,1,2026-11-04,3
Ben,4800,2400,2,2,1,,
Cem,4800,2400,2,2,1,,0
Dan,4800,2400,2,2,1,6 7,
# a comment

DEMAND
days,shift,people
all,E,1
all,N,1
3,E,2

REQUESTS
person,days,shift,wants,weight
Ben,Sat Sun,any,no,7
Ana,1 2,E,yes,2
";

fn ward() -> Ward {
    text::read(WARD, "test").unwrap()
}

fn curtois(number: usize) -> Rostering {
    Rostering::new(sets::curtois(number).unwrap().unwrap())
}

fn made(parameters: &[(&str, &str)], seed: u64, number: u64) -> Ward {
    let given = parameters.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    generate(&GENERATORS[0], &given, seed, number).unwrap()
}

fn run(problem: &Rostering, algorithm: &str, effort: u64, from: Option<&Roster>) -> Outcome<Roster> {
    solve(Solve {
        problem,
        rules: &rules::read(rules::REFERENCE).unwrap(),
        parameters: &Parameters::new(local_search::algorithm(algorithm).unwrap()),
        seed: 1,
        limits: Limits { effort: Some(effort), seconds: None },
        from,
        observer: &mut (),
    })
    .unwrap()
}

fn written(problem: &Rostering, roster: &Roster) -> String {
    let mut out = String::new();
    problem.write(roster, &mut out);
    out
}

#[test]
fn the_laws_hold() {
    assert_eq!(conformance::check(&Rostering::new(ward()), 1, 4_000), Ok(()));
    assert_eq!(conformance::check(&curtois(3), 2, 1_000), Ok(()));
    let small = made(&[("weeks", "1"), ("people", "3"), ("shifts", "4")], 1, 0);
    assert_eq!(conformance::check(&Rostering::new(small), 3, 2_000), Ok(()));
    assert_eq!(conformance::check(&Rostering::new(ward()).with_calendars(), 4, 500), Ok(()));
}

/// The roster that a CP-SAT model proves to be optimal (examples/cp_sat.py), and the cost by component that it prints.
const OPTIMAL: &str = "person
A,,D,D,D,D,,,D,D,,,D,D,D
B,D,D,D,D,D,,,D,D,,,D,D,
C,D,D,D,,,D,D,,,D,D,D,,
D,D,D,,,,D,D,D,D,D,,,,
E,,D,D,D,D,,,D,D,,,D,D,D
F,D,D,D,D,D,,,D,D,,,,D,D
G,,,D,D,D,,,D,D,D,,,D,D
H,D,D,,,,,,,D,D,D,D,D,
";

#[test]
fn an_optimal_roster_of_another_solver_costs_the_same_by_component() {
    let problem = curtois(1);
    let expected = Checked { violations: Vec::new(), on: 3, off: 3, under: 600, over: 1, changed: 0 };
    assert_eq!(validate(problem.ward(), OPTIMAL), Ok(expected));
    let roster = problem.read(OPTIMAL).unwrap();
    assert_eq!(problem.cost(&roster), Cost::soft(607));
    let sum = |name: &str| -> i64 {
        let components = problem.costs(&roster);
        components
            .iter()
            .filter(|component| component.name == name)
            .map(|component| component.cost.soft)
            .sum()
    };
    assert_eq!(["shift-on", "shift-off", "cover-under", "cover-over"].map(sum), [3, 3, 600, 1]);
}

#[test]
fn components_sum_up_to_the_cost_of_any_roster() {
    let problem = curtois(6);
    for rule in rules::RULES {
        let mut rule = Rule::new(&problem, &rules::read(rule.name).unwrap()).unwrap();
        let mut partial = problem.start(rule.features());
        rule.construct(&problem, &mut partial);
        let roster = problem.finish(&partial);
        let sum = problem.costs(&roster).iter().fold(Cost::default(), |sum, component| sum + component.cost);
        assert_eq!(sum, problem.cost(&roster));
    }
}

#[test]
fn search_is_deterministic_and_valid() {
    let problem = curtois(1);
    let found = run(&problem, "iterated", 60_000_000, None);
    assert!(found.cost.hard == 0 && found.cost.soft < 750, "{}", found.cost);
    let again = run(&problem, "iterated", 60_000_000, None);
    assert_eq!((found.stats, &found.solution), (again.stats, &again.solution));
    assert_eq!(problem.validate(&written(&problem, &found.solution)), Ok(found.cost));
}

#[test]
fn algorithms_of_all_kinds_work() {
    let problem = Rostering::new(ward());
    for info in local_search::ALGORITHMS {
        let found = run(&problem, info.name, 3_000_000, None);
        assert_eq!(problem.cost(&found.solution), found.cost, "{}", info.name);
    }
}

#[test]
fn a_sick_call_is_repaired_with_few_changes() {
    let problem = Rostering::new(made(&[("weeks", "2"), ("people", "8")], 5, 0));
    let found = run(&problem, "iterated", 100_000_000, None);
    assert_eq!(found.cost.hard, 0);
    let line = &found.solution.cells[2 * 14..3 * 14];
    let first = (4..11).find(|&day| line[day] > 0).unwrap();
    let absent = [Absence { person: 2, days: first..first + 3 }];
    let kept = Some(Kept { cells: found.solution.cells.clone(), weight: 20 });
    let ward = Ward { kept, absences: absent.to_vec(), ..problem.ward().clone() };
    ward.check().unwrap();
    let repairing = Rostering::new(ward);
    let repaired = run(&repairing, "iterated", 50_000_000, None);
    assert_eq!(repaired.cost.hard, 0);
    assert!(absent[0].days.clone().all(|day| repaired.solution.cells[2 * 14 + day] == 0));
    let changes = repair::changes(&repairing, &repaired.solution);
    assert!(changes.iter().all(|change| change.day >= first));
    assert!((1..=12).contains(&changes.len()), "{}", changes.len());
    assert_eq!(repairing.validate(&written(&repairing, &repaired.solution)), Ok(repaired.cost));
}

#[test]
fn a_solve_from_a_roster_never_ends_worse() {
    let problem = curtois(1);
    let optimal = problem.read(OPTIMAL).unwrap();
    assert_eq!(run(&problem, "iterated", 10_000_000, Some(&optimal)).cost, Cost::soft(607));
}

#[test]
fn spreadsheets_are_read() {
    let ward = ward();
    assert_eq!((ward.days, ward.weekday(0), ward.people[0].days_off.as_slice()), (14, 0, [2].as_slice()));
    assert_eq!(ward.people[0].max_shifts, [14, 3]);
    assert_eq!((ward.shifts[1].begins, ward.shifts[1].not_before.as_slice()), (Some(1_290), [0].as_slice()));
    assert_eq!(ward.cover.len(), 28);
    let third = ward.cover.iter().find(|cover| (cover.day, cover.shift) == (2, 0)).unwrap();
    assert_eq!((third.need, third.under, third.over), (2, 100, 1));
    assert_eq!(ward.requests.iter().filter(|request| !request.on).count(), 8);
    for (from, to) in
        [(",", ";"), (",", "\t"), ("SHIFTS", "Shifts"), ("max_minutes", "Max_Minutes"), ("6 7", "\"6,7\"")]
    {
        assert_eq!(text::read(&WARD.replace(from, to), "test").unwrap(), ward, "{to}");
    }
}

#[test]
fn all_formats_say_the_same() {
    let ward = curtois(12).ward().clone();
    let sorted = |mut ward: Ward| {
        ward.cover.sort_by_key(|row| (row.day, row.shift));
        ward.requests.sort_by_key(|row| (row.person, row.day, row.shift, row.on, row.weight));
        ward
    };
    let again = text::read(&compact::line(&ward), &ward.name).unwrap();
    assert_eq!(sorted(again), sorted(ward));
    let line = compact::line(&self::ward());
    assert!(!line.contains('\n') && line.starts_with("HORIZON / days,start / 14,2026-11-02 / SHIFTS / "));
    let error = text::read(&line.replace("Ben,6-7", "Ben,6-77"), "test").unwrap_err();
    assert!(error.to_string().contains("there is no day '77' (days are 1 to 14)"), "{error}");
    assert!(error.place.is_none(), "a text of one line has no lines");
}

#[test]
fn wrong_texts_are_refused_with_their_line() {
    let refused = |from: &str, to: &str| {
        assert!(WARD.contains(from), "{from}");
        text::read(&WARD.replacen(from, to, 1), "test").unwrap_err().to_string()
    };
    assert_eq!(refused("all,E,1", "all,X,1"), "line 20, column 1: unknown shift 'X' (known: E, N)");
    assert_eq!(refused("3,E,2", "15,E,2"), "line 22, column 1: there is no day '15' (days are 1 to 14)");
    assert_eq!(
        refused("Ben,4800", "Ben,-480"),
        "line 13, column 1: expected max_minutes, found '-480' (whole numbers from 0 to 1000000)"
    );
    assert_eq!(refused("Ben,4800", "Ben,"), "line 13, column 1: 'max_minutes' is missing");
    assert_eq!(refused("Ben,4800", "Ana,4800"), "line 13, column 1: the person 'Ana' is named twice");
    assert_eq!(
        refused("2026-11-04", "2026-12-04"),
        "line 12, column 1: 2026-12-04 is outside of the horizon (the horizon is 2026-11-02 to 2026-11-15)"
    );
    assert_eq!(
        refused("Ben,Sat", "Eve,Sat"),
        "line 26, column 1: unknown person 'Eve' (known: Ana, Ben, Cem, Dan)"
    );
    assert_eq!(refused("21:30", "25:30"), "line 8, column 1: 'begins' is not a time of day (such as 07:30)");
    assert!(refused("days,shift,people", "days,shift,count").contains("DEMAND has no column 'count'"));
    assert_eq!(
        refused("DEMAND", "COVER"),
        "line 18, column 1: expected a row of PEOPLE or the name of a section, found 'COVER' (sections are HORIZON, SHIFTS, PEOPLE, DEMAND, REQUESTS, ABSENT, ROSTER)"
    );
    assert!(
        refused("Ben,4800,2400,2,2,1,,", "Ben,4800,2400,2,2,1,,0,9")
            .starts_with("line 13, column 1: there is no column for the cell '9'")
    );
    assert_eq!(
        refused("14,2026-11-02,,", "14,2026-11-02,,\n28,,,"),
        "line 4, column 1: a second row of HORIZON"
    );
    assert_eq!(refused("max N", "days_off"), "line 11, column 1: PEOPLE has two columns 'days_off'");
    assert!(
        refused("Ana,", "\"Lee, Ana\",")
            .starts_with("line 12, column 1: 'Lee, Ana' cannot be the name of a person")
    );
    assert!(text::read("", "test").is_err() && text::read("a,b", "test").is_err());

    let refused = |from: &str, to: &str| {
        let original = include_str!("../data/Instance2.txt");
        assert!(original.contains(from), "{from}");
        text::read(&original.replacen(from, to, 1), "test").unwrap_err().to_string()
    };
    assert_eq!(refused("L,480,E", "L,480,X"), "line 10, column 1: unknown shift 'X' (known: E, L)");
    assert_eq!(
        refused("A,E=14|L=14,4320,3360,5,2,2,1", "A"),
        "line 14, column 1: A: no limit for the shift E (such as E=14)"
    );
    assert_eq!(
        refused("A,E=14|L=14,4320,3360,5,2,2,1", "A,E=14|L=14"),
        "line 14, column 1: the most minutes is missing"
    );
    assert_eq!(
        refused("A,E=14|L=14,4320", "A,E=14|L=14,1"),
        "line 14, column 1: A: at least 3360 minutes and at most 1"
    );
    assert!(refused("0,L,4,100,1", "14,L,4,100,1").ends_with("there is no day '14' (days are 0 to 13)"));
    assert!(refused("0,L,4,100,1", "1,L,4,100,1").ends_with("the cover of L on this day is given twice"));
}

#[test]
fn rosters_are_checked_by_reader_and_validator() {
    let problem = curtois(1);
    for (from, to, message) in [
        ("A,,D", "A,D,D", "A: works on day 1, which is a day off"),
        ("B,D,D,D,D,D,,,", "B,D,D,D,D,D,D,,", "B: works on day 6, which is a day off"),
        ("C,D,D,D,,,D,D,,,D,D,D,,", "C,D,D,D,,,D,D,,,D,,,,", "C: 2880 minutes, fewer than 3360"),
        ("G,,,D,D,D,,,D", "G,,,,,D,,,D", "G: 2880 minutes, fewer than 3360"),
        ("G,,,D,D,D,,,D,D,D", "G,,,D,D,D,D,D,D,D,", "G: works on 2 weekends, more than 1"),
        ("H,D,D,,,,,,,D", "H,D,D,,,,,,D,D", "H: works on day 8, which is a day off"),
        ("H,D,D,,,,,,,D", "H,D,X,,,,,,,D", "line 9: there is no shift 'X'"),
        ("G,", "Z,", "line 8: there is no person 'Z'"),
        // Nothing separates within quotes, also where they do not end.
        ("A,,D", "A,,\"D,D\"", "line 2: there is no shift 'D,D'"),
        ("H,D,", "H,\"D,", "line 9: there is no shift 'D,D,,,,,,,D,D,D,D,D,'"),
    ] {
        let wrong = OPTIMAL.replacen(from, to, 1);
        match validate(problem.ward(), &wrong) {
            Ok(checked) => {
                assert_eq!(checked.violations[0].0, message);
                assert_eq!(problem.cost(&problem.read(&wrong).unwrap()).hard, checked.hard(), "{wrong}");
            }
            Err(error) => {
                assert_eq!(error, message);
                assert!(problem.read(&wrong).is_err());
            }
        }
    }
    assert_eq!(problem.read("person\nA,D\n").unwrap_err().to_string(), "the roster has no row of 'B'");
}

#[test]
fn rosters_are_shown_as_a_grid_and_as_calendars() {
    let problem = Rostering::new(ward());
    let mut cells = vec![0; 4 * 14];
    (cells[0], cells[1], cells[14]) = (1, 2, 2);
    let roster = problem.roster(cells);
    let picture = problem.picture(Some(&roster)).to_string();
    let lines: Vec<&str> = picture.lines().collect();
    assert!(lines[3].starts_with("Ana E  N  .  .  .  .  . |."), "{picture}");
    assert!(lines[7].starts_with("E      -1 -2 -1"), "{picture}");
    assert!(picture.contains("! Ana: 1080 minutes, fewer than 2400"), "{picture}");
    let parts = problem.components(&roster);
    assert!(
        parts.iter().any(|part| part.name == "day 3 (Wed 2026-11-04): too few people in E"),
        "{parts:#?}"
    );
    let calendars = written(&problem.clone().with_calendars(), &roster);
    for words in [
        "X-WR-CALNAME:Ana\r\n",
        "DTSTART:20261102T070000\r\nDTEND:20261102T150000\r\nSUMMARY:E\r\n",
        "DTSTART:20261103T213000\r\nDTEND:20261104T073000\r\nSUMMARY:N\r\n",
    ] {
        assert!(calendars.contains(words), "{words} in {calendars}");
    }
    assert_eq!(problem.read(&calendars).unwrap(), roster);
    assert_eq!(problem.validate(&calendars), Ok(problem.cost(&roster)));
}

/// A file of a ward, then of its roster, then of absences is a repair; settings do the same.
#[test]
fn the_domain_reads_a_roster_to_stay_close_to() {
    let plain = Rostering::new(ward());
    let found = run(&plain, "iterated", 20_000_000, None);
    assert_eq!(found.cost.hard, 0);
    let roster = written(&plain, &found.solution);
    let file = format!("{WARD}\n{roster}\nABSENT\nperson,days\nBen,9-11\n");
    let read = |text: &str, settings: &[(&str, &str)]| {
        let settings = settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        domain::read(&RosteringDomain, text, None, &settings)
    };
    let one = read(&file, &[]).unwrap();
    let settings = [("kept", roster.as_str()), ("absent", "Ben 9-11")];
    let two = read(WARD, &settings).unwrap();
    assert_eq!(one.text(), two.text());
    assert_eq!(read(&one.text(), &settings).unwrap().text(), one.text(), "applied once");
    assert!(RosteringDomain.recognise(&one.text(), None, &Settings::new()).is_some_and(|read| read.is_ok()));
    assert_eq!(RosteringDomain.split(&file).len(), 1);
    let problem = Rostering::new(text::read(&file, "test").unwrap());
    let repaired = run(&problem, "iterated", 30_000_000, None);
    let picture = problem.picture(Some(&repaired.solution)).to_string();
    assert!(picture.contains("changed cells: "), "{picture}");
    assert_eq!(problem.validate(&written(&problem, &repaired.solution)), Ok(repaired.cost));
    for (name, value, words) in [
        ("absent", "Eve 3", "absent: 'Eve 3' does not begin with a person (known: Ana, Ben, Cem, Dan)"),
        ("absent", "Ana", "absent: 'Ana' names no days (such as 'Ana 11-13')"),
        ("keep", "5", "keep: there is no roster to stay close to"),
        ("kept", "person\nAna,E", "kept: the roster has no row of 'Ben'"),
    ] {
        let error = read(WARD, &[(name, value)]).err().unwrap().to_string();
        assert!(error.starts_with(words), "{error}");
    }
    let error = read(&compact::line(curtois(1).ward()), &[("calendar", "")]).err().unwrap().to_string();
    assert!(error.starts_with("a calendar needs the date of the first day"), "{error}");
}

#[test]
fn dates_are_those_of_the_calendar() {
    assert_eq!([date::read("1970-01-01"), date::read("2000-03-01")], [Some(0), Some(11_017)]);
    assert_eq!((date::weekday(0), date::weekday(11_017)), (3, 2));
    for day in -20_000..50_000 {
        assert_eq!(date::read(&date::write(day)), Some(day));
    }
    assert_eq!([date::read("2025-02-29"), date::read("2026-13-01"), date::read("x")], [None; 3]);
}

#[test]
fn a_step_is_explained() {
    let problem = Rostering::new(ward());
    let mut rule = Rule::new(&problem, &rules::read("greedy").unwrap()).unwrap();
    let partial = problem.start(rule.features());
    let choices = explain(&problem, &mut rule, &partial);
    assert_eq!(
        (choices[0].text.as_str(), choices[0].value, choices[0].made),
        ("Ana works E on day 1", 102.0, true)
    );
    assert_eq!(choices.last().unwrap().text, "day 1 is complete");
}

#[test]
fn generated_wards_are_the_same_everywhere_and_legal() {
    let first = made(&[("people", "30")], 1, 0);
    assert_eq!(first, made(&[("people", "30")], 1, 0));
    assert_ne!(first.cover, made(&[("people", "30")], 1, 1).cover);
    assert_eq!((first.people.len(), first.days, first.people[29].id.as_str()), (30, 28, "D1"));
    let few = Settings::from([("people".to_owned(), "0".to_owned())]);
    let error = generate(&GENERATORS[0], &few, 1, 0).unwrap_err().to_string();
    assert_eq!(error, "people is 0 (2 to 500)");
    let mixed: Vec<Ward> =
        (0..20).map(|number| generate(&GENERATORS[1], &Settings::new(), 1, number).unwrap()).collect();
    assert!(mixed.iter().all(|ward| (8..=40).contains(&ward.people.len())));
}

#[test]
fn published_sets_are_complete() {
    let all: Vec<Ward> = (1..).map_while(sets::curtois).map(Result::unwrap).collect();
    let best: Vec<i64> = all.iter().filter_map(|ward| ward.best_known).collect();
    assert_eq!(best, [607, 828, 1001, 1716, 1143, 1950, 1056, 1300, 439, 4631, 3443, 4040]);
    assert_eq!(all[2].people.len(), 20);
    assert!(all.iter().all(|ward| {
        let bound = Rostering::new(ward.clone()).lower_bound().unwrap().soft;
        ward.best_known.is_some_and(|best| bound <= best)
    }));
}
