//! What is done to a store, by chance.

use super::super::serving::client::Server;
use super::{Listed, Soak, Worker, file};
use serde_json::json;
use std::process::Command;
use std::time::{Duration, Instant};

/// Most experiments under way at once, and most in the list.
const UNFINISHED: usize = 6;
const KEPT: usize = 40;

/// Something that may be done: how often, what it is called in the count, and how.
type Deed = (u64, &'static str, fn(&mut Soak) -> bool);

const DEEDS: &[Deed] = &[
    (6, "experiments begun by a server", Soak::begin_served),
    (6, "experiments begun by a process", Soak::begin_alone),
    (3, "copies", Soak::copy),
    (14, "pauses", |soak| soak.steer("pause", &["running", "waiting"])),
    (4, "stops", |soak| soak.steer("stop", &["running", "paused", "waiting"])),
    (24, "resumptions", |soak| soak.steer("resume", &["paused", "stopped", "waiting"])),
    (6, "kills of a process", |soak| soak.end_worker("-KILL")),
    (3, "interruptions of a process", |soak| soak.end_worker("-INT")),
    (2, "kills of a server", |soak| soak.renew_server(Server::kill)),
    (1, "interruptions of a server", |soak| soak.renew_server(Server::interrupt)),
    (8, "deletions", Soak::delete),
    (10, "pages and answers", Soak::look),
    (6, "questions of a process", Soak::ask),
    (3, "event streams", Soak::listen),
    (3, "searches", Soak::search),
];

impl Soak {
    /// One deed, a look at what came of the others, and a rest.
    pub fn step(&mut self) {
        let mut left = (self.chance)(DEEDS.iter().map(|deed| deed.0).sum());
        let chosen = DEEDS.iter().find(|deed| {
            let here = left < deed.0;
            left = left.saturating_sub(deed.0);
            here
        });
        let (_, name, act) = chosen.unwrap();
        if act(self) {
            self.count(name);
        }
        self.reap();
        self.check_next();
        self.figures.look(self.steady.process());
        std::thread::sleep(Duration::from_millis(200 + (self.chance)(1_000)));
    }

    /// One of the experiments that are in one of these states.
    fn one(&mut self, states: &[&str]) -> Option<Listed> {
        let mut list = self.list();
        list.retain(|one| states.contains(&one.state.as_str()));
        let at = (self.chance)(list.len().max(1) as u64) as usize;
        (!list.is_empty()).then(|| list.swap_remove(at))
    }

    fn any(&mut self) -> Option<Listed> {
        self.one(&["running", "waiting", "paused", "stopped", "done"])
    }

    fn has_room(&self) -> bool {
        self.list().iter().filter(|one| one.state != "done").count() < UNFINISHED
    }

    fn name(&mut self) -> String {
        let kind = ["cars", "tiles", "cards"][(self.chance)(3) as usize];
        format!("{kind}-{}", ["a", "b", "c"][(self.chance)(3) as usize])
    }

    fn server(&mut self) -> &Server {
        if (self.chance)(2) == 0 { &self.steady } else { &self.frail }
    }

    /// Runs a process to its end. It may be refused, since others are at work.
    #[track_caller]
    fn call(&self, arguments: &[&str]) -> bool {
        let run = self.folder.run(arguments);
        assert!(matches!(run.code, Some(0 | 2)), "{arguments:?}: {:?} {} {}", run.code, run.out, run.err);
        run.code == Some(0)
    }

    fn begin_served(&mut self) -> bool {
        if !self.has_room() {
            return false;
        }
        let toml = file(&self.name());
        self.server().post("/api/experiments", json!({ "toml": toml, "again": true })).status(201);
        true
    }

    fn begin_alone(&mut self) -> bool {
        if !self.has_room() {
            return false;
        }
        let name = self.name();
        let path = format!("{name}.toml");
        std::fs::write(self.folder.0.join(&path), file(&name)).unwrap();
        self.spawn(&["evolve", &path, "--again", "--quiet", "--threads", "1"]);
        true
    }

    fn copy(&mut self) -> bool {
        let Some(one) = self.any().filter(|_| self.has_room()) else { return false };
        if (self.chance)(2) == 0 {
            return self.call(&["experiments", "clone", &one.id.to_string()]);
        }
        let start = (self.chance)(2) == 0;
        let path = format!("/api/experiments/{}/clone", one.id);
        self.server().post(&path, json!({ "start": start })).status(201);
        true
    }

    fn steer(&mut self, word: &'static str, states: &[&str]) -> bool {
        let Some(one) = self.one(states) else { return false };
        let id = one.id.to_string();
        if (self.chance)(2) == 0 {
            let reply = self.server().post(&format!("/api/experiments/{id}/{word}"), json!({}));
            assert!(matches!(reply.status, 200 | 409), "{word}: {} {}", reply.status, reply.text());
            return reply.status == 200;
        }
        if word == "resume" {
            self.spawn(&["experiments", "resume", &id, "--quiet", "--threads", "1"]);
            return true;
        }
        self.call(&["experiments", word, &id])
    }

    fn end_worker(&mut self, signal: &str) -> bool {
        let at = (self.chance)(self.workers.len().max(1) as u64) as usize;
        let Some(Worker(child, killed)) = self.workers.get_mut(at) else { return false };
        *killed |= signal == "-KILL";
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success()
    }

    fn renew_server(&mut self, end: fn(&mut Server)) -> bool {
        end(&mut self.frail);
        self.frail = Server::next_to(&self.folder);
        true
    }

    /// Deletes something, and every other time brings it back; or, where there is much, something that was looked at.
    fn delete(&mut self) -> bool {
        let crowded = self.list().len() > KEPT;
        let states: &[&str] = if crowded { &["done"] } else { &["done", "paused", "stopped", "waiting"] };
        let Some(one) = self.one(states) else { return false };
        if one.state == "done" && !self.checked.contains(&one.id) {
            return false;
        }
        let (id, back) = (one.id.to_string(), !crowded && (self.chance)(2) == 0);
        if (self.chance)(2) == 0 {
            let deleted = self.call(&["experiments", "delete", &id]);
            if deleted && back {
                assert!(self.call(&["experiments", "delete", &id, "--undo"]));
            }
            return deleted;
        }
        let path = format!("/api/experiments/{id}");
        let reply = self.server().delete(&path);
        assert!(matches!(reply.status, 204 | 409), "{} {}", reply.status, reply.text());
        if reply.status == 204 && back {
            self.server().post(&format!("{path}/undo"), json!({})).ok();
        }
        reply.status == 204
    }

    /// Everything that a browser may fetch of an experiment.
    fn look(&mut self) -> bool {
        let Some(id) = self.any().map(|one| one.id) else { return false };
        let shown = self.steady.get(&format!("/api/experiments/{id}")).ok();
        let run = shown["runs"][0]["id"].as_i64().unwrap_or(0);
        let mut paths: Vec<String> =
            ["/", "/api/about", "/api/catalog", "/api/experiments?deleted=true"].map(String::from).into();
        paths.extend(["curves", "test"].map(|part| format!("/api/experiments/{id}/{part}")));
        let parts = ["config", "json", "csv", "champion", "report"];
        paths.extend(parts.map(|part| format!("/api/experiments/{id}/download?what={part}")));
        paths.extend(["", "/history", "/ancestry"].map(|part| format!("/api/runs/{run}{part}")));
        for path in paths {
            let reply = self.steady.get(&path);
            // What does not exist yet is told so.
            assert!(matches!(reply.status, 200 | 404 | 409), "{path}: {} {}", reply.status, reply.text());
        }
        true
    }

    fn ask(&mut self) -> bool {
        let Some(id) = self.any().map(|one| one.id.to_string()) else { return false };
        let questions: [&[&str]; 4] = [
            &["experiments", "list", "--json"],
            &["experiments", "show", &id],
            &["experiments", "export", &id, "--csv"],
            &["report", &id, "--output", "report.html"],
        ];
        let chosen = (self.chance)(4) as usize;
        self.call(questions[chosen])
    }

    /// A client that listens for a while.
    fn listen(&mut self) -> bool {
        let mut ear = self.steady.stream("/api/events", &[]);
        ear.until("event: hello");
        self.ears.push(ear);
        if self.ears.len() > 5 {
            self.ears.remove(0);
        }
        true
    }

    /// A search in the pages.
    fn search(&mut self) -> bool {
        let instance = format!("jam:{}", 1 + (self.chance)(40));
        let begun =
            self.steady.post("/api/jobs", json!({ "kind": "solve", "instance": instance })).status(202);
        let path = format!("/api/jobs/{}", begun["id"].as_str().unwrap());
        let began = Instant::now();
        loop {
            let job = self.steady.get(&path).ok();
            if job["state"] == "done" {
                return true;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "{job:#}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
