// The whole state space of a board, with the exact distance of every state, found in the browser: two breadth-first
// passes in slices, so that the page stays responsive. All moves of these games can be taken back, which the second
// pass relies on.

import type { Board } from '../contract'
import { gameOf, type Game, type Way } from './game'

/** States at most. */
const MOST = 300_000
/** Milliseconds of a slice. */
const SLICE = 8

/** A legal move, with the moves that it loses against the best. */
export interface Judged {
  text: string
  lost: number
  /** What is left after it; null where no goal can be reached. */
  left: number | null
}

/** What makes a board hard for people, apart from the size of its space. */
export interface Difficulty {
  /** Length of a shortest solution. */
  moves: number
  /** Number of different shortest solutions. */
  solutions: number
  /** States on some shortest solution. */
  states: number
  /** Legal moves at these states, on average. */
  branching: number
  /** Moves that look like a step back, in the shortest solution that has fewest of them. */
  counterintuitive: number
  /** Bits: minus the binary logarithm of the chance that random legal moves are a shortest solution. */
  bits: number
}

const pause = () => new Promise<void>(resolve => setTimeout(resolve))

export class Space {
  #distances = new Map<string, number>()
  states = 0
  private constructor(
    readonly game: Game,
    /** Whether only moves of cost 1 are edges: longer ones are several of them. */
    readonly unit: boolean,
  ) {}

  /** Enumerates the space of a board; null where it is too large, or where the work is aborted. */
  static async of(board: Board, metric: string, signal?: AbortSignal): Promise<Space | null> {
    const game = gameOf(board, metric)
    if (!game) return null
    const space = new Space(game, metric === 'steps')
    return (await space.#fill(game.key(board), signal)) ? space : null
  }

  #edges(key: string): Way[] {
    const all = this.game.ways(key)
    return this.unit ? all.filter(way => way.cost === 1) : all
  }

  async #fill(start: string, signal?: AbortSignal): Promise<boolean> {
    const seen = new Set([start])
    const queue = [start]
    let until = performance.now() + SLICE
    const rest = async () => {
      if (performance.now() < until) return true
      await pause()
      until = performance.now() + SLICE
      return !signal?.aborted
    }
    for (let next = 0; next < queue.length; next++) {
      if (next % 128 === 0 && !(await rest())) return false
      for (const { to } of this.#edges(queue[next] ?? '')) {
        if (seen.has(to)) continue
        seen.add(to)
        queue.push(to)
      }
      if (queue.length > MOST) return false
    }
    this.states = queue.length
    const back = queue.filter(key => this.game.solved(key))
    for (const key of back) this.#distances.set(key, 0)
    for (let next = 0; next < back.length; next++) {
      if (next % 128 === 0 && !(await rest())) return false
      const key = back[next] ?? ''
      const far = (this.#distances.get(key) ?? 0) + 1
      for (const { to } of this.#edges(key)) {
        if (this.#distances.has(to)) continue
        this.#distances.set(to, far)
        back.push(to)
      }
    }
    return true
  }

  /** Cost of a cheapest solution; null where there is none. */
  distance(board: Board): number | null {
    return this.#distances.get(this.game.key(board)) ?? null
  }

  /** All legal moves, those that lose least first. */
  moves(board: Board): Judged[] {
    const key = this.game.key(board)
    const here = this.#distances.get(key)
    const judged = this.game.ways(key).map(({ text, to, cost }) => {
      const left = this.#distances.get(to) ?? null
      return { text, left, lost: here === undefined || left === null ? Infinity : cost + left - here }
    })
    return judged.sort((a, b) => a.lost - b.lost)
  }

  /** Ways that lie on a shortest solution. */
  #best(key: string): Way[] {
    const here = this.#distances.get(key) ?? 0
    return this.#edges(key).filter(({ to, cost }) => (this.#distances.get(to) ?? Infinity) + cost === here)
  }

  difficulty(board: Board): Difficulty | null {
    const start = this.game.key(board)
    const moves = this.#distances.get(start)
    if (!moves) return null
    // From the start towards the goals, distance by distance; then the figures back from the goals.
    const layers: string[][] = [[start]]
    const ways = new Map<string, Way[]>()
    for (let left = moves; left > 0; left--) {
      const next = new Set<string>()
      for (const key of layers.at(-1) ?? []) {
        const best = this.#best(key)
        ways.set(key, best)
        for (const { to } of best) next.add(to)
      }
      layers.push([...next])
    }
    const figures = new Map<string, { solutions: number; chance: number; odd: number }>()
    let [states, branching] = [0, 0]
    for (const layer of layers.reverse()) {
      for (const key of layer) {
        const best = ways.get(key)
        if (!best) {
          figures.set(key, { solutions: 1, chance: 1, odd: 0 })
          continue
        }
        const legal = this.#edges(key).length
        const here = this.game.glance(key)
        const found = { solutions: 0, chance: 0, odd: Infinity }
        for (const { to } of best) {
          const after = figures.get(to)
          if (!after) continue
          found.solutions += after.solutions
          found.chance += after.chance / legal
          found.odd = Math.min(found.odd, after.odd + (this.game.glance(to) > here ? 1 : 0))
        }
        figures.set(key, found)
        states++
        branching += legal
      }
    }
    const { solutions, chance, odd } = figures.get(start) ?? { solutions: 0, chance: 1, odd: 0 }
    return { moves, solutions, states, branching: branching / Math.max(1, states), counterintuitive: odd, bits: -Math.log2(chance) }
  }
}

/** How hard a board is for people, in a word; null where its space is too large, or it has no solution. */
export async function gradeOf(board: Board, metric: string, signal?: AbortSignal): Promise<string | null> {
  const found = (await Space.of(board, metric, signal))?.difficulty(board)
  return found ? grade(found) : null
}

/** How hard a board is for people, in a word. */
export function grade({ bits, counterintuitive }: Difficulty): string {
  const points = bits + 2 * counterintuitive
  return points < 12 ? 'easy' : points < 30 ? 'medium' : points < 60 ? 'hard' : 'very hard'
}
