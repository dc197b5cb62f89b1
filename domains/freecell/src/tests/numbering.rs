//! The numbered deals, against boards made by other programs.

use super::deal;
use crate::board::Rules;
use crate::text;

#[test]
fn deal_1_is_the_published_one() {
    let published = "JD KD 2S 4C 3S 6D 6S\n2D KC KS 5C TD 8S 9C\n9H 9S 9D TS 4S 8D 2H\nJC 5S QD QH TH QS 6H\n\
                     5D AD JS 4H 8H 6C\n7H QC AS AC 2C 3D\n7C KH AH 4D JH 8C\n5H 3H 3C 7S 7D TC\n";
    assert_eq!(text::print(&deal(1)), published);
}

#[test]
fn each_range_has_its_own_generator() {
    for (number, first) in [
        (617, "7D TD TH KD 4C 4S JD"),
        ((1 << 31) - 1, "9S JH 7S 5S 5D 5C 7D"),
        (1 << 31, "QH 3H 7D 4D TS QD 6D"),
        (1 << 32, "TS 3S KC 4H 9H 3H 4D"),
        ((1 << 32) + 1, "JH KD 3C 6D 9D QC 4H"),
        ((1 << 33) - 1, "TC 8S 8C 6C 5H 5C 9C"),
    ] {
        assert!(text::print(&deal(number)).starts_with(first), "deal {number}");
    }
}

#[test]
fn numbers_outside_are_refused() {
    for text in ["0", "8589934592", "99999999999999999999999"] {
        let error = text::parse(text, &Rules::default()).unwrap_err();
        assert!(error.to_string().contains("from 1 to 8589934591"), "{error}");
    }
}

#[test]
fn a_number_is_dealt_to_as_many_columns_as_there_are() {
    let rules = Rules { columns: 6, ..Rules::default() };
    let board = text::parse("1", &rules).expect("a deal");
    let lengths: Vec<usize> = board.columns.iter().map(Vec::len).collect();
    assert_eq!(lengths, [9, 9, 9, 9, 8, 8]);
    // The seventh card dealt: the first of column 7 on eight columns.
    assert_eq!(board.columns[0][1], deal(1).columns[6][0]);
}
