//! Bodies of requests, sent to the web server over a connection, as a browser would.
//!
//! Every route of the contract that takes a body and stores no experiment has its number, the first byte of an input. A job is
//! looked after until it ends; after a moment it is cancelled, and must end then. A panic on any of the server's threads ends
//! the process, so it is found.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use unstuck_fuzz::{files, seed, sow};

/// A job that takes longer is cancelled.
const PATIENCE: Duration = Duration::from_millis(40);

/// Where the server keeps its store.
fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/target/served"))
}

/// Passes on what the server prints.
struct Printer(Sender<Vec<u8>>);

impl Write for Printer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Starts a server with an empty store and tells its address.
fn serve() -> String {
    let _ = std::fs::remove_dir_all(folder());
    std::fs::create_dir_all(folder()).expect("a folder");
    let store = folder().join("store.db");
    let words = ["serve", "--port=0", "--threads=1", "--json", "--store"].map(str::to_owned);
    let words = [&words[..], &[store.to_string_lossy().into_owned()]].concat();
    let (printer, printed) = channel();
    thread::spawn(move || {
        let ended = unstuck::perform(&words, &mut Printer(printer));
        panic!("the server ended: {:?}", ended.err());
    });
    let mut text = Vec::new();
    loop {
        text.extend(printed.recv().expect("an address"));
        if let Ok(told) = serde_json::from_slice::<Value>(&text) {
            let address = told["address"].as_str().expect("an address").trim_end_matches('/');
            return address.trim_start_matches("http://").to_owned();
        }
    }
}

/// A client that stays connected.
struct Client {
    address: String,
    line: Option<BufReader<TcpStream>>,
    /// The routes that bodies are sent to.
    routes: Vec<String>,
}

impl Client {
    fn new() -> Self {
        let mut client = Self { address: serve(), line: None, routes: Vec::new() };
        let (_, contract) = client.ask("GET", "/api/openapi.json", b"");
        let paths = contract["paths"].as_object().expect("paths");
        let takes_a_body = |(path, methods): (&String, &Value)| {
            let wanted = methods.get("post").is_some() && !path.contains('{') && path != "/api/experiments";
            wanted.then(|| path.clone())
        };
        client.routes = paths.iter().filter_map(takes_a_body).collect();
        client.routes.sort();
        client
    }

    /// The answer to a request. A closed connection is opened again.
    fn ask(&mut self, method: &str, path: &str, body: &[u8]) -> (u16, Value) {
        let answer = match self.line.take() {
            Some(line) => self.try_ask(line, method, path, body).ok(),
            None => None,
        };
        answer.unwrap_or_else(|| {
            let stream = TcpStream::connect(&self.address).expect("a connection");
            stream.set_nodelay(true).expect("an open connection");
            self.try_ask(BufReader::new(stream), method, path, body).expect("an answer")
        })
    }

    fn try_ask(
        &mut self,
        mut line: BufReader<TcpStream>,
        method: &str,
        path: &str,
        body: &[u8],
    ) -> io::Result<(u16, Value)> {
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        )
        .into_bytes();
        request.extend(body);
        line.get_mut().write_all(&request)?;
        let (mut head, mut length) = (String::new(), 0);
        line.read_line(&mut head)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or(io::ErrorKind::UnexpectedEof)?;
        loop {
            head.clear();
            line.read_line(&mut head)?;
            match head.trim_end().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse().expect("a length");
                }
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        line.read_exact(&mut bytes)?;
        self.line = Some(line);
        let value =
            if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).expect("JSON") };
        Ok((status, value))
    }

    /// Waits for a job's end, and wants it after a while.
    fn follow(&mut self, job: &Value) {
        let path = format!("/api/jobs/{}", job["id"].as_str().expect("an id"));
        let (begun, mut cancelled) = (Instant::now(), false);
        loop {
            let (status, job) = self.ask("GET", &path, b"");
            assert_eq!(status, 200, "{job:#}");
            if !matches!(job["state"].as_str(), Some("waiting" | "running")) {
                let message = job["error"]["error"]["message"].as_str().unwrap_or_default();
                assert!(!message.contains("please report"), "{job:#}");
                return;
            }
            if !cancelled && begun.elapsed() > PATIENCE {
                self.ask("DELETE", &path, b"");
                cancelled = true;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

thread_local! {
    static CLIENT: RefCell<Client> = RefCell::new(Client::new());
}

/// Bodies, most of which are taken.
fn bodies() -> Vec<(&'static str, Value)> {
    let methods =
        json!([{ "algorithm": "bfs" }, { "algorithm": "astar", "heuristic": "blockers", "weight": 1.5 }]);
    let data = json!({ "instances": ["jam:1"] });
    let csv = "a\nb\ninstance,h*,manhattan\n1 0 2 3 4 5 6 7 8,1,1\n";
    let mut bodies = vec![
        ("login", json!({ "token": "secret" })),
        ("position", json!({ "instance": "jam:1", "moves": ["C+1"], "features": true, "legal": true })),
        ("position", json!({ "instance": "freecell:617", "metric": "card", "settings": { "cells": "3" } })),
        ("position", json!({ "instance": "tiles:1 2 5 / 3 4 0", "settings": { "goal": "last" } })),
        (
            "heuristics/check",
            json!({ "domain": "rush-hour", "text": "2*blockers", "instance": "jam:1", "moves": [] }),
        ),
        (
            "heuristics/export",
            json!({ "domain": "tiles", "text": "manhattan + 0", "form": "latex", "simplify": true, "round": 3 }),
        ),
        (
            "explain",
            json!({ "instance": "jam:1", "heuristic": "max(blockers, 1)", "moves": [], "distances": false }),
        ),
        ("datasets", json!({ "domain": "tiles", "name": "small", "csv": csv })),
        ("compare", json!({ "experiments": [1], "measure": "validation", "cells": true })),
        (
            "jobs",
            json!({ "kind": "solve", "instance": "jam:1", "algorithm": "ida", "order": "h", "table": 1000, "limits": { "nodes": 99, "seconds": 0.5, "memory": 1000000 } }),
        ),
        ("jobs", json!({ "kind": "solve", "instance": "freecell:1", "optimal": true })),
        ("jobs", json!({ "kind": "table", "instances": ["jam:1-2"], "methods": methods })),
        ("jobs", json!({ "kind": "race", "instance": "jam:1", "methods": methods })),
        (
            "jobs",
            json!({ "kind": "trace", "instance": "jam:1", "algorithm": "wastar", "heuristic": "blockers", "weight": 1.5, "expansions": 20 }),
        ),
        (
            "jobs",
            json!({ "kind": "trace", "instance": "tiles:1 4 2 3 0 5 6 7 8", "algorithm": "iddfs", "expansions": 100 }),
        ),
        ("jobs", json!({ "kind": "explore", "instance": "AAooooooBBoooooo" })),
        ("jobs", json!({ "kind": "grade", "instance": "jam:1", "needless": true })),
        (
            "jobs",
            json!({ "kind": "vary", "instance": "jam:1", "direction": "harder", "seed": 1, "count": 1 }),
        ),
        (
            "jobs",
            json!({ "kind": "generate", "domain": "tiles", "generator": "tiles", "parameters": {}, "count": 2, "seed": 1, "grade": true }),
        ),
        (
            "jobs",
            json!({ "kind": "audit", "domain": "rush-hour", "instances": ["jam:1"], "heuristics": ["blockers"] }),
        ),
        (
            "jobs",
            json!({ "kind": "profile", "domain": "rush-hour", "heuristic": "blockers", "data": data, "states": 50 }),
        ),
        (
            "jobs",
            json!({ "kind": "ablation", "domain": "rush-hour", "heuristic": "blockers + hybrid", "data": data, "method": { "algorithm": "beam", "width": 10 } }),
        ),
        (
            "jobs",
            json!({ "kind": "dataset", "name": "made", "domain": "tiles", "source": "walk", "instances": ["tiles:0 1 2 3"], "count": 2, "states": 3, "seed": 1 }),
        ),
    ];
    bodies.extend(
        files("experiments").iter().map(|toml| ("experiments/check", json!({ "toml": toml, "quick": true }))),
    );
    bodies
}

fuzz_target!(
    init: {
        CLIENT.with_borrow(|client| {
            let number = |route: &str| client.routes.iter().position(|path| path.ends_with(route)).expect("a route");
            sow(bodies().iter().map(|(route, body)| seed(&[number(route) as u8], &body.to_string())));
        });
    },
    |input: &[u8]| CLIENT.with_borrow_mut(|client| {
        let Some((&choice, body)) = input.split_first() else { return };
        let path = client.routes[usize::from(choice) % client.routes.len()].clone();
        let (status, answer) = client.ask("POST", &path, body);
        assert!(status < 500, "{path}: {status} {answer:#}");
        if status >= 400 {
            assert!(answer["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{answer:#}");
        }
        if status == 202 {
            client.follow(&answer);
        }
        // What one input leaves behind is nothing to the next.
        for entry in std::fs::read_dir(folder().join("store.db.datasets")).into_iter().flatten().flatten() {
            let _ = std::fs::remove_file(entry.path());
        }
    })
);
