//! Ends that come at a bad moment: SIGKILL, Ctrl-C once and twice. A resumed run comes to the same result.

use super::cpu;
use super::evolving::{Folder, TINY, small, with_baseline};
use super::experiments::{Running, endless, start, wait_for};
use super::patience::Patience;
use serde_json::{Value, json};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// Some seconds of work: two repetitions, a control, a baseline and a test.
fn busy() -> String {
    let experiment = with_baseline(&small(TINY)).replace("name =", "repetitions = 2\nname =");
    experiment.replace("200 }", "400 }").replace("generations = 3", "generations = 30")
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Everything that was stored, but for what the clock decides.
pub fn result(folder: &Folder) -> Value {
    let object = folder.run(&["experiments", "export", "--json"]).exits(0).json();
    timeless(object, folder.run(&["experiments", "export", "--individuals"]).exits(0).out)
}

/// The same of what was exported.
pub fn timeless(mut exported: Value, individuals: String) -> Value {
    let mut object = exported["experiment"].take();
    assert_eq!(object["state"], "done", "{object:#}");
    for run in object["runs"].as_array_mut().unwrap() {
        (run["id"], run["seconds"]) = (Value::Null, Value::Null);
    }
    for configuration in object["configurations"].as_array_mut().unwrap() {
        for entry in configuration["test"]["entries"].as_array_mut().unwrap() {
            entry["seconds"] = Value::Null;
        }
    }
    json!([object["runs"], object["configurations"], individuals])
}

/// The generations of every run, which must be the first ones of those that were expected.
fn progress(folder: &Folder, expected: &Value) -> Vec<u64> {
    let object = folder.run(&["experiments", "export", "--json"]).exits(0).json()["experiment"].take();
    let runs = object["runs"].as_array().unwrap().iter().zip(expected[0].as_array().unwrap());
    runs.map(|(run, expected)| {
        let (history, whole) = (run["history"].as_array().unwrap(), expected["history"].as_array().unwrap());
        assert_eq!(run["generation"], history.len(), "{run:#}");
        assert_eq!(history[..], whole[..history.len()]);
        history.len() as u64
    })
    .collect()
}

/// A stream of numbers of a seed that is printed: `UNSTUCK_SEED`, or the clock.
fn chance() -> impl FnMut(u64) -> u64 {
    let named = std::env::var("UNSTUCK_SEED").ok().and_then(|text| text.parse().ok());
    let clock = || {
        let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        time.as_nanos() as u64
    };
    let seed = named.unwrap_or_else(clock);
    eprintln!("UNSTUCK_SEED={seed}");
    stream(seed)
}

/// The stream of numbers of a seed.
pub fn stream(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    }
}

#[test]
fn a_run_that_is_killed_again_and_again_ends_as_if_it_were_not() {
    let kills = if std::env::var_os("UNSTUCK_SLOW").is_some() { 50 } else { 5 };
    let folder = Folder::with("killed", &busy());
    kill_again_and_again(&folder, kills, &mut chance());
}

/// Every algorithm with every kind of genome. `UNSTUCK_KILLS` sets how many kills each gets.
#[test]
fn every_algorithm_and_genome_survives_kills() {
    let slow = std::env::var_os("UNSTUCK_SLOW").is_some();
    let named = std::env::var("UNSTUCK_KILLS").ok().and_then(|text| text.parse().ok());
    let Some(kills) = named.or(slow.then_some(3)) else { return };
    let (mut chance, mut total) = (chance(), 0);
    for (algorithm, _) in unstuck_evolution::algorithms::ALGORITHMS {
        for genome in ["weights", "tree", "policy"] {
            let text = small(TINY)
                .replace("kind = \"weights\"", &format!("kind = \"{genome}\""))
                .replace("[algorithm]", &format!("[algorithm]\nkind = \"{algorithm}\""))
                .replace("generations = 3", "generations = 20");
            let folder = Folder::with(&format!("killed-{algorithm}-{genome}"), &text);
            // Some algorithms do not have every genome.
            if folder.run(&["evolve", "tiny.toml", "--print-config"]).code != Some(0) {
                continue;
            }
            kill_again_and_again(&folder, kills, &mut chance);
            total += kills;
        }
    }
    eprintln!("{total} kills or more, 0 lost generations, 0 differing histories");
}

/// A rule for a planning domain, with concepts and formulas learned from plans, in races.
#[test]
fn a_learned_rule_survives_kills() {
    let slow = std::env::var_os("UNSTUCK_SLOW").is_some();
    let named = std::env::var("UNSTUCK_KILLS").ok().and_then(|text| text.parse().ok());
    let Some(kills) = named.or(slow.then_some(10)) else { return };
    let folder = Folder::with("killed-rule", "");
    let learn = ["evolve", "pddl-ferry", "ferry:train-1-12", "--minutes", "0.5", "--print-config"];
    let text = folder.run(&learn).exits(0).out;
    let changes = [
        ("# test: none", "test = [\"ferry:easy-1\", \"ferry:easy-2\"]"),
        ("# generations: none", "generations = 12"),
        ("seconds = 15", "# seconds: none"),
    ];
    let text = changes.into_iter().fold(text, |text, (old, new)| {
        assert!(text.contains(old), "{text}");
        text.replace(old, new)
    });
    folder.write("tiny.toml", &text);
    kill_again_and_again(&folder, kills, &mut chance());
    eprintln!("{kills} kills or more, 0 lost generations, 0 differing histories");
}

/// Kills an experiment at random moments and compares its result with that of an uninterrupted run.
fn kill_again_and_again(folder: &Folder, kills: usize, chance: &mut impl FnMut(u64) -> u64) {
    let began = Instant::now();
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let whole = began.elapsed().as_millis() as u64;
    let expected = result(folder);
    let mut done = 0;
    let mut again = true;
    // What was stored when the last one was killed, and whether a kill ever left a run in its middle.
    let (mut before, mut halfway) = (Vec::new(), false);
    // A machine that was faster at first may need more of them before one comes in the middle.
    while done < kills || (!halfway && done < 20 * kills) {
        let arguments = ["evolve", "tiny.toml", "--quiet", "--again"];
        let mut child = start(folder, if again { &arguments } else { &arguments[..3] });
        std::thread::sleep(Duration::from_millis(chance((whole / 2).max(1))));
        again = child.try_wait().unwrap().is_some();
        if again {
            assert_eq!(result(folder), expected, "after {done} kills");
        } else {
            child.kill().unwrap();
            child.wait().unwrap();
            done += 1;
            // Killed before it was put into the store: the finished one is the newest.
            let listed = folder.run(&["experiments", "list", "--json"]).exits(0).json();
            again = listed["experiments"][0]["state"] == "done";
            assert!(again || listed["experiments"][0]["state"] == "waiting", "{listed:#}");
        }
        if again {
            before = Vec::new();
            continue;
        }
        let now = progress(folder, &expected);
        let kept = before.iter().zip(&now).all(|(before, now)| before <= now);
        assert!(kept, "{before:?} became {now:?} after {done} kills");
        halfway |= now.iter().any(|&generations| generations > 0) && now != before;
        before = now;
    }
    assert!(halfway, "no kill came while something was stored");
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    assert_eq!(result(folder), expected);
}

#[test]
fn ctrl_c_finishes_the_generation_and_the_rest_can_follow() {
    let folder = Folder::with("ctrl-c", &busy());
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let expected = result(&folder);
    let mut child = start(&folder, &["evolve", "tiny.toml", "--quiet", "--again"]);
    wait_for(&folder, "running");
    std::thread::sleep(Duration::from_millis(100));
    signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    wait_for(&folder, "waiting");
    let text = folder.run(&["experiments", "show"]).exits(0).out;
    assert!(text.contains("nothing stored is lost; to resume: unstuck experiments resume 2"), "{text}");
    folder.run(&["experiments", "resume", "tiny", "--quiet"]).exits(0);
    assert_eq!(result(&folder), expected);
}

#[test]
fn a_second_ctrl_c_ends_at_once() {
    // A generation that lasts for hours.
    let patient = endless()
        .replace("[fitness]", "")
        .replace("[genome]", "[fitness]\nkind = \"search\"\nreference = \"blockers_deep\"\n[genome]");
    let folder = Folder::with("twice", &patient);
    let mut child = start(&folder, &["evolve", "tiny.toml", "--quiet"]);
    wait_for(&folder, "running");
    cpu::wait_for(child.id(), Duration::from_millis(300));
    signal(&child, "-INT");
    std::thread::sleep(Duration::from_millis(100));
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    let (ended, used) = cpu::end(&mut child);
    assert_eq!(ended.code(), Some(130));
    assert!(used < Duration::from_secs(2), "{used:?}");
    // No process has it any more, and it can be taken at once.
    wait_for(&folder, "waiting");
    folder.run(&["experiments", "stop", "tiny"]).exits(0);
}

#[test]
fn a_dead_owner_gives_way_at_once() {
    let folder = Folder::with("dead", &endless());
    let mut first = start(&folder, &["evolve", "tiny.toml", "--quiet"]);
    wait_for(&folder, "running");
    first.kill().unwrap();
    first.wait().unwrap();
    let mut second = start(&folder, &["evolve", "tiny.toml", "--quiet"]);
    // It holds the lock a moment before it writes its name.
    let (patience, owner) = (Patience::default(), format!("process {} ", second.id()));
    loop {
        let listed = wait_for(&folder, "running");
        if listed["owner"].as_str().unwrap().starts_with(&owner) {
            break;
        }
        patience.wait(|| listed.to_string());
    }
    second.kill().unwrap();
    second.wait().unwrap();
}

/// An owner that is stopped past its lease, and goes on when another machine has taken the experiment over.
#[test]
fn an_owner_that_wakes_up_after_its_lease_writes_nothing() {
    let folder = Folder::with("stopped-owner", &busy().replace("generations = 30", "generations = 30_000"));
    let mut child = start(&folder, &["evolve", "tiny.toml", "--quiet"]);
    wait_for(&folder, "running");
    let store = rusqlite::Connection::open(folder.0.join("store.db")).unwrap();
    store.busy_timeout(Duration::from_millis(500)).unwrap();
    let later = unstuck_ops::store::now() + 3_600;
    let sql =
        "UPDATE experiment SET lease = lease + 1, owner = 'process 1 on other', host = 'other', expires = ?1";
    let patience = Patience::default();
    loop {
        std::thread::sleep(Duration::from_millis(300));
        signal(&child, "-STOP");
        std::thread::sleep(Duration::from_millis(100));
        match store.execute(sql, [later]) {
            Ok(_) => break,
            // It was stopped within a transaction, and holds the lock: it may go on for a moment.
            Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => {
                signal(&child, "-CONT");
                patience.wait(|| error.to_string());
            }
            Err(error) => panic!("{error}"),
        }
    }
    let rows = || -> (i64, i64) {
        let sql = "SELECT (SELECT count(*) FROM generation), (SELECT count(*) FROM individual)";
        store.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
    };
    let before = rows();
    signal(&child, "-CONT");
    let status = child.wait().unwrap();
    assert!(!status.success(), "{status}");
    assert_eq!(rows(), before, "nothing was written after the lease was lost");
    let owner: String = store.query_row("SELECT owner FROM experiment", [], |row| row.get(0)).unwrap();
    assert_eq!(owner, "process 1 on other");
}

/// Several processes want the same experiment at once: one gets it, the others say so. `UNSTUCK_RACES` sets how often.
#[test]
fn of_several_owners_at_once_one_writes() {
    let slow = std::env::var_os("UNSTUCK_SLOW").is_some();
    let named = std::env::var("UNSTUCK_RACES").ok().and_then(|text| text.parse().ok());
    let folder = Folder::with("race", &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let expected = result(&folder);
    let races = named.unwrap_or(if slow { 50 } else { 3 });
    for race in 0..races {
        let id = folder.run(&["experiments", "clone", "tiny", "--json"]).exits(0).json()["id"].to_string();
        let arguments = ["experiments", "resume", id.as_str(), "--quiet", "--output", "raced"];
        let all: Vec<Running> = (0..4).map(|_| start(&folder, &arguments)).collect();
        let codes: Vec<_> = all.into_iter().map(|mut child| child.wait().unwrap().code()).collect();
        assert!(codes.contains(&Some(0)), "race {race}: {codes:?}");
        assert!(codes.iter().all(|code| matches!(code, Some(0 | 2))), "race {race}: {codes:?}");
        assert_eq!(result(&folder), expected, "race {race}");
    }
    eprintln!("{races} races of 4 processes, 0 differing results");
}
