//! How instances are named, and what is said when they are not.

use super::folder::Folder;
use super::{JAM_1, UNSOLVABLE, unstuck, unstuck_reading};
use std::path::PathBuf;

fn names(arguments: &[&str]) -> Vec<String> {
    let run = unstuck(&[&["solve", "--jsonl"], arguments].concat()).exits(0);
    let name = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        object["instance"].as_str().unwrap().to_owned()
    };
    run.out.lines().map(name).collect()
}

#[test]
fn sets_ranges_and_boards_name_instances() {
    assert_eq!(names(&["jam:3"]), ["jam:3"]);
    assert_eq!(names(&["jam:2-4", "it3105:easy-3"]), ["jam:2", "jam:3", "jam:4", "it3105:easy-3"]);
    assert_eq!(names(&["it3105:easy"]), ["it3105:easy-3"]);
    assert_eq!(names(&["jam"]).len(), 40);
    assert_eq!(names(&[JAM_1]), [JAM_1]);
    let with_domain = format!("rush-hour:{JAM_1}");
    assert_eq!(names(&[&with_domain]), [with_domain.as_str()]);
    assert_eq!(names(&["--domain", "rush-hour", JAM_1]), [JAM_1]);
}

/// The domain and its deals have the same name: what follows is a number, a range, or a board.
#[test]
fn a_freecell_board_is_read_wherever_it_stands() {
    let board = "Foundations: H-Q C-K D-K S-Q / KH / KS / - / - / - / - / - / -";
    let with_domain = format!("freecell:{board}");
    assert_eq!(
        names(&[board, &with_domain, "freecell:1-2"]),
        [board, &with_domain, "freecell:1", "freecell:2"]
    );
    let run =
        unstuck_reading(&["solve", "-"], "# two kings\nFoundations: H-Q C-K D-K S-Q\nKH\nKH\n:\n").exits(2);
    assert_eq!(
        run.message(),
        "standard input: line 4, column 1: KH is here twice (it is also in column 1 of the board)"
    );
}

#[test]
fn bad_names_are_refused_with_what_would_be_right() {
    for (argument, message) in [
        ("jam:41", "there is no jam:41; jam has the numbers 1 to 40"),
        ("jam:0", "there is no jam:0; jam has the numbers 1 to 40"),
        ("jam:40-1", "jam:40-1 runs backwards; write jam:1-40"),
        ("jam:1-", "jam:1- lacks its end; write jam:1-40"),
        ("jan:1", "unknown set or domain 'jan'; did you mean 'jam'?"),
        ("it3105:esy-3", "there is no it3105:esy-3; did you mean it3105:easy-3?"),
        (
            "rush-hour",
            "rush-hour is a domain, not an instance; its sets are jam, it3105, hard6, hard8, unblock, or write rush-hour:TEXT with a board",
        ),
    ] {
        let run = unstuck(&["solve", "jam:1", argument]).exits(2);
        assert_eq!(run.message(), message);
        assert_eq!(run.out, "", "nothing runs when a name is wrong");
    }
    let run = unstuck(&["solve", "jam:1", "--domain", "rush-huor"]).exits(2);
    assert_eq!(run.message(), "unknown domain 'rush-huor'; did you mean 'rush-hour'?");
    let run = unstuck(&["solve", "BBoooCDooEoC"]).exits(2);
    let likely = "'BBoooCDooEoC' as rush-hour: line 1, column 1: a board of length 12 is not square";
    assert!(run.message().starts_with(likely), "{}", run.err);
    let run = unstuck(&["solve", "hello world"]).exits(2);
    assert!(run.message().starts_with("'hello world' is neither a set, a file"), "{}", run.err);
    let run = unstuck(&["solve", "{\"vehicles\": []}"]).exits(2);
    assert!(run.message().contains("is neither a set, a file"), "{}", run.err);
    let run = unstuck(&["solve", "@"]).exits(2);
    assert!(run.message().starts_with("a file's name is missing behind the @"), "{}", run.err);
    let run = unstuck(&["solve", "@nowhere.txt"]).exits(2);
    assert!(run.err.starts_with("error: the file 'nowhere.txt' cannot be read"), "{}", run.err);
}

#[test]
fn a_bad_line_is_reported_and_does_not_stop_the_rest() {
    let input = format!("# boards\n{JAM_1}\nBBoooCDooEoCDAAEoCDooEooFoooGGFoHHHB\n\n{UNSOLVABLE}\n");
    let run = unstuck_reading(&["solve", "-", "--json"], &input).exits(2);
    assert!(run.err.starts_with("error: standard input: line 3"), "{}", run.err);
    let array = run.json();
    let array = array.as_array().unwrap();
    assert_eq!(array.len(), 2);
    assert_eq!((&array[0]["instance"], &array[1]["instance"]), (&"@-:2".into(), &"@-:5".into()));
    assert_eq!((&array[0]["status"], &array[1]["status"]), (&"solved".into(), &"unsolvable".into()));
}

#[test]
fn a_file_may_hold_names() {
    let run = unstuck_reading(&["solve", "-", "--quiet"], "jam:1\njam:99\n# no\nit3105\n").exits(2);
    assert_eq!(run.message(), "standard input: line 2: there is no jam:99; jam has the numbers 1 to 40");
    assert_eq!(run.out.lines().count(), 7);
    let run = unstuck_reading(&["solve", "-"], "\n\n").exits(2);
    assert_eq!(run.message(), "standard input is empty");
}

#[test]
fn a_line_of_a_file_can_be_named() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("two boards.txt");
    std::fs::write(&path, format!("{UNSOLVABLE}\n{JAM_1}\n")).unwrap();
    let file = format!("@{}", path.display());
    unstuck(&["solve", &file]).exits(10);
    let name = format!("{file}:2");
    assert_eq!(unstuck(&["solve", &name, "--json"]).exits(0).json()["instance"], name.as_str());
    let run = unstuck(&["solve", &format!("{file}:3")]).exits(2);
    assert!(run.message().starts_with("no instance begins at line 3"), "{}", run.err);
}

#[test]
fn a_board_over_several_lines_is_one_instance() {
    let rows: Vec<&str> = (0..6).map(|row| &JAM_1[row * 6..row * 6 + 6]).collect();
    let run = unstuck_reading(&["solve", "-", "--json"], &rows.join("\n")).exits(0);
    assert_eq!(run.json()["length"], 8);
}

#[test]
fn the_settings_of_a_domain_are_flags() {
    assert_eq!(unstuck(&["solve", "jam:1", "--metric", "steps", "--json"]).exits(0).json()["length"], 16);
    let out = unstuck(&["solve", "jam:1", "--drive-out", "--metric", "steps", "--json"]).exits(0).json();
    assert_eq!(out["length"], 18);
    let run = unstuck(&["solve", "jam:1", "--exit", "north"]).exits(2);
    assert!(run.message().contains("'north' is not a side for the exit"), "{}", run.err);
    let run = unstuck(&["solve", "jam:1", "--metric", "miles"]).exits(2);
    assert!(run.message().contains("its metrics are slides, steps"), "{}", run.err);
}

#[test]
fn standard_input_is_called_so_and_read_once() {
    let run = unstuck_reading(&["solve", "@-:7"], JAM_1).exits(2);
    assert_eq!(run.message(), "no instance begins at line 7 of standard input");
    let run = unstuck_reading(&["validate", "-", "-"], JAM_1).exits(2);
    assert_eq!(run.message(), "standard input is named twice, but can be read only once");
}

#[test]
fn tables_have_a_column_of_boards() {
    let folder = Folder::new("columns");
    folder.write("own.csv", "mine\nsome boards\ninstance,h*\n1 2 5 3 4 0 6 7 8,3\n1 0 2 3 4 5 6 7 8,1\n");
    let both = folder.run(&["solve", "@own.csv", "--json"]).exits(0).json();
    assert_eq!((&both[0]["length"], &both[1]["length"]), (&3.into(), &1.into()));
    assert_eq!(both[1]["instance"], "@own.csv:5");
    let one = folder.run(&["solve", "@own.csv:5", "--json"]).exits(0).json();
    assert_eq!(one["length"], 1);
    let range = folder.run(&["solve", "@own.csv:4-5", "--json"]).exits(0).json();
    assert_eq!(range.as_array().unwrap().len(), 2);
    let none = folder.run(&["solve", "@own.csv:7-9"]).exits(2);
    assert_eq!(none.message(), "no instance begins at lines 7 to 9 of own.csv");
}

#[test]
fn folders_and_columns_of_tables_name_instances() {
    let folder = Folder::new("folders");
    std::fs::create_dir(folder.0.join("boards")).unwrap();
    folder.write("boards/b.txt", &format!("{JAM_1}\n"));
    folder.write("boards/a.csv", &format!("level,board\n1,{JAM_1}\n2,{JAM_1}\n"));
    folder.write("boards/.hidden", "nonsense");
    folder.write("boards/empty.txt", "\n");
    let found = |argument: &str| {
        let out = folder.run(&["solve", "--jsonl", argument]).exits(0).out;
        let name = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["instance"].clone();
        out.lines().map(|line| name(line).as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found("@boards"), ["@boards/a.csv:2", "@boards/a.csv:3", "@boards/b.txt:1"]);
    folder.write("levels.csv", &format!("id,start\n1,{JAM_1}\n"));
    assert_eq!(found("@levels.csv:start"), ["@levels.csv:2"]);
    folder.write("semicolons.csv", &format!("id;start\n1;{JAM_1}\n"));
    assert_eq!(found("@semicolons.csv:start"), ["@semicolons.csv:2"]);
    let run = folder.run(&["solve", "@levels.csv:end"]).exits(2);
    assert_eq!(run.message(), "levels.csv has no column 'end'; its first line names id, start");
    for part in ["@boards:7", "@boards:start"] {
        let run = folder.run(&["solve", part]).exits(2);
        assert!(
            run.message().contains("'boards' is a folder; lines and columns are of a file"),
            "{}",
            run.err
        );
    }
    let run = folder.run(&["solve", "boards"]).exits(2);
    assert!(run.message().contains("write @boards to read the instances in it"), "{}", run.err);
}

#[test]
fn an_x_next_to_an_a_is_warned_of() {
    let board = "BBoooCDooEFCDXXEFCDooEooGoooAAGoIIIo";
    let run = unstuck(&["solve", board]).exits(0);
    assert!(
        run.err.contains("the target is A, though there is an X; choose target X if X is meant"),
        "{}",
        run.err
    );
    let run = unstuck(&["solve", board, "--target", "X"]).exits(0);
    assert!(!run.err.contains("warning"), "{}", run.err);
    assert!(!unstuck(&["solve", JAM_1]).exits(0).err.contains("warning"));
    // Of 24 vehicles, X is simply the last.
    let board = "BBBCDDDoEFFCoGGHEIIJJKKHAAoLoooooMNLOOPPoMNQQQoRoMSSTUURVVWWTXXR";
    assert!(!unstuck(&["solve", board]).exits(0).err.contains("warning"));
}
