//! Experiments whose instances are made by the run: the answer does not wait for them.

use super::client::Server;
use super::{steer, until};
use serde_json::json;

/// So many boards that are bred to be hard; each takes a tenth of a second and more.
fn made(count: u32, seed: u32) -> String {
    format!(
        "{{ generate = \"evolved\", length = [10, 30], states = [100, 600], count = {count}, seed = {seed} }}"
    )
}

fn file(train: &str) -> String {
    format!(
        "format = 1\nname = \"made\"\ndomain = \"rush-hour\"\n[data]\ntrain = {train}\nvalidation = [\"jam:5\"]\n\
         [search]\nlimits = {{ expanded = 200 }}\n[genome]\nkind = \"weights\"\nfeatures = [\"blockers\", \"distance\"]\n\
         [algorithm]\npopulation = 4\n[champion]\nbaseline = false\n[stop]\ngenerations = 2\n"
    )
}

#[test]
fn an_experiment_is_there_at_once_and_makes_its_instances_on_its_way() {
    let mut server = Server::start("made", &[]);
    let mut events = server.stream("/api/events", &[]);
    events.until("event: hello");
    // A thousand boards take minutes: they are still being made when the experiment is there.
    let id =
        server.post("/api/experiments", json!({ "toml": file(&made(1_000, 1)) })).status(201)["id"].clone();
    let path = format!("/api/experiments/{id}");
    assert_eq!(server.get(&path).ok()["instances"], json!({ "train": 1_000, "validation": 1, "test": 0 }));
    let progress = events.until("event: progress");
    assert!(progress.contains("\"name\":\"generating\"") && progress.contains(" of 1000"), "{progress}");
    let phase = server.get(&path).ok()["summary"]["phase"].clone();
    assert_eq!(phase["name"], "generating");
    // Pausing and stopping do not wait either.
    steer(&server, &path, "pause", "paused");
    steer(&server, &path, "resume", "running");
    steer(&server, &path, "stop", "stopped");
    // One that is killed meanwhile goes on with the next server.
    let id = server.post("/api/experiments", json!({ "toml": file(&made(15, 1)) })).status(201)["id"].clone();
    let path = format!("/api/experiments/{id}");
    until(&server, &path, |one| one["summary"]["state"] == "running");
    server.kill();
    let server = server.again();
    let done = until(&server, &path, |one| one["summary"]["state"] == "done");
    assert_eq!((&done["instances"]["train"], &done["summary"]["phase"]), (&json!(15), &json!(null)));
}

#[test]
fn what_no_generator_makes_is_refused_at_its_field() {
    let server = Server::start("refused", &[]);
    let toml = file(&made(9, 1).replace("length = [10, 30]", "vehicles = \"many\""));
    let checked = server.post("/api/experiments/check", json!({ "toml": toml })).ok();
    assert_eq!(
        (&checked["ok"], &checked["errors"][0]["error"]["field"]),
        (&json!(false), &json!("data.train"))
    );
    let refused = server.post("/api/experiments", json!({ "toml": toml })).status(422);
    assert_eq!(refused["error"]["field"], "data.train");
    assert_eq!(server.get("/api/experiments").ok()["experiments"], json!([]));
}
