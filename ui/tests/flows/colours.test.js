// Colours that mean something: no two cars of a board share one, and what has a part in an experiment has one colour everywhere.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, launch, visit } from '../browser.js'
import { apart, contrast } from '../colours.js'
import { load } from '../module.js'
import { serve } from '../server.js'

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve()])))
after(() => Promise.all([browser.close(), server.close()]))

test('cars have different colours, on which their letter can be read', async () => {
  const { colour } = await load('puzzles/colour.ts')
  const all = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map(letter => colour(letter, 'A'))
  assert.equal(new Set(all).size, 26)
  for (const [place, one] of all.entries()) {
    assert.ok(contrast(one, '#ffffff') >= 3, one)
    for (const other of all.slice(0, place)) assert.ok(apart(one, other, ['normal']) >= 10, `${one} and ${other}`)
  }
})

test('a race has a row for each entrant, all in sight at 900 pixels, in the colours of its chart', () =>
  visit(
    browser,
    `${server.url}/#/solve?i=jam:30&view=race&r=${encodeURIComponent('ida,zero|ida,blocking|ida,blockers|ida,blockers_deep')}&n=${encodeURIComponent('blind search|tuned baseline|evolved champion|')}`,
    async page => {
      await button(page, 'Race').click()
      const rows = page.locator('.entrants li')
      await rows.nth(3).locator('.track').waitFor()
      await page.evaluate(() => scrollTo(0, 0))
      const boxes = await rows.evaluateAll(all => all.map(one => one.getBoundingClientRect()).map(({ left, top, bottom }) => ({ left, top, bottom })))
      assert.equal(new Set(boxes.map(box => box.left)).size, 1)
      for (const [place, box] of boxes.entries()) assert.ok(box.bottom <= 900 && (!place || box.top > boxes[place - 1].top), JSON.stringify(box))
      const { ROLES } = await load('charts/series.ts')
      const colours = await page.locator('.entrants .dot').evaluateAll(all => all.map(one => one.style.background))
      assert.deepEqual(colours.slice(0, 3), ['blind search', 'tuned baseline', 'evolved champion'].map(name => `var(${ROLES[name]})`))
      assert.equal(new Set(colours).size, 4)
    },
    { width: 1440, height: 900 },
  ))
