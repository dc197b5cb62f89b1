// What all pages share: menus, axes, code that loads late, the connection, and what survives a reload.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, launch, open, says, visit } from '../browser.js'
import { ask, serve } from '../server.js'

const SMALL = 'format = 1\nname = "small"\ndomain = "rush-hour"\n[data]\ntrain = ["jam:1-2"]\nvalidation = ["jam:5"]\n[genome]\nkind = "weights"\n'

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve('--threads', '1')])))
after(() => Promise.all([browser.close(), server.close()]))
const at = (path, run) => visit(browser, `${server.url}/#/${path}`, run)

test('a board that is just opened has nothing to undo', () =>
  at('make', async page => {
    await says(page, /slides, medium for people/)
    assert.equal(await button(page, 'Undo').isDisabled(), true)
    await button(page, 'Clear').click()
    await button(page, 'Undo').click()
    await says(page, /slides, medium for people/)
    assert.equal(await button(page, 'Undo').isDisabled(), true)
  }))

test('a generated gallery is there again after a reload', () =>
  at('make?g=random', async page => {
    await page.getByLabel('How many').fill('3')
    await page.getByRole('spinbutton', { name: 'Seed' }).fill('5')
    await page.getByRole('textbox', { name: 'vehicles', exact: true }).fill('8-9')
    await button(page, 'Generate').click()
    const boards = page.locator('main section ul li a')
    await boards.nth(2).waitFor()
    await button(page, 'Generate').waitFor()
    const links = () => boards.evaluateAll(all => all.map(one => one.getAttribute('href')))
    const before = await links()
    await page.reload()
    await boards.nth(2).waitFor()
    assert.deepEqual(await links(), before)
    assert.equal(await page.getByRole('textbox', { name: 'vehicles', exact: true }).inputValue(), '8-9')
    // Opening one of them keeps the others.
    await boards.first().click()
    await page.waitForURL(/b=/)
    await page.reload()
    await boards.nth(2).waitFor()
  }))

test('the gallery begins with boards of 8 to 25 slides, each with how hard it is for people', () =>
  at('make', async page => {
    await page.getByLabel('How many').fill('6')
    await button(page, 'Generate').click()
    const labels = page.locator('main section ul li a span.small')
    await labels.nth(5).waitFor()
    await page.waitForFunction(() => [...document.querySelectorAll('main section ul li a span.small')].every(one => /(easy|medium|hard)/.test(one.textContent)))
    for (const text of await labels.allTextContents()) {
      const slides = Number(text.match(/^\s*(\d+) slides/)?.[1])
      assert.ok(slides >= 8 && slides <= 25, text)
    }
  }))

test('one slide is easy, and named so', () =>
  at('make?b=AAoooooooooooooooooooooooooooooooooo', async page => {
    await says(page, /slides?, easy for people/)
  }))

test('the menu of an experiment closes with Escape and by a click elsewhere', async () => {
  await ask(server, '/experiments', { toml: SMALL, start: false })
  await at('experiments', async page => {
    const menu = page.getByLabel(/^More for small/)
    await menu.click()
    await button(page, 'Delete').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await button(page, 'Delete').waitFor({ state: 'hidden' })
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'SUMMARY')
    await menu.click()
    await button(page, 'Delete').waitFor()
    await page.getByRole('heading', { name: 'Experiments', exact: true }).click()
    await button(page, 'Delete').waitFor({ state: 'hidden' })
  })
})

/** Curves of so many generations. */
const curves = (generations, value) => {
  const generation = Array.from({ length: generations }, (_, at) => at + 1)
  const column = generation.map(value)
  return { runs: [{ run: 1, configuration: 0, repetition: 0, control: false, generation, evaluations: generation, best: column, mean: column, worst: column, validation: column, size: column, depth: column, distinct: column, distinct_results: column, failed: column }], baseline: null, fitness: 'reduction', population: 10 }
}

test('axes have whole generations, and values below zero are drawn', async () => {
  const { page, complaints, close } = await open(browser)
  await page.route('**/api/experiments/*/curves*', route => route.fulfill({ json: curves(3, at => 0.5 - at / 2) }))
  await page.goto(`${server.url}/#/experiments/1`)
  await page.locator('.around').getByText('-0.5', { exact: true }).first().waitFor()
  const texts = await page.locator('.around text').allTextContents()
  // 1 to 3 in halves would be 1.5 and 2.5.
  assert.deepEqual(texts.filter(text => text === '1.5' || text === '2.5'), [])
  assert.equal(await page.getByLabel('logarithmic').isDisabled(), true)
  assert.equal(await page.getByLabel('logarithmic').isChecked(), false)
  assert.deepEqual(complaints, [])
  await close()
})

test('a page whose code did not load, and a game, go on when the server is back; every page says that it is away', async () => {
  const { page, close } = await open(browser)
  // Code comes from the server alone.
  await page.goto(`${server.url}/#/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  let away = false
  await page.route('**/assets/*', route => (away ? route.abort() : route.fallback()))
  away = true
  await server.kill()
  await page.locator('.lost').waitFor()
  await page.getByRole('link', { name: 'Solve & play', exact: true }).click()
  await says(page, 'This page could not be loaded.')
  away = false
  await server.start()
  await page.getByRole('button', { name: /^Target A/ }).waitFor()
  await page.locator('.lost').waitFor({ state: 'detached' })
  await server.kill()
  await page.locator('.lost').waitFor()
  await page.getByRole('button', { name: /^Car|^Truck/ }).and(page.getByRole('button', { name: /can go/ })).first().focus()
  const before = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const key = /right/.test(before) ? 'ArrowRight' : /left/.test(before) ? 'ArrowLeft' : /down/.test(before) ? 'ArrowDown' : 'ArrowUp'
  await page.keyboard.press(key)
  await says(page, '1 move')
  await server.start()
  await page.locator('.lost').waitFor({ state: 'detached' })
  await button(page, 'Hint').click()
  await says(page, /after it\)$/)
  await says(page, '1 move')
  await close()
})
