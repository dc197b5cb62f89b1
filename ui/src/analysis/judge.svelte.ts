// What the best play is, along the game on the board: exact where the server can enumerate the state space, else by
// searches, which find a solution that need not be shortest.

import { untrack } from 'svelte'
import { failure, post, Refusal } from '../server/api'
import type { Difficulty, Failure, Judged, JudgedMove, Position, Solve } from '../server/contract'
import { Job } from '../server/job.svelte'
import type { Play, Reading } from '../play/play.svelte'

/** What is known of a position. */
export interface Verdict {
  /** What is left of the best known solution; null where there is none. */
  left: number | null
  /** Proved to be shortest, or proved to be unsolvable. */
  exact: boolean
  /** First moves of it; several where all are equally good. */
  best: string[]
  /** Every legal move with what it loses, those that lose least first; none where that is not known. */
  moves: JudgedMove[]
}

/** Milliseconds between two attempts to reach the server. */
const AGAIN = 1000

const lost = (one: JudgedMove) => one.lost ?? Infinity

export class Judge {
  busy = $state(false)
  /** By the moves made so far. */
  verdicts = $state.raw(new Map<string, Verdict>())
  /** How many states there are; null where the space is not known, or too large. */
  states = $state<number | null>(null)
  difficulty = $state.raw<Difficulty | null>(null)
  error = $state.raw<Failure['error'] | null>(null)
  #reading: Reading | null = null
  /** The space is too large to be enumerated. */
  #large = false
  /** The loop that asks; there is one at a time. */
  #loop: Promise<void> | null = null
  /** The line that it asks for next: the latest that was wanted. */
  #wanted: string[] | null = null
  /** Positions that were searched, by the moves made so far. */
  #searched = new Set<string>()
  #request = new AbortController()
  #job = new Job<Solve>()

  constructor(readonly play: Play) {}

  #is(reading: Reading | null) {
    return JSON.stringify(reading) === JSON.stringify(this.#reading)
  }

  /** Another board is another space. */
  #renew(reading: Reading) {
    if (this.#is(reading)) return
    this.close()
    this.#request = new AbortController()
    this.#reading = reading
    this.#loop = null
    this.#wanted = null
    this.#searched.clear()
    this.#large = false
    this.states = null
    this.difficulty = null
    this.verdicts = new Map()
  }

  close() {
    this.#request.abort()
    this.#job.cancel()
    this.busy = false
  }

  /** The verdict on the game after so many of its moves, as far as it is known. */
  at(many: number): Verdict | undefined {
    const found = this.verdicts.get(this.play.line.slice(0, many).join())
    return this.#is(this.play.reading) ? found : undefined
  }

  get now(): Verdict | undefined {
    return this.at(this.play.moves.length)
  }

  /** What is left after the moves so far, and what the last of them lost; undefined where that is not known exactly. */
  after(moves: string[]): { left: number | null; lost?: number } | undefined {
    const [before, now] = [this.verdicts.get(moves.slice(0, -1).join()), this.verdicts.get(moves.join())]
    if (!now) return undefined
    const made = before?.moves.find(one => one.text === moves.at(-1))
    return made && before?.left !== null ? { left: now.left, lost: lost(made) } : { left: now.left }
  }

  /** Judges the start of the game, the positions up to the present one, or those of the whole line; gives the verdict on the present one. */
  look(part: 'start' | 'here' | 'line'): Promise<Verdict | undefined> {
    return untrack(() => this.#look(part))
  }

  async #look(part: 'start' | 'here' | 'line'): Promise<Verdict | undefined> {
    const { reading, moves, line } = this.play
    if (!reading) return undefined
    this.#renew(reading)
    const { signal } = this.#request
    this.busy = true
    this.error = null
    try {
      if (!this.#large) await this.#judge(reading, part === 'start' ? [] : part === 'here' ? moves : line, signal)
      const prefixes = part === 'start' ? [0] : part === 'here' ? [moves.length, 0] : [moves.length, 0, ...line.keys(), line.length]
      if (this.#large) for (const many of prefixes) if (!signal.aborted && moves === this.play.moves) await this.#ask(reading, line.slice(0, many), signal)
    } catch (error) {
      if (!signal.aborted) this.error = failure(error)
    } finally {
      if (!signal.aborted && !this.#loop) this.busy = false
    }
    return moves === this.play.moves ? this.verdicts.get(moves.join()) : undefined
  }

  /** One request at a time; the answer for a line has the start too. */
  #judge(reading: Reading, moves: string[], signal: AbortSignal): Promise<void> {
    if (moves.length || !this.#wanted) this.#wanted = moves
    return (this.#loop ??= this.#enumerate(reading, signal))
  }

  async #enumerate(reading: Reading, signal: AbortSignal) {
    // Never ends before it is the loop.
    await null
    try {
      while (this.#wanted && !this.#large && !signal.aborted) {
        const moves = this.#wanted
        this.#wanted = null
        if ([...moves.keys(), moves.length].every(many => this.verdicts.has(moves.slice(0, many).join()))) continue
        try {
          this.#take(moves, await post<Judged>('/judge', { ...reading, moves }, signal))
        } catch (error) {
          if (!(error instanceof Refusal) || error.status !== 0) throw error
          // The server is away, which the page says.
          this.#wanted ??= moves
          await new Promise(resolve => setTimeout(resolve, AGAIN))
        }
      }
    } finally {
      if (!signal.aborted) this.#loop = null
    }
  }

  #take(moves: string[], { game }: Judged) {
    this.#large = game === null
    if (!game) return
    this.states = game.states
    this.difficulty = game.difficulty
    const found = new Map(this.verdicts)
    game.positions.forEach(({ left, moves: judged }, many) => {
      const best = judged.filter(one => lost(one) === 0).map(one => one.text)
      found.set(moves.slice(0, many).join(), { left, exact: true, best: left === 0 ? [] : best, moves: judged.sort((a, b) => lost(a) - lost(b)) })
    })
    this.verdicts = found
  }

  async #ask(reading: Reading, moves: string[], signal: AbortSignal) {
    const key = moves.join()
    if (this.#searched.has(key)) return
    const position = await post<Position>('/position', { ...reading, moves, legal: false }, signal)
    const base = { kind: 'solve', instance: position.reference, metric: position.metric, settings: position.settings } as const
    const tiles = position.domain === 'tiles'
    let found = await this.#job.start({ ...base, ...(tiles ? { optimal: true } : {}), limits: { seconds: 3 } })
    if (tiles && found?.status !== 'solved' && !signal.aborted) found = await this.#job.start({ ...base, limits: { seconds: 3 } })
    if (signal.aborted || !found) return
    this.#searched.add(key)
    const left = found.status === 'solved' ? (found.length ?? 0) : found.status === 'unsolvable' ? null : undefined
    if (left === undefined) return
    this.verdicts = new Map(this.verdicts).set(key, { left, exact: found.optimal || left === null, best: found.plan?.slice(0, 1) ?? [], moves: [] })
  }
}

/** How hard an instance is for people, in a word; empty where it has no solution, null where its space is too large or the server refuses. */
export async function gradeOf(reading: Reading, signal?: AbortSignal): Promise<string | null> {
  const found = await post<Judged>('/judge', reading, signal).catch(() => null)
  return found?.game ? (found.game.difficulty?.grade ?? '') : null
}
