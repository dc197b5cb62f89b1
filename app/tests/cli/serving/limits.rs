//! What a client can use up: time, memory, places in line; and that it all ends when no client wants it any more.

use super::client::Server;
use super::{job, until};
use crate::patience::Patience;
use serde_json::{Value, json};
use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

/// Sends a request, and does not wait for the answer.
fn begin(server: &Server, path: &str, body: &Value) -> TcpStream {
    let mut stream = server.connect();
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).unwrap();
    stream
}

/// A job that fails, to its end.
#[track_caller]
fn failed(server: &Server, body: Value) -> Value {
    let begun = server.post("/api/jobs", body).status(202);
    let path = format!("/api/jobs/{}", begun["id"].as_str().unwrap());
    let ended = until(server, &path, |job| job["state"] != "waiting" && job["state"] != "running");
    assert_eq!(ended["state"], "failed", "{ended:#}");
    ended["error"]["error"].clone()
}

#[test]
fn long_plans_are_cut_and_say_so() {
    let server = Server::start("cut", &[]);
    let solved = job(&server, json!({ "kind": "solve", "instance": "eight:1", "algorithm": "dfs" }));
    let (length, plan) = (solved["length"].as_u64().unwrap(), solved["plan"].as_array().unwrap());
    assert!(length > 1_000, "{length}");
    assert_eq!((&solved["cut"], plan.len()), (&json!(length), 1_000));
    let positions = solved["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 1_001);
    // The positions are those of the moves.
    let moves = json!({ "instance": "eight:1", "moves": plan[..7] });
    let after = server.post("/api/position", moves).ok();
    assert_eq!((&positions[7]["text"], &positions[7]["board"]), (&after["text"], &after["board"]));
    assert!(positions[7]["words"].is_string());
    let race = json!({ "kind": "race", "instance": "eight:1", "methods": [{ "algorithm": "dfs" }] });
    assert_eq!(job(&server, race)["entrants"][0]["solve"]["cut"], length);
    let whole = job(&server, json!({ "kind": "solve", "instance": "eight:1" }));
    assert_eq!(whole["cut"], Value::Null);
}

#[test]
fn the_seconds_are_those_of_the_whole_job() {
    let server = Server::start("seconds", &[]);
    let second = json!({ "seconds": 1 });
    let blind = json!([{ "algorithm": "iddfs", "table": 0 }]);
    let body = json!({ "kind": "table", "instances": ["korf:1-5"], "methods": blind, "limits": second });
    let table = job(&server, body);
    let rows = table["rows"].as_array().unwrap();
    assert!(rows.len() == 5 && rows.iter().all(|row| row["limit"] == "time"), "{table:#}");
    let body = json!({ "kind": "dataset", "name": "late", "domain": "tiles", "source": "all",
                       "instances": ["korf:1-5"], "limits": second });
    let error = failed(&server, body);
    assert_eq!(error["message"], "the table was not made in the time that the job has");
    // Five seconds each, if every search had its own.
    let used = server.used();
    assert!(used < Duration::from_secs(7), "{used:?}");
    assert_eq!(server.get("/api/datasets").ok()["datasets"], json!([]));
}

/// What the domain prefers does not exist for large boards.
#[test]
fn tables_and_races_read_what_the_instance_has() {
    let server = Server::start("quick", &[]);
    let quick = json!([{ "algorithm": "quick" }]);
    let table =
        job(&server, json!({ "kind": "table", "instances": ["korf:1", "korf24:1"], "methods": quick }));
    assert!(table["rows"][0]["heuristic"].as_str().unwrap().contains("walking_distance"), "{table:#}");
    assert_eq!(table["rows"][1]["heuristic"], "manhattan");
    let race = job(&server, json!({ "kind": "race", "instance": "korf24:1", "methods": quick }));
    assert_eq!(race["entrants"][0]["solve"]["heuristic"], "manhattan");
}

#[test]
fn explanations_end_with_those_who_asked() {
    let server = Server::start("explained", &[]);
    // Searches that find nothing within their limits.
    let hard = json!({ "instance": "korf:88", "heuristic": "manhattan" });
    let asked: Vec<TcpStream> = (0..200).map(|_| begin(&server, "/api/explain", &hard)).collect();
    server.wait_for_work();
    drop(asked);
    // Had they continued, two hundred times several searches would come first.
    let before = server.used();
    let (patience, jam) = (Patience::default(), json!({ "instance": "jam:1", "heuristic": "blockers" }));
    let why = loop {
        let reply = server.post("/api/explain", jam.clone());
        match reply.status {
            // On a busy machine the others may take their turn before the server sees that their clients are gone.
            429 => patience.wait(|| reply.text()),
            _ => break reply.ok(),
        }
    };
    assert_eq!(why["distance"], 8);
    let used = server.used() - before;
    assert!(used < Duration::from_secs(15), "{used:?}");
}

#[test]
fn explanations_wait_for_their_turn_only_so_long() {
    let server = Server::start("turns", &[]);
    // Two are made at once, each with searches that take the time they have: for sixty it would be many times as long
    // as they wait.
    let hard = json!({ "instance": "korf:88", "heuristic": "manhattan" });
    let replies: Vec<_> = std::thread::scope(|scope| {
        let asked: Vec<_> =
            (0..60).map(|_| scope.spawn(|| server.post("/api/explain", hard.clone()))).collect();
        asked.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let (made, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
    assert!(made.len() >= 2 && !refused.is_empty(), "{} of 60 were made", made.len());
    assert!(made.iter().all(|reply| reply.ok()["distance"].is_null()), "none is found in time");
    for reply in refused {
        let told = reply.status(429)["error"].clone();
        let words = (&told["message"], &told["help"]);
        assert_eq!(words, (&json!("too many analyses are running"), &json!("try again in a moment")));
    }
    // Then there is room again.
    let why = server.post("/api/explain", json!({ "instance": "jam:1", "heuristic": "blockers" })).ok();
    assert_eq!(why["distance"], 8);
}

#[test]
fn tables_being_built_are_cancelled_and_ended() {
    let mut server = Server::start("tables-built", &[]);
    let body = json!({ "kind": "solve", "instance": "korf:1", "algorithm": "ida", "heuristic": "pdb_78" });
    let begun = server.post("/api/jobs", body.clone()).status(202);
    let path = format!("/api/jobs/{}", begun["id"].as_str().unwrap());
    until(&server, &path, |job| job["state"] == "running");
    server.wait_for_work();
    let before = server.used();
    server.delete(&path).status(204);
    until(&server, &path, |job| job["state"] == "cancelled");
    // Minutes, if it continued.
    let used = server.used() - before;
    assert!(used < Duration::from_secs(10), "{used:?}");
    // So does the end of the server.
    let begun = server.post("/api/jobs", body).status(202);
    let path = format!("/api/jobs/{}", begun["id"].as_str().unwrap());
    until(&server, &path, |job| job["state"] == "running");
    server.wait_for_work();
    let used = server.terminate();
    assert!(used < Duration::from_secs(10), "{used:?}");
}

/// An experiment is answered before its instances are made: many requests take neither minutes nor all threads.
#[test]
fn experiments_are_answered_before_their_instances_are_made() {
    let server = Server::start("unwanted", &[]);
    // Minutes of work before the first generation.
    let toml = "format = 1\nname = \"x\"\ndomain = \"rush-hour\"\n[data]\n\
                train = { generate = \"evolved\", count = 100000, seed = 1 }\nvalidation = [\"jam:2\"]\n\
                [genome]\nkind = \"weights\"\n";
    let checked = server.post("/api/experiments/check", json!({ "toml": toml })).ok();
    assert_eq!(checked["ok"], true, "{checked:#}");
    let asked: Vec<TcpStream> =
        (0..40).map(|_| begin(&server, "/api/experiments", &json!({ "toml": toml }))).collect();
    until(&server, "/api/experiments", |listed| listed["experiments"] != json!([]));
    drop(asked);
    // All requests mean one experiment, and it waits for its instances or makes them.
    let listed = server.get("/api/experiments").ok()["experiments"].clone();
    assert_eq!(listed.as_array().map(Vec::len), Some(1), "{listed:#}");
    assert_eq!(listed[0]["generation"], 0, "{listed:#}");
    server.delete(&format!("/api/experiments/{}", listed[0]["id"]));
}

#[test]
fn of_many_writers_of_one_name_one_wins() {
    let server = Server::start("writers", &[]);
    let rows: String = (0..400).map(|row| format!("1 0 2 3 4 5 6 7 8,1,{row}\n")).collect();
    let csv = format!("eight\nsome boards\ninstance,h*,manhattan\n{rows}");
    let body = json!({ "domain": "tiles", "name": "one", "csv": csv });
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let writers: Vec<_> =
            (0..8).map(|_| scope.spawn(|| server.post("/api/datasets", body.clone()).status)).collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
    assert_eq!(server.get("/api/datasets/one").ok()["dataset"]["rows"], 400);
}

#[test]
fn a_client_that_follows_a_job_again_gets_each_event_once() {
    let server = Server::start("again", &[]);
    let body = json!({ "kind": "generate", "domain": "rush-hour", "generator": "random", "count": 500, "seed": 1, "grade": true });
    let begun = server.post("/api/jobs", body).status(202);
    let path = format!("/api/jobs/{}", begun["id"].as_str().unwrap());
    let events = format!("{path}/events");
    let mut ear = server.stream(&events, &[]);
    let [first, second] = [0, 1].map(|_| ear.until("event: item"));
    assert!(first.starts_with("id: 1\n") && second.starts_with("id: 2\n"), "{first}{second}");
    drop(ear);
    let next = server.stream(&events, &[("Last-Event-ID", "2")]).until("event: item");
    assert!(next.starts_with("id: 3\n"), "{next}");
    let all = server.stream(&events, &[]).until("event: item");
    assert_eq!(all, first, "a new listener gets all");
    server.delete(&path).status(204);
}
