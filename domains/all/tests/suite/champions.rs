//! The evolved heuristics that the domains bring.

use crate::installed as registry;
use std::path::{Path, PathBuf};
use unstuck_core::champions::meant;
use unstuck_core::domain::Kind;
use unstuck_core::language::Checked;

/// The folder of the domains.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn is_champion(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "heuristic" || ending == "policy")
}

#[test]
fn every_champion_is_read_and_described() {
    let domains: Vec<_> = registry::domains().into_iter().chain(registry::benchmarks()).collect();
    let all: Vec<_> =
        domains.iter().flat_map(|domain| domain.champions().iter().map(move |one| (domain, one))).collect();
    let files = std::fs::read_dir(folder()).unwrap().flat_map(|domain| {
        let champions = std::fs::read_dir(domain.unwrap().path().join("champions"));
        champions.into_iter().flatten().map(|file| file.unwrap().path())
    });
    assert_eq!(all.len(), files.filter(|file| is_champion(file)).count());
    for (domain, champion) in all {
        // Those of optimisation domains have laws of their own.
        if domain.info().kind != Kind::Search {
            continue;
        }
        Checked::read(champion.text, domain.features())
            .unwrap_or_else(|error| panic!("{}: {error}", champion.name));
        let about = champion.about();
        assert!(about.ends_with('.') && about.len() > 20, "{}: {about}", champion.name);
        let words = champion.text.split_whitespace().filter(|word| word.starts_with("docs/results/"));
        let experiments: Vec<&str> = words.map(|word| word.trim_end_matches(',')).collect();
        assert!(!experiments.is_empty(), "{}", champion.name);
        for experiment in experiments {
            let path = folder().join("..").join(experiment);
            assert!(path.is_file(), "{}", path.display());
        }
        let twins = domain.champions().iter().filter(|other| other.name == champion.name);
        assert_eq!(twins.count(), 1, "{}", champion.name);
    }
}

#[test]
fn champions_are_meant_by_their_word() {
    let domain = registry::domain("freecell").expect("a domain");
    let found = |text| meant(domain.features(), text).map(|champion| champion.map(|champion| champion.name));
    assert_eq!(found(" champion"), Ok(Some("solver")));
    assert_eq!(found("champion:hsd"), Ok(Some("hsd")));
    assert_eq!(found("champions"), Ok(None));
    let wrong = found("champion:best").unwrap_err();
    assert_eq!(wrong.message, "freecell has no champion 'best'; it has solver, hsd");
}
