// What the best play is, along the game on the board: exact where the state space fits into the browser, else by
// searches of the server, which find a solution that need not be shortest.

import { untrack } from 'svelte'
import { post } from '../api'
import type { Board, Position, Solve } from '../contract'
import { Job } from '../job.svelte'
import type { Play, Reading } from '../play.svelte'
import { after } from '../puzzles/rules'
import { moveOf } from './game'
import { Space, type Difficulty } from './space'

/** What is known of a position. */
export interface Verdict {
  /** What is left of the best known solution; null where there is none. */
  left: number | null
  /** Proved to be shortest, or proved to be unsolvable. */
  exact: boolean
  /** First moves of it; several where all are equally good. */
  best: string[]
}

export class Judge {
  /** The space of the board; null where it is not known, or too large. */
  space = $state.raw<Space | null>(null)
  busy = $state(false)
  /** By the moves made so far. */
  verdicts = $state.raw(new Map<string, Verdict>())
  #start: Board | null = null
  #reading: Reading | null = null
  #work: Promise<void> | null = null
  #request = new AbortController()
  #job = new Job<Solve>()

  constructor(readonly play: Play) {}

  /** Another board is another space. */
  #renew(reading: Reading) {
    if (JSON.stringify(reading) === JSON.stringify(this.#reading)) return
    this.close()
    this.#request = new AbortController()
    this.#reading = reading
    this.#start = null
    this.#work = null
    this.space = null
    this.verdicts = new Map()
  }

  close() {
    this.#request.abort()
    this.#job.cancel()
    this.busy = false
  }

  /** The verdict on the game after so many of its moves, as far as it is known. */
  at(many: number): Verdict | undefined {
    return this.verdicts.get(this.play.line.slice(0, many).join())
  }

  get now(): Verdict | undefined {
    return this.at(this.play.moves.length)
  }

  get difficulty(): Difficulty | null {
    return this.space && this.#start ? this.space.difficulty(this.#start) : null
  }

  /** Every legal move of a board with what it loses; none where that is not known. */
  judged(board: Board) {
    return this.space?.moves(board) ?? []
  }

  /** Judges the positions of the game; with `whole` all of its line, else the present one and, for the par, the start. */
  async look(whole: boolean): Promise<Verdict | undefined> {
    const { reading, moves, line } = untrack(() => this.play)
    if (!reading) return undefined
    untrack(() => this.#renew(reading))
    const { signal } = this.#request
    untrack(() => (this.busy = true))
    try {
      await (this.#work ??= this.#prepare(reading, signal))
      const prefixes = [...new Set([moves.length, 0, ...(whole ? [...line.keys(), line.length] : [])])]
      if (this.space) this.#replay(line)
      else for (const many of prefixes) if (!signal.aborted && moves === this.play.moves) await this.#ask(reading, line.slice(0, many), signal)
    } catch {
      // Aborted, or the server is away, which the page says.
      if (!signal.aborted) this.#work = null
    } finally {
      if (!signal.aborted) this.busy = false
    }
    return moves === this.play.moves ? this.verdicts.get(moves.join()) : undefined
  }

  async #prepare(reading: Reading, signal: AbortSignal) {
    const { board, metric } = await post<Position>('/position', { ...reading, legal: false }, signal)
    const space = await Space.of(board, metric, signal)
    if (signal.aborted) return
    this.#start = board
    this.space = space
  }

  /** The verdicts of a whole game, by the space. */
  #replay(moves: string[]) {
    const { space } = this
    let board = this.#start
    if (!space || !board) return
    const found = new Map(this.verdicts)
    for (let many = 0; many <= moves.length; many++) {
      const best = space.moves(board).filter(move => move.lost === 0)
      const left = space.distance(board)
      // Slides of one vehicle that are equally good: the longest is drawn.
      const longest = best.filter(({ text }) => !best.some(other => other.text !== text && other.text.slice(0, 2) === text.slice(0, 2) && Number(other.text.slice(2)) > Number(text.slice(2))))
      found.set(moves.slice(0, many).join(), { left, exact: true, best: left === 0 ? [] : longest.map(move => move.text) })
      const made: ReturnType<typeof moveOf> = many < moves.length ? moveOf(board, moves[many] ?? '') : null
      if (!made) break
      board = after(board, made)
    }
    this.verdicts = found
  }

  async #ask(reading: Reading, moves: string[], signal: AbortSignal) {
    const key = moves.join()
    if (this.verdicts.has(key)) return
    const position = await post<Position>('/position', { ...reading, moves, legal: false }, signal)
    const base = { kind: 'solve', instance: position.reference, metric: position.metric, settings: position.settings } as const
    const tiles = position.domain === 'tiles'
    let found = await this.#job.start({ ...base, ...(tiles ? { optimal: true } : {}), limits: { seconds: 3 } })
    if (tiles && found?.status !== 'solved' && !signal.aborted) found = await this.#job.start({ ...base, limits: { seconds: 3 } })
    if (signal.aborted || !found) return
    const left = found.status === 'solved' ? (found.length ?? 0) : found.status === 'unsolvable' ? null : undefined
    if (left === undefined) return
    this.verdicts = new Map(this.verdicts).set(key, { left, exact: found.optimal || left === null, best: found.plan?.slice(0, 1) ?? [] })
  }
}
