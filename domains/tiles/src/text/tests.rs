use super::*;

fn refused(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn bad_boards_are_named_with_their_place() {
    assert_eq!(
        refused("1 2 3\n4 x 0"),
        "line 2, column 3: 'x' is not a tile (tiles are whole numbers, 0 or _ is the blank)"
    );
    assert_eq!(
        refused("1 2 3"),
        "3 tiles make no square board (squares have 4, 9, 16, 25 or 36; separate the rows of other boards \
         by '/' or line breaks)"
    );
    assert_eq!(refused("1 2 3 / 4 0"), "line 1, column 9: row 2 has 2 tiles, the rows above have 3");
    assert_eq!(
        refused("1 2 3 9"),
        "line 1, column 7: a board of 4 cells has no tile 9 (the tile missing is 0 (the blank))"
    );
    assert_eq!(refused("1 0 2 _"), "line 1, column 7: the blank stands there twice (the tile missing is 3)");
    assert_eq!(
        refused("1 2 300 0"),
        "line 1, column 5: '300' is not a tile (tiles are whole numbers, 0 or _ is the blank)"
    );
    assert!(refused(&"1 ".repeat(40)).contains("more tiles than the largest board has"));
    assert!(refused("").contains("0 tiles"));
}

#[test]
fn comments_follow_boards_and_mistakes_still_resemble_them() {
    assert_eq!(print(&parse("1 2 5 # first row\n3 4 0 # second").unwrap()), "1 2 5 / 3 4 0");
    for board in ["1 2 3 4 5 6 7 8 8", "1 2 3 4 5 6 7 8", "1 2 3 / 4 x 0"] {
        assert!(resembles_board(board), "{board}");
    }
    for other in ["2 1", "hello world", "BBooAAoCoooCxooo", "0,2,2,2\n0,0,2,3", "100 200 300 400"] {
        assert!(!resembles_board(other), "{other}");
    }
}

#[test]
fn files_hold_boards_on_lines_or_in_blocks() {
    let text = "# two of a line\n1 2 3 0\n3 2 1 0\n\n1 2 3\n4 5 6\n7 8 0\n\n0 1 2 3 4 5 6 7 8\n";
    let found = split(text);
    let numbers: Vec<usize> = found.iter().map(|&(number, _)| number).collect();
    assert_eq!(numbers, [2, 3, 5, 9]);
    assert_eq!(found[2].1, "1 2 3\n4 5 6\n7 8 0");
}
