//! Datasets in experiment files, and roles that stay apart.

use super::*;
use crate::context::unwatched;
use crate::dataset::{Order, Shares};
use crate::measure::ReferenceResult;
use crate::role::{PerRole, Role};
use crate::task::Cap;
use unstuck_core::executor::Sequential;
use unstuck_core::instance::Instance;
use unstuck_core::registry;
use unstuck_core::sample::Row;

/// The weights experiment with another section of data.
fn data(section: &str) -> String {
    let before = WEIGHTS.find("train =").unwrap();
    let after = WEIGHTS.find("[genome]").unwrap();
    format!("{}{section}\n{}", &WEIGHTS[..before], &WEIGHTS[after..])
}

fn tabular(source: Option<&Source>) -> &Tabular {
    let Some(Source::Tabular(tabular)) = source else { panic!("it is a table: {source:?}") };
    tabular
}

#[test]
fn a_folder_is_shared_out_over_the_roles() {
    let of = |experiment: &Experiment, role| match experiment.data.source(role) {
        Some(Source::Folder { folder, role, take }) => (folder.clone(), *role, *take),
        other => panic!("it is a folder: {other:?}"),
    };
    let mut experiment = read(&data("folder = \"@blocks\""));
    for role in Role::ALL {
        assert_eq!(of(&experiment, role), ("blocks".to_owned(), role, None));
    }
    assert!(experiment.print().contains("folder = \"@blocks\""), "{}", experiment.print());
    round_trip(&experiment.print());
    experiment.quick();
    assert!(of(&experiment, Role::Train).2.is_some());
    let tested = read(&data("folder = \"@blocks\"\ntest = [\"jam:1-40\"]"));
    assert!(matches!(tested.data.source(Role::Test), Some(Source::Named { .. })));
    refused(
        &data("folder = \"blocks\""),
        "line 6, column 10: data.folder is written with an @ (folder = \"@blocks\")",
    );
    let error = Experiment::read(&data("folder = \"@blocks\"\ntrain = [\"jam:1\"]"), &load).unwrap_err();
    assert!(error.message.contains("train"), "{error}");
}

#[test]
fn a_dataset_may_be_shared_out_over_the_roles() {
    let experiment = read(&data("csv = \"x.csv\"\nsplit = [0.6, 0.2, 0.2]"));
    for role in Role::ALL {
        let source = tabular(experiment.data.source(role));
        let split = source.split.as_ref().unwrap();
        assert_eq!((source.csv.as_str(), split.order, split.seed), ("x.csv", Order::Shuffled, 1));
        assert_eq!(split.shares, Shares::Parts(vec![0.6, 0.2, 0.2]));
    }
    let folded = read(&data("csv = \"x.csv\"\nfold = [2, 5]\norder = \"stratified\"\nseed = 9"));
    let split = tabular(folded.data.source(Role::Test)).split.clone().unwrap();
    assert_eq!(
        (split.shares, split.order, split.seed),
        (Shares::Fold { number: 2, of: 5 }, Order::Stratified, 9)
    );
    let tested = read(&data("csv = \"x.csv\"\nsplit = [0.8, 0.2]\ntest = [\"jam:1-40\"]"));
    assert!(matches!(tested.data.source(Role::Test), Some(Source::Named { .. })));
    assert!(read(&data("csv = \"x.csv\"\nsplit = [0.8, 0.2]")).data.test.is_none());
}

#[test]
fn tables_are_printed_as_they_are_read() {
    for section in [
        "csv = \"x.csv\"\nsplit = [0.6, 0.2, 0.2]",
        "csv = \"x.csv\"\nsplit = [0.75, 0.25]\norder = \"easiest_first\"",
        "csv = \"x.csv\"\nsplit = [0.75, 0.25]\norder = \"file\"\nseed = 4\ntest = [\"jam:1\"]",
        "csv = \"x.csv\"\nfold = [1, 3]\ntake = { train = 50, test = 9 }",
        "train = { csv = \"a.csv\", take = 5 }\nvalidation = { csv = \"b.csv\" }\ntest = { csv = \"c.csv\" }",
    ] {
        round_trip(&data(section));
    }
    round_trip(
        &data("csv = \"x.csv\"\nfold = [1, 3]")
            .replace("[genome]", "[grid]\n\"data.fold\" = [[1, 3], [2, 3]]\n[genome]"),
    );
}

#[test]
fn a_quick_look_at_rows_takes_enough_of_them() {
    let text = data("csv = \"x.csv\"\nsplit = [0.6, 0.2, 0.2]");
    let take = |text: &str| {
        let mut experiment = read(text);
        experiment.quick();
        tabular(experiment.data.source(Role::Train)).take
    };
    assert_eq!(take(&text), Some(6));
    assert_eq!(take(&format!("{text}[fitness]\nkind = \"least_squares\"\n")), Some(600));
}

#[test]
fn wrong_tables_are_refused() {
    let shared = |lines: &str, message: &str| refused(&data(&format!("csv = \"x.csv\"\n{lines}")), message);
    shared("", "line 5, column 1: 'split' is missing in data (write for example split = [0.6, 0.2, 0.2])");
    shared("split = [0.5, 0.2, 0.2]", "line 7, column 9: the shares make 0.8999999999999999, not 1");
    shared("split = [60, 20, 20]", "line 7, column 10: data.split[0] must be from 0 to 1, not 60");
    shared(
        "split = [1]",
        "line 7, column 9: data.split must be two or three shares, not 1 (for training, validation and test, such as \
         [0.6, 0.2, 0.2])",
    );
    shared(
        "split = [0.8, 0.2, 0]",
        "line 7, column 20: a share of 0 leaves a role without instances (leave the test out, or give every role a \
         share)",
    );
    shared(
        "split = [0.8, 0.2]\nfold = [1, 5]",
        "line 8, column 8: split and fold both share the rows out (leave one of them out)",
    );
    shared("fold = [6, 5]", "line 7, column 9: data.fold[0] must be from 1 to 5, not 6");
    shared("fold = [1, 2]", "line 7, column 12: data.fold[1] must be from 3 to 1000, not 2");
    shared("fold = 3", "line 7, column 8: data.fold must be a list, not a whole number");
    shared(
        "fold = [3]",
        "line 7, column 8: data.fold must be the fold of the test and how many there are (such as [1, 5])",
    );
    shared(
        "split = [0.8, 0.2]\norder = \"shufled\"",
        "line 8, column 9: unknown value 'shufled' for `order` (did you mean 'shuffled'?)",
    );
    shared(
        "spilt = [0.8, 0.2]",
        "line 7, column 1: unknown key 'spilt' in data (available: csv, split, fold, order, seed, take, test, unsolved)",
    );
    shared(
        "split = [0.6, 0.2, 0.2]\ntest = [\"jam:1\"]",
        "line 8, column 8: the test has a share of the csv, so its instances are known already (leave it out, or write \
         two shares, such as split = [0.8, 0.2])",
    );
    shared(
        "split = [0.6, 0.4]\nvalidation = [\"jam:1\"]",
        "line 8, column 14: csv shares its rows out over the roles, so validation has its instances already (write \
         validation = { csv = \"FILE\" } and no csv for all roles)",
    );
    shared(
        "split = [0.6, 0.4]\ntake = { test = 3 }",
        "line 8, column 10: unknown key 'test' in data.take (available: train, validation)",
    );
    shared("split = [0.6, 0.4]\ntake = 3", "line 8, column 8: data.take must be a table, not a whole number");
    refused(
        &data("csv = 3\nsplit = [0.5, 0.5]"),
        "line 6, column 7: data.csv must be a text, not a whole number",
    );
    refused(&data("csv = \"\"\nsplit = [0.5, 0.5]"), "line 6, column 7: data.csv names no file");
    refused(
        &WEIGHTS.replace("test =", "order = \"file\"\ntest ="),
        "line 8, column 9: order shares out the rows of a csv, and the section names none (write csv = \"FILE\" as \
         well)",
    );
    let role = |source: &str, message: &str| refused(&WEIGHTS.replace("[\"jam:1-20\"]", source), message);
    role(
        "{ csv = \"a.csv\", split = [0.5, 0.5] }",
        "line 6, column 26: unknown key 'split' in data.train (available: csv, take)",
    );
    role(
        "{ csv = \"a.csv\", take = 0 }",
        "line 6, column 33: data.train.take must be from 1 to 1000000, not 0",
    );
    role("{ csv = \"\" }", "line 6, column 17: data.train.csv names no file");
    refused(
        &data("train = { csv = \"a.csv\" }\nvalidation = { csv = \"a.csv\" }"),
        "line 7, column 14: a.csv is in train and in validation; no instance may have two roles (csv = \"FILE\" and split \
         = [0.6, 0.2, 0.2] share one file out)",
    );
    refused(
        &data("csv = \"a.csv\"\nsplit = [0.8, 0.2]\ntest = { csv = \"a.csv\" }"),
        "line 8, column 8: a.csv is in train and in test; no instance may have two roles (csv = \"FILE\" and split = \
         [0.6, 0.2, 0.2] share one file out)",
    );
}

fn instance(text: &str) -> Box<dyn Instance> {
    unstuck_domains::install();
    unstuck_core::domain::read(&*registry::domain("rush-hour").unwrap(), text, None, &Settings::new())
        .unwrap()
}

fn card(number: u32) -> (String, Box<dyn Instance>) {
    unstuck_domains::install();
    let (_, set) = registry::set("jam").unwrap();
    (format!("jam:{number}"), instance(&(set.text)(&number.to_string()).unwrap()))
}

fn row(name: &str, of: u32) -> (String, Row) {
    let (_, instance) = card(of);
    (name.into(), Row { text: instance.text(), distance: 8, values: instance.values() })
}

#[test]
fn an_instance_in_two_roles_is_refused_with_both_places() {
    let experiment = read(WEIGHTS);
    let mut sets = Sets::default();
    sets.instances.train = vec![card(1), card(1), card(2)];
    sets.instances.validation = vec![("boards.csv:7".into(), card(2).1)];
    let error = experiment.separate(sets).err().unwrap().to_string();
    assert_eq!(
        error,
        "jam:2 in train and boards.csv:7 in validation are the same instance; no instance may have two roles"
    );
    let mut sets = Sets::default();
    sets.rows.train = Some(vec![row("a.csv:4", 1), row("a.csv:5", 2), row("a.csv:6", 1)]);
    sets.instances.train = vec![("a.csv:4".into(), card(1).1)];
    sets.instances.validation = vec![card(3)];
    let kept = experiment.separate(sets).unwrap();
    // Once a role, and rows may be searched as well.
    assert_eq!(
        (
            kept.rows.train.as_ref().unwrap().len(),
            kept.instances.train.len(),
            kept.instances.validation.len()
        ),
        (2, 1, 1)
    );
    let mut sets = Sets::default();
    sets.rows.train = Some(vec![row("a.csv:4", 1)]);
    sets.rows.validation = Some(vec![row("b.csv:9", 1)]);
    let error = experiment.separate(sets).err().unwrap().to_string();
    assert_eq!(
        error,
        "a.csv:4 in train and b.csv:9 in validation are the same instance; no instance may have two roles"
    );
}

/// An experiment that cannot be run with these instances.
#[track_caller]
fn not_built(text: &str, sets: Sets, message: &str) {
    let built = read(text).prepare(sets, &Sequential, &unwatched, &|| ());
    assert_eq!(built.err().unwrap().to_string(), message);
}

#[test]
fn rows_of_a_dataset_are_fitted_as_they_are() {
    let text =
        format!("{}[fitness]\nkind = \"least_squares\"\n", data("csv = \"x.csv\"\nsplit = [0.5, 0.5]"));
    let sets = || {
        let mut sets = Sets::default();
        for (role, numbers) in [(Role::Train, [1, 2]), (Role::Validation, [3, 4])] {
            sets.instances[role] = numbers.map(card).into();
            sets.rows[role] = Some(numbers.map(|number| row(&format!("x.csv:{number}"), number)).into());
        }
        sets
    };
    let ready = read(&text).prepare(sets(), &Sequential, &unwatched, &|| ()).unwrap();
    // Two rows each, none drawn.
    assert_eq!([Role::Train, Role::Validation].map(|role| ready.context.fit_matrix(role).rows()), [2, 2]);
    let index = ready.space.names.iter().position(|name| name == "blockers").unwrap();
    let mut lacking = sets();
    lacking.rows.validation.as_mut().unwrap()[1].1.values[index] = None;
    not_built(
        &text.replace("\"weights\"\n", "\"weights\"\nfeatures = [\"blockers\"]\n"),
        lacking,
        "the feature 'blockers' does not exist for x.csv:4",
    );
    let mut lacking = sets();
    lacking.rows.train.as_mut().unwrap()[0].1.values[index] = None;
    not_built(
        &format!("{text}target = \"h* - blockers\"\n"),
        lacking,
        "the feature 'blockers' does not exist for x.csv:1",
    );
    let mut none = sets();
    none.rows.train.as_mut().unwrap()[0].1.values.fill(None);
    not_built(&text, none, "none of the features exists for all instances");
    let mut empty = sets();
    empty.rows.train = Some(Vec::new());
    not_built(
        &text,
        empty,
        "train has no row to fit: no cheapest plan is known; raise limits.expanded or take easier instances",
    );
}

#[test]
fn roles_without_instances_are_refused() {
    not_built(WEIGHTS, Sets::default(), "no instance of train is left: there was none");
    let mut hard = Sets::default();
    hard.instances.train = vec![card(40)];
    let limited = with("search", "limits = { expanded = 1 }");
    let dropping = limited.replace("[data]\n", "[data]\nunsolved = \"drop\"\n");
    not_built(&dropping, hard, "no instance of train is left: none could be solved; raise limits.expanded");
}

#[test]
fn unsolved_instances_stay_unless_they_are_dropped() {
    let limited = with("search", "limits = { expanded = 1, optimal = 2, reference_factor = 3 }");
    let sets = |known: bool| {
        let instances = PerRole { train: vec![card(39), card(40)], validation: vec![card(1)], test: vec![] };
        let mut sets = Sets { instances, ..Sets::default() };
        if known {
            // As an earlier preparation has recorded it.
            sets.findings.train.insert("jam:40".into(), Err(LEFT_OUT[0]));
        }
        sets
    };
    let ready = |text: &str, known| read(text).prepare(sets(known), &Sequential, &unwatched, &|| ()).unwrap();
    let kept = ready(&limited, false);
    assert!(kept.dropped.is_empty());
    let reference = kept.context.set(Role::Train)[1].reference;
    let expected = ReferenceResult {
        expanded: 3,
        solved: false,
        length: None,
        optimal: false,
        effort: reference.effort,
    };
    assert_eq!((reference, reference.effort > 0), (expected, true));
    assert_eq!(kept.context.max_expanded(Cap::Extended, &reference), Some(3));
    let before = ready(&limited, true);
    assert_eq!(before.dropped, [(Role::Train, "jam:40".to_owned(), LEFT_OUT[0])]);
    let both = limited
        .replace("[data]\n", "[data]\nunsolved = \"drop\"\n")
        .replace("expanded = 1,", "expanded = 90000,");
    round_trip(&both);
    assert_eq!(read(&both).data.unsolved, Unsolved::Drop);
}
