// A heuristic taken apart: every part with its place, what it can be replaced by, and the text of the whole after that.

import type { Formula, Node } from '../../server/contract'

/** Where a part is: `e.0.1`, `r.2` for a rule, `r.2.if.0`, `r.2.then`, `o.1` below otherwise. */
export type Place = string

export interface Part {
  place: Place
  node: Node | null
  /** As people read it. */
  words: string
  /** Nodes that go with it. */
  size: number
  /** What it stands in for its parent: the operation, and which operand. */
  within: { op: string; operand: number } | null
}

export interface Option {
  words: string
  /** The text that takes the part's place; null removes a rule. */
  text: string | null
}

const size = (node: Node): number => 1 + (node.children ?? []).reduce((sum, child) => sum + size(child), 0)

function under(node: Node, place: Place, within: Part['within']): Part[] {
  const own: Part = { place, node, words: node.text, size: size(node), within }
  return [own, ...(node.children ?? []).flatMap((child, operand) => under(child, `${place}.${operand}`, { op: node.op ?? '', operand }))]
}

/** All parts, each before those within it. */
export function partsOf(formula: Formula): Part[] {
  if (formula.kind === 'value') return formula.expression ? under(formula.expression, 'e', null) : []
  const rules = (formula.rules ?? []).flatMap((rule, number) => {
    const [condition, value] = [under(rule.condition, `r.${number}.if`, null), under(rule.value, `r.${number}.then`, null)]
    return [{ place: `r.${number}`, node: null, words: `rule ${number + 1}`, size: (condition[0]?.size ?? 0) + (value[0]?.size ?? 0), within: null }, ...condition, ...value]
  })
  return [...rules, ...(formula.otherwise ? under(formula.otherwise, 'o', null) : [])]
}

const infix = new Set(['+', '-', '*', '/', '<', '<=', '>', '>=', 'and', 'or', 'xor'])

/** The text of a part, with others in the place of some; brackets wherever they may matter. */
function print(node: Node, place: Place, changes: Map<Place, string | null>): string {
  const change = changes.get(place)
  if (change !== undefined && change !== null) return `(${change})`
  if (node.op === undefined) return node.text
  const children = (node.children ?? []).map((child, operand) => print(child, `${place}.${operand}`, changes))
  if (node.op === 'neg') return `(-${children[0]})`
  if (node.op === 'not') return `(not ${children[0]})`
  return infix.has(node.op) ? `(${children.join(` ${node.op} `)})` : `${node.op}(${children.join(', ')})`
}

/** The text of the whole with something else in the place of a part. */
export function changed(formula: Formula, place: Place, to: string | null): string {
  const changes = new Map([[place, to]])
  const { beginning } = formula
  if (formula.expression) return beginning + print(formula.expression, 'e', changes)
  const rules = (formula.rules ?? []).flatMap((rule, number) => (place === `r.${number}` && to === null ? [] : [`if ${print(rule.condition, `r.${number}.if`, changes)}: ${print(rule.value, `r.${number}.then`, changes)}`]))
  const otherwise = formula.otherwise ? print(formula.otherwise, 'o', changes) : '0'
  return beginning + (rules.length ? ['policy', ...rules, `otherwise: ${otherwise}`].join('; ') : otherwise)
}

/** What a part can be without: the neutral value of where it stands, or nothing for a rule. */
export function removal({ node, within }: Part): Option {
  if (!node) return { words: 'remove the rule', text: null }
  if (node.kind === 'bool') return within?.op === 'or' || within?.op === 'xor' ? { words: 'never', text: 'false' } : { words: 'always', text: 'true' }
  if (within?.op === '*' || (within?.op === '/' && within.operand === 1)) return { words: 'remove the factor', text: '1' }
  return { words: 'remove', text: '0' }
}

/** A number with fewer digits. */
const rounded = (value: number, digits: number) => String(Number(value.toPrecision(digits)))

/** Everything that a click offers for a part. */
export function optionsOf(part: Part): Option[] {
  const { node } = part
  if (!node) return [removal(part)]
  if (typeof node.number === 'number') {
    const value = node.number
    const digits = [1, 2, 3].map(many => rounded(value, many)).filter(text => Number(text) !== value)
    return [removal(part), ...[...new Set(digits)].map(text => ({ words: `round to ${text}`, text }))]
  }
  const children = (node.children ?? []).filter(child => child.kind === node.kind && typeof child.number !== 'number')
  return [removal(part), ...children.map(child => ({ words: `only ${child.text}`, text: child.text }))]
}
