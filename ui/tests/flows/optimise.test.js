// Optimise: an instance is chosen, solved, stopped, drawn and downloaded; a text is dropped and one is generated; every kind of solution is drawn.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { button, drawn, launch, settled, visit } from '../browser.js'
import { ask, serve } from '../server.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ITEMS = '150: 100 50 90 60 75 75'

let browser, server, domains
before(async () => {
  ;[browser, server] = await Promise.all([launch(), serve()])
  domains = (await ask(server, '/catalog')).domains.filter(one => one.kind === 'optimisation')
})
after(() => Promise.all([browser.close(), server.close()]))
const at = path => `${server.url}/#/${path}`
const result = page => page.getByRole('region', { name: 'Result' })
const picture = page => page.getByRole('region', { name: 'Picture' })

/** What axe-core finds to be serious, in light and dark. */
async function serious(page) {
  const found = []
  await page.evaluate(axe)
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    await drawn(page)
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
    found.push(...violations.filter(one => one.impact === 'serious' || one.impact === 'critical').map(one => `${colorScheme}: ${one.id} ${one.nodes.slice(0, 3).map(node => node.target.join(' ')).join(' | ')}`))
  }
  return found
}

test('an instance is chosen in the navigation and solved; the solution is drawn, picked by keys, and downloaded', () =>
  visit(browser, at(''), async page => {
    await page.getByRole('link', { name: 'Optimise', exact: true }).click()
    await page.getByLabel('Problem').selectOption('bin-packing')
    await page.getByLabel('Instances').selectOption('or-u120')
    await page.getByLabel('Instance', { exact: true }).fill('3')
    await page.getByLabel('Instance', { exact: true }).press('Tab')
    await page.waitForURL(/i=or-u120:3/)
    // The instance is shown before it is solved.
    await page.getByRole('img', { name: 'Histogram: items by size' }).waitFor()
    await page.getByLabel('Algorithm').selectOption('construct')
    await page.getByRole('combobox', { name: /^Rule/ }).selectOption('best_fit')
    await button(page, 'Start').click()
    await result(page).getByText('lower bound', { exact: true }).waitFor()
    const bins = Number(await result(page).locator('dd').first().textContent())
    // The optimum is 46.
    assert.ok(bins >= 46 && bins < 56, `${bins} bins`)
    await page.getByRole('img', { name: new RegExp(`: ${bins} bins of capacity 150 with 120 items`) }).waitFor()
    await page.getByRole('img', { name: 'Histogram: bins by free room' }).waitFor()
    await page.getByRole('img', { name: 'Cost of the best solution against time' }).waitFor()
    await button(page, 'Effort').click()
    await page.getByRole('img', { name: 'Cost of the best solution against effort' }).waitFor()
    const slider = page.getByRole('slider', { name: 'Show one bin' })
    await slider.focus()
    await page.keyboard.press('End')
    await page.getByText(new RegExp(`^Bin ${bins}: .* of 150, \\d+ free$`)).waitFor()
    await page.getByText(`Cost by its parts: ${bins}`).click()
    assert.equal(await page.locator('details.panel tbody tr').count(), bins)
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download the solution').click()])
    assert.equal(download.suggestedFilename(), 'or-u120-3.solution.txt')
    const checked = await ask(server, '/validate', { instance: ['or-u120:3'], plan: readFileSync(await download.path(), 'utf8') })
    assert.deepEqual([checked.valid, checked.cost], [true, bins])
    assert.deepEqual(await serious(page), [])
    // Everything is in the address.
    await page.reload()
    assert.equal(await page.getByRole('combobox', { name: /^Rule/ }).inputValue(), 'best_fit')
  }))

test('stop keeps the best solution', () =>
  visit(browser, at('optimise?d=bin-packing&i=weibull-5k-funsearch:1&a=iterated&h=first_fit&s=online%3Dtrue&t=60'), async page => {
    await page.getByText('Settings').first().waitFor()
    assert.ok(await page.getByLabel(/^online/).isChecked())
    // Online decisions are final, so nothing can be improved: offline.
    await page.getByLabel(/^online/).uncheck()
    await button(page, 'Start').click()
    await page.getByText('best so far').waitFor()
    await page.waitForFunction(() => document.querySelector('[aria-label="Result"] dd')?.textContent !== '–')
    await button(page, 'Stop').click()
    await page.getByText('Stopped: the best solution so far').waitFor()
    await page.getByRole('img', { name: /bins of capacity 100 with 5,000 items/ }).waitFor()
    await button(page, 'Start').waitFor()
  }))

test('a file is dropped, and an instance is generated; what is wrong is told', () =>
  visit(browser, at('optimise?d=bin-packing'), async page => {
    await button(page, 'Start').waitFor()
    await page.evaluate(text => {
      const data = new DataTransfer()
      data.items.add(new File([text], 'items.txt'))
      document.querySelector('main .stack').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    }, ITEMS)
    await page.waitForURL(/i=own/)
    await page.getByLabel(/^Text/).waitFor()
    await button(page, 'Start').click()
    await page.getByText('Optimal: the cost equals the lower bound').waitFor()
    assert.equal(await result(page).locator('dd').first().textContent(), '3')
    await page.getByLabel(/^Text/).fill('nothing that is a number')
    await button(page, 'Start').click()
    await page.getByRole('alert').waitFor()
    await page.getByText('Generate an instance').click()
    await button(page, 'Generate').click()
    await page.waitForFunction(() => /\d+ \d+/.test(document.querySelector('main textarea').value))
    await button(page, 'Start').click()
    await result(page).getByText('lower bound', { exact: true }).waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
  }))

test('solutions of all domains are drawn, on a phone, without serious findings', async () => {
  for (const domain of domains)
    await visit(browser, at(`optimise?d=${domain.name}&t=0.5`), async page => {
      await button(page, 'Start').waitFor()
      await settled(page)
      await button(page, 'Start').click()
      await page.getByRole('heading', { name: 'Best solution' }).waitFor()
      await settled(page)
      assert.equal(await picture(page).locator('pre').count(), 0, `${domain.name} has a drawing`)
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${domain.name} is no wider than the window`)
      assert.deepEqual(await serious(page), [], domain.name)
    }, { width: 390, height: 780 })
})
