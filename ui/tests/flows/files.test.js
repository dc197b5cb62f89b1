// Every chart of every page has its values as a table and as files; tables of results are files as well.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { button, launch, LONG, says, settled, visit } from '../browser.js'
import { ask, ended, serve } from '../server.js'
import { tiny } from '../tiny.js'

const GRID = `[grid]
"algorithm.population" = [4, 6]
"stop.generations" = [2, 3]
`
const file = name => tiny(name, { head: 'repetitions = 2\n', test: 'jam:6-7', more: GRID })

let browser, server, ids, run
before(async () => {
  ;[browser, server] = await Promise.all([launch(), serve()])
  ids = []
  for (const name of ['one', 'two']) ids.push((await ask(server, '/experiments', { toml: file(name) })).id)
  for (const id of ids) run = (await ended(server, id)).best
  const { id } = await ask(server, '/jobs', { kind: 'dataset', name: 'sample', domain: 'rush-hour', source: 'sample', instances: ['jam:1'], states: 20, seed: 1 })
  while (['waiting', 'running'].includes((await ask(server, `/jobs/${id}`)).state)) await new Promise(later => setTimeout(later, 50))
})
after(() => Promise.all([browser.close(), server.close()]))
const at = (path, act) => visit(browser, `${server.url}/#/${path}`, act)

/** Chromium drops more than ten downloads within a second without a word. */
const PAUSE = 150
async function taken(page, click) {
  await page.waitForTimeout(PAUSE)
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}
const lines = ({ bytes }) => String(bytes).trim().split('\n')

/** Each chart of a page: its files, and a table with its values. */
async function charts(page, least) {
  await settled(page)
  const details = page.locator('details', { has: page.locator('> summary', { hasText: /^Values$/ }) })
  await details.evaluateAll(all => all.forEach(one => (one.open = true)))
  const plots = await page.locator('figure > svg[aria-label]').count()
  assert.ok(plots >= least, `${plots} charts`)
  for (const kind of ['SVG', 'PNG']) assert.equal(await page.getByRole('button', { name: new RegExp(` as ${kind}$`) }).count(), plots, kind)
  const tables = details.locator('table')
  assert.equal(await tables.count(), await details.count())
  assert.ok((await details.count()) >= plots, 'tables')
  for (const table of await tables.all()) assert.ok(await table.locator('tbody tr').count(), await table.locator('caption').textContent())
  for (const [kind, begins] of [['SVG', /^<svg /], ['PNG', /^\x89PNG/], ['CSV', /^[^\n]+,[^\n]+\n./]]) {
    for (const one of await page.getByRole('button', { name: new RegExp(` as ${kind}$`) }).all()) {
      const made = await taken(page, () => one.click())
      assert.match(made.name, new RegExp(`^[\\w-]+\\.${kind.toLowerCase()}$`))
      assert.match(made.bytes.toString('latin1'), begins, made.name)
      if (kind === 'SVG') assert.doesNotMatch(String(made.bytes), /var\(|NaN|undefined/, made.name)
    }
  }
}
/** The rows of a table's file, with its head. */
const rows = async (page, title) => lines(await taken(page, () => button(page, `${title} as CSV`).click()))

for (const [name, path, least, act] of [
  ['an experiment', () => `experiments/${ids[0]}`, 4],
  ['an experiment, inside', () => `experiments/${ids[0]}?view=inside`, 1],
  ['a grid', () => `experiments/${ids[0]}?view=grid`, 2],
  ['experiments as a chart', () => 'experiments?as=chart&bx=generation&by=best', 1],
  ['experiments compared', () => `compare?e=${ids.join(',')}`, 5],
  ['a champion', () => `champion/${run}?view=evidence`, 1, async page => {
    await says(page, /^\d+ states? · correlation/)
    await button(page, 'Remove each part in turn').click()
    await page.locator('section', { hasText: 'What each part is worth' }).locator('tbody tr').nth(1).waitFor()
  }],
  ['a data set', () => 'datasets/sample', 2],
  ['a board, its game', () => 'solve?i=jam:1&view=analysis&moves=B%2B1', 1],
  ['a board, its space', () => 'solve?i=jam:1&view=space', 1, async page => {
    await button(page, 'Explore').click()
    await page.getByRole('img', { name: /^States by distance/ }).waitFor()
  }],
  ['a solution', () => 'optimise?d=bin-packing&t=0.3', 2, async page => {
    await button(page, 'Start').click()
    await page.getByRole('heading', { name: 'Best solution', exact: true }).waitFor(LONG)
  }],
  ['a race of methods', () => 'optimise?d=bin-packing&view=race&t=0.3', 1, async page => {
    await button(page, 'Race').click()
    await page.waitForFunction(() => document.querySelectorAll('[aria-label="Race"] tbody tr').length >= 2)
  }],
  ['a rule on every set', () => 'champion?d=bin-packing&h=best_fit&s=online%3Dtrue&view=matrix', 1, async page => {
    await page.getByRole('img', { name: /^Mean gaps by rule and set/ }).waitFor(LONG)
  }],
]) {
  test(`${name}: charts with values and files`, () => at(path(), async page => {
    await act?.(page)
    await charts(page, least)
  }))
}

test('a benchmark: charts and tables with values and files', () =>
  at('benchmark?i=jam:1-4&as=astar&hs=zero%0Ablockers', async page => {
    await button(page, 'Run the benchmark').click()
    await page.getByRole('row', { name: /^astar · blockers/ }).getByText('4 / 4').waitFor()
    await charts(page, 2)
    const medians = await rows(page, 'Medians by class')
    assert.deepEqual([medians.length, medians[0]], [3, 'method,jam: median nodes expanded,jam: mean nodes expanded,jam: solved,jam: instances'])
    const instances = await rows(page, 'By instance')
    assert.deepEqual([instances.length, instances[0].split(',').length], [5, 3])
    for (const line of instances.slice(1)) assert.match(line, /^jam:\d,\d+,\d+$/)
  }))

test('a benchmark of optimisation: its chart and its tables', () =>
  at('optimise?d=bin-packing&view=benchmark&t=0.2&count=2', async page => {
    await button(page, 'Run the benchmark').click()
    await page.getByRole('button', { name: 'Run the benchmark', exact: true, disabled: false }).waitFor(LONG)
    await charts(page, 1)
    const gaps = await rows(page, 'Gaps')
    const methods = gaps.length - 1
    assert.ok(methods >= 2)
    assert.equal((await rows(page, 'Gaps by instance'))[0].split(',').length, 2 + 2 * methods)
  }))

test('tables of experiments and of champions are files, with numbers in full', async () => {
  await at('experiments?as=table', async page => {
    const table = await rows(page, 'Experiments')
    assert.match(table[0], /^id,experiment,state,/)
    assert.equal(table.length, 3)
  })
  await at('heuristics', async page => {
    const table = await rows(page, 'Hall of fame')
    assert.match(table[0], /^rank,experiment,run,nodes ÷ blind search,/)
    assert.match(table[1], /^1,(one|two),\d+,0\.\d+,/)
  })
  await at(`experiments/${ids[0]}?view=runs`, async page => assert.match((await rows(page, 'Runs'))[1], /^1,\d+,done,/))
  await at(`experiments/${ids[0]}?view=test`, async page => {
    const { results, instances, champion } = await ask(server, `/experiments/${ids[0]}/test?configuration=0`)
    const own = results.find(one => one.name === champion)
    assert.ok((await rows(page, 'Results')).some(line => line.includes(`,${own.mean_ratio},`)), 'not rounded')
    await page.getByText('Instance by instance', { exact: true }).click()
    assert.equal((await rows(page, 'Instance by instance')).length, 1 + instances.length)
  })
})

test('report cards are a file', () =>
  at('audit?i=jam:1&hs=blockers%0Azero', async page => {
    await button(page, 'Check').click()
    await page.locator('article').nth(1).waitFor()
    assert.match((await rows(page, 'Report cards'))[1], /^\w+,yes,yes,/)
  }))
