// What the server says is wrong, shown at the field that it names, or at the nearest place that the form has for it.

import type { Failure } from '../../server/contract'

type Mistake = Failure['error']

/** The steps of the form, with the tables and keys of the file that each edits. */
export const STEPS = [
  { name: 'Problem', paths: ['name', 'domain', 'pddl', 'metric', 'settings', 'seed'] },
  { name: 'Instances', paths: ['data'] },
  { name: 'Heuristic', paths: ['genome', 'initial'] },
  { name: 'Search', paths: ['search', 'fitness'] },
  { name: 'Budget', paths: ['algorithm', 'operators', 'stop', 'champion', 'repetitions', 'grid'] },
]

const within = (field: string, path: string) => field === path || field.startsWith(path + '.') || field.startsWith(path + '[')

export class Mistakes {
  all = $state.raw<Mistake[]>([])
  /** The paths of the fields on the page, each with how many fields have it. */
  #paths = $state<Record<string, number>>({})

  /** Makes a path one of the places of mistakes, until the returned function is called. */
  claim(path: string): () => void {
    this.#paths[path] = (this.#paths[path] ?? 0) + 1
    return () => void (this.#paths[path] = (this.#paths[path] ?? 1) - 1)
  }

  /** Those that this path is the nearest place for. */
  of(path: string): Mistake[] {
    return this.all.filter(({ field }) => field && within(field, path) && !Object.entries(this.#paths).some(([other, count]) => count > 0 && other.length > path.length && within(field, other)))
  }

  /** Those of a step. */
  within(paths: string[]): Mistake[] {
    return this.all.filter(({ field }) => field && paths.some(path => within(field, path)))
  }
}
