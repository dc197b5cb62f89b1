//! Temporary stand-in for features of any subject.
#![allow(missing_docs)]
use crate::feature::{FeatureInfo, measure};

pub trait Subject: Sized + 'static {
    type Instance: ?Sized;
    type View<'v>;
    type Scratch: Send;
    fn features(instance: &Self::Instance) -> &[Feature<Self>];
    fn scratch(instance: &Self::Instance) -> Self::Scratch;
    fn instance<'v>(view: &Self::View<'v>) -> &'v Self::Instance;
}

pub struct Feature<S: Subject> {
    pub info: FeatureInfo,
    pub range: fn(&S::Instance, u32) -> Option<(f64, f64)>,
    pub compute: fn(&S::View<'_>, &mut S::Scratch) -> f64,
}

impl<S: Subject> Feature<S> {
    pub const fn new(
        info: FeatureInfo,
        range: fn(&S::Instance, u32) -> Option<(f64, f64)>,
        compute: fn(&S::View<'_>, &mut S::Scratch) -> f64,
    ) -> Self {
        Self { info, range, compute }
    }
    pub fn range(&self, instance: &S::Instance) -> Option<(f64, f64)> {
        (self.range)(instance, 0)
    }
}

pub const fn number(name: &'static str, about: &'static str) -> FeatureInfo {
    measure(name, about)
}

impl FeatureInfo {
    pub const fn per_step(self) -> Self {
        self
    }
    pub const fn per_instance(self) -> Self {
        self
    }
}

pub fn infos<S: Subject>(features: &[Feature<S>]) -> impl Iterator<Item = FeatureInfo> + '_ {
    features.iter().map(|feature| feature.info.clone())
}

pub struct LazyFeatures<S: Subject> {
    scratch: S::Scratch,
}

impl<S: Subject> LazyFeatures<S> {
    pub fn new(instance: &S::Instance) -> Self {
        Self { scratch: S::scratch(instance) }
    }
    pub fn next_choice(&mut self) {}
    pub fn next_step(&mut self) {}
    #[inline(always)]
    pub fn get(&mut self, view: &S::View<'_>, index: usize) -> f64 {
        (S::features(S::instance(view))[index].compute)(view, &mut self.scratch)
    }
}
