use super::*;

#[test]
fn numbers_are_dense_and_moves_keep_them_right() {
    for (side, tiles) in [(3, 1), (3, 4), (4, 3), (5, 2)] {
        let size = Size::new(side, side).unwrap();
        let places = Places::new(size, tiles);
        let (shifts, passes) = (Shifts::new(&places), Passes::new(&places, side));
        let mut seen = vec![false; places.count()];
        for cells in places.all_sets() {
            let taken: Vec<u8> = (0..size.cells() as u8).filter(|&cell| cells >> cell & 1 == 1).collect();
            for (number, order) in places.all_orders().enumerate() {
                let mut cell_of = vec![0; tiles];
                for (&tile, &cell) in order.iter().zip(&taken) {
                    cell_of[usize::from(tile)] = cell;
                }
                assert_eq!(places.placement(&cell_of), (cells, number as u16));
                seen[places.number(cells, number as u16)] = true;
                for tile in 0..tiles {
                    for to in (0..size.cells()).filter(|&to| cells >> to & 1 == 0) {
                        let mut after = cell_of.clone();
                        after[tile] = to as u8;
                        let from = usize::from(cell_of[tile]);
                        let place = (cells & ((1 << from) - 1)).count_ones() as usize;
                        let new_cells = cells ^ (1 << from) ^ (1 << to);
                        let new_place = (new_cells & ((1 << to) - 1)).count_ones() as usize;
                        let new_order = shifts.of(place, new_place)[number];
                        assert_eq!((new_cells, new_order), places.placement(&after));
                        let passed = new_place as isize - place as isize;
                        if passed.unsigned_abs() < side {
                            let start = Passes::start(tile, side);
                            assert_eq!(passes.after(number as u16, start, passed), new_order);
                        }
                    }
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }
}
