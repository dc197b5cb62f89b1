// Several methods on one instance or set: pairs of an algorithm and a rule, in the address.

import type { Domain } from '../../server/contract'

export interface Pair {
  /** Empty: the domain's. */
  algorithm: string
  /** Empty: the domain's. */
  rule: string
}

/** Pairs at once, at most. */
export const MOST = 4

/** Pairs in addresses: `construct|best_fit~iterated|`. Formulas have neither sign at their beginning. */
export const written = (pairs: Pair[]) => pairs.map(one => `${one.algorithm}|${one.rule}`).join('~')

/** The pairs of an address; without any the first rules, and what the domain runs. */
export function pairs(text: string | null, domain: Domain): Pair[] {
  if (!text) return [...domain.rules.slice(0, 2).map(rule => ({ algorithm: 'construct', rule: rule.name })), { algorithm: '', rule: '' }]
  return text.split('~').slice(0, MOST).map(one => { const at = one.indexOf('|'); return { algorithm: one.slice(0, at), rule: one.slice(at + 1) } })
}

/** A pair in words. */
export function named(pair: Pair, domain: Domain): string {
  const rule = pair.rule || domain.solver.heuristic
  return `${pair.algorithm || domain.solver.algorithm} with ${rule.length < 28 ? rule : 'a formula'}`
}

/** The fields of a request. */
export const method = ({ algorithm, rule }: Pair, domain: Domain) => ({ algorithm: algorithm || domain.solver.algorithm, heuristic: rule.trim() || domain.solver.heuristic })
