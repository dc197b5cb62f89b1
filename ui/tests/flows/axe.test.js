// What axe-core finds: nothing serious on any page, in light and dark.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { drawn, launch, open, settled } from '../browser.js'
import { ask, ended, serve } from '../server.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const FILE = 'format = 1\nname = "small"\ndomain = "rush-hour"\n[data]\ntrain = ["jam:1-2"]\nvalidation = ["jam:5"]\ntest = ["jam:7"]\n[search]\nlimits = { expanded = 500 }\n[genome]\nkind = "weights"\nfeatures = ["blockers", "distance"]\n[algorithm]\npopulation = 6\n[stop]\ngenerations = 3\n[grid]\n"algorithm.population" = [4, 6]\n'

let browser, server, run, id
before(async () => {
  ;[browser, server] = await Promise.all([launch(), serve()])
  id = (await ask(server, '/experiments', { toml: FILE })).id
  run = (await ended(server, id)).best
  await ask(server, `/experiments/${id}/annotation`, { note: 'a note', tags: ['tag'] })
  await ask(server, '/library', { name: 'mine', domain: 'rush-hour', text: 'blockers', parent: 'blockers + 0', changes: ['removed 0'] })
})
after(() => Promise.all([browser.close(), server.close()]))

const paths = () => ['', 'experiments?group=tag', `experiments/${id}`, `experiments/${id}?view=grid`, `experiments/${id}?view=test`, `experiments/${id}?view=file`, 'new', `champion/${run}`, `champion/${run}?view=simplify`, `champion/${run}?view=evidence`, `compare?e=${id}`, 'heuristics', 'solve?i=jam:1', 'solve?i=jam:1&view=analysis&moves=B%2B1', 'solve?i=freecell:617', 'solve?i=eight:1&view=race', 'plan?i=blocksworld:easy-3', 'plan?i=visitall:easy-3&view=why&h=hff', 'plan?i=ferry:easy-2&view=evolve', 'champion?d=pddl-ferry&h=hff', 'optimise', 'study', 'make', 'datasets', 'audit?i=jam:1']

test('no serious finding of axe-core, in light and dark', async () => {
  const { page, close } = await open(browser)
  await page.addInitScript(axe)
  const serious = []
  // A card shows `K ♦` and is called `king of diamonds`, which is what people say. In dark only colours differ.
  const runs = { light: { rules: { 'label-content-name-mismatch': { enabled: false } } }, dark: { runOnly: ['color-contrast'] } }
  for (const path of paths()) {
    // A page of its own for every view, as from a link.
    await page.goto('about:blank')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${server.url}/#/${path}`)
    await page.getByRole('heading').first().waitFor()
    await settled(page)
    for (const [scheme, options] of Object.entries(runs)) {
      await page.emulateMedia({ colorScheme: scheme })
      await drawn(page)
      const found = await page.evaluate(options => window.axe.run(document, { resultTypes: ['violations'], ...options }), options)
      serious.push(...found.violations.filter(one => one.impact === 'serious' || one.impact === 'critical').map(one => `#/${path} in ${scheme}, ${one.id}: ${one.nodes.slice(0, 3).map(node => node.target.join(' ')).join(' | ')}`))
    }
  }
  await close()
  assert.deepEqual(serious, [])
})
