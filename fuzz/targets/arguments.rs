//! Command lines: one argument a line, run in a folder of its own and cancelled after a moment.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use unstuck_fuzz::{assert_short, sow};
use unstuck_ops::cancel::{self, Flag};
use unstuck_ops::warnings;

/// A command that takes longer is cancelled.
const PATIENCE: Duration = Duration::from_millis(30);

/// Commands that listen, or build tables for minutes.
const LEFT_OUT: [&str; 2] = ["serve", "pdb"];

const LINES: &[&str] = &[
    "solve\njam:1\n--json",
    "solve\njam:1-3\n-a\nwastar\n-H\nmax(blockers, distance)\n--weight\n1.5\n--max-nodes\n50",
    "compare\njam:1\n-a\nbfs\n-a\nastar\n-H\nblockers\n--format\ncsv",
    "explore\nAAooooooBBoooooo",
    "audit\nrush-hour\njam:1\n-H\nblockers",
    "generate\ntiles\n--count\n2\n--seed\n1",
    "validate\njam:1\nC+1",
    "dataset\ngenerate\ntiles\n--count\n3",
    "heuristics\nrush-hour",
    "algorithms\n--json",
    "export\n2*blockers\n--domain\nrush-hour\n--to\nc",
    "experiments\nlist\n--json",
    "experiments\ncheck",
    "report\n1",
    "domains",
    "operators",
    "ground\nblocks",
    "completions\nbash",
];

fuzz_target!(
    init: {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/arguments");
        std::fs::create_dir_all(&folder).expect("a folder");
        sow(LINES.iter().map(|line| line.as_bytes().to_vec()));
        // What a command writes by a relative name comes here; others are left out below.
        std::env::set_current_dir(&folder).expect("the folder");
    },
    |input: &[u8]| {
        let Ok(text) = std::str::from_utf8(input) else { return };
        let mut words: Vec<String> = text.lines().take(20).map(str::to_owned).collect();
        let outside = words.iter().any(|word| word.contains("..") || word.contains("/") || word.contains('~'));
        if outside || words.first().is_none_or(|word| LEFT_OUT.iter().any(|out| out.starts_with(word.trim()))) {
            return;
        }
        if matches!(words[0].as_str(), "evolve" | "experiments" | "report") {
            words.extend(["--store".to_owned(), "store.db".to_owned()]);
        }
        let flag = Flag::default();
        let late = Arc::clone(&flag);
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            late.store(true, Ordering::Relaxed);
        });
        let result = cancel::with_flag(Some(flag), || unstuck::perform(&words, &mut std::io::sink()));
        if let Err(error) = result {
            let text = warnings::shown(&format!("{error:#}"));
            // Help is long.
            if text.chars().count() < 3_000 {
                assert_short(&text);
            }
            assert!(!text.contains("please report"), "{text}");
        }
    }
);
