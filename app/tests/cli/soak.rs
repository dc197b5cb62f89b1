//! Two servers and a crowd of processes on one store, for as many minutes as UNSTUCK_SOAK says: experiments begin,
//! pause, go on, are stopped, killed, copied and deleted by a schedule of chance. One server lives through all of it
//! and must not grow; the store must stay whole; and whatever ends must end as if nothing had disturbed it. `make
//! soak` runs an hour.

mod deeds;
mod figures;

use super::evolving::Folder;
use super::kills::{result, stream, timeless};
use super::serving::client::{Events, Server};
use figures::Figures;
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What is evolved: some seconds of work each.
const CARS: &str = r#"
repetitions = 2
domain = "rush-hour"
[data]
train = ["jam:1-4"]
validation = ["jam:5-6"]
test = ["jam:7-8"]
[search]
limits = { expanded = 300 }
[genome]
kind = "weights"
features = ["blockers", "distance", "blockers_deep"]
[algorithm]
population = 10
[champion]
validate_every = 3
[stop]
generations = 10
"#;
const TILES: &str = r#"
domain = "tiles"
[data]
train = { generate = "tiles", size = 3, count = 20, seed = 7 }
validation = { generate = "tiles", size = 3, count = 10, seed = 8 }
test = { generate = "tiles", size = 3, count = 10, seed = 9 }
[search]
algorithm = "astar"
limits = { expanded = 3_000 }
[genome]
kind = "tree"
limits = { nodes = 16, depth = 5 }
[algorithm]
population = 20
[fitness]
kind = "search"
reference = "manhattan"
sample = 5
[champion]
validate_every = 4
[stop]
generations = 30
"#;
const CARDS: &str = r#"
domain = "freecell"
[data]
train = { generate = "deal", count = 6, seed = 7 }
validation = { generate = "deal", count = 3, seed = 8 }
test = ["freecell:1-3"]
[search]
algorithm = "greedy"
limits = { expanded = 200, optimal = 0 }
[genome]
kind = "policy"
rules = 2
features = ["hsd_board", "unsorted", "buried_next", "used_cells"]
[algorithm]
population = 10
[fitness]
kind = "search"
reference = "hsd_board"
sample = 3
[champion]
validate_every = 4
[stop]
generations = 15
"#;

/// The file of an experiment by its name, such as cars-a; the letter is the seed.
fn file(name: &str) -> String {
    let (kind, seed) = name.split_once('-').unwrap();
    let rest =
        [("cars", CARS), ("tiles", TILES), ("cards", CARDS)].iter().find(|one| one.0 == kind).unwrap().1;
    format!("format = 1\nname = \"{name}\"\nseed = {}\n{rest}", seed.as_bytes()[0])
}

/// An experiment as the list has it.
struct Listed {
    id: i64,
    name: String,
    state: String,
}

/// A process of the program, and whether it was killed.
struct Worker(Child, bool);

struct Soak {
    /// The one that lives through all of it.
    steady: Server,
    /// The one that is killed.
    frail: Server,
    workers: Vec<Worker>,
    ears: Vec<Events>,
    chance: Box<dyn FnMut(u64) -> u64>,
    /// What an undisturbed run came to, by the file.
    expected: HashMap<String, Value>,
    /// Experiments that were held against it.
    checked: HashSet<i64>,
    /// How often what was done.
    done: BTreeMap<&'static str, u32>,
    figures: Figures,
    /// Gone last, after every process that works in it.
    folder: Arc<Folder>,
}

impl Soak {
    fn new(seed: u64) -> Self {
        let folder = Arc::new(Folder::with("soak", ""));
        Self {
            steady: Server::next_to(&folder),
            frail: Server::next_to(&folder),
            workers: Vec::new(),
            ears: Vec::new(),
            chance: Box::new(stream(seed)),
            expected: HashMap::new(),
            checked: HashSet::new(),
            done: BTreeMap::new(),
            figures: Figures::default(),
            folder,
        }
    }

    fn count(&mut self, what: &'static str) {
        *self.done.entry(what).or_default() += 1;
    }

    fn list(&self) -> Vec<Listed> {
        let told = self.steady.get("/api/experiments").ok();
        let read = |one: &Value| {
            let text = |key: &str| one[key].as_str().unwrap().to_owned();
            assert_ne!(one["state"], "failed", "{one:#}");
            Listed { id: one["id"].as_i64().unwrap(), name: text("name"), state: text("state") }
        };
        told["experiments"].as_array().unwrap().iter().map(read).collect()
    }

    /// A process that works next to the servers.
    fn spawn(&mut self, arguments: &[&str]) {
        let mut command = self.folder.command(arguments);
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        self.workers.push(Worker(child.unwrap(), false));
    }

    /// Sees off the processes that have ended. Those that found an experiment taken say so by code 2.
    fn reap(&mut self) {
        let (ended, going) = self.workers.drain(..).partition(|worker| {
            let process = worker.0.id();
            fs::read_to_string(format!("/proc/{process}/stat")).unwrap().contains(") Z ")
        });
        self.workers = going;
        for Worker(child, killed) in ended {
            let output = child.wait_with_output().unwrap();
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(!told.contains("panicked"), "{told}");
            let code = output.status.code();
            assert!(killed && code.is_none() || matches!(code, Some(0 | 2 | 130)), "{code:?}: {told}");
        }
    }

    /// Holds an experiment that is done against an undisturbed run of the same file, which is made when it is first
    /// wanted.
    fn check(&mut self, one: &Listed) {
        let id = one.id.to_string();
        let whole = self.folder.run(&["experiments", "show", &id, "--config"]).exits(0).out;
        let expected = self.expected.entry(whole.clone()).or_insert_with(|| {
            let alone = Folder::with("soak-alone", &whole);
            alone.run(&["evolve", "tiny.toml", "--quiet", "--threads", "1"]).exits(0);
            result(&alone)
        });
        let exported = self.folder.run(&["experiments", "export", &id, "--json"]).exits(0).json();
        let individuals = self.folder.run(&["experiments", "export", &id, "--individuals"]).exits(0).out;
        let same = timeless(exported, individuals) == *expected;
        assert!(same, "{} (number {id}) ended otherwise than an undisturbed run", one.name);
        self.checked.insert(one.id);
        self.count("held against an undisturbed run");
    }

    /// The next one that was not held against anything yet.
    fn check_next(&mut self) {
        let next = self.list().into_iter().find(|one| one.state == "done" && !self.checked.contains(&one.id));
        if let Some(one) = next {
            self.check(&one);
        }
    }

    /// Lets everything come to its end.
    fn finish(&mut self) {
        self.ears.clear();
        let began = Instant::now();
        loop {
            self.reap();
            let left: Vec<Listed> = self.list().into_iter().filter(|one| one.state != "done").collect();
            if left.is_empty() && self.workers.is_empty() {
                break;
            }
            let told = left.iter().map(|one| format!("{} {} {}", one.id, one.name, one.state));
            let told: Vec<String> = told.collect();
            assert!(began.elapsed() < Duration::from_secs(600), "these do not end: {told:?}");
            for one in left.iter().filter(|one| one.state != "running") {
                self.steady.post(&format!("/api/experiments/{}/resume", one.id), Value::Null);
            }
            std::thread::sleep(Duration::from_millis(500));
        }
        for one in self.list().into_iter().filter(|one| !self.checked.contains(&one.id)).collect::<Vec<_>>() {
            self.check(&one);
        }
    }

    /// The store is whole.
    fn inspect(&self) {
        let path = self.folder.0.join("store.db");
        let store = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        let rows = |sql: &str| -> Vec<String> {
            let mut statement = store.prepare(sql).unwrap();
            statement.query_map([], |row| row.get(0)).unwrap().map(|row| row.unwrap()).collect()
        };
        assert_eq!(rows("PRAGMA integrity_check"), ["ok"]);
        assert_eq!(rows("PRAGMA foreign_key_check"), Vec::<String>::new());
    }

    /// No process is left: no owner in the table, no lock that is held, no file but the known ones, and no panic was
    /// told.
    fn inspect_what_is_left(&self) {
        let store = Connection::open(self.folder.0.join("store.db")).unwrap();
        let count = |sql: &str| store.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(count("SELECT COUNT(*) FROM experiment WHERE owner IS NOT NULL AND deleted IS NULL"), 0);
        drop(store);
        for lock in fs::read_dir(self.folder.0.join("store.db.locks")).unwrap() {
            let path = lock.unwrap().path();
            File::open(&path).unwrap().try_lock().unwrap_or_else(|_| panic!("{} is held", path.display()));
        }
        let names = fs::read_dir(&self.folder.0).unwrap().map(|file| file.unwrap().file_name());
        let known = |name: &str| {
            ["store.db", "store.db.locks", "errors.txt", "cache"].contains(&name)
                // A kill may leave a champion half written next to its place.
                || name.contains(".heuristic.") && name.ends_with(".new")
                || [".toml", ".heuristic", ".html"].iter().any(|ending| name.ends_with(ending))
        };
        let strange: Vec<_> = names.filter(|name| !known(&name.to_string_lossy())).collect();
        assert!(strange.is_empty(), "{strange:?}");
        let told = fs::read_to_string(self.folder.0.join("errors.txt")).unwrap();
        assert!(!told.contains("panicked"), "{told}");
    }
}

#[test]
fn an_hour_of_everything() {
    let Some(minutes) = std::env::var_os("UNSTUCK_SOAK") else {
        return eprintln!("UNSTUCK_SOAK is not set: the soak was left out; make soak runs it");
    };
    let minutes: f64 = minutes.to_str().unwrap().parse().expect("UNSTUCK_SOAK is a number of minutes");
    let seed: u64 = std::env::var("UNSTUCK_SOAK_SEED").map_or(1, |seed| seed.parse().unwrap());
    let mut soak = Soak::new(seed);
    let (began, mut told) = (Instant::now(), 0);
    while began.elapsed().as_secs_f64() < minutes * 60.0 {
        soak.step();
        let minute = began.elapsed().as_secs() / 60;
        if minute > told {
            told = minute;
            soak.inspect();
            eprintln!("minute {minute}: {:?}", soak.done);
        }
    }
    let lines = soak.figures.lines();
    soak.finish();
    soak.steady.interrupt();
    soak.frail.interrupt();
    soak.inspect();
    soak.inspect_what_is_left();
    eprintln!("{minutes} minutes with seed {seed}");
    soak.done.iter().for_each(|(what, times)| eprintln!("{times:>7} {what}"));
    lines.iter().for_each(|(line, _)| eprintln!("{line}"));
    assert!(lines.iter().all(|(_, grows)| !grows), "the server grows");
}
