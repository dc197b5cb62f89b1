// A study: which instances, by classes, which methods, and what came of every search.

import type { Catalog, Solve } from '../../server/contract'

/** An instance with the class that plots and tables gather it under. */
export interface Member {
  instance: string
  class: string
}

/** What a search is measured by; smaller is better, except for the share that is solved. */
export const MEASURES = [
  { name: 'expanded', title: 'nodes expanded', log: true, of: (one: Solve) => one.stats.expanded },
  { name: 'length', title: 'plan length', log: false, of: (one: Solve) => one.length },
  { name: 'time', title: 'seconds', log: true, of: (one: Solve) => one.stats.seconds },
  { name: 'generated', title: 'nodes generated', log: true, of: (one: Solve) => one.stats.generated },
  { name: 'memory', title: 'bytes', log: true, of: (one: Solve) => one.stats.peak_bytes },
] as const
export type Measure = (typeof MEASURES)[number]

/** Instances at most, so that a mistyped range does not run for days. */
const MOST = 2_000

/** The members that words name: `unblock:easy`, `jam:1-40`, `unblock`, `jam:7`, or a board of one's own. */
export function members(known: Catalog, domain: string, words: string[]): Member[] {
  const sets = known.domains.find(one => one.name === domain)?.sets ?? []
  const found = words.flatMap((word): Member[] => {
    const [prefix = '', which = ''] = word.split(/:(.*)/s, 2)
    const set = sets.find(one => one.name === prefix)
    if (!set) return [{ instance: word, class: 'own boards' }]
    if (set.names) {
      const own = set.names.filter(name => !which || name === which || name.replace(/-\d+$/, '') === which)
      return (own.length ? own : [which]).map(name => ({ instance: `${prefix}:${name}`, class: `${prefix} ${name.replace(/-\d+$/, '')}` }))
    }
    const [, from = String(set.first ?? 1), to = which ? from : String(set.last ?? from)] = /^(\d+)(?:-(\d+))?$/.exec(which) ?? []
    const many = Math.min(MOST, Math.max(0, Number(to) - Number(from) + 1))
    return Array.from({ length: many }, (_, at) => ({ instance: `${prefix}:${Number(from) + at}`, class: prefix }))
  })
  const seen = new Set<string>()
  return found.filter(({ instance }) => !seen.has(instance) && seen.add(instance)).slice(0, MOST)
}

/** Words that a set offers: its classes, or a beginning of its numbers. */
export function offers(known: Catalog, domain: string): { word: string; about: string }[] {
  const sets = known.domains.find(one => one.name === domain)?.sets ?? []
  return sets.flatMap(set => {
    if (!set.names) {
      const last = Math.min(set.last ?? 20, (set.first ?? 1) + (set.last && set.last <= 200 ? set.last : 20) - 1)
      return [{ word: `${set.name}:${set.first ?? 1}-${last}`, about: set.about }]
    }
    const classes = [...new Set(set.names.map(name => name.replace(/-\d+$/, '')))]
    return classes.length < set.names.length && classes.length > 1 ? classes.map(one => ({ word: `${set.name}:${one}`, about: set.about })) : [{ word: set.name, about: set.about }]
  })
}

/** What was found by one method. */
export interface Found {
  method: string
  rows: Map<string, Solve>
}

/** Values of a measure over the instances of a class that a method has solved. */
export function values(found: Found, members: Member[], measure: Measure): number[] {
  return members.flatMap(({ instance }) => {
    const row = found.rows.get(instance)
    return row?.status === 'solved' ? [measure.of(row) ?? 0] : []
  })
}

export function median(list: number[]): number | null {
  if (!list.length) return null
  const sorted = [...list].sort((a, b) => a - b)
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2
}

export const average = (list: number[]) => (list.length ? list.reduce((sum, one) => sum + one, 0) / list.length : null)
