// Datasets and report cards, as a visitor makes and reads them, with a server of its own.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, launch, says, visit } from '../browser.js'
import { ask, ended, serve } from '../server.js'

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve()])))
after(() => Promise.all([browser.close(), server.close()]))
const at = (path, run) => visit(browser, `${server.url}/#/${path}`, run)

test('a dataset is generated, looked at, deleted and brought back', () =>
  at('datasets', async page => {
    await says(page, 'No datasets yet')
    await button(page, 'Generate').click()
    const form = page.locator('form')
    await form.getByLabel('Name').fill('jam-sample')
    await form.getByRole('textbox', { name: 'Instances', exact: true }).fill('jam:1')
    await form.getByRole('spinbutton', { name: 'States per instance', exact: true }).fill('30')
    await form.getByRole('button', { name: 'Generate', exact: true }).click()
    await page.waitForURL(/#\/datasets\/jam-sample/)
    await says(page, /Rush Hour, h\* in slides · 30 rows/)
    const { rows } = await ask(server, '/datasets/jam-sample?sort=distance&order=down')
    await page.getByLabel('Order').selectOption('farthest first')
    await page.waitForFunction(most => document.querySelector('tbody td:nth-child(3)')?.textContent === String(most), rows[0].distance)
    await page.getByRole('combobox', { name: 'Feature', exact: true }).selectOption('blockers')
    await says(page, /^correlation .*never overestimates here$/)
    await page.getByRole('link', { name: 'Data sets', exact: true }).last().click()
    await button(page, 'Delete jam-sample').click()
    await says(page, 'jam-sample is deleted.')
    assert.equal(await page.locator('tbody tr').count(), 0)
    await button(page, 'Undo').click()
    await page.locator('tbody tr', { hasText: 'jam-sample' }).waitFor()
  }))

test('random walks are a dataset as well', () =>
  at('datasets', async page => {
    await button(page, 'Generate').click()
    const form = page.locator('form')
    await form.getByLabel('Name').fill('walked')
    await form.getByRole('combobox', { name: 'States', exact: true }).selectOption('walk')
    await form.getByRole('textbox', { name: 'Instances', exact: true }).fill('jam:1')
    await form.getByRole('spinbutton', { name: 'States per instance', exact: true }).fill('10')
    await form.getByRole('button', { name: 'Generate', exact: true }).click()
    await page.waitForURL(/#\/datasets\/walked/)
    await says(page, /Rush Hour, h\* in slides · \d+ rows/)
  }))

test('a table is imported, and one that is wrong is refused at its line', () =>
  at('datasets', async page => {
    const file = text => ({ name: 'eight.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const head = 'eight\nsome boards\ninstance,h*,manhattan\n'
    await button(page, 'Import').click()
    const form = page.locator('form')
    await form.getByLabel('Puzzle').selectOption('tiles')
    await form.getByLabel('File (CSV)').setInputFiles(file(`${head}1 4 2 3 0 5 6 7 8,1,2\n`))
    await form.getByRole('button', { name: 'Import', exact: true }).click()
    await says(page, /line 4: h\* is 1, and no solution can be shorter than 2/)
    await form.getByLabel('File (CSV)').setInputFiles(file(`${head}1 4 2 3 0 5 6 7 8,2,2\n1 0 2 3 4 5 6 7 8,1,1\n`))
    await form.getByRole('button', { name: 'Import', exact: true }).click()
    await says(page, 'eight: 2 rows.')
    await page.getByRole('link', { name: 'eight', exact: true }).click()
    await says(page, 'some boards')
  }))

test('heuristics are audited, and what is broken is shown as a board', () =>
  at('audit?i=jam:1', async page => {
    const card = name => page.locator('article', { has: page.getByRole('heading', { name, exact: true }) })
    assert.equal(await page.locator('article').count(), 0, 'nothing starts by itself')
    await button(page, 'Check').click()
    await card('blockers').waitFor()
    await says(page, /^\d+ heuristics on 1,247 states of 1 instance; mean h\* is 4\.6\d+$/)
    assert.equal(await card('blockers').locator('.verdict.no').count(), 0, 'it keeps its promises')
    assert.equal(await card('blockers').locator('figure').count(), 0)
    const field = page.getByRole('combobox', { name: 'Check a text of your own', exact: true })
    await field.fill('9*blockers')
    await field.press('Escape')
    await button(page, 'Add').click()
    await button(page, 'Check').click()
    const own = card('9*blockers')
    await own.waitFor()
    assert.equal(await page.locator('article').count(), 1)
    assert.match(await own.locator('.verdict').first().textContent(), /^✗ admissible on [\d.]+ ?% of the states$/)
    await says(page, /^h = \d+ here, but the goal is \d+ away$/)
    await own.getByRole('link').first().click()
    await page.waitForURL(/#\/solve\?i=rush-hour/)
    await says(page, '0 moves')
  }))

test('the hall of fame is one answer, and opens on the puzzle used last', async () => {
  const file = (name, domain, train, validation) => `format = 1\nname = "${name}"\ndomain = "${domain}"\n[data]\ntrain = [${train}]\nvalidation = [${validation}]\n[search]\nlimits = { expanded = 300 }\n[genome]\nkind = "weights"\n[algorithm]\npopulation = 4\n[champion]\nbaseline = false\n[stop]\ngenerations = 2\n`
  for (const toml of [file('cars', 'rush-hour', '"jam:1"', '"jam:2"'), file('numbers', 'tiles', '"eight:1"', '"eight:2"')]) await ended(server, (await ask(server, '/experiments', { toml })).id)
  await at('solve?i=eight:1', async page => {
    await says(page, '0 moves')
    const asked = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.getByRole('link', { name: 'Hall of fame', exact: true }).click()
    const row = page.getByRole('region', { name: 'Champions', exact: true }).locator('tbody tr')
    await row.getByRole('link', { name: 'numbers', exact: true }).waitFor()
    await row.locator('code').waitFor()
    assert.equal(await row.count(), 1)
    // What every page asks when an experiment ends, for its notice, is not of this page.
    assert.deepEqual(asked.filter(path => /^\/api\/(experiments$|experiments\/\d+\/|champions)/.test(path)), ['/api/champions'])
    await page.getByRole('link', { name: 'Admissibility', exact: true }).click()
    await page.getByRole('button', { name: 'Sliding tiles', exact: true, pressed: true }).waitFor()
  })
})
