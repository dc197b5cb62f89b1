//! Bodies of requests, sent to the web server over a connection, as a browser would.
//!
//! Every route of the contract that takes a body and stores no experiment has its number, the first byte of an input.
//! A job is looked after until it ends; after a moment it is cancelled, and must end then. A panic on any of the
//! server's threads ends the process, so it is found.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use std::cell::RefCell;
use unstuck_fuzz::server::{Client, folder};
use unstuck_fuzz::{files, seed, sow};

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
        ("compare", json!({ "experiments": [1], "measure": "validation", "configurations": true })),
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
