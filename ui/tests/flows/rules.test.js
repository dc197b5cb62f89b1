// The form of a new experiment on optimisation problems: every domain, generator and set makes a file that the server accepts.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { button, launch, LONG, settled, unfold, visit } from '../browser.js'
import { ask, serve } from '../server.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser, server, domains
before(async () => {
  ;[browser, server] = await Promise.all([launch(), serve('--threads', '1')])
  domains = (await ask(server, '/catalog')).domains.filter(one => one.kind === 'optimisation')
})
after(() => Promise.all([browser.close(), server.close()]))
const at = (path, run, size) => visit(browser, `${server.url}/#/${path}`, run, size)
const file = page => page.locator('#file')
/** The server agrees with what is on the page. */
async function agreed(page, what) {
  await settled(page)
  // What follows may be behind Advanced.
  await unfold(page)
  const status = await page.locator('.side p[role="status"]').filter({ hasText: /\bruns?\b|error|checking/ }).first().textContent()
  assert.match(status ?? '', /^\s*(\d+ runs?|1 run)/, what)
}

test('every optimisation domain can be chosen, with each of its generators and sets', () =>
  at('new', async page => {
    for (const domain of domains) {
      await page.getByRole('combobox', { name: /^(Puzzle|Problem)$/ }).selectOption(domain.name)
      await agreed(page, domain.name)
      assert.match(await file(page).inputValue(), new RegExp(`^domain = "${domain.name}"$`, 'm'))
      const train = page.locator('fieldset', { hasText: 'to learn from' })
      for (const from of [...domain.generators.map(one => one.name), 'names']) {
        await train.getByRole('combobox', { name: 'From' }).selectOption(from)
        await agreed(page, `${domain.name} from ${from}`)
      }
      for (const set of domain.sets) {
        await train.getByLabel('Names, separated by commas').fill(`${set.name}:${set.names?.[0] ?? set.first}`)
        await train.getByLabel('Names, separated by commas').press('Tab')
        await agreed(page, `${domain.name}: ${set.name}`)
      }
      if (domain.metrics.length > 1) {
        await page.getByRole('combobox', { name: 'Cost', exact: true }).selectOption(domain.metrics.at(-1).name)
        await agreed(page, `${domain.name} in ${domain.metrics.at(-1).name}`)
      }
    }
  }))

test('fitness, use, genome, reference and the formulas of other decisions are fields', () =>
  at('new?t=tsp-insertion.toml', async page => {
    await agreed(page, 'as it is')
    for (const [name, option] of [['Fitness', 'area'], ['Costs are compared with', 'best'], ['How a rule is used', 'iterated'], ['Form', 'tree'], ['Reference rule', 'nearest_neighbour']]) {
      await page.getByRole('combobox', { name, exact: true }).selectOption(option)
      await agreed(page, `${name}: ${option}`)
    }
    await page.getByLabel('Effort of a run, at most').fill('3000000')
    await page.getByLabel('Effort of a run, at most').press('Tab')
    await agreed(page, 'limits')
    assert.match(await file(page).inputValue(), /^limits = \{ effort = 3000000 \}$/m)
    // Decisions that do not evolve have formulas.
    await page.getByLabel(/decision “place”/).fill('-added')
    await page.getByLabel(/decision “accept”/).fill('0.5 - worse')
    await page.getByLabel(/decision “accept”/).press('Tab')
    await agreed(page, 'decisions')
    assert.match(await file(page).inputValue(), /^rules = "place: -added; accept: 0.5 - worse"$/m)
    await page.getByLabel(/decision “place”/).fill('-added +')
    await page.getByLabel(/decision “place”/).press('Tab')
    await settled(page)
    await page.getByRole('alert').first().waitFor()
  }))

test('from files of one’s own to a rule: an experiment is started and has a champion', () =>
  at('new?t=demo-packing.toml', async page => {
    await agreed(page, 'as it is')
    await page.getByLabel('Name', { exact: true }).fill('mine')
    for (const [role, from] of [['to learn from', 0], ['to choose the champion by', 4]]) {
      const fields = page.locator('fieldset', { hasText: role })
      await fields.getByRole('combobox', { name: 'From' }).selectOption('files')
      const texts = [1, 2, 3, 4].map(at => `150: ${[60, 75, 40, 35, 90, 20, 50, 100, 30].map(size => size + from + at).join(' ')}\n`)
      await fields.getByLabel(/^0 instances in the file/).setInputFiles(texts.map((text, at) => ({ name: `items-${at}.txt`, mimeType: 'text/plain', buffer: Buffer.from(text) })))
      await fields.getByLabel(/^4 instances in the file/).waitFor()
    }
    await page.locator('fieldset', { hasText: 'used once' }).getByRole('combobox', { name: 'From' }).selectOption('none')
    await page.getByLabel('Generations', { exact: true }).fill('3')
    await page.getByLabel('Generations', { exact: true }).press('Tab')
    await agreed(page, 'files of one’s own')
    await button(page, 'Start').click()
    await page.waitForURL(/#\/experiments\/\d+/)
    await page.locator('main .state.done').first().waitFor(LONG)
  }))

test('the form of rules fits a phone, without serious findings', () =>
  at('new?t=tsp-insertion.toml', async page => {
    await agreed(page, 'as it is')
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0)
    await page.evaluate(axe)
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme })
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
      assert.deepEqual(violations.filter(one => one.impact === 'serious' || one.impact === 'critical').map(one => one.id), [], colorScheme)
    }
  }, { width: 390, height: 780 }))
