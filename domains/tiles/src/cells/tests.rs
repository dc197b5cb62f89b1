use super::*;

fn moves_the_blank_anywhere<C: Cells>() {
    let mut cells = C::EMPTY;
    for cell in 1..C::CAPACITY {
        cells = cells.with(cell, cell as u8);
    }
    assert_eq!(cells.blank(), 0);
    for turn in 0..2_000 {
        let (from, to) = (turn * 31 % C::CAPACITY, cells.blank());
        if from == to {
            continue;
        }
        let tile = cells.get(from);
        cells = cells.slide(from, to);
        assert_eq!((cells.blank(), cells.get(to), cells.get(from)), (from, tile, 0));
        let mut words = [0; 4];
        cells.write(&mut words);
        assert_eq!(C::read(&words), cells);
    }
    let mut seen: Vec<u8> = (0..C::CAPACITY).map(|cell| cells.get(cell)).collect();
    seen.sort_unstable();
    assert!(seen.into_iter().eq(0..C::CAPACITY as u8));
}

#[test]
fn tiles_slide_in_every_width() {
    moves_the_blank_anywhere::<u64>();
    moves_the_blank_anywhere::<u128>();
    moves_the_blank_anywhere::<[u64; 4]>();
}
