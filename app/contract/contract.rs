//! The stored OpenAPI document is the one that the types of the program make. It is a package for the feature `schema`:
//! builds of the whole workspace have it, and those of the program do not.

#[cfg(test)]
mod tests {
    use serde_json::json;

    /// The web UI is built from the stored document, and the program serves it.
    #[test]
    fn the_stored_document_is_the_generated_one() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ui/openapi.json");
        let text = unstuck::openapi().to_string() + "\n";
        if std::env::var_os("UNSTUCK_WRITE_OPENAPI").is_some() {
            std::fs::write(path, &text).unwrap();
        }
        let stored = std::fs::read_to_string(path).unwrap_or_default();
        assert!(stored == text, "write it again: UNSTUCK_WRITE_OPENAPI=1 cargo test -p unstuck-contract");
    }

    #[test]
    fn every_reference_is_there() {
        let document = unstuck::openapi();
        let text = document.to_string();
        for name in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(document["components"]["schemas"][name].is_object(), "{name} has no schema");
        }
        let solve = &document["components"]["schemas"]["Solve"];
        assert!(solve["required"].as_array().unwrap().contains(&json!("limit")), "null, but there");
        assert!(!solve["required"].as_array().unwrap().contains(&json!("positions")));
    }
}
