use super::*;
use crate::text::{self, Reading};
use unstuck_core::domain::{Domain, Settings};

/// Layouts, the first of clusters, solvable clusters, and the lines of the minimal ones.
fn count(
    size: u8,
    walls: (u8, u8),
    anywhere: bool,
    (part, parts): (u64, u64),
) -> (u64, u64, u64, Vec<String>) {
    let mut explorer = Explorer::new(size, anywhere);
    let (mut layouts, mut clusters, mut solvable, mut lines) = (0, 0, 0, Vec::new());
    let ended = Layouts::new(size, walls, anywhere).visit(part, parts, &mut |layout| {
        layouts += 1;
        let cluster = explorer.explore(layout);
        clusters += u64::from(cluster != Cluster::Repeated);
        if let Cluster::Solvable(minimal) = cluster {
            solvable += 1;
            lines.extend(minimal.map(|minimal| line(&minimal, size)));
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(ended.is_continue());
    lines.sort();
    (layouts, clusters, solvable, lines)
}

#[test]
fn counts_of_5x5_are_the_published_ones() {
    let (layouts, clusters, solvable, lines) = count(5, (0, 0), true, (0, 1));
    assert_eq!((layouts, clusters, solvable, lines.len()), (268_109, 130_299, 62_106, 1_730));
    let (_, clusters, solvable, same) = count(5, (0, 0), false, (0, 1));
    assert_eq!((clusters, solvable), (62_106, 62_106));
    assert!(same == lines, "layouts with the target at the exit give the same lines");
}

#[test]
fn parts_give_every_board_once() {
    let (.., whole) = count(4, (0, 2), false, (0, 1));
    let mut parts: Vec<String> = (0..7).flat_map(|part| count(4, (0, 2), false, (part, 7)).3).collect();
    parts.sort();
    assert_eq!(parts, whole);
    let (.., walls) = count(4, (1, 2), false, (0, 1));
    assert_eq!(walls, whole.into_iter().filter(|line| line.contains('x')).collect::<Vec<_>>());
}

#[test]
fn lines_agree_with_the_search() {
    let (.., lines) = count(5, (0, 1), false, (3, 40));
    assert!(lines.len() > 100);
    for line in lines {
        let fields: Vec<&str> = line.split(' ').collect();
        let board = text::parse(fields[1], &Reading::default()).unwrap();
        let found = crate::bind::bind(board, crate::problem::Metric::Slides, false)
            .explore(unstuck_core::search::Limits::default(), &mut ())
            .unwrap();
        assert_eq!(found.space.reachable.to_string(), fields[2], "{line}");
        assert_eq!(format!("{:02}", found.hardest.unwrap().0), fields[0], "{line}");
    }
}

/// Published lines whose clusters are small: the letters, and which of several hardest boards is given.
#[test]
fn published_lines_are_found() {
    for published in [
        "01 ooooooooooooAAoooooooooooooooooooooo 5",
        "02 ooooooooBoooAABooooooooooooooooooooo 21",
        "10 oHoooxoHCCCKAAIJoKooIJDDooooooEEFFxo 304",
        "10 oBBCCxxFFoNOKAAoNOKMGGHHLMooooLIIJJo 304",
        "50 BBBJCCHooJoKHAAJoKooIDDLEEIooLooxoGG 1066",
        "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332",
    ] {
        let found = cluster::tests::of_board(published.split(' ').nth(1).unwrap(), 6);
        let Cluster::Solvable(Some(minimal)) = found else { panic!("{published}: {found:?}") };
        assert_eq!(line(&minimal, 6), published);
    }
}

#[test]
fn wrong_parts_are_refused() {
    let made = |piece: &str| {
        let parameters = Settings::from([("piece".to_owned(), piece.to_owned())]);
        let request = Request { generator: "database", parameters: &parameters, count: 1, seed: 1 };
        crate::RushHourDomain.generate(&request, &mut (), &mut |_| ()).unwrap_err().to_string()
    };
    assert_eq!(made("3"), "'3' is not a value for piece (write K/N, such as 1/1000)");
    assert_eq!(made("4/3"), "'4' is not a value for piece (a number from 1 to 3)");
}
