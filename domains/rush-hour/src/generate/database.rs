//! Every minimal board, as the published database of 6×6 boards counts them.
//!
//! A *cluster* is all boards that can be moved into each other. Its hardest board is the one farthest from solved, in
//! slides; of several, the first by the cells of the horizontal vehicles and walls, then by those of the vertical vehicles,
//! read as binary numbers whose lowest bit is the top left cell. A cluster is *minimal* if each vehicle and wall of that
//! board matters: without it the board has a shorter solution. The target is a car in the row above the middle, alone there
//! but for walls behind it, and no line is full.
//!
//! The lines are those of the database: moves in two digits, the board, and the number of boards in the cluster. Letters
//! follow the target, the rows and the columns, and walls use them up, too. The published file is sorted by moves,
//! then cluster, then board, all descending, with a dot for an empty cell.

mod cluster;
mod layouts;

use super::{GenerateError, Parameter, number, range};
use cluster::{Cluster, Explorer, Minimal};
use layouts::Layouts;
use std::ops::ControlFlow;
use unstuck_core::domain::{GeneratorInfo, Request, go_on};
use unstuck_core::error::ParseError;
use unstuck_core::search::Observer;

/// Its parameters.
pub(super) const PARAMETERS: &[Parameter] = &[
    ("size", "6", "cells a side, 4 to 6"),
    ("walls", "0-2", "number of walls, or a range"),
    ("piece", "1/1", "part K of N of the enumeration, as K/N; together the parts give every board once"),
];

/// Layouts explored between two looks at the observer.
const STRIDE: u64 = 64;

/// Hands over the first boards of a part, at most as many as the request asks for.
pub(super) fn run(
    info: &GeneratorInfo,
    request: &Request<'_>,
    observer: &mut dyn Observer,
    each: &mut dyn FnMut(String),
) -> Result<(), GenerateError> {
    let value = |name: &str| info.value(request.parameters, name);
    let size = number("size", value("size"), 4, 6)? as u8;
    let (least, most) = range("walls", value("walls"), 0, 4)?;
    let (part, parts) = part(value("piece"))?;
    let layouts = Layouts::new(size, (least as u8, most as u8), false);
    let mut explorer = Explorer::new(size, false);
    let (mut looked_at, mut made) = (0, 0);
    let ended = layouts.visit(part - 1, parts, &mut |layout| {
        if looked_at % STRIDE == 0
            && let Err(stopped) = go_on(observer)
        {
            return ControlFlow::Break(Err(stopped));
        }
        looked_at += 1;
        if let Cluster::Solvable(Some(minimal)) = explorer.explore(layout) {
            each(line(&minimal, size));
            made += 1;
        }
        if made < request.count { ControlFlow::Continue(()) } else { ControlFlow::Break(Ok(())) }
    });
    ended.break_value().unwrap_or(Ok(()))
}

/// Reads `K/N`.
fn part(text: &str) -> Result<(u64, u64), ParseError> {
    let (part, parts) = text.split_once('/').ok_or_else(|| {
        ParseError::new(format!("'{text}' is not a value for piece")).help("write K/N, such as 1/1000")
    })?;
    let parts = number("piece", parts, 1, 1_000_000)?;
    Ok((number("piece", part, 1, parts)?, parts))
}

fn line(minimal: &Minimal, size: u8) -> String {
    let mut signs = vec!['o'; usize::from(size) * usize::from(size)];
    for (piece, letter) in minimal.board.iter().zip('A'..) {
        let sign = if piece.is_wall() { 'x' } else { letter };
        let taken = piece.mask(size);
        signs
            .iter_mut()
            .enumerate()
            .filter(|(cell, _)| taken >> cell & 1 == 1)
            .for_each(|(_, cell)| *cell = sign);
    }
    let board: String = signs.into_iter().collect();
    format!("{:02} {board} {}", minimal.moves, minimal.states)
}

#[cfg(test)]
mod tests;
