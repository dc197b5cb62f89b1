// An experiment from its form to its downloads, through a pause, a reload of the page and a server that is killed.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { LONG, button, hide, launch, open, says, settled, visit } from '../browser.js'
import { ask, ended, serve } from '../server.js'

/** Long enough on one thread to be paused and killed on its way, and done within seconds. */
const SMALL = `format = 1
name = "small"
domain = "rush-hour"
[data]
train = ["jam:1-4"]
validation = ["jam:5-6"]
test = ["jam:7-8"]
[search]
limits = { expanded = 500 }
[genome]
kind = "policy"
rules = 2
value = "tree"
features = ["blockers", "blockers_deep", "distance"]
[algorithm]
population = 12
[champion]
baseline = false
[stop]
generations = 60
`

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve('--threads', '1')])))
after(() => Promise.all([browser.close(), server.close()]))
const at = path => `${server.url}/#/${path}`
const state = (page, name) => page.locator(`main .state.${name}`).first().waitFor(LONG)

test('the form writes the file and the file fills the form', () =>
  visit(browser, at('new?t=rush-hour-policy.toml'), async page => {
    const file = page.locator('#file')
    await page.getByLabel('Rules', { exact: true }).fill('3')
    await page.getByLabel('Rules', { exact: true }).press('Tab')
    assert.match(await file.inputValue(), /^rules = 3$/m)
    await file.fill((await file.inputValue()).replace(/population = \d+/, 'population = 44'))
    await page.waitForFunction(() => [...document.querySelectorAll('label')].some(label => label.textContent?.includes('Population') && label.querySelector('input')?.value === '44'))
    await file.fill((await file.inputValue()).replace('rules = 3', 'rule = 3'))
    await says(page, /unknown key 'rule'/i)
    assert.equal(await button(page, 'Start').isDisabled(), true)
  }))

test('an experiment is created, watched, paused, reloaded, resumed, survives a kill of the server, and ends', () =>
  visit(browser, at('new'), async (page, complaints) => {
    await page.locator('#file').fill(SMALL)
    await says(page, '1 run + random-search control')
    await button(page, 'Start').click()
    await page.waitForURL(/#\/experiments\/\d+/)
    const id = page.url().match(/experiments\/(\d+)/)[1]
    await says(page, /Fitness by generation/)
    await page.locator('.around svg').first().waitFor()
    await button(page, 'Pause').click()
    await state(page, 'paused')
    const paused = await ask(server, `/experiments/${id}`)
    assert.ok(paused.summary.generation < 60, 'it was paused on its way')
    await page.reload()
    await state(page, 'paused')
    await button(page, 'Resume').click()
    await state(page, 'running')
    await page.waitForFunction(from => Number(document.querySelector('main')?.textContent?.match(/(\d+) of 60/)?.[1]) > from, paused.summary.generation)
    await server.kill()
    await page.locator('.lost').waitFor()
    const before = complaints.length
    await server.start()
    // It resumes by itself, and the page was not reloaded.
    await page.locator('.lost').waitFor({ state: 'detached' })
    await state(page, 'done')
    assert.equal(await page.getByText('The server does not answer').count(), 0)
    assert.ok(before > 0, 'the browser saw the connection break')
    complaints.length = 0
    const done = await ask(server, `/experiments/${id}`)
    assert.deepEqual([done.summary.generation, done.summary.progress, done.configurations[0].tested], [60, 1, true])
    // What a browser was told live is what the store has.
    assert.match(await page.locator('main').textContent(), /60 of 60/)
    await page.getByRole('link', { name: 'Test', exact: true }).click()
    await says(page, 'Results')
    await page.getByRole('link', { name: 'Population', exact: true }).click()
    await says(page, 'Features in use')
  }))

test('everything is downloaded', () =>
  visit(browser, at('experiments/1?view=file'), async page => {
    const file = async name => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name, exact: true }).click()])
      return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
    }
    const report = await file('HTML report')
    assert.match(report.text, /<!doctype html>/i)
    assert.match(report.text, /small/)
    const champion = await file("Champion's text")
    assert.match(champion.text, /^heuristic 1 for rush-hour \(slides\)\n/)
    const curves = await file('Curves as CSV')
    assert.ok(curves.text.split('\n').length > 60)
    const all = await file('Everything as JSON')
    assert.equal(JSON.parse(all.text).experiment.runs.length, 2)
    assert.match((await file('The file')).text, /^name = "small"$/m)
  }))

test('a champion is explained step by step', () =>
  visit(browser, at('experiments/1'), async page => {
    await page.getByRole('link', { name: 'The champion', exact: true }).click()
    await says(page, /^h = /)
    await says(page, /true distance h\* = \d+/)
    await button(page, 'One move on').click()
    await says(page, /^move 1 of/)
    // Of the successors exactly the move on the plan is marked.
    assert.equal(await page.locator('tr.taken').count(), 1)
    await page.getByRole('link', { name: 'Over many boards', exact: true }).click()
    await says(page, 'h against the true distance')
    await page.getByRole('link', { name: 'Ancestry', exact: true }).click()
    await page.locator('main .champion').first().waitFor()
  }))

test('a clone differs in its seed, and the two are compared', () =>
  visit(browser, at('new?from=1'), async page => {
    const file = page.locator('#file')
    await page.waitForFunction(() => document.querySelector('#file')?.value.includes('small-2'))
    await file.fill((await file.inputValue()).replace(/^seed = \d+$/m, 'seed = 5').replace(/generations = 60/, 'generations = 4'))
    await button(page, 'Start').click()
    await page.waitForURL(/#\/experiments\/2/)
    await state(page, 'done')
    await page.goto(at('compare'))
    const choices = page.locator('main fieldset button')
    await choices.nth(0).click()
    await choices.nth(1).click()
    // Groups of one run have no test.
    await says(page, /^A test needs two runs in each group/)
    assert.match(page.url(), /e=\d+,\d+/)
  }))

test('an experiment is deleted and brought back', () =>
  visit(browser, at('experiments'), async page => {
    const panels = page.locator('main li.panel')
    await panels.nth(1).waitFor()
    await page.getByLabel(/^More for small-2/).first().click()
    await button(page, 'Delete').first().click()
    await says(page, /is deleted/)
    assert.equal(await panels.count(), 1)
    await button(page, 'Undo').click()
    await panels.nth(1).waitFor()
  }))

test('the small curve of a list goes on live as it began: the best so far, by generation', async () => {
  const { id } = await ask(server, '/experiments', { toml: SMALL.replace('"small"', '"curve"'), start: false })
  const { page, complaints, close } = await open(browser)
  // Events come from here.
  await page.addInitScript(() => {
    window.EventSource = class extends EventTarget {
      constructor() {
        super()
        window.events = this
      }
      close() {}
    }
  })
  await page.goto(at('experiments'))
  const own = page.locator('main li.panel', { hasText: 'curve' })
  await own.locator('path.none').waitFor({ state: 'attached' })
  // A value that is worse, and one that is told twice, change nothing of what was reached.
  for (const [generation, validation] of [[0, 0.5], [1, 0.9], [1, 0.9], [4, 0.4]]) {
    const data = JSON.stringify({ experiment: id, run: 1, configuration: 0, repetition: 0, control: false, generation, validation })
    await page.evaluate(data => void window.events.dispatchEvent(new MessageEvent('generation', { data })), data)
  }
  await page.waitForFunction(() => [...document.querySelectorAll('main li.panel path')].some(path => path.getAttribute('d') === 'M2.0 4.0L26.0 4.0L98.0 22.0'))
  assert.deepEqual(complaints, [])
  await close()
})

test('a hidden page sends no requests, and catches up when it is visible', async () => {
  const toml = SMALL.replace('"small"', '"unseen"').replace('generations = 60', 'generations = 8')
  const { id } = await ask(server, '/experiments', { toml, start: false })
  await visit(browser, at(`experiments/${id}`), async page => {
    await button(page, 'Resume').waitFor()
    // What it began to load is there.
    await settled(page)
    await hide(page, true)
    const asked = []
    page.on('request', request => asked.push(request.url()))
    await ask(server, `/experiments/${id}/resume`, {})
    assert.equal((await ended(server, id)).summary.state, 'done')
    assert.deepEqual(asked, [])
    assert.equal(await page.locator('main .state.done').count(), 0)
    await hide(page, false)
    await state(page, 'done')
    assert.match(await page.locator('main').textContent(), /8 of 8/)
  })
})
