// A game: an instance, the moves made so far, and the position they lead to.

import { untrack } from 'svelte'
import { failure, isAbort, post } from './api'
import type { Failure, Position } from './contract'

/** An instance with how it is to be read. */
export interface Reading {
  instance: string
  metric?: string | null
  settings?: Record<string, string>
}

export class Play {
  reading = $state.raw<Reading | null>(null)
  moves = $state.raw<string[]>([])
  position = $state.raw<Position | null>(null)
  error = $state.raw<Failure['error'] | null>(null)
  loading = $state(false)
  /** Positions already seen on the way, so that taking back asks nobody. */
  #past: Position[] = []
  #request: AbortController | null = null

  get solved() {
    return this.position?.solved ?? false
  }

  /** Begins with an instance, unless it is the one on the table. */
  async load(reading: Reading, moves: string[] = []) {
    this.reading = reading
    this.#past = []
    await this.#ask(moves)
  }

  async move(text: string) {
    const before = this.position
    if (!before) return
    if (await this.#ask([...this.moves, text])) this.#past.push(before)
  }

  /** Several moves, one after another, each to be seen. */
  async run(texts: string[], pause = 120) {
    for (const text of texts) {
      await this.move(text)
      if (this.error) return
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }

  async undo() {
    const before = this.#past.pop()
    if (before) {
      this.#request?.abort()
      this.position = before
      this.moves = this.moves.slice(0, -1)
      this.error = null
    } else if (this.moves.length) {
      await this.#ask(this.moves.slice(0, -1))
    }
  }

  async reset() {
    this.#past = []
    await this.#ask([])
  }

  async #ask(moves: string[]): Promise<boolean> {
    this.#request?.abort()
    const request = new AbortController()
    this.#request = request
    this.loading = true
    try {
      // An effect that begins a game does not follow it.
      const reading = untrack(() => this.reading)
      this.position = await post<Position>('/position', { ...reading, moves }, request.signal)
      this.moves = moves
      this.error = null
      return true
    } catch (error) {
      if (!isAbort(error)) {
        this.error = failure(error)
        if (!moves.length) this.position = null
      }
      return false
    } finally {
      if (this.#request === request) this.loading = false
    }
  }
}
