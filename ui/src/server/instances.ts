// Instances by name and by text, and the members of the built-in sets: the next one, any one.

import { guess, isPlanning } from './catalog'
import type { Catalog, Experiment, InstanceSet } from './contract'
import { address } from '../frame/route.svelte'

/** The domain of an experiment as requests take it: its name, or its definition if it has one. */
export const domainIn = ({ values, summary }: Experiment) => String(values['pddl'] ?? summary.domain)

/** An instance of a domain, as requests name it. */
export const reference = (domain: string, text: string) => (domain.startsWith('(') ? `pddl:${domain}\n${text}` : `${domain}:${text}`)

/** A name that means the instance everywhere: its own if it is a member of a set. */
export const named = (domain: string, { name, text }: { name: string; text: string }) => (/^[a-z0-9-]+:[\w-]+$/.test(name) ? name : reference(domain, text))

/** A name that fits into a table: that of the problem where the name is a whole task. */
export const shortName = (name: string) => name.match(/\(problem\s+([^\s)]+)/i)?.[1] ?? name

/** Where an instance is looked at: puzzles are played, planning tasks have a page of their own. */
export const instanceAddress = (domain: string, query: Record<string, string>) => address(isPlanning(domain) ? 'plan' : 'solve', query)

/** The set that an instance's name belongs to, and the member. */
export function member(known: Catalog, instance: string): { set: InstanceSet; name: string } | null {
  const colon = instance.indexOf(':')
  const prefix = instance.slice(0, colon)
  const set = guess(known, instance)?.sets.find(one => one.name === prefix)
  return set ? { set, name: instance.slice(colon + 1) } : null
}

/** The instance so many places further in its set; null for a board of one's own. */
export function neighbour(known: Catalog, instance: string, by: number): string | null {
  const found = member(known, instance)
  if (!found) return null
  const { set, name } = found
  if (set.names) return `${set.name}:${set.names[(set.names.indexOf(name) + by + set.names.length) % set.names.length]}`
  return `${set.name}:${Math.min(set.last ?? Infinity, Math.max(set.first ?? 1, Number(name) + by))}`
}

/** Any instance of the same set; null for a board of one's own. */
export function random(known: Catalog, instance: string): string | null {
  const found = member(known, instance)
  if (!found) return null
  const { set, name } = found
  const [first, last] = set.names ? [0, set.names.length - 1] : [set.first ?? 1, Math.min(set.last ?? 1_000_000, 1_000_000)]
  const own = set.names ? set.names.indexOf(name) : Number(name)
  // Any but the present one.
  const place = first + Math.floor(Math.random() * Math.max(1, last - first))
  const other = place >= own && last > first ? place + 1 : place
  return `${set.name}:${set.names ? set.names[other] : other}`
}
