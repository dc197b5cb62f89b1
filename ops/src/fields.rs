//! Types whose fields are known by name: requests, and what stores keep of them.

use serde_json::{Map, Value};
pub use unstuck_derive::Fields;

/// The fields of a request, with their values.
pub type Given = Map<String, Value>;

/// A type whose fields are known by name.
pub trait Fields {
    /// The names of the fields, those of flattened ones included; none where the kind of the request is unknown.
    fn fields(given: &Given) -> Option<Vec<&'static str>>;
}
