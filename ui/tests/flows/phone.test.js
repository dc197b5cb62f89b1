// Phones and small laptops: the board stays in sight while a solution plays, cards can be read, pages use their width.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, drawn, launch, says, visit } from '../browser.js'
import { serve } from '../server.js'

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve()])))
after(() => Promise.all([browser.close(), server.close()]))
const at = (path, run, size) => visit(browser, `${server.url}/#/${path}`, run, size)
const PHONE = { width: 390, height: 780 }

for (const instance of ['jam:1', 'freecell:617'])
  test(`the board of ${instance} stays in sight while its solution plays on a phone`, () =>
    at(`solve?i=${instance}`, async page => {
      await button(page, 'Solve').click()
      await says(page, /^Solved in/)
      const player = page.getByRole('group', { name: 'The solution', exact: true })
      await player.getByRole('button', { name: 'One move on', exact: true }).scrollIntoViewIfNeeded()
      await player.getByRole('button', { name: 'One move on', exact: true }).click()
      const board = await page.locator('#table svg.puzzle').boundingBox()
      const controls = await player.boundingBox()
      assert.ok(board.y >= 0 && board.y + board.height <= PHONE.height, `board from ${board.y} to ${board.y + board.height}`)
      assert.ok(controls.y < PHONE.height, 'and so does the player')
    }, PHONE))

test('the drawing of a planning task stays in sight while one steps through its plan on a phone', () =>
  at('plan?i=blocksworld:easy-3', async page => {
    await button(page, 'Find a plan').click()
    await button(page, 'One step on').scrollIntoViewIfNeeded()
    await button(page, 'One step on').click()
    await page.evaluate(() => scrollBy(0, 250))
    const drawing = await page.locator('.drawing svg').boundingBox()
    assert.ok(drawing.y >= 0 && drawing.y + drawing.height <= PHONE.height, `drawing from ${drawing.y} to ${drawing.y + drawing.height}`)
  }, PHONE))

test('cards can be read on a phone', () =>
  at('solve?i=freecell:617', async page => {
    const rank = page.locator('#table svg.puzzle .rank').first()
    await rank.waitFor()
    const { height } = await rank.boundingBox()
    assert.ok(height >= 15, `${height} pixels high`)
  }, PHONE))

test('no page is wider than the window, at any width', async () => {
  for (const path of ['', 'experiments', 'new', 'champion?d=rush-hour&h=2*blockers%2Bdistance', 'champion?d=rush-hour&h=2*blockers%2Bdistance&view=simplify', 'compare', 'solve?i=jam:1&view=analysis', 'solve?i=freecell:617', 'plan?i=blocksworld:easy-3', 'plan?i=own', 'champion?d=pddl-ferry&h=hff', 'optimise', 'optimise?i=own', 'study', 'heuristics', 'datasets', 'audit?i=jam:1', 'make'])
    await at(path, async page => {
      await page.getByRole('heading').first().waitFor()
      for (const width of [390, 1024, 1440]) {
        await page.setViewportSize({ width, height: 780 })
        await drawn(page)
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${path} at ${width}`)
      }
    }, PHONE)
})

test('the form and the champion page have two columns at 1024', async () => {
  const columns = selector => page => page.locator(selector).first().evaluate(element => getComputedStyle(element).gridTemplateColumns.split(' ').length)
  await at('new', async page => {
    await page.locator('#file').waitFor()
    assert.equal(await columns('main .page')(page), 2)
  }, { width: 1024, height: 768 })
  await at('champion?d=rush-hour&h=2*blockers%2Bdistance', async page => {
    await page.locator('.beside').waitFor()
    assert.equal(await columns('main .beside')(page), 2)
  }, { width: 1024, height: 768 })
})
