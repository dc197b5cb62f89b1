// The demonstration shows the champion where it was evolved to be good, and says when it is not better.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { button, launch, open, says } from '../browser.js'
import { ask, ended, serve } from '../server.js'

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve()])))
after(() => Promise.all([browser.close(), server.close()]))

/** The demonstration with fewer, named boards, so that it ends soon. */
const demo = readFileSync(new URL('../../../experiments/demo.toml', import.meta.url), 'utf8')
const SMALL = demo.replace(/^train = .*$/m, 'train = ["jam:1-3"]').replace(/^validation = .*$/m, 'validation = ["jam:4-5"]').replace(/^test = .*$/m, 'test = ["jam:6-12"]').replace(/population = \d+/, 'population = 8').replace(/generations = \d+/, 'generations = 3')

test('the champion races by its own search on a test board, and the page says what it is worth', async () => {
  const { id } = await ask(server, '/experiments', { toml: SMALL })
  const look = () => ask(server, `/experiments/${id}`)
  await ended(server, id)
  const test = await ask(server, `/experiments/${id}/test`)
  const { page, complaints, close } = await open(browser)
  await page.route('**/api/about', async route => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), demonstrations: [{ file: 'demo.toml', experiment: id }] } })
  })
  await page.goto(`${server.url}/#/`)
  await says(page, /Median ratio of nodes .* over 7 test boards, Wilcoxon p = /)
  const pair = test.paired.find(one => one.name === 'tuned baseline')
  assert.equal(await page.getByText('Not shown to be better than the tuned baseline.').count(), pair.wilcoxon < 0.05 ? 0 : 1)
  await says(page, /^Time per node: /)
  await says(page, /^Plan length ÷ optimum: /)
  // What is asked again while a slow machine draws counts once. Pages from a folder are not compressed.
  const sizes = await page.evaluate(() => performance.getEntriesByType('resource').map(one => [one.name, one.transferSize]))
  const wire = [...new Map(sizes).values()].reduce((sum, size) => sum + size, 0)
  if (!process.env.PAGES) assert.ok(wire <= 90_000, `${wire} bytes`)
  await page.getByRole('link', { name: /^Race it on test board \d of 7$/ }).click()
  await button(page, 'Race').click()
  const board = new URLSearchParams(page.url().split('?')[1]).get('i')
  const place = test.instances.findIndex(one => one.name === board)
  assert.ok(place >= 0, `${board} is a test board`)
  // The nodes and the length are those of the test: the search is the same.
  const champion = test.results.find(one => one.name === test.champion).runs[place]
  const lane = page.getByRole('region', { name: 'evolved champion', exact: true })
  const expanded = champion.expanded.toLocaleString('en-GB')
  await lane.getByText(`${expanded} of ${expanded} expansions, plan length ${champion.length}`).waitFor()
  await page.getByRole('region', { name: 'tuned baseline', exact: true }).waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

/** The demonstration of packing with fewer and smaller instances. */
const packing = readFileSync(new URL('../../../experiments/demo-packing.toml', import.meta.url), 'utf8')
const FEW = packing.replace(/^train = .*$/m, 'train = { generate = "weibull", items = 500, count = 4, seed = 1 }').replace(/^validation = .*$/m, 'validation = { generate = "weibull", items = 500, count = 4, seed = 2 }').replace(/generations = \d+/, 'generations = 6')

test('a packing rule is evolved next to the lines of best fit, Sum of Squares and FunSearch, and races them', async () => {
  const { page, complaints, close } = await open(browser)
  await page.goto(`${server.url}/#/`)
  await page.route('**/api/experiments/templates', async route => {
    const json = await (await route.fetch()).json()
    json.templates.find(one => one.file === 'demo-packing.toml').toml = FEW
    await route.fulfill({ json })
  })
  await page.getByRole('button', { name: /^Start: Evolve a packing rule/ }).click()
  await page.getByRole('heading', { name: /^Evolve a packing rule/ }).getByText(/waiting|running|done/).waitFor()
  const { id } = (await ask(server, '/experiments')).experiments.find(one => one.name === 'demo-packing')
  await ended(server, id)
  const shown = page.getByRole('region', { name: /^Demonstration: Evolve a packing rule/ })
  await shown.getByText('evolved champion').waitFor()
  const test = await ask(server, `/experiments/${id}/test`)
  const of = name => 100 * (test.results.find(one => one.name === name).total_ratio - 1)
  // Rounded to three digits, as the page shows it.
  for (const name of [test.champion, 'best_fit', 'sum_of_squares']) await shown.getByText(`${Number(of(name).toPrecision(3))} %`, { exact: true }).first().waitFor()
  for (const line of ['best fit', 'Sum of Squares', 'FunSearch, published', 'champion on the test']) await shown.getByRole('button', { name: line, exact: true }).waitFor()
  await shown.getByRole('link', { name: 'Race it on a test instance', exact: true }).click()
  await button(page, 'Race').click()
  await page.waitForFunction(() => document.querySelectorAll('[aria-label="Race"] tbody tr').length === 3)
  assert.deepEqual(complaints, [])
  await close()
})

test('the packing demonstration starts from the page', async () => {
  const own = await serve('--threads', '1')
  const { page, complaints, close } = await open(browser)
  await page.goto(`${own.url}/#/`)
  // It is the first that the page offers.
  await page.getByRole('button', { name: /^Start: / }).first().and(page.getByRole('button', { name: /^Start: Evolve a packing rule/ })).click()
  await page.getByRole('region', { name: /^Demonstration: Evolve a packing rule/ }).getByRole('link', { name: 'Look closer', exact: true }).waitFor()
  const { experiments } = await ask(own, '/experiments')
  assert.deepEqual(experiments.map(one => one.name), ['demo-packing'])
  assert.deepEqual(complaints, [])
  await close()
  await own.close()
})
