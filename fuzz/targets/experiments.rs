//! Experiment files: read, filled in, printed, cut into the configurations of their grid.

#![no_main]

use libfuzzer_sys::fuzz_target;
use unstuck_evolution::experiment::Experiment;
use unstuck_fuzz::{assert_short, files, sow};

/// What a file named by an experiment contains.
fn load(name: &str) -> Result<String, String> {
    if name.is_empty() { Err("there is no file without a name".into()) } else { Ok("2*g".into()) }
}

fuzz_target!(
    init: {
        // As they are, and with every key filled in.
        let texts = files("experiments").into_iter().chain(files("docs/results"));
        let filled = |text: String| [Experiment::read(&text, &load).map(|read| read.print()).unwrap_or_default(), text];
        sow(texts.flat_map(filled).map(String::into_bytes));
    },
    |input: &[u8]| {
        let Ok(text) = std::str::from_utf8(input) else { return };
        let experiment = match Experiment::read(text, &load) {
            Ok(experiment) => experiment,
            Err(error) => return assert_short(&error.to_string()),
        };
        let printed = experiment.print();
        match Experiment::read(&printed, &load) {
            Ok(again) => assert_eq!(again, experiment, "{printed}"),
            Err(error) => panic!("{}", error.in_text(&printed)),
        }
        let mut quick = experiment;
        quick.quick();
        if let Err(error) = Experiment::read(&quick.print(), &load) {
            panic!("{}", error.in_text(&quick.print()));
        }
    }
);
