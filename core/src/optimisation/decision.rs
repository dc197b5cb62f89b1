//! What rules decide, and rules that choose how a construction continues.
//!
//! A rule is a formula over the features of its decision. Values are raw and signed: the greatest wins, and equal values go
//! to the choice that comes first in the canonical order. Several formulas are one text,
//! [`Decisions`].

use super::Construction;
use crate::feature::{Feature, LazyFeatures, Subject, Text};
use crate::language::{Decisions, Evaluator};
use serde::Serialize;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// Which choice a construction makes next: the greatest value.
pub const CHOOSE: &str = crate::language::CHOOSE;
/// Where that goes which was chosen, at steps that [place](Construction::places); at other steps the second key among choices
/// with equal values of [`CHOOSE`].
pub const PLACE: &str = "place";
/// Which low-level heuristic runs next: the greatest value.
pub const SELECT: &str = "select";
/// Whether a new solution replaces the present one: a value above 0.
pub const ACCEPT: &str = "accept";
/// Which part a ruin takes out next: the greatest value.
pub const REMOVE: &str = "remove";

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

/// The formula of [`CHOOSE`], and that of [`PLACE`] if there is one, bound to an instance.
pub struct Rule<C: Featured> {
    first: Evaluator<Choosing<C>>,
    second: Option<Evaluator<Choosing<C>>>,
    reads: Vec<u16>,
    price: u64,
    /// Values by [slot](Construction::slot); empty if none are kept.
    kept: Kept,
    family: u64,
}

/// Values by slot. Memory that holds zeros comes from the system as it is touched, so that a table of many slots costs what is
/// used of it: a value is kept as its difference to the bits of NaN, which stands for one that is not known.
struct Kept(Vec<u64>);

impl Kept {
    fn new(slots: usize) -> Self {
        Self(vec![0; slots])
    }

    #[inline(always)]
    fn get(&self, slot: usize) -> f64 {
        f64::from_bits(self.0[slot] ^ f64::NAN.to_bits())
    }

    fn set(&mut self, slot: usize, value: f64) {
        self.0[slot] = value.to_bits() ^ f64::NAN.to_bits();
    }
}

/// Effort of a value that is looked up.
const KEPT: u64 = 2;
/// Effort of a node of a formula.
const OPERATION: u64 = 4;

impl<C: Featured> Rule<C> {
    /// Binds a rule to an instance of its domain.
    ///
    /// # Errors
    ///
    /// The name of a feature that this instance does not have; of the decision, if there is no formula for it.
    pub fn new(problem: &C, decisions: &Decisions) -> Result<Self, Text> {
        let choose = decisions.get(CHOOSE).ok_or(CHOOSE)?;
        let first = Evaluator::new(problem, choose)?;
        let place = decisions.get(PLACE);
        let second = place.map(|place| Evaluator::new(problem, place)).transpose()?;
        let mut reads: Vec<u16> = first.read().map(|index| index as u16).collect();
        reads.extend(second.iter().flat_map(Evaluator::read).map(|index| index as u16));
        reads.sort_unstable();
        reads.dedup();
        let slots = if second.is_none() { problem.slots(&reads) } else { 0 };
        let size = choose.formula.size() + place.map_or(0, |place| place.formula.size());
        let price = if slots > 0 { KEPT } else { OPERATION * size as u64 };
        let family = problem.slot_family();
        Ok(Self { first, second, reads, price, kept: Kept::new(slots), family })
    }

    /// Prepares for another instance of the same domain. Values by slot are kept if both are of the same
    /// [family](Construction::slot_family).
    ///
    /// # Errors
    ///
    /// The name of a feature that the instance does not have.
    pub fn bind(&mut self, problem: &C) -> Result<(), Text> {
        let features = problem.choice_features();
        let absent = |index: &&u16| features[usize::from(**index)].range(problem).is_none();
        if let Some(&index) = self.reads.iter().find(absent) {
            return Err(features[usize::from(index)].info.name.clone());
        }
        self.first = self.first.fork(problem);
        self.second = self.second.as_ref().map(|second| second.fork(problem));
        if self.family != problem.slot_family() {
            self.family = problem.slot_family();
            let slots = if self.second.is_none() { problem.slots(&self.reads) } else { 0 };
            self.kept = Kept::new(slots);
        }
        Ok(())
    }

    /// The features that it reads, by their places in the table of choices.
    pub fn features(&self) -> &[u16] {
        &self.reads
    }

    /// What the evaluation of a choice costs, in units of [effort](crate::effort).
    pub fn price(&self) -> u64 {
        self.price
    }

    #[inline(always)]
    fn value(&mut self, problem: &C, partial: &C::Partial, choice: C::Choice) -> f64 {
        match self.known(problem, partial, choice) {
            known if known.is_nan() => self.compute(problem, partial, choice),
            known => known,
        }
    }

    /// The value that is kept; NaN if there is none.
    #[inline(always)]
    fn known(&self, problem: &C, partial: &C::Partial, choice: C::Choice) -> f64 {
        if self.kept.0.is_empty() {
            return f64::NAN;
        }
        problem.slot(partial, choice).map_or(f64::NAN, |slot| self.kept.get(slot))
    }

    #[inline(never)]
    fn compute(&mut self, problem: &C, partial: &C::Partial, choice: C::Choice) -> f64 {
        let value = self.first.value(&ChoiceView { problem, partial, choice });
        if !self.kept.0.is_empty()
            && let Some(slot) = problem.slot(partial, choice)
        {
            self.kept.set(slot, value);
        }
        value
    }

    /// Whether [`PLACE`] alone decides at this step.
    #[inline]
    fn places(&self, problem: &C, partial: &C::Partial) -> bool {
        self.second.is_some() && problem.places(partial)
    }

    /// The value of [`PLACE`]; 0 if there is no formula.
    fn place(&mut self, problem: &C, partial: &C::Partial, choice: C::Choice) -> f64 {
        self.second.as_mut().map_or(0.0, |second| second.value(&ChoiceView { problem, partial, choice }))
    }

    fn next_step(&mut self) {
        self.first.next_step();
        if let Some(second) = &mut self.second {
            second.next_step();
        }
    }

    /// The best choice, and how many there were; `None` if the solution is complete.
    #[inline]
    pub fn choose(&mut self, problem: &C, partial: &C::Partial) -> Option<(C::Choice, u64)> {
        self.next_step();
        let (mut best, mut greatest, mut place, mut count) = (None, f64::NEG_INFINITY, 0.0, 0);
        if self.second.is_none() {
            let _ = problem.visit(partial, &mut |choice| {
                count += 1;
                let mut value = self.known(problem, partial, choice);
                // One comparison for most choices: a value that is not known is NaN, which is not less either.
                #[expect(clippy::neg_cmp_op_on_partial_ord)]
                if !(value <= greatest) {
                    if value.is_nan() {
                        value = self.compute(problem, partial, choice);
                    }
                    if value > greatest {
                        (best, greatest) = (Some(choice), value);
                    }
                }
                ControlFlow::Continue(())
            });
            return best.map(|choice| (choice, count));
        }
        let places = self.places(problem, partial);
        let two_keys = !places;
        let _ = problem.visit(partial, &mut |choice| {
            count += 1;
            let value = match places {
                true => self.place(problem, partial, choice),
                false => self.value(problem, partial, choice),
            };
            if value > greatest || two_keys && value == greatest {
                let other = if two_keys { self.place(problem, partial, choice) } else { 0.0 };
                if value > greatest || other > place {
                    (best, greatest, place) = (Some(choice), value, other);
                }
            }
            ControlFlow::Continue(())
        });
        best.map(|choice| (choice, count))
    }

    /// Continues a construction to its end.
    pub fn construct(&mut self, problem: &C, partial: &mut C::Partial) -> Built {
        let mut built = Built { steps: 0, choices: 0 };
        while let Some((choice, count)) = self.choose(problem, partial) {
            built.steps += 1;
            built.choices += count;
            problem.extend(partial, choice);
        }
        built
    }

    /// All choices in the canonical order, each with its value, in place of what `values` holds.
    pub fn values(&mut self, problem: &C, partial: &C::Partial, values: &mut Vec<(C::Choice, f64)>) {
        values.clear();
        self.next_step();
        let places = self.places(problem, partial);
        let _ = problem.visit(partial, &mut |choice| {
            let value = match places {
                true => self.place(problem, partial, choice),
                false => self.value(problem, partial, choice),
            };
            values.push((choice, value));
            ControlFlow::Continue(())
        });
    }
}

/// What a construction took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Built {
    /// Steps that were made.
    pub steps: u64,
    /// Choices that were evaluated.
    pub choices: u64,
}

/// A choice as `explain` shows it.
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
pub fn explain<C: Featured>(problem: &C, rule: &mut Rule<C>, partial: &C::Partial) -> Vec<ExplainedChoice> {
    let mut values = Vec::new();
    rule.values(problem, partial, &mut values);
    let made = rule.choose(problem, partial).map(|(choice, _)| choice);
    let mut lazy = LazyFeatures::<Choosing<C>>::new(problem);
    let explained = values.into_iter().map(|(choice, value)| {
        let view = ChoiceView { problem, partial, choice };
        lazy.next_step();
        let features = rule.reads.iter().map(|&index| lazy.get(&view, index.into())).collect();
        let text = problem.choice_text(partial, choice);
        ExplainedChoice { text, value, features, made: made == Some(choice) }
    });
    explained.collect()
}
