//! Tables of instances with their distances and features.

#![no_main]

use libfuzzer_sys::fuzz_target;
use unstuck_evolution::dataset::{Dataset, Form};
use unstuck_fuzz::{assert_short, files, sow};

const FORMS: &[&str] = &[
    "jams\neasy ones\ninstance,h*,blockers,hybrid\nAA..,3,1,2.5\n\"1,2 \"\"x\"\"\",+7,,-0.5\n",
    "\u{feff}\"a, b\",,\r\nc,,\r\n\r\ninstance, h*, f\r\nx y , 4.0 , 1e1 \r\n\r\nz,0,2",
    "n\nd\n\"ab\ncd\",1\nef,2\n",
];

fn written(dataset: &Dataset, form: Form) -> String {
    let mut out = Vec::new();
    dataset.write(&mut out, form).expect("memory takes everything");
    String::from_utf8(out).expect("a text")
}

fn read(text: &str) -> Dataset {
    Dataset::read(text).unwrap_or_else(|error| panic!("{}", error.in_text(text)))
}

fuzz_target!(
    init: {
        let tables = files("data").into_iter().map(|text| text.lines().take(8).collect::<Vec<_>>().join("\n"));
        sow(tables.chain(FORMS.iter().map(|&text| text.to_owned())).map(String::into_bytes));
    },
    |input: &[u8]| {
        let Ok(text) = std::str::from_utf8(input) else { return };
        let dataset = match Dataset::read(text) {
            Ok(dataset) => dataset,
            Err(error) => return assert_short(&error.to_string()),
        };
        assert_eq!(dataset.lines.len(), dataset.len());
        assert!(dataset.columns.iter().all(|column| column.values.len() == dataset.len()));
        // A value that is missing is no number, and so equals nothing: texts are compared.
        let named = written(&dataset, Form::Named);
        let again = read(&named);
        assert_eq!(written(&again, Form::Named), named);
        assert_eq!((&again.name, &again.description), (&dataset.name, &dataset.description));
        assert_eq!((&again.instances, &again.distances), (&dataset.instances, &dataset.distances));
        let bare = written(&dataset, Form::Bare);
        assert_eq!(written(&read(&bare), Form::Bare), bare);
        dataset.summary();
    }
);
