// Experiments on optimisation problems, where rules evolve: what their fitness reads, and instances of their sets.

import { isOptimisation } from '../../catalog'
import type { Catalog, Domain } from '../../contract'
import type { Setting } from '../../setting'
import { put, table, type Table, type Value } from '../../toml'

const SAMPLE: Setting = { key: 'sample', name: 'Instances per generation', default: 20, about: '0: all' }
const TO: Setting = { key: 'to', name: 'Costs are compared with', default: 'bound', words: ['bound', 'best', 'reference'], about: 'the lower bound, the best known costs, or those of the reference rule' }
const ratio = (fallback: string): Setting => ({ key: 'ratio', name: 'Instances are put together by', default: fallback, words: ['sums', 'mean'], about: 'the ratio of sums, or the mean of ratios' })

export const RULE_FITNESS: Record<string, Setting[]> = {
  gap: [SAMPLE, TO, ratio('sums')],
  area: [SAMPLE, TO, ratio('mean')],
  wins: [SAMPLE],
}

/** What a domain's experiments may choose: coevolution works on boards, several evaluators on searches. */
export const evolution = (known: Catalog, domain: Domain) => known.evolution.filter(one => !isOptimisation(domain) || one.name !== 'coevolution')

/** Formulas of decisions as the file keeps them: `place: -added; accept: 0.5 - worse`. */
export function formulas(rules: unknown): Record<string, string> {
  const named = String(rules ?? '').split(';').map(one => /^\s*(\w+)\s*:\s*([^]*?)\s*$/.exec(one))
  return Object.fromEntries(named.flatMap(one => (one ? [[one[1] ?? '', one[2] ?? '']] : [])))
}

export function joined(formulas: Record<string, string>): string | undefined {
  const written = Object.entries(formulas).filter(([, formula]) => formula.trim())
  return written.map(([name, formula]) => `${name}: ${formula.trim()}`).join('; ') || undefined
}

/** Members of a set by their place in it, as a file names them. */
export function members(domain: Domain, role: string): string[] {
  const set = (role === 'test' && domain.sets[1]) || domain.sets[0]
  if (!set) return []
  if (set.names) return set.names.slice(0, 8).map(name => `${set.name}:${name}`)
  const [first, last] = [set.first ?? 1, set.last ?? 1]
  return [`${set.name}:${first}-${Math.min(last, first + 19)}`]
}

/** The ready-made file of a domain of another kind, with what belongs to no kind kept from this one. */
export function between(before: Table, ready: string, ours: string[]): string {
  const kept = ['name', 'seed', 'repetitions'].filter(key => before[key] !== undefined && !(key === 'name' && ours.includes(String(before[key]))))
  return kept.reduce((made, key) => put(made, '', key, before[key]), ready)
}

/** A table with a key set, or taken out; none if nothing is left. */
export function changed(now: unknown, key: string, to: Value | undefined): Table | undefined {
  const { [key]: _, ...rest } = table(now)
  if (to !== undefined) return { ...rest, [key]: to }
  return Object.keys(rest).length ? rest : undefined
}
