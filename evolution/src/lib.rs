//! # unstuck-evolution
//!
//! Evolves heuristics: operators vary genomes, a fitness measures them, an algorithm keeps the better ones.
//!
//! | module | idea |
//! |---|---|
//! | [`genome`] | what evolves: weights, trees, policies; and the space they live in |
//! | [`operators`] | creation, crossover, mutation and selection |
//! | [`formula_text`] | formulas in data that is stored or sent: text with names |
//! | [`real`] | numbers in JSON, infinite ones too |
//! | [`role`] | training, validation and test |
//! | [`measure`] | what a search is measured by, and compared with |
//! | [`task`] | what is to be measured, and the results, as plain values |
//! | [`dataset`] | rows with the truth, for least squares |
//! | [`context`] | the instances, and how tasks are answered |
//! | [`fitness`] | the score of a result |
//! | [`algorithms`] | how one generation follows another |
//! | [`baseline`], [`benchmark`] | what a champion is compared with |
//! | [`engine`] | the whole as a machine: ask, tell, snapshot, restore |
//! | [`experiment`] | all of it as one file |
//!
//! From a file to a champion. The caller has the threads, and reads or generates the instances that the file names. The keys of
//! the file with their values, defaults and help are rows: [`experiment::keys::sections`]. With a domain of one's own, register it
//! in place of the call of `unstuck_domains::install`: `unstuck_core::registry::register(Arc::new(MyDomain))?`. Evolve with
//! an optimised build: searches are many times slower without.
//!
//! ```
//! use unstuck_core::executor::Sequential;
//! use unstuck_core::domain::Settings;
//! use unstuck_core::registry;
//! use unstuck_evolution::context::unwatched;
//! use unstuck_evolution::engine::Engine;
//! use unstuck_evolution::experiment::{Experiment, Sets};
//! use unstuck_evolution::role::PerRole;
//!
//! let text = r#"
//!     format = 1
//!     name = "first-steps"
//!     domain = "rush-hour"
//!     data = { train = ["jam:1-3"], validation = ["jam:4-5"] }
//!     search = { algorithm = "astar" }
//!     genome = { kind = "weights" }
//!     algorithm = { population = 6 }
//!     stop = { generations = 2 }
//! "#;
//! // A program knows the domains that it installs.
//! unstuck_domains::install();
//! let experiment = Experiment::read(text, &|_| Err("no files here".into()))?;
//! let (domain, jam) = registry::set("jam").unwrap();
//! let cards = |numbers: std::ops::RangeInclusive<u32>| {
//!     let card = |number: &str| unstuck_core::domain::read(&*domain, &(jam.text)(number).unwrap(), None, &Settings::new());
//!     numbers.map(|number| (format!("jam:{number}"), card(&number.to_string()).unwrap())).collect()
//! };
//! let instances = PerRole { train: cards(1..=3), validation: cards(4..=5), test: Vec::new() };
//! let sets = Sets { instances, ..Sets::default() };
//! let ready = experiment.prepare(sets, &Sequential, &unwatched, &|| ())?;
//!
//! let mut engine = Engine::new(experiment.run_config(&ready, 0));
//! while engine.finished().is_none() {
//!     let tasks = engine.ask();
//!     for (task, answer) in tasks.iter().zip(ready.context.answer(&tasks, &Sequential, &unwatched)?) {
//!         engine.tell(task.id, answer)?;
//!     }
//! }
//! let champion = engine.champion().unwrap();
//! println!("{}: {}", ready.context.text(&champion.heuristic), champion.validation.fitness);
//! # assert!(champion.validation.fitness < 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod algorithms;
pub mod baseline;
pub mod benchmark;
mod config;
pub mod context;
pub mod dataset;
pub mod engine;
pub mod experiment;
pub mod fitness;
pub mod formula_text;
pub mod genome;
pub mod measure;
pub mod operators;
pub mod real;
pub mod role;
mod stored;
pub mod task;
