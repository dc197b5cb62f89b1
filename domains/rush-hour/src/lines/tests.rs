use super::*;

fn cars(positions: &[u8]) -> Vec<Placement> {
    positions.iter().map(|&position| Placement { position, length: 2 }).collect()
}

#[test]
fn numbers_follow_the_positions() {
    for (cells, walls, placements, count) in [
        (6, 0, cars(&[0, 2]), 6),
        (8, 0, cars(&[1, 5]), 15),
        (16, 0, cars(&[0, 3, 5, 9]), 495),
        (16, 0, cars(&[0, 3, 5, 7, 9]), 462),
        (16, 1 << 7, cars(&[0, 3, 9]), 10 * 7),
        (6, 0b000_101, cars(&[3]), 2),
        (6, 0, Vec::new(), 1),
    ] {
        let mut tables = Tables::new(Metric::Slides);
        let (layout, start) = tables.add(cells, walls, &placements);
        let layout = tables.layout(layout);
        let all: Vec<[u8; MAX]> = (0..layout.count() as u16)
            .map(|number| {
                let positions = tables.positions(layout.first(), number);
                std::array::from_fn(|slot| (positions >> (4 * slot) & 15) as u8)
            })
            .collect();
        assert!(all.is_sorted() && all.windows(2).all(|pair| pair[0] != pair[1]));
        for (number, positions) in all.iter().enumerate() {
            let later: u16 = tables
                .weights(layout)
                .iter()
                .zip(positions)
                .map(|(weight, &position)| weight[usize::from(position)])
                .sum();
            assert_eq!(layout.count() - 1 - usize::from(later), number);
            assert_eq!(tables.mask(layout.first(), number as u16) & walls, 0);
        }
        for (slot, placement) in placements.iter().enumerate() {
            assert_eq!(all[usize::from(start)][slot], placement.position);
        }
        assert_eq!(layout.count(), count, "{cells} {walls} {placements:?}");
    }
}

#[test]
fn lines_of_equal_layout_share_tables() {
    let mut tables = Tables::new(Metric::Steps);
    let (first, _) = tables.add(6, 0, &cars(&[0]));
    let (second, start) = tables.add(6, 0, &cars(&[3]));
    let (third, _) = tables.add(6, 1, &cars(&[3]));
    assert_eq!((first, start), (second, 3));
    assert_ne!(first, third);
}
