// A job of the server: started, followed by its events, cancelled when its page no longer wants it.

import { untrack } from 'svelte'
import { failure, get, post, remove } from './api'
import type { Board, Failure, Item, Job as Answer, JobRequest, Progress } from './contract'

export class Job<Result> {
  state = $state<'idle' | 'running' | 'done' | 'failed' | 'cancelled'>('idle')
  progress = $state.raw<Progress | null>(null)
  result = $state.raw<Result | null>(null)
  /** The best solution so far of one that improves, as screens show it. */
  board = $state.raw<Board | null>(null)
  error = $state.raw<Failure['error'] | null>(null)
  #id: string | null = null
  #events: EventSource | null = null
  /** Counts starts, so that the answer to an older one is recognised and dropped. */
  #turn = 0

  /** The job of a component ends with it. */
  static here<Result>(): Job<Result> {
    const job = new Job<Result>()
    $effect(() => () => job.cancel())
    return job
  }

  /** The same, whose result belongs to a subject: another one, compared by its JSON, clears it. */
  static on<Result>(subject: () => unknown, cleared: () => void = () => undefined): Job<Result> {
    const job = Job.here<Result>()
    const key = $derived(JSON.stringify(subject()))
    $effect(() => {
      void key
      untrack(() => {
        job.clear()
        cleared()
      })
    })
    return job
  }

  get running() {
    return this.state === 'running'
  }

  /** Starts a job; the previous one is cancelled. Settles when the job ends. */
  async start(request: JobRequest, each?: (item: Item) => void): Promise<Result | null> {
    this.cancel()
    const turn = ++this.#turn
    this.state = 'running'
    this.error = null
    this.progress = null
    this.board = null
    try {
      const job = await post<Answer>('/jobs', request)
      if (turn !== this.#turn) {
        void remove(`/jobs/${job.id}`).catch(() => undefined)
        return null
      }
      this.#id = job.id
      const end = job.state === 'done' || job.state === 'failed' ? job : await this.#follow(job.id, each)
      if (turn !== this.#turn) return null
      this.#finish(end)
    } catch (error) {
      if (turn !== this.#turn) return null
      this.state = 'failed'
      this.error = failure(error)
    }
    return untrack(() => this.result)
  }

  #finish(end: Answer) {
    this.#id = null
    this.progress = end.progress
    this.state = end.state === 'done' ? 'done' : end.state === 'cancelled' ? 'cancelled' : 'failed'
    if (end.result !== undefined) this.result = end.result as Result
    if (end.error) this.error = end.error.error
  }

  #follow(id: string, each?: (item: Item) => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const events = new EventSource(`/api/jobs/${id}/events`)
      this.#events = events
      events.addEventListener('progress', event => (this.progress = JSON.parse(event.data) as Progress))
      events.addEventListener('board', event => (this.board = JSON.parse(event.data) as Board))
      events.addEventListener('item', event => each?.(JSON.parse(event.data) as Item))
      events.addEventListener('end', event => {
        events.close()
        resolve(JSON.parse(event.data) as Answer)
      })
      events.onerror = () => {
        // The browser tries again by itself while the connection was merely lost.
        if (events.readyState !== EventSource.CLOSED) return
        get<Answer>(`/jobs/${id}`).then(resolve, reject)
      }
    })
  }

  /** Asks it to end and waits for what it has: `start` settles with it. */
  stop() {
    if (this.#id) void remove(`/jobs/${this.#id}`).catch(() => undefined)
    else this.cancel()
  }

  /** Ends it; the last result stays. */
  cancel() {
    this.#turn++
    this.#events?.close()
    this.#events = null
    if (this.#id) void remove(`/jobs/${this.#id}`).catch(() => undefined)
    this.#id = null
    // Effects start and end jobs without following what becomes of them.
    if (untrack(() => this.state) === 'running') this.state = 'cancelled'
  }

  /** Forgets everything. */
  clear() {
    this.cancel()
    this.state = 'idle'
    this.result = null
    this.error = null
    this.progress = null
    this.board = null
  }
}
