//! Dense 32-bit ids: indices into the arrays of a domain, a problem or a task.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of an array index. Arrays here are bounded by the size of a file or by the grounder's own
            /// checks, so the index fits.
            #[inline]
            pub const fn new(index: usize) -> Self {
                debug_assert!(index < u32::MAX as usize);
                Self(index as u32)
            }

            /// The array index.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A type of a domain; 0 is `object`.
    TypeId;
    /// An object: the constants of the domain come first, then the objects of the problem, in order of declaration.
    ObjectId;
    /// A predicate of a domain, in order of declaration.
    PredicateId;
    /// A numeric function of a domain.
    FunctionId;
    /// An action schema of a domain, in order of declaration.
    SchemaId;
    /// A ground atom of a task whose value can change: fluent or derived.
    AtomId;
    /// A finite-domain variable of a task.
    VariableId;
    /// A variable with one of its values. The facts of a variable are consecutive.
    Fact;
    /// A ground operator of a task.
    OperatorId;
}
