//! Stores with one random change: no command panics, hangs, or takes damage for a result.
//!
//! Commands run in this process. A mutation changes one value, flips one bit of a blob, removes a row, or flips a bit
//! of the file. `forged` changes are sealed again, so that their checksums are right. Every (mutation, command) pair
//! has a verdict: refused; unaffected (the same output as for the intact store); or accepted (another output), which
//! only the columns below and forged values may be. Imports and resumed experiments are followed by an export, so
//! that another result is another output.
//!
//! An experiment that is not the changed one is resumed for every eighth mutation only.
//!
//! The experiments of all [`KINDS`] are changed in turn. `UNSTUCK_MUTATIONS` sets how many mutations are tried,
//! `UNSTUCK_SEED` the first seed.

use super::cpu;
use super::evolving::{Folder, with_baseline};
use super::kills::stream;
use rusqlite::Connection;
use rusqlite::types::Value as SqlValue;
use serde_json::Value;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use unstuck_ops::runner::Runner;
use unstuck_ops::runner::event::{Event, Stage};
use unstuck_ops::store::{Store, seal};

/// Columns of leases and of times: not under the checksum, and part of no result.
const OPERATIONAL: [&str; 6] = ["lease", "owner", "host", "expires", "command", "updated"];

/// A command that takes more CPU time hangs.
const PATIENCE: Duration = Duration::from_secs(20);

/// Commands, one after the other in the same store; `FOLDER` is the folder of the store, `STORE` the store. The
/// experiments 3, 4 and 5 are unfinished: nothing was run, some generations were, and the test is still to be held.
const COMMANDS: &[&[&[&str]]] = &[
    &[&["experiments", "list", "--json"]],
    &[&["experiments", "show", "1"]],
    &[&["experiments", "show", "1", "--json"]],
    &[&["experiments", "show", "2", "--config"]],
    &[&["experiments", "show", "4", "--json"]],
    &[&["experiments", "export", "1", "--champion"]],
    &[&["experiments", "export", "1", "--csv"]],
    &[&["experiments", "export", "1", "--individuals"]],
    &[&["experiments", "export", "2", "--json"]],
    &[&["report", "1", "--full", "--output", "FOLDER/page.html"]],
    &[&["report", "2", "--json"]],
    &[&["experiments", "clone", "1", "--json"]],
    &[&["experiments", "check", "--json"]],
    &[&["experiments", "check", "--repair", "--json"]],
    &[&["experiments", "import", "STORE", "1", IMPORTED], &["experiments", "export", "--json", IMPORTED]],
    &[&["experiments", "import", "STORE", "4", IMPORTED], &["experiments", "export", "--json", IMPORTED]],
    &[
        &["experiments", "import", "STORE", "3", IMPORTED],
        &["experiments", "resume", "1", "--quiet", CHAMPION, IMPORTED],
        &["experiments", "export", "--json", IMPORTED],
    ],
    &[
        &["experiments", "import", "STORE", "5", IMPORTED],
        &["experiments", "resume", "1", "--quiet", CHAMPION, IMPORTED],
        &["experiments", "export", "--json", IMPORTED],
    ],
    &[&["experiments", "resume", "3", "--quiet", CHAMPION], &["experiments", "export", "3", "--json"]],
    &[&["experiments", "resume", "4", "--quiet", CHAMPION], &["experiments", "export", "4", "--json"]],
    &[&["experiments", "resume", "5", "--quiet", CHAMPION], &["experiments", "export", "5", "--json"]],
];

/// Another store.
const IMPORTED: &str = "--store=FOLDER/imported.db";
/// Where champions are saved.
const CHAMPION: &str = "--output=FOLDER/champion";

/// What a mutation is.
#[derive(Debug, Clone)]
struct Mutation {
    kind: &'static str,
    /// Table and column.
    place: String,
    forged: bool,
    /// The experiment that the row belongs to, where it belongs to one.
    experiment: Option<i64>,
}

impl Mutation {
    /// Whether another output is harmless.
    fn is_harmless(&self) -> bool {
        self.forged || OPERATIONAL.iter().any(|column| self.place.ends_with(&format!(".{column}")))
    }
}

/// The text of an experiment.
type Text = fn() -> String;

/// Experiments by what they evolve, and with which algorithm; the first one also tunes a baseline.
const KINDS: [(&str, Text); 7] = [
    ("baseline", || with_baseline(EASY)),
    ("weights", || EASY.to_owned()),
    ("tree", || of_kind("tree", "islands", "{ count = 2, every = 3 }")),
    ("coevolution", || of_kind("weights", "coevolution", "{ groups = 4, size = 2 }")),
    ("policy", || of_kind("policy", "nsga2", "{}")),
    ("rule", || RULE.to_owned()),
    ("planning", || PLANNING.to_owned()),
];

/// Boards that every search solves at once.
const EASY: &str = r#"
format = 1
name = "tiny"
domain = "rush-hour"
[data]
train = { generate = "random", size = 4, vehicles = "4-6", length = "3-8", count = 2, seed = 1 }
validation = { generate = "random", size = 4, vehicles = "4-6", length = "3-8", count = 2, seed = 2 }
test = { generate = "random", size = 4, vehicles = "4-6", length = "3-8", count = 2, seed = 3 }
[search]
limits = { expanded = 200 }
[genome]
kind = "weights"
features = ["blockers", "distance"]
[algorithm]
population = 4
[champion]
baseline = false
validate_every = 2
top = 2
[stop]
generations = 3
"#;

fn of_kind(genome: &str, algorithm: &str, settings: &str) -> String {
    EASY.replace("kind = \"weights\"", &format!("kind = \"{genome}\""))
        .replace("[algorithm]", &format!("[algorithm]\nkind = \"{algorithm}\"\n{algorithm} = {settings}"))
}

/// A rule for an optimisation domain.
const RULE: &str = r#"
format = 1
name = "tiny"
domain = "bin-packing"
settings = { online = true }
[data]
train = { generate = "weibull", items = 20, count = 3, seed = 21 }
validation = { generate = "weibull", items = 20, count = 2, seed = 22 }
test = { generate = "weibull", items = 20, count = 2, seed = 23 }
[genome]
kind = "weights"
features = ["exact", "is_new", "count_after"]
[algorithm]
kind = "cma_es"
population = 4
[champion]
baseline = false
[stop]
generations = 3
"#;

/// A heuristic for a planning domain.
const PLANNING: &str = r#"
format = 1
name = "tiny"
domain = "pddl-ferry"
initial = ["goals_left", "unmet(at)"]
data = { train = ["ferry:train-1-3"], validation = ["ferry:train-4"], test = ["ferry:train-5"] }
search = { algorithm = "lazy", limits = { effort = 20_000, reference_factor = 1, optimal = 0 } }
[genome]
kind = "tree"
features = ["goals_left", "lifted"]
[algorithm]
population = 8
[fitness]
kind = "coverage"
sample = 0
reference = "goals_left"
[champion]
baseline = false
[stop]
generations = 3
"#;

/// Five experiments of a kind: one with a grid, one with two repetitions, and three that are unfinished.
fn intact(kind: &str, experiment: &str) -> Folder {
    // A busy machine may let an experiment end before it is interrupted.
    (0..100).find_map(|_| half_finished(kind, experiment)).expect("experiments that were interrupted in time")
}

fn half_finished(kind: &str, experiment: &str) -> Option<Folder> {
    let grid = "[grid]\n\"algorithm.population\" = [5, 6]\n";
    let folder = Folder::with(&format!("mutations-{kind}"), &format!("{experiment}{grid}"));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let other = experiment.replace("name = \"tiny\"", "name = \"other\"\nrepetitions = 2");
    let other = other.replace("generations = 3", "generations = 12");
    folder.write("other.toml", &other);
    folder.run(&["evolve", "other.toml", "--quiet", "--output", "other"]).exits(0);
    folder.run(&["experiments", "clone", "1"]).exits(0);
    folder.run(&["experiments", "clone", "2"]).exits(0);
    folder.run(&["experiments", "clone", "2"]).exits(0);
    interrupt(&folder, 4, |event| matches!(event, Event::Generation { .. }));
    interrupt(&folder, 5, |event| matches!(event, Event::Progress { stage: Stage::Testing, .. }));
    let connection = Connection::open(folder.0.join("store.db")).unwrap();
    let sql = "SELECT max(generation) > 0, min(state = 'done') FROM run WHERE experiment = ?1";
    let stage = |id: i64| -> (bool, bool) {
        connection.query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
    };
    let sql = "SELECT tested FROM configuration WHERE experiment = 5";
    let tested = connection.query_row(sql, [], |row| row.get::<_, bool>(0)).unwrap();
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    let stages = [3, 4, 5].map(stage);
    (stages == [(false, false), (true, false), (true, true)] && !tested).then_some(folder)
}

/// Runs an experiment until the first event of a kind.
fn interrupt(folder: &Folder, id: i64, at: impl Fn(&Event) -> bool) {
    unstuck_domains::install();
    let store = Arc::new(Store::open(&folder.0.join("store.db")).unwrap());
    let runner = Runner::new(store, 1);
    let events = runner.subscribe();
    runner.start(id).unwrap();
    for event in events {
        if at(&event) {
            // It may have ended meanwhile.
            let _ = runner.quit(id);
        }
        if matches!(event, Event::Ended { .. }) {
            break;
        }
    }
}

fn tables(connection: &Connection) -> Vec<(String, Vec<(String, String)>)> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name";
    let names: Vec<String> = connection
        .prepare(sql)
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let columns = |table: &str| {
        let mut statement = connection.prepare(&format!("PRAGMA table_info({table})")).unwrap();
        let all = statement.query_map([], |row| Ok((row.get(1)?, row.get(2)?))).unwrap();
        all.map(Result::unwrap).collect::<Vec<(String, String)>>()
    };
    names.into_iter().map(|name| (name.clone(), columns(&name))).collect()
}

/// Another value of a type.
fn other(kind: &str, old: &SqlValue, chance: &mut impl FnMut(u64) -> u64) -> SqlValue {
    let integers = [i64::MIN, -1, 0, 1, 2, 7, 255, 256, i64::from(u32::MAX), 1 << 40, i64::MAX];
    let reals = [f64::NEG_INFINITY, -1.0, -0.0, 0.5, 1e300, f64::INFINITY];
    let texts = [
        "",
        "x",
        "done",
        "[]",
        "\u{0}",
        "[[\"a\",1]]",
        "format = 1",
        "0000000000000007 zz",
        "heuristic 1 for tiles",
    ];
    match (kind, chance(5)) {
        (_, 0) => SqlValue::Null,
        ("INTEGER", 1) => SqlValue::Integer(match old {
            SqlValue::Integer(old) => old.wrapping_add(1),
            _ => 1,
        }),
        ("INTEGER", _) => SqlValue::Integer(integers[chance(11) as usize]),
        ("REAL", _) => SqlValue::Real(reals[chance(6) as usize]),
        ("BLOB", _) => SqlValue::Blob(match (old, chance(4)) {
            (SqlValue::Blob(old), 0) => old[..old.len() / 2].to_vec(),
            (SqlValue::Blob(old), 1) => [&old[..], &[0xff; 3]].concat(),
            (SqlValue::Blob(old), _) if !old.is_empty() => {
                let (mut new, at) = (old.clone(), chance(old.len() as u64 * 8));
                new[at as usize / 8] ^= 1 << (at % 8);
                new
            }
            _ => vec![0x91, 0xc0],
        }),
        _ => match (old, chance(3)) {
            (SqlValue::Text(old), 0) => SqlValue::Text(format!("{old}x")),
            (SqlValue::Text(old), 1) if !old.is_empty() => {
                let mut signs: Vec<char> = old.chars().collect();
                let at = chance(signs.len() as u64) as usize;
                signs[at] = char::from(b'0' + chance(10) as u8);
                SqlValue::Text(signs.into_iter().collect())
            }
            _ => SqlValue::Text(texts[chance(texts.len() as u64) as usize].into()),
        },
    }
}

/// The experiment that a row belongs to.
fn experiment_of(
    connection: &Connection,
    table: &str,
    columns: &[(String, String)],
    row: &str,
) -> Option<i64> {
    let has = |wanted: &str| columns.iter().any(|(name, _)| name == wanted);
    let column = match table {
        "experiment" => "id",
        "heuristic" => return None,
        _ if has("experiment") => "experiment",
        _ if has("run") => "(SELECT experiment FROM run AS owner WHERE owner.id = run)",
        _ => return None,
    };
    connection.query_row(&format!("SELECT {column} FROM {table} WHERE {row}"), [], |row| row.get(0)).ok()
}

/// Whether a command resumes an experiment, which takes ten times as long as all that read, other than the changed one.
fn resumes_another(words: &[&[&str]], mutation: &Mutation) -> bool {
    let named = words[0].iter().find_map(|word| word.parse::<i64>().ok());
    let resumes = words.iter().any(|words| words.contains(&"resume"));
    resumes && mutation.experiment.is_some() && mutation.experiment != named
}

/// Changes the file; none where the change changes nothing, or the tables do not take it.
fn mutate(path: &Path, chance: &mut impl FnMut(u64) -> u64) -> Option<Mutation> {
    let kind = ["value", "value", "value", "bit", "row", "file"][chance(6) as usize];
    if kind == "file" {
        let mut bytes = std::fs::read(path).unwrap();
        let bit = chance(bytes.len() as u64 * 8);
        bytes[bit as usize / 8] ^= 1 << (bit % 8);
        std::fs::write(path, bytes).unwrap();
        return Some(Mutation { kind, place: "file".into(), forged: false, experiment: None });
    }
    let connection = Connection::open(path).unwrap();
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    let tables = tables(&connection);
    let (table, columns) = &tables[chance(tables.len() as u64) as usize];
    let count: i64 =
        connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap();
    if count == 0 {
        return None;
    }
    // Tables without row numbers are addressed by their order.
    let key = columns.iter().take(4).map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    let offset = chance(count as u64);
    let row = format!("({key}) = (SELECT {key} FROM {table} ORDER BY {key} LIMIT 1 OFFSET {offset})");
    let experiment = experiment_of(&connection, table, columns, &row);
    if kind == "row" {
        let changed = connection.execute(&format!("DELETE FROM {table} WHERE {row}"), []).unwrap();
        return (changed == 1).then(|| Mutation { kind, place: table.clone(), forged: false, experiment });
    }
    let blobs = columns.iter().filter(|(_, kind)| kind == "BLOB").count();
    let wanted: Vec<_> =
        columns.iter().filter(|(_, of)| kind != "bit" || blobs == 0 || of == "BLOB").collect();
    let (column, of) = wanted[chance(wanted.len() as u64) as usize];
    let sql = format!("SELECT {column} FROM {table} WHERE {row}");
    let old: SqlValue = connection.query_row(&sql, [], |row| row.get(0)).ok()?;
    let new = other(of, &old, chance);
    if old == new {
        return None;
    }
    connection.execute(&format!("UPDATE {table} SET {column} = ?1 WHERE {row}"), [new]).ok()?;
    let forged = column != "sum" && chance(3) == 0;
    if forged {
        seal::forge(&connection).ok()?;
    }
    let moved = ["id", "experiment", "run"].contains(&column.as_str());
    let experiment = experiment.filter(|_| !moved);
    Some(Mutation { kind, place: format!("{table}.{column}"), forged, experiment })
}

/// What commands come to: their output, or the first message.
fn perform(store: &Path, commands: &[&[&str]]) -> Result<String, String> {
    let folder = store.parent().unwrap().to_string_lossy().into_owned();
    let mut text = String::new();
    for words in commands {
        let place = |word: &&str| word.replace("FOLDER", &folder).replace("STORE", &store.to_string_lossy());
        let mut words: Vec<String> = words.iter().map(place).collect();
        if !words.iter().any(|word| word.starts_with("--store")) {
            words.extend(["--store".into(), store.to_string_lossy().into_owned()]);
        }
        let mut out = Vec::new();
        let exit = unstuck::perform(&words, &mut out).map_err(|error| format!("{error:#}"))?;
        // A run prints how long it took; the export that follows has its result.
        if !words.contains(&"resume".into()) {
            let is_exported = words.contains(&"export".into());
            text += &format!("{exit:?} {} ", normal(&String::from_utf8_lossy(&out), is_exported));
        }
    }
    Ok(text)
}

/// An output without times, and with single spaces.
fn normal(text: &str, is_exported: bool) -> String {
    let mut text = text.to_owned();
    if let Ok(mut object) = serde_json::from_str::<Value>(&text) {
        if let Some(store) = object.get_mut("store").and_then(Value::as_object_mut) {
            // How long it took to read the store.
            store.remove("seconds");
        }
        if is_exported {
            timeless(&mut object);
        }
        text = object.to_string();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Removes what the clock decides of an exported record.
fn timeless(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            ["seconds", "created", "updated"].iter().for_each(|key| drop(entries.remove(*key)));
            entries.values_mut().for_each(timeless);
        }
        Value::Array(entries) => entries.iter_mut().for_each(timeless),
        _ => {}
    }
}

/// Whether a message names the damage, or what else is wrong with the store.
fn is_telling(message: &str) -> bool {
    let words = [
        "is damaged",
        "is not a store",
        "newer unstuck",
        "there is no experiment",
        "cannot be read",
        "earlier unstuck",
        "being run by",
    ];
    words.iter().any(|word| message.contains(word))
}

/// A store that is changed, what its commands come to while it is intact, and its files.
struct Subject {
    kind: &'static str,
    folder: Folder,
    place: PathBuf,
    original: Vec<u8>,
    expected: Vec<String>,
}

impl Subject {
    fn new(kind: &'static str, experiment: &str) -> Self {
        let folder = intact(kind, experiment);
        let original = std::fs::read(folder.0.join("store.db")).unwrap();
        let place = folder.0.join("changed.db");
        let mut subject = Self { kind, folder, place, original, expected: Vec::new() };
        subject.expected = COMMANDS
            .iter()
            .map(|words| {
                subject.lay(&subject.original);
                perform(&subject.place, words).unwrap_or_else(|error| panic!("{kind}: {words:?}: {error}"))
            })
            .collect();
        subject
    }

    /// Makes the store hold these bytes, and removes what commands have left.
    fn lay(&self, bytes: &[u8]) {
        for entry in std::fs::read_dir(&self.folder.0).unwrap().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if ["changed.db", "imported.db", "champion"].iter().any(|start| name.starts_with(start)) {
                // The folder of locks stays.
                let _ = std::fs::remove_file(entry.path());
            }
        }
        std::fs::write(&self.place, bytes).unwrap();
    }
}

#[test]
fn no_command_believes_a_changed_store() {
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let slow = std::env::var_os("UNSTUCK_SLOW").is_some();
    let wanted = number("UNSTUCK_MUTATIONS").unwrap_or(if slow { 200 } else { 25 });
    let first = number("UNSTUCK_SEED").unwrap_or(1);
    eprintln!("{wanted} mutations, {} commands, UNSTUCK_SEED={first}", COMMANDS.len());
    let subjects: Vec<_> = KINDS.iter().map(|(kind, experiment)| Subject::new(kind, &experiment())).collect();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|told| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        eprintln!("{told}");
    }));
    let (mut skipped, mut done, mut pairs, mut slowest, mut seed) =
        (0, 0, 0, Duration::ZERO, first.wrapping_mul(1_000_003));
    let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    while done < wanted {
        seed += 1;
        let mut chance = stream(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        (0..5).for_each(|_| assert!(chance(2) < 2));
        let subject = &subjects[done as usize % subjects.len()];
        subject.lay(&subject.original);
        let Some(mutation) = mutate(&subject.place, &mut chance) else { continue };
        done += 1;
        let changed = std::fs::read(&subject.place).unwrap();
        for (words, expected) in COMMANDS.iter().zip(&subject.expected) {
            if resumes_another(words, &mutation) && !done.is_multiple_of(8) {
                skipped += 1;
                continue;
            }
            subject.lay(&changed);
            let (began, before) = (cpu::used(std::process::id()), PANICS.load(Ordering::Relaxed));
            let result = catch_unwind(AssertUnwindSafe(|| perform(&subject.place, words)));
            let took = cpu::used(std::process::id()) - began;
            let panicked = PANICS.load(Ordering::Relaxed) > before;
            slowest = slowest.max(took);
            pairs += 1;
            let check = words[0].contains(&"check");
            let verdict = match &result {
                _ if panicked || took > PATIENCE => "failed",
                Err(_) => "failed",
                Ok(Err(message)) if is_telling(message) => "refused",
                Ok(Err(_)) => "refused otherwise",
                Ok(Ok(text)) if text == expected => "unaffected",
                Ok(Ok(_)) if check => "told",
                Ok(Ok(_)) if mutation.is_harmless() => "accepted, harmless",
                Ok(Ok(_)) => "accepted",
            };
            let forged = if mutation.forged { "forged " } else { "" };
            *verdicts.entry(format!("{forged}{}: {verdict}", mutation.kind)).or_default() += 1;
            if matches!(verdict, "failed" | "accepted" | "refused otherwise") {
                wrong.push(format!(
                    "{verdict}: {}, seed {seed}, {mutation:?}, {words:?}: {result:?}",
                    subject.kind
                ));
            }
        }
    }
    std::panic::set_hook(hook);
    eprintln!(
        "{pairs} pairs, {skipped} left out, {} panics, slowest {slowest:?}",
        PANICS.load(Ordering::Relaxed)
    );
    verdicts.iter().for_each(|(verdict, count)| eprintln!("{count:6} {verdict}"));
    wrong.sort_by_key(|line| line.starts_with("refused otherwise"));
    wrong.iter().take(40).for_each(|line| eprintln!("{}", line.chars().take(600).collect::<String>()));
    let serious = wrong.iter().take_while(|line| !line.starts_with("refused otherwise")).count();
    assert_eq!(serious, 0, "of {pairs} pairs");
}
