//! A server of its own for each test, and a client that sends exactly what it is told.

use crate::cpu;
use crate::evolving::Folder;
use crate::patience::PATIENCE;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// A server on a free port, on the store of a folder; gone when dropped.
pub struct Server {
    folder: Arc<Folder>,
    child: Child,
    pub port: u16,
    flags: Vec<String>,
}

impl Server {
    pub fn start(name: &str, flags: &[&str]) -> Self {
        let flags = flags.iter().map(|flag| (*flag).to_owned()).collect();
        Self::begin(Arc::new(Folder::with(&format!("serving-{name}"), "")), flags)
    }

    /// A server that may open so many files.
    pub fn limited(name: &str, files: usize) -> Self {
        let folder = Arc::new(Folder::with(&format!("serving-{name}"), ""));
        let plain = folder.command(&["serve", "--port", "0", "--threads", "1", "--json"]);
        let mut command = std::process::Command::new("sh");
        let script = format!("ulimit -n {files}; exec \"$0\" \"$@\"");
        command.args(["-c", &script]).arg(plain.get_program()).args(plain.get_args()).current_dir(&folder.0);
        command.env("UNSTUCK_STORE", folder.0.join("store.db"));
        Self::spawn(folder, command, Vec::new())
    }

    fn begin(folder: Arc<Folder>, flags: Vec<String>) -> Self {
        let mut words = vec!["serve", "--port", "0", "--threads", "1", "--json"];
        words.extend(flags.iter().map(String::as_str));
        let command = folder.command(&words);
        Self::spawn(folder, command, flags)
    }

    fn spawn(folder: Arc<Folder>, mut command: std::process::Command, flags: Vec<String>) -> Self {
        command.env("UNSTUCK_CACHE", folder.0.join("cache"));
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut told = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        while !told.trim_end().ends_with('}') {
            assert!(lines.read_line(&mut told).unwrap() > 0, "the server says nothing: {told}");
        }
        let told: Value = serde_json::from_str(&told).unwrap();
        let address = told["address"].as_str().unwrap().trim_end_matches('/');
        let port = address.rsplit(':').next().unwrap().parse().unwrap();
        Self { folder, child, port, flags }
    }

    /// Ends the server as Ctrl-C does, and starts another on the same store.
    pub fn restart(mut self) -> Self {
        self.interrupt();
        self.again()
    }

    /// Starts another server on the same store, after this one has ended.
    pub fn again(self) -> Self {
        Self::begin(Arc::clone(&self.folder), self.flags.clone())
    }

    /// Ends the server as Ctrl-C does: the CPU time that it takes for it.
    pub fn interrupt(&mut self) -> Duration {
        self.end("-INT")
    }

    /// Ends the server as the system does when it shuts down: the CPU time that it takes for it.
    pub fn terminate(&mut self) -> Duration {
        self.end("-TERM")
    }

    fn end(&mut self, signal: &str) -> Duration {
        std::process::Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        let (ended, used) = cpu::end(&mut self.child);
        assert!(ended.success(), "it ends well");
        used
    }

    /// The CPU time that the server has used.
    pub fn used(&self) -> Duration {
        cpu::used(self.child.id())
    }

    /// Waits until the server is inside something that keeps it busy.
    #[track_caller]
    pub fn wait_for_work(&self) {
        cpu::wait_for(self.child.id(), Duration::from_millis(300));
    }

    /// Kills the server by SIGKILL.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// The folder with the store, in which the server works.
    pub fn folder(&self) -> &std::path::Path {
        &self.folder.0
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Megabytes that the server has in memory, where the system tells.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
    }

    /// Another process of the program, which evolves on the same store.
    pub fn evolve(&self, toml: &str) -> Child {
        let folder = &self.folder;
        std::fs::write(folder.0.join("tiny.toml"), toml).unwrap();
        let mut command = folder.command(&["evolve", "tiny.toml", "--quiet", "--threads", "1"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// Puts a file into the server's folder.
    pub fn leave(&self, path: &str, text: &str) {
        let path = self.folder.0.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// A connection on which nothing was sent yet.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends a request with these headers instead of the usual ones.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&str>) -> Reply {
        let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            text += &format!("Host: 127.0.0.1:{}\r\n", self.port);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        if let Some(body) = body {
            if !headers.iter().any(|(name, _)| *name == "Content-Type") {
                text += "Content-Type: application/json\r\n";
            }
            text += &format!("Content-Length: {}\r\n", body.len());
        }
        text += "\r\n";
        let mut stream = self.connect();
        stream.write_all(text.as_bytes()).unwrap();
        // A server that refuses a body need not read it.
        let _ = stream.write_all(body.unwrap_or_default().as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Reply::of(&answer)
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], None)
    }

    pub fn post(&self, path: &str, body: Value) -> Reply {
        self.send("POST", path, &[], Some(&body.to_string()))
    }

    pub fn delete(&self, path: &str) -> Reply {
        self.send("DELETE", path, &[], None)
    }

    /// An answer that goes on.
    pub fn stream(&self, path: &str, headers: &[(&str, &str)]) -> Events {
        let mut stream = self.connect();
        let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let port = self.port;
        stream
            .write_all(format!("GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n{more}\r\n").as_bytes())
            .unwrap();
        Events { stream: BufReader::new(stream), text: Vec::new() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What came back.
pub struct Reply {
    pub status: u16,
    head: String,
    body: Vec<u8>,
}

impl Reply {
    fn of(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (head, _) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        let body = bytes.get(head.len() + 4..).unwrap_or_default().to_vec();
        Self { status, head: head.to_lowercase(), body }
    }

    pub fn header(&self, name: &str) -> String {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned()).unwrap_or_default()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body of an answer with this status.
    #[track_caller]
    pub fn status(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}\n{}", self.head, self.text());
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    #[track_caller]
    pub fn ok(&self) -> Value {
        self.status(200)
    }
}

/// The statuses of answers that follow each other on a connection.
pub fn statuses(stream: &mut TcpStream, count: usize) -> Vec<u16> {
    let mut reader = BufReader::new(stream);
    let mut one = || {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(reader.read_line(&mut head).unwrap() > 0, "the connection ended: {head}");
        }
        let head = head.to_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
        reader.read_exact(&mut body).unwrap();
        head.split(' ').nth(1).unwrap().parse().unwrap()
    };
    (0..count).map(|_| one()).collect()
}

/// Server-sent events.
pub struct Events {
    stream: BufReader<TcpStream>,
    /// What has arrived and was not read yet.
    text: Vec<u8>,
}

impl Events {
    /// The lines up to the end of the first event that begins so.
    #[track_caller]
    pub fn until(&mut self, beginning: &str) -> String {
        let mut event = String::new();
        loop {
            let line = self.line().unwrap_or_else(|| panic!("the stream ended before {beginning}"));
            event += &line;
            if line == "\n" {
                if event.lines().any(|line| line.starts_with(beginning)) {
                    return event;
                }
                event.clear();
            }
        }
    }

    /// The next line of the events; none at their end.
    fn line(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.text.iter().position(|byte| *byte == b'\n') {
                return Some(String::from_utf8(self.text.drain(..=end).collect()).unwrap());
            }
            let mut size = String::new();
            // The head of the answer, the ends of chunks and their sizes lie between.
            while usize::from_str_radix(size.trim(), 16).is_err() {
                size.clear();
                if self.stream.read_line(&mut size).unwrap() == 0 {
                    return None;
                }
            }
            let mut chunk = vec![0; usize::from_str_radix(size.trim(), 16).unwrap()];
            self.stream.read_exact(&mut chunk).unwrap();
            self.text.extend(chunk);
        }
    }
}
