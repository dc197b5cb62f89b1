//! Every form, and the cutting of files.

use super::super::{letters, resembles_board, split};
use super::{Exit, PLAIN, Reading, parse, print};

const JAM_1: &str = "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo";

/// Parses and prints.
fn read(text: &str) -> String {
    print(&parse(text, &PLAIN).unwrap())
}

#[test]
fn a_square_string() {
    let board = parse(JAM_1, &PLAIN).unwrap();
    assert_eq!((board.width, board.height, board.vehicles.len()), (6, 6, 8));
    assert_eq!(board.vehicles[board.target].letter, 'A');
    let order: String = board.vehicles.iter().map(|v| v.letter).collect();
    assert_eq!(order, "BCDEAFGH");
    assert_eq!(print(&board), JAM_1);
}

#[test]
fn walls_are_kept_in_order() {
    let text = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    let board = parse(text, &PLAIN).unwrap();
    assert_eq!(board.walls, [(0, 3)]);
    assert_eq!(print(&board), text);
}

#[test]
fn rows_by_lines_or_slashes_with_comments_dots_and_blanks() {
    let lines = "\u{feff}# Jam 1\r\n  BB...C\r\n  D..E.C\r\n\r\n  DAAEoC\r\n  DooEoo\r\n  FoooGG\r\n# last\r\n  FoHHHo\r\n";
    assert_eq!(read(lines), JAM_1);
    assert_eq!(read("BBoooC/DooEoC/DAAEoC/DooEoo/FoooGG/FoHHHo"), JAM_1);
    assert_eq!(read("AAooB/ooooB/ooooo/ooooo"), "AAooB/ooooB/ooooo/ooooo");
}

#[test]
fn the_exit_is_read_written_and_overridden() {
    for text in ["BBooAAoooooooooo>left", "oAoooAoooooooooo>up", "oAoo/oAoo/oooo/oooo/oooo>down"] {
        assert_eq!(read(text), text);
    }
    assert_eq!(read("BBooAAoooooooooo>right"), "BBooAAoooooooooo");
    assert_eq!(read("oAoo\noAoo\noooo\noooo\n>down\n"), "oAoooAoooooooooo>down");
    assert_eq!(read("oAoo\noAoo\noooo\noooo >down"), "oAoooAoooooooooo>down");
    let up = Reading { exit: Some(Exit::Up), ..PLAIN };
    assert_eq!(print(&parse("oAoooAoooooooooo>down", &up).unwrap()), "oAoooAoooooooooo>up");
}

#[test]
fn another_letter_is_the_target() {
    let reading = Reading { target: Some('X'), exit: None };
    let text = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.";
    let board = parse(text, &reading).unwrap();
    assert_eq!(board.vehicles[board.target].letter, 'X');
    assert_eq!(Reading::of(&board), reading);
    assert_eq!(print(&board), text.replace('.', "o"));
}

#[test]
fn database_lines() {
    let board = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    assert_eq!(read(&format!("60 {board} 2332")), board);
    assert_eq!(read(&format!("  60\t{board}  ")), board);
    assert_eq!(read("8 ooAAoooooooooooo>left 12"), "ooAAoooooooooooo>left");
}

#[test]
fn vehicle_lists_with_orientation_first() {
    let easy_3 = "0,2,2,2\n0,0,4,3\n0,3,4,2\n0,4,1,2\n1,2,0,2\n1,4,2,2\n";
    assert_eq!(read(easy_3), "ooEoooooEoDDooAAFoooooFoBBBCCooooooo");
}

#[test]
fn vehicle_lists_in_brackets() {
    let easy_3 = "ooEoooooEoDDooAAFoooooFoBBBCCooooooo";
    let one_line = "[[0,2,2,2],[0,0,4,3],[0,3,4,2],[0,4,1,2],[1,2,0,2],[1,4,2,2]]";
    assert_eq!(read(one_line), easy_3);
    assert_eq!(read(&one_line.replace(['[', ']'], " ").replace(" , ", "\n")), easy_3);
    assert_eq!(read("(0,2,2,2), (0,0,4,3),\n(0,3,4,2), (0,4,1,2)\n(1,2,0,2)\n(1 4 2 2) # last"), easy_3);
    assert_eq!(read("[\n  [2, 2, \"h\", 2],\n  [0, 4, \"h\", 3]\n]"), "ooooooooooooooAAooooooooBBBooooooooo");
    let wrong = parse("[[0,2,2,2],[0,0,4]]", &PLAIN).unwrap_err().to_string();
    assert!(wrong.starts_with("line 1, column 13: a vehicle has 4 fields, but this line has 3"), "{wrong}");
    let wrong = parse("[[0,2,2,2],[q,0,4,3]]", &PLAIN).unwrap_err().to_string();
    assert!(wrong.starts_with("line 1, column 13: `q` is not an orientation"), "{wrong}");
    let file = format!("# two\n{one_line}\n{one_line} # again\n");
    assert_eq!(split(&file).into_iter().map(|part| part.0).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn comments_follow_boards() {
    for mark in ["# easy", "; easy", "// easy"] {
        assert_eq!(read(&format!("{JAM_1}  {mark}")), JAM_1);
    }
    let file = format!("{JAM_1} # one\n{JAM_1} // two\n");
    assert_eq!(split(&file).len(), 2);
    assert!(split(&file).iter().all(|(_, part)| read(part) == JAM_1));
}

#[test]
fn the_target_is_x_where_there_is_no_a() {
    let board = parse("BBooXXoooooooooo", &PLAIN).unwrap();
    assert_eq!(board.vehicles[board.target].letter, 'X');
    assert_eq!(parse(&print(&board), &PLAIN).unwrap(), board);
    let named = Reading { target: Some('A'), exit: None };
    assert!(parse("BBooXXoooooooooo", &named).unwrap_err().message.contains("no target"));
    let both = parse("BBooXXooAAoooooo", &PLAIN).unwrap();
    assert_eq!(both.vehicles[both.target].letter, 'A');
}

#[test]
fn boards_with_mistakes_are_still_like_boards() {
    for board in [
        "AAoo",
        &JAM_1[..35],
        "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHH?",
        "60 IBBxooIooLDDJ 2332",
        "0,2,2,2\n0,9,9,3",
        "[[0,2,2,2],[q,0,4,3]]",
    ] {
        assert!(resembles_board(board), "{board}");
    }
    for other in ["hello world", "1 2 3 4 5 6 7 8 8", "TH QC 3D 4S", "(define (domain x))", "10: 6 7 4 3"] {
        assert!(!resembles_board(other), "{other}");
    }
}

#[test]
fn vehicle_lists_with_coordinates_first() {
    let jam_1 = "Jam-1\n6\n1 2 h 2\n0 1 v 3\n0 0 h 2\n3 1 v 3\n2 5 h 3\n0 4 v 2\n4 4 h 2\n5 0 v 3\n.\n";
    assert_eq!(read(jam_1), "CCoooHBooDoHBAADoHBooDooFoooGGFoEEEo");
    let with_count = "6\n2\n1 2 H 2\n0 1 V 3";
    assert_eq!(read(with_count), "ooooooBoooooBAAoooBooooooooooooooooo");
    assert_eq!(read("a rectangle\n8 5\n1 2 h 2"), "oooooooo/oooooooo/oAAooooo/oooooooo/oooooooo");
    assert_eq!(read("1 2 v 2\n>down"), "oooooooooooooAoooooAoooooooooooooooo>down");
}

#[test]
fn the_target_of_a_list_gets_the_chosen_letter() {
    let reading = Reading { target: Some('C'), exit: None };
    let board = parse("4\n0,0,0,2\n0,0,1,2\n0,0,2,2", &reading).unwrap();
    assert_eq!(print(&board), "CCooBBooDDoooooo");
    assert_eq!(parse(&print(&board), &reading).unwrap(), board);
}

#[test]
fn there_are_letters_for_a_full_board() {
    let rows: String = (0..16).flat_map(|y| (0..8).map(move |x| format!("{} {y} h 2\n", 2 * x))).collect();
    let board = parse(&format!("16\n{rows}"), &PLAIN).unwrap();
    assert_eq!(board.vehicles.len(), 128);
    assert_eq!(parse(&print(&board), &PLAIN).unwrap(), board);
    assert!(letters().take(60).all(|c| c.is_ascii_alphanumeric() && c != 'o' && c != 'x'));
}

#[test]
fn files_are_cut_into_instances() {
    let lines = |text: &str| split(text).into_iter().map(|(line, _)| line).collect::<Vec<_>>();
    assert_eq!(lines("\n# nothing\n"), [0_usize; 0]);
    assert_eq!(lines(&format!("# two\n{JAM_1}\n\n{JAM_1}>left\n")), [2, 4]);
    assert_eq!(lines(&format!("8 {JAM_1} 12\n9 {JAM_1} 13\n")), [1, 2]);
    assert_eq!(lines("AAoo/oooo/oooo/oooo/oooo\nAAoo/oooo/oooo/oooo/oooo"), [1, 2]);
    assert_eq!(lines("\nAAoo\noooo\noooo\noooo"), [1]);
    assert_eq!(lines(&format!("{JAM_1}\nshort\n{JAM_1}\n1 2 3 4\n")), [1, 2, 3, 4]);
    assert_eq!(lines("0,2,2,2\n0,0,4,3\n"), [1]);
}

#[test]
fn a_file_of_lists_is_cut_at_the_dots() {
    let file = "Jam-1\n6\n1 2 h 2\n.\n\n# next\nJam-2\n5\n0 2 h 2\n9 9 h 2\n.\n";
    let parts = split(file);
    assert_eq!(parts.iter().map(|part| part.0).collect::<Vec<_>>(), [1, 7]);
    assert!(parse(parts[0].1, &PLAIN).is_ok());
    // The tenth line of the file.
    assert_eq!(parse(parts[1].1, &PLAIN).unwrap_err().place.unwrap().line, 4);
}

#[test]
fn lines_of_sixteen_cells_are_rows_or_boards() {
    let wide: String =
        (0..16).map(|row| if row == 3 { "AAooooooBBBooooo\n" } else { "oooooooooooooooo\n" }).collect();
    assert_eq!(split(&wide).len(), 1);
    let small = "ooooAAoooooooooo\n".repeat(5);
    assert_eq!(split(&small).len(), 5);
    let one_bad = format!("{small}ooooAAooooooooBo\n");
    assert_eq!(split(&one_bad).len(), 6);
    let bent = wide.replacen("oooooooooooooooo", "CCooDDDooooooooo", 1).replacen(
        "oooooooooooooooo",
        "oCoooooooooooooE",
        1,
    );
    assert_eq!(split(&bent).len(), 1);
}
