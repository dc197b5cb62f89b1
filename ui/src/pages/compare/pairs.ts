// What a comparison must not hide: which pairs say something, and whether the experiments were measured on the same
// instances.

import type { Comparison } from '../../server/contract'
import { table, type Table } from '../../fields/values'

export type Pair = Comparison['pairs'][number]

/** Pairs of which one is evolved at least and both have two runs, with Holm's correction over these alone. */
export function telling({ groups, pairs }: Comparison): Pair[] {
  const kept = pairs.filter(({ a, b }) => !(groups[a]?.control && groups[b]?.control) && [a, b].every(one => (groups[one]?.values.length ?? 0) > 1))
  let least = 0
  const holm = new Map([...kept].sort((a, b) => a.p - b.p).map((pair, place) => [pair, (least = Math.min(1, Math.max(least, pair.p * (kept.length - place))))]))
  return kept.map(pair => ({ ...pair, holm: holm.get(pair) ?? pair.holm }))
}

/** In what the files of experiments differ, so that figures cannot be compared. */
export function unlike(values: unknown[]): string[] {
  const files = values.map(table)
  const differs = (of: (file: Table) => unknown) => new Set(files.map(file => JSON.stringify(of(file) ?? null))).size > 1
  const data = (role: string) => (file: Table) => {
    const { [role]: own, csv, split } = table(file['data'])
    return [own, csv, split]
  }
  return [
    differs(file => file['domain']) ? 'puzzles' : '',
    differs(file => file['metric']) ? 'plan length metrics' : '',
    differs(file => table(file['fitness'])['kind']) ? 'fitness' : '',
    differs(data('validation')) ? 'validation sets' : '',
    differs(data('test')) ? 'test sets' : '',
    differs(file => table(file['search'])) ? 'searches or their limits' : '',
  ].filter(Boolean)
}
