//! The schema of methods, whose fields come from the tables of parameters.

use super::{Method, local_parameters};
use unstuck_core::search::{PARAMETERS, ParameterKind};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Object, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

/// The fields are the algorithm, the heuristic, and every parameter of the table of parameters.
impl PartialSchema for Method {
    fn schema() -> RefOr<Schema> {
        let text = |about: &str| ObjectBuilder::from(nullable(Type::String)).description(Some(about));
        let mut object = ObjectBuilder::new()
            .property(
                "algorithm",
                text("The algorithm; if none, the domain's choice, or for a heuristic alone the one it names, or A* (in planning quick, unless it is admissible)."),
            )
            .property("heuristic", text("The heuristic; the domain's choice if none."));
        let local = local_parameters().into_iter().map(|row| (row.name, row.about, row.kind));
        for (name, about, kind) in
            PARAMETERS.iter().map(|info| (info.name, info.about, info.kind)).chain(local)
        {
            let kind = match kind {
                ParameterKind::Choice { words } => {
                    ObjectBuilder::from(nullable(Type::String)).enum_values(Some(words.iter().copied()))
                }
                ParameterKind::Bytes | ParameterKind::Count { .. } => nullable(Type::Integer).into(),
                ParameterKind::Number { .. } => nullable(Type::Number).into(),
            };
            object = object.property(name, kind.description(Some(about)));
        }
        object.description(Some("An algorithm, a heuristic and parameters.")).into()
    }
}

impl ToSchema for Method {
    fn name() -> std::borrow::Cow<'static, str> {
        "Method".into()
    }
}

fn nullable(kind: Type) -> Object {
    ObjectBuilder::new().schema_type(SchemaType::from_iter([kind, Type::Null])).build()
}
