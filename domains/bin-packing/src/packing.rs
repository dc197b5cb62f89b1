//! The problem: items into bins, online or offline.

use crate::items::Items;
use crate::partial::{self, Choice, KINDS, Partial, Slots};
use crate::subsets::Room;
use crate::{bounds, validate};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;
use unstuck_core::error::{ParseError, presentable};
use unstuck_core::optimisation::{Construction, Cost, Optimisation, Prices};

/// Items that come in order; decisions are final.
pub type Online = Packing<true>;
/// Items that are all known.
pub type Offline = Packing<false>;

/// One instance of bin packing.
#[derive(Debug, Clone)]
pub struct Packing<const ONLINE: bool> {
    items: Items,
    /// The bound [`l2`](bounds::l2).
    bound: u32,
    /// Rules may read how many items are left: always offline; online it is a problem of its own.
    horizon: bool,
}

/// A packing: the items of each bin.
#[derive(Debug, PartialEq, Eq)]
pub struct Solution {
    /// The items of each bin, by their numbers from 0.
    pub bins: Vec<Vec<u32>>,
    /// Sum of the sizes in each bin.
    pub loads: Vec<u32>,
    /// The bin of each item.
    pub home: Vec<u32>,
}

impl Clone for Solution {
    fn clone(&self) -> Self {
        Self { bins: self.bins.clone(), loads: self.loads.clone(), home: self.home.clone() }
    }
    fn clone_from(&mut self, other: &Self) {
        self.bins.clone_from(&other.bins);
        self.loads.clone_from(&other.loads);
        self.home.clone_from(&other.home);
    }
}

impl Solution {
    /// The packing of these bins.
    pub fn new(items: &Items, mut bins: Vec<Vec<u32>>) -> Self {
        bins.retain(|bin| !bin.is_empty());
        let size = |item: &u32| items.sizes[*item as usize];
        let loads = bins.iter().map(|bin| bin.iter().map(size).sum()).collect();
        let mut home = vec![0; items.sizes.len()];
        for (place, bin) in bins.iter().enumerate() {
            bin.iter().for_each(|&item| home[item as usize] = place as u32);
        }
        Self { bins, loads, home }
    }

    /// The sum of the squares of the loads: the greater, the more the free room is in few bins.
    pub fn squares(&self) -> i64 {
        self.loads.iter().map(|&load| i64::from(load) * i64::from(load)).sum()
    }
}

impl<const ONLINE: bool> Packing<ONLINE> {
    /// The problem of packing these items.
    pub fn new(items: Items) -> Self {
        Self { bound: bounds::l2(&items), items, horizon: !ONLINE }
    }

    /// The same, where rules may read how many items are left.
    #[must_use]
    pub fn with_horizon(self) -> Self {
        Self { horizon: true, ..self }
    }

    /// The items.
    pub fn items(&self) -> &Items {
        &self.items
    }

    /// Whether rules may read how many items are left.
    pub fn has_horizon(&self) -> bool {
        self.horizon
    }

    fn partial(&self, features: &[u16]) -> Partial {
        let Items { capacity, sizes, .. } = &self.items;
        let classes = *capacity as usize + 1;
        let mut left = Vec::new();
        if !ONLINE {
            left.resize(classes, 0);
            sizes.iter().for_each(|&size| left[size as usize] += 1);
        }
        let mut partial = Partial::new(*capacity, left, sizes.len());
        let mut ages = classes;
        if features.iter().any(|&index| partial::reads_kinds(index)) {
            partial.kinds = vec![[0; KINDS]; classes];
            ages *= KINDS;
        }
        if features.iter().any(|&index| partial::reads_age(index)) {
            partial.ages = vec![BinaryHeap::new(); ages];
        }
        if features.iter().any(|&index| partial::reads_seen(index)) {
            partial.seen = vec![0; classes];
        }
        partial.slots = self.slots_of(features);
        partial
    }

    /// The kind of a bin with these items, where kinds are kept.
    pub(crate) fn bin_kind(&self, partial: &Partial, items: &[u32]) -> u8 {
        match items.first() {
            Some(&first) if !partial.kinds.is_empty() => {
                partial::kind(self.items.capacity, self.items.sizes[first as usize])
            }
            _ => 0,
        }
    }

    fn slots_of(&self, features: &[u16]) -> Slots {
        match features.iter().map(|&index| partial::slots(index)).max() {
            _ if self.items.capacity > MAX_SLOT_CAPACITY => Slots::None,
            None | Some(0) => Slots::Static,
            Some(1) => Slots::Counted,
            _ => Slots::None,
        }
    }
}

/// Largest capacity for which values are kept by slot.
const MAX_SLOT_CAPACITY: u32 = 255;
/// Values are kept for fewer bins of a residual than this.
const COUNTS: usize = 8;

impl<const ONLINE: bool> Optimisation for Packing<ONLINE> {
    type Solution = Solution;
    type Scratch = Room;

    fn scratch(&self) -> Self::Scratch {
        Self::Scratch::default()
    }
    fn cost(&self, solution: &Solution) -> Cost {
        let overfull = solution.loads.iter().filter(|&&load| load > self.items.capacity).count();
        Cost { hard: overfull as i64, soft: solution.bins.len() as i64 }
    }
    fn guide(&self, solution: &Solution) -> i64 {
        -solution.squares()
    }
    fn lower_bound(&self) -> Option<Cost> {
        Some(Cost::soft(self.bound.into()))
    }
    fn write(&self, solution: &Solution, out: &mut String) {
        for bin in &solution.bins {
            let words: Vec<String> = bin.iter().map(|item| (item + 1).to_string()).collect();
            out.push_str(&words.join(" "));
            out.push('\n');
        }
    }
    fn read(&self, text: &str) -> Result<Solution, ParseError> {
        let count = self.items.sizes.len();
        let (mut bins, mut known) = (Vec::new(), vec![false; count]);
        for (row, line) in text.lines().enumerate() {
            let line = line.split_once('#').map_or(line, |(before, _)| before);
            let mut bin = Vec::new();
            for word in line.split_ascii_whitespace() {
                let wrong =
                    |what: &str| ParseError::new(format!("{what} {}", presentable(word, 20))).at(row + 1, 1);
                let number = word.parse::<usize>().ok().filter(|number| (1..=count).contains(number));
                let number = number.ok_or_else(|| wrong("there is no item"))?;
                if std::mem::replace(&mut known[number - 1], true) {
                    return Err(wrong("a bin before this one has item"));
                }
                bin.push(number as u32 - 1);
            }
            bins.push(bin);
        }
        if let Some(item) = known.iter().position(|known| !known) {
            return Err(ParseError::new(format!("no bin has item {}", item + 1)));
        }
        let solution = Solution::new(&self.items, bins);
        match solution.loads.iter().position(|&load| load > self.items.capacity) {
            Some(bin) => Err(ParseError::new(format!("bin {} is too full", bin + 1))),
            None => Ok(solution),
        }
    }
    fn validate(&self, text: &str) -> Result<Cost, String> {
        let bins = validate::validate(self.items.capacity, &self.items.sizes, text)?;
        Ok(Cost::soft(bins as i64))
    }
    fn prices(&self) -> Prices {
        let capacity = u64::from(self.items.capacity);
        // Offline a step goes through all sizes. Values that are not kept by slot are computed.
        let step = if ONLINE { 26 } else { 26 + capacity };
        let choice = if self.items.capacity > MAX_SLOT_CAPACITY { 60 } else { 12 };
        Prices { step, choice, proposal: 40, apply: 50, element: 10 }
    }
}

impl<const ONLINE: bool> Construction for Packing<ONLINE> {
    type Partial = Partial;
    type Choice = Choice;

    fn start(&self, features: &[u16]) -> Partial {
        self.partial(features)
    }

    /// By descending size of the item; then by ascending residual, a new bin last; then by kind, where it is read.
    #[inline]
    fn visit(&self, partial: &Partial, each: &mut impl FnMut(Choice) -> ControlFlow<()>) -> ControlFlow<()> {
        let capacity = self.items.capacity;
        let mut bins = |size: u32| {
            if partial.kinds.is_empty() {
                for before in partial.residuals(size) {
                    each(Choice { size, before, kind: 0 })?;
                }
                return each(Choice { size, before: capacity, kind: 0 });
            }
            for before in partial.residuals(size) {
                for kind in
                    (0..KINDS as u8).filter(|&kind| partial.kinds[before as usize][usize::from(kind)] > 0)
                {
                    each(Choice { size, before, kind })?;
                }
            }
            each(Choice { size, before: capacity, kind: partial::kind(capacity, size) })
        };
        if ONLINE {
            return match self.items.sizes.get(partial.made.len()) {
                Some(&size) => bins(size),
                None => ControlFlow::Continue(()),
            };
        }
        let sizes = (1..=capacity).rev().filter(|&size| partial.left[size as usize] > 0);
        for size in sizes {
            bins(size)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn extend(&self, partial: &mut Partial, choice: Choice) {
        partial.extend(choice);
    }

    fn finish(&self, partial: &Partial) -> Solution {
        let capacity = self.items.capacity;
        let size = |item: u32| self.items.sizes[item as usize];
        // The bins of each residual, the oldest first; and offline the items of each size, the first one last.
        let mut classes = vec![BinaryHeap::new(); partial.class(capacity + 1, 0)];
        let mut bins = partial.kept.clone();
        let mut packed = vec![false; self.items.sizes.len()];
        for (bin, items) in bins.iter().enumerate() {
            let load: u32 = items.iter().map(|&item| size(item)).sum();
            classes[partial.class(capacity - load, self.bin_kind(partial, items))].push(Reverse(bin));
            items.iter().for_each(|&item| packed[item as usize] = true);
        }
        let mut waiting = vec![Vec::new(); if ONLINE { 0 } else { capacity as usize + 1 }];
        if !ONLINE {
            let left = (0..packed.len() as u32).rev().filter(|&item| !packed[item as usize]);
            left.for_each(|item| waiting[size(item) as usize].push(item));
        }
        for (place, choice) in partial.made.iter().enumerate() {
            let item = if ONLINE { Some(place as u32) } else { waiting[choice.size as usize].pop() };
            let bin = if choice.before == capacity {
                bins.push(Vec::new());
                Some(bins.len() - 1)
            } else {
                classes[partial.class(choice.before, choice.kind)].pop().map(|Reverse(bin)| bin)
            };
            if let (Some(item), Some(bin)) = (item, bin) {
                bins[bin].push(item);
                classes[partial.class(choice.after(), choice.kind)].push(Reverse(bin));
            }
        }
        Solution::new(&self.items, bins)
    }

    /// Mostly tables with a place for each residual, and offline the bins of the solution.
    fn overhead(&self) -> u64 {
        let item = if ONLINE { 10 } else { 80 };
        item * self.items.sizes.len() as u64 + 6 * u64::from(self.items.capacity)
    }

    fn finished_cost(&self, partial: &Partial) -> Cost {
        Cost::soft(partial.bins.into())
    }

    fn choice_text(&self, partial: &Partial, choice: Choice) -> String {
        let Choice { size, before, .. } = choice;
        if before == self.items.capacity {
            return format!("{size} into a new bin");
        }
        match partial.counts[before as usize] {
            1 => format!("{size} into the bin with {before} free"),
            count => format!("{size} into one of {count} bins with {before} free"),
        }
    }

    fn slots(&self, features: &[u16]) -> usize {
        let pairs = (self.items.capacity as usize + 1).pow(2);
        match self.slots_of(features) {
            Slots::None => 0,
            Slots::Static => pairs,
            Slots::Counted => pairs * COUNTS * COUNTS,
        }
    }

    #[inline]
    fn slot(&self, partial: &Partial, choice: Choice) -> Option<usize> {
        let pair = choice.size as usize * (self.items.capacity as usize + 1) + choice.before as usize;
        match partial.slots {
            Slots::None => None,
            Slots::Static => Some(pair),
            Slots::Counted => {
                let before = partial.counts[choice.before as usize] as usize;
                let after = partial.counts[choice.after() as usize] as usize;
                (before < COUNTS && after < COUNTS).then_some((pair * COUNTS + before) * COUNTS + after)
            }
        }
    }

    fn slot_family(&self) -> u64 {
        self.items.capacity.into()
    }
}
