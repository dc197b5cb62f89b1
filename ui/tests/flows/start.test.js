// An experiment whose instances are generated: it is there at once, and shows its phases on its way.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LONG, button, launch, says, visit } from '../browser.js'
import { ask, ended, serve } from '../server.js'

const made = (count, seed) => `{ generate = "evolved", length = [10, 30], states = [100, 600], count = ${count}, seed = ${seed} }`
const file = (name, count) => `format = 1
name = "${name}"
domain = "rush-hour"
[data]
train = ${made(count, 1)}
validation = ["jam:5-6"]
test = ["jam:7"]
[search]
limits = { expanded = 200 }
[genome]
kind = "weights"
features = ["blockers", "distance"]
[algorithm]
population = 4
[stop]
generations = 3
`

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve('--threads', '1')])))
after(() => Promise.all([browser.close(), server.close()]))
const at = path => `${server.url}/#/${path}`
const phase = (page, name) => page.locator('.phases [aria-current=step]', { hasText: name }).waitFor(LONG)

test('a start does not wait for the instances; the page shows each phase, and a kill meanwhile costs nothing', () =>
  visit(browser, at('new'), async (page, complaints) => {
    await page.locator('#file').fill(file('made', 25))
    await says(page, '1 run + random-search control')
    await button(page, 'Start').click()
    await page.waitForURL(/#\/experiments\/\d+/)
    const id = page.url().match(/experiments\/(\d+)/)[1]
    await phase(page, 'generating')
    assert.deepEqual(await page.getByRole('list', { name: 'Phases', exact: true }).getByRole('listitem').allTextContents(), ['generating', 'solving', 'evolving', 'control', 'tuning', 'testing'])
    await page.getByText(/generating instances, \d+ of 25/).first().waitFor()
    await page.getByText('25 training instances').waitFor()
    const { summary } = await ask(server, `/experiments/${id}`)
    assert.deepEqual([summary.state, summary.generation, summary.phase.name], ['running', 0, 'generating'])
    // The list says so as well.
    await page.getByRole('link', { name: 'Experiments', exact: true }).first().click()
    await page.getByText(/generating instances, \d+ of 25/).first().waitFor()
    await page.goBack()
    await server.kill()
    await page.locator('.lost').waitFor()
    await server.start()
    await page.locator('.lost').waitFor({ state: 'detached' })
    await phase(page, 'generating')
    await page.locator('main .state.done').first().waitFor(LONG)
    assert.equal(await page.locator('.phases').count(), 0, 'what is over has no phase')
    complaints.length = 0
    const seen = await ask(server, `/experiments/${id}`)
    assert.deepEqual([seen.instances.train, seen.summary.progress], [25, 1])
  }))

test('what no generator makes is said at its field before anything is started', () =>
  visit(browser, at('new'), async page => {
    await page.locator('#file').fill(file('wrong', 5).replace('length = [10, 30]', 'vehicles = "many"'))
    await page.locator('main .bad').first().waitFor()
    await page.getByText(/data\.train: .*many/).first().waitFor()
    assert.equal(await button(page, 'Start').isDisabled(), true)
  }))

test('coevolution shows both of its populations', async () => {
  const toml = file('two', 2).replace(made(2, 1), '["jam:1-4", "jam:8-10"]').replace('population = 4', 'kind = "coevolution"\npopulation = 8').replace('expanded = 200', 'expanded = 2_000').replace('[stop]', '[champion]\nbaseline = false\n[algorithm.coevolution]\ngroups = 4\nsize = 2\n[stop]')
  const { id } = await ask(server, '/experiments', { toml })
  assert.equal((await ended(server, id)).summary.error, null)
  await visit(browser, at(`experiments/${id}?view=inside`), async page => {
    await says(page, 'Features in use')
    const groups = page.locator('section', { hasText: 'Instances in the groups' })
    await groups.getByText(/^jam:\d+$/).filter({ visible: true }).first().waitFor()
    await groups.locator('svg').nth(5).waitFor()
    await groups.getByRole('link').first().click()
    await page.waitForURL(/#\/solve\?i=/)
  })
})

test('a visitor starts an experiment of their own from the home page, and sees its first generation', () =>
  visit(browser, at(''), async page => {
    await page.getByRole('link', { name: /New experiment|Watch evolution|evolve/i }).first().click()
    if (!/#\/new/.test(page.url())) await page.getByRole('link', { name: /New experiment/ }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('mine')
    await page.locator('main [role=status] strong').waitFor()
    await button(page, 'Start').click()
    await page.waitForURL(/#\/experiments\/\d+/)
    await page.getByText(/^[1-9]\d* of 24$/).first().waitFor(LONG)
  }))
