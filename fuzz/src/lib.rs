//! What the fuzz targets share: their seeds, and what every text of a puzzle is held to.

pub mod server;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use unstuck_core::domain::{self, Domain, DomainRef, Ids, InstanceSet, Kind, Settings};
use unstuck_core::instance::SearchInstance;
use unstuck_core::registry;

/// Lays seeds into the corpus that the target was started with; without one there is nothing to do.
pub fn sow(seeds: impl IntoIterator<Item = Vec<u8>>) {
    let folder = std::env::args().skip(1).find(|word| !word.starts_with('-') && Path::new(word).is_dir());
    let Some(folder) = folder else { return };
    for (number, seed) in seeds.into_iter().enumerate() {
        // One seed less is no harm.
        let _ = fs::write(Path::new(&folder).join(format!("seed-{number:03}")), seed);
    }
}

/// A seed: what is chosen, and a text.
pub fn seed(choice: &[u8], text: &str) -> Vec<u8> {
    [choice, text.as_bytes()].concat()
}

/// Splits an input as [`seed`] joins it; `None` for what is too short or no text.
pub fn choice<const N: usize>(input: &[u8]) -> Option<(&[u8; N], &str)> {
    let (choice, text) = input.split_first_chunk()?;
    Some((choice, std::str::from_utf8(text).ok()?))
}

/// The files of a folder of the project, by their text.
pub fn files(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().filter_map(|path| fs::read_to_string(path).ok()).collect()
}

/// Some members of a built-in set.
pub fn members(set: &InstanceSet, most: usize) -> Vec<String> {
    let names: Vec<String> = match (set.ids)() {
        Ids::Numbers(first, last) => (first..=last).take(most).map(|id| id.to_string()).collect(),
        Ids::Names(names) => names.into_iter().take(most).collect(),
    };
    names.iter().filter_map(|name| (set.text)(name)).collect()
}

/// The optimisation domains, in the order of the registry.
pub fn optimisation_domains() -> &'static [DomainRef] {
    static DOMAINS: LazyLock<Vec<DomainRef>> = LazyLock::new(|| {
        unstuck_domains::install();
        let domains = registry::domains();
        domains.into_iter().filter(|domain| domain.info().kind == Kind::Optimisation).collect()
    });
    &DOMAINS
}

/// A domain of the registry.
pub fn domain(name: &str) -> DomainRef {
    unstuck_domains::install();
    registry::domain(name).expect("a built-in domain")
}

/// Reads a text. One that is refused is refused in a sentence; one that is read is printed as a text that reads back as
/// itself, can be drawn, and keeps the laws of its domain on a short walk.
pub fn hold(
    domain: &dyn Domain,
    text: &str,
    metric: &str,
    settings: &Settings,
) -> Option<Box<dyn SearchInstance>> {
    let instance = match domain::read_search(domain, text, Some(metric), settings) {
        Ok(instance) => instance,
        Err(error) => {
            assert_short(&error.to_string());
            return None;
        }
    };
    let printed = instance.text();
    match domain::read_search(domain, &printed, Some(metric), settings) {
        Ok(again) => assert_eq!(again.text(), printed),
        Err(error) => panic!("{printed:?} does not read back: {error}"),
    }
    instance.picture();
    instance.replay(&[]).err().iter().for_each(|error| assert_short(&error.to_string()));
    for (value, info) in instance.values().into_iter().zip(domain.features().features()) {
        let dead_end = info.node().safe && value == Some(f64::INFINITY);
        assert!(dead_end || value.is_none_or(f64::is_finite), "{} is {value:?}", info.name);
    }
    if let Err(law) = instance.check_laws(1, 4) {
        panic!("{law}");
    }
    Some(instance)
}

/// A refusal fits on a screen and does nothing to it, whatever was refused.
pub fn assert_short(message: &str) {
    assert!((1..3_000).contains(&message.chars().count()), "{message}");
    assert!(!message.contains(|sign: char| sign.is_control() && sign != '\n'), "{message:?}");
}
