//! The server as its clients meet it: every route, and everything that one should not send.

pub mod client;
mod crowds;
mod datasets;
mod limits;
mod load;
mod refusals;
mod starting;

use super::evolving::{TINY, small, with_baseline};
use super::patience::Patience;
use client::Server;
use serde_json::{Value, json};
use std::time::Duration;

/// Asks until an answer is as wanted.
#[track_caller]
fn until(server: &Server, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let patience = Patience::default();
    loop {
        let value = server.get(path).ok();
        if wanted(&value) {
            return value;
        }
        patience.wait(|| format!("{path}: {value:#}"));
    }
}

/// Gives an order to an experiment. The answer waits for it to be carried out, but not for long: it may say that it
/// is on its way.
#[track_caller]
fn steer(server: &Server, path: &str, order: &str, state: &str) {
    let told = server.post(&format!("{path}/{order}"), json!({})).ok();
    assert!(told["state"] == state || told["pending"] == order, "{told:#}");
    until(server, path, |one| one["summary"]["state"] == state);
}

/// A job to its end, and what it says about it.
#[track_caller]
fn ended(server: &Server, body: Value) -> Value {
    let begun = server.post("/api/jobs", body).status(202);
    let path = format!("/api/jobs/{}", begun["id"].as_str().unwrap());
    until(server, &path, |job| job["state"] != "waiting" && job["state"] != "running")
}

/// What came of a job.
#[track_caller]
fn job(server: &Server, body: Value) -> Value {
    let ended = ended(server, body);
    assert_eq!(ended["state"], "done", "{ended:#}");
    ended["result"].clone()
}

#[test]
fn registries_positions_and_heuristics() {
    let server = Server::start("asked", &[]);
    let about = server.get("/api/about").ok();
    assert_eq!((&about["store"]["name"], &about["store"]["writable"]), (&json!("store.db"), &json!(true)));
    let catalog = server.get("/api/catalog").ok();
    let of_kind = |kind: &str| -> Vec<&str> {
        let domains = catalog["domains"].as_array().unwrap().iter().filter(|one| one["kind"] == kind);
        domains.map(|one| one["name"].as_str().unwrap()).collect()
    };
    assert_eq!(of_kind("search"), ["rush-hour", "tiles", "freecell", "pddl"]);
    assert!(of_kind("optimisation").contains(&"bin-packing"));
    assert_eq!(server.get("/api/sets/jam?offset=39&count=5").ok()["items"][0]["name"], "jam:40");
    assert_eq!(server.get("/api/openapi.json").ok()["info"]["title"], "Unstuck");
    let ready_made =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../experiments")).unwrap().count();
    let templates = server.get("/api/experiments/templates").ok();
    assert_eq!(templates["templates"].as_array().unwrap().len(), ready_made);
    for instance in ["jam:1", "freecell:617", "eight:1"] {
        let first = server.post("/api/position", json!({ "instance": instance, "features": true })).ok();
        let made = first["moves"][0]["text"].clone();
        let next = server.post("/api/position", json!({ "instance": instance, "moves": [made] })).ok();
        assert_ne!(next["text"], first["text"]);
        let again = server.post("/api/position", json!({ "instance": next["reference"] })).ok();
        assert_eq!(again["board"], next["board"], "a reference names the position");
    }
    let wrong = server.post("/api/position", json!({ "instance": "jam:1", "moves": ["B-9"] })).status(422);
    assert_eq!(wrong["error"]["field"], "moves");
    let body = json!({ "domain": "rush-hour", "text": "2*blockers + distance", "instance": "jam:1" });
    let good = server.post("/api/heuristics/check", body).ok();
    let terms = good["evaluation"]["terms"].as_array().unwrap();
    let sum: f64 = terms.iter().map(|term| term["value"].as_f64().unwrap()).sum();
    assert_eq!(good["evaluation"]["value"], sum);
    let bad =
        server.post("/api/heuristics/check", json!({ "domain": "rush-hour", "text": "2*blockrs" })).ok();
    assert_eq!((&bad["ok"], &bad["error"]["error"]["column"]), (&json!(false), &json!(3)));
    let latex = json!({ "domain": "rush-hour", "text": "blockers", "form": "latex" });
    assert_eq!(server.post("/api/heuristics/export", latex).ok()["ending"], "tex");
    let policy = "policy; if blockers <= 1: blockers_deep; otherwise: blockers_two_sided";
    let why = server
        .post("/api/explain", json!({ "instance": "jam:1", "heuristic": policy, "moves": ["B+1"] }))
        .ok();
    assert_eq!(
        (&why["g"], &why["distance"]),
        (&json!(1), &json!(7)),
        "jam:1 takes 8 slides, and this is the first"
    );
    assert!(why["successors"].as_array().unwrap().iter().any(|next| next["distance"] == 6));
}

#[test]
fn jobs_of_every_kind() {
    let server = Server::start("jobs", &[]);
    let solved = job(&server, json!({ "kind": "solve", "instance": "jam:1" }));
    assert_eq!((&solved["length"], &solved["optimal"]), (&json!(8), &json!(true)));
    assert_eq!(solved["positions"].as_array().unwrap().len(), 9);
    let methods = json!([{ "algorithm": "bfs" }, { "algorithm": "astar", "heuristic": "blockers" }]);
    let table = job(&server, json!({ "kind": "table", "instances": ["jam:1-2"], "methods": methods }));
    assert_eq!(table["rows"].as_array().unwrap().len(), 4);
    let race = job(&server, json!({ "kind": "race", "instance": "jam:1", "methods": methods }));
    let layered: Vec<&Value> = race["entrants"].as_array().unwrap().iter().map(|one| &one["by"]).collect();
    assert_eq!(layered, ["depth", "f"]);
    // Rounds of deepening searches are their own, and add up; others race without layers.
    let methods = json!([{ "algorithm": "ida", "heuristic": "blockers" }, { "algorithm": "beam", "heuristic": "blockers" },
                         { "algorithm": "bibfs" }, { "algorithm": "awastar", "heuristic": "blockers" }]);
    let race = job(&server, json!({ "kind": "race", "instance": "jam:1", "methods": methods }));
    let rounds = race["entrants"][0]["layers"].as_array().unwrap();
    let expanded: u64 = rounds.iter().map(|round| round["expanded"].as_u64().unwrap()).sum();
    assert_eq!(race["entrants"][0]["solve"]["stats"]["expanded"], expanded);
    assert_eq!((&race["entrants"][0]["by"], &rounds.last().unwrap()["f"]), (&json!("bound"), &json!(8.0)));
    assert_eq!(
        (&race["entrants"][1]["by"], &race["entrants"][3]["solve"]["length"]),
        (&Value::Null, &json!(8))
    );
    let body = json!({ "kind": "trace", "instance": "jam:1", "algorithm": "astar", "heuristic": "blockers", "expansions": 20 });
    let trace = job(&server, body);
    assert_eq!((trace["steps"].as_array().unwrap().len(), &trace["nodes"][0]["parent"]), (20, &Value::Null));
    let body = json!({ "kind": "trace", "instance": "tiles:1 4 2 3 0 5 6 7 8", "algorithm": "iddfs", "expansions": 100 });
    let rounds = job(&server, body);
    // The goal is two moves away: bounds 0, 1 and 2, each round from a root of its own.
    let bounds: Vec<f64> =
        rounds["steps"].as_array().unwrap().iter().map(|step| step["bound"].as_f64().unwrap()).collect();
    assert_eq!(
        (bounds[0], bounds[1], *bounds.last().unwrap(), &rounds["status"]),
        (0.0, 1.0, 2.0, &json!("solved"))
    );
    let roots = rounds["nodes"].as_array().unwrap().iter().filter(|node| node["parent"].is_null());
    assert_eq!((roots.count(), rounds["plan"].as_array().unwrap().len()), (3, 3));
    let body = json!({ "kind": "trace", "instance": "korf:1", "algorithm": "astar", "heuristic": "nilsson_sequence" });
    let refused = ended(&server, body);
    let message = "the heuristic 'nilsson_sequence' does not exist for this instance";
    assert_eq!(refused["error"]["error"]["message"], message, "{refused:#}");
    let space = job(&server, json!({ "kind": "explore", "instance": "jam:1" }));
    assert_eq!((&space["reachable"], &space["length"]), (&json!(1247), &json!(8)));
    let grade = job(&server, json!({ "kind": "grade", "instance": "jam:1" }));
    assert_eq!((&grade["length"], &grade["solvable"]), (&json!(8), &json!(true)));
    let harder =
        job(&server, json!({ "kind": "vary", "instance": "jam:1", "direction": "harder", "seed": 1 }));
    assert!(harder["items"].as_array().unwrap().iter().all(|item| item["length"].as_u64().unwrap() > 8));
    let body = json!({ "kind": "generate", "domain": "rush-hour", "generator": "random", "count": 2, "seed": 1, "grade": true });
    assert_eq!(job(&server, body)["items"].as_array().unwrap().len(), 2);
    let body = json!({ "kind": "audit", "domain": "rush-hour", "instances": ["jam:1"], "heuristics": ["blockers", "hybrid"] });
    assert_eq!(job(&server, body)["cards"][0]["admissible"], true);
    let data = json!({ "instances": ["jam:1"] });
    let body = json!({ "kind": "profile", "domain": "rush-hour", "heuristic": "blockers", "data": data, "states": 50 });
    assert_eq!(job(&server, body)["states"], 50);
    let body = json!({ "kind": "ablation", "domain": "rush-hour", "heuristic": "blockers + distance", "data": data });
    assert_eq!(job(&server, body)["rows"].as_array().unwrap().len(), 2);
}

#[test]
fn a_job_is_followed_and_cancelled() {
    let server = Server::start("cancelled", &[]);
    // Blind deepening on a hard deal takes for ever.
    let body = json!({ "kind": "solve", "instance": "korf:1", "algorithm": "iddfs", "table": 0 });
    let begun = server.post("/api/jobs", body).status(202);
    let id = begun["id"].as_str().unwrap();
    let mut events = server.stream(&format!("/api/jobs/{id}/events"), &[]);
    // A job cancelled before it searches has no result.
    let searching = |progress: String| {
        assert!(progress.contains("\"unit\":\"nodes\""), "{progress}");
        !progress.contains("\"done\":0.0,")
    };
    while !searching(events.until("event: progress")) {}
    server.delete(&format!("/api/jobs/{id}")).status(204);
    let end = events.until("event: end");
    assert!(end.contains("\"state\":\"cancelled\"") && end.contains("\"limit\":\"cancelled\""), "{end}");
    server.get("/api/jobs/nothing").status(404);
    server.delete("/api/jobs/nothing").status(404);
}

#[test]
fn an_experiment_from_its_file_to_its_downloads() {
    let server = Server::start("experiment", &[]);
    let mut events = server.stream("/api/events", &[]);
    events.until("event: hello");
    let toml = with_baseline(&small(TINY));
    let checked = server.post("/api/experiments/check", json!({ "toml": toml })).ok();
    assert_eq!(
        (&checked["ok"], &checked["name"], &checked["existing"]),
        (&json!(true), &json!("tiny"), &Value::Null)
    );
    let made = server.post("/api/experiments", json!({ "toml": toml })).status(201);
    let id = made["id"].as_i64().unwrap();
    events.until("event: generation");
    let done = until(&server, &format!("/api/experiments/{id}"), |one| one["summary"]["state"] == "done");
    assert_eq!(
        (&done["summary"]["progress"], &done["configurations"][0]["tested"]),
        (&json!(1.0), &json!(true))
    );
    events.until("event: test");
    let again = server.post("/api/experiments", json!({ "toml": toml })).status(409);
    assert_eq!(again["error"]["field"], id.to_string());
    assert_eq!(server.get("/api/experiments").ok()["experiments"].as_array().unwrap().len(), 1);
    let curves = server.get(&format!("/api/experiments/{id}/curves?points=2")).ok();
    let generations = &curves["runs"][0]["generation"];
    assert_eq!((generations, &done["summary"]["generation"]), (&json!([1, 3]), &json!(3)));
    let test = server.get(&format!("/api/experiments/{id}/test")).ok();
    assert!(test["results"].as_array().unwrap().iter().any(|one| one["kind"] == "baseline"));
    for what in ["config", "json", "csv", "champion", "report"] {
        let file = server.get(&format!("/api/experiments/{id}/download?what={what}"));
        if what == "report" && !cfg!(pages) {
            assert_eq!(file.status, 501);
            continue;
        }
        assert!(file.status == 200 && file.header("content-disposition").contains("tiny."), "{what}");
    }
    let record = server.get(&format!("/api/experiments/{id}/download?what=json")).text().to_owned();
    let taken = server.post("/api/experiments/import", json!({ "record": record })).status(201);
    let experiment = &taken["experiment"];
    assert_eq!((&experiment["name"], &experiment["state"]), (&json!("tiny"), &json!("done")));
    assert_eq!(taken["warnings"], json!([]));
    server.delete(&format!("/api/experiments/{}", experiment["id"])).status(204);
    let refused = server.post("/api/experiments/import", json!({ "record": "{}" })).status(422);
    assert_eq!(refused["error"]["field"], "record");
    let run = done["best"].as_i64().unwrap();
    assert_eq!(server.get(&format!("/api/runs/{run}")).ok()["run"]["experiment"], id);
    assert!(
        !server.get(&format!("/api/runs/{run}/history")).ok()["features"].as_object().unwrap().is_empty()
    );
    let line = server.get(&format!("/api/runs/{run}/ancestry")).ok();
    assert_eq!(line["individuals"].as_array().unwrap().last().unwrap()["champion"], true);
    let copy = server.post(&format!("/api/experiments/{id}/clone"), json!({ "start": false })).status(201);
    assert_eq!((&copy["name"], &copy["state"]), (&json!("tiny-2"), &json!("paused")));
    let both = json!({ "experiments": [id, copy["id"]], "measure": "validation" });
    assert_eq!(server.post("/api/compare", both).ok()["measure"], "validation");
    let grid = format!("{toml}\n[grid]\n\"algorithm.population\" = [8, 9]\n");
    let grid =
        server.post("/api/experiments", json!({ "toml": grid, "start": false })).status(201)["id"].clone();
    let groups = |configurations: Value| {
        let body =
            json!({ "experiments": [grid], "measure": "evaluations", "configurations": configurations });
        let compared = server.post("/api/compare", body).ok();
        let groups = compared["groups"].as_array().unwrap().iter();
        groups
            .filter(|group| group["control"] == false)
            .map(|group| group["configuration"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(groups(Value::Null), [0, 1], "each configuration is a group unless something is said");
    assert_eq!((groups(json!(true)), groups(json!(false))), (vec![json!(0), json!(1)], vec![json!(0)]));
    server.delete(&format!("/api/experiments/{id}")).status(204);
    server.get(&format!("/api/experiments/{id}")).status(404);
    assert_eq!(server.get("/api/experiments?deleted=true").ok()["experiments"][0]["id"], id);
    server.post(&format!("/api/experiments/{id}/undo"), json!({})).ok();
    server.post(&format!("/api/experiments/{id}/undo"), json!({})).status(409);
    server.post(&format!("/api/experiments/{id}/pause"), json!({})).status(409);
}

#[test]
fn of_two_who_begin_the_same_experiment_one_does() {
    let server = Server::start("twins", &[]);
    let body = json!({ "toml": small(TINY), "start": false });
    let mut statuses = std::thread::scope(|scope| {
        let both = [0, 1].map(|_| scope.spawn(|| server.post("/api/experiments", body.clone()).status));
        both.map(|one| one.join().unwrap())
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    assert_eq!(server.get("/api/experiments").ok()["experiments"].as_array().unwrap().len(), 1);
}

#[test]
fn an_experiment_is_stopped_while_its_table_is_built() {
    let server = Server::start("built", &[]);
    let toml = "format = 1\nname = \"x\"\ndomain = \"tiles\"\n[data]\ntrain = [\"korf:1\"]\n\
                validation = [\"korf:2\"]\n[genome]\nkind = \"weights\"\nfeatures = [\"pdb_78\"]\n";
    // The table takes minutes, the answer does not wait for it.
    let id = server.post("/api/experiments", json!({ "toml": toml })).status(201)["id"].clone();
    server.wait_for_work();
    steer(&server, &format!("/api/experiments/{id}"), "stop", "stopped");
}

#[test]
fn what_ran_is_paused_kept_and_resumed_by_the_next_server() {
    let server = Server::start("resumed", &[]);
    let toml = super::experiments::endless();
    let id = server.post("/api/experiments", json!({ "toml": toml })).status(201)["id"].as_i64().unwrap();
    let path = format!("/api/experiments/{id}");
    until(&server, &path, |one| one["summary"]["state"] == "running");
    steer(&server, &path, "pause", "paused");
    steer(&server, &path, "resume", "running");
    // A moment later, so that it is known to have been begun.
    std::thread::sleep(Duration::from_millis(1_100));
    let server = server.restart();
    until(&server, &path, |one| one["summary"]["state"] == "running");
    steer(&server, &path, "stop", "stopped");
    server.delete(&path).status(204);
}

#[test]
fn what_another_process_evolves_is_told_live() {
    let server = Server::start("abroad", &[]);
    let mut events = server.stream("/api/events", &[]);
    events.until("event: hello");
    // Long enough to be seen on its way.
    let toml = with_baseline(&small(TINY)).replace("generations = 3", "generations = 400");
    let mut other = server.evolve(&toml);
    let state = events.until("event: state");
    assert!(state.contains("\"state\":\"running\""), "{state}");
    let first = events.until("event: generation");
    assert!(first.contains("\"repetition\":0"), "{first}");
    events.until("event: test");
    assert!(events.until("event: state").contains("\"state\":\"done\""));
    assert!(other.wait().unwrap().success());
}

#[test]
fn the_pages_are_served_or_explained() {
    let server = Server::start("pages", &[]);
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.header("content-security-policy").contains("default-src 'self'"));
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    assert!(page.text().contains("<!doctype html>"));
}

#[test]
fn optimisation_domains_are_solved_compared_explained_and_validated() {
    let server = Server::start("optimisation", &[]);
    let online = json!({ "online": "true" });
    let solve = json!({ "kind": "solve", "instance": "or-u120:1", "algorithm": "construct", "heuristic": "best_fit",
                        "settings": online });
    let found = job(&server, solve);
    assert_eq!((&found["status"], &found["board"]["kind"]), (&json!("solved"), &json!("bins")));
    let improved = json!({ "kind": "solve", "instance": "or-u120:1", "from": found["solution"], "seed": 3,
                           "limits": { "effort": 1_000_000 } });
    assert!(job(&server, improved)["cost"].as_i64() <= found["cost"].as_i64());
    let methods = json!([{ "heuristic": "best_fit" }, { "algorithm": "restarts", "noise": 0.2 }]);
    let table = json!({ "kind": "table", "instances": ["or-u120:1-2"], "methods": methods, "settings": online,
                        "limits": { "effort": 100_000 } });
    let table = job(&server, table);
    assert_eq!(table["rows"].as_array().map(Vec::len), Some(4));
    assert_eq!(table["summary"][1]["algorithm"], "restarts");
    let check = json!({ "instance": ["or-u120:1"], "plan": found["solution"] });
    assert_eq!(server.post("/api/validate", check).ok()["cost"], found["cost"]);
    let plan = json!({ "instance": ["jam:1"], "plan": "B+1" });
    assert_eq!(server.post("/api/validate", plan).ok()["valid"], false);
    let explain = json!({ "instance": "or-u120:1", "heuristic": "best_fit", "step": 9, "settings": online });
    let explained = server.post("/api/explain", explain).ok();
    assert_eq!((&explained["step"], &explained["features"]), (&json!(9), &json!(["after"])));
    let wrong = json!({ "kind": "solve", "instance": "or-u120:1", "algorithm": "anneal", "noise": 0.5 });
    assert_eq!(ended(&server, wrong)["error"]["error"]["field"], "algorithm");
}
