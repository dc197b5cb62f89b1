//! What rules decide, and rules that choose how a construction continues.
//!
//! A rule is a formula over the features of its decision. Values are raw and signed: the greatest wins, and equal values go
//! to the choice that comes first in the canonical order.

use super::subject::{Feature, LazyFeatures, Subject};
use super::{Construction, Optimisation};
use crate::feature::Text;
use crate::language::{Checked, Program};
use serde::Serialize;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What a rule decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Which choice a construction makes next: the greatest value.
    Choose,
    /// The second key among choices with equal values of `choose`.
    Place,
    /// Which low-level heuristic runs next: the greatest value.
    Select,
    /// Whether a new solution replaces the present one: a value above 0.
    Accept,
    /// Which part a ruin takes out next: the greatest value.
    Remove,
}

impl Decision {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Choose, Self::Place, Self::Select, Self::Accept, Self::Remove];

    /// Name in every text.
    pub fn name(self) -> &'static str {
        match self {
            Self::Choose => "choose",
            Self::Place => "place",
            Self::Select => "select",
            Self::Accept => "accept",
            Self::Remove => "remove",
        }
    }
}

/// What the feature of a choice sees.
pub struct ChoiceView<'a, C: Construction> {
    /// The instance.
    pub problem: &'a C,
    /// The solution so far.
    pub partial: &'a C::Partial,
    /// The way to continue.
    pub choice: C::Choice,
}

/// Choices of a construction as the [`Subject`] of features.
pub struct Choosing<C>(PhantomData<fn() -> C>);

/// A feature of a choice.
pub type ChoiceFeature<C> = Feature<Choosing<C>>;

/// A construction whose choices have features: what rules are made of.
pub trait Featured: Construction {
    /// The features of a choice with their functions, in the order of the domain's table.
    fn choice_features(&self) -> &[ChoiceFeature<Self>];
}

impl<C: Featured> Subject for Choosing<C> {
    type Instance = C;
    type View<'v> = ChoiceView<'v, C>;
    type Scratch = C::Scratch;

    #[inline]
    fn features(instance: &C) -> &[Feature<Self>] {
        instance.choice_features()
    }
    fn scratch(instance: &C) -> C::Scratch {
        instance.scratch()
    }
    #[inline]
    fn instance<'v>(view: &Self::View<'v>) -> &'v C {
        view.problem
    }
}

/// Decides how a construction continues.
pub trait Choose<C: Construction> {
    /// The features that it reads, by their places in the table of choices.
    fn features(&self) -> &[u16];
    /// What the evaluation of a choice costs, in units of [effort](crate::effort).
    fn price(&self) -> u64;
    /// The best choice, and how many there were; `None` if the solution is complete.
    fn choose(&mut self, problem: &C, partial: &C::Partial) -> Option<(C::Choice, u64)>;
    /// All choices in the canonical order, each with its value, in place of what `values` holds.
    fn values(&mut self, problem: &C, partial: &C::Partial, values: &mut Vec<(C::Choice, f64)>);
}

/// A `choose` rule, with a `place` rule as its second key if there is one, bound to an instance.
pub struct Rule<C: Featured> {
    first: Key,
    second: Option<Key>,
    features: LazyFeatures<Choosing<C>>,
    reads: Vec<u16>,
    price: u64,
    /// Values by [slot](Construction::slot), NaN where they are not known; empty if none are kept.
    kept: Vec<f64>,
    family: u64,
}

/// One formula with room for its run.
struct Key {
    program: Arc<Program>,
    room: Vec<f64>,
}

impl Key {
    fn new(checked: &Checked) -> Self {
        let program = checked.program().clone();
        let room = program.slots();
        Self { program, room }
    }
}

impl<C: Featured> Rule<C> {
    /// Binds a rule to an instance of its domain.
    ///
    /// # Errors
    ///
    /// The name of a feature that this instance does not have.
    pub fn new(problem: &C, choose: &Checked, place: Option<&Checked>) -> Result<Self, Text> {
        let (first, second) = (Key::new(choose), place.map(Key::new));
        let mut reads = first.program.features().to_vec();
        reads.extend(second.iter().flat_map(|key| key.program.features()));
        reads.sort_unstable();
        reads.dedup();
        let features = problem.choice_features();
        let absent = |index: &&u16| features[usize::from(**index)].range(problem).is_none();
        if let Some(&index) = reads.iter().find(absent) {
            return Err(features[usize::from(index)].info.name.clone());
        }
        let slots = if second.is_none() { problem.slots(&reads) } else { 0 };
        let price = if slots > 0 { KEPT } else { OPERATION * choose.formula.size() as u64 };
        let family = problem.slot_family();
        let features = LazyFeatures::new(problem);
        Ok(Self { first, second, features, reads, price, kept: vec![f64::NAN; slots], family })
    }

    /// Prepares for another instance. What is known of values is kept if both are of the same
    /// [family](Construction::slot_family).
    pub fn bind(&mut self, problem: &C) {
        self.features = LazyFeatures::new(problem);
        if self.family != problem.slot_family() {
            self.family = problem.slot_family();
            let slots = if self.kept.is_empty() { 0 } else { problem.slots(&self.reads) };
            self.kept.clear();
            self.kept.resize(slots, f64::NAN);
        }
    }

    #[inline(always)]
    fn value(&mut self, problem: &C, partial: &C::Partial, choice: C::Choice) -> f64 {
        if self.kept.is_empty() {
            return self.compute(problem, partial, choice);
        }
        match problem.slot(partial, choice) {
            Some(slot) if !self.kept[slot].is_nan() => self.kept[slot],
            Some(slot) => {
                let value = self.compute(problem, partial, choice);
                self.kept[slot] = value;
                value
            }
            None => self.compute(problem, partial, choice),
        }
    }

    #[inline(never)]
    fn compute(&mut self, problem: &C, partial: &C::Partial, choice: C::Choice) -> f64 {
        let view = ChoiceView { problem, partial, choice };
        let Self { first, features, .. } = self;
        features.next_choice();
        first.program.run(&mut first.room, |index| features.get(&view, index.into()))
    }

    /// The second key of a choice; 0 if there is none.
    fn place(&mut self, problem: &C, partial: &C::Partial, choice: C::Choice) -> f64 {
        let Self { second, features, .. } = self;
        let Some(key) = second else { return 0.0 };
        let view = ChoiceView { problem, partial, choice };
        features.next_choice();
        key.program.run(&mut key.room, |index| features.get(&view, index.into()))
    }
}

/// Effort of a value that is looked up.
const KEPT: u64 = 2;
/// Effort of a node of a formula.
const OPERATION: u64 = 3;

impl<C: Featured> Choose<C> for Rule<C> {
    fn features(&self) -> &[u16] {
        &self.reads
    }
    fn price(&self) -> u64 {
        self.price
    }

    #[inline]
    fn choose(&mut self, problem: &C, partial: &C::Partial) -> Option<(C::Choice, u64)> {
        self.features.next_step();
        let (mut best, mut count) = (None, 0);
        let _ = problem.visit(partial, &mut |choice| {
            count += 1;
            let value = self.value(problem, partial, choice);
            match best {
                Some((greatest, _, _)) if value < greatest => {}
                Some((greatest, place, _)) if value == greatest => {
                    if self.second.is_some() {
                        let other = self.place(problem, partial, choice);
                        if other > place {
                            best = Some((value, other, choice));
                        }
                    }
                }
                _ => best = Some((value, self.place(problem, partial, choice), choice)),
            }
            ControlFlow::Continue(())
        });
        best.map(|(_, _, choice)| (choice, count))
    }

    fn values(&mut self, problem: &C, partial: &C::Partial, values: &mut Vec<(C::Choice, f64)>) {
        values.clear();
        self.features.next_step();
        let _ = problem.visit(partial, &mut |choice| {
            values.push((choice, self.value(problem, partial, choice)));
            ControlFlow::Continue(())
        });
    }
}

/// The rules of a policy: `choose` and what else is decided by a formula.
#[derive(Debug, Clone)]
pub struct Policy {
    /// Which choice next.
    pub choose: Arc<Checked>,
    /// The second key of choices.
    pub place: Option<Arc<Checked>>,
    /// Whether a new solution is accepted.
    pub accept: Option<Arc<Checked>>,
}

impl Policy {
    /// A single formula: `choose`.
    pub fn choose(rule: Arc<Checked>) -> Self {
        Self { choose: rule, place: None, accept: None }
    }
}

/// All features of the choice that a rule would make next, for people: what each choice is, and its value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExplainedChoice {
    /// The choice as people read it.
    pub text: String,
    /// The rule's value.
    pub value: f64,
    /// The values of the features that the rule reads, in the order of the table.
    pub features: Vec<f64>,
    /// Whether the rule makes this choice.
    pub made: bool,
}

/// Explains a step: every choice with its value, and the one that is made.
pub fn explain<C: Featured>(
    problem: &C,
    rule: &mut Rule<C>,
    partial: &<C as Construction>::Partial,
) -> Vec<ExplainedChoice>
where
    C: Optimisation,
{
    let mut values = Vec::new();
    rule.values(problem, partial, &mut values);
    let made = rule.choose(problem, partial).map(|(choice, _)| choice);
    let mut explained = Vec::with_capacity(values.len());
    for (choice, value) in values {
        let view = ChoiceView { problem, partial, choice };
        rule.features.next_step();
        let features = rule.reads.iter().map(|&index| rule.features.get(&view, index.into())).collect();
        let text = problem.choice_text(partial, choice);
        explained.push(ExplainedChoice { text, value, features, made: made == Some(choice) });
    }
    explained
}
