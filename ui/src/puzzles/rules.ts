// What a move does to a board, and which moves come next, as far as a page can tell without the server: so that a
// game answers at once. The server has the last word on every position.

import type { Board, Move } from '../contract'
import { is, type FreeCellBoard, type RushHourBoard, type TilesBoard } from './boards'

/** The board after a legal move. */
export function after(board: Board, move: Move): Board {
  if (is(board, 'rush-hour')) return { ...board, vehicles: board.vehicles.map(one => (one.letter !== move.vehicle ? one : one.axis === 'horizontal' ? { ...one, column: one.column + (move.delta ?? 0) } : { ...one, row: one.row + (move.delta ?? 0) })) }
  if (is(board, 'tiles')) return { ...board, cells: board.cells.map(tile => (tile === 0 ? (move.tile ?? 0) : tile === move.tile ? 0 : tile)) }
  return is(board, 'freecell') ? laid(board, move) : board
}

function laid(board: FreeCellBoard, { cards = [], to = '' }: Move): FreeCellBoard {
  const home = { ...board.home }
  const columns = board.columns.map(column => column.filter(card => !cards.includes(card)))
  const cells = board.cells.map(card => (card !== null && cards.includes(card) ? null : card))
  if (to === 'h') for (const card of cards) home[card[1] as keyof typeof home]++
  else if ('abcdefgi'.includes(to)) cells['abcdefgi'.indexOf(to)] = cards[0] ?? null
  else columns['1234567890'.indexOf(to)]?.push(...cards)
  return { ...board, cells, home, columns }
}

/** All legal moves; null where only the server can tell. */
export function legal(board: Board): Move[] | null {
  return is(board, 'rush-hour') ? slides(board) : is(board, 'tiles') ? shifts(board) : null
}

function slides(board: RushHourBoard): Move[] {
  const taken = new Set(board.walls.map(([row, column]) => `${row},${column}`))
  for (const { row, column, length, axis } of board.vehicles) for (let at = 0; at < length; at++) taken.add(axis === 'horizontal' ? `${row},${column + at}` : `${row + at},${column}`)
  return board.vehicles.flatMap(({ letter, row, column, length, axis }) => {
    const [line, place, size] = axis === 'horizontal' ? [row, column, board.width] : [column, row, board.height]
    const free = (at: number) => at >= 0 && at < size && !taken.has(axis === 'horizontal' ? `${line},${at}` : `${at},${line}`)
    const found: Move[] = []
    for (let by = 1; free(place - by); by++) found.push(slide(letter, -by, axis))
    for (let by = 1; free(place + length - 1 + by); by++) found.push(slide(letter, by, axis))
    return found
  })
}

/** A slide by so many cells, to the right or down. */
export function slide(letter: string, delta: number, axis: 'horizontal' | 'vertical'): Move {
  const cells = Math.abs(delta)
  const way = axis === 'horizontal' ? (delta < 0 ? 'to the left' : 'to the right') : delta < 0 ? 'up' : 'down'
  return { text: `${letter}${delta < 0 ? '-' : '+'}${cells}`, words: `move ${letter} ${cells} ${cells === 1 ? 'cell' : 'cells'} ${way}`, vehicle: letter, delta }
}

/** Moves are written as the way of the gap. */
function shifts({ cells, width, height }: TilesBoard): Move[] {
  const gap = cells.indexOf(0)
  const ways: [string, number, boolean, string][] = [['L', -1, gap % width > 0, 'right'], ['R', 1, gap % width < width - 1, 'left'], ['U', -width, gap >= width, 'down'], ['D', width, gap < width * (height - 1), 'up']]
  return ways.flatMap(([text, by, free, way]) => (free ? [{ text, words: `tile ${cells[gap + by]} ${way}`, tile: cells[gap + by] ?? 0 }] : []))
}
