use super::*;

#[test]
fn room_is_kept_and_values_are_not() {
    let fill = |count: usize| {
        let mut numbers = Recycled::new();
        let room = numbers.capacity();
        assert!(numbers.is_empty());
        numbers.resize(count, 7_u64);
        room
    };
    assert_eq!(fill(10_000), 0);
    assert!(fill(10) >= 10_000);
    assert!(fill(1_000_000) >= 10_000);
    assert_eq!(fill(10), 0, "too large to be kept");
    let other = Recycled::<u32>::new();
    assert_eq!(other.capacity(), 0);
}
