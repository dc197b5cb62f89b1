// States of planning tasks: atoms as texts, what a step changes, and how a state can be drawn.

import type { AtomsBoard } from '../puzzles/boards'

export const atomText = (predicate: string, objects: string[]) => `(${[predicate, ...objects].join(' ')})`

/** The atoms that a state has and another has not. */
export function missing(state: AtomsBoard, other: AtomsBoard): Set<string> {
  const known = new Set(atoms(other))
  return new Set(atoms(state).filter(one => !known.has(one)))
}

function atoms(state: AtomsBoard): string[] {
  return state.predicates.filter(one => !one.static).flatMap(one => one.atoms.map(atom => atomText(one.name, atom.objects)))
}

/** Towers, each from its lowest object, by the predicate that says what stands on what. */
export interface Stacks {
  kind: 'stacks'
  towers: string[][]
  /** Objects that stand nowhere: held, or on their way. */
  loose: string[]
}

/** Objects in the cells of a grid. */
export interface Grid {
  kind: 'grid'
  width: number
  height: number
  cells: { name: string; row: number; column: number; objects: string[]; marks: string[] }[]
}

/** Objects and the binary atoms between them. */
export interface Graph {
  kind: 'graph'
  nodes: { name: string; type: string; x: number; y: number; marks: string[] }[]
  edges: { predicate: string; from: string; to: string; static: boolean }[]
}

export type Drawing = Stacks | Grid | Graph

/** Objects of a graph, and edges: more cannot be read. */
const MOST_NODES = 60
const MOST_EDGES = 160
const MOST_CELLS = 1600

/** The drawing that fits a state, if one does. */
export function drawing(state: AtomsBoard): Drawing | null {
  return stacks(state) ?? grid(state) ?? graph(state)
}

/** A binary predicate between objects of one type where nothing carries two things and nothing stands on two. */
function stacks(state: AtomsBoard): Stacks | null {
  const types = new Map(state.objects.map(one => [one.name, one.type]))
  const on = state.predicates.find(one => one.name === 'on' && !one.static && one.atoms.every(atom => atom.objects.length === 2))
  const goal = state.goals.filter(one => one.predicate === 'on' && one.objects.length === 2)
  const pairs = [...(on?.atoms.map(atom => atom.objects) ?? []), ...goal.map(one => one.objects)]
  const first = pairs[0]?.[0]
  if (first === undefined || pairs.some(([a, b]) => types.get(a ?? '') !== types.get(b ?? ''))) return null
  const below = new Map(on?.atoms.map(atom => [atom.objects[0] ?? '', atom.objects[1] ?? '']) ?? [])
  const above = new Map([...below].map(([upper, lower]) => [lower, upper]))
  if (above.size !== below.size) return null
  const table = state.predicates.find(one => /^on-?table$/.test(one.name))?.atoms.map(atom => atom.objects[0] ?? '') ?? []
  const towers = table.map(base => {
    const tower = [base]
    for (let next = above.get(base); next !== undefined && tower.length <= state.objects.length; next = above.get(next)) tower.push(next)
    return tower
  })
  const placed = new Set(towers.flat())
  const loose = state.objects.filter(one => one.type === types.get(first) && !placed.has(one.name)).map(one => one.name)
  // Without a table there would be no lowest object.
  return towers.length ? { kind: 'stacks', towers, loose } : null
}

const place = (name: string) => name.match(/^\D*?(\d+)\D+(\d+)\D*$/)

/** Objects whose names end in two numbers are cells, where the task says which of them are neighbours. */
function grid(state: AtomsBoard): Grid | null {
  const numbered = state.objects.filter(one => place(one.name))
  const counts = new Map<string, number>()
  for (const one of numbered) counts.set(one.type, (counts.get(one.type) ?? 0) + 1)
  const [type, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['', 0]
  const cells = numbered.filter(one => one.type === type)
  if (count < 4 || count > MOST_CELLS) return null
  const at = new Map(cells.map(one => [one.name, place(one.name)?.slice(1).map(Number) as [number, number]]))
  const near = state.predicates.some(one => one.static && one.atoms.some(atom => atom.objects.filter(name => at.has(name)).length === 2))
  const located = state.predicates.some(one => !one.static && one.atoms.some(atom => atom.objects.some(name => at.has(name))))
  if (!located || (!near && count < 9)) return null
  const [rows, columns] = [0, 1].map(axis => [...new Set([...at.values()].map(one => one[axis] ?? 0))].sort((a, b) => a - b)) as [number[], number[]]
  const made = new Map(cells.map(one => [one.name, { name: one.name, row: rows.indexOf(at.get(one.name)?.[0] ?? 0), column: columns.indexOf(at.get(one.name)?.[1] ?? 0), objects: [] as string[], marks: [] as string[] }]))
  for (const predicate of state.predicates) {
    if (predicate.static) continue
    for (const { objects } of predicate.atoms) {
      const cell = objects.find(name => at.has(name))
      const others = objects.filter(name => name !== cell)
      if (cell === undefined || others.some(name => at.has(name))) continue
      const target = made.get(cell)
      if (others.length) target?.objects.push(others.join(' '))
      else target?.marks.push(predicate.name)
    }
  }
  return { kind: 'grid', width: columns.length, height: rows.length, cells: [...made.values()] }
}

/** The binary atoms as a graph, laid out by springs from a circle; the same state always looks the same. */
function graph(state: AtomsBoard): Graph | null {
  const edges = state.predicates.flatMap(one => one.atoms.filter(atom => atom.objects.length === 2).map(({ objects }) => ({ predicate: one.name, from: objects[0] ?? '', to: objects[1] ?? '', static: one.static })))
  // What changes tells more than what never does.
  const shown = edges.sort((a, b) => Number(a.static) - Number(b.static)).slice(0, MOST_EDGES)
  // All objects if they fit: then a step changes edges, and no object comes, goes or moves.
  const all = state.objects.length <= MOST_NODES
  const names = new Set(all ? state.objects.map(one => one.name) : shown.flatMap(edge => [edge.from, edge.to]))
  if (!shown.length || names.size > MOST_NODES) return null
  const marks = new Map<string, string[]>()
  for (const one of state.predicates) for (const { objects } of one.atoms) if (!one.static && objects.length === 1) marks.set(objects[0] ?? '', [...(marks.get(objects[0] ?? '') ?? []), one.name])
  const nodes = state.objects.filter(one => names.has(one.name)).map((one, at) => ({ ...one, x: Math.cos((2 * Math.PI * at) / names.size), y: Math.sin((2 * Math.PI * at) / names.size), marks: marks.get(one.name) ?? [] }))
  const fixed = shown.filter(edge => edge.static)
  spread(nodes, all || fixed.length ? fixed : shown)
  return { kind: 'graph', nodes, edges: shown }
}

function spread(nodes: { name: string; x: number; y: number }[], edges: Graph['edges']) {
  const index = new Map(nodes.map((one, at) => [one.name, at]))
  const wanted = 1.6 / Math.sqrt(Math.max(1, nodes.length))
  for (let round = 0; round < 150; round++) {
    // What nothing holds stays near the middle.
    const force = nodes.map(one => [-one.x * wanted, -one.y * wanted] as [number, number])
    nodes.forEach((a, i) => nodes.forEach((b, j) => {
      if (i === j) return
      const [dx, dy] = [a.x - b.x, a.y - b.y]
      const far = Math.max(1e-4, dx * dx + dy * dy)
      const own = force[i] as [number, number]
      own[0] += (dx / far) * wanted * wanted
      own[1] += (dy / far) * wanted * wanted
    }))
    for (const edge of edges) {
      const [i, j] = [index.get(edge.from), index.get(edge.to)]
      if (i === undefined || j === undefined || i === j) continue
      const [a, b] = [nodes[i], nodes[j]] as [{ x: number; y: number }, { x: number; y: number }]
      const [dx, dy] = [b.x - a.x, b.y - a.y]
      const pull = Math.hypot(dx, dy) / wanted / 4
      const [one, two] = [force[i], force[j]] as [[number, number], [number, number]]
      one[0] += dx * pull
      one[1] += dy * pull
      two[0] -= dx * pull
      two[1] -= dy * pull
    }
    const cool = 0.12 * (1 - round / 150)
    nodes.forEach((one, i) => {
      const [fx, fy] = force[i] as [number, number]
      const size = Math.max(1e-9, Math.hypot(fx, fy))
      one.x += (fx / size) * Math.min(size, cool)
      one.y += (fy / size) * Math.min(size, cool)
    })
  }
  const axis = (of: 'x' | 'y') => {
    const values = nodes.map(one => one[of])
    const [low, high] = [Math.min(...values), Math.max(...values)]
    nodes.forEach(one => (one[of] = high > low ? (one[of] - low) / (high - low) : 0.5))
  }
  axis('x')
  axis('y')
}
