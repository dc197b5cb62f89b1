// The file of a new experiment while it is edited, as text and by the form. The server parses it and writes what the form
// changes into the text; until its answer the form shows the values with the changes.

import { failure, isAbort, post, Refusal } from '../../server/api'
import type { CheckedExperiment, Failure } from '../../server/contract'
import { keep, recall } from '../../frame/stored'
import { put, type Change, type Draft, type Table, type Value } from '../../fields/values'
import type { Mistakes } from './mistakes.svelte'

/** Milliseconds after the last key before a text that is typed is checked, and before a server that is away is asked again. */
const TYPED = 200
const AGAIN = 1000

/** A text with changes in it, as far as it can be read. */
export const ask = (toml: string, changes: Change[], signal?: AbortSignal) => post<CheckedExperiment>('/experiments/check', { toml, changes }, signal)

export class Editing {
  text = $state('')
  values = $state.raw<Table>({})
  checked = $state.raw<CheckedExperiment | null>(null)
  /** The values with every default; those of before while there is a mistake. */
  filled = $state.raw<unknown>({})
  wrong = $state.raw<Failure['error'] | null>(null)
  /** The server has not answered to the last change yet. */
  busy = $state(false)
  /** The text that the page began with. */
  origin = $state('')
  /** Changes that are not in the text yet. */
  #changes: Change[] = []
  #wait: ReturnType<typeof setTimeout> | undefined
  #loop: Promise<void> | null = null
  #request = new AbortController()

  /** Drafts are kept under a name. */
  constructor(
    readonly name: string,
    readonly mistakes: Mistakes,
  ) {}

  /** Begins with a text and changes of it, or with the draft that was kept. */
  async begin(toml: string, changes: Change[]) {
    const kept = recall(localStorage, this.name)
    const left = this.#left()
    const made = await ask(toml, changes)
    this.origin = made.toml
    this.#take(made)
    if (kept !== null) this.text = kept
    this.#changes = left
    this.#keep()
    if (kept !== null || left.length) await this.#settle()
  }

  /** The changes that were kept; none where they cannot be read. */
  #left(): Change[] {
    try {
      const found: unknown = JSON.parse(recall(localStorage, `${this.name} changes`) ?? '[]')
      return Array.isArray(found) ? (found as Change[]) : []
    } catch {
      return []
    }
  }

  /** The text and the changes of it, as the form begins with it. */
  get draft(): Draft {
    return { toml: this.text, values: this.values, changes: this.#changes }
  }

  /** Sets a key, or takes it out. */
  change(section: string, key: string, value: Value | undefined) {
    this.load(put(this.draft, section, key, value))
  }

  /** Replaces the draft. */
  load({ toml, values, changes }: Draft) {
    this.values = values
    this.#changes = changes
    this.text = toml
    this.#keep()
    void this.#settle()
  }

  /** A text that is typed. */
  type(text: string) {
    this.text = text
    this.busy = true
    this.#keep()
    clearTimeout(this.#wait)
    this.#wait = setTimeout(() => void this.#settle(), TYPED)
  }

  /** The page is left. */
  close() {
    clearTimeout(this.#wait)
    this.#request.abort()
  }

  /** Forgets what was kept. */
  forget() {
    keep(localStorage, this.name, null)
    keep(localStorage, `${this.name} changes`, null)
  }

  #keep() {
    keep(localStorage, this.name, this.text === this.origin ? null : this.text)
    keep(localStorage, `${this.name} changes`, this.#changes.length ? JSON.stringify(this.#changes) : null)
  }

  /** The text with all changes; throws where the server could not write them. */
  async settled(): Promise<string> {
    if (this.busy || this.wrong || this.#changes.length) await this.#settle()
    if (this.wrong) throw new Refusal(0, this.wrong)
    if (this.#changes.length) throw new Refusal(0, { message: 'The last changes of the form are not in the file yet.', help: 'Correct the errors of the file first.' })
    return this.text
  }

  #settle(): Promise<void> {
    clearTimeout(this.#wait)
    this.busy = true
    return (this.#loop ??= this.#ask().finally(() => (this.#loop = null)))
  }

  /** Asks, one request at a time, until the answer is that of the present text and changes. */
  async #ask() {
    try {
      for (;;) {
        const [text, changes] = [this.text, this.#changes]
        const made = await ask(text, changes, this.#request.signal)
        const same = text === this.text
        if (same && changes === this.#changes) return this.#take(made)
        // Changes were added meanwhile: the first are in the text already.
        if (same && made.values && changes.every((one, place) => one === this.#changes[place])) {
          this.text = made.toml
          this.#changes = this.#changes.slice(changes.length)
          this.#keep()
        }
      }
    } catch (error) {
      if (isAbort(error)) return
      this.wrong = failure(error)
      if (error instanceof Refusal && error.status === 0) this.#wait = setTimeout(() => void this.#settle(), AGAIN)
      else this.busy = false
    }
  }

  #take(made: CheckedExperiment) {
    this.checked = made
    this.busy = false
    this.wrong = null
    this.mistakes.all = made.errors.map(one => one.error)
    if (made.filled) this.filled = made.filled
    // What is no TOML keeps the values of before, and the changes wait until it is.
    if (!made.values) return
    this.text = made.toml
    this.values = made.values as Table
    this.#changes = []
    this.#keep()
  }
}
