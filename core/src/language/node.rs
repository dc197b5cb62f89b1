//! The nodes of an expression, and the table of operations.

use crate::feature::Kind::{self, Bool, Real};
use serde::{Deserialize, Serialize};

/// One node of an expression in postfix order.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub enum Node {
    /// A constant number.
    Number(f64),
    /// `true` or `false`.
    Truth(bool),
    /// A real feature, by its place in the domain's table.
    Feature(u16),
    /// A boolean feature, by its place in the domain's table.
    Flag(u16),
    /// An operation on the values before it, and how many of them it takes.
    Apply(Op, u8),
}

impl Node {
    /// How many values it takes.
    #[inline]
    pub fn arity(self) -> usize {
        match self {
            Self::Apply(_, arity) => arity.into(),
            _ => 0,
        }
    }

    /// What it gives.
    #[inline]
    pub fn kind(self) -> Kind {
        match self {
            Self::Number(_) | Self::Feature(_) => Real,
            Self::Truth(_) | Self::Flag(_) => Bool,
            Self::Apply(op, _) => op.info().gives,
        }
    }

    /// What equality and hashing see: numbers by their bits, so that −0 and 0 are two texts.
    #[inline]
    fn key(self) -> (u8, u64) {
        match self {
            Self::Number(value) => (0, value.to_bits()),
            Self::Truth(value) => (1, value.into()),
            Self::Feature(index) => (2, index.into()),
            Self::Flag(index) => (3, index.into()),
            Self::Apply(op, arity) => (4, (op as u64) << 8 | u64::from(arity)),
        }
    }
}

impl PartialEq for Node {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Node {}

impl std::hash::Hash for Node {
    #[inline]
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // In one step, since heuristics are found by their nodes; the kind of a node may coincide with bits of a number.
        let (kind, value) = self.key();
        state.write_u64(value ^ u64::from(kind) << 48);
    }
}

/// An operation; [`Op::info`] has its facts, `meaning.rs` what it computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Neg,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And,
    Or,
    Xor,
    Not,
    If,
    Min,
    Max,
    Mean,
    Abs,
    Sq,
    Cube,
    Sqrt,
    Cbrt,
    Pow,
    Root,
    Exp,
    Log,
    Sin,
    Cos,
    Tan,
    Tanh,
    Aq,
}

/// How an operation is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Between its two values, binding by its level.
    Infix(Level),
    /// Before its value.
    Prefix(Level),
    /// As a function.
    Call,
}

/// How tightly a piece of text binds: the rows of the grammar, loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Level {
    Or,
    Xor,
    And,
    Not,
    Compare,
    Sum,
    Term,
    Unary,
    Primary,
}

impl Level {
    /// The next tighter level.
    pub fn tighter(self) -> Self {
        match self {
            Self::Or => Self::Xor,
            Self::Xor => Self::And,
            Self::And => Self::Not,
            Self::Not => Self::Compare,
            Self::Compare => Self::Sum,
            Self::Sum => Self::Term,
            Self::Term => Self::Unary,
            Self::Unary | Self::Primary => Self::Primary,
        }
    }
}

/// An operation's registration.
#[derive(Debug, Clone, Copy)]
pub struct OpInfo {
    /// The operation.
    pub op: Op,
    /// How it is spelled.
    pub name: &'static str,
    /// How it is written.
    pub form: Form,
    /// What it takes, in order; `min` and `max` take up to `MAX_ARGUMENTS` of the same kind.
    pub takes: &'static [Kind],
    /// What it gives.
    pub gives: Kind,
    /// One line of explanation.
    pub about: &'static str,
    /// What it computes of `a` and `b`, as an expression that C, Python and Rust share, for exported code; empty where the
    /// runtimes of the exports define it.
    pub source: &'static str,
}

/// The most values that `min` and `max` take.
pub(crate) const MAX_ARGUMENTS: u8 = 8;

const fn infix(
    op: Op,
    name: &'static str,
    level: Level,
    kind: Kind,
    gives: Kind,
    about: &'static str,
) -> OpInfo {
    let takes: &[Kind] = match kind {
        Real => &[Real, Real],
        Bool => &[Bool, Bool],
    };
    OpInfo { op, name, form: Form::Infix(level), takes, gives, about, source: "" }
}

const fn unary(op: Op, name: &'static str, about: &'static str, source: &'static str) -> OpInfo {
    OpInfo { op, name, form: Form::Call, takes: &[Real], gives: Real, about, source }
}

const fn binary(op: Op, name: &'static str, about: &'static str, source: &'static str) -> OpInfo {
    OpInfo { op, name, form: Form::Call, takes: &[Real, Real], gives: Real, about, source }
}

/// Every operation, in the order of [`Op`].
pub const OPS: &[OpInfo] = &[
    infix(Op::Add, "+", Level::Sum, Real, Real, "the sum"),
    infix(Op::Sub, "-", Level::Sum, Real, Real, "the difference"),
    infix(Op::Mul, "*", Level::Term, Real, Real, "the product"),
    infix(Op::Div, "/", Level::Term, Real, Real, "the quotient, 1 where the divisor is below 1e-6"),
    OpInfo {
        op: Op::Neg,
        name: "-",
        form: Form::Prefix(Level::Unary),
        takes: &[Real],
        gives: Real,
        about: "the number with the other sign",
        source: "",
    },
    infix(Op::Less, "<", Level::Compare, Real, Bool, "less than"),
    infix(Op::LessEqual, "<=", Level::Compare, Real, Bool, "at most"),
    infix(Op::Greater, ">", Level::Compare, Real, Bool, "greater than"),
    infix(Op::GreaterEqual, ">=", Level::Compare, Real, Bool, "at least"),
    infix(Op::And, "and", Level::And, Bool, Bool, "both"),
    infix(Op::Or, "or", Level::Or, Bool, Bool, "one of them, or both"),
    infix(Op::Xor, "xor", Level::Xor, Bool, Bool, "one of them, not both"),
    OpInfo {
        op: Op::Not,
        name: "not",
        form: Form::Prefix(Level::Not),
        takes: &[Bool],
        gives: Bool,
        about: "the opposite",
        source: "",
    },
    OpInfo {
        op: Op::If,
        name: "if",
        form: Form::Call,
        takes: &[Bool, Real, Real],
        gives: Real,
        about: "the second where the first holds, else the third",
        source: "",
    },
    binary(Op::Min, "min", "the smallest of 2 to 8", ""),
    binary(Op::Max, "max", "the largest of 2 to 8", ""),
    binary(Op::Mean, "mean", "half the sum of two", "clamp_finite((a + b) * 0.5)"),
    unary(Op::Abs, "abs", "the number without its sign", "magnitude(a)"),
    unary(Op::Sq, "sq", "the square", "clamp_finite(a * a)"),
    unary(Op::Cube, "cube", "the third power", "clamp_finite(a * a * a)"),
    unary(Op::Sqrt, "sqrt", "the square root of |x|", "square_root(magnitude(a))"),
    unary(Op::Cbrt, "cbrt", "the cube root", "clamp_finite(platform_cbrt(a))"),
    binary(
        Op::Pow,
        "pow",
        "|a| to the power of b, b held within -8 and 8",
        "clamp_finite(platform_pow(magnitude(a), hold(b, 8.0)))",
    ),
    binary(
        Op::Root,
        "root",
        "the b-th root of |a|; a where |b| is below 1e-6",
        "clamp_finite(protected_root(a, b))",
    ),
    unary(
        Op::Exp,
        "exp",
        "the exponential of x held within -20 and 20",
        "clamp_finite(platform_exp(hold(a, 20.0)))",
    ),
    unary(
        Op::Log,
        "log",
        "the natural logarithm of |x|, 0 where it is below 1e-6",
        "clamp_finite(protected_log(magnitude(a)))",
    ),
    unary(Op::Sin, "sin", "the sine", "platform_sin(a)"),
    unary(Op::Cos, "cos", "the cosine", "platform_cos(a)"),
    unary(Op::Tan, "tan", "the tangent", "clamp_finite(platform_tan(a))"),
    unary(Op::Tanh, "tanh", "the hyperbolic tangent", "platform_tanh(a)"),
    binary(
        Op::Aq,
        "aq",
        "a / sqrt(1 + b*b), a quotient without poles",
        "clamp_finite(a / square_root(1.0 + b * b))",
    ),
];

impl Op {
    /// The registration.
    #[inline]
    pub fn info(self) -> &'static OpInfo {
        &OPS[self as usize]
    }

    /// The name where it stands alone: the two that are written `-` differ.
    pub fn function_name(self) -> &'static str {
        if self == Self::Neg { "neg" } else { self.info().name }
    }

    /// The operation as a node, for those that take a fixed number of values; the fewest for the others.
    pub fn node(self) -> Node {
        Node::Apply(self, self.info().takes.len() as u8)
    }

    /// Whether it can take that many values.
    pub fn accepts(self, count: usize) -> bool {
        match self {
            Self::Min | Self::Max => (2..=usize::from(MAX_ARGUMENTS)).contains(&count),
            _ => count == self.info().takes.len(),
        }
    }

    /// What it takes at a position.
    pub fn takes(self, position: usize) -> Kind {
        let takes = self.info().takes;
        takes[position.min(takes.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (place, info) in OPS.iter().enumerate() {
            assert_eq!(info.op as usize, place, "{}", info.name);
        }
    }
}
