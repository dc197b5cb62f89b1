//! Exports: source code that computes the same values, drawings that are well formed.

use super::random::Source;
use super::{read, words};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;
use unstuck_core::language::{Formula, Node, OPS, Op, export, interpret};

const POLICY: &str = "heuristic 1 for rush-hour (slides)
policy
  if blockers >= 3 and not move_freed: 0.7*hybrid + 0.2*goal_distance
  otherwise: max(blockers_deep, -1.5*g)/2";

fn write(name: &str, formula: &Formula) -> String {
    (export::form(name).unwrap().write)(formula, &words())
}

/// A formula, and rows of features with the value it has there.
type Case = (Formula, Vec<(Vec<f64>, f64)>);

/// A folder of this test alone.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("unstuck-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn exists(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Whether the platform computes it, in exported code.
fn is_elementary(op: Op) -> bool {
    use Op::{Cbrt, Cos, Exp, Log, Pow, Root, Sin, Tan, Tanh};
    matches!(op, Cbrt | Pow | Root | Exp | Log | Sin | Cos | Tan | Tanh)
}

/// Random formulas of the other operations, and one of each elementary function, with feature rows and their values.
fn cases(count: u64) -> Vec<Case> {
    let random = (0..count).map(|seed| {
        let mut source = Source::new(seed);
        source.ops.retain(|&op| !is_elementary(op));
        (source.formula(), source)
    });
    let elementary = OPS.iter().filter(|info| is_elementary(info.op)).map(|info| {
        let arguments = &["blockers", "hybrid/3"][..info.takes.len()];
        (read(&format!("{}({})", info.name, arguments.join(", "))), Source::new(count))
    });
    let all = random.chain(elementary).map(|(formula, mut source)| {
        let rows = (0..10).map(|_| source.features());
        let rows = rows.map(|row| (row.clone(), interpret(&formula, &row))).collect();
        (formula, rows)
    });
    all.collect()
}

/// Every value, to the bit; those of elementary functions to a relative error of 1e-12.
fn compare(outputs: &str, cases: &[Case]) {
    let found: Vec<f64> = outputs.lines().map(|bits| f64::from_bits(bits.trim().parse().unwrap())).collect();
    let expected = cases.iter().flat_map(|(formula, rows)| rows.iter().map(move |row| (formula, row)));
    assert_eq!(found.len(), expected.clone().count());
    for (found, (formula, (row, value))) in found.iter().zip(expected) {
        let elementary = formula.trees().iter().any(|tree| {
            tree.nodes().iter().any(|node| matches!(node, Node::Apply(op, _) if is_elementary(*op)))
        });
        let same = match elementary {
            false => found.to_bits() == value.to_bits(),
            true => (found - value).abs() <= 1e-12 * value.abs(),
        };
        assert!(same, "{formula:?} at {row:?}: {found} and {value}");
    }
}

fn c_program(cases: &[Case], folder: &std::path::Path) -> String {
    let mut main = String::from("#include <stdio.h>\n#include <string.h>\n#include <stdint.h>\n");
    let mut calls = String::new();
    for (number, (formula, rows)) in cases.iter().enumerate() {
        let source = write("c", formula);
        // One file holds them all, each with names of its own; the runtime comes from the first.
        let (before, after) = source.split_once("struct features {").unwrap();
        let (fields, rest) = after.split_once("};\n").unwrap();
        let (runtime, function) = rest.split_once("double heuristic(const struct features *f)").unwrap();
        if number == 0 {
            let _ = writeln!(main, "{before}{runtime}");
        }
        let _ = writeln!(main, "struct features_{number} {{{fields}}};");
        let _ = writeln!(main, "double heuristic_{number}(const struct features_{number} *f){function}");
        for (row, _) in rows {
            let values: Vec<String> =
                formula.features().iter().map(|&i| c_number(row[usize::from(i)])).collect();
            let values = if values.is_empty() { "0".to_owned() } else { values.join(", ") };
            let _ = writeln!(calls, "  show(heuristic_{number}(&(struct features_{number}){{{values}}}));");
        }
    }
    let show = "static void show(double x) { uint64_t bits; memcpy(&bits, &x, 8); printf(\"%llu\\n\", (unsigned long long)bits); }";
    let _ = writeln!(main, "{show}\nint main(void) {{\n{calls}  return 0;\n}}");
    let (source, program) = (folder.join("all.c"), folder.join("all"));
    std::fs::write(&source, main).unwrap();
    let flags = ["-std=c99", "-ffp-contract=off", "-w", "-o"];
    let built = Command::new("cc").args(flags).args([&program, &source]).arg("-lm").output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    String::from_utf8(Command::new(&program).output().unwrap().stdout).unwrap()
}

fn c_number(value: f64) -> String {
    if value.is_nan() {
        "NAN".to_owned()
    } else if value.is_infinite() {
        "INFINITY".to_owned()
    } else {
        format!("{value:?}")
    }
}

#[test]
fn exported_c_agrees() {
    if !exists("cc") {
        return;
    }
    let (folder, cases) = (folder("c"), cases(150));
    compare(&c_program(&cases, &folder), &cases);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn exported_python_agrees() {
    if !exists("python3") {
        return;
    }
    let (folder, cases) = (folder("python"), cases(150));
    let mut main = String::from("import struct\nfrom math import nan, inf\n");
    for (number, (formula, rows)) in cases.iter().enumerate() {
        std::fs::write(folder.join(format!("h{number}.py")), write("python", formula)).unwrap();
        let _ = writeln!(main, "import h{number}");
        for (row, _) in rows {
            let fields = formula.features().into_iter().map(|i| {
                format!(
                    "\"{}\": {}",
                    words().name(i),
                    format!("{:?}", row[usize::from(i)]).replace("NaN", "nan")
                )
            });
            let fields = fields.collect::<Vec<_>>().join(", ");
            let _ = writeln!(
                main,
                "print(struct.unpack('<Q', struct.pack('<d', h{number}.heuristic({{{fields}}})))[0])"
            );
        }
    }
    std::fs::write(folder.join("all.py"), main).unwrap();
    let run = Command::new("python3").arg(folder.join("all.py")).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    compare(&String::from_utf8(run.stdout).unwrap(), &cases);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The exported Rust, compiled by the compiler that builds this.
#[test]
fn exported_rust_agrees() {
    if !exists("rustc") {
        return;
    }
    let (folder, cases) = (folder("rust"), cases(40));
    let (mut modules, mut calls) = (String::new(), String::new());
    for (number, (formula, rows)) in cases.iter().enumerate() {
        let _ = writeln!(modules, "mod h{number} {{\n{}\n}}", write("rust", formula));
        for (row, _) in rows {
            let fields = formula.features().into_iter().map(|i| {
                let value = format!("{:?}", row[usize::from(i)]);
                let value = if value.contains(|c: char| c.is_ascii_digit()) {
                    value
                } else {
                    value.replace("inf", "f64::INFINITY").replace("NaN", "f64::NAN")
                };
                format!("{}: {value}", words().name(i))
            });
            let fields = fields.collect::<Vec<_>>().join(", ");
            let _ = writeln!(
                calls,
                "println!(\"{{}}\", h{number}::heuristic(&h{number}::Features {{ {fields} }}).to_bits());"
            );
        }
    }
    let (source, program) = (folder.join("all.rs"), folder.join("all"));
    std::fs::write(&source, format!("{modules}\nfn main() {{\n{calls}}}\n")).unwrap();
    let flags = ["--edition=2021", "-Awarnings", "-o"];
    let built = Command::new("rustc").args(flags).args([&program, &source]).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    compare(&String::from_utf8(Command::new(&program).output().unwrap().stdout).unwrap(), &cases);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_forms_of_a_policy() {
    let policy = read(POLICY);
    insta::assert_snapshot!("latex", write("latex", &policy));
    insta::assert_snapshot!("json", write("json", &policy));
    insta::assert_snapshot!("dot", write("dot", &policy));
    insta::assert_snapshot!("rust", write("rust", &policy));
    assert_eq!(write("infix", &policy), POLICY.to_owned() + "\n");
    let svg = write("svg", &policy);
    assert_eq!(svg.matches("<rect").count(), policy.size() + 3);
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.contains("&gt;="));
}
