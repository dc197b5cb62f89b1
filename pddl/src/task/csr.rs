//! Rows of different lengths in one array (compressed sparse rows).

/// Rows of `T`, one behind the other. Row i is `items[starts[i]..starts[i + 1]]`.
#[derive(Debug, Clone)]
pub struct Rows<T> {
    pub(crate) starts: Vec<u32>,
    pub(crate) items: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }
}

impl<T> Rows<T> {
    /// Number of rows.
    #[inline]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A row.
    #[inline]
    pub fn row(&self, index: usize) -> &[T] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// All rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> + '_ {
        (0..self.len()).map(|index| self.row(index))
    }

    /// All items of all rows.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// Ends the current row: what was pushed to `items` since the last call is one row.
    #[inline]
    pub(crate) fn end_row(&mut self) {
        self.starts.push(self.items.len() as u32);
    }

    /// Appends a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.items.extend(row);
        self.end_row();
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * self.starts.capacity() + size_of::<T>() * self.items.capacity()
    }
}
