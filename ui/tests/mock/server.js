// A stand-in for `unstuck serve` while the pages are made: the same routes, real recordings, the real program behind jobs.
// node tests/mock/server.js [PORT]; UNSTUCK_BINARY names the program.
import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import * as boards from './boards.js'
import { catalog as loadCatalog, text as instanceText } from './catalog.js'
import { datasetPage, datasets, scatter } from './datasets.js'
import * as store from './experiments.js'
import { blockers, evaluate, formula, parse, standIn } from './formula.js'
import { kinds } from './jobs.js'
import { Complaint, flags, run } from './program.js'
import { tomlTree } from './toml.js'

const PORT = Number(process.argv[2] ?? 7879)
const dist = new URL('../../dist/', import.meta.url).pathname
const contract = new URL('../../../app/src/server/openapi.json', import.meta.url)
const demonstration = store.begin()
const known = await loadCatalog()
const origin = { version: '0.1.0', commit: 'mock', cpu: 'a recording' }
const jobs = new Map()
const scratch = mkdtempSync(join(tmpdir(), 'unstuck-mock-'))

const domainOf = name => known.domains.find(one => one.name === name)
const kindsOf = domain => Object.fromEntries(domainOf(domain).features.map(one => [one.name, one.kind]))
const missing = what => ({ status: 404, error: { message: `There is no ${what}.`, help: 'It may have been deleted.' } })

/** An instance's domain and start: texts by our own reader, named ones by the program's. */
async function start({ instance, metric, settings }) {
  const [prefix] = instance.split(':', 1)
  if (domainOf(prefix) && !domainOf(prefix).sets.some(set => set.name === prefix)) return { domain: prefix, board: boards.read(prefix, instance.slice(prefix.length + 1)) }
  if (prefix === 'freecell' && instance.includes(' ')) return { domain: prefix, board: boards.read(prefix, instance.slice(prefix.length + 1)) }
  try {
    const { domain, text } = await instanceText(instance, flags({ metric, settings }))
    return { domain, board: boards.read(domain, text) }
  } catch {
    throw boards.refuse(`There is no instance '${instance}'.`, 'Name one as in jam:12, or write DOMAIN:TEXT.', 'instance')
  }
}

async function position(body) {
  const { domain, board: first } = await start(body)
  const board = (body.moves ?? []).reduce(boards.play, first)
  const text = boards.write(board)
  const metric = body.metric ?? domainOf(domain).metrics[0].name
  const safe = boards.safe(board)
  return { instance: body.instance, domain, metric, settings: body.settings ?? {}, text, reference: `${domain}:${text}`, board, solved: boards.solved(board), ...(body.legal === false ? {} : { moves: boards.moves(board) }), ...(safe ? { safe } : {}), ...(body.features ? { values: Object.fromEntries(domainOf(domain).features.map(one => [one.name, standIn(board, text)(one.name)])) } : {}) }
}

async function check(body) {
  try {
    const parsed = await parse(body.domain, body.text)
    const at = body.instance ? await position({ ...body, legal: false }) : null
    const made = formula(parsed, kindsOf(body.domain), at ? standIn(at.board, at.text) : undefined)
    const { out: line } = await run(['export', body.domain, body.text, '--simplify', '--form', 'infix'])
    const nodes = JSON.stringify(parsed).match(/"(feature|apply)"/g)?.length ?? 1
    const features = [...new Set([...JSON.stringify(parsed).matchAll(/"feature":\s*"(\w+)"/g)].map(found => found[1]))]
    return { ok: true, text: parsed.text.trim().split('\n').filter(one => !one.startsWith('heuristic')).map(one => one.trim()).join('; ').replace('policy;', 'policy;'), block: parsed.text, simplified: line.trim(), size: nodes, features, admissible: features.length === 1 && parsed.value?.length === 1 && domainOf(body.domain).features.find(one => one.name === features[0]).admissible.length > 0, path: false, formula: made, ...(at ? { evaluation: evaluate(made) } : {}) }
  } catch (complaint) {
    if (!(complaint instanceof Complaint)) throw complaint
    return { ok: false, error: { error: complaint.error } }
  }
}

async function explain(body) {
  const at = await position(body)
  const value = async board => evaluate(formula(await parsed, kindsOf(at.domain), standIn(board, boards.write(board))))
  const parsed = parse(at.domain, body.heuristic)
  const g = (body.moves ?? []).length
  const successors = []
  for (const move of at.moves.slice(0, 40)) {
    const board = boards.play(at.board, move.text)
    const here = await value(board)
    successors.push({ move: move.text, words: move.words, reference: `${at.domain}:${boards.write(board)}`, g: g + 1, h: here.value, f: g + 1 + here.value, order: 0, rule: here.rule, solved: boards.solved(board), distance: null })
  }
  successors.sort((a, b) => a.f - b.f || a.h - b.h).forEach((one, order) => (one.order = order))
  const paint = []
  if (at.board.domain === 'rush-hour') {
    const target = at.board.vehicles.find(one => one.letter === at.board.target)
    const marks = blockers(at.board, target).map(one => ({ kind: 'vehicle', vehicle: one.letter, role: 'blocker' }))
    paint.push({ feature: 'blockers', value: marks.length, about: 'vehicles between the target and the exit', marks })
    paint.push({ feature: 'goal_distance', value: 4, about: 'vehicles not where the nearest goal board has them', marks: [...marks, { kind: 'ghost', vehicle: at.board.target, row: target.row, column: at.board.width - target.length, role: 'goal' }] })
  }
  return { position: at, g, evaluation: await value(at.board), distance: at.board.domain === 'rush-hour' ? Math.max(0, 9 - g) : null, successors, paint }
}

function startJob(body) {
  const kind = kinds[body.kind]
  if (!kind) throw { status: 400, error: { message: `There is no job '${body.kind}'.`, field: 'kind' } }
  const job = { id: randomUUID(), kind: body.kind, state: 'running', progress: { done: 0, total: null, unit: 'nodes', seconds: 0, text: null } }
  const entry = { job, listeners: new Set(), child: null, items: [] }
  jobs.set(job.id, entry)
  const begun = Date.now()
  const tell = (event, data) => entry.listeners.forEach(listener => listener(event, data))
  const timer = setInterval(() => {
    job.progress = { ...job.progress, done: job.progress.done + 12_345, seconds: (Date.now() - begun) / 1000 }
    tell('progress', job.progress)
  }, 100)
  const say = { onChild: child => (entry.child = child), item: item => (entry.items.push(item), tell('item', item)) }
  const context = async () => {
    if (body.kind === 'trace' || body.kind === 'vary') {
      const { domain, board } = await start(body)
      const parsed = body.heuristic ? parse(domain, body.heuristic) : null
      const value = async at => (parsed ? evaluate(formula(await parsed, kindsOf(domain), standIn(at, boards.write(at)))).value : 0)
      return { start: board, value }
    }
    if (body.kind === 'profile') return { rules: (await parse(body.domain, body.heuristic)).policy?.rules.length ?? null }
    if (body.kind === 'ablation') return { terms: evaluate(formula(await parse(body.domain, body.heuristic), kindsOf(body.domain), () => 3)).terms.map(term => term.text) }
    return {}
  }
  context()
    .then(more => kind(body, say, more))
    .then(
      result => Object.assign(job, { state: entry.cancelled ? 'cancelled' : 'done', result }),
      error => Object.assign(job, { state: entry.cancelled ? 'cancelled' : 'failed', error: { error: error.error ?? { message: String(error) } } }),
    )
    .finally(() => {
      clearInterval(timer)
      tell('end', job)
    })
  return job
}

async function checkExperiment({ toml }) {
  const file = join(scratch, 'check.toml')
  writeFileSync(file, toml)
  const values = tomlTree(toml)
  const { code, out, err } = await run(['evolve', file, '--print-config'])
  if (code !== 0) {
    const { error } = new Complaint(err)
    const line = toml.split('\n')[(error.line ?? 1) - 1] ?? ''
    const section = toml.split('\n').slice(0, error.line ?? 1).findLast(one => /^\[/.test(one))?.replace(/[[\]]/g, '')
    const key = /^\s*([\w-]+)\s*=/.exec(line)?.[1]
    return { ok: false, errors: [{ error: { ...error, field: key ? (section ? `${section}.${key}` : key) : null } }], values }
  }
  return { ok: true, errors: [], config: out, values, filled: tomlTree(out), name: values.name, identity: 'mock', runs: values.repetitions ?? 1, cells: 1, reproducible: !/seconds =/.test(toml), existing: null }
}

const find = id => store.experiments.find(one => one.id === Number(id) && one.deleted === null) ?? null
const need = id => {
  const one = find(id)
  if (!one) throw missing('such experiment')
  return one
}
const runOf = id => {
  for (const one of store.experiments) for (const each of one.runs) if (each.id === Number(id)) return [one, each]
  throw missing('such run')
}

function act(id, what) {
  const one = need(id)
  one.state = { pause: 'paused', resume: 'running', stop: 'stopped' }[what]
  store.send('state', { experiment: one.id, run: null, state: one.state })
  return store.summary(one)
}

/** Method and path to answer; `:id` matches one part. */
const routes = [
  ['GET', '/about', () => ({ unstuck: origin, threads: 2, store: { name: 'mock.db', writable: true }, demonstration, limits: { body: 1e7, nodes: 1e8, seconds: 600, memory: 4e9, jobs: 4 } })],
  ['POST', '/login', () => null],
  ['GET', '/openapi.json', () => JSON.parse(readFileSync(contract, 'utf8'))],
  ['GET', '/catalog', () => known],
  ['GET', '/sets/:id', async ({ id, query }) => {
    const domain = known.domains.find(one => one.sets.some(set => set.name === id))
    if (!domain) throw missing('such set')
    const set = domain.sets.find(one => one.name === id)
    const names = set.names ?? Array.from({ length: Math.min(24, set.last - set.first + 1) }, (_, at) => String(set.first + at))
    const items = await Promise.all(names.slice(0, Number(query.get('count') ?? 40)).slice(0, 24).map(async one => ({ name: `${id}:${one}`, ...(await start({ instance: `${id}:${one}` })) })))
    return { set: id, domain: domain.name, about: set.about, total: names.length, offset: 0, items: items.map(({ name, board }) => ({ name, text: boards.write(board), board, length: null })) }
  }],
  ['POST', '/position', ({ body }) => position(body)],
  ['POST', '/heuristics/check', ({ body }) => check(body)],
  ['POST', '/heuristics/export', async ({ body }) => {
    const { out, err, code } = await run(['export', body.domain, body.text, '--form', body.form, ...(body.simplify ? ['--simplify'] : []), ...(body.round ? ['--round', String(body.round)] : [])])
    if (code !== 0) throw { status: 422, error: new Complaint(err).error }
    return { text: out, ending: known.exports.find(one => one.name === body.form)?.ending ?? 'txt' }
  }],
  ['POST', '/explain', ({ body }) => explain(body)],
  ['POST', '/jobs', ({ body }) => [202, startJob(body)]],
  ['GET', '/jobs/:id', ({ id }) => jobs.get(id)?.job ?? Promise.reject(missing('such job'))],
  ['DELETE', '/jobs/:id', ({ id }) => {
    const entry = jobs.get(id)
    if (!entry) throw missing('such job')
    entry.cancelled = true
    entry.child?.kill()
    return null
  }],
  ['GET', '/datasets', () => ({ datasets })],
  ['POST', '/datasets', ({ body }) => {
    if (!body.csv.includes(',')) throw { status: 422, error: { message: 'a row has only one column', help: 'rows are instance, h*, h1, …, hn', line: 3, column: 1 } }
    return [201, { dataset: datasets[0], warnings: [] }]
  }],
  ['GET', '/datasets/:id', ({ query }) => datasetPage(query)],
  ['GET', '/datasets/:id/scatter', ({ query }) => scatter(query.get('feature'))],
  ['DELETE', '/datasets/:id', () => null],
  ['POST', '/datasets/:id/undo', () => datasets[0]],
  ['GET', '/experiments', ({ query }) => ({ experiments: store.experiments.filter(one => (one.deleted === null) !== (query.get('deleted') === 'true')).map(store.summary).reverse() })],
  ['POST', '/experiments', ({ body }) => {
    const made = store.clone(find(demonstration))
    made.name = /name = "(.*)"/.exec(body.toml)?.[1] ?? 'new'
    return [201, store.summary(made)]
  }],
  ['POST', '/experiments/check', ({ body }) => checkExperiment(body)],
  ['GET', '/experiments/templates', () => ({ templates: store.templates() })],
  ['GET', '/experiments/:id', ({ id }) => store.detail(need(id))],
  ['DELETE', '/experiments/:id', ({ id }) => {
    need(id).deleted = Math.floor(Date.now() / 1000)
    return null
  }],
  ['POST', '/experiments/:id/undo', ({ id }) => {
    const one = store.experiments.find(other => other.id === Number(id))
    one.deleted = null
    return store.summary(one)
  }],
  ['POST', '/experiments/:id/clone', ({ id }) => [201, store.summary(store.clone(need(id)))]],
  ...['pause', 'resume', 'stop'].map(what => ['POST', `/experiments/:id/${what}`, ({ id }) => act(id, what)]),
  ['GET', '/experiments/:id/curves', ({ id }) => store.curves(need(id))],
  ['GET', '/experiments/:id/trial', ({ id }) => store.trial(need(id)) ?? Promise.reject(missing('test yet'))],
  ['GET', '/experiments/:id/download', ({ id }) => store.detail(need(id))],
  ['GET', '/runs/:id', ({ id }) => {
    const [one, each] = runOf(id)
    return { run: store.run(one, each), experiment: store.summary(one) }
  }],
  ['GET', '/runs/:id/history', ({ id }) => {
    const [one, each] = runOf(id)
    return store.history(one, each, domainOf(one.recording.domain).features.map(feature => feature.name))
  }],
  ['GET', '/runs/:id/ancestry', ({ id }) => store.ancestry(runOf(id)[1])],
  ['POST', '/compare', ({ body }) => store.comparison(body)],
]

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }
const POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"

async function answer(request, response) {
  const url = new URL(request.url, 'http://mock')
  if (!url.pathname.startsWith('/api/')) return serveFile(url.pathname, response)
  const path = url.pathname.slice(4)
  if (path === '/events') return stream(request, response, store.subscribe)
  const events = /^\/jobs\/([^/]+)\/events$/.exec(path)
  if (events) return followJob(events[1], request, response)
  for (const [method, pattern, reply] of routes) {
    const match = new RegExp(`^${pattern.replace(':id', '([^/]+)')}$`).exec(path)
    if (method !== request.method || !match || (match[1] && ['check', 'templates'].includes(match[1]))) continue
    const raw = await new Promise(resolve => {
      let text = ''
      request.on('data', part => (text += part)).on('end', () => resolve(text))
    })
    const made = await reply({ id: match[1] && decodeURIComponent(match[1]), body: raw ? JSON.parse(raw) : {}, query: url.searchParams })
    const [status, body] = Array.isArray(made) ? made : [made === null ? 204 : 200, made]
    response.writeHead(status, { 'Content-Type': 'application/json' })
    return response.end(body === null ? undefined : JSON.stringify(body))
  }
  throw missing('such route')
}

function stream(request, response, subscribe) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  const last = request.headers['last-event-id']
  response.write(`event: hello\ndata: {"latest": ${store.latest()}}\n\n`)
  const end = subscribe(last === undefined ? store.latest() : Number(last), ({ id, event, data }) => response.write(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
  request.on('close', end)
}

function followJob(id, request, response) {
  const entry = jobs.get(id)
  if (!entry) throw missing('such job')
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  const tell = (event, data) => {
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    if (event === 'end') response.end()
  }
  entry.items.forEach(item => tell('item', item))
  if (entry.job.state !== 'running') return tell('end', entry.job)
  entry.listeners.add(tell)
  request.on('close', () => entry.listeners.delete(tell))
}

function serveFile(path, response) {
  const file = join(dist, normalize(path === '/' ? 'index.html' : path))
  if (!file.startsWith(dist) || !existsSync(file)) throw { status: 404, error: { message: 'There is no such file.' } }
  response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', 'Content-Security-Policy': POLICY })
  createReadStream(file).pipe(response)
}

createServer((request, response) => {
  answer(request, response).catch(error => {
    if (!error.status) console.error(request.method, request.url, error)
    if (response.headersSent) return response.end()
    response.writeHead(error.status ?? (error instanceof Complaint ? 422 : 500), { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ error: error.error ?? { message: String(error) } }))
  })
}).listen(PORT, '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`))
