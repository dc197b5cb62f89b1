//! Children by score: the lowest score first, the newest of equals.

/// A queue of things with small priorities, numbered as they come.
pub(super) struct Queue<T> {
    /// Everything that came, with the number of the one of the same score that came before it.
    all: Vec<(T, u32)>,
    /// The newest number of each score.
    newest: Vec<u32>,
    /// The scores that have waiting numbers, a bit each; none of the words before `first` has any.
    scores: Vec<u64>,
    first: usize,
    waiting: u64,
}

/// What scores begin with: lower ones are equal.
const LOWEST: i32 = -2048;
/// Scores above this are equal.
const BUCKETS: i32 = 1 << 16;
const END: u32 = u32::MAX;

impl<T: Copy> Queue<T> {
    pub(super) fn with_capacity(room: usize) -> Self {
        Self { all: Vec::with_capacity(room), newest: Vec::new(), scores: Vec::new(), first: 0, waiting: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.scores.fill(0);
        self.first = self.scores.len();
        self.waiting = 0;
    }

    /// How many wait.
    pub(super) fn len(&self) -> u64 {
        self.waiting
    }

    /// Whether so many more are more than there is room for.
    pub(super) fn outgrows(&self, more: usize) -> bool {
        self.all.len() + more > self.all.capacity()
    }

    #[inline]
    pub(super) fn push(&mut self, score: i32, item: T) {
        let bucket = score.saturating_sub(LOWEST).clamp(0, BUCKETS - 1) as usize;
        let word = bucket / 64;
        if word >= self.scores.len() {
            self.grow(word);
        }
        let mask = 1 << (bucket % 64);
        let (scores, newest) = (&mut self.scores[word], &mut self.newest[bucket]);
        let number = self.all.len() as u32;
        self.all.push((item, if *scores & mask == 0 { END } else { *newest }));
        *scores |= mask;
        *newest = number;
        self.first = self.first.min(word);
        self.waiting += 1;
    }

    #[cold]
    fn grow(&mut self, word: usize) {
        self.scores.resize(word + 1, 0);
        self.newest.resize(64 * (word + 1), 0);
    }

    /// Takes the newest with the lowest score.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<T> {
        while *self.scores.get(self.first)? == 0 {
            self.first += 1;
        }
        let scores = &mut self.scores[self.first];
        let newest = &mut self.newest[64 * self.first + scores.trailing_zeros() as usize];
        let (item, older) = self.all[*newest as usize];
        match older {
            END => *scores &= *scores - 1,
            older => *newest = older,
        }
        self.waiting -= 1;
        Some(item)
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<(T, u32)>() * self.all.capacity() + 4 * self.newest.capacity() + 8 * self.scores.capacity()
    }
}
