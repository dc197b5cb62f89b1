// Puzzles whose whole state space fits into the browser: states as short texts, their moves, and what looks like
// progress to people. The server's searches remain the reference; a test compares both.

import type { Board, Move } from '../contract'
import { is, type RushHourBoard, type TilesBoard } from '../puzzles/boards'

/** A move to another state. */
export interface Way {
  text: string
  to: string
  cost: number
}

export interface Game {
  /** The state of a board of this game. */
  key(board: Board): string
  ways(key: string): Way[]
  solved(key: string): boolean
  /** How far away the goal seems at a glance. */
  glance(key: string): number
}

/** The game of a board; null where its space is too large to enumerate here. */
export function gameOf(board: Board, metric: string): Game | null {
  if (is(board, 'rush-hour')) return rushHour(board, metric === 'steps')
  if (is(board, 'tiles') && board.width * board.height <= 9) return tiles(board)
  return null
}

/** The move of a text; the domains of these games write moves in one form each. */
export function moveOf(board: Board, text: string): Move | null {
  if (is(board, 'rush-hour')) return { text, words: text, vehicle: text[0] ?? '', delta: Number(text.slice(1)) }
  if (is(board, 'tiles')) {
    const gap = board.cells.indexOf(0)
    const by = { L: -1, R: 1, U: -board.width, D: board.width }[text]
    return by === undefined ? null : { text, words: text, tile: board.cells[gap + by] ?? 0 }
  }
  return null
}

function rushHour(board: RushHourBoard, steps: boolean): Game {
  const vehicles = [...board.vehicles].sort((a, b) => (a.letter < b.letter ? -1 : 1))
  const target = vehicles.findIndex(one => one.letter === board.target)
  const { width, height } = board
  const walls = new Uint8Array(width * height)
  for (const [row, column] of board.walls) walls[row * width + column] = 1
  const cells = new Uint8Array(width * height)
  /** First cell of a vehicle's line, the step to the next, and the cells of the line. */
  const lines = vehicles.map(({ axis, row, column, length }) => (axis === 'horizontal' ? { from: row * width, by: 1, size: width, length } : { from: column, by: width, size: height, length }))
  const ahead = board.exit === 'right' || board.exit === 'down'
  const at = (key: string, place: number) => key.charCodeAt(place)
  const put = (key: string, place: number, to: number) => key.slice(0, place) + String.fromCharCode(to) + key.slice(place + 1)
  const fill = (key: string) => {
    cells.set(walls)
    lines.forEach(({ from, by, length }, place) => {
      const first = at(key, place)
      for (let cell = 0; cell < length; cell++) cells[from + (first + cell) * by] = 1
    })
  }
  /** Cells between the target and the exit. */
  const gap = (key: string) => {
    const line = lines[target]
    if (!line) return 0
    const first = at(key, target)
    return ahead ? line.size - first - line.length : first
  }
  return {
    key: shown => {
      const places = new Map((shown as RushHourBoard).vehicles.map(one => [one.letter, one.axis === 'horizontal' ? one.column : one.row]))
      return String.fromCharCode(...vehicles.map(one => places.get(one.letter) ?? 0))
    },
    ways(key) {
      fill(key)
      const found: Way[] = []
      lines.forEach(({ from, by, size, length }, place) => {
        const first = at(key, place)
        const letter = vehicles[place]?.letter ?? ''
        for (let to = first - 1; to >= 0 && !cells[from + to * by]; to--) found.push({ text: `${letter}-${first - to}`, to: put(key, place, to), cost: steps ? first - to : 1 })
        for (let to = first + 1; to + length <= size && !cells[from + (to + length - 1) * by]; to++) found.push({ text: `${letter}+${to - first}`, to: put(key, place, to), cost: steps ? to - first : 1 })
      })
      return found
    },
    solved: key => gap(key) === 0,
    glance(key) {
      const line = lines[target]
      if (!line) return 0
      fill(key)
      const first = at(key, target)
      let blocked = 0
      for (let cell = 0; cell < line.size; cell++) if ((ahead ? cell >= first + line.length : cell < first) && cells[line.from + cell * line.by]) blocked++
      return gap(key) + 2 * blocked
    },
  }
}

function tiles({ width, height, goal }: TilesBoard): Game {
  const home = String.fromCharCode(...goal)
  const apart = (place: number, other: number) => Math.abs((place % width) - (other % width)) + Math.abs(Math.floor(place / width) - Math.floor(other / width))
  return {
    key: shown => String.fromCharCode(...(shown as TilesBoard).cells),
    ways(key) {
      const gap = key.indexOf('\0')
      const ways: [string, number, boolean][] = [['L', -1, gap % width > 0], ['R', 1, gap % width < width - 1], ['U', -width, gap >= width], ['D', width, gap < width * (height - 1)]]
      return ways.flatMap(([text, by, free]) => {
        if (!free) return []
        const signs = [...key]
        signs[gap] = signs[gap + by] ?? ''
        signs[gap + by] = '\0'
        return [{ text, to: signs.join(''), cost: 1 }]
      })
    },
    solved: key => key === home,
    glance(key) {
      let sum = 0
      for (let place = 0; place < key.length; place++) if (key[place] !== '\0') sum += apart(place, home.indexOf(key[place] ?? ''))
      return sum
    },
  }
}
