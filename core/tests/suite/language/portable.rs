//! Heuristics exported with their features: C, Python and Rust compute the same bits as this library, on random states.

use super::exports::{exists, folder};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use unstuck_core::domain::{DomainRef, Settings};
use unstuck_core::domains::freecell::card::Card;
use unstuck_core::domains::freecell::view::{ColumnBuild, FreeCellBoard};
use unstuck_core::domains::rush_hour::view::{Direction, RushHourBoard};
use unstuck_core::domains::tiles::view::TilesBoard;
use unstuck_core::feature::FeatureTable;
use unstuck_core::instance::SearchInstance;
use unstuck_core::language::export::{self, Portable};
use unstuck_core::language::{Formula, interpret, parse};
use unstuck_core::random::{RngExt, Stream, stream};
use unstuck_core::registry;
use unstuck_core::view::Board;

/// What is measured of a domain: where its puzzles come from, and what a program calls with the numbers that it reads.
struct Subject {
    domain: &'static str,
    puzzle: fn(&DomainRef, &mut Stream) -> Option<Box<dyn SearchInstance>>,
    /// The numbers of a puzzle, for `prepare`, and of a state.
    puzzle_numbers: fn(&dyn SearchInstance) -> Vec<i64>,
    state_numbers: fn(&Board) -> Vec<i64>,
    /// The calls, in the form of C; `a` is what was read.
    prepare: &'static [&'static str],
    read: &'static str,
}

const SUBJECTS: [Subject; 3] = [
    Subject {
        domain: "rush-hour",
        puzzle: random_yard,
        puzzle_numbers: |instance| {
            let view = instance.view();
            let board: &RushHourBoard = view.data().unwrap();
            let steps = i64::from(instance.metric() == "steps");
            let (width, height) = (i64::from(board.width), i64::from(board.height));
            let target = sign(&board.target);
            let mut numbers = vec![width, height, target, board.exit as i64, steps];
            numbers.extend(yard(&instance.view()));
            numbers
        },
        state_numbers: yard,
        prepare: &["rush_hour_prepare(p, a + 5, a[0], a[1], a[2], a[3], a[4])"],
        read: "rush_hour_read(p, s, a)",
    },
    Subject {
        domain: "freecell",
        puzzle: random_deal,
        puzzle_numbers: |instance| {
            let view = instance.view();
            let board: &FreeCellBoard = view.data().unwrap();
            let suit = board.build == ColumnBuild::Suit;
            vec![board.columns.len() as i64, board.cells.len() as i64, i64::from(suit)]
        },
        state_numbers: |board| {
            let board: &FreeCellBoard = board.data().unwrap();
            let card = |text: &String| i64::from(text.parse::<Card>().unwrap().0);
            let home = board.home;
            let mut numbers: Vec<i64> = [home.c, home.d, home.h, home.s].map(i64::from).to_vec();
            let cells = board.cells.iter().map(|cell| cell.as_ref().map_or(-1, card));
            numbers.extend(cells.chain(std::iter::repeat(-1)).take(8));
            for column in &board.columns {
                numbers.push(column.len() as i64);
                numbers.extend(column.iter().map(card).chain(std::iter::repeat(0)).take(52));
            }
            numbers
        },
        prepare: &["freecell_prepare(p, a[0], a[1], a[2])"],
        read: "",
    },
    Subject {
        domain: "tiles",
        puzzle: random_tiles,
        puzzle_numbers: |instance| {
            let view = instance.view();
            let board: &TilesBoard = view.data().unwrap();
            let size = [i64::from(board.width), i64::from(board.height)];
            size.into_iter().chain(board.goal.iter().map(|&tile| i64::from(tile))).collect()
        },
        state_numbers: |board| {
            let board: &TilesBoard = board.data().unwrap();
            board.cells.iter().map(|&tile| i64::from(tile)).collect()
        },
        prepare: &["tiles_prepare(p, a + 2, a[0], a[1])", "tiles_prepare_walking_distance(p)"],
        read: "",
    },
];

fn sign(letter: &str) -> i64 {
    letter.chars().next().map_or(0, |letter| i64::from(u32::from(letter)))
}

/// The signs of a yard, cell by cell.
fn yard(board: &Board) -> Vec<i64> {
    let board: &RushHourBoard = board.data().unwrap();
    let mut cells = vec![i64::from(b'o'); (board.width * board.height) as usize];
    for &(row, column) in &board.walls {
        cells[(row * board.width + column) as usize] = b'x'.into();
    }
    for vehicle in &board.vehicles {
        let horizontal = vehicle.axis == Direction::Horizontal;
        for at in 0..vehicle.length {
            let (row, column) = if horizontal {
                (vehicle.row, vehicle.column + at)
            } else {
                (vehicle.row + at, vehicle.column)
            };
            cells[(row * board.width + column) as usize] = sign(&vehicle.letter);
        }
    }
    cells
}

/// A card of the game, or a yard of any size, with walls and an exit on any side; often without a solution.
fn random_yard(domain: &DomainRef, random: &mut Stream) -> Option<Box<dyn SearchInstance>> {
    let metric = ["slides", "steps"][random.random_range(0..2)];
    if random.random_range(0..2) == 0 {
        let set = &domain.info().sets[[0, 3][random.random_range(0..2)]];
        let text = (set.text)(&random.random_range(1..=21).to_string())?;
        return domain.instance(&text, metric, &Settings::new()).ok()?.into_search();
    }
    let (width, height) = (random.random_range(4..=13usize), random.random_range(4..=13usize));
    let mut cells = vec![vec!['o'; width]; height];
    let side = ["right", "left", "up", "down"][random.random_range(0..4)];
    let mut letters = ('A'..='Z').chain('a'..='n').chain('p'..='w').chain('0'..='9');
    for number in 0..random.random_range(2..=width * height / 4) {
        let horizontal =
            if number == 0 { ["right", "left"].contains(&side) } else { random.random_range(0..2) == 0 };
        let length = random.random_range(2..=3);
        let (rows, columns) = if horizontal { (1, length) } else { (length, 1) };
        let (row, column) =
            (random.random_range(0..=height - rows), random.random_range(0..=width - columns));
        let places =
            (row..row + rows).flat_map(|row| (column..column + columns).map(move |column| (row, column)));
        let places: Vec<_> = places.collect();
        if places.iter().all(|&(row, column)| cells[row][column] == 'o') {
            let Some(letter) = letters.next() else { break };
            places.iter().for_each(|&(row, column)| cells[row][column] = letter);
        }
    }
    for _ in 0..random.random_range(0..4) {
        let (row, column) = (random.random_range(0..height), random.random_range(0..width));
        if cells[row][column] == 'o' {
            cells[row][column] = 'x';
        }
    }
    let rows: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
    domain.instance(&format!("{} >{side}", rows.join("/")), metric, &Settings::new()).ok()?.into_search()
}

fn random_deal(domain: &DomainRef, random: &mut Stream) -> Option<Box<dyn SearchInstance>> {
    let set = &domain.info().sets[random.random_range(0..2)];
    let columns = random.random_range(6..=10);
    let settings = [
        ("columns", columns.to_string()),
        ("cells", random.random_range(0..=8).to_string()),
        ("build", ["alternate", "suit"][random.random_range(0..2)].to_owned()),
        ("automatic", ["on", "off"][random.random_range(0..2)].to_owned()),
    ];
    let settings = settings.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let text = (set.text)(&random.random_range(1..1_000_000).to_string())?;
    domain.instance(&text, "moves", &settings).ok()?.into_search()
}

fn random_tiles(domain: &DomainRef, random: &mut Stream) -> Option<Box<dyn SearchInstance>> {
    let (width, height) = (random.random_range(2..=6), random.random_range(2..=6));
    let size = match random.random_range(0..3) {
        0 => (3, 3),
        1 => (4, 4),
        _ => (width, height),
    };
    let goal = if random.random_range(0..2) == 0 { "first" } else { "last" };
    let mut tiles: Vec<usize> = (0..size.0 * size.1).collect();
    for at in (1..tiles.len()).rev() {
        tiles.swap(at, random.random_range(0..=at));
    }
    let rows: Vec<String> = tiles
        .chunks(size.0)
        .map(|row| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    let settings = Settings::from([("goal".to_owned(), goal.to_owned())]);
    domain.instance(&rows.join(" / "), "moves", &settings).ok()?.into_search()
}

/// The features that a description computes, and those that a program is given.
fn features(domain: &DomainRef) -> (Vec<String>, Vec<String>) {
    let source = domain.portable_features().unwrap();
    let known = |name: &str| source.contains(&format!("def feature_{name}("));
    let table = domain.features().features();
    let computed = table.iter().filter(|info| known(&info.name)).map(|info| info.name.to_string());
    let given = table.iter().filter(|info| !info.node().needs.state_only() && !known(&info.name));
    (computed.collect(), given.map(|info| info.name.to_string()).collect())
}

/// A heuristic that reads every feature: each gets a weight of its own.
fn everything(names: &[String], table: &FeatureTable) -> Formula {
    let terms = names.iter().enumerate();
    let terms = terms.map(|(number, name)| {
        let boolean = table.get(name).unwrap().kind == unstuck_core::feature::Kind::Bool;
        let name = if boolean { format!("if({name}, 1, 0)") } else { name.clone() };
        format!("{}*{name}", 1.1 + number as f64 / 7.0)
    });
    parse(&terms.collect::<Vec<_>>().join(" + "), table).unwrap()
}

/// The numbers that a program reads, and the bits it must print: the heuristic's, then every feature's.
fn cases(subject: &Subject, count: usize) -> (Formula, String, Vec<(String, Vec<f64>)>) {
    let domain = registry::domain(subject.domain).unwrap();
    let table = domain.features();
    let (computed, given) = features(&domain);
    let names: Vec<String> = computed.iter().chain(&given).cloned().collect();
    let formula = everything(&names, table);
    let mut random = stream(1, "portable", &[]);
    let (mut input, mut expected) = (String::new(), Vec::new());
    while expected.len() < count {
        let Some(mut instance) = (subject.puzzle)(&domain, &mut random) else { continue };
        let numbers = |kind: char, numbers: &[i64]| {
            let words: Vec<String> = numbers.iter().map(i64::to_string).collect();
            format!("{kind} {} {}\n", numbers.len(), words.join(" "))
        };
        input += &numbers('p', &(subject.puzzle_numbers)(&*instance));
        for _ in 0..random.random_range(20..200) {
            let values: Vec<Option<f64>> = instance.path_values();
            let value = |name: &String| values[usize::from(table.index(name).unwrap())];
            let row: Vec<f64> = values.iter().map(|value| value.unwrap_or(0.0)).collect();
            // Features that do not exist for the puzzle have no value to compare, nor has the heuristic.
            let mut bits = vec![if computed.iter().all(|name| value(name).is_some()) {
                interpret(&formula, &row)
            } else {
                f64::NAN
            }];
            bits.extend(computed.iter().map(|name| value(name).unwrap_or(f64::NAN)));
            input += &numbers('s', &(subject.state_numbers)(&instance.view()));
            let inputs: Vec<i64> = given.iter().map(|name| value(name).unwrap_or(0.0) as i64).collect();
            input += &numbers('g', &inputs);
            expected.push((instance.text(), bits));
            let moves = instance.moves();
            if moves.is_empty() || expected.len() == count {
                break;
            }
            let chosen = moves[random.random_range(0..moves.len())].text.clone();
            instance = instance.play(&[chosen]).unwrap();
        }
    }
    (formula, input, expected)
}

fn run(mut command: Command, input: &str) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writing = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let _ = writing.join();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn compare(subject: &Subject, outputs: &str, expected: &[(String, Vec<f64>)]) {
    let (computed, _) = features(&registry::domain(subject.domain).unwrap());
    let mut found = outputs.lines().map(|bits| f64::from_bits(bits.trim().parse().unwrap()));
    for (number, (text, values)) in expected.iter().enumerate() {
        for (place, value) in values.iter().enumerate() {
            let found = found.next().unwrap();
            let name = if place == 0 { "the heuristic" } else { &computed[place - 1] };
            let same = value.is_nan() || found.to_bits() == value.to_bits();
            assert!(same, "{name} of state {number} is {value}, exported {found}:\n{text}");
        }
    }
    assert_eq!(found.next(), None);
}

fn written(form: &str, subject: &Subject, formula: &Formula) -> String {
    let domain = registry::domain(subject.domain).unwrap();
    let features = Portable::read(domain.portable_features().unwrap());
    let write = export::form(form).unwrap().write_with_features.unwrap();
    write(formula, domain.features(), &features).unwrap()
}

/// The arguments of the heuristic after the state, and the call of every feature, in the description's own form.
fn calls(subject: &Subject, formula: &Formula) -> (String, Vec<String>) {
    let domain = registry::domain(subject.domain).unwrap();
    let python = written("python", subject, formula);
    let parameters = |name: &str| {
        let start = python.find(&format!("def {name}(")).unwrap();
        let list = python[start..].split(['(', ')']).nth(1).unwrap();
        list.split(", ").filter_map(|one| one.split(':').next()).collect::<Vec<_>>().join(", ")
    };
    let (computed, _) = features(&domain);
    let calls =
        computed.iter().map(|name| format!("feature_{name}({})", parameters(&format!("feature_{name}"))));
    (parameters("heuristic")["p, s, ".len()..].to_owned(), calls.collect())
}

fn c_program(subject: &Subject, formula: &Formula) -> String {
    let (_, given) = features(&registry::domain(subject.domain).unwrap());
    let (arguments, calls) = calls(subject, formula);
    let mut main = written("c", subject, formula);
    main += "
#include <stdio.h>
#include <string.h>
static int64_t p[INSTANCE], s[STATE], a[1000];
static void show(double x) { uint64_t bits; memcpy(&bits, &x, 8); printf(\"%llu\\n\", (unsigned long long)bits); }
int main(void) {
  char kind; int count;
  while (scanf(\" %c %d\", &kind, &count) == 2) {
    for (int i = 0; i < count; i++) { long long x; if (scanf(\"%lld\", &x) != 1) return 1; a[i] = x; }
";
    let _ = writeln!(main, "    if (kind == 'p') {{ {}; }}", subject.prepare.join("; "));
    let read = if subject.read.is_empty() { "memcpy(s, a, sizeof s)" } else { subject.read };
    let _ = writeln!(main, "    else if (kind == 's') {{ {read}; }}\n    else {{");
    for (place, name) in given.iter().enumerate() {
        let _ = writeln!(main, "      double {name} = (double)a[{place}];");
    }
    let _ = writeln!(main, "      show(heuristic(p, s, {}));", arguments);
    for call in calls {
        let _ = writeln!(main, "      show((double){call});");
    }
    main + "    }\n  }\n  return 0;\n}\n"
}

fn python_program(subject: &Subject, formula: &Formula) -> String {
    let (_, given) = features(&registry::domain(subject.domain).unwrap());
    let (arguments, calls) = calls(subject, formula);
    let mut main = written("python", subject, formula);
    main += "
import struct, sys
def show(x): print(struct.unpack('<Q', struct.pack('<d', float(x)))[0])
p = [0] * INSTANCE
s = [0] * STATE
for line in sys.stdin:
    kind, *a = line.split()
    a = [int(x) for x in a[1:]]
    if kind == 'p':
";
    for call in subject.prepare {
        let _ = writeln!(main, "        {}", call.replace("a + 5", "a[5:]").replace("a + 2", "a[2:]"));
    }
    let read = if subject.read.is_empty() { "s[:len(a)] = a" } else { subject.read };
    let _ = writeln!(main, "    elif kind == 's':\n        {read}\n    else:");
    for (place, name) in given.iter().enumerate() {
        let _ = writeln!(main, "        {name} = float(a[{place}])");
    }
    let _ = writeln!(main, "        show(heuristic(p, s, {}))", arguments);
    for call in calls {
        let _ = writeln!(main, "        show({call})");
    }
    main
}

fn rust_program(subject: &Subject, formula: &Formula) -> String {
    let (_, given) = features(&registry::domain(subject.domain).unwrap());
    let (arguments, calls) = calls(subject, formula);
    let mut main = written("rust", subject, formula);
    let borrowed = |call: &str| call.replace("(p, s", "(&p, &s").replace("(s", "(&s");
    main += "
fn main() {
    let mut p = vec![0i64; INSTANCE];
    let mut s = vec![0i64; STATE];
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let mut words = line.split(' ');
        let kind = words.next().unwrap();
        let a: Vec<i64> = words.skip(1).filter_map(|word| word.parse().ok()).collect();
        if kind == \"p\" {
";
    for call in subject.prepare {
        let call = call.replace("a + 5", "&a[5..]").replace("a + 2", "&a[2..]").replace("(p", "(&mut p");
        let _ = writeln!(main, "            {call};");
    }
    let read = match subject.read {
        "" => "s[..a.len()].copy_from_slice(&a)".to_owned(),
        read => read.replace("(p, s, a)", "(&p, &mut s, &a)"),
    };
    let _ = writeln!(main, "        }} else if kind == \"s\" {{\n            {read};\n        }} else {{");
    for (place, name) in given.iter().enumerate() {
        let _ = writeln!(main, "            let {name} = a[{place}] as f64;");
    }
    let show = |call: &str| format!("            println!(\"{{}}\", ({call} as f64).to_bits());\n");
    main += &show(&format!("heuristic(&p, &s, {})", arguments));
    for call in calls {
        main += &show(&borrowed(&call));
    }
    main + "        }\n    }\n}\n"
}

fn states(quick: usize) -> usize {
    if std::env::var_os("UNSTUCK_SLOW").is_some() { 100_000 } else { quick }
}

#[test]
fn exported_c_computes_its_features() {
    if !exists("cc") {
        return;
    }
    let folder = folder("features-c");
    for subject in &SUBJECTS {
        let (formula, input, expected) = cases(subject, states(2_000));
        let (source, program) = (folder.join(format!("{}.c", subject.domain)), folder.join(subject.domain));
        std::fs::write(&source, c_program(subject, &formula)).unwrap();
        let flags = ["-std=c99", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "-o"];
        let built = Command::new("cc").args(flags).args([&program, &source]).arg("-lm").output().unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        compare(subject, &run(Command::new(&program), &input), &expected);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn exported_python_computes_its_features() {
    if !exists("python3") {
        return;
    }
    let folder = folder("features-python");
    for subject in &SUBJECTS {
        let (formula, input, expected) = cases(subject, states(100));
        let program = folder.join(format!("{}.py", subject.domain.replace('-', "_")));
        std::fs::write(&program, python_program(subject, &formula)).unwrap();
        let mut command = Command::new("python3");
        command.arg(&program);
        compare(subject, &run(command, &input), &expected);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn exported_rust_computes_its_features() {
    if !exists("rustc") {
        return;
    }
    let folder = folder("features-rust");
    for subject in &SUBJECTS {
        let (formula, input, expected) = cases(subject, states(1_000));
        let (source, program) = (folder.join(format!("{}.rs", subject.domain)), folder.join(subject.domain));
        std::fs::write(&source, rust_program(subject, &formula)).unwrap();
        let flags = ["--edition=2021", "-O", "-Dwarnings", "-o"];
        let built = Command::new("rustc").args(flags).args([&program, &source]).output().unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        compare(subject, &run(Command::new(&program), &input), &expected);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Every feature that a state alone determines is computed, except those that need a table of the tool's.
#[test]
fn descriptions_are_complete() {
    for subject in &SUBJECTS {
        let domain = registry::domain(subject.domain).unwrap();
        let features = Portable::read(domain.portable_features().unwrap());
        let write = export::form("c").unwrap().write_with_features.unwrap();
        for info in domain.features().features() {
            let name = if info.kind == unstuck_core::feature::Kind::Bool {
                format!("if({}, 1, 0)", info.name)
            } else {
                info.name.to_string()
            };
            let formula = parse(&name, domain.features()).unwrap();
            let found = write(&formula, domain.features(), &features);
            assert_eq!(found.is_err(), info.name.starts_with("pdb_"), "{}", info.name);
        }
    }
}
