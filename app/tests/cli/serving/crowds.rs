//! Many clients at once, slow ones, and ones that never read.

use super::client::{Events, Server};
use crate::evolving::{TINY, small};
use crate::patience::Patience;
use serde_json::json;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Ends the server while something moves on every connection, again and again: none of them is ever idle, so a server that waited
/// for its clients would not end.
fn interrupt_among(
    server: &mut Server,
    mut clients: Vec<TcpStream>,
    mut step: impl FnMut(&mut TcpStream) -> io::Result<()> + Send + 'static,
) {
    let over = Arc::new(AtomicBool::new(false));
    let ended = Arc::clone(&over);
    let moving = std::thread::spawn(move || {
        while !ended.load(Ordering::Relaxed) {
            clients.retain_mut(|client| step(client).is_ok());
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    server.interrupt();
    over.store(true, Ordering::Relaxed);
    moving.join().unwrap();
}

#[test]
fn two_hundred_hear_the_same() {
    let server = Server::start("crowd", &[]);
    let mut ears: Vec<Events> = (0..200).map(|_| server.stream("/api/events", &[])).collect();
    ears.iter_mut().for_each(|ear| drop(ear.until("event: hello")));
    server.post("/api/experiments", json!({ "toml": small(TINY) })).status(201);
    let first = ears[0].until("event: generation");
    for ear in &mut ears[1..] {
        assert_eq!(ear.until("event: generation"), first);
    }
    // A listener that reconnects gets what followed.
    let number: u64 = first.lines().find_map(|line| line.strip_prefix("id: ")).unwrap().parse().unwrap();
    let mut back = server.stream("/api/events", &[("Last-Event-ID", &(number - 1).to_string())]);
    assert_eq!(back.until("event: generation"), first);
    let mut lost = server.stream("/api/events", &[("Last-Event-ID", "987654321")]);
    lost.until("event: reset");
}

#[test]
fn clients_that_never_read_do_not_slow_others() {
    let mut server = Server::start("deaf", &[]);
    let catalog = server.get("/api/catalog").text().len();
    // Far more is asked for than the lines between hold, and no client reads it.
    let asked = 1_500;
    let wanted = "GET /api/catalog HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(asked);
    let deaf: Vec<_> = (0..20)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(wanted.as_bytes()).unwrap();
            stream
        })
        .collect();
    assert!(deaf.len() * asked * catalog > 1 << 30, "{catalog}");
    std::thread::sleep(Duration::from_millis(500));
    let mut ear = server.stream("/api/events", &[]);
    ear.until("event: hello");
    server.post("/api/experiments", json!({ "toml": small(TINY) })).status(201);
    ear.until("event: generation");
    if let Some(memory) = server.memory() {
        assert!(memory < 200, "{memory} MB");
    }
    let mut some = vec![0; 64 << 10];
    interrupt_among(&mut server, deaf, move |client| client.read(&mut some).map(drop));
}

#[test]
fn slow_clients_delay_no_others() {
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
    assert_eq!(server.post("/api/position", json!({ "instance": "jam:1" })).status, 200);
    // The rest of a body may come late: no other client had to wait until it was given up.
    halves[0].write_all(b"\"instance\": \"jam:1\"}").unwrap();
    let mut answer = [0; 12];
    halves[0].read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200");
    // Nor do they keep the server from ending.
    interrupt_among(&mut server, slow, |client| client.write_all(b"x"));
}

#[test]
fn the_queue_has_an_end() {
    let server = Server::start("queue", &[]);
    let body = json!({ "kind": "solve", "instance": "korf:1", "algorithm": "iddfs", "table": 0 });
    let replies: Vec<_> = (0..40).map(|_| server.post("/api/jobs", body.clone())).collect();
    let taken = replies.iter().take_while(|reply| reply.status == 202).count();
    // Two run and 32 wait; those that run may not have begun when the line was full.
    assert!((32..=34).contains(&taken), "{taken}");
    let told = replies[taken].status(429);
    assert_eq!(told["error"]["message"], "32 jobs are waiting already");
    // One that is cancelled makes room.
    let waiting = replies[5].status(202);
    server.delete(&format!("/api/jobs/{}", waiting["id"].as_str().unwrap())).status(204);
    super::until(&server, &format!("/api/jobs/{}", waiting["id"].as_str().unwrap()), |job| {
        job["state"] == "cancelled"
    });
    let patience = Patience::default();
    while server.post("/api/jobs", body.clone()).status != 202 {
        patience.wait(|| "there is room again".to_owned());
    }
}
