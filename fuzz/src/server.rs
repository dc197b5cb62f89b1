//! A server in this process, and a client that stays connected to it.

use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A job that takes longer is cancelled.
const PATIENCE: Duration = Duration::from_millis(40);

/// Where the server keeps its store.
pub fn folder() -> PathBuf {
    let name = format!("target/served-{}", std::process::id());
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Passes on what the server prints.
struct Printer(Sender<Vec<u8>>);

impl Write for Printer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // What follows the address is not read, and must not end the server.
        let _ = self.0.send(bytes.to_vec());
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
pub struct Client {
    /// Where the server listens.
    pub address: String,
    line: Option<BufReader<TcpStream>>,
    /// The routes that bodies are sent to.
    pub routes: Vec<String>,
}

impl Default for Client {
    fn default() -> Self {
        Self::new()
    }
}

impl Client {
    /// A client of a new server.
    pub fn new() -> Self {
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
    pub fn ask(&mut self, method: &str, path: &str, body: &[u8]) -> (u16, Value) {
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
    pub fn follow(&mut self, job: &Value) {
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
