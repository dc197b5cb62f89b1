// Experiments from recordings of real runs; the first is played again as if it ran now.
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('recorded/', import.meta.url)
const recorded = name => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
const NOW = () => Math.floor(Date.now() / 1000)
/** Seconds of one generation when a recording is played. */
const PACE = Number(process.env.MOCK_PACE ?? 0.7)

let nextRun = 1
let nextExperiment = 1
export const experiments = []
const listeners = new Set()
const log = []

function add(recording, { state = 'done', age = 3600, upTo = Infinity } = {}) {
  const id = nextExperiment++
  const one = { id, recording, state, wish: null, created: NOW() - age, deleted: null, at: upTo, tested: state === 'done', runs: [] }
  one.runs = recording.runs.map((run, repetition) => ({ id: nextRun++, repetition, run }))
  experiments.push(one)
  return one
}

export function begin() {
  add(recorded('freecell.json'), { age: 90_000 })
  add(recorded('tiles.json'), { age: 7200, state: 'paused', upTo: 6 })
  add(recorded('tree.json'), { age: 5000 })
  add(recorded('demo.json'), { age: 60, state: 'running', upTo: 4 })
  const demo = experiments.at(-1)
  setInterval(() => {
    for (const one of experiments) if (one.state === 'running') step(one)
  }, PACE * 1000)
  return demo.id
}

function step(one) {
  const last = Math.max(...one.runs.map(({ run }) => run.history.length)) - 1
  if (one.at >= last) {
    one.state = 'done'
    one.tested = true
    send('trial', { experiment: one.id, cell: 0 })
    return send('state', { experiment: one.id, run: null, state: 'done' })
  }
  one.at++
  for (const { id, repetition, run } of one.runs) {
    const g = run.history[one.at]
    if (!g) continue
    send('generation', { experiment: one.id, run: id, cell: 0, repetition, control: false, generation: g.number, ...pick(g), champion: g.validation !== null ? { text: 'text', validation: g.validation } : null })
  }
  send('progress', { experiment: one.id, progress: one.at / (last + 4), eta: (last - one.at) * PACE, text: `generation ${one.at}, 40 of 40 measured` }, false)
}

const failed = g => {
  const all = Object.values(g.operators)
  const used = all.reduce((sum, one) => sum + one.used, 0)
  return used ? 1 - all.reduce((sum, one) => sum + one.applied, 0) / used : null
}
const pick = g => ({ evaluations: g.evaluations, best: g.best, mean: g.mean, worst: g.worst, validation: g.validation, size: g.size, depth: g.depth ?? Math.log2(g.size + 1), distinct: g.distinct, distinct_results: g.distinct_results, failed: failed(g) })

function send(event, data, stored = true) {
  const message = { id: stored ? log.length + 1 : null, event, data }
  if (stored) log.push(message)
  for (const listener of listeners) listener(message)
}
export { send }

export function subscribe(after, listener) {
  for (const message of log.slice(after)) listener(message)
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const latest = () => log.length

const seen = (one, run) => run.history.filter(g => g.number <= one.at)
const kind = one => /kind = "(weights|tree|policy)"/.exec(one.recording.config)?.[1] ?? 'tree'

export function summary(one) {
  const { recording } = one
  const histories = one.runs.map(({ run }) => seen(one, run))
  const values = histories.flatMap(history => history.map(g => g.validation).filter(value => value !== null))
  const last = Math.max(...one.runs.map(({ run }) => run.history.length)) - 1
  const done = one.state === 'done'
  return {
    id: one.id, identity: `mock${one.id}`, name: one.name ?? recording.name, domain: recording.domain, metric: recording.metric, genome: kind(one), algorithm: /kind = "(generational|coevolution|islands|cma_es|alps|nsga2)"/.exec(recording.config)?.[1] ?? 'generational', fitness: /\[fitness\]\s+kind = "(\w+)"/.exec(recording.config)?.[1] ?? 'reduction',
    state: one.state, wish: one.wish, error: null, created: one.created, updated: NOW(),
    runs: { total: one.runs.length, done: done ? one.runs.length : 0, running: one.state === 'running' ? one.runs.length : 0 }, cells: 1, repetitions: one.runs.length,
    generation: Math.min(last, one.at), generations: last, progress: done ? 1 : one.at / (last + 4), eta: one.state === 'running' ? (last - one.at) * PACE : null,
    best: values.length ? Math.min(...values) : null, baseline: baseline(one), spark: histories[0].map(g => g.validation).filter(value => value !== null).slice(-60), owner: null, deleted: one.deleted,
  }
}

const baseline = one => {
  const found = one.recording.test?.standings.find(standing => standing.name === 'tuned baseline')
  return found ? found.mean_ratio * 1.02 : null
}

export function run(one, { id, repetition, run: recorded }) {
  const history = seen(one, recorded)
  const validated = history.filter(g => g.validation !== null)
  const { champion } = recorded
  const done = one.state === 'done'
  return {
    id, experiment: one.id, cell: 0, repetition, control: false, seed: recorded.seed, state: done ? 'done' : one.state, reason: done ? recorded.ended : null, generation: history.at(-1)?.number ?? 0, evaluations: history.at(-1)?.evaluations ?? 0, seconds: recorded.seconds,
    champion: validated.length ? { text: champion.heuristic, block: champion.text, size: champion.size, generation: champion.generation, validation: { fitness: validated.at(-1).validation, nodes: champion.validation.nodes, length: champion.validation.length, unsolved: champion.validation.unsolved }, scaling: null } : null,
  }
}

export function detail(one) {
  const runs = one.runs.map(each => run(one, each))
  const ranked = runs.filter(each => each.champion).sort((a, b) => a.champion.validation.fitness - b.champion.validation.fitness)
  const { train, validation, test } = one.recording.instances
  return { summary: summary(one), config: one.recording.config, origin: `unstuck ${one.recording.unstuck.version}, ${one.recording.unstuck.commit}, ${one.recording.unstuck.cpu}`, cells: [{ number: 0, settings: [], tested: one.tested && !!one.recording.test, baseline: null }], runs, instances: { train, validation, test: test?.length ?? 0 }, best: ranked[0]?.id ?? null, median: ranked[Math.floor((ranked.length - 1) / 2)]?.id ?? null }
}

export function curves(one) {
  const columns = ['evaluations', 'best', 'mean', 'worst', 'validation', 'size', 'depth', 'distinct', 'distinct_results', 'failed']
  const runs = one.runs.map(({ id, repetition, run: recorded }) => {
    const history = seen(one, recorded).map(g => ({ generation: g.number, ...pick(g) }))
    return { run: id, cell: 0, repetition, control: false, generation: history.map(g => g.generation), ...Object.fromEntries(columns.map(name => [name, history.map(g => g[name])])) }
  })
  return { runs, baseline: baseline(one), fitness: summary(one).fitness, population: one.recording.population }
}

export function history(one, each, features) {
  const list = seen(one, each.run)
  const operators = {}
  list.forEach((g, at) => {
    for (const [name, use] of Object.entries(g.operators)) {
      operators[name] ??= { used: Array(list.length).fill(0), applied: Array(list.length).fill(0), improved: Array(list.length).fill(0) }
      for (const key of ['used', 'applied', 'improved']) operators[name][key][at] = use[key]
    }
  })
  // The recording is older than the count of features; a drift stands in for it.
  const share = (place, at) => Math.round(one.recording.population * Math.max(0, Math.min(1, 0.35 + (place % 2 ? 1 : -1) * at * 0.02 + place * 0.03)))
  const counted = names => Object.fromEntries(names.map((name, place) => [name, list.map((_, at) => share(place, at))]))
  return { run: run(one, each), generation: list.map(g => g.number), population: one.recording.population, features: counted(features.slice(1, 13)), functions: counted(['+', '*', '<=', '>=', 'and', 'or']), operators, front: [] }
}

export function trial(one) {
  const { test, instances } = one.recording
  if (!test || !one.tested) return null
  const reference = test.standings.find(standing => standing.name === 'blind')
  const names = { champion: 'champion 1' }
  const standings = test.standings.map(standing => {
    const repetition = /^champion(?: (\d+))?$/.exec(standing.name)
    const number = repetition ? Number(repetition[1] ?? 1) - 1 : null
    return { ...standing, name: names[standing.name] ?? standing.name, kind: repetition ? 'champion' : standing.name === 'tuned baseline' ? 'baseline' : 'handmade', repetition: number, run: number === null ? null : (one.runs[number]?.id ?? null), runs: standing.runs.map(([ok, expanded, length]) => ({ solved: !!ok, expanded, length })) }
  })
  const best = standings.filter(standing => standing.kind === 'champion').sort((a, b) => a.mean_ratio - b.mean_ratio)[0]
  return {
    cell: 0,
    instances: instances.test.map((name, at) => ({ name, text: '', expanded: reference?.runs[at]?.[1] ?? 0, solved: true, length: Math.min(...test.standings.map(standing => standing.runs[at]?.[2] || Infinity)), optimal: true })),
    standings, champion: best?.name ?? null,
    paired: [{ name: 'tuned baseline', wilcoxon: test.p ?? 0.2, ratio: 0.91, low: 0.83, high: 0.99, mcnemar: 1, pairs: instances.test.length }],
    claim: one.runs.length >= 10,
  }
}

export function ancestry(each) {
  const made = [['created'], ['subtree'], ['rule', 'shake_one'], ['value'], ['condition', 'breeder'], ['discrete']]
  const individuals = made.map((operators, at) => ({ id: 40 * at + 7, generation: at * 5, fitness: 0.4 - 0.035 * at, size: 30 + 9 * at, text: each.run.champion.heuristic, operators: at ? operators : [], parents: at ? [40 * (at - 1) + 7] : null, champion: at === made.length - 1 }))
  return { individuals, complete: true }
}

export function comparison({ experiments: ids, measure }) {
  const value = { validation: each => each.champion?.validation.fitness, size: each => each.champion?.size, evaluations: each => each.evaluations, seconds: each => each.seconds }[measure] ?? (each => each.champion?.validation[measure])
  const groups = ids.map(id => {
    const one = experiments.find(other => other.id === id)
    const runs = detail(one).runs
    const values = runs.map(value).filter(each => typeof each === 'number').sort((a, b) => a - b)
    const at = share => values[Math.round(share * (values.length - 1))] ?? null
    return { name: summary(one).name, experiment: id, cell: 0, control: false, runs: runs.map(each => each.id), values, median: at(0.5), lower: at(0.25), upper: at(0.75), least: at(0), most: at(1), mean: null }
  })
  const pairs = groups.flatMap((_, a) => groups.slice(a + 1).map((_, b) => ({ a, b: a + 1 + b, p: 0.032, holm: 0.047, a12: 0.88, cohen: 1.4, hedges: 1.3, welch: 0.04 })))
  return { measure, smaller_is_better: true, groups, overall: groups.length > 2 ? { test: 'Kruskal–Wallis', statistic: 7.4, p: 0.024 } : null, pairs, ecdf: groups.map((_, group) => ({ group, evaluations: [0, 200, 400, 800, 1200], share: [0, 0.2, 0.4 + group / 10, 0.8, 1] })), target: 0.25, notes: ['Fewer than 10 runs in a group: an observation, not a claim.'] }
}

export function clone(one) {
  const copy = add(one.recording, { state: 'running', age: 0, upTo: -1 })
  copy.name = `${summary(one).name}-2`
  return copy
}

export const templates = () =>
  readdirSync(new URL('../../../experiments/', import.meta.url))
    .filter(file => file.endsWith('.toml'))
    .map(file => ({ file, toml: readFileSync(new URL(`../../../experiments/${file}`, import.meta.url), 'utf8') }))
    .concat([{ file: 'demo.toml', toml: recorded('demo.json').toml }])
    .map(({ file, toml }) => ({ file, toml, name: /name = "(.*)"/.exec(toml)?.[1] ?? file, domain: /domain = "(.*)"/.exec(toml)?.[1] ?? '', genome: /\[genome\]\s+kind = "(\w+)"/.exec(toml)?.[1] ?? '', about: toml.split('\n')[0].replace(/^# ?/, '') }))
