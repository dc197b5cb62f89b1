// A task on the page: its start, a plan, and the states along it, which are asked for when they are looked at.

import { failure, isAbort, post } from '../server/api'
import type { Failure, Position, Solve } from '../server/contract'
import { is, type AtomsBoard } from '../puzzles/boards'
import { Job } from '../server/job.svelte'

/** States that are kept. */
const KEPT = 200

export class Task {
  start = $state.raw<Position | null>(null)
  error = $state.raw<Failure['error'] | null>(null)
  /** Steps from the start: a plan, or steps that were chosen one by one. */
  plan = $state.raw<string[]>([])
  at = $state(0)
  loading = $state(false)
  readonly job = new Job<Solve>()
  #states = new Map<number, Position>()
  #shown = $state.raw<{ here: Position; before: AtomsBoard | null } | null>(null)
  #request: AbortController | null = null

  get here(): Position | null {
    return this.#shown?.here ?? null
  }

  get before(): AtomsBoard | null {
    return this.#shown?.before ?? null
  }

  /** Reads a task; what is shown stays until the answer. */
  async read(instance: string): Promise<void> {
    this.job.cancel()
    this.#request?.abort()
    const request = (this.#request = new AbortController())
    this.loading = true
    try {
      const start = await post<Position>('/position', { instance }, request.signal)
      this.error = null
      this.start = start
      this.job.clear()
      this.take([])
    } catch (error) {
      if (isAbort(error)) return
      this.error = failure(error)
    }
    this.loading = false
  }

  /** Puts a plan in the place of the present one. */
  take(plan: string[], at = 0) {
    this.plan = plan
    this.#states.clear()
    if (this.start) this.#states.set(0, this.start)
    void this.go(at)
  }

  async #state(at: number, signal: AbortSignal): Promise<Position> {
    const known = this.#states.get(at)
    if (known) return known
    const made = await post<Position>('/position', { instance: this.start?.instance ?? '', moves: this.plan.slice(0, at) }, signal)
    if (this.#states.size >= KEPT) this.#states.delete([...this.#states.keys()].find(key => key !== 0) ?? -1)
    this.#states.set(at, made)
    return made
  }

  /** Shows the state after so many steps. */
  async go(to: number): Promise<void> {
    if (!this.start) return
    const at = Math.min(Math.max(0, to), this.plan.length)
    this.at = at
    this.#request?.abort()
    const request = (this.#request = new AbortController())
    try {
      const [before, here] = await Promise.all([at > 0 ? this.#state(at - 1, request.signal) : null, this.#state(at, request.signal)])
      if (request.signal.aborted) return
      this.#shown = { here, before: atomsOf(before) }
      this.error = null
    } catch (error) {
      if (!isAbort(error)) this.error = failure(error)
    }
  }

  /** Makes a step from the state that is shown; what followed it is dropped. */
  step(text: string) {
    const plan = [...this.plan.slice(0, this.at), text]
    this.plan = plan
    for (const key of [...this.#states.keys()]) if (key >= plan.length) this.#states.delete(key)
    void this.go(plan.length)
  }

  close() {
    this.job.cancel()
    this.#request?.abort()
  }
}

export function atomsOf(position: Position | null): AtomsBoard | null {
  return position && is(position.board, 'atoms') ? position.board : null
}
