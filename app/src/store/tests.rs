//! The store, held against what it promises.
