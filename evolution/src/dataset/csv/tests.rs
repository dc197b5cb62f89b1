//! Files that are read, written and refused.

use super::*;

fn read(text: &str) -> Dataset {
    Dataset::read(text).unwrap_or_else(|error| panic!("{}", error.in_text(text)))
}

fn written(dataset: &Dataset, form: Form) -> String {
    let mut out = Vec::new();
    dataset.write(&mut out, form).unwrap();
    String::from_utf8(out).unwrap()
}

#[track_caller]
fn refused(text: &str, message: &str) {
    assert_eq!(Dataset::read(text).unwrap_err().to_string(), message);
}

const NAMED: &str =
    "jams\neasy ones\ninstance,h*,blockers,hybrid\nAA..,3,1,2.5\n\"1,2 \"\"x\"\"\",+7,,-0.5\n";

#[test]
fn a_file_comes_back_as_it_was() {
    let dataset = read(NAMED);
    assert!(dataset.named);
    assert_eq!((dataset.name.as_str(), dataset.description.as_str()), ("jams", "easy ones"));
    assert_eq!(dataset.instances, ["AA..", "1,2 \"x\""]);
    assert_eq!(dataset.lines, [4, 5]);
    assert_eq!(dataset.distances[0], Distance { cost: 3, exact: true });
    assert_eq!(dataset.distances[1], Distance { cost: 7, exact: false });
    assert!(dataset.columns[0].values[1].is_nan());
    assert_eq!(written(&dataset, Form::Named), NAMED);
}

#[test]
fn the_published_form_has_no_names() {
    let bare = written(&read(NAMED), Form::Bare);
    assert_eq!(bare, "jams\neasy ones\nAA..,3,1,2.5\n\"1,2 \"\"x\"\"\",+7,,-0.5\n");
    let dataset = read(&bare);
    assert!(!dataset.named);
    assert_eq!(dataset.columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>(), ["h1", "h2"]);
    assert_eq!(dataset.lines, [3, 4]);
}

#[test]
fn a_title_that_looks_like_a_row_is_a_title() {
    let semicolons = read("instancee, h*, f\r\nx\r\ny,4;1");
    assert_eq!(semicolons.name, "instancee, h*, f");
    for title in ["instance,h*,f", "instance;h*;f", "a,3", "a;3", "\"a\",3", "a,"] {
        let mut dataset = read(NAMED);
        (dataset.name, dataset.description) = (title.to_owned(), title.to_owned());
        for form in [Form::Named, Form::Bare] {
            let again = read(&written(&dataset, form));
            assert_eq!((&again.name, &again.description), (&dataset.name, &dataset.description), "{form:?}");
            assert_eq!(again.instances, dataset.instances);
        }
    }
    // Rows of quoted instances are no titles.
    refused(
        "\"a\",3\n\"b\",4\n\"c\",5\n",
        "line 1, column 1: the rows begin in line 1 (the first line is the dataset's name, the second its description; or \
         begin with instance,h*,…)",
    );
}

#[test]
fn foreign_habits_are_understood() {
    // Windows, a mark at the beginning, blanks around fields, a spreadsheet's filling, no end of line at the end.
    let dataset = read("\u{feff}\"a, b\",,\r\nc,,\r\n\r\ninstance, h*, f\r\nx y , 4.0 , 1e1 \r\n\r\nz,0,2");
    assert_eq!((dataset.name.as_str(), dataset.description.as_str()), ("a, b", "c"));
    assert_eq!(dataset.instances, ["x y", "z"]);
    assert_eq!(dataset.distances[0], Distance { cost: 4, exact: true });
    assert_eq!(dataset.columns[0].values, [10.0, 2.0]);
    assert_eq!(dataset.lines, [5, 7]);
    // A board over several lines.
    let board = read("n\nd\n\"ab\ncd\",1\nef,2\n");
    assert_eq!((board.instances[0].as_str(), &board.lines[..]), ("ab\ncd", &[3, 5][..]));
    assert_eq!(read(&written(&board, Form::Named)).instances, board.instances);
}

#[test]
fn titles_survive_whatever_they_contain() {
    for title in ["", "a, b", "\"quoted\"", "commas,,", "two\nlines", " x "] {
        let dataset = Dataset { name: title.into(), description: title.into(), ..read(NAMED) };
        let back = read(&written(&dataset, Form::Named));
        let expected = title.replace('\n', " ");
        assert_eq!((back.name.as_str(), back.description.as_str()), (expected.trim(), expected.trim()));
    }
}

#[test]
fn blanks_and_marks_within_quotes_are_no_part_of_a_text() {
    let dataset = read("\" a \"\n \u{feff}b,\n\" \u{feff}x\",1\n");
    assert_eq!((dataset.name.as_str(), dataset.description.as_str()), ("a", "b"));
    assert_eq!(dataset.instances, ["x"]);
    assert_eq!(written(&dataset, Form::Bare), "a\nb\nx,1\n");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let empty =
        "the dataset is empty (the first line is its name, the second its description, then come the rows)";
    refused("", empty);
    refused("\n\n\n", empty);
    refused("n\nd\n", "the dataset has no row (rows begin in the third line: instance,h*,h1,…)");
    refused(
        "n\nd\ninstance,h*,a\n",
        "the dataset has no row (rows begin in the third line: instance,h*,h1,…)",
    );
    let help =
        "(the first line is the dataset's name, the second its description; or begin with instance,h*,…)";
    refused(
        "n\ninstance,h*,a\nx,1,2\n",
        &format!("line 2, column 1: the names of the columns are in line 2 {help}"),
    );
    refused("x,1\ny,2\nz,3\n", &format!("line 1, column 1: the rows begin in line 1 {help}"));
    let row = |row: &str, message: &str| {
        refused(&format!("n\nd\ninstance,h*,a,b\n\"p,q\",1,2,3\n{row}\n"), message);
    };
    let whole = "(it is a whole number from 0, or +N for a lower bound)";
    row("x,,1,2", &format!("line 5, column 3: h* is missing {whole}"));
    row("x,-3,1,2", &format!("line 5, column 3: h* is -3, and no plan costs less than 0 {whole}"));
    row("\"x,y\",NaN,1,2", &format!("line 5, column 7: h* is NaN {whole}"));
    row("x,inf,1,2", &format!("line 5, column 3: h* is inf {whole}"));
    row("x,2.5,1,2", &format!("line 5, column 3: h* is 2.5 {whole}"));
    row("x,many,1,2", &format!("line 5, column 3: h* is 'many', which is not a number {whole}"));
    let value = "which is not a finite number (leave the field empty where there is no value)";
    row("x,1,1,nan", &format!("line 5, column 7: b is 'nan', {value}"));
    row("x,1,?,2", &format!("line 5, column 5: a is '?', {value}"));
    row(
        "x,y,1,2,3",
        "line 5, column 7: the row has 5 fields, and the first has 4 (an instance that contains a separator must be \
         in quotes)",
    );
    row(
        "x,1,2",
        "line 5, column 5: the row has 3 fields, and the first has 4 (every row has an instance, its distance, and a \
         field for every feature, empty if there is no value)",
    );
    row(
        "\"x,1,2,3\ny,1,2,3",
        "line 5, column 1: the row has 1 field, and the first has 4 (is a closing quote missing?)",
    );
    row(",1,2,3", "line 5, column 1: the instance is missing (write its text, as on a command line)");
    refused("n\nd\ninstance,h*,a,a\nx,1,2,3\n", "line 3, column 15: two columns are called 'a'");
    refused("n\nd\ninstance,h*,\nx,1,2\n", "line 3, column 13: a column has no name");
    let alone = "line 3, column 1: a row needs an instance and its distance h*, and this one has one field";
    refused("n\nd\nx\n", &format!("{alone} (write instance,h*,h1,…)"));
    refused("n\nd\nx\t1\n", &format!("{alone} (fields are separated by commas or semicolons, not by tabs)"));
}

#[test]
fn semicolons_separate_as_well() {
    let commas = Dataset::read("n\nd\ninstance,h*,a\n\"1,2\",3,0.5\nx,+4,\n").unwrap();
    let semicolons = Dataset::read("n;;\nd, with a comma\ninstance;h*;a\n1,2;3;0.5\nx;+4;\n").unwrap();
    assert_eq!(semicolons.instances, commas.instances);
    assert_eq!(semicolons.distances, commas.distances);
    assert_eq!(semicolons.columns[0].name, "a");
    assert_eq!((semicolons.name.as_str(), semicolons.description.as_str()), ("n", "d, with a comma"));
    assert_eq!(Dataset::read("n\nd\nx;1;2\n").unwrap().columns[0].values, [2.0]);
    assert_eq!(Dataset::read("instance;h*\nx;1\n").unwrap().len(), 1);
    refused(
        "n\nd\nx;1;2\ny;1;b\n",
        "line 4, column 5: h1 is 'b', which is not a finite number \
        (leave the field empty where there is no value)",
    );
}

#[test]
fn a_file_may_begin_with_the_names_of_its_columns() {
    let dataset = read("board,h*,a\nx,1,2\ny,+3,\n");
    assert_eq!((dataset.name.as_str(), dataset.description.as_str(), dataset.len()), ("", "", 2));
    assert_eq!(dataset.instances, ["x", "y"]);
    assert_eq!(dataset.columns[0].name, "a");
    assert_eq!(dataset.lines, [2, 3]);
    let mut bytes = Vec::new();
    dataset.write(&mut bytes, Form::Named).unwrap();
    assert_eq!(read(&String::from_utf8(bytes).unwrap()).instances, dataset.instances);
}
