// Which experiments a list shows, in which order and groups.

import type { Annotations } from '../../server/annotations'
import { title } from '../../server/catalog'
import type { ExperimentSummary } from '../../server/contract'
import { order } from './columns'

export interface View {
  /** Words that name, note, tags, puzzle, genome or algorithm must contain. */
  words: string
  state: string
  domain: string
  tag: string
  sort: string
  group: string
}

export const SORTS: [string, string][] = [
  ['', 'newest first'],
  ['old', 'oldest first'],
  ['name', 'name'],
  ['best', 'best fitness'],
  ['gain', 'gain over the baseline'],
  ['progress', 'progress'],
]
export const GROUPS: [string, string][] = [
  ['', 'no groups'],
  ['tag', 'by tag'],
  ['domain', 'by puzzle'],
  ['genome', 'by genome'],
  ['algorithm', 'by algorithm'],
  ['state', 'by state'],
]

function matches(one: ExperimentSummary, notes: Annotations, { words, state, domain, tag }: View): boolean {
  const note = notes.get(one.id)
  if (state && one.state !== state) return false
  if (domain && one.domain !== domain) return false
  if (tag && !note?.tags.includes(tag)) return false
  const text = [one.name, title(one.domain), one.genome, one.algorithm, one.fitness, note?.note, ...(note?.tags ?? []), `#${one.id}`].join(' ').toLowerCase()
  return words.toLowerCase().split(/\s+/).every(word => text.includes(word))
}

/** The groups with their experiments; one without a name where nothing is grouped. An experiment with several tags is in several. */
export function arranged(all: ExperimentSummary[], notes: Annotations, view: View): [string, ExperimentSummary[]][] {
  const shown = all.filter(one => matches(one, notes, view)).sort(order(view.sort) ?? (view.sort === 'old' ? (a, b) => a.id - b.id : (a, b) => b.id - a.id))
  const names = (one: ExperimentSummary): string[] => {
    if (view.group === 'tag') return notes.get(one.id)?.tags.length ? (notes.get(one.id)?.tags ?? []) : ['without a tag']
    if (view.group === 'domain') return [title(one.domain)]
    if (view.group === 'genome' || view.group === 'algorithm' || view.group === 'state') return [one[view.group]]
    return ['']
  }
  const groups = new Map<string, ExperimentSummary[]>()
  for (const one of shown) for (const name of names(one)) groups.set(name, [...(groups.get(name) ?? []), one])
  return [...groups].sort(([a], [b]) => a.localeCompare(b))
}

/** All tags, the most used first. */
export function tags(notes: Annotations): string[] {
  const many = new Map<string, number>()
  for (const { tags: own } of notes.values()) for (const tag of own) many.set(tag, (many.get(tag) ?? 0) + 1)
  return [...many].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([tag]) => tag)
}
