// What the best play is, along the game on the board: exact where the server can enumerate the state space, else by
// searches, which find a solution that need not be shortest.

import { untrack } from 'svelte'
import { post } from '../server/api'
import type { Difficulty, Judged, JudgedMove, Position, Solve } from '../server/contract'
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

const lost = (one: JudgedMove) => one.lost ?? Infinity

export class Judge {
  busy = $state(false)
  /** By the moves made so far. */
  verdicts = $state.raw(new Map<string, Verdict>())
  /** How many states there are; null where the space is not known, or too large. */
  states = $state<number | null>(null)
  difficulty = $state.raw<Difficulty | null>(null)
  #reading: Reading | null = null
  /** The space is too large to be enumerated. */
  #large = false
  #asked: { key: string; answer: Promise<Judged> } | null = null
  #request = new AbortController()
  #job = new Job<Solve>()

  constructor(readonly play: Play) {}

  /** Another board is another space. */
  #renew(reading: Reading) {
    if (JSON.stringify(reading) === JSON.stringify(this.#reading)) return
    this.close()
    this.#request = new AbortController()
    this.#reading = reading
    this.#asked = null
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
    return this.verdicts.get(this.play.line.slice(0, many).join())
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

  /** Judges the positions of the game; with `whole` all of its line, else the present one and, for the par, the start. */
  look(whole: boolean): Promise<Verdict | undefined> {
    return untrack(() => this.#look(whole))
  }

  async #look(whole: boolean): Promise<Verdict | undefined> {
    const { reading, moves, line } = this.play
    if (!reading) return undefined
    this.#renew(reading)
    const { signal } = this.#request
    this.busy = true
    try {
      const wanted = whole ? line : moves
      if (!this.#large && !wanted.every((_, place) => this.verdicts.has(wanted.slice(0, place + 1).join()))) await this.#judge(reading, wanted, signal)
      else if (!this.#large && !this.verdicts.size) await this.#judge(reading, [], signal)
      const prefixes = [...new Set([moves.length, 0, ...(whole ? [...line.keys(), line.length] : [])])]
      if (this.#large) for (const many of prefixes) if (!signal.aborted && moves === this.play.moves) await this.#ask(reading, line.slice(0, many), signal)
    } catch {
      // Aborted, or the server is away, which the page says.
    } finally {
      if (!signal.aborted) this.busy = false
    }
    return moves === this.play.moves ? this.verdicts.get(moves.join()) : undefined
  }

  async #judge(reading: Reading, moves: string[], signal: AbortSignal) {
    const key = moves.join()
    // Several parts of the page ask at the same time.
    if (this.#asked?.key !== key) this.#asked = { key, answer: post<Judged>('/judge', { ...reading, moves }, signal) }
    const { answer } = this.#asked
    const { game } = await answer.finally(() => (this.#asked = null))
    if (signal.aborted) return
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
    if (this.verdicts.has(key)) return
    const position = await post<Position>('/position', { ...reading, moves, legal: false }, signal)
    const base = { kind: 'solve', instance: position.reference, metric: position.metric, settings: position.settings } as const
    const tiles = position.domain === 'tiles'
    let found = await this.#job.start({ ...base, ...(tiles ? { optimal: true } : {}), limits: { seconds: 3 } })
    if (tiles && found?.status !== 'solved' && !signal.aborted) found = await this.#job.start({ ...base, limits: { seconds: 3 } })
    if (signal.aborted || !found) return
    const left = found.status === 'solved' ? (found.length ?? 0) : found.status === 'unsolvable' ? null : undefined
    if (left === undefined) return
    this.verdicts = new Map(this.verdicts).set(key, { left, exact: found.optimal || left === null, best: found.plan?.slice(0, 1) ?? [], moves: [] })
  }
}

/** How hard an instance is for people, in a word; null where its space is too large, or it has no solution. */
export async function gradeOf(reading: Reading, signal?: AbortSignal): Promise<string | null> {
  const found = await post<Judged>('/judge', reading, signal).catch(() => null)
  return found?.game?.difficulty?.grade ?? null
}
