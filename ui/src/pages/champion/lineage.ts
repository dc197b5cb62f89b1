// Where the ancestors of a champion are drawn: a row for each generation that has some, the youngest on top, each
// individual below the middle of its children.

import type { Individual } from '../../server/contract'

export const ROW = 38
const GAP = 24

export interface Placed {
  one: Individual
  x: number
  y: number
}

export interface Lineage {
  nodes: Placed[]
  links: { from: Placed; to: Placed }[]
  rows: { generation: number; y: number }[]
  left: number
  width: number
  height: number
}

export function layout(individuals: Individual[]): Lineage {
  const generations = [...new Set(individuals.map(one => one.generation))].sort((a, b) => b - a)
  const children = new Map<number, Individual[]>()
  for (const one of individuals) for (const parent of one.parents ?? []) children.set(parent, [...(children.get(parent) ?? []), one])
  const placed = new Map<number, Placed>()
  generations.forEach((generation, row) => {
    const own = individuals.filter(one => one.generation === generation).map(one => ({ one, pending: middle(children.get(one.id) ?? [], placed) }))
    own.sort((a, b) => a.pending - b.pending || a.one.id - b.one.id)
    // Neighbours keep their distance, and the row as a whole stays below its children.
    const xs: number[] = []
    for (const { pending } of own) xs.push(Math.max(pending, (xs.at(-1) ?? -Infinity) + GAP))
    const drift = own.reduce((sum, { pending }, place) => sum + (xs[place] ?? 0) - pending, 0) / Math.max(1, own.length)
    own.forEach(({ one }, place) => placed.set(one.id, { one, x: (xs[place] ?? 0) - drift, y: row * ROW }))
  })
  const nodes = [...placed.values()]
  const links = nodes.flatMap(to => (to.one.parents ?? []).flatMap(parent => placed.get(parent) ?? []).map(from => ({ from, to })))
  const [left, right] = [Math.min(...nodes.map(node => node.x)) - 20, Math.max(...nodes.map(node => node.x)) + 20]
  const rows = generations.map((generation, row) => ({ generation, y: row * ROW }))
  return { nodes, links, rows, left, width: right - left, height: Math.max(1, generations.length) * ROW }
}

function middle(children: Individual[], placed: Map<number, Placed>): number {
  const xs = children.flatMap(child => placed.get(child.id)?.x ?? [])
  return xs.length ? xs.reduce((a, b) => a + b, 0) / xs.length : 0
}
