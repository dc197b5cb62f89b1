// Variants of a heuristic, searched with on the same instances, in one job.

import { get } from '../../server/api'
import type { Data, Domain, Experiment, Method, NamedInstance, Solve, TableResult } from '../../server/contract'
import { reference } from '../../server/instances'
import { Job } from '../../server/job.svelte'
import { searchOf } from '../../fields/method'
import { at } from '../../fields/values'

export interface Score {
  solved: number
  expanded: number
  /** Mean plan length of those that are solved. */
  length: number
}

/** On what a heuristic is measured. */
export interface Bench {
  instances: string[]
  method: Method
  nodes: number
  words: string
}

/** Instances at most: every click measures on all of them. */
const MOST = 12
const NODES = 50_000

/** The validation instances and the search of a run's experiment; for a text alone the domain's own instances and A*. */
export async function benchOf(domain: Domain, data: Data, experiment: number | null, configuration: number): Promise<Bench> {
  if (experiment === null || data.run === undefined) return { instances: domain.audit.slice(0, MOST), method: { algorithm: 'astar' }, nodes: NODES, words: domain.audit.slice(0, MOST).join(', ') }
  const [whole, { instances }] = await Promise.all([get<Experiment>(`/experiments/${experiment}`), get<{ instances: NamedInstance[] }>(`/experiments/${experiment}/instances?role=validation&configuration=${configuration}`)])
  const { algorithm, parameters } = searchOf(whole.values)
  const used = instances.slice(0, MOST)
  return {
    instances: used.map(one => reference(domain.name, one.text)),
    method: { algorithm, ...parameters },
    nodes: Number(at(whole.values, 'search.limits.expanded') ?? NODES),
    words: `${used.length} of ${instances.length} validation instances, by ${algorithm}`,
  }
}

export class Measuring {
  readonly job = new Job<TableResult>()
  #known = new Map<string, Score>()

  /** What each text is worth; null where the job was cancelled or refused. */
  async scores(bench: Bench, metric: string | null, texts: string[]): Promise<(Score | null)[]> {
    const missing = [...new Set(texts.filter(text => !this.#known.has(text)))]
    if (missing.length) {
      const done = await this.job.start({ kind: 'table', instances: bench.instances, metric, methods: missing.map(heuristic => ({ ...bench.method, heuristic })), limits: { nodes: bench.nodes, seconds: 10 } })
      const rows = done?.rows ?? []
      if (rows.length && rows.length % missing.length === 0 && this.job.state === 'done') missing.forEach((text, place) => this.#known.set(text, score(rows.filter((_, at) => at % missing.length === place))))
    }
    return texts.map(text => this.#known.get(text) ?? null)
  }
}

function score(rows: Solve[]): Score {
  const solved = rows.filter(row => row.status === 'solved')
  return { solved: solved.length, expanded: rows.reduce((sum, row) => sum + row.stats.expanded, 0), length: solved.reduce((sum, row) => sum + (row.length ?? 0), 0) / Math.max(1, solved.length) }
}

/** Whether a variant is as good as the original, within a share of its nodes and of its plan length. */
export function within(one: Score, base: Score, share: number): boolean {
  return one.solved >= base.solved && one.expanded <= base.expanded * (1 + share) && one.length <= base.length * (1 + share)
}
