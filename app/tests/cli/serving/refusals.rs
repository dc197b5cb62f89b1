//! What the server refuses, and how.

use super::client::Server;
use serde_json::{Value, json};
use std::io::{BufRead, Read, Write};

#[test]
fn bad_bodies_and_wrong_ids() {
    let server = Server::start("refused", &[]);
    let post = |path: &str, body: &str| server.send("POST", path, &[], Some(body));
    assert!(post("/api/position", "{").status(400)["error"]["message"].as_str().unwrap().contains("no JSON"));
    let wrong = post("/api/position", r#"{"instanse": "jam:1"}"#).status(400);
    assert_eq!(
        (&wrong["error"]["field"], &wrong["error"]["help"]),
        (&json!("instanse"), &json!("did you mean 'instance'?"))
    );
    post("/api/position", r#"{"instance": 7}"#).status(400);
    post("/api/position", "").status(400);
    post("/api/jobs", r#"{"kind": "sovle", "instance": "jam:1"}"#).status(400);
    post("/api/jobs", r#"{"kind": "solve", "instance": "jam:1", "hueristic": "x"}"#).status(400);
    post("/api/compare", r#"{"experiments": [], "measure": "validation"}"#).status(400);
    let many = post("/api/position", r#"{"instance": "freecell:1-1000000"}"#).status(422);
    assert_eq!(many["error"]["message"], "freecell:1-1000000 names 1000000 instances; this takes one");
    for kind in ["text/plain", "application/x-www-form-urlencoded", ""] {
        let told =
            server.send("POST", "/api/position", &[("Content-Type", kind)], Some(r#"{"instance": "jam:1"}"#));
        assert_eq!(told.status(415)["error"]["message"], "the body is not announced as JSON", "{kind}");
    }
    // What needs no body says so as well: forms of other pages cannot.
    server.send("POST", "/api/experiments/1/pause", &[], None).status(415);
    let near = server.post("/api/position", json!({ "instance": "jamm:1" })).status(422);
    assert_eq!(near["error"]["message"], "unknown set or domain 'jamm'; did you mean 'jam'?");
    let blind = json!({ "kind": "solve", "instance": "jam:1", "algorithm": "bfs", "heuristic": "blockers" });
    let blind = super::ended(&server, blind);
    let blind = &blind["error"];
    let advice = "leave out heuristic blockers or write algorithm astar";
    assert_eq!(blind["error"]["message"], format!("bfs is blind, it reads no heuristic; {advice}"));
    let place = server.post("/api/position", json!({ "instance": "rush-hour:ooooooooAAoB" })).status(422);
    assert!(place["error"]["field"] == "instance", "{place:#}");
    server.post("/api/position", json!({ "instance": "jam:1", "metric": "miles" })).status(422);
    for path in [
        "/api/experiments/7",
        "/api/experiments/x",
        "/api/experiments/-1/curves",
        "/api/runs/99999999999999999999",
        "/api/runs/4/history",
        "/api/jobs/x/events",
        "/api/datasets/nothing",
        "/api/sets/nothing",
        "/api/nothing",
        "/nothing.html",
    ] {
        assert!(server.get(path).status(404)["error"]["message"].is_string(), "{path}");
    }
    server.get("/api/experiments/7/download?what=secrets").status(400);
    server.delete("/api/catalog").status(405);
    let toml = "format = 1\nname = \"x\"\ndomain = \"rush-hour\"\n[data]\ntrains = [\"jam:1-20\"]\n";
    let checked = server.post("/api/experiments/check", json!({ "toml": toml })).ok();
    let error = &checked["errors"][0]["error"];
    assert_eq!((&error["line"], &error["field"]), (&json!(5), &json!("data.trains")));
    server.post("/api/experiments", json!({ "toml": toml })).status(422);
}

#[test]
fn bodies_that_are_too_large() {
    let server = Server::start("large", &[]);
    let mut body = String::from(r#"{"domain": "tiles", "csv": ""#);
    body.extend(std::iter::repeat_n('x', 17 << 20));
    body += "\"}";
    assert_eq!(server.send("POST", "/api/datasets", &[], Some(&body)).status, 413);
    let toml = "#".repeat(2 << 20);
    server.post("/api/experiments", json!({ "toml": toml })).status(413);
    // Nesting that no request needs: JSON, heuristics and TOML.
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    assert_eq!(server.send("POST", "/api/position", &[], Some(&deep)).status, 400);
    let text = "(".repeat(100_000) + "1" + &")".repeat(100_000);
    let checked = server.post("/api/heuristics/check", json!({ "domain": "tiles", "text": text })).ok();
    assert_eq!(checked["ok"], false, "{checked:#}");
    let toml = format!("a = {deep}");
    assert_eq!(server.post("/api/experiments/check", json!({ "toml": toml })).status, 200);
    // A short text that names more than is read in a request: in one range, in many, and by a grid.
    let many = "\"freecell:1-50000\", ".repeat(5);
    let seeds = (0..2_001).map(|seed| seed.to_string()).collect::<Vec<_>>().join(", ");
    for (train, grid) in [
        ("\"freecell:1-1000000\"", String::new()),
        (many.as_str(), String::new()),
        ("\"freecell:1-100\"", format!("[grid]\nseed = [{seeds}]\n")),
    ] {
        let toml = format!(
            "format = 1\nname = \"many\"\ndomain = \"freecell\"\n[data]\ntrain = [{train}]\n\
             validation = [\"freecell:3\"]\n[genome]\nkind = \"weights\"\n{grid}"
        );
        let refused = server.post("/api/experiments", json!({ "toml": toml })).status(422);
        let message = refused["error"]["message"].as_str().unwrap();
        assert_eq!(message, "data.train: more than 200000 instances in all configurations");
    }
    assert_eq!(server.get("/api/about").status, 200);
}

#[test]
fn other_hosts_and_other_sites() {
    let server = Server::start("foreign", &[]);
    let body = Some(r#"{"instance": "jam:1"}"#);
    let own = format!("http://127.0.0.1:{}", server.port);
    for host in [
        "evil.example",
        "evil.example:7878",
        "192.168.0.9",
        "localhost.evil.example",
        "localhost:x@evil.example",
    ] {
        assert_eq!(server.send("GET", "/api/about", &[("Host", host)], None).status, 403, "{host}");
        assert_eq!(server.send("GET", "/", &[("Host", host)], None).status, 403, "{host}");
    }
    assert_eq!(server.send("GET", "/api/about", &[("Host", "localhost:1")], None).status, 200);
    assert_eq!(server.send("POST", "/api/position", &[("Origin", &own)], body).status, 200);
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost"] {
        assert_eq!(server.send("POST", "/api/position", &[("Origin", origin)], body).status, 403, "{origin}");
        assert_eq!(server.send("DELETE", "/api/jobs/x", &[("Origin", origin)], None).status, 403, "{origin}");
    }
    assert_eq!(server.send("POST", "/api/position", &[("Sec-Fetch-Site", "cross-site")], body).status, 403);
    assert_eq!(server.get("/api/about").header("access-control-allow-origin"), "");
}

#[test]
fn the_token_is_wanted_shown_and_exchanged_for_a_cookie() {
    let server = Server::start("token", &["--token", "open sesame"]);
    server.get("/api/about").status(401);
    assert_eq!(server.get("/").status, 200, "the page that asks for the token");
    let bearer = |token: &str| {
        server.send("GET", "/api/about", &[("Authorization", &format!("Bearer {token}"))], None).status
    };
    assert_eq!((bearer("open sesame"), bearer("open sesam"), bearer("")), (200, 401, 401));
    server.post("/api/login", json!({ "token": "wrong" })).status(401);
    let reply = server.post("/api/login", json!({ "token": "open sesame" }));
    assert_eq!(reply.status(204), Value::Null);
    let cookie = reply.header("set-cookie");
    assert!(cookie.contains("httponly") && cookie.contains("samesite=strict"), "{cookie}");
    assert!(!cookie.contains("sesame"), "the cookie is not the token");
    let pair = cookie.split(';').next().unwrap();
    assert_eq!(server.send("GET", "/api/about", &[("Cookie", pair)], None).status, 200);
    assert_eq!(server.send("GET", "/api/about", &[("Cookie", "unstuck=0")], None).status, 401);
    // Two wrong ones were shown above; an old cookie is none.
    let guess = || server.post("/api/login", json!({ "token": "guess" })).status;
    let guesses: Vec<u16> = (0..4).flat_map(|_| [guess(), bearer("guess")]).collect();
    assert_eq!(guesses, [401, 401, 401, 401, 401, 401, 401, 401]);
    assert_eq!((guess(), bearer("guess")), (429, 429));
    assert_eq!(bearer("open sesame"), 200, "the right one is let in");
    server.post("/api/login", json!({ "token": "open sesame" })).status(204);
    assert_eq!(server.send("GET", "/api/about", &[("Cookie", "unstuck=0")], None).status, 401);
}

#[test]
fn ten_thousand_wrong_tokens_open_nothing_and_lock_no_one_out() {
    let right = "a token of more than sixteen characters";
    let server = Server::start("attacked", &["--token", right]);
    let before = server.memory();
    let statuses = |count: usize, answers: usize| {
        let mut stream = server.connect();
        let mut seen = std::collections::BTreeMap::<u16, usize>::new();
        for number in 0..count {
            let token = format!("{number:x}").repeat(number % 7 + 1);
            let head = format!(
                "GET /api/about HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
            );
            stream.write_all(head.as_bytes()).unwrap();
            if number % answers == answers - 1 {
                for status in super::client::statuses(&mut stream, answers) {
                    *seen.entry(status).or_default() += 1;
                }
            }
        }
        seen
    };
    let seen = std::thread::scope(|scope| {
        let all: Vec<_> = (0..4).map(|_| scope.spawn(|| statuses(2_500, 50))).collect();
        let mut seen = std::collections::BTreeMap::<u16, usize>::new();
        for one in all {
            for (status, count) in one.join().unwrap() {
                *seen.entry(status).or_default() += count;
            }
        }
        seen
    });
    // Ten a minute are compared and refused, the others refused unread; on a slow machine several minutes pass.
    assert_eq!(seen.values().sum::<usize>(), 10_000);
    assert!(seen.keys().all(|status| matches!(status, 401 | 429)) && seen[&429] > 9_000, "{seen:?}");
    let bearer = format!("Bearer {right}");
    assert_eq!(server.send("GET", "/api/about", &[("Authorization", &bearer)], None).status, 200);
    if let (Some(before), Some(after)) = (before, server.memory()) {
        assert!(after < before + 30, "{before} MB before, {after} MB after");
    }
}

#[test]
fn a_token_in_the_address_is_refused() {
    let server = Server::start("address", &["--token", "open sesame, please"]);
    let bearer = ("Authorization", "Bearer open sesame, please");
    for path in ["/api/about?token=open%20sesame,%20please", "/?token=x", "/api/about?a=1&token=x"] {
        for headers in [&[][..], &[bearer]] {
            let refused = server.send("GET", path, headers, None).status(400);
            let message = refused["error"]["message"].as_str().unwrap();
            assert!(message.starts_with("a token in the address is refused"), "{path}: {message}");
        }
    }
    assert_eq!(server.send("GET", "/api/about", &[bearer], None).status, 200);
    // Whether the server runs is no secret.
    assert_eq!(server.get("/api/health").ok(), json!({ "ok": true }));
}

/// A token that the user has given is printed neither in text nor in JSON; one that the server made is.
#[test]
fn a_given_token_is_not_printed() {
    let folder = crate::folder::Folder::new("secret");
    for (number, flags) in
        [&[][..], &["--json"], &["--host", "0.0.0.0"], &["--host", "0.0.0.0", "--json"]].iter().enumerate()
    {
        for given in [true, false] {
            let mut command = folder.command(&[&["serve", "--port", "0"], *flags].concat());
            if given {
                command.env("UNSTUCK_TOKEN", "a token of my own choice");
            }
            command.stdin(std::process::Stdio::null()).stdout(std::process::Stdio::piped());
            let mut child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
            let mut out = std::io::BufReader::new(child.stdout.take().unwrap());
            let mut told = String::new();
            let last = if flags.contains(&"--json") { "}" } else { "Ctrl-C" };
            while !told.lines().last().is_some_and(|line| line.contains(last)) {
                assert!(out.read_line(&mut told).unwrap() > 0, "{told}");
            }
            std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
            out.read_to_string(&mut told).unwrap();
            child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
            child.wait().unwrap();
            assert!(!told.contains("my own choice"), "{told}");
            let made = told.split(|sign: char| !sign.is_ascii_hexdigit()).any(|word| word.len() == 48);
            assert_eq!(made, !given && number >= 2, "{told}");
        }
    }
}

#[test]
fn negative_limits_are_refused() {
    let server = Server::start("negative", &[]);
    for limits in [
        json!({ "seconds": -1 }),
        json!({ "seconds": -0.5 }),
        json!({ "nodes": -1 }),
        json!({ "memory": -1 }),
        json!({ "effort": -1 }),
    ] {
        for (kind, field) in [("solve", "instance"), ("explore", "instance"), ("grade", "instance")] {
            let refused = server
                .post("/api/jobs", json!({ "kind": kind, field: "jam:1", "limits": limits }))
                .status(400);
            let message = refused["error"]["message"].as_str().unwrap();
            assert!(message.contains("negative") || message.contains("-1"), "{limits}: {message}");
        }
    }
    for path in ["/api/sets/jam?offset=-1&count=5", "/api/sets/jam?offset=0&count=-5"] {
        let status = server.get(path).status;
        assert!(matches!(status, 400 | 422), "{path}: {status}");
    }
}

#[test]
fn nothing_of_the_machine_is_read() {
    let server = Server::start("paths", &[]);
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/assets/../../etc/passwd",
        "//etc/passwd",
        "/%2e%2e/etc/passwd",
        "/api/datasets/..%2f..%2fstore",
        "/api/datasets/..%2fstore.db/file",
        "/api/datasets/%2e%2e/file",
        "/api/sets/..%2fjam",
    ] {
        let reply = server.get(path);
        assert!(matches!(reply.status, 400 | 404), "{path}: {}", reply.status);
        assert!(!reply.text().contains("root:"), "{path}");
    }
    for instance in ["@/etc/passwd", "@-", "-", "@tiny.toml:1"] {
        let refused = server.post("/api/position", json!({ "instance": instance })).status(422);
        assert!(
            refused["error"]["message"].as_str().unwrap().contains("files cannot be read here"),
            "{refused:#}"
        );
    }
    let there = server.post("/api/position", json!({ "instance": "tiny.toml" })).status(422);
    assert!(
        !there["error"]["message"].as_str().unwrap().contains("is a file"),
        "not even whether there is one"
    );
    let heuristic = json!({ "domain": "rush-hour", "text": "@/etc/passwd" });
    let checked = server.post("/api/heuristics/check", heuristic).ok();
    assert_eq!(
        (&checked["ok"], &checked["error"]["error"]["field"]),
        (&false.into(), &"text".into()),
        "{checked:#}"
    );
    for line in
        ["train = [\"@/etc/passwd\"]", "csv = \"../../etc/passwd\"", "train = { csv = \"/etc/passwd\" }"]
    {
        let toml = format!(
            "format = 1\nname = \"x\"\ndomain = \"rush-hour\"\n[data]\n{line}\nvalidation = [\"jam:2\"]\n"
        );
        let checked = server.post("/api/experiments/check", json!({ "toml": toml })).ok();
        assert_eq!(checked["ok"], false, "{line}: {checked:#}");
        assert!(!checked.to_string().contains("root:"));
    }
    // The machine's files, other people's datasets, and what is not there: each is distinguished.
    for (lines, told, help) in [
        (
            "initial = [\"@/etc/passwd\"]\n[data]\ntrain = [\"jam:1\"]",
            "the file /etc/passwd cannot be read here; write its text instead",
            Value::Null,
        ),
        (
            "[data]\ntrain = [\"@/etc/passwd\"]",
            "data.train: @/etc/passwd is a file, and files cannot be read here",
            Value::Null,
        ),
        (
            "[data]\ntrain = { csv = \"../store\" }",
            "data.train: '../store' is not the name of a dataset",
            json!("write a name that the page Datasets shows"),
        ),
        (
            "[data]\ntrain = { csv = \"nothing\" }",
            "data.train: there is no dataset 'nothing'",
            json!("the page Datasets shows what there is"),
        ),
    ] {
        let toml = format!(
            "format = 1\nname = \"x\"\ndomain = \"rush-hour\"\n{lines}\nvalidation = [\"jam:2\"]\n[genome]\nkind = \"weights\"\n"
        );
        let checked = server.post("/api/experiments/check", json!({ "toml": toml })).ok();
        let error = &checked["errors"][0]["error"];
        assert!(error["message"].as_str().unwrap().contains(told), "{lines}: {checked:#}");
        assert_eq!(error["help"], help, "{lines}: {checked:#}");
        server.post("/api/experiments", json!({ "toml": toml })).status(422);
    }
    let named =
        json!({ "domain": "tiles", "name": "../evil", "csv": "a\nb\ninstance,h*\n1 0 2 3 4 5 6 7 8,1\n" });
    server.post("/api/datasets", named).status(422);
}
