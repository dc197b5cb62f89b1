// A Rush Hour board that is being drawn: what may stand where, and its text.

import type { RushHourBoard, Vehicle } from '../../puzzles/boards'

export type Cell = { row: number; column: number }

export const EMPTY: RushHourBoard = { kind: 'rush-hour', width: 6, height: 6, exit: 'right', target: 'A', walls: [], vehicles: [{ letter: 'A', row: 2, column: 0, length: 2, axis: 'horizontal' }] }

export function cells(vehicle: Vehicle): Cell[] {
  return Array.from({ length: vehicle.length }, (_, place) => (vehicle.axis === 'horizontal' ? { row: vehicle.row, column: vehicle.column + place } : { row: vehicle.row + place, column: vehicle.column }))
}

export function vehicleAt(board: RushHourBoard, { row, column }: Cell): Vehicle | undefined {
  return board.vehicles.find(vehicle => cells(vehicle).some(cell => cell.row === row && cell.column === column))
}

const isWall = (board: RushHourBoard, { row, column }: Cell) => board.walls.some(([r, c]) => r === row && c === column)

/** Whether a vehicle fits, itself aside. */
export function fits(board: RushHourBoard, vehicle: Vehicle): boolean {
  return cells(vehicle).every(cell => {
    const there = vehicleAt(board, cell)
    return cell.row >= 0 && cell.column >= 0 && cell.row < board.height && cell.column < board.width && !isWall(board, cell) && (!there || there.letter === vehicle.letter)
  })
}

/** The vehicle that a stroke from one cell to another draws, if it is straight, long enough and free. */
export function stroke(board: RushHourBoard, from: Cell, to: Cell): Vehicle | null {
  const across = Math.abs(to.column - from.column)
  const down = Math.abs(to.row - from.row)
  if (across === 0 && down === 0) return null
  const axis = across >= down ? 'horizontal' : 'vertical'
  const length = (axis === 'horizontal' ? across : down) + 1
  const row = axis === 'horizontal' ? from.row : Math.min(from.row, to.row)
  const column = axis === 'horizontal' ? Math.min(from.column, to.column) : from.column
  const vehicle: Vehicle = { letter: nextLetter(board), row, column, length, axis }
  return fits(board, vehicle) ? vehicle : null
}

function nextLetter(board: RushHourBoard): string {
  const used = new Set(board.vehicles.map(vehicle => vehicle.letter))
  // Small o and x mean an empty cell and a wall.
  const all = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz'
  return [...all].find(letter => !used.has(letter) && letter !== 'O' && letter !== 'X') ?? '?'
}

export function toggleWall(board: RushHourBoard, cell: Cell): RushHourBoard {
  if (vehicleAt(board, cell)) return board
  const walls = isWall(board, cell) ? board.walls.filter(([r, c]) => r !== cell.row || c !== cell.column) : [...board.walls, [cell.row, cell.column] as [number, number]]
  return { ...board, walls }
}

/** The target is the vehicle A: the letters change places. */
export function makeTarget(board: RushHourBoard, letter: string): RushHourBoard {
  const swap = (one: string) => (one === letter ? 'A' : one === 'A' ? letter : one)
  return { ...board, target: 'A', vehicles: board.vehicles.map(vehicle => ({ ...vehicle, letter: swap(vehicle.letter) })) }
}

export function resize(board: RushHourBoard, size: number): RushHourBoard {
  const inside = { ...board, width: size, height: size, walls: board.walls.filter(([r, c]) => r < size && c < size), vehicles: [] as Vehicle[] }
  return { ...inside, vehicles: board.vehicles.filter(vehicle => fits({ ...inside, vehicles: [] }, vehicle)) }
}

/** As level strings write it: rows one after another, `o` empty, `x` a wall. */
export function text(board: RushHourBoard): string {
  const signs = Array.from({ length: board.height }, () => Array<string>(board.width).fill('o'))
  const put = ({ row, column }: Cell, sign: string) => {
    const line = signs[row]
    if (line && column < board.width) line[column] = sign
  }
  for (const [row, column] of board.walls) put({ row, column }, 'x')
  for (const vehicle of board.vehicles) for (const cell of cells(vehicle)) put(cell, vehicle.letter)
  const rows = signs.map(line => line.join(''))
  return rows.join(board.width === board.height ? '' : '/') + (board.exit === 'right' ? '' : ` >${board.exit}`)
}
