// Many experiments: found, sorted, grouped, tagged, renamed, handled together; grids; charts that answer; notices.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { button, launch, open, says, unfold, visit } from '../browser.js'
import { ask, ended, serve } from '../server.js'

const file = (name, more = '') => `format = 1
name = "${name}"
domain = "rush-hour"
[data]
train = ["jam:1-2"]
validation = ["jam:5"]
[search]
limits = { expanded = 300 }
[genome]
kind = "weights"
features = ["blockers", "distance"]
[algorithm]
population = 6
[champion]
baseline = false
[stop]
generations = 3
${more}`

let browser, server, grid, other
before(async () => {
  ;[browser, server] = await Promise.all([launch(), serve()])
  grid = (await ask(server, '/experiments', { toml: file('grid', '[grid]\n"algorithm.population" = [4, 8]\n"stop.generations" = [2, 4]\n') })).id
  other = (await ask(server, '/experiments', { toml: file('other').replace('generations = 3', 'generations = 5') })).id
  for (const name of ['alpha', 'beta', 'gamma']) await ask(server, '/experiments', { toml: file(name), start: false })
  for (const id of [grid, other]) await ended(server, id)
})
after(() => Promise.all([browser.close(), server.close()]))
const at = (path, run, size) => visit(browser, `${server.url}/#/${path}`, run, size)
const names = page => page.locator('li .title').allTextContents()

test('experiments are searched, filtered, sorted, tagged, renamed and grouped; the address keeps it', () =>
  at('experiments', async page => {
    await page.getByRole('searchbox').fill('alp')
    await page.waitForFunction(() => document.querySelectorAll('li .title').length === 1)
    await page.getByRole('searchbox').fill('')
    await page.getByLabel('Order').selectOption('name')
    assert.deepEqual(await names(page), ['alpha', 'beta', 'gamma', 'grid', 'other'])
    await page.getByLabel('Choose alpha').click()
    await page.getByLabel('Choose gamma').click({ modifiers: ['Shift'] })
    await says(page, '3 chosen')
    await button(page, 'Add tags').click()
    await page.getByLabel('Tags to add').fill('small, waiting')
    await button(page, 'Save').click()
    await page.getByLabel('Tag', { exact: true }).selectOption('small')
    await page.waitForFunction(() => document.querySelectorAll('li .title').length === 3)
    await page.reload()
    await page.waitForFunction(() => document.querySelectorAll('li .title').length === 3)
    await button(page, 'Show all').click()
    await page.getByLabel('More for beta').click()
    await button(page, 'Rename, tags, note').click()
    await page.getByLabel('Name').fill('delta')
    await page.getByLabel('Note').fill('why it was made')
    await button(page, 'Save').click()
    await page.getByText('why it was made').waitFor()
    assert.ok((await names(page)).includes('delta'))
    await page.getByLabel('Groups').selectOption('tag')
    await page.getByRole('region', { name: 'small', exact: true }).locator('li').nth(2).waitFor()
    await page.getByRole('region', { name: 'without a tag', exact: true }).locator('li').nth(1).waitFor()
  }))

test('experiments are a table with chosen columns, sorted by a click, and a chart of any two', async () => {
  await at('experiments?as=table', async page => {
    const first = page.locator('tbody tr').first()
    await page.getByRole('button', { name: 'experiment', exact: true }).click()
    await first.getByRole('link', { name: 'alpha', exact: true }).waitFor()
    await page.getByRole('button', { name: 'experiment ↑', exact: true }).click()
    await first.getByRole('link', { name: 'other', exact: true }).waitFor()
    await page.getByText('Columns', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'genome', exact: true }).check()
    await page.getByRole('checkbox', { name: 'puzzle', exact: true }).uncheck()
    await page.reload()
    await page.getByRole('columnheader', { name: 'genome', exact: true }).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'puzzle', exact: true }).count(), 0)
    // Sorted upwards and downwards, what has no value comes last.
    for (const head of ['best on validation', 'best on validation ↑']) {
      await page.getByRole('button', { name: head, exact: true }).click()
      await page.waitForFunction(() => /–/.test(document.querySelector('tbody tr:last-child')?.textContent ?? ''))
    }
  })
  await at('experiments?as=chart&bx=generation&by=best', async page => {
    const bubble = page.getByRole('link', { name: /^grid: generation/ })
    await bubble.focus()
    await page.getByText(/^grid: generation .*, best on validation .*, runs \d+$/).waitFor()
    await page.getByText('Values', { exact: true }).click()
    await page.getByRole('cell', { name: 'grid', exact: true }).waitFor()
    await bubble.press('Enter')
    await page.waitForURL(new RegExp(`experiments/${grid}$`))
  })
})

test('several are deleted at once, and come back', () =>
  at('experiments?q=gamma', async page => {
    await page.getByLabel('Choose gamma').click()
    await page.getByRole('group', { name: 'The chosen experiments', exact: true }).getByRole('button', { name: 'Delete', exact: true }).click()
    await says(page, 'No experiment matches.')
    await button(page, 'Undo').click()
    await page.getByLabel('Choose gamma').waitFor()
  }))

test('a grid is drawn by parallel coordinates, importance and a heat map', () =>
  at(`experiments/${grid}?view=grid`, async page => {
    await page.getByRole('button', { name: /^Configuration 4, fitness/ }).waitFor({ state: 'attached' })
    assert.equal(await page.locator('path.line').count(), 4)
    await says(page, /^What matters/)
    assert.equal(await page.getByRole('img', { name: 'Mean fitness by two settings' }).locator('rect.cell').count(), 4)
    assert.match(await taken(page, 'Two settings against each other as CSV'), /^algorithm.population by stop.generations,2,4\n4,/)
    await page.getByRole('button', { name: /^Configuration 2, fitness/ }).press('Enter')
    await page.waitForURL(/configuration=1/)
  }))

/** The text of a file that a button gives. */
async function taken(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  return readFileSync(await download.path(), 'utf8')
}

test('features by generation are a heat map with values under the pointer, a table and files', () =>
  at(`experiments/${other}?view=inside`, async page => {
    const map = page.getByRole('img', { name: 'Features in use by generation' })
    await map.locator('rect.cell').first().hover()
    await page.getByText(/^(blockers|distance), generation \d: [\d.]+ %/).waitFor()
    await page.getByText('Values', { exact: true }).first().click()
    await page.getByRole('table', { name: 'Features in use' }).getByRole('cell', { name: 'blockers', exact: true }).waitFor()
    assert.match(await taken(page, 'Features in use as SVG'), /^<svg [^>]*width="\d[\s\S]*blockers/)
    assert.match(await taken(page, 'Features in use as CSV'), /^feature,.*\n(blockers|distance),/)
  }))

test('the form makes a grid', () =>
  at('new', async page => {
    await unfold(page)
    await page.getByLabel('Vary a setting').selectOption('algorithm.population')
    await page.getByLabel('algorithm.population', { exact: true }).fill('10, 20, 40')
    await page.getByLabel('algorithm.population', { exact: true }).press('Enter')
    await page.waitForFunction(() => document.querySelector('#file').value.includes('"algorithm.population" = [10, 20, 40]'))
    await says(page, /over 3 configurations/)
    await button(page, 'Do not vary algorithm.population').click()
    await page.waitForFunction(() => !document.querySelector('#file').value.includes('algorithm.population'))
  }))

test('settings of experiments are compared', () =>
  at(`compare?e=${grid},${other}`, async page => {
    await says(page, /^Settings that differ/)
    await page.getByRole('row', { name: /^stop.generations/ }).first().waitFor()
    assert.equal(await page.getByRole('row', { name: /^genome.kind/ }).count(), 0)
  }))

test('charts have other axes, a tooltip, a zoom and lines that can be hidden', () =>
  at(`experiments/${other}`, async page => {
    const chart = page.locator('.around svg').first()
    await chart.waitFor()
    await page.getByLabel('Horizontal axis').selectOption('seconds')
    await says(page, /^Fitness by time/)
    await page.getByLabel('Horizontal axis').selectOption('evaluations')
    const box = await page.locator('rect.over').first().boundingBox()
    await page.mouse.move(box.x + box.width * 0.3, box.y + 50)
    await page.locator('.tip').first().getByText('champion, validation').waitFor()
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.7, box.y + 60, { steps: 4 })
    await page.mouse.up()
    await button(page, 'Whole range').click()
    await button(page, 'Whole range').waitFor({ state: 'detached' })
    const line = page.getByRole('button', { name: /^best, training/ })
    await line.click()
    assert.equal(await line.getAttribute('aria-pressed'), 'false')
  }))

test('a notice says when an experiment ends', async () => {
  const { page, complaints, close } = await open(browser)
  await page.goto(`${server.url}/#/datasets`)
  await page.getByRole('heading', { name: 'Data sets', exact: true }).waitFor()
  await ask(server, '/experiments', { toml: file('soon-done') })
  await says(page, 'soon-done is done.')
  assert.deepEqual(complaints, [])
  await close()
})

test('a hundred experiments stay fluid', async () => {
  const { experiments } = await ask(server, '/experiments')
  const many = Array.from({ length: 100 }, (_, id) => ({ ...experiments[id % experiments.length], id: 1000 + id, name: `experiment ${id}` }))
  const { page, close } = await open(browser)
  await page.route('**/api/experiments', route => route.fulfill({ json: { experiments: many } }))
  await page.goto(`${server.url}/#/experiments`)
  await page.getByLabel('Choose experiment 99').waitFor()
  // CPU time of the page's thread, whatever else the machine does.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const used = async () => (await devtools.send('Performance.getMetrics')).metrics.find(one => one.name === 'TaskDuration').value
  const texts = ['e', 'ex', 'exp', '9', '']
  const before = await used()
  await page.evaluate(async texts => {
    const field = document.querySelector('input[type=search]')
    for (const text of texts) {
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise(requestAnimationFrame)
    }
  }, texts)
  const time = (await used()) - before
  assert.ok(time > 0 && time < 0.2 * texts.length, `${time} s for ${texts.length} keystrokes`)
  await close()
})
