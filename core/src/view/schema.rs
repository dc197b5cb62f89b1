//! The schema of boards, whose data only their domains know.

use super::Board;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

impl PartialSchema for Board {
    fn schema() -> RefOr<Schema> {
        let kind = ObjectBuilder::new().schema_type(Type::String).description(Some("What it is drawn as."));
        ObjectBuilder::new()
            .property("kind", kind)
            .required("kind")
            .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true)))
            .description(Some("A state as screens show it: its kind, and what such boards are made of."))
            .into()
    }
}

impl ToSchema for Board {}
