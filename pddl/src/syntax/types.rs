//! The type hierarchy of a domain.

use crate::ids::TypeId;
use rustc_hash::FxHashMap;

/// The types of a domain. Type 0 is `object`, the root; a type may have several parents.
#[derive(Debug, Clone)]
pub struct Types {
    names: Vec<Box<str>>,
    parents: Vec<Vec<TypeId>>,
    /// `ancestors[t]` is a bit set over types that contains t itself.
    ancestors: Vec<Vec<u64>>,
    by_name: FxHashMap<Box<str>, TypeId>,
}

/// The root type.
pub const OBJECT: TypeId = TypeId(0);

impl Default for Types {
    fn default() -> Self {
        let mut types = Self {
            names: Vec::new(),
            parents: Vec::new(),
            ancestors: Vec::new(),
            by_name: FxHashMap::default(),
        };
        types.declare("object");
        types
    }
}

impl Types {
    /// Number of types, `object` included.
    #[allow(clippy::len_without_is_empty)] // `object` always exists
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// All types, `object` first, then in order of declaration.
    pub fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.names.len()).map(TypeId::new)
    }

    /// The name of a type.
    pub fn name(&self, id: TypeId) -> &str {
        &self.names[id.index()]
    }

    /// The declared parents; a type without any is below `object`.
    pub fn parents(&self, id: TypeId) -> &[TypeId] {
        &self.parents[id.index()]
    }

    /// The type of a name.
    pub fn find(&self, name: &str) -> Option<TypeId> {
        self.by_name.get(name).copied()
    }

    /// Whether every object of type `below` is one of type `above`.
    pub fn is_subtype(&self, below: TypeId, above: TypeId) -> bool {
        self.ancestors[below.index()][above.index() / 64] >> (above.index() % 64) & 1 == 1
    }

    /// Whether an object of one of the types `below` always has one of the types `above`.
    pub fn contained(&self, below: &[TypeId], above: &[TypeId]) -> bool {
        below.iter().all(|&b| above.iter().any(|&a| self.is_subtype(b, a)))
    }

    /// Whether some type is below one of `left` and one of `right`.
    pub fn overlap(&self, left: &[TypeId], right: &[TypeId]) -> bool {
        self.ids().any(|t| self.contained(&[t], left) && self.contained(&[t], right))
    }

    /// Types as PDDL writes them behind a dash.
    pub(crate) fn written(&self, types: &[TypeId]) -> String {
        match types {
            [one] => self.name(*one).to_owned(),
            several => {
                let names: Vec<&str> = several.iter().map(|&t| self.name(t)).collect();
                format!("(either {})", names.join(" "))
            }
        }
    }

    /// The type of a name, declared if it is new, and whether it was.
    pub(crate) fn declare(&mut self, name: &str) -> (TypeId, bool) {
        if let Some(&id) = self.by_name.get(name) {
            return (id, false);
        }
        let id = TypeId::new(self.names.len());
        self.names.push(name.into());
        self.parents.push(Vec::new());
        self.by_name.insert(name.into(), id);
        (id, true)
    }

    /// Adds a parent. [`Types::close`] must run before the hierarchy is asked.
    pub(crate) fn add_parent(&mut self, child: TypeId, parent: TypeId) {
        let parents = &mut self.parents[child.index()];
        if parent != OBJECT && !parents.contains(&parent) {
            parents.push(parent);
        }
    }

    /// Computes the ancestors; fails with a type that is its own ancestor.
    pub(crate) fn close(&mut self) -> Result<(), TypeId> {
        let words = self.len().div_ceil(64);
        self.ancestors = vec![Vec::new(); self.len()];
        // 0: new, 1: on the stack, 2: done. Iterative, because chains of types may be long.
        let mut marks = vec![0_u8; self.len()];
        for root in 0..self.len() {
            let mut stack = vec![root];
            while let Some(&top) = stack.last() {
                if marks[top] == 2 {
                    stack.pop();
                    continue;
                }
                let pending = self.parents[top].iter().map(|p| p.index()).find(|&p| marks[p] != 2);
                match pending {
                    Some(parent) if marks[parent] == 1 || parent == top => return Err(TypeId::new(top)),
                    Some(parent) => {
                        marks[top] = 1;
                        stack.push(parent);
                    }
                    None => {
                        let mut row = vec![0; words];
                        row[0] |= 1;
                        row[top / 64] |= 1 << (top % 64);
                        for parent in self.parents[top].clone() {
                            row.iter_mut().zip(&self.ancestors[parent.index()]).for_each(|(a, b)| *a |= b);
                        }
                        self.ancestors[top] = row;
                        marks[top] = 2;
                        stack.pop();
                    }
                }
            }
        }
        Ok(())
    }
}
