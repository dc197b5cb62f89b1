//! The atoms of a predicate as a table of rows, with lookup by all arguments and indexes on some of them.

use super::bits::Bits;
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

/// Rows of one predicate, in order of discovery.
#[derive(Debug)]
pub(super) struct Relation {
    pub(super) arity: usize,
    rows: Vec<u32>,
    count: u32,
    /// Rows that joins see: those before this number.
    visible: u32,
    lookup: Lookup,
    pub(super) indexes: Vec<Index>,
    /// For each position the objects that may occur there.
    pub(super) columns: Vec<Bits>,
}

/// Row of the arguments.
#[derive(Debug)]
enum Lookup {
    /// An array over the product of the columns; entries are row + 1, so that untouched pages stay unmapped. `places`
    /// holds, position by position, the rank of every object in the column, times the stride of the position.
    Dense {
        places: Vec<u32>,
        objects: usize,
        table: Vec<u32>,
    },
    Hash(HashTable<u32>),
}

/// Bytes that the operating system maps at once.
const PAGE: usize = 4_096;

/// Marks objects that are not in a column.
const ABSENT: u32 = u32::MAX;

fn hash(arguments: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    arguments.iter().for_each(|&argument| hasher.write_u32(argument));
    hasher.finish()
}

impl Relation {
    /// An empty relation. `dense` allows the array over the product of the columns.
    pub(super) fn new(columns: Vec<Bits>, objects: usize, dense: bool) -> Self {
        let lookup = match dense {
            false => Lookup::Hash(HashTable::new()),
            true => {
                let mut stride = 1;
                let mut places = vec![ABSENT; columns.len() * objects];
                for (column, places) in columns.iter().zip(places.chunks_mut(objects.max(1))) {
                    for (rank, object) in column.iter().enumerate() {
                        places[object as usize] = (rank * stride) as u32;
                    }
                    stride *= column.len();
                }
                Lookup::Dense { places, objects, table: vec![0; stride] }
            }
        };
        Self {
            arity: columns.len(),
            rows: Vec::new(),
            count: 0,
            visible: 0,
            lookup,
            indexes: Vec::new(),
            columns,
        }
    }

    /// Number of cells that a dense lookup would take.
    pub(super) fn cells(columns: &[Bits]) -> usize {
        columns.iter().fold(1_usize, |product, column| product.saturating_mul(column.len()))
    }

    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    pub(super) fn visible(&self) -> u32 {
        self.visible
    }

    #[inline]
    pub(super) fn row(&self, row: u32) -> &[u32] {
        &self.rows[row as usize * self.arity..(row as usize + 1) * self.arity]
    }

    /// The row of the arguments, visible or not.
    #[inline]
    pub(super) fn find(&self, arguments: impl ExactSizeIterator<Item = u32> + Clone) -> Option<u32> {
        match &self.lookup {
            Lookup::Dense { places, objects, table } => {
                let [mut cell, mut base] = [0; 2];
                for argument in arguments {
                    let place = places[base + argument as usize];
                    if place == ABSENT {
                        return None;
                    }
                    cell += place as usize;
                    base += objects;
                }
                table[cell].checked_sub(1)
            }
            Lookup::Hash(table) => {
                let mut hasher = FxHasher::default();
                arguments.clone().for_each(|argument| hasher.write_u32(argument));
                let same = |&row: &u32| self.row(row).iter().copied().eq(arguments.clone());
                table.find(hasher.finish(), same).copied()
            }
        }
    }

    /// The row of the arguments, added if it is new, and whether it is. Arguments must lie in the columns.
    #[inline]
    pub(super) fn insert(&mut self, arguments: &[u32]) -> (u32, bool) {
        let Self { rows, arity, count, lookup, .. } = self;
        match lookup {
            Lookup::Dense { places, objects, table } => {
                let place =
                    |(position, &argument): (usize, &u32)| places[position * *objects + argument as usize];
                let cell =
                    arguments.iter().enumerate().map(|argument| place(argument) as usize).sum::<usize>();
                if let Some(row) = table[cell].checked_sub(1) {
                    return (row, false);
                }
                table[cell] = *count + 1;
            }
            Lookup::Hash(table) => {
                let row_of = |row: u32| &rows[row as usize * *arity..(row as usize + 1) * *arity];
                let entry =
                    table.entry(hash(arguments), |&row| row_of(row) == arguments, |&row| hash(row_of(row)));
                match entry {
                    hashbrown::hash_table::Entry::Occupied(found) => return (*found.get(), false),
                    hashbrown::hash_table::Entry::Vacant(free) => {
                        free.insert(*count);
                    }
                }
            }
        }
        rows.extend_from_slice(arguments);
        *count += 1;
        (*count - 1, true)
    }

    /// Makes the next row visible to joins and returns it.
    pub(super) fn reveal(&mut self) -> u32 {
        let row = self.visible;
        self.visible += 1;
        let arguments = &self.rows[row as usize * self.arity..(row as usize + 1) * self.arity];
        self.indexes.iter_mut().for_each(|index| index.insert(row, arguments));
        row
    }

    /// The index on some positions for rows in the given sets, built if it is new.
    pub(super) fn index(
        &mut self,
        positions: Vec<usize>,
        filters: Vec<Option<Bits>>,
        objects: usize,
    ) -> usize {
        let same = |index: &Index| index.positions == positions && index.filters == filters;
        if let Some(known) = self.indexes.iter().position(same) {
            return known;
        }
        let mut index = Index::new(positions, filters, objects);
        (0..self.visible).for_each(|row| {
            index.insert(row, &self.rows[row as usize * self.arity..(row as usize + 1) * self.arity]);
        });
        self.indexes.push(index);
        self.indexes.len() - 1
    }

    /// Marks an index that a join reads.
    pub(super) fn keep(&mut self, index: usize) {
        self.indexes[index].used = true;
    }

    /// Empties the indexes that no join reads. A join that is planned later must not read them.
    pub(super) fn discard_unused(&mut self) {
        for index in self.indexes.iter_mut().filter(|index| !index.used) {
            *index = Index::new(Vec::new(), vec![Some(Bits::empty(0)); self.arity], 0);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let lookup = match &self.lookup {
            // Pages without entries stay unmapped.
            Lookup::Dense { table, places, .. } => {
                (4 * table.len()).min(PAGE * self.count as usize) + 4 * places.len()
            }
            Lookup::Hash(table) => 5 * table.capacity(),
        };
        4 * self.rows.capacity() + lookup + self.indexes.iter().map(Index::bytes).sum::<usize>()
    }
}

/// Rows by the objects at some positions, as linked lists in one array.
#[derive(Debug)]
pub(super) struct Index {
    positions: Vec<usize>,
    /// Rows with other objects are left out.
    filters: Vec<Option<Bits>>,
    keys: Keys,
    /// Row, and the entry after it + 1.
    entries: Vec<(u32, u32)>,
    /// Whether a join reads it; some are only built to be measured.
    used: bool,
}

#[derive(Debug)]
enum Keys {
    /// No position: all rows, in order.
    All,
    /// One position: entry + 1 by object.
    One(Vec<u32>),
    /// Several positions, packed into a number.
    Packed { bits: u32, heads: FxHashMap<u64, u32> },
}

impl Index {
    fn new(positions: Vec<usize>, filters: Vec<Option<Bits>>, objects: usize) -> Self {
        let keys = match positions.len() {
            0 => Keys::All,
            1 => Keys::One(vec![0; objects]),
            _ => Keys::Packed { bits: Self::bits(objects), heads: FxHashMap::default() },
        };
        Self { positions, filters, keys, entries: Vec::new(), used: false }
    }

    fn bits(objects: usize) -> u32 {
        usize::BITS - objects.leading_zeros()
    }

    /// Most positions that a key can pack.
    pub(super) fn widest(objects: usize) -> usize {
        (64 / Self::bits(objects)) as usize
    }

    fn insert(&mut self, row: u32, arguments: &[u32]) {
        let passes =
            |(filter, &argument): (&Option<Bits>, &u32)| filter.as_ref().is_none_or(|f| f.contains(argument));
        if !self.filters.iter().zip(arguments).all(passes) {
            return;
        }
        let entry = self.entries.len() as u32 + 1;
        let next = match &mut self.keys {
            Keys::All => 0,
            Keys::One(heads) => std::mem::replace(&mut heads[arguments[self.positions[0]] as usize], entry),
            Keys::Packed { bits, heads } => {
                let key = self.positions.iter().fold(0, |key, &p| key << *bits | u64::from(arguments[p]));
                heads.insert(key, entry).unwrap_or(0)
            }
        };
        self.entries.push((row, next));
    }

    /// The first entry + 1 of a key, or 0.
    #[inline]
    pub(super) fn first(&self, key: impl Iterator<Item = u32>) -> u32 {
        let mut key = key;
        match &self.keys {
            Keys::All => u32::from(!self.entries.is_empty()),
            Keys::One(heads) => key.next().map_or(0, |object| heads[object as usize]),
            Keys::Packed { bits, heads } => {
                let key = key.fold(0, |packed, object| packed << *bits | u64::from(object));
                heads.get(&key).copied().unwrap_or(0)
            }
        }
    }

    /// The row of an entry + 1, and the next entry + 1.
    #[inline]
    pub(super) fn entry(&self, at: u32) -> (u32, u32) {
        let (row, next) = self.entries[at as usize - 1];
        match self.keys {
            Keys::All => (row, if (at as usize) < self.entries.len() { at + 1 } else { 0 }),
            _ => (row, next),
        }
    }

    /// Rows and distinct keys, to estimate how many rows a key has.
    pub(super) fn sizes(&self) -> (usize, usize) {
        let keys = match &self.keys {
            Keys::All => 1,
            Keys::One(heads) => heads.iter().filter(|&&head| head != 0).count(),
            Keys::Packed { heads, .. } => heads.len(),
        };
        (self.entries.len(), keys)
    }

    fn bytes(&self) -> usize {
        let keys = match &self.keys {
            Keys::All => 0,
            Keys::One(heads) => 4 * heads.len(),
            Keys::Packed { heads, .. } => 13 * heads.capacity(),
        };
        8 * self.entries.capacity() + keys
    }
}
