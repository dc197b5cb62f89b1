//! PDDL domains: read, printed, read back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use unstuck_planning::generate::{BENCHMARKS, FIXED};
use unstuck_fuzz::{assert_short, files, sow};
use unstuck_pddl::syntax::{parse_domain, print_domain};

fuzz_target!(
    init: {
        let built_in = BENCHMARKS.iter().map(|benchmark| benchmark.domain).chain(FIXED.iter().map(|task| task.domain));
        let texts = built_in.map(str::to_owned).chain(files("domains/planning/src/tasks"));
        sow(texts.map(String::into_bytes));
    },
    |input: &[u8]| {
        let Ok(text) = std::str::from_utf8(input) else { return };
        let domain = match parse_domain(text) {
            Ok(parsed) => parsed,
            Err(error) => return assert_short(&error.to_string()),
        };
        domain.warnings.iter().for_each(|warning| assert_short(&warning.to_string()));
        let printed = print_domain(&domain.value);
        match parse_domain(&printed) {
            Ok(again) => assert_eq!(print_domain(&again.value), printed),
            Err(error) => panic!("{printed:?} does not read back: {error}"),
        }
    }
);
