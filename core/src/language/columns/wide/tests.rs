use super::super::Columns;
use super::super::block::{self, OneBlock, Results};
use super::*;
use crate::language::Checked;
use crate::language::meaning::Real;
use crate::language::program::Program;
use crate::language::words::words;

/// What every instruction gives by one of the versions; `None` where the machine lacks what it is compiled for.
#[allow(unsafe_code)]
fn results<T: Real>(version: &str, program: &Program, columns: &Columns<T>) -> Option<Vec<u64>> {
    let constants: Vec<T> = program.constants.iter().map(|&value| T::of(value)).collect();
    let mut results = Results::<T>::default();
    results.blocks.resize_with(program.results, Box::default);
    let Program { code, features, .. } = program;
    let results = &mut results;
    let loops = OneBlock { code, features, columns, block: 0, constants: &constants, results };
    match version {
        "plain" => loops.run(),
        // SAFETY: the instructions are there, as in `run`.
        "avx2" if std::is_x86_feature_detected!("avx2") => unsafe {
            run_avx2(loops);
        },
        "avx512" if std::is_x86_feature_detected!("avx512f") && std::is_x86_feature_detected!("avx512dq") => {
            // SAFETY: the instructions are there, as in `run`.
            unsafe { run_avx512(loops) }
        }
        _ => return None,
    }
    Some(results.blocks.iter().flat_map(|block| block.0).map(|value| value.wide().to_bits()).collect())
}

fn agree<T: Real>() {
    let table = words();
    let text = "if(g < blockers/3, sqrt(g*hybrid) - 0.1*blockers, max(g, -hybrid, 2) + exp(g/9)) + pow(hybrid, 0.3)*sin(g)";
    let program = Checked::read(text, &table).unwrap().program().clone();
    let value = |feature: usize, row: usize| ((feature + 3) * (row + 1) * 37 % 101) as f64 / 7.0;
    let column = |feature| (0..block::BLOCK).map(|row| value(feature, row)).collect::<Vec<_>>();
    let columns = Columns::<T>::new(&(0..table.features().len()).map(column).collect::<Vec<_>>());
    let plain = results("plain", &program, &columns).unwrap();
    assert!(plain.len() >= block::BLOCK);
    for version in ["avx2", "avx512"] {
        assert!(results(version, &program, &columns).is_none_or(|wide| wide == plain), "{version}");
    }
}

/// Under Miri this holds the unsafe calls to their promise: `make miri` tells it which instructions there are.
#[test]
fn every_width_computes_the_same_bits() {
    agree::<f64>();
    agree::<f32>();
}
