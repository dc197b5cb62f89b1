// Comparisons that do not mislead: one colour per experiment, colours that everyone can tell apart, warnings, telling
// pairs.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { launch, open, says, visit } from '../browser.js'
import { apart, contrast } from '../colours.js'
import { load } from '../module.js'
import { ask, ended, serve } from '../server.js'
import { tiny } from '../tiny.js'

const file = (name, seed, test) => tiny(name, { head: `seed = ${seed}\nrepetitions = 2\n`, test, more: '[champion]\nbaseline = false\n' })

let browser, server, ids
before(async () => {
  ;[browser, server] = await Promise.all([launch(), serve()])
  ids = []
  for (const [name, seed, test] of [['one', 1, 'jam:7'], ['two', 2, 'jam:7'], ['other', 3, 'jam:8']]) ids.push((await ask(server, '/experiments', { toml: file(name, seed, test) })).id)
  for (const id of ids) await ended(server, id)
})
after(() => Promise.all([browser.close(), server.close()]))
const at = (path, run) => visit(browser, `${server.url}/#/${path}`, run)

test('an experiment has one colour in every chart', () =>
  at(`compare?e=${ids[0]},${ids[1]}`, async page => {
    await says(page, 'Is it more than chance?')
    const groups = (await ask(server, '/compare', { experiments: ids.slice(0, 2), measure: 'validation' })).groups
    const boxes = await page.locator('figure .median').evaluateAll(all => all.map(one => one.getAttribute('stroke')))
    assert.deepEqual(boxes, groups.map(group => `var(--group-${ids.indexOf(group.experiment)})`))
    const legend = page.locator('section', { hasText: 'Validation by generation' }).locator('ul path')
    assert.deepEqual(await legend.evaluateAll(all => all.map(one => one.getAttribute('stroke'))), ['var(--group-0)', 'var(--group-1)'])
    for (const name of ['one', 'two']) assert.equal(await page.locator('fieldset').getByRole('button', { name: new RegExp(`^${name}`) }).locator('path').getAttribute('stroke'), `var(--group-${name === 'one' ? 0 : 1})`)
  }))

test('many series differ by dashes, lines are named at their ends, and p values are those after Holm', async () => {
  const { look } = await load('charts/series.ts')
  assert.equal(new Set(Array.from({ length: 20 }, (_, series) => JSON.stringify(look(series)))).size, 20)
  const { page, close } = await open(browser)
  await page.goto(`${server.url}/#/compare?e=${ids[0]},${ids[1]}`)
  for (const name of ['one', 'two']) await page.locator('text.end', { hasText: name }).waitFor()
  await page.getByRole('columnheader', { name: 'after Holm', exact: true }).waitFor()
  await close()
})

test('random search is not compared with random search', () =>
  at(`compare?e=${ids[0]},${ids[1]}`, async page => {
    await says(page, 'Is it more than chance?')
    const { groups, pairs } = await ask(server, '/compare', { experiments: ids.slice(0, 2), measure: 'validation' })
    const idle = pairs.filter(({ a, b }) => groups[a].control && groups[b].control).length
    assert.equal(idle, 1)
    const rows = page.locator('section', { hasText: 'Is it more than chance?' }).locator('tbody tr')
    assert.equal(await rows.count(), pairs.length - idle)
  }))

test('results come first; groups of one run have no test; the settings that differ explain the rest', async () => {
  const single = []
  for (const [name, population] of [['small', 4], ['middle', 8], ['large', 16]]) single.push((await ask(server, '/experiments', { toml: file(name, 7, 'jam:7').replace('repetitions = 2', '').replace('population = 6', `population = ${population}`) })).id)
  for (const id of single) await ended(server, id)
  await at(`compare?e=${single.join(',')}`, async page => {
    await says(page, /^A test needs two runs in each group/)
    assert.equal(await page.getByText('Is it more than chance?').count(), 0)
    await page.getByRole('button', { name: /^small, fitness/ }).waitFor({ state: 'attached' })
    await says(page, /^What matters/)
    const heads = await page.locator('main h2').allTextContents()
    assert.match(heads[0], /^One point is one run's champion/)
    await page.getByRole('row', { name: /^algorithm.population/ }).first().waitFor()
  })
})

test('with one experiment, a clone with another seed is offered and compared', () =>
  at(`compare?e=${ids[0]}`, async page => {
    await page.getByRole('button', { name: /^Clone one with another seed$/ }).click()
    await page.waitForURL(/e=\d+,\d+/)
    const clone = Number(page.url().match(/e=\d+,(\d+)/)[1])
    await ended(server, clone)
    await says(page, 'Is it more than chance?')
  }))

test('experiments with other test sets are compared with a warning', async () => {
  await at(`compare?e=${ids[0]},${ids[2]}`, page => says(page, /^These experiments differ in their test sets: /))
  await at(`compare?e=${ids[0]},${ids[1]}`, async page => {
    await says(page, 'Is it more than chance?')
    assert.equal(await page.getByText(/^These experiments differ/).count(), 0)
  })
})

test('the colours of groups differ for every kind of colour vision, and are seen on their ground', () => {
  const style = readFileSync(new URL('../../src/style.css', import.meta.url), 'utf8')
  const [light, dark] = [...style.matchAll(/--group-0: [\s\S]*?(?=\n\s*(?:--sans|\}))/g)].map(([block]) => [...block.matchAll(/#[0-9a-f]{6}/g)].map(([hex]) => hex))
  for (const [colours, ground] of [[light, '#ffffff'], [dark, '#191d21']]) {
    assert.equal(colours.length, 8)
    for (const [place, one] of colours.entries()) {
      assert.ok(contrast(one, ground) >= 3, `${one} on ${ground}`)
      for (const other of colours.slice(0, place)) assert.ok(apart(one, other) >= 10, `${one} and ${other}: ${apart(one, other)}`)
    }
  }
})
