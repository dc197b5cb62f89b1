// What the server answers, held against its contract, schema by schema.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { serve } from '../server.js'
import { tiny } from '../tiny.js'

let server
before(async () => (server = await serve()))
after(() => server.close())

const contract = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))

const resolve = schema => (schema.$ref ? schema.$ref.slice(2).split('/').reduce((at, key) => at[key], contract) : schema)
const kind = value => (value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value)

/** Everything that is wrong with a value, each with its place. */
function faults(value, given, path = '$') {
  const schema = resolve(given)
  if (schema.allOf) return schema.allOf.flatMap(one => faults(value, one, path))
  if (schema.prefixItems && Array.isArray(value)) return value.flatMap((item, at) => faults(item, schema.prefixItems[at] ?? {}, `${path}[${at}]`))
  if (schema.oneOf) {
    const each = schema.oneOf.map(one => faults(value, one, path))
    if (each.some(list => list.length === 0)) return []
    return each.sort((a, b) => a.length - b.length)[0]
  }
  if (schema.const !== undefined) return value === schema.const ? [] : [`${path}: ${JSON.stringify(value)} is not ${JSON.stringify(schema.const)}`]
  const types = schema.type === undefined ? null : [schema.type].flat()
  const own = kind(value)
  if (types && !types.includes(own) && !(own === 'integer' && types.includes('number'))) return [`${path}: is ${own}, not ${types.join(' or ')}`]
  if (value === null) return []
  const found = []
  if (schema.enum && !schema.enum.includes(value)) found.push(`${path}: '${value}' is none of ${schema.enum.join(', ')}`)
  if (own === 'array' && schema.items) value.forEach((item, at) => found.push(...faults(item, schema.items, `${path}[${at}]`)))
  if (own === 'object') {
    for (const name of schema.required ?? []) if (!(name in value)) found.push(`${path}.${name}: is missing`)
    for (const [name, item] of Object.entries(value)) {
      const inner = schema.properties?.[name] ?? schema.additionalProperties
      if (inner === false) found.push(`${path}.${name}: is not in the contract`)
      else if (inner) found.push(...faults(item, inner, `${path}.${name}`))
    }
  }
  return found
}

/** What was asked for, to be held against all that there is. */
const asked = new Set()

async function answer(method, route, path, body) {
  asked.add(`${method} ${route}`)
  const response = await fetch(server.url + path, { method, headers: body ? { 'Content-Type': 'application/json' } : {}, body: body ? JSON.stringify(body) : null })
  const told = contract.paths[route][method.toLowerCase()].responses[response.status]
  assert.ok(told, `${method} ${path} answered ${response.status}, which the contract does not know`)
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const schema = isJson && resolve(told).content?.['application/json']?.schema
  if (!schema) await response.body?.cancel()
  const value = schema ? await response.json() : null
  if (schema) assert.deepEqual(faults(value, schema).slice(0, 5), [], `${method} ${path}`)
  return { status: response.status, value }
}

const get = (route, path = route) => answer('GET', route, path)
const post = (route, body, path = route) => answer('POST', route, path, body)

/** Kinds of jobs that were done. */
const done = new Set()

/** A job to its end; its result is held against the schema of its kind. */
async function job(body) {
  const { value } = await post('/api/jobs', body)
  for (let tries = 0; tries < 5000; tries++) {
    const { value: now } = await get('/api/jobs/{id}', `/api/jobs/${value.id}`)
    if (now.state === 'failed') assert.fail(JSON.stringify(now.error))
    if (now.state === 'done') {
      const word = body.kind[0].toUpperCase() + body.kind.slice(1)
      const name = contract.components.schemas[word + 'Result'] ? word + 'Result' : word
      assert.deepEqual(faults(now.result, contract.components.schemas[name]).slice(0, 5), [], body.kind)
      done.add(body.kind)
      return now.result
    }
    await new Promise(later => setTimeout(later, 100))
  }
  assert.fail(`the job ${body.kind} does not end`)
}

test('what the registries know', async () => {
  await get('/api/health')
  await get('/api/about')
  const { value } = await get('/api/catalog')
  assert.deepEqual(value.domains.filter(one => one.kind === 'search').map(one => one.name).sort(), ['freecell', 'pddl', 'rush-hour', 'tiles'])
  assert.ok(value.domains.some(one => one.kind === 'optimisation' && one.rules.length && one.sets.length))
  const planning = (await get('/api/planning')).value
  assert.ok(planning.benchmarks.every(one => one.names.length && one.definition.includes('(define')))
  assert.ok(value.domains.find(one => one.name === 'pddl').features.length)
  // A planning domain may be named by its definition.
  const { value: checked } = await post('/api/heuristics/check', { domain: planning.benchmarks.find(one => one.set === 'ferry').definition, text: 'unmet(at)' })
  assert.deepEqual(checked.features, ['unmet(at)'])
  await get('/api/sets/{set}', '/api/sets/jam?count=3')
  assert.equal((await get('/api/sets/{set}', '/api/sets/nothing')).status, 404)
})

test('positions of every domain, played and refused', async () => {
  for (const instance of ['jam:1', 'freecell:617', 'eight:1']) {
    const { value } = await post('/api/position', { instance })
    assert.ok(value.moves.length > 0)
    const { value: next } = await post('/api/position', { instance, moves: [value.moves[0].text] })
    assert.notEqual(next.text, value.text)
    // Every legal move comes with what it leads to.
    assert.deepEqual([next.board, next.cost], [value.moves[0].board, value.moves[0].cost])
    const { value: again } = await post('/api/position', { instance: next.reference })
    assert.deepEqual(again.board, next.board)
  }
  const { status, value } = await post('/api/position', { instance: 'jam:1', moves: ['B-9'] })
  assert.equal(status, 422)
  assert.equal(value.error.field, 'moves')
  const { value: judged } = await post('/api/judge', { instance: 'jam:1', moves: ['B+1', 'B-1'] })
  assert.deepEqual(judged.game.positions.map(one => one.left), [8, 7, 8])
  assert.equal((await post('/api/judge', { instance: 'korf:1' })).value.game, null)
})

test('heuristics read, refused, evaluated, exported, explained', async () => {
  const { value: good } = await post('/api/heuristics/check', { domain: 'rush-hour', text: '2*blockers + distance', instance: 'jam:1' })
  assert.equal(good.evaluation.value, good.evaluation.terms.reduce((sum, term) => sum + term.value, 0))
  const { value: bad } = await post('/api/heuristics/check', { domain: 'rush-hour', text: '2*blockrs' })
  assert.equal(bad.ok, false)
  assert.equal(bad.error.error.column, 3)
  await post('/api/heuristics/export', { domain: 'rush-hour', text: 'blockers', form: 'latex' })
  const { value } = await post('/api/explain', { instance: 'jam:1', heuristic: 'policy; if blockers <= 1: blockers_deep; otherwise: blockers_two_sided', moves: ['B+1'] })
  assert.equal(value.g, 1)
})

test('plans and solutions validated', async () => {
  assert.equal((await post('/api/validate', { instance: ['jam:1'], plan: 'B+1' })).value.valid, false)
  const { value } = await post('/api/validate', { instance: ['bin-packing:10: 6 7 4 3'], plan: '1 3\n2 4\n' })
  assert.deepEqual([value.valid, value.cost, value.lower_bound], [true, 2, 2])
})

test('jobs of every kind', async () => {
  const solved = await job({ kind: 'solve', instance: 'jam:1' })
  assert.equal(solved.length, 8)
  assert.equal(solved.positions.length, 9)
  await job({ kind: 'solve', instance: 'eight:1', optimal: true })
  await job({ kind: 'table', instances: ['jam:1'], methods: [{ algorithm: 'bfs' }, { algorithm: 'astar', heuristic: 'blockers' }] })
  await job({ kind: 'race', instance: 'jam:1', methods: [{ algorithm: 'astar', heuristic: 'zero' }, { algorithm: 'astar', heuristic: 'blockers' }] })
  const trace = await job({ kind: 'trace', instance: 'eight:1', algorithm: 'astar', heuristic: 'manhattan', expansions: 50 })
  assert.equal(trace.nodes[0].parent, null)
  await job({ kind: 'explore', instance: 'jam:1' })
  const grade = await job({ kind: 'grade', instance: 'jam:1' })
  assert.equal(grade.length, 8)
  await job({ kind: 'vary', instance: 'jam:1', direction: 'harder', seed: 1 })
  const { html } = await job({ kind: 'sheet', domain: 'tiles', title: 'two boards', instances: ['1 0 2 3 4 5 6 7 8', '1 4 2 3 0 5 6 7 8'] })
  assert.ok(html.includes('<svg') && html.includes('two boards'))
  await job({ kind: 'generate', domain: 'rush-hour', generator: 'random', count: 2, seed: 1, grade: true })
  await job({ kind: 'audit', domain: 'rush-hour', instances: ['jam:1'], heuristics: ['blockers', 'hybrid'] })
  await job({ kind: 'profile', domain: 'rush-hour', heuristic: 'blockers', data: { instances: ['jam:1'] } })
  await job({ kind: 'ablation', domain: 'rush-hour', heuristic: 'blockers + distance', data: { instances: ['jam:1'] } })
})

const TINY = tiny('tiny')

test('experiments, their runs and files', async () => {
  await get('/api/experiments/templates')
  await post('/api/experiments/learn', { domain: 'pddl-ferry', tasks: ['ferry:train-1-5'] })
  const { value: wrong } = await post('/api/experiments/check', { toml: 'format = 1\nname = "x"\ndomain = "rush-hour"\n[data]\ntrains = ["jam:1-20"]\n' })
  assert.equal(wrong.ok, false)
  assert.equal(wrong.errors[0].error.line, 5)
  const { value: changed } = await post('/api/experiments/check', { toml: TINY, changes: [{ section: 'algorithm', key: 'population', value: 8 }, { section: 'search', key: 'limits', value: null }] })
  assert.deepEqual([changed.values.algorithm.population, changed.values.search, /limits/.test(changed.toml)], [8, {}, false])
  const { value: made, status } = await post('/api/experiments', { toml: TINY })
  assert.equal(status, 201)
  assert.equal((await post('/api/experiments', { toml: TINY })).status, 409)
  const path = `/api/experiments/${made.id}`
  let one
  do one = (await get('/api/experiments/{id}', path)).value
  while (one.summary.state !== 'done' && (await new Promise(later => setTimeout(later, 100, true))))
  await get('/api/experiments')
  await get('/api/experiments/{id}/curves', `${path}/curves`)
  await get('/api/experiments/{id}/test', `${path}/test`)
  for (const part of ['', '/history', '/ancestry']) await get(`/api/runs/{id}${part}`, `/api/runs/${one.best}${part}`)
  const { value: copy } = await post('/api/experiments/{id}/clone', { start: false }, `${path}/clone`)
  await post('/api/compare', { experiments: [made.id, copy.id], measure: 'validation' })
  for (const what of ['resume', 'pause', 'stop']) await post(`/api/experiments/{id}/${what}`, {}, `/api/experiments/${copy.id}/${what}`)
  await answer('DELETE', '/api/experiments/{id}', `/api/experiments/${copy.id}`)
  await get('/api/experiments', '/api/experiments?deleted=true')
  await post('/api/experiments/{id}/undo', {}, `/api/experiments/${copy.id}/undo`)
  await get('/api/experiments/{id}/download', `${path}/download?what=csv`)
  const { value: validation } = await get('/api/experiments/{id}/instances', `${path}/instances?role=validation`)
  assert.deepEqual(validation.instances.map(one => one.name), ['jam:5'])
  await get('/api/experiments/{id}/report', `${path}/report`)
  const record = await (await fetch(`${server.url}/api/experiments/${made.id}/download?what=json`)).text()
  assert.equal((await post('/api/experiments/import', { record: '{}' })).status, 422)
  const { value: imported, status: stored } = await post('/api/experiments/import', { record })
  assert.deepEqual([stored, imported.experiment.state, imported.warnings], [201, 'done', []])
  await answer('DELETE', '/api/experiments/{id}', `/api/experiments/${imported.experiment.id}`)
  const { value: renamed } = await post('/api/experiments/{id}/annotation', { name: 'renamed', note: 'why', tags: ['tiny'] }, `${path}/annotation`)
  assert.equal(renamed.name, 'renamed')
  assert.deepEqual((await get('/api/annotations')).value.annotations, [{ experiment: made.id, note: 'why', tags: ['tiny'] }])
  assert.equal((await post('/api/experiments/{id}/annotation', { name: ' ' }, `${path}/annotation`)).status, 422)
  assert.equal((await get('/api/experiments/{id}', '/api/experiments/999999')).status, 404)
})

test('heuristics kept under a name', async () => {
  const { value } = await post('/api/library', { name: 'mine', domain: 'rush-hour', text: 'blockers', parent: 'blockers + 0', changes: ['removed 0'] })
  assert.deepEqual((await get('/api/library')).value.heuristics, [value])
  await get('/api/champions')
  assert.equal((await post('/api/library', { name: 'wrong', domain: 'rush-hour', text: 'blockrs' })).status, 422)
  await answer('DELETE', '/api/library/{id}', `/api/library/${value.id}`)
})

test('datasets', async () => {
  const csv = 'eight\nsome boards\ninstance,h*,manhattan\n1 0 2 3 4 5 6 7 8,1,1\n1 4 2 3 0 5 6 7 8,2,2\n'
  await post('/api/datasets', { domain: 'tiles', name: 'some', csv })
  await get('/api/datasets')
  await get('/api/datasets/{name}', '/api/datasets/some?sort=distance')
  await get('/api/datasets/{name}/scatter', '/api/datasets/some/scatter?feature=manhattan')
  const { dataset } = await job({ kind: 'dataset', name: 'made', domain: 'rush-hour', source: 'sample', instances: ['jam:1'], states: 5, seed: 1 })
  assert.equal((await get('/api/datasets/{name}', `/api/datasets/${dataset}`)).value.rows.length, 5)
  await answer('DELETE', '/api/datasets/{name}', '/api/datasets/some')
  await post('/api/datasets/{name}/undo', {}, '/api/datasets/some/undo')
  await get('/api/datasets/{name}/file', '/api/datasets/some/file')
})

test('every kind of job was done', () => {
  const kinds = resolve(contract.components.schemas.JobRequest).oneOf.map(one => one.allOf.find(part => part.properties?.kind).properties.kind.enum[0])
  assert.deepEqual(kinds.filter(kind => !done.has(kind)), [])
})

test('every route was asked', async () => {
  await get('/api/openapi.json')
  await get('/api/docs')
  await get('/api/events')
  assert.equal((await post('/api/login', { token: 'any' })).status, 204, 'no token is required here')
  await post('/api/logout', {})
  const { value } = await post('/api/jobs', { kind: 'explore', instance: 'jam:1' })
  await get('/api/jobs/{id}/events', `/api/jobs/${value.id}/events`)
  await answer('DELETE', '/api/jobs/{id}', `/api/jobs/${value.id}`)
  const all = Object.entries(contract.paths).flatMap(([route, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${route}`))
  assert.deepEqual(all.filter(one => !asked.has(one)), [])
})
