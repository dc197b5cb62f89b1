//! Random boards of Rush Hour, 4×4 to 7×7, with walls, all exits, both metrics.

use super::{Case, Source, cheapest, run};
use unstuck_core::domain::Settings;

/// A vehicle: whether it is horizontal, its line, and its length.
#[derive(Clone, Copy)]
struct Car {
    horizontal: bool,
    line: usize,
    length: usize,
}

struct Board {
    width: usize,
    height: usize,
    walls: Vec<(usize, usize)>,
    /// The target first.
    cars: Vec<Car>,
}

impl Board {
    fn cells(&self, car: Car, at: u8) -> impl Iterator<Item = (usize, usize)> {
        (0..car.length).map(move |offset| {
            let along = usize::from(at) + offset;
            if car.horizontal { (along, car.line) } else { (car.line, along) }
        })
    }

    /// The vehicle on every cell; walls are `usize::MAX`.
    fn taken(&self, places: &[u8]) -> Vec<Option<usize>> {
        let mut taken = vec![None; self.width * self.height];
        for &(x, y) in &self.walls {
            taken[y * self.width + x] = Some(usize::MAX);
        }
        for (number, (&car, &at)) in self.cars.iter().zip(places).enumerate() {
            for (x, y) in self.cells(car, at) {
                taken[y * self.width + x] = Some(number);
            }
        }
        taken
    }

    fn room(&self, car: Car) -> usize {
        if car.horizontal { self.width } else { self.height }
    }

    fn moves(&self, places: &[u8], any_distance: bool, found: &mut dyn FnMut(Vec<u8>, u64)) {
        let taken = self.taken(places);
        for (number, &car) in self.cars.iter().enumerate() {
            for step in [-1i32, 1] {
                let mut at = i32::from(places[number]);
                loop {
                    let front = if step < 0 { at - 1 } else { at + car.length as i32 };
                    if front < 0 || front >= self.room(car) as i32 {
                        break;
                    }
                    let (x, y) =
                        if car.horizontal { (front as usize, car.line) } else { (car.line, front as usize) };
                    if taken[y * self.width + x].is_some() {
                        break;
                    }
                    at += step;
                    let mut next = places.to_vec();
                    next[number] = at as u8;
                    found(next, 1);
                    if !any_distance {
                        break;
                    }
                }
            }
        }
    }

    fn text(&self, places: &[u8], exit: &str) -> String {
        let sign = |cell: &Option<usize>| match cell {
            None => 'o',
            Some(usize::MAX) => 'x',
            Some(number) => char::from(b'A' + *number as u8),
        };
        let signs: Vec<char> = self.taken(places).iter().map(sign).collect();
        let rows: Vec<String> = signs.chunks(self.width).map(|row| row.iter().collect()).collect();
        format!("{}>{exit}", rows.join("/"))
    }
}

fn draw(source: &mut Source) -> Option<Case> {
    let (width, height) = (4 + source.below(4), 4 + source.below(4));
    let exit = *source.pick(&["right", "left", "up", "down"]);
    let mut board = Board { width, height, walls: Vec::new(), cars: Vec::new() };
    let mut places: Vec<u8> = Vec::new();
    let across = exit == "right" || exit == "left";
    let vehicles = 2 + source.below(3 + width * height / 5);
    for number in 0..vehicles {
        let horizontal = if number == 0 { across } else { source.below(2) == 0 };
        let lines = if horizontal { height } else { width };
        let length = 2 + source.below(2);
        let car = Car { horizontal, line: source.below(lines), length };
        let at = source.below(board.room(car) - length + 1) as u8;
        let taken = board.taken(&places);
        if board.cells(car, at).all(|(x, y)| taken[y * width + x].is_none()) {
            board.cars.push(car);
            places.push(at);
        } else if number == 0 {
            return None;
        }
    }
    for _ in 0..source.below(4) {
        let (x, y) = (source.below(width), source.below(height));
        if board.taken(&places)[y * width + x].is_none() {
            board.walls.push((x, y));
        }
    }
    let metric = *source.pick(&["slides", "steps"]);
    let target = board.cars[0];
    let last = (board.room(target) - target.length) as u8;
    let goal = if exit == "right" || exit == "down" { last } else { 0 };
    let optimum = cheapest(
        places.clone(),
        |places: &Vec<u8>| places[0] == goal,
        |places, found| board.moves(places, metric == "slides", found),
    );
    let text = board.text(&places, exit);
    Some(Case { domain: "rush-hour", metric, text, settings: Settings::new(), optimum: optimum.ok()? })
}

#[test]
fn rush_hour_agrees_with_a_tiny_search() {
    run("rush-hour", 50, draw);
}
