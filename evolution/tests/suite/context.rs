//! A small world to evolve in.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use unstuck_core::domain::Settings;
use unstuck_core::executor::Executor;
use unstuck_core::feature::{Kind, Role as FeatureRole};
use unstuck_core::instance::{Instance, SearchRequest};
use unstuck_core::language::Op;
use unstuck_core::registry;
use unstuck_core::search::{self, Limits};
use unstuck_evolution::context::{EvaluationContext, PreparationConfig, unwatched};
use unstuck_evolution::dataset::{FitMatrix, Fitting};
use unstuck_evolution::experiment::optimal_request;
use unstuck_evolution::genome::{Bounds, Form, Limits as Sizes, Scale, Space, Terminal, Values};
use unstuck_evolution::role::PerRole;

/// Threads, for tests.
pub struct Threads(pub usize);

impl Executor for Threads {
    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.0 {
                let work = || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= count {
                            break;
                        }
                        task(number);
                    }
                };
                // Deepening searches recurse once per move.
                let thread = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, work);
                thread.expect("a thread");
            }
        });
    }

    fn threads(&self) -> usize {
        self.0
    }
}

/// Easy cards in all three roles, searched by IDA*. They are prepared once for each way of fitting; every call unpacks a
/// new context, which has measured nothing.
pub fn cards(fitting: Fitting) -> Arc<EvaluationContext> {
    static PREPARED: Mutex<Vec<(Fitting, Vec<u8>)>> = Mutex::new(Vec::new());
    unstuck_domains::install();
    let mut prepared = PREPARED.lock().expect("no test has failed here");
    let number = prepared.iter().position(|(of, _)| *of == fitting).unwrap_or_else(|| {
        prepared.push((fitting, prepare_cards(fitting).pack()));
        prepared.len() - 1
    });
    Arc::new(EvaluationContext::unpack(&prepared[number].1).expect("a world"))
}

/// The same as it is before it is packed.
pub fn prepare_cards(fitting: Fitting) -> EvaluationContext {
    unstuck_domains::install();
    let (domain, set) = registry::set("jam").expect("a built-in set");
    let read = |number: &u32| -> (String, Box<dyn Instance>) {
        let text = (set.text)(&number.to_string()).expect("a card");
        let instance = unstuck_core::domain::read(&*domain, &text, None, &Settings::new()).expect("a board");
        (format!("jam:{number}"), instance)
    };
    let limits = Limits { expanded: Some(1_000), ..Limits::NONE };
    let mut reference = SearchRequest::blind(search::algorithm("ida").expect("an algorithm"), limits);
    reference.parameters.table = Some(1 << 16);
    let optimal = optimal_request(&*domain, "slides").expect("a solver");
    let config = PreparationConfig {
        reference: &reference,
        optimal: &optimal,
        optimal_limit: 1_000_000,
        keep_unsolved: false,
        metric: "slides",
        rows: (200, 1),
        enumeration: Limits::default(),
        earlier: &[],
        findings: Default::default(),
    };
    let features = domain.features().features().len();
    let numbers = PerRole { train: &[1, 2, 3, 4, 5, 6, 7, 8][..], validation: &[9, 10, 11], test: &[12, 13] };
    let prepared = numbers.map(|_, numbers| {
        let instances = numbers.iter().map(read).collect();
        let prepared = config.prepare(instances, &Threads(1), &unwatched, &|| ()).expect("prepared");
        assert!(prepared.dropped.is_empty());
        (prepared.instances, FitMatrix::new(&prepared.rows, features, fitting))
    });
    let (sets, tables) = prepared.unzip();
    EvaluationContext::new(domain.clone(), "slides", reference.parameters, sets, tables)
}

/// Everything that a state alone tells, in trees of the published functions.
pub fn space(context: &EvaluationContext, form: Form) -> Space {
    let ranges = context.sets.train[0].instance.ranges();
    let terminal =
        |index: usize| Terminal { index: index as u16, range: ranges[index].unwrap_or((0.0, 1.0)) };
    let some = |wanted: &dyn Fn(&unstuck_core::feature::FeatureInfo) -> bool| -> Vec<Terminal> {
        let features = context.table.features().iter().enumerate();
        features
            .filter(|(_, info)| info.is_tabulated() && wanted(info))
            .map(|(index, _)| terminal(index))
            .collect()
    };
    Space {
        form,
        names: context.table.names().map(str::to_owned).collect(),
        signed: false,
        estimates: some(&|info| {
            info.kind == Kind::Real && info.node().role == FeatureRole::Estimate && info.name != "zero"
        }),
        reals: some(&|info| info.kind == Kind::Real),
        flags: some(&|info| info.kind == Kind::Bool),
        functions: vec![Op::And, Op::Or, Op::LessEqual, Op::GreaterEqual, Op::Mul, Op::Add],
        constants: (0.0, 20.0),
        scale: Scale::Evolved,
        bounds: Bounds::Clamp,
        limits: Sizes { nodes: 32, depth: 6 },
        search: None,
        attempts: None,
        branches: Vec::new(),
    }
}

/// A policy of weighted sums.
pub const POLICY: Form = Form::Policy { rules: 3, values: Values::Weights };
