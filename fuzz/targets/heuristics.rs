//! Texts of the heuristic language: read, printed, simplified, compiled, exported.

#![no_main]

use libfuzzer_sys::fuzz_target;
use unstuck_core::feature::{FeatureTable, Kind};
use unstuck_core::language::columns::{Columns, Workspace};
use unstuck_core::language::export::FORMS;
use unstuck_core::language::{
    Checked, Formula, OPS, compile, interpret, parse, print, print_line, round, simplify,
};
use unstuck_core::registry;
use unstuck_fuzz::{assert_short, choice, files, seed, sow};

const TEXTS: &[&str] = &[
    "max(out_of_row, out_of_column) + if(tile_1 > 1 and tile_5 < 2, log(manhattan), exp(-tile_1))",
    "policy; if g > 3 and manhattan >= 8: manhattan/2; if misplaced < 3: sin(g); otherwise: aq(manhattan, g)",
    "if(not (move_freed or true), mean(blockers, 1e-7), -hybrid - -2.50*sqrt(abs(distance)))",
    "heuristic 1 for rush-hour (slides)   # champion\r\npolicy\r\n if g > 1: 2\r\n otherwise: 3",
];

/// Values of all features: whole numbers, and now and then something odd.
fn row(words: &FeatureTable, number: usize) -> Vec<f64> {
    let odd = [f64::NAN, f64::INFINITY, -1e300, 1e9, -0.0, 1e-7, 0.5, -3.25];
    let value = |(index, kind): (usize, Kind)| {
        let mix = (index + 1) * (number + 3) * 7 % 31;
        match kind {
            Kind::Bool => (mix % 2) as f64,
            Kind::Real if number > 0 && mix < odd.len() => odd[mix],
            Kind::Real => mix as f64,
        }
    };
    words.features().iter().map(|info| info.kind).enumerate().map(value).collect()
}

/// The interpreter's values, after program and columns gave the same bits.
fn values(formula: &Formula, rows: &[Vec<f64>]) -> Vec<f64> {
    let program = compile(formula);
    let columns: Vec<Vec<f64>> =
        (0..rows[0].len()).map(|i| rows.iter().map(|row| row[i]).collect()).collect();
    let mut together = vec![0.0_f64; rows.len()];
    Workspace::default().evaluate(&program, &Columns::new(&columns), &mut together);
    let mut slots = program.slots();
    let value = |(row, column): (&Vec<f64>, f64)| {
        let plain = interpret(formula, row);
        assert_eq!(program.run(&mut slots, |index| row[usize::from(index)]).to_bits(), plain.to_bits());
        assert_eq!(column.to_bits(), plain.to_bits());
        plain
    };
    rows.iter().zip(together).map(value).collect()
}

fuzz_target!(
    init: {
        let folders = ["rush-hour", "tiles", "freecell", "planning"];
        let shipped = folders.iter().flat_map(|domain| files(&format!("domains/{domain}/champions")));
        let texts = shipped.chain(TEXTS.iter().map(|&text| text.to_owned()));
        let texts = texts.flat_map(|text| [0, 1, 2].map(|domain| seed(&[domain], &text)));
        // Every feature and every operation once, for others to take from.
        let names = (0_u8..).zip(registry::domains()).map(|(number, domain)| {
            let names: Vec<&str> = domain.features().names().chain(OPS.iter().map(|info| info.name)).collect();
            seed(&[number], &names.join(" + "))
        });
        sow(texts.chain(names));
    },
    |input: &[u8]| {
        let Some(([number], text)) = choice(input) else { return };
        let domains = registry::domains();
        let checked = match Checked::read(text, domains[usize::from(*number) % domains.len()].features()) {
            Ok(checked) => checked,
            Err(error) => return assert_short(&error.to_string()),
        };
        let (formula, words) = (&checked.formula, &checked.table);
        assert_eq!(parse(&print(formula, words), words).as_ref(), Ok(formula));
        let line = parse(&print_line(formula, words), words).expect("a line");
        assert_eq!((line.attempts, line.body), (formula.attempts.clone(), formula.body.clone()));
        let simple = simplify(formula);
        assert_eq!(parse(&print(&simple, words), words).as_ref(), Ok(&simple));
        assert!(simple.size() <= formula.size());
        let rows: Vec<Vec<f64>> = (0..3).map(|number| row(words, number)).collect();
        assert_eq!(values(formula, &rows), values(&simple, &rows), "{}", print(&simple, words));
        let rounded = round(formula, 3);
        assert_eq!(parse(&print(&rounded, words), words).as_ref(), Ok(&rounded));
        for form in FORMS {
            assert!(!(form.write)(formula, words).is_empty(), "{}", form.name);
        }
    }
);
