//! What is said about boards and plans that are wrong.

use super::deal;
use crate::board::{Fill, Rules};
use crate::replay::replay;
use crate::text::{parse, print, resembles_board, split};

fn error(text: &str) -> String {
    parse(text, &Rules::default()).unwrap_err().to_string()
}

#[test]
fn boards() {
    let good = print(&deal(1));
    assert_eq!(
        error(&good.replace("JD KD", "JD JD")),
        "line 1, column 4: JD is here twice (it is also in column 1 of the board)"
    );
    assert_eq!(
        error(&good.replace("JD KD", "KD")),
        "line 8, column 18: JD is missing (all 52 cards are in the columns, in the cells or home)"
    );
    assert_eq!(
        error(&good.replace("2D KC", "2D 1C")),
        "line 2, column 4: '1C' is not a card (write rank and suit, such as TH, 10H or AS)"
    );
    assert_eq!(
        error(&good.replace("2D KC", "2D \u{1b}[31mHELLO,WORLD!")),
        "line 2, column 4: '\\u{1b}[31mHELLO,WORLD…' is not a card (write rank and suit, such as TH, 10H or AS)"
    );
    assert_eq!(
        error(&format!("Freecells: - - - - -\n{good}")),
        "line 1, column 20: '-' has no cell: there are only 4 (the setting 'cells' changes how many there are)"
    );
    assert_eq!(
        error(&format!("{good}:")),
        "line 9, column 1: there are more than 8 columns (the setting 'columns' changes how many there are)"
    );
    assert_eq!(
        error(good.trim_end().rsplit_once('\n').expect("lines").0),
        "line 7, column 18: the board has 7 columns instead of 8 (an empty column is ':' alone; the setting \
         'columns' changes how many there are)"
    );
    assert_eq!(
        error(&format!("Foundations: H-1\n{good}")),
        "line 1, column 14: 'H-1' is not a foundation (write suit, '-' and the highest rank that is home, such \
         as H-0, C-A or D-T)"
    );
    assert_eq!(
        error(&format!("Foundations: H-A\n{good}")),
        "line 8, column 7: AH is here twice (it is also among the cards home)"
    );
    assert_eq!(
        error("# nothing\n"),
        "line 1, column 1: there is no board in the text (write one column a line, deepest card first, or the \
         number of a deal)"
    );
    assert_eq!(
        error("Cards: 1H"),
        "line 1, column 1: 'cards:' means nothing here (lines begin with Foundations:, Freecells: or a card)"
    );
}

/// A file may have comments anywhere, and a board with a mistake is still a board.
#[test]
fn files() {
    let good = print(&deal(1));
    let (first, rest) = good.split_once('\n').expect("lines");
    let file = format!("# deals / boards\n{first}\n# 1/2\n{rest}\n617\n\n{good}");
    let parts = split(&file);
    assert_eq!(parts.iter().map(|part| part.0).collect::<Vec<_>>(), [2, 12, 14]);
    for board in [parts[0].1, parts[2].1] {
        assert_eq!(parse(board, &Rules::default()), Ok(deal(1)));
    }
    for text in
        [good.replace("KD", "JD"), good.replace("KD", "1D"), "Freecells: 5X".into(), good.replace('T', "10")]
    {
        assert!(resembles_board(&text), "{text}");
    }
    for text in ["617", "AS", "1 2 3 4 5 6 7 8 0", "BBoooC", "goal: 1 2 3 4", "A B C D E F AS 2S 3S 4S"] {
        assert!(!resembles_board(text), "{text}");
    }
}

#[test]
fn plans() {
    let rules = Rules::default();
    let error = |plan: &[&str]| replay(&deal(1), &rules, plan).unwrap_err().to_string();
    assert_eq!(error(&["5a", "5a"]), "move 2 (5a): 6C is in cell a");
    assert_eq!(error(&["5h"]), "move 1 (5h): 6C cannot go home before AC");
    assert_eq!(error(&["9h"]), "move 1 (9h): there is no column 9");
    assert_eq!(error(&["56"]), "move 1 (56): nothing at column 5 fits on 3D");
    assert_eq!(error(&["5e"]), "move 1 (5e): there is no cell e");
    assert_eq!(error(&["a5"]), "move 1 (a5): cell a is empty");
    assert_eq!(error(&["h5"]), "move 1 (h5): cards do not come back from home");
    assert_eq!(
        error(&["5a"]),
        "the plan can be played, but does not solve the puzzle: 52 cards are not home"
    );
    assert!(error(&["hello"]).starts_with("move 1 (hello): this is not a move"));
}

#[test]
fn only_kings_lead_into_empty_columns() {
    let rules = Rules { columns: 4, fill: Fill::King, ..Rules::default() };
    let text = "Foundations: H-T C-T D-T S-T / JS KH QS JD / KS QD JC QH JH / KD QC / KC";
    let board = parse(text, &rules).expect("a board");
    let error = |plan: &[&str]| replay(&board, &rules, plan).unwrap_err().to_string();
    assert_eq!(error(&["4a", "24"]), "move 2 (24): only a king may lead into an empty column, not JH");
    assert_eq!(error(&["4a", "14v2"]), "move 2 (14v2): only a king may lead into an empty column, not QS");
    assert_eq!(
        error(&["4a", "2b", "2c", "14"]),
        "move 4 (14): 3 cards are too many: there is room to move 2 at once"
    );
    // The king and all that lies on it.
    let plan = "4a 14 1h bh".split(' ').collect::<Vec<_>>();
    assert_eq!(error(&plan), "move 4 (bh): cell b is empty");
}
