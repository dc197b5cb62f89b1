//! A formula bound to an instance: its value at the views of a [`Subject`].

use super::checked::Checked;
use super::meaning::clamp_finite;
use super::program::Program;
use crate::feature::{Compute, FeatureInfo, LazyFeatures, Scope, Subject, Text};
use std::sync::Arc;

/// Computes a formula from the features of a subject, each computed when needed and no more often than it changes.
///
/// ```
/// # use unstuck_core::feature::{Feature, FeatureTable, Subject, infos, number};
/// # struct Choose;
/// # impl Subject for Choose {
/// #     type Instance = [f64];
/// #     type View<'v> = (&'v [f64], usize);
/// #     type Scratch = ();
/// #     fn features(_: &[f64]) -> &[Feature<Self>] {
/// #         const FEATURES: &[Feature<Choose>] =
/// #             &[Feature::<Choose>::new(number("after", ""), |_, _| Some((0.0, 1e9)), |view, ()| view.0[view.1])];
/// #         FEATURES
/// #     }
/// #     fn scratch(_: &[f64]) {}
/// #     fn instance<'v>(view: &Self::View<'v>) -> &'v [f64] { view.0 }
/// # }
/// use unstuck_core::language::{Checked, Evaluator};
/// let rooms = [7.0, 3.0, 5.0];                       // what the choices leave free
/// let table = FeatureTable::of_decision("bins", "choose", infos(Choose::features(&rooms)));
/// let best_fit = Checked::read("-after", &table).unwrap();
/// let mut evaluator = Evaluator::<Choose>::new(&rooms, &best_fit).unwrap();
/// evaluator.next_step();
/// let values: Vec<f64> = (0..3).map(|choice| evaluator.value(&(&rooms, choice))).collect();
/// assert_eq!(values, [-7.0, -3.0, -5.0]);
/// ```
pub struct Evaluator<S: Subject> {
    pub(super) form: Form<S>,
    pub(super) features: LazyFeatures<S>,
}

/// What computes the value.
pub(super) enum Form<S: Subject> {
    /// 0 everywhere.
    Zero,
    /// A feature that is one function, which is called directly.
    Function(usize, fn(&S::View<'_>, &mut S::Scratch) -> f64),
    Feature(usize),
    Program(Arc<Program>, Vec<f64>),
}

impl<S: Subject> Evaluator<S> {
    /// Binds a formula to an instance. An `Err` names a feature that this instance does not have.
    pub fn new(instance: &S::Instance, checked: &Checked) -> Result<Self, Text> {
        let form = match checked.formula.bare_feature() {
            // Only programs keep values from one view to the next.
            Some(index) if S::features(instance)[usize::from(index)].info.scope == Scope::Choice => {
                Form::feature(instance, index.into())
            }
            _ => Form::Program(checked.program().clone(), checked.program().slots()),
        };
        form.read().try_for_each(|index| present::<S>(instance, index).map(|_| ()))?;
        Ok(Self { form, features: LazyFeatures::new(instance) })
    }

    /// 0 everywhere.
    pub(super) fn zero(instance: &S::Instance) -> Self {
        Self { form: Form::Zero, features: LazyFeatures::new(instance) }
    }

    /// One feature by its name, if the instance has it.
    pub fn named(instance: &S::Instance, name: &str) -> Option<Self> {
        let index = S::features(instance).iter().position(|feature| feature.info.name == name)?;
        present::<S>(instance, index).ok()?;
        Some(Self { form: Form::feature(instance, index), features: LazyFeatures::new(instance) })
    }

    /// The features it may read, by their places in the table.
    pub fn read(&self) -> impl Iterator<Item = usize> {
        self.form.read()
    }

    /// Another step follows: values of features that are equal for all choices of a step are computed again.
    #[inline]
    pub fn next_step(&mut self) {
        self.features.next_step();
    }

    /// The value at a view of the present step: signed, and within the bounds of the language.
    #[inline]
    pub fn value(&mut self, view: &S::View<'_>) -> f64 {
        clamp_finite(self.raw(view, |_, _| {}))
    }

    /// The value before it is clamped. `seen` is called with every feature that a program reads, and its value.
    #[inline(always)]
    pub(super) fn raw(&mut self, view: &S::View<'_>, mut seen: impl FnMut(u16, f64)) -> f64 {
        let features = &mut self.features;
        match &mut self.form {
            Form::Zero => 0.0,
            Form::Function(_, f) => f(view, features.scratch()),
            Form::Feature(index) => features.alone(view, *index),
            Form::Program(program, slots) => {
                features.next_view();
                program.run(slots, |index| {
                    let value = features.get(view, index.into());
                    seen(index, value);
                    value
                })
            }
        }
    }

    /// A copy for another thread.
    pub fn fork(&self, instance: &S::Instance) -> Self {
        Self { form: self.form.clone(), features: LazyFeatures::new(instance) }
    }
}

impl<S: Subject> Form<S> {
    /// One feature.
    fn feature(instance: &S::Instance, index: usize) -> Self {
        match &S::features(instance)[index].compute {
            Compute::One(f) => Self::Function(index, *f),
            _ => Self::Feature(index),
        }
    }

    fn read(&self) -> impl Iterator<Item = usize> {
        let (one, several) = match self {
            Self::Zero => (None, &[][..]),
            Self::Function(index, _) | Self::Feature(index) => (Some(*index), &[][..]),
            Self::Program(program, _) => (None, program.features()),
        };
        one.into_iter().chain(several.iter().map(|&index| index.into()))
    }
}

impl<S: Subject> Clone for Form<S> {
    fn clone(&self) -> Self {
        match self {
            Self::Zero => Self::Zero,
            Self::Function(index, f) => Self::Function(*index, *f),
            Self::Feature(index) => Self::Feature(*index),
            Self::Program(program, slots) => Self::Program(program.clone(), slots.clone()),
        }
    }
}

/// A feature's registration, or its name if the instance does not have it.
pub(super) fn present<S: Subject>(instance: &S::Instance, index: usize) -> Result<&FeatureInfo, Text> {
    let feature = &S::features(instance)[index];
    if feature.range(instance).is_none() { Err(feature.info.name.clone()) } else { Ok(&feature.info) }
}
