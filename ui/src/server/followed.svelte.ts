// An experiment that a page follows: loaded, kept up to date by events, and loaded again when it has become another.

import { listen } from './events.svelte'
import type { Experiment, ExperimentSummary } from './contract'

/** Milliseconds in which several events need one look only. */
const SOON = 300

export class Followed {
  experiment = $state.raw<Experiment | null>(null)
  summary = $state.raw<ExperimentSummary | null>(null)
  #soon: ReturnType<typeof setTimeout> | undefined

  /** Follows the experiment of a number while its component is on the page; `load` fills both fields. */
  constructor(id: () => string | number | null, load: () => unknown) {
    $effect(() => {
      void load()
      const mine = (event: { experiment: number }) => String(event.experiment) === String(id())
      const later = (event: { experiment: number }) => {
        if (!mine(event)) return
        clearTimeout(this.#soon)
        this.#soon = setTimeout(() => void load(), SOON)
      }
      const ends = [
        listen('state', later),
        listen('test', later),
        listen('reset', () => void load()),
        listen('progress', event => {
          if (mine(event) && this.summary) this.summary = { ...this.summary, progress: event.progress, eta: event.eta, phase: event.phase ?? this.summary.phase }
        }),
        listen('generation', event => {
          const { summary } = this
          if (!mine(event) || !summary || event.control) return
          const better = event.validation !== null && (summary.best === null || event.validation < summary.best)
          this.summary = { ...summary, generation: Math.max(summary.generation, event.generation), best: better ? event.validation : summary.best }
          // A new champion is worth a look at the runs.
          if (event.champion) later(event)
        }),
      ]
      return () => {
        clearTimeout(this.#soon)
        ends.forEach(end => end())
      }
    })
  }

  take(experiment: Experiment) {
    this.experiment = experiment
    this.summary = experiment.summary
  }
}
