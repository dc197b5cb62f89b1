//! Datasets on the server: made, imported, browsed, deleted.

use super::client::Server;
use super::{ended, job, until};
use serde_json::json;
use std::time::Duration;

#[test]
fn a_dataset_on_its_way_is_cancelled() {
    let server = Server::start("half", &[]);
    let body = json!({ "kind": "dataset", "name": "half", "domain": "tiles", "source": "all", "instances": ["korf:1"] });
    let begun = server.post("/api/jobs", body).status(202);
    let path = format!("/api/jobs/{}", begun["id"].as_str().unwrap());
    until(&server, &path, |job| job["state"] == "running");
    server.wait_for_work();
    let before = server.used();
    server.delete(&path).status(204);
    until(&server, &path, |job| job["state"] == "cancelled");
    let used = server.used() - before;
    assert!(used < Duration::from_secs(5), "{used:?}");
    assert_eq!(server.get("/api/datasets").ok()["datasets"], json!([]));
    // The name is free.
    let body = json!({ "kind": "dataset", "name": "half", "domain": "tiles", "source": "all", "instances": ["tiles:1 0 2 3"] });
    assert_eq!(job(&server, body)["dataset"], "half");
}

/// Jobs run in the server's own process: SIGKILL ends them, no process is left, and no half of a dataset.
#[test]
#[cfg(target_os = "linux")]
fn a_killed_server_leaves_no_process_and_no_half_behind() {
    let mut server = Server::start("killed", &[]);
    let body = json!({ "kind": "dataset", "name": "half", "domain": "tiles", "source": "all", "instances": ["korf:1"] });
    let begun = server.post("/api/jobs", body).status(202);
    let path = format!("/api/jobs/{}", begun["id"].as_str().unwrap());
    until(&server, &path, |job| job["state"] == "running");
    server.wait_for_work();
    let process = server.process();
    let children = format!("/proc/{process}/task/{process}/children");
    assert_eq!(std::fs::read_to_string(children).unwrap_or_default(), "", "it has no children");
    server.kill();
    // A process that works on this store has its folder as working directory.
    let folder = server.folder().canonicalize().unwrap();
    let working = std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter(|entry| std::fs::read_link(entry.path().join("cwd")).is_ok_and(|at| at == folder));
    assert_eq!(working.map(|entry| entry.file_name()).collect::<Vec<_>>(), Vec::<std::ffi::OsString>::new());
    let server = server.again();
    assert_eq!(server.get("/api/datasets").ok()["datasets"], json!([]));
    let body = json!({ "kind": "dataset", "name": "half", "domain": "tiles", "source": "all", "instances": ["tiles:1 0 2 3"] });
    assert_eq!(job(&server, body)["dataset"], "half", "the name is free");
}

#[test]
fn a_dataset_is_imported_browsed_and_deleted() {
    let server = Server::start("tables", &[]);
    let csv = "eight\nsome boards\ninstance,h*,manhattan\n1 0 2 3 4 5 6 7 8,1,1\n1 4 2 3 0 5 6 7 8,2,2\n";
    let body = json!({ "domain": "tiles", "name": "some", "csv": csv });
    let made = server.post("/api/datasets", body.clone());
    assert_eq!(made.status, 201, "{}", made.text());
    server.post("/api/datasets", body).status(409);
    let shown = server.get("/api/datasets/some?sort=distance&order=down").ok();
    assert_eq!((&shown["rows"][0]["distance"], &shown["dataset"]["rows"]), (&json!(2), &json!(2)));
    let scatter = server.get("/api/datasets/some/scatter?feature=manhattan").ok();
    assert_eq!((&scatter["mean_error"], &scatter["states"]), (&json!(0.0), &json!(2)));
    assert!(server.get("/api/datasets/some/file").text().contains("manhattan"));
    server.delete("/api/datasets/some").status(204);
    server.get("/api/datasets/some").status(404);
    server.post("/api/datasets/some/undo", json!({})).ok();
    let body = json!({ "kind": "dataset", "name": "made", "domain": "tiles", "source": "random", "generator": "tiles",
                       "parameters": { "size": "3" }, "count": 3, "seed": 1 });
    assert_eq!(job(&server, body)["dataset"], "made");
    let slipped = json!({ "kind": "dataset", "name": "evil", "domain": "tiles", "source": "random", "count": 1,
                          "parameters": { "output": "/tmp/evil.csv" } });
    assert_eq!(ended(&server, slipped)["state"], "failed");
    assert_eq!(server.get("/api/datasets").ok()["datasets"].as_array().unwrap().len(), 2);
}

#[test]
fn settings_of_a_dataset_are_kept() {
    let server = Server::start("settings", &[]);
    let body = json!({ "kind": "dataset", "name": "last", "domain": "tiles", "source": "random", "generator": "tiles",
                       "settings": { "goal": "last" }, "parameters": { "size": "3", "goal": "last" }, "count": 2, "seed": 1 });
    assert_eq!(job(&server, body)["dataset"], "last");
    let shown = server.get("/api/datasets/last").ok();
    assert_eq!(shown["rows"][0]["board"]["goal"], json!([1, 2, 3, 4, 5, 6, 7, 8, 0]));
    let body = json!({ "kind": "dataset", "name": "out", "domain": "rush-hour", "source": "sample", "metric": "steps",
                       "settings": { "drive-out": "true" }, "instances": ["jam:1"], "states": 5 });
    assert_eq!(job(&server, body)["dataset"], "out");
}

#[test]
fn a_lower_bound_is_no_truth() {
    let server = Server::start("bounds", &[]);
    let csv = "eight\nsome boards\ninstance,h*,manhattan\n1 0 2 3 4 5 6 7 8,1,1\n8 7 6 5 4 3 2 1 0,+20,20\n";
    server.post("/api/datasets", json!({ "domain": "tiles", "name": "some", "csv": csv })).status(201);
    let scatter = server.get("/api/datasets/some/scatter?feature=manhattan").ok();
    assert_eq!(scatter["states"], 1);
}

#[test]
fn names_of_datasets_can_be_long_and_are_used_again() {
    let server = Server::start("names", &[]);
    let name = "n".repeat(100);
    let csv = "eight\nsome boards\ninstance,h*,manhattan\n1 0 2 3 4 5 6 7 8,1,1\n1 4 2 3 0 5 6 7 8,2,2\n";
    // What a program left behind that was killed before it wrote the note.
    server.leave(&format!("store.db.datasets/{name}.csv"), "half");
    server.post("/api/datasets", json!({ "domain": "tiles", "name": name, "csv": csv })).status(201);
    assert_eq!(server.get(&format!("/api/datasets/{name}")).ok()["dataset"]["rows"], 2);
    let toml = format!(
        "format = 1\nname = \"x\"\ndomain = \"tiles\"\n[data]\ntrain = {{ csv = \"{name}.csv\" }}\n\
         validation = [\"eight:1\"]\n[genome]\nkind = \"weights\"\n"
    );
    let checked = server.post("/api/experiments/check", json!({ "toml": toml })).ok();
    assert_eq!(checked["ok"], true, "{checked:#}");
}
