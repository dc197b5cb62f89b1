use super::*;

#[test]
fn half_of_all_placements_are_within_reach() {
    let size = Size::new(3, 2).unwrap();
    let goal = Board::ordered(size);
    let mut tiles: Vec<u8> = (0..6).collect();
    let mut reached = 0;
    permutations(&mut tiles, 0, &mut |tiles| {
        reached += usize::from(Board::new(size, tiles.to_vec()).unwrap().reaches(&goal));
    });
    assert_eq!(reached, 360);
}

fn permutations(tiles: &mut [u8], from: usize, each: &mut impl FnMut(&[u8])) {
    if from == tiles.len() {
        return each(tiles);
    }
    for other in from..tiles.len() {
        tiles.swap(from, other);
        permutations(tiles, from + 1, each);
        tiles.swap(from, other);
    }
}

#[test]
fn moves_stay_within_reach() {
    let goal = Board::blank_last(Size::new(4, 3).unwrap());
    let mut board = goal.clone();
    for turn in 0..50 {
        let _ = board.step(Move::ALL[turn * 7 % 4]);
        assert!(board.reaches(&goal));
        let mut swapped = board.clone();
        swapped.swap_two();
        assert!(!swapped.reaches(&goal));
    }
}
