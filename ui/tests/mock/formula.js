// Heuristic texts as trees. The program reads the text; the values of features are stand-ins that only look the part.
import { Complaint, run } from './program.js'

export async function parse(domain, text) {
  const { out, err, code } = await run(['export', domain, text, '--form', 'json'])
  if (code !== 0) throw new Complaint(err)
  return JSON.parse(out)
}

const SIGNS = new Set(['+', '-', '*', '/', '<', '<=', '>', '>=', 'and', 'or', 'xor'])

/** A tree from a list in postfix order, with values where a position is given. */
function tree(list, kinds, value) {
  const stack = []
  for (const item of list) {
    if (typeof item === 'number') stack.push({ text: short(item), kind: 'real', number: item, value: item })
    else if (typeof item === 'boolean') stack.push({ text: String(item), kind: 'bool', value: item })
    else if (item.feature) {
      const amount = value?.(item.feature)
      stack.push({ text: item.feature, kind: kinds[item.feature] ?? 'real', feature: item.feature, ...(value ? { value: kinds[item.feature] === 'bool' ? amount > 0 : amount } : {}) })
    } else {
      const children = stack.splice(-item.to)
      const texts = children.map(child => (child.children && SIGNS.has(child.op) ? `(${child.text})` : child.text))
      const text = SIGNS.has(item.apply) && children.length > 1 ? texts.join(item.apply === '*' ? '*' : ` ${item.apply} `) : `${item.apply}(${texts.join(', ')})`
      const kind = /^(<|<=|>|>=|and|or|xor|not)$/.test(item.apply) ? 'bool' : 'real'
      stack.push({ text, kind, op: item.apply, ...(value ? { value: apply(item.apply, children.map(child => child.value)) } : {}), children })
    }
  }
  return stack[0]
}

const short = number => String(Number(number.toPrecision(4)))

function apply(op, v) {
  const [a, b, c] = v
  const all = { '+': a + b, '-': v.length > 1 ? a - b : -a, '*': a * b, '/': Math.abs(b) < 1e-6 ? 1 : a / b, '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b, and: a && b, or: a || b, xor: a !== b, not: !a, if: a ? b : c, min: Math.min(...v), max: Math.max(...v), mean: (a + b) / 2, abs: Math.abs(a), sq: a * a, sqrt: Math.sqrt(Math.abs(a)) }
  return all[op] ?? 0
}

export function formula(parsed, kinds, value) {
  if (parsed.value) return { kind: 'value', expression: tree(parsed.value, kinds, value) }
  let fired = false
  const rules = parsed.policy.rules.map(rule => {
    const condition = tree(rule.if, kinds, value)
    const holds = value ? condition.value : undefined
    const fires = !fired && holds === true
    fired ||= fires
    return { condition, value: tree(rule.value, kinds, value), ...(value ? { holds, fires } : {}) }
  })
  return { kind: 'policy', rules, otherwise: tree(parsed.policy.otherwise, kinds, value) }
}

/** The value, the rule that fires, and the summands. */
export function evaluate(made) {
  const rule = made.kind === 'policy' ? (made.rules.findIndex(one => one.fires) + made.rules.length + 1) % (made.rules.length + 1) : null
  const counted = made.kind === 'value' ? made.expression : (made.rules[rule]?.value ?? made.otherwise)
  const features = {}
  const visit = node => {
    if (node.feature) features[node.feature] = Number(node.value)
    node.children?.forEach(visit)
  }
  for (const node of made.kind === 'value' ? [made.expression] : [...made.rules.flatMap(one => [one.condition, one.value]), made.otherwise]) visit(node)
  return { value: Math.max(0, counted.value), raw: counted.value, rule, formula: made, terms: terms(counted, 1), features }
}

function terms(node, factor) {
  if (node.op === '+') return node.children.flatMap(child => terms(child, factor))
  if (node.op === '*' && node.children[0].number !== undefined) return terms(node.children[1], factor * node.children[0].number)
  if (node.feature) return [{ text: factor === 1 ? node.text : `${short(factor)}*${node.text}`, weight: factor, feature: node.feature, amount: Number(node.value), value: factor * Number(node.value) }]
  return [{ text: node.text, weight: factor, feature: null, amount: Number(node.value), value: factor * Number(node.value) }]
}

/** A made-up value of a feature: a few that are easily counted, and numbers from the board's text for the rest. */
export function standIn(board, text) {
  return name => {
    if (board.domain === 'rush-hour') {
      const target = board.vehicles.find(v => v.letter === board.target)
      const ahead = blockers(board, target)
      if (name === 'blockers') return ahead.length
      if (name === 'blocking') return ahead.length + (target.column + target.length < board.width ? 1 : 0)
      if (name === 'distance') return board.width - target.column - target.length
      if (name === 'distance_blockers') return board.width - target.column - target.length + ahead.length
    }
    if (board.domain === 'tiles') {
      const away = board.cells.map((tile, place) => (tile ? Math.abs((tile % board.width) - (place % board.width)) + Math.abs(Math.floor(tile / board.width) - Math.floor(place / board.width)) : 0))
      if (name === 'manhattan') return away.reduce((a, b) => a + b, 0)
      if (name === 'misplaced') return away.filter(Boolean).length
    }
    if (name === 'zero') return 0
    let hash = 7
    for (const sign of name + text) hash = (hash * 31 + sign.codePointAt(0)) % 1009
    return hash % 9
  }
}

export function blockers(board, target) {
  return board.vehicles.filter(v => v.axis === 'vertical' && v.column >= target.column + target.length && v.row <= target.row && v.row + v.length > target.row)
}
