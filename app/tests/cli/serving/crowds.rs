//! Many clients at once, slow ones, and ones that never read.

use super::client::{Events, Server};
use crate::evolving::{TINY, small};
use serde_json::json;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

#[test]
fn two_hundred_hear_the_same_and_one_never_reads() {
    let server = Server::start("crowd", &[]);
    let mut deaf = server.connect();
    deaf.write_all(format!("GET /api/events HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", server.port).as_bytes())
        .unwrap();
    let mut ears: Vec<Events> = (0..200).map(|_| server.stream("/api/events", &[])).collect();
    ears.iter_mut().for_each(|ear| drop(ear.until("event: hello")));
    let id = server.post("/api/experiments", json!({ "toml": small(TINY) })).status(201)["id"].clone();
    let first = ears[0].until("event: generation");
    for ear in &mut ears[1..] {
        assert_eq!(ear.until("event: generation"), first);
    }
    // Others are answered while they listen.
    let began = Instant::now();
    assert_eq!(server.get(&format!("/api/experiments/{id}")).status, 200);
    assert!(began.elapsed() < Duration::from_secs(5));
    // Whoever comes back gets what followed.
    let number: u64 = first.lines().find_map(|line| line.strip_prefix("id: ")).unwrap().parse().unwrap();
    let mut back = server.stream("/api/events", &[("Last-Event-ID", &(number - 1).to_string())]);
    assert_eq!(back.until("event: generation"), first);
    let mut lost = server.stream("/api/events", &[("Last-Event-ID", "987654321")]);
    lost.until("event: reset");
}

#[test]
fn slow_clients_hold_nobody_up() {
    let mut server = Server::start("slow", &[]);
    let mut slow: Vec<_> = (0..50).map(|_| server.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"POST /api/position HTTP/1.1\r\nHost: loc").unwrap();
    }
    let mut halves: Vec<_> = (0..50).map(|_| server.connect()).collect();
    for stream in &mut halves {
        let head = "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 21\r\n\r\n{";
        stream.write_all(head.as_bytes()).unwrap();
    }
    let began = Instant::now();
    assert_eq!(server.post("/api/position", json!({ "instance": "jam:1" })).status, 200);
    assert!(began.elapsed() < Duration::from_secs(5));
    // The rest of a body may come late.
    halves[0].write_all(b"\"instance\": \"jam:1\"}").unwrap();
    let mut answer = [0; 12];
    halves[0].read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200");
    // Nor do they keep the server from ending.
    let began = Instant::now();
    server.interrupt();
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn the_queue_has_an_end() {
    let server = Server::start("queue", &[]);
    let body = json!({ "kind": "solve", "instance": "korf:1", "algorithm": "iddfs", "table": 0 });
    let mut refused = None;
    for _ in 0..40 {
        let reply = server.post("/api/jobs", body.clone());
        if reply.status != 202 {
            refused = Some(reply);
            break;
        }
    }
    let told = refused.expect("there is no room for forty").status(429);
    assert!(told["error"]["message"].as_str().unwrap().contains("jobs are waiting already"), "{told:#}");
}
