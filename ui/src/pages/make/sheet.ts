// A sheet of boards for the printer: black on white, three side by side.

import type { Board } from '../../contract'
import { is } from '../../puzzles/boards'
import { colour } from '../../puzzles/colour'
import { SIGNS } from '../../puzzles/table'

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function sheet(boards: { board: Board; caption: string }[]): string {
  const [columns, width, gap] = [3, 180, 20]
  const rows = Math.ceil(boards.length / columns)
  const parts = boards.map(({ board, caption }, place) => {
    const [x, y] = [gap + (place % columns) * (width + gap), gap + Math.floor(place / columns) * (width + 44)]
    return `<g transform="translate(${x} ${y})">${draw(board, width)}<text x="${width / 2}" y="${width + 16}" font-size="11" text-anchor="middle">${place + 1}. ${escape(caption)}</text></g>`
  })
  const [w, h] = [gap + columns * (width + gap), gap + rows * (width + 44)]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" font-family="sans-serif"><rect width="${w}" height="${h}" fill="#fff"/>${parts.join('')}</svg>\n`
}

function draw(board: Board, size: number): string {
  if (is(board, 'rush-hour')) {
    const unit = size / Math.max(board.width, board.height)
    const target = board.vehicles.find(vehicle => vehicle.letter === board.target)
    const lines = Array.from({ length: board.width + 1 }, (_, at) => `<path d="M${at * unit} 0 V${board.height * unit} M0 ${Math.min(at, board.height) * unit} H${board.width * unit}" stroke="#ccc"/>`)
    const walls = board.walls.map(([row, column]) => `<rect x="${column * unit}" y="${row * unit}" width="${unit}" height="${unit}" fill="#333"/>`)
    const cars = board.vehicles.map(({ letter, row, column, length, axis }) => {
      const [w, h] = axis === 'horizontal' ? [length * unit, unit] : [unit, length * unit]
      return `<rect x="${column * unit + 2}" y="${row * unit + 2}" width="${w - 4}" height="${h - 4}" rx="${unit / 5}" fill="${colour(letter, board.target)}"/><text x="${column * unit + w / 2}" y="${row * unit + h / 2}" fill="#fff" font-size="${unit / 2.6}" font-weight="bold" text-anchor="middle" dominant-baseline="central">${escape(letter)}</text>`
    })
    const [ex, ey] = target ? { right: [board.width * unit, target.row * unit], left: [0, target.row * unit], down: [target.column * unit, board.height * unit], up: [target.column * unit, 0] }[board.exit] as [number, number] : [0, 0]
    const along = board.exit === 'right' || board.exit === 'left' ? `v${unit}` : `h${unit}`
    return `${lines.join('')}<rect width="${board.width * unit}" height="${board.height * unit}" fill="none" stroke="#000" stroke-width="2.5"/><path d="M${ex} ${ey} ${along}" stroke="#fff" stroke-width="4"/>${walls.join('')}${cars.join('')}`
  }
  if (is(board, 'tiles')) {
    const unit = size / Math.max(board.width, board.height)
    return board.cells
      .map((tile, place) => {
        const [x, y] = [(place % board.width) * unit, Math.floor(place / board.width) * unit]
        return tile ? `<rect x="${x + 1}" y="${y + 1}" width="${unit - 2}" height="${unit - 2}" rx="4" fill="none" stroke="#000"/><text x="${x + unit / 2}" y="${y + unit / 2}" font-size="${unit / 2.4}" text-anchor="middle" dominant-baseline="central">${tile}</text>` : ''
      })
      .join('')
  }
  if (!is(board, 'freecell')) return ''
  return board.columns
    .flatMap((column, number) => column.map((card, depth) => `<text x="${(number + 0.5) * (size / board.columns.length)}" y="${14 + depth * 13}" font-size="11" text-anchor="middle" fill="${/[DH]$/.test(card) ? '#c00' : '#000'}">${card[0] === 'T' ? '10' : card[0]}${SIGNS[card[1] ?? ''] ?? ''}</text>`))
    .join('')
}
