//! Hostile clients next to honest ones: no address locks the others out.

use super::client::{Server, statuses};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// More than the server has places for.
const HOSTILE: usize = 1_100;

/// What hostile clients send before they fall silent.
const BEGINNINGS: [&str; 4] = [
    "",
    "GET /api/about HTTP/1.1\r\nHost: loc",
    "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 21\r\n\r\n{",
    "GET /api/catalog HTTP/1.1\r\nHost: localhost\r\n\r\n",
];

/// Allows this process the files that the sockets need.
fn allow_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).unwrap();
}

fn hostile(server: &Server, number: usize) -> TcpStream {
    let mut stream = server.connect();
    // A server that closes the connection at once is within its rights.
    let _ = stream.write_all(BEGINNINGS[number % BEGINNINGS.len()].as_bytes());
    stream
}

/// Whether the server has closed a connection.
fn is_closed(stream: &mut TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    let mut bytes = [0; 4_096];
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() != std::io::ErrorKind::WouldBlock,
        }
    }
}

#[test]
fn idle_connections_give_way_to_new_ones() {
    allow_files();
    let mut server = Server::start("hostile", &[]);
    let mut events = server.stream("/api/events", &[]);
    events.until("event: hello");
    let mut crowd: Vec<TcpStream> = Vec::new();
    for number in 0..HOSTILE {
        crowd.push(hostile(&server, number));
        if number % 100 == 99 {
            assert_eq!(server.get("/api/health").ok(), json!({ "ok": true }), "after {number}");
        }
    }
    // More of them, more than once: every honest request is answered, and the stream of events stays open.
    for number in 0..200 {
        crowd.push(hostile(&server, number));
        assert_eq!(server.post("/api/position", json!({ "instance": "jam:1" })).status, 200, "{number}");
    }
    assert!(crowd[..100].iter_mut().all(is_closed), "the oldest idle ones are closed");
    assert!(!is_closed(crowd.last_mut().unwrap()));
    server
        .post("/api/experiments", json!({ "toml": crate::evolving::small(crate::evolving::TINY) }))
        .status(201);
    events.until("event: generation");
    server.interrupt();
}

/// The same where the system allows fewer files than connections.
#[test]
fn the_server_answers_though_it_has_no_file_left() {
    allow_files();
    let server = Server::limited("few-files", 200);
    let crowd: Vec<TcpStream> = (0..400).map(|number| hostile(&server, number)).collect();
    for _ in 0..20 {
        assert_eq!(server.get("/api/health").ok(), json!({ "ok": true }));
    }
    drop(crowd);
}

/// Latencies of one client that asks again and again on one connection, and opens another when it is closed.
fn honest(server: &Server, path: &str, stop: &AtomicBool) -> Vec<Duration> {
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let mut latencies = Vec::new();
    let mut stream = server.connect();
    while !stop.load(Ordering::Relaxed) {
        let began = Instant::now();
        // A new connection for every tenth request: a page that is opened.
        if latencies.len() % 10 == 9 {
            stream = server.connect();
        }
        stream.write_all(request.as_bytes()).unwrap();
        assert_eq!(statuses(&mut stream, 1), [200]);
        latencies.push(began.elapsed());
    }
    latencies
}

/// CPU seconds of a process.
fn cpu(process: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = text.rsplit(") ").next().unwrap().split(' ').collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
}

/// Requests a second, median and 99th percentile of honest clients, with and without hostile sockets. A measurement, not a
/// test: `cargo nextest run -p unstuck --run-ignored only -E 'test(load::measure)' --no-capture`, best with
/// `UNSTUCK_BINARY` naming an optimised build. `UNSTUCK_LOAD_SECONDS` is the time of each phase, 15 by default.
#[test]
#[ignore = "a measurement of a minute, for a quiet machine"]
fn measure() {
    allow_files();
    let seconds = std::env::var("UNSTUCK_LOAD_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(15);
    let server = Server::start("load", &[]);
    let phase = |title: &str, path: &str, clients: usize, attacked: bool| {
        let stop = AtomicBool::new(false);
        let before = (cpu(server.process()), cpu(std::process::id()));
        let (mut latencies, reconnected) = std::thread::scope(|scope| {
            let asking: Vec<_> = (0..clients).map(|_| scope.spawn(|| honest(&server, path, &stop))).collect();
            let attack = attacked.then(|| {
                scope.spawn(|| {
                    let mut crowd: Vec<TcpStream> =
                        (0..HOSTILE).map(|number| hostile(&server, number)).collect();
                    let mut reconnected = 0;
                    // Those that were closed come back, a thousand a second at most.
                    while !stop.load(Ordering::Relaxed) {
                        for (number, socket) in crowd.iter_mut().enumerate() {
                            if is_closed(socket) {
                                *socket = hostile(&server, number);
                                reconnected += 1;
                                std::thread::sleep(Duration::from_millis(1));
                            }
                        }
                        std::thread::sleep(Duration::from_millis(50));
                    }
                    reconnected
                })
            });
            std::thread::sleep(Duration::from_secs(seconds));
            stop.store(true, Ordering::Relaxed);
            let all = asking.into_iter().flat_map(|one| one.join().unwrap()).collect::<Vec<_>>();
            (all, attack.map_or(0, |attack| attack.join().unwrap()))
        });
        latencies.sort();
        let share = |share: f64| latencies[((latencies.len() - 1) as f64 * share) as usize];
        let used = (cpu(server.process()) - before.0, cpu(std::process::id()) - before.1);
        println!(
            "{title}: {} requests/s, median {:?}, p99 {:?}; CPU of the server {:.1} s, of the clients {:.1} s; \
             {:?} MB resident; {reconnected} hostile reconnections",
            latencies.len() as u64 / seconds,
            share(0.5),
            share(0.99),
            used.0,
            used.1,
            server.memory().unwrap(),
        );
        share(0.99)
    };
    for round in 1..=3 {
        let quiet = phase(&format!("{round}: alone"), "/api/about", 1, false);
        let attacked = phase(&format!("{round}: with {HOSTILE} hostile sockets"), "/api/about", 1, true);
        println!("{round}: p99 ratio {:.2}", attacked.as_secs_f64() / quiet.as_secs_f64());
    }
    phase("full load", "/api/about", 8, false);
    phase("full load, smallest answer", "/api/health", 8, false);
}
