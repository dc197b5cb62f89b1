// Members of the built-in sets: the next one, any one.

import { guess } from './catalog'
import type { Catalog, InstanceSet } from './contract'

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
