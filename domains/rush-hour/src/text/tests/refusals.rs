//! The exact words of every refusal.

use super::{Exit, PLAIN, Reading, parse};

fn refusal(text: &str) -> String {
    parse(text, &PLAIN).unwrap_err().to_string()
}

/// `assert_eq!` with a name short enough to read the pairs as a table.
macro_rules! refuses {
    ($($text:expr => $message:expr),+ $(,)?) => { $( assert_eq!(refusal($text), $message); )+ };
}

#[test]
fn nothing_to_read() {
    let message = "line 1, column 1: there is no board in the text (write its cells row by row, for example BBooAAoCoooCxooo)";
    refuses! { "" => message, " \n\t\n# only a comment\n" => message, ">left" => message }
}

#[test]
fn wrong_sizes() {
    refuses! {
        "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHH" =>
            "line 1, column 1: a board of length 35 is not square (16, 25, 36, 49, 64, 81, \
             100, 121, 144, 169, 196, 225 or 256 cells make a square; for another shape put / between the rows)",
        "AAo/ooo/ooo" =>
            "line 1, column 1: the board is 3 wide and 3 high (each may be 4 to 16; a square board may \
             also be one string, several of them one a line)",
        "oooo\nAAoo\n  ooo\noooo" => "line 3, column 3: row 3 is 3 long, but row 1 is 4 long (all rows are equally long)",
        "oooo/AAoo//oooo" => "line 1, column 11: row 3 is 0 long, but row 1 is 4 long (all rows are equally long)",
        "51 BBoooC 4780" =>
            "line 1, column 4: a board of length 6 is not square (16, 25, 36, 49, 64, 81, \
             100, 121, 144, 169, 196, 225 or 256 cells make a square; for another shape put / between the rows)",
    }
    let seventeen = "ooooooooooooooooo\n".repeat(17);
    refuses! { &seventeen =>
    "line 1, column 1: the board is 17 wide and 17 high (each may be 4 to 16; a square board may \
             also be one string, several of them one a line)" }
}

#[test]
fn wrong_vehicles() {
    refuses! {
        "BBooAAoCooooxooo" =>
            "line 1, column 8: vehicle C covers only row 2, column 4 \
             (a vehicle covers 2 cells or more in a line; a fixed obstacle is x)",
        "____AA__________" =>
            "line 1, column 7: vehicle _ is not straight: it covers row 1, column 1 and row 2, column 3 (a vehicle lies \
             along one row or one column; two vehicles need two letters; an empty cell is o or .)",
        "ooo*AAoooooooooo" =>
            "line 1, column 4: vehicle * covers only row 1, column 4 (a vehicle covers 2 cells or more in a line; \
             a fixed obstacle is x; an empty cell is o or .)",
        "BBoo\nAABo\noooo\noooo" =>
            "line 2, column 3: B marks separate vehicles at row 1, column 1 and at row 2, column 3 \
             (give each vehicle its own letter)",
        "BBoo\nABoo\nAooo\noooo" =>
            "line 2, column 2: vehicle B is not straight: it covers row 1, column 1 and row 2, column 2 \
             (a vehicle lies along one row or one column; two vehicles need two letters)",
        "BBoo\nBBoo\nAAoo\noooo" =>
            "line 2, column 1: vehicle B is not straight: it covers row 1, column 1 and row 2, column 1 \
             (a vehicle lies along one row or one column; two vehicles need two letters)",
        "BBooAAooooooooBB" =>
            "line 1, column 15: B marks separate vehicles at row 1, column 1 and at row 4, column 3 \
             (give each vehicle its own letter)",
        "BCBoAAooCooooooo" =>
            "line 1, column 3: B marks separate vehicles at row 1, column 1 and at row 1, column 3 \
             (give each vehicle its own letter)",
        "BxBBAAoooooooooo" =>
            "line 1, column 2: a wall at row 1, column 2 cuts vehicle B in two \
             (take the wall away, or give each part its own letter)",
        "AAooBoooxoooBooo" =>
            "line 1, column 9: a wall at row 3, column 1 cuts vehicle B in two \
             (take the wall away, or give each part its own letter)",
    }
}

#[test]
fn no_target_or_two() {
    refuses! {
        "BBoooooooooooooo" =>
            "line 1, column 1: the board has no target: no cell holds A (mark the cells of the target with A)",
        "BBooRRoooooooooo" =>
            "line 1, column 1: the board has no target: no cell holds A (mark the cells of the target with A, \
             or choose R as the target)",
        "oooooooooooooooo" =>
            "line 1, column 1: the board has no target: no cell holds A (mark the cells of the target with A)",
        "AAoooooooooooAAo" =>
            "line 1, column 14: there are two targets: A at row 1, column 1, and A at row 4, column 2 \
             (give all vehicles but the target other letters)",
        "6\n.\n" =>
            "line 1, column 1: the list has no target: there is no vehicle in it (write orientation,x,y,length \
             with orientation 0 or 1, or x y h length and x y v length)",
    }
}

#[test]
fn a_target_across_the_exit() {
    refuses! {
        "oAoooAoooooooooo" =>
            "line 1, column 2: the target A is vertical, but the exit is on the right \
             (end the text with >up or >down, or choose the exit up or down)",
        "oAoooAoooooooooo>left" =>
            "line 1, column 2: the target A is vertical, but the exit is on the left \
             (end the text with >up or >down, or choose the exit up or down)",
        "oooo\nAAoo\noooo\noooo\n>up" =>
            "line 2, column 1: the target A is horizontal, but the exit is at the top \
             (end the text with >left or >right, or choose the exit left or right)",
        "1,2,2,2\n" =>
            "line 1, column 1: the target A is vertical, but the exit is on the right \
             (end the text with >up or >down, or choose the exit up or down)",
    }
    let down = Reading { exit: Some(Exit::Down), ..PLAIN };
    assert_eq!(
        parse("AAoooooooooooooo", &down).unwrap_err().to_string(),
        "line 1, column 1: the target A is horizontal, but the exit is at the bottom \
         (end the text with >left or >right, or choose the exit left or right)"
    );
}

#[test]
fn wrong_signs() {
    let help =
        "(write o or . for an empty cell, x for a wall, a letter for a vehicle; a comment begins with #)";
    refuses! {
        "AAoo\u{7}ooooooooooo" => format!("line 1, column 5: U+0007 cannot stand on a board: it is not a printable sign {help}"),
        "AAoo\u{fffd}ooooooooooo" => format!("line 1, column 5: U+FFFD cannot stand on a board: it is not a printable sign {help}"),
        "AAoo\u{200b}ooooooooooo" => format!("line 1, column 5: U+200B cannot stand on a board: it is not a printable sign {help}"),
        "AAoo oooo" => format!("line 1, column 5: a space cannot stand on a board: it separates fields {help}"),
        "AAoo,ooooooooooo" => format!("line 1, column 5: `,` cannot stand on a board: it separates the fields of a vehicle list {help}"),
        "AAoo#ooooooooooo" => format!("line 1, column 5: `#` cannot stand on a board: it starts a comment {help}"),
        "oooo>\nAAoo\noooo\noooo" =>
            "line 1, column 5: `>` cannot stand on a board: it starts the exit (end the text with >left, >right, >up or >down)",
        "ooooAAoooooooooo>north" =>
            "line 1, column 18: `north` is not a side for the exit (end the text with >left, >right, >up or >down)",
        "ooooAAoooooooooo>" =>
            "line 1, column 18: nothing is not a side for the exit (end the text with >left, >right, >up or >down)",
        "many ooooAAoooooooooo 12" =>
            "line 1, column 1: the number of moves is `many`, not a whole number (a database line is MOVES BOARD CLUSTER)",
        "12 ooooAAoooooooooo 1e5" =>
            "line 1, column 21: the cluster size is `1e5`, not a whole number (a database line is MOVES BOARD CLUSTER)",
    }
}

#[test]
fn a_target_that_cannot_be() {
    let refused = |target| {
        parse("AAoooooooooooooo", &Reading { target: Some(target), exit: None }).unwrap_err().to_string()
    };
    assert_eq!(
        refused('x'),
        "the target cannot be marked `x`: it stands for a wall (choose a letter such as A, X or R)"
    );
    assert_eq!(
        refused('\n'),
        "the target cannot be marked U+000A: it separates fields (choose a letter such as A, X or R)"
    );
}

#[test]
fn wrong_lists() {
    let forms = "(write orientation,x,y,length with orientation 0 or 1, or x y h length and x y v length)";
    refuses! {
        "0,2,2,2\n0,1,2,3" =>
            "line 2, column 1: vehicle 2 overlaps vehicle 1 at row 3, column 3 \
             (every cell holds at most one vehicle; x is the column and y the row, from 0)",
        "0,2,2,2\n0,2,2,2" =>
            "line 2, column 1: vehicle 2 overlaps vehicle 1 at row 3, column 3 \
             (every cell holds at most one vehicle; x is the column and y the row, from 0)",
        "0,2,2,2\n0,5,0,2" =>
            "line 2, column 1: the vehicle at x 5, y 0 of length 2 does not fit on a board 6 wide and 6 high \
             (x is 0 to 5, y is 0 to 5; another size goes on a line before the vehicles, such as 8 or 8 6)",
        "0,-1,2,2" =>
            "line 1, column 1: the vehicle at x -1, y 2 of length 2 does not fit on a board 6 wide and 6 high \
             (x is 0 to 5, y is 0 to 5; another size goes on a line before the vehicles, such as 8 or 8 6)",
        "0,2,2,1" => "line 1, column 7: a vehicle of length 1 (a vehicle covers 2 cells or more)",
        "0,2,two,2" => format!("line 1, column 5: `two` is not a whole number for y {forms}"),
        "0,2,2,99999999999999999999" => format!("line 1, column 7: `9999999999999999…` is not a whole number for length {forms}"),
        "2,2,2,2" => format!("line 1, column 1: `2` is not an orientation {forms}"),
        "1 2 h 2\n1 4 k 2" => format!("line 2, column 5: `k` is not an orientation {forms}"),
        "0,2,2,2\n0,1,2" => format!("line 2, column 1: a vehicle has 4 fields, but this line has 3 {forms}"),
        "h 2 1 2\n1 2 h 2" => format!("line 1, column 1: `h` is not an orientation {forms}"),
        "Jam-1\n3\n1 2 h 2" => "line 2, column 1: a board cannot have the size `3` (width and height may each be 4 to 16)",
        "Jam-1\n99999999999999999999999\n1 2 h 2" =>
            "line 2, column 1: a board cannot have the size `9999999999999999…` (width and height may each be 4 to 16)",
        "6\n3\n1 2 h 2" =>
            "line 2, column 1: the header announces `3` as the number of vehicles, but there are 1 in the list \
             (after the size of the board comes the number of vehicles, or nothing)",
        "Jam-1\n6\n.\nJam-2\n6\n1 2 h 2\n" => "line 4, column 1: there is more after the end of the list (the line . ends a list; read the file as several boards)",
        "1 2 h 2\n6\n3 4 h 2" => format!("line 2, column 1: a vehicle has 4 fields, but this line has 1 {forms}"),
        "1 2 h 2\nnonsense\n" => format!("line 2, column 1: a vehicle has 4 fields, but this line has 1 {forms}"),
    }
}

#[test]
fn a_megabyte_of_noise_is_refused_quickly_and_shortly() {
    let mut state = 1_u32;
    let bytes: Vec<u8> = (0..1 << 20)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    let noises = [
        String::from_utf8_lossy(&bytes).into_owned(),
        "B".repeat(1 << 20),
        "B\n".repeat(1 << 19),
        "/".repeat(1 << 20),
        ",".repeat(1 << 20),
        "1 ".repeat(1 << 19),
        "0,2,2,2\n".repeat(1 << 17),
        ">".repeat(1 << 20),
        format!("12 {} 3", "B".repeat(1 << 20)),
        format!("1,2,{},3", "B".repeat(1 << 20)),
    ];
    let start = cpu_time::ThreadTime::now();
    for noise in &noises {
        let message = refusal(noise);
        assert!(message.len() < 300, "{message}");
        super::super::split(noise);
    }
    // Minutes, if any of it were quadratic.
    assert!(start.elapsed().as_secs() < 30, "took {:?}", start.elapsed());
}
