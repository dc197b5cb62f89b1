//! Interned words: one number for each distinct word of a text.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A distinct word of a text, in order of first occurrence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Symbol(pub(crate) u32);

/// The words of a text, in lower case, in one string.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    text: String,
    ends: Vec<u32>,
    table: HashTable<u32>,
    lower: String,
}

fn hash(word: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(word.as_bytes());
    hasher.finish()
}

fn slice<'a>(text: &'a str, ends: &[u32], symbol: u32) -> &'a str {
    let start = if symbol == 0 { 0 } else { ends[symbol as usize - 1] as usize };
    &text[start..ends[symbol as usize] as usize]
}

impl Symbols {
    /// The symbol of a word, whatever its case. Tokens are cut at ASCII bytes, so they are valid UTF-8.
    pub(crate) fn intern(&mut self, word: &[u8]) -> Symbol {
        self.lower.clear();
        if word.is_ascii() {
            self.lower.extend(word.iter().map(|byte| byte.to_ascii_lowercase() as char));
        } else {
            self.lower.push_str(&String::from_utf8_lossy(word).to_lowercase());
        }
        let Self { text, ends, table, lower } = self;
        let entry = table.entry(
            hash(lower),
            |&other| slice(text, ends, other) == lower.as_str(),
            |&other| hash(slice(text, ends, other)),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(found) => Symbol(*found.get()),
            hashbrown::hash_table::Entry::Vacant(free) => {
                let symbol = ends.len() as u32;
                free.insert(symbol);
                text.push_str(lower);
                ends.push(text.len() as u32);
                Symbol(symbol)
            }
        }
    }

    pub(crate) fn name(&self, symbol: Symbol) -> &str {
        slice(&self.text, &self.ends, symbol.0)
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.text.capacity() + 4 * self.ends.capacity() + 5 * self.table.capacity()
    }

    /// Number of distinct words.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }
}
