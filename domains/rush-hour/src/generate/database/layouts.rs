//! The layouts that the enumeration looks at: boards on which no vehicle can move left or up.
//!
//! Every cluster (all boards that can be moved into each other) with a solved board has one among them: of its solved
//! boards the first by the cells of the horizontal vehicles, then by those of the vertical ones (see [`super`]). If a
//! vehicle other than the target could move left or up there, the board after that move would come before it. So the
//! target is put at the exit, and every other vehicle against a side, a wall or a vehicle.

use std::ops::ControlFlow;

/// A vehicle, or a wall, which has the length 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Its first cell, row by row.
    pub(super) cell: u8,
    pub(super) length: u8,
    pub(super) vertical: bool,
}

impl Piece {
    pub(super) fn is_wall(self) -> bool {
        self.length == 1
    }

    /// Its cells as bits.
    pub(super) fn mask(self, size: u8) -> u64 {
        let stride = if self.vertical { size } else { 1 };
        (0..self.length).map(|step| 1 << (self.cell + step * stride)).sum()
    }
}

/// What a row or column may hold.
struct Line {
    pieces: Vec<Piece>,
    walls: u8,
    mask: u64,
    /// Cells that others must take, or else a vehicle could move left or up.
    required: u64,
}

/// All layouts of a size and a number of walls.
pub(super) struct Layouts {
    size: u8,
    walls: (u8, u8),
    /// The target's row, then the others from the top.
    rows: Vec<Vec<Line>>,
    columns: Vec<Vec<Line>>,
}

impl Layouts {
    /// The layouts with the target at the exit, or with `anywhere` those with the target against something, too.
    pub(super) fn new(size: u8, walls: (u8, u8), anywhere: bool) -> Self {
        let target_row = (size - 1) / 2;
        let exit = target_row * size + size - 2;
        let lines = |vertical: bool, number: u8, walls: u8| {
            let mut found = Vec::new();
            fill(size, (vertical, number), walls, 0, &mut Vec::new(), &mut found);
            found
        };
        let mut first = lines(false, target_row, walls.1);
        first.retain_mut(|line| {
            line.pieces.sort_by_key(|piece| piece.is_wall());
            let vehicles = line.pieces.iter().filter(|piece| !piece.is_wall()).count();
            let target = line.pieces.first().copied();
            let is_target = |piece: Piece| {
                vehicles == 1
                    && piece.length == 2
                    && line.pieces.iter().all(|other| other.cell <= piece.cell)
                    && (anywhere || piece.cell == exit)
            };
            if !anywhere {
                line.required = 0;
            }
            target.is_some_and(is_target)
        });
        let others = (0..size).filter(|&row| row != target_row).map(|row| lines(false, row, walls.1));
        let rows = std::iter::once(first).chain(others).collect();
        let columns = (0..size).map(|column| lines(true, column, 0)).collect();
        Self { size, walls, rows, columns }
    }

    /// Visits the layouts of part `part` of `parts`, counted from 0, the target first.
    pub(super) fn visit<E>(
        &self,
        part: u64,
        parts: u64,
        each: &mut dyn FnMut(&[Piece]) -> ControlFlow<E>,
    ) -> ControlFlow<E> {
        let mut visit = Visit { layouts: self, part, parts, prefixes: 0, pieces: Vec::new(), each };
        visit.row(0, 0, (0, 0))
    }
}

/// Appends every way to fill a line from `at` on. A full line is left out: nothing in it could ever move.
fn fill(
    size: u8,
    (vertical, number): (bool, u8),
    walls: u8,
    at: u8,
    pieces: &mut Vec<Piece>,
    found: &mut Vec<Line>,
) {
    if at == size {
        if pieces.iter().map(|piece| piece.length).sum::<u8>() < size {
            found.push(Line::new(size, pieces.clone()));
        }
        return;
    }
    fill(size, (vertical, number), walls, at + 1, pieces, found);
    for length in 1..=3.min(size - at) {
        if length == 1 && walls == 0 {
            continue;
        }
        let cell = if vertical { at * size + number } else { number * size + at };
        pieces.push(Piece { cell, length, vertical });
        fill(size, (vertical, number), walls - u8::from(length == 1), at + length, pieces, found);
        pieces.pop();
    }
}

impl Line {
    fn new(size: u8, pieces: Vec<Piece>) -> Self {
        let walls = pieces.iter().filter(|piece| piece.is_wall()).count() as u8;
        let mask: u64 = pieces.iter().map(|piece| piece.mask(size)).sum();
        let required = pieces.iter().filter(|piece| !piece.is_wall()).map(|piece| {
            let (stride, offset) =
                if piece.vertical { (size, piece.cell / size) } else { (1, piece.cell % size) };
            if offset == 0 { 0 } else { 1 << (piece.cell - stride) }
        });
        let required = required.sum::<u64>() & !mask;
        Self { walls, mask, required, pieces }
    }
}

struct Visit<'a, E> {
    layouts: &'a Layouts,
    part: u64,
    parts: u64,
    /// How often all rows but the last one were filled; these beginnings take turns in going to the parts.
    prefixes: u64,
    pieces: Vec<Piece>,
    each: &'a mut dyn FnMut(&[Piece]) -> ControlFlow<E>,
}

impl<'a, E> Visit<'a, E> {
    fn row(&mut self, row: usize, walls: u8, (mask, required): (u64, u64)) -> ControlFlow<E> {
        let layouts = self.layouts;
        if row + 1 == layouts.rows.len() {
            self.prefixes += 1;
            if (self.prefixes - 1) % self.parts != self.part {
                return ControlFlow::Continue(());
            }
        }
        let Some(lines) = layouts.rows.get(row) else {
            return if walls < layouts.walls.0 {
                ControlFlow::Continue(())
            } else {
                self.column(0, (mask, required))
            };
        };
        for line in lines.iter().filter(|line| walls + line.walls <= layouts.walls.1) {
            let count = self.pieces.len();
            self.pieces.extend_from_slice(&line.pieces);
            self.row(row + 1, walls + line.walls, (mask | line.mask, required | line.required))?;
            self.pieces.truncate(count);
        }
        ControlFlow::Continue(())
    }

    fn column(&mut self, column: usize, (mask, required): (u64, u64)) -> ControlFlow<E> {
        let layouts = self.layouts;
        let Some(lines) = layouts.columns.get(column) else { return (self.each)(&self.pieces) };
        let cells: u64 = (0..layouts.size).map(|row| 1 << (usize::from(row * layouts.size) + column)).sum();
        for line in lines {
            // Only this column can still take these cells.
            if mask & line.mask != 0
                || line.required & !mask != 0
                || required & cells & !line.mask & !mask != 0
            {
                continue;
            }
            let count = self.pieces.len();
            self.pieces.extend_from_slice(&line.pieces);
            self.column(column + 1, (mask | line.mask, required))?;
            self.pieces.truncate(count);
        }
        ControlFlow::Continue(())
    }
}
