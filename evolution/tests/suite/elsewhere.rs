//! Tasks answered in another process, by a context that was sent there.

use crate::context::{POLICY, Threads, cards, prepare_cards, space};
use crate::engine::generational;
use std::sync::Arc;
use unstuck_core::executor::Sequential;
use unstuck_evolution::context::{EvaluationContext, Failure, ParcelError, unwatched};
use unstuck_evolution::dataset::{Fitting, Loss};
use unstuck_evolution::engine::{Engine, RunConfig, Stop};
use unstuck_evolution::fitness::{Evaluator, reduction::Reduction};
use unstuck_evolution::operators::Toolbox;
use unstuck_evolution::role::Role;
use unstuck_evolution::task::{Answer, Cap, Task, Work};

/// The tasks of a first generation, with fits next to the searches.
fn tasks(context: &Arc<EvaluationContext>) -> Vec<Task> {
    let config = RunConfig {
        seed: 5,
        space: space(context, POLICY),
        tools: Toolbox::defaults(POLICY),
        context: context.clone(),
        evaluator: Evaluator::Reduction(Reduction { sample: 4, max_length_ratio: None }),
        algorithm: generational(6),
        initial: Vec::new(),
        parsimony: true,
        validate_every: 2,
        validate_top: 3,
        survivors: None,
        stop: Stop::default(),
        plan: None,
    };
    let mut tasks = Engine::new(config).ask();
    let fits: Vec<Task> = tasks
        .iter()
        .flat_map(|task| {
            [(Role::Train, false), (Role::Validation, true)]
                .map(|(role, exact)| Task { work: Work::Fit { role, exact }, ..task.clone() })
        })
        .collect();
    let whole = Work::Search { role: Role::Test, instances: vec![0, 1], cap: Cap::Extended };
    tasks.push(Task { work: whole, ..tasks[0].clone() });
    tasks.extend(fits);
    tasks.push(tasks[0].clone());
    tasks
}

#[test]
fn a_world_that_was_sent_answers_alike() {
    for fitting in
        [Fitting::default(), Fitting { loss: Loss::Rank, scaled: false, beyond: Some(2), cases: 10 }]
    {
        let context = Arc::new(prepare_cards(fitting));
        let sent = EvaluationContext::unpack(&context.pack()).expect("a world");
        let tasks = tasks(&context);
        let here = context.answer(&tasks, &Threads(2), &unwatched).expect("answers");
        assert_eq!(sent.answer(&tasks, &Sequential, &unwatched), Ok(here));
        assert_eq!(sent.pack(), context.pack());
    }
}

#[test]
fn what_is_no_world_is_refused() {
    assert!(matches!(EvaluationContext::unpack(b"rubbish"), Err(ParcelError::Foreign(_))));
    let bytes = cards(Fitting::default()).pack();
    assert!(matches!(EvaluationContext::unpack(&bytes[..bytes.len() / 2]), Err(ParcelError::Foreign(_))));
}

#[test]
fn others_are_asked_once_and_for_one_instance() {
    let (context, there) = (cards(Fitting::default()), cards(Fitting::default()));
    let tasks = tasks(&context);
    let mut asked = 0;
    let mut by = |pieces: &[Task]| {
        asked += pieces.len();
        let one = |work: &Work| matches!(work, Work::Search { instances, .. } if instances.len() > 1);
        assert!(!pieces.iter().any(|piece| one(&piece.work)));
        there.answer(pieces, &Sequential, &unwatched)
    };
    let elsewhere = context.answer_by(&tasks, &mut by).expect("answers");
    let again =
        context.answer_by(&tasks, |_| -> Result<Vec<Answer>, Failure> { unreachable!("all is known") });
    let here = cards(Fitting::default()).answer(&tasks, &Threads(2), &unwatched);
    assert_eq!(here.as_ref(), Ok(&elsewhere));
    assert_eq!(again, Ok(elsewhere));
    // Six of four instances, one of two, twelve fits; the copy of the first is not asked for again.
    assert_eq!(asked, 6 * 4 + 2 + 12);
}

#[test]
fn answers_that_do_not_fit_are_refused() {
    let context = cards(Fitting::default());
    let tasks = tasks(&context);
    let none: Result<_, Failure> = context.answer_by(&tasks, |_| Ok(Vec::new()));
    assert_eq!(none, Err(Failure::Misfit));
    let wrong: Result<_, Failure> =
        context.answer_by(&tasks, |pieces| Ok(pieces.iter().map(|_| Answer::Runs(Vec::new())).collect()));
    assert_eq!(wrong, Err(Failure::Misfit));
}
