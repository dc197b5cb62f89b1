use super::*;
use crate::genome::{Bounds, Definitions, Form, Limits, Space, Terminal};
use unstuck_core::feature::{FeatureTable, measure};
use unstuck_core::language::Tree;

#[derive(Serialize, Deserialize)]
struct Stored(#[serde(with = "super")] Genome);

fn scope(functions: usize) -> Scope {
    let limits = Limits { nodes: 9, depth: 4 };
    let space = Space {
        form: Form::Tree,
        names: vec!["a".into()],
        estimates: Vec::new(),
        signed: false,
        reals: vec![Terminal { index: 0, range: (0.0, 9.0) }],
        flags: Vec::new(),
        functions: Vec::new(),
        constants: (0.0, 1.0),
        scale: Scale::Fixed,
        bounds: Bounds::Clamp,
        limits,
        search: None,
        attempts: None,
        branches: Vec::new(),
    };
    let space = match functions {
        0 => space,
        functions => space.defining(Definitions { functions, arguments: 1, limits }),
    };
    let table = FeatureTable::new("test".to_owned(), vec!["moves".into()], vec![measure("a", "")]);
    Scope::new(table, space)
}

#[test]
fn trees_with_other_functions_are_refused() {
    let genome = |branches| Genome::Defined(Defined { branches: vec![Tree::number(1.0); branches] });
    let bytes = |functions: usize| {
        let write = || postcard::to_stdvec(&Stored(genome(functions + 1)));
        scope(functions).within(write).0.expect("in a scope")
    };
    let read = |functions: usize, bytes: &[u8]| {
        scope(functions).within(|| postcard::from_bytes::<Stored>(bytes).map(|stored| stored.0))
    };
    assert_eq!(read(2, &bytes(2)), (Ok(genome(3)), None));
    for (functions, stored) in [(1, 2), (2, 1), (0, 2)] {
        let error = read(functions, &bytes(stored)).1.expect("refused").to_string();
        assert!(error.starts_with(&format!("cannot be read: it has {} trees", stored + 1)), "{error}");
    }
}
