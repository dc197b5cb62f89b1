// The player's own games, kept in this browser and nowhere else: a game counts if it began at the board's start and ended solved.

import { untrack } from 'svelte'
import type { Judge } from '../analysis/judge.svelte'
import type { Play, Reading } from './play.svelte'
import { keep, recall } from '../frame/stored'

/** A solved game. */
export interface Game {
  /** Distinguishes it from the others: when it ended, in milliseconds. */
  ended: number
  instance: string
  metric: string
  moves: number
  /** From the first move on, while the page was in sight. */
  seconds: number
  /** Moves taken back, and where the best play is known, moves that lost something. */
  mistakes: number
  /** The shortest solution; null where it is not known. */
  optimum: number | null
  /** How hard the board is for people by the estimate; null where there is none. */
  estimate: string | null
}

/** More than that are not kept; the oldest go first. */
const MOST = 1000

function read(): Game[] {
  try {
    const found: unknown = JSON.parse(recall(localStorage, 'games') ?? '[]')
    return Array.isArray(found) ? (found as Game[]) : []
  } catch {
    return []
  }
}

/** The games, the latest first. */
export class Games {
  all = $state.raw<Game[]>(read())

  add(game: Game) {
    // Another tab may have added some.
    this.#set([game, ...read()].slice(0, MOST))
  }

  remove(game: Game) {
    this.#set(read().filter(other => other.ended !== game.ended))
  }

  clear() {
    this.#set([])
  }

  #set(all: Game[]) {
    this.all = all
    keep(localStorage, 'games', all.length ? JSON.stringify(all) : null)
  }
}

/** A clock that stands still while the page is hidden. */
class Clock {
  #spent = 0
  #since = performance.now()
  #look = () => {
    if (document.hidden) this.#spent += performance.now() - this.#since
    else this.#since = performance.now()
  }

  constructor() {
    document.addEventListener('visibilitychange', this.#look)
  }

  /** Stops it; the seconds. */
  stop(): number {
    document.removeEventListener('visibilitychange', this.#look)
    return (this.#spent + (document.hidden ? 0 : performance.now() - this.#since)) / 1000
  }
}

/** Follows the game on the board; call `follow` whenever it changes. */
export class Recorder {
  readonly games = new Games()
  #reading: Reading | null = null
  #clock: Clock | null = null
  /** The game began at the start of the board. */
  #whole = false
  #last = 0
  #back = 0

  constructor(
    readonly play: Play,
    readonly judge: Judge,
  ) {}

  follow() {
    const { reading, moves, solved } = this.play
    untrack(() => this.#follow(reading, moves, solved))
  }

  close() {
    this.#clock?.stop()
    this.#clock = null
  }

  #follow(reading: Reading | null, moves: string[], solved: boolean) {
    if (reading !== this.#reading || !moves.length) {
      this.close()
      this.#reading = reading
      this.#whole = !moves.length
      this.#back = 0
    } else if (this.#whole) {
      this.#clock ??= new Clock()
      if (moves.length < this.#last) this.#back++
    }
    this.#last = moves.length
    if (solved && this.#whole && this.#clock) {
      this.#whole = false
      const seconds = this.#clock.stop()
      this.#clock = null
      void this.#keep(moves, seconds)
    }
  }

  async #keep(moves: string[], seconds: number) {
    const { play, judge } = this
    const { reading, position } = play
    if (!reading || !position) return
    const ended = Date.now()
    const key = JSON.stringify(reading)
    // FreeCell has neither a small space nor a quick search.
    if (position.domain !== 'freecell') await judge.look('here')
    // What is known of another board, which was chosen meanwhile, is nothing about this game.
    const judged = position.domain !== 'freecell' && key === JSON.stringify(play.reading)
    const par = judged && judge.states ? judge.at(0) : undefined
    const lost = judged ? moves.filter((_, place) => (judge.after(moves.slice(0, place + 1))?.lost ?? 0) > 0) : []
    this.games.add({
      ended,
      instance: reading.instance,
      metric: position.metric,
      moves: position.cost,
      seconds,
      mistakes: this.#back + lost.length,
      optimum: par?.left ?? null,
      estimate: judged ? (judge.difficulty?.grade ?? null) : null,
    })
  }
}
