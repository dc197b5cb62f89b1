// The picture at the top of the README: a race on card 30, whose figures do not depend on the machine.
// `make screenshot` retakes it, by SCREENSHOT=FILE.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { button, launch, visit } from '../browser.js'
import { serve } from '../server.js'

const racers = 'ida,zero|ida,blocking|ida,blockers_deep|ida,champion'
const expanded = ['89,756', '63,253', '33,795', '8,412']
const read = path => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)))

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve()])))
after(() => Promise.all([browser.close(), server.close()]))

test('the race that the README shows', () =>
  visit(
    browser,
    `${server.url}/#/solve?i=jam:30&view=race&r=${encodeURIComponent(racers)}`,
    async page => {
      await button(page, 'Race').click()
      for (const figure of expanded) await page.getByText(`${figure} of ${figure} expansions`).waitFor()
      await page.evaluate(() => scrollTo(0, 0))
      if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT })
    },
    { width: 1440, height: 1000 },
  ))

test('the README shows the picture and its figures', () => {
  const [readme, picture] = [String(read('README.md')), read('docs/screenshot.png')]
  assert.match(readme, /!\[[^\]]+\]\(docs\/screenshot\.png\)/)
  for (const figure of expanded) assert.ok(readme.includes(figure), figure)
  assert.equal(picture.subarray(1, 4).toString(), 'PNG')
  assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1440, 1000])
  assert.ok(picture.length < 300_000, `${picture.length} bytes`)
})
