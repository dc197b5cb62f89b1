// Experiments on optimisation problems, where rules evolve: their formulas, and instances of their sets.

import { isOptimisation } from '../../server/catalog'
import type { Catalog, Domain } from '../../server/contract'
import { put, table, type Draft, type Table, type Value } from '../../fields/values'

/** The algorithms that a domain's experiments may choose: `own` is a function of Python, coevolution groups boards, and NSGA-II has the nodes of searches as an objective. */
export const evolution = (known: Catalog, domain: Domain) => known.evolution.filter(one => one.name !== 'own' && (!isOptimisation(domain) || !['coevolution', 'nsga2'].includes(one.name)))

/** Formulas of decisions as the file keeps them: `place: -added; accept: 0.5 - worse`. */
export function formulas(rules: unknown): Record<string, string> {
  const named = String(rules ?? '').split(';').map(one => /^\s*(\w+)\s*:\s*([^]*?)\s*$/.exec(one))
  return Object.fromEntries(named.flatMap(one => (one ? [[one[1] ?? '', one[2] ?? '']] : [])))
}

export function joined(formulas: Record<string, string>): string | undefined {
  const written = Object.entries(formulas).filter(([, formula]) => formula.trim())
  return written.map(([name, formula]) => `${name}: ${formula.trim()}`).join('; ') || undefined
}

/** The shares of training, validation and test in one dataset, to begin with. */
export const SPLIT = [0.6, 0.2, 0.2]

/** Members of a set by their place in it, as a file names them: no role has those of another; none where there are too few. */
export function members(domain: Domain, role: string): string[] {
  const set = (role === 'test' && domain.sets[1]) || domain.sets[0]
  const part = set && set === domain.sets[1] ? 0 : ['train', 'validation', 'test'].indexOf(role)
  const roles = domain.sets[1] ? 2 : 3
  const share = (all: number) => Math.max(1, Math.min(20, Math.floor(all / roles)))
  // Domains without sets have examples.
  if (!set) return domain.audit.slice(part * share(domain.audit.length), (part + 1) * share(domain.audit.length))
  const [first, last] = [set.first ?? 1, set.last ?? 1]
  const all = set.names?.length ?? last - first + 1
  const many = share(all)
  if (part * many >= all) return []
  if (set.names) return set.names.slice(part * many, (part + 1) * many).map(name => `${set.name}:${name}`)
  return [`${set.name}:${first + part * many}-${first + (part + 1) * many - 1}`]
}

/** A ready-made file, with what belongs to no problem kept from the file before. */
export function between(before: Table, ready: Draft, ours: string[]): Draft {
  const kept = ['name', 'seed', 'repetitions'].filter(key => before[key] !== undefined && !(key === 'name' && ours.includes(String(before[key]))))
  return kept.reduce((made, key) => put(made, '', key, before[key]), ready)
}

/** A table with a key set, or taken out; none if nothing is left. */
export function changed(now: unknown, key: string, to: Value | undefined): Table | undefined {
  const { [key]: _, ...rest } = table(now)
  if (to !== undefined) return { ...rest, [key]: to }
  return Object.keys(rest).length ? rest : undefined
}
