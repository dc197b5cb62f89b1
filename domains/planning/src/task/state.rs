//! The working state: the values of all variables, derived ones included.

use std::fmt;

/// Words that a state holds without memory of its own.
pub const INLINE: usize = 8;

/// A working state. Up to [`INLINE`] words are part of the value; wider states own a box, which `clone_from` refills.
pub struct State {
    inline: [u64; INLINE],
    /// Empty where the words fit inline.
    wide: Box<[u64]>,
    /// Values that operators overwrote, newest last, for taking them back. Kept by wide states only.
    log: Vec<u32>,
    /// Room for effects and axioms; its contents mean nothing between two operators.
    scratch: Vec<u32>,
}

impl State {
    /// A state of so many words, all 0.
    pub fn new(words: usize) -> Self {
        let wide = if words > INLINE { vec![0; words].into_boxed_slice() } else { Box::default() };
        Self { inline: [0; INLINE], wide, log: Vec::new(), scratch: Vec::new() }
    }

    /// The words; inline ones are as many as there is room for.
    #[inline]
    pub fn words(&self) -> &[u64] {
        if self.wide.is_empty() { &self.inline } else { &self.wide }
    }

    /// The words, to be changed.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u64] {
        if self.wide.is_empty() { &mut self.inline } else { &mut self.wide }
    }

    /// Remembers the words before an operator.
    #[inline]
    pub(crate) fn save(&self) -> Saved {
        Saved { words: self.inline, logged: self.log.len() }
    }

    /// Everything that an operator or an axiom changes.
    #[inline]
    pub(crate) fn parts(&mut self) -> Parts<'_> {
        let scratch = &mut self.scratch;
        if self.wide.is_empty() {
            Parts { words: &mut self.inline, log: None, scratch }
        } else {
            Parts { words: &mut self.wide, log: Some(&mut self.log), scratch }
        }
    }

    /// Gives back what [`save`](Self::save) remembered. Where the values are in the log, `write` is called with each of
    /// its entries, newest first, and the answer is true.
    pub(crate) fn restore(&mut self, saved: &Saved, mut write: impl FnMut(u32, &mut [u64])) -> bool {
        if self.wide.is_empty() {
            self.inline = saved.words;
            return false;
        }
        while self.log.len() > saved.logged
            && let Some(entry) = self.log.pop()
        {
            write(entry, &mut self.wide);
        }
        true
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { inline: self.inline, wide: self.wide.clone(), log: Vec::new(), scratch: Vec::new() }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        if source.wide.is_empty() {
            self.inline = source.inline;
        } else if self.wide.len() == source.wide.len() {
            self.wide.copy_from_slice(&source.wide);
            self.log.clear();
        } else {
            *self = source.clone();
        }
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.words()).finish()
    }
}

/// The parts of a state.
pub(crate) struct Parts<'a> {
    /// The words.
    pub(crate) words: &'a mut [u64],
    /// Where overwritten values have to be noted, if they have to.
    pub(crate) log: Option<&'a mut Vec<u32>>,
    /// Room for anything that is not needed afterwards.
    pub(crate) scratch: &'a mut Vec<u32>,
}

/// What taking back an operator needs: the old words where they are inline, and the length of the log elsewhere.
#[derive(Debug, Clone, Copy)]
pub struct Saved {
    words: [u64; INLINE],
    logged: usize,
}
