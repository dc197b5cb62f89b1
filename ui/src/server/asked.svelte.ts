// What a page asks of the server, and what came back.

import { failure } from './api'
import type { Failure } from './contract'

/**
 * The answer to a question that follows what the page shows. The question reads that and gives the request, which is made again
 * whenever it changes; only the last answer counts, and what was there stays until then. A question that gives `undefined`
 * leaves the answer as it is, `null` clears it. What is typed waits for some milliseconds.
 */
export class Asked<T> {
  value = $state.raw<T | null>(null)
  error = $state.raw<Failure['error'] | null>(null)

  constructor(question: () => ((signal: AbortSignal) => Promise<T>) | null | undefined, wait = 0) {
    $effect(() => {
      const ask = question()
      if (ask === null) this.value = null
      if (!ask) return
      const abort = new AbortController()
      const begin = () => ask(abort.signal).then(
        value => { if (!abort.signal.aborted) [this.value, this.error] = [value, null] },
        error => { if (!abort.signal.aborted) this.error = failure(error) },
      )
      const timer = wait ? setTimeout(begin, wait) : void begin()
      return () => {
        clearTimeout(timer)
        abort.abort()
      }
    })
  }
}
