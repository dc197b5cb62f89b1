//! Requests that create experiments: the file of an experiment, started or not, stopped and deleted again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use std::cell::RefCell;
use unstuck_fuzz::server::Client;
use unstuck_fuzz::{files, sow};

thread_local! {
    static CLIENT: RefCell<Client> = RefCell::new(Client::new());
}

/// The first byte: whether the rest is a whole body, and whether the experiment is started.
const WHOLE: u8 = 1;
const START: u8 = 2;

fuzz_target!(
    init: {
        let texts: Vec<String> = files("experiments");
        let bodies = texts.iter().map(|toml| json!({ "toml": toml, "quick": true, "start": false }).to_string());
        let bodies: Vec<Vec<u8>> = bodies.map(|body| [&[WHOLE][..], body.as_bytes()].concat()).collect();
        let files = texts.iter().flat_map(|toml| [0, START].map(|choice| [&[choice][..], toml.as_bytes()].concat()));
        sow(bodies.into_iter().chain(files));
        // The server starts now, so that its time counts for no input.
        CLIENT.with_borrow(|client| assert!(!client.routes.is_empty()));
    },
    |input: &[u8]| CLIENT.with_borrow_mut(|client| {
        let Some((choice, rest)) = input.split_first() else { return };
        let body = if choice & WHOLE != 0 {
            rest.to_vec()
        } else {
            let Ok(toml) = std::str::from_utf8(rest) else { return };
            json!({ "toml": toml, "quick": true, "again": true, "start": choice & START != 0 }).to_string().into_bytes()
        };
        let (status, answer) = client.ask("POST", "/api/experiments", &body);
        assert!(status < 500, "{status} {answer:#}");
        let Some(id) = answer["id"].as_i64().filter(|_| status < 300) else {
            assert!(answer["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{answer:#}");
            return;
        };
        let path = format!("/api/experiments/{id}");
        let (status, shown) = client.ask("GET", &path, b"");
        assert_eq!(status, 200, "{shown:#}");
        client.ask("POST", &format!("{path}/stop"), b"{}");
        let (status, answer): (u16, Value) = client.ask("DELETE", &path, b"");
        // One that has not stopped yet is not deleted.
        assert!(status < 300 || status == 409, "{status} {answer:#}");
    })
);
