// The registries, put together from the program's own lists.
import { json, run } from './program.js'

const CHOICES = { exit: ['right', 'left', 'up', 'down'], build: ['alternate', 'suit'], empty: ['any', 'king'], automatic: ['on', 'off'] }
const CALLS = ['min', 'max', 'mean', 'abs', 'sq', 'cube', 'sqrt', 'cbrt', 'pow', 'root', 'exp', 'log', 'sin', 'cos', 'tan', 'tanh', 'aq', 'if']

export async function catalog() {
  const [{ domains }, { algorithms }, all] = await Promise.all([json(['domains']), json(['algorithms']), json(['operators'])])
  for (const domain of domains) {
    const { heuristics } = await json(['heuristics', domain.name])
    domain.features = heuristics.map(one => ({ table: null, ...one }))
    domain.settings = domain.settings.map(one => ({ ...one, choices: CHOICES[one.name] ?? null }))
    const usual = { 'rush-hour': 'blockers_deep', tiles: 'walking_distance', freecell: 'zero' }[domain.name]
    domain.heuristic ??= usual
    domain.solver ??= { algorithm: 'bfs', heuristic: 'zero' }
    domain.optimal ??= {}
    domain.audit = { 'rush-hour': ['jam:1', 'jam:8', 'it3105:easy-3'], tiles: ['eight:1'], freecell: ['ends:1'] }[domain.name]
    domain.metrics = domain.metrics.map((one, place) => ({ ...one, default: place === 0 }))
  }
  const exports = ['text', 'infix', 'json', 'dot', 'svg', 'latex', 'python', 'c', 'rust'].map(name => ({ name, ending: { latex: 'tex', python: 'py', rust: 'rs', text: 'heuristic', infix: 'txt' }[name] ?? name, about: `as ${name}` }))
  return {
    domains,
    algorithms: algorithms.map(one => ({ ...one, traceable: ['bfs', 'dfs', 'ucs', 'greedy', 'astar', 'wastar'].includes(one.name) })),
    functions: CALLS.map(name => ({ name, form: 'call', takes: ['real'], gives: 'real', about: `the function ${name}` })),
    keywords: ['true', 'false', 'policy', 'otherwise', 'and', 'or', 'not'],
    operators: all.operators,
    fitness: all.fitness,
    evolution: all.algorithms,
    exports,
    presets: { published: ['+', '*', '<=', '>=', 'and', 'or'], arithmetic: ['+', '-', '*', '/', '<', '<=', '>', '>=', 'and', 'or', 'not'], full: Array(31).fill('f') },
  }
}

export async function text(name) {
  const { out } = await run(['solve', name, '--limit-nodes', '1', '--json'])
  return JSON.parse(out)
}
