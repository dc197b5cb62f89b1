//! Where the variables of a task are within the words of a state.

use unstuck_pddl::ids::{Fact, VariableId};
use unstuck_pddl::task::Variables;

/// The bits of a variable. No variable crosses a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Field {
    word: u32,
    shift: u32,
    mask: u32,
}

impl Field {
    /// The word, and shift and mask as one number: what [`coded`](Self::coded) is made of.
    pub fn code(self) -> (u32, u32) {
        (self.word, self.shift | self.mask.leading_zeros() << 8)
    }

    /// The field of a [`code`](Self::code).
    #[inline]
    pub fn coded(word: u32, code: u32) -> Self {
        Self { word, shift: code & 0xFF, mask: u32::MAX >> (code >> 8 & 31) }
    }

    /// The word that the field is in.
    #[inline]
    pub fn word(self) -> usize {
        self.word as usize
    }

    /// The value of the variable in its word.
    #[inline]
    pub fn value_in(self, word: u64) -> u32 {
        (word >> self.shift) as u32 & self.mask
    }

    /// The value of the variable in a state.
    #[inline]
    pub fn value(self, words: &[u64]) -> u32 {
        self.value_in(words[self.word()])
    }
}

/// A field together with one of its values.
#[derive(Debug, Clone, Copy, Default)]
pub struct Slot {
    field: Field,
    value: u32,
}

impl Slot {
    /// Whether the fact holds in a state.
    #[inline]
    pub fn holds(self, words: &[u64]) -> bool {
        self.field.value(words) == self.value
    }

    /// Makes the fact hold; returns the value of the variable before.
    #[inline]
    pub fn write(self, words: &mut [u64]) -> u32 {
        let word = &mut words[self.field.word as usize];
        let (mask, value) = self.wide();
        let old = (*word >> self.field.shift) as u32 & self.field.mask;
        *word = *word & !mask | value;
        old
    }

    /// The word of the field, its bits there, and the bits of the fact.
    pub fn bits(self) -> (usize, u64, u64) {
        let (mask, value) = self.wide();
        (self.field.word as usize, mask, value)
    }

    /// The value of the variable that the fact says.
    #[inline]
    pub fn of_value(self) -> u32 {
        self.value
    }

    #[inline]
    fn wide(self) -> (u64, u64) {
        (u64::from(self.field.mask) << self.field.shift, u64::from(self.value) << self.field.shift)
    }
}

/// The fields of all variables. Those that operators set fill the first words, which are what is packed; derived ones
/// follow in words of their own, which exist in working states only.
#[derive(Debug)]
pub struct Layout {
    fields: Vec<Field>,
    slots: Vec<Slot>,
    packed: usize,
    words: usize,
}

impl Layout {
    /// Packs the variables of a task, widest first, each into the first word with room for it.
    pub fn new(variables: &Variables) -> Self {
        let mut fields = vec![Field::default(); variables.len()];
        let fluent = variables.fluent();
        // A state without variables still takes a word: arenas divide by the width.
        let packed = place(&mut fields, variables, 0..fluent, 0).max(1);
        let words = place(&mut fields, variables, fluent..variables.len(), packed);
        let slot = |fact: Fact| Slot {
            field: fields[variables.variable(fact).index()],
            value: variables.value(fact),
        };
        let slots = (0..variables.fact_count()).map(|fact| slot(Fact::new(fact))).collect();
        Self { fields, slots, packed, words }
    }

    /// Number of words that are packed.
    #[inline]
    pub fn packed(&self) -> usize {
        self.packed
    }

    /// Number of words of a working state.
    #[inline]
    pub fn words(&self) -> usize {
        self.words
    }

    /// The field of a variable.
    #[inline]
    pub fn field(&self, variable: VariableId) -> Field {
        self.fields[variable.index()]
    }

    /// The slot of a fact.
    #[inline]
    pub fn slot(&self, fact: Fact) -> Slot {
        self.slots[fact.index()]
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of::<Field>() * self.fields.capacity() + size_of::<Slot>() * self.slots.capacity()
    }
}

/// Places some variables in words from `first` on; returns the end of the words.
fn place(fields: &mut [Field], variables: &Variables, range: std::ops::Range<usize>, first: usize) -> usize {
    let width = |index: usize| {
        let values = variables.size(VariableId::new(index));
        (u32::BITS - values.saturating_sub(1).leading_zeros()).max(1)
    };
    let mut order: Vec<(u32, usize)> = range.map(|index| (width(index), index)).collect();
    order.sort_unstable_by_key(|&(bits, index)| (std::cmp::Reverse(bits), index));
    let mut used: Vec<u32> = Vec::new();
    let (mut word, mut last) = (0, u32::MAX);
    for (bits, index) in order {
        if bits != last {
            (word, last) = (0, bits);
        }
        // Words skipped for a width have no room for it later either.
        while word < used.len() && used[word] + bits > u64::BITS {
            word += 1;
        }
        if word == used.len() {
            used.push(0);
        }
        let mask = (u64::MAX >> (u64::BITS - bits)) as u32;
        fields[index] = Field { word: (first + word) as u32, shift: used[word], mask };
        used[word] += bits;
    }
    first + used.len()
}
