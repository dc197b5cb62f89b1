//! Which kinds of problems a use case works on.

use crate::request::error::{Error, Kind, Result};
use unstuck_core::domain::{self, Domain};

/// Refuses domains of other kinds than search problems; `command` is what needs one.
///
/// # Errors
///
/// The domain is of another kind.
pub fn only_search(domain: &dyn Domain, command: &str) -> Result<()> {
    let info = domain.info();
    if info.kind == domain::Kind::Search {
        return Ok(());
    }
    let message =
        format!("{command} works on search problems; {} is {}", info.name, info.kind.with_article());
    Err(Error::new(Kind::Unsupported, message).field("instance"))
}

#[cfg(test)]
mod tests {
    use crate::heuristics::{profile, value};
    use crate::request::context::Context;
    use crate::request::error::{Error, Kind, Result};
    use crate::request::{Request, read};
    use crate::system::watch::Activity;
    use crate::use_cases::{audit, dataset, explore, grade, position, race, trace};
    use serde_json::{Value, json};
    use std::any::Any;
    use std::sync::{Arc, LazyLock};
    use unstuck_core::domain::{self, Domain, DomainInfo, Settings, metric};
    use unstuck_core::error::ParseError;
    use unstuck_core::feature::{FeatureTable, Text, measure};
    use unstuck_core::instance::Instance;
    use unstuck_core::puzzle::Picture;
    use unstuck_core::registry;
    use unstuck_core::view::Board;

    /// A domain whose instances have costs, but neither goals nor successors.
    struct Crates;

    static INFO: LazyLock<DomainInfo> = LazyLock::new(|| DomainInfo {
        kind: domain::Kind::Optimisation,
        ..DomainInfo::new(
            "crates",
            "crates to be stacked",
            vec![metric("height", "of the stack")],
            [measure("count", "crates that are left")],
        )
    });

    impl Domain for Crates {
        fn info(&self) -> &DomainInfo {
            &INFO
        }

        fn instance(&self, text: &str, _: &str, _: &Settings) -> Result<Box<dyn Instance>, ParseError> {
            Ok(Box::new(Stack(text.to_owned())))
        }
    }

    struct Stack(String);

    impl Instance for Stack {
        fn table(&self) -> &Arc<FeatureTable> {
            &INFO.features
        }

        fn text(&self) -> String {
            self.0.clone()
        }

        fn metric(&self) -> Text {
            INFO.metrics[0].name.clone()
        }

        fn picture(&self) -> Picture {
            Picture::default()
        }

        fn view(&self) -> Board {
            Board::text(self.text())
        }

        fn as_any(&self) -> &dyn Any {
            self
        }

        fn ranges(&self) -> Vec<Option<(f64, f64)>> {
            Vec::new()
        }

        fn has(&self, _: &str) -> bool {
            false
        }

        fn with_table(&self, _: &Arc<FeatureTable>) -> Option<Box<dyn Instance>> {
            None
        }

        fn values(&self) -> Vec<Option<f64>> {
            Vec::new()
        }

        fn check_laws(&self, _: u64, _: usize) -> Result<(), String> {
            Ok(())
        }
    }

    /// The refusal of a command.
    fn refused<R: Request, T>(
        request: Value,
        run: impl FnOnce(&R, &Context<'_>) -> Result<T>,
        errors: impl FnOnce(T) -> Vec<Error>,
    ) -> Error {
        let activity = Activity::default();
        let request: R = read(request).unwrap();
        match run(&request, &Context::silent(&activity)) {
            Err(error) => error,
            Ok(done) => errors(done).pop().expect("a refusal"),
        }
    }

    fn none<T>(_: T) -> Vec<Error> {
        Vec::new()
    }

    #[test]
    fn commands_for_search_problems_refuse_others_with_a_sentence() {
        unstuck_domains::install();
        registry::register(Arc::new(Crates)).unwrap();
        let one = || json!({ "instance": "crates:3 1 2" });
        let several = || json!({ "instances": ["crates:3 1 2"] });
        let vary = json!({ "instance": "crates:3 1 2", "direction": "harder", "seed": 1 });
        let methods = json!({ "instance": "crates:3 1 2", "methods": [{ "algorithm": "astar" }] });
        let data = json!({ "domain": "crates", "heuristic": "0", "data": { "instances": ["crates:3 1 2"] } });
        let csv = json!({ "domain": "crates", "csv": "instance,h*\n1,2\n" });
        let racing = |request: &race::Request, context: &Context<'_>| race::run(request, context, |_| ());
        let profiling =
            |request: &profile::Request, context: &Context<'_>| profile::run(request, &(), context);
        let all = [
            ("explore", refused(one(), explore::run, |done| done.errors)),
            ("audit", refused(several(), audit::run, none)),
            ("trace", refused(one(), trace::run, none)),
            ("race", refused(methods, racing, none)),
            ("grade", refused(one(), grade::run, none)),
            ("vary", refused(vary, grade::vary, none)),
            ("play", refused(one(), position::run, none)),
            ("value", refused(one(), value::run, none)),
            ("profile", refused(data, profiling, none)),
            ("dataset", refused(csv, dataset::import::run, none)),
            ("dataset", refused(json!({ "domain": "crates", "seed": 1 }), dataset::generate::run, none)),
        ];
        for (command, error) in all {
            let sentence = format!("{command} works on search problems; crates is an optimisation domain");
            assert_eq!(
                (error.kind, error.message.as_str()),
                (Kind::Unsupported, sentence.as_str()),
                "{command}"
            );
        }
        registry::unregister("crates");
    }
}
