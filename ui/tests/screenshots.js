// Pictures of every view, light and dark, on a desk and on a phone, into tests/screenshots/.
// node tests/screenshots.js [http://127.0.0.1:7878] [VIEW…]
// Without an address it starts the program with a store of its own and lets it evolve a little first.
import { mkdirSync, readFileSync } from 'node:fs'
import { launch, open } from './browser.js'
import { ask, ended, serve } from './server.js'
import { views } from './views.js'

const wanted = process.argv.slice(2).filter(word => !/^https?:/.test(word))
const sizes = (process.env.SIZES ?? '1440,390').split(',').map(Number)
const schemes = (process.env.SCHEMES ?? 'light,dark').split(',')
const folder = new URL('screenshots/', import.meta.url).pathname
mkdirSync(folder, { recursive: true })

const given = process.argv.slice(2).find(word => /^https?:/.test(word))
const server = given ? { url: given, close: async () => undefined } : await serve()

/** What the views show: made where it is missing. */
async function material() {
  const demo = readFileSync(new URL('../../experiments/demo.toml', import.meta.url), 'utf8').replace('seed = 1', 'seed = 1\nrepetitions = 3')
  const done = async () => (await ask(server, '/experiments')).experiments.filter(one => one.state === 'done')
  for (let seed = 1; (await done()).length < 2 && seed < 3; seed++) {
    const made = await ask(server, '/experiments', { toml: demo.replace('seed = 1', `seed = ${seed}`), quick: true })
    while (['waiting', 'running'].includes((await ask(server, `/experiments/${made.id}`)).summary.state)) await new Promise(later => setTimeout(later, 300))
  }
  const packing = readFileSync(new URL('../../experiments/demo-packing.toml', import.meta.url), 'utf8').replace(/items = \d+, most = \d+, count = \d+/g, 'items = 500, count = 4').replace(/generations = \d+/, 'generations = 8')
  const cross = demo.replace('name = "demo"', 'name = "grid"').replace('repetitions = 3\n', '').replace(/count = 12/g, 'count = 3') + '\n[grid]\n"algorithm.population" = [10, 20]\n"operators.mutation.rate" = [0.2, 0.4]\n'
  const others = []
  for (const toml of [packing, cross]) others.push((await ask(server, '/experiments', { toml, quick: toml === cross })).id)
  for (const id of others) await ended(server, id)
  if (!(await ask(server, '/datasets')).datasets.length) {
    const job = await ask(server, '/jobs', { kind: 'dataset', name: 'jam-sample', domain: 'rush-hour', source: 'sample', instances: ['jam:1-10'], states: 40, seed: 1 })
    while (['waiting', 'running'].includes((await ask(server, `/jobs/${job.id}`)).state)) await new Promise(later => setTimeout(later, 300))
  }
  const [second, first] = (await done()).filter(one => !others.includes(one.id))
  const best = async id => (await ask(server, `/experiments/${id}`)).best
  return { first: first.id, second: second.id, packing: others[0], grid: others[1], run: await best(first.id), rule: await best(others[0]), dataset: (await ask(server, '/datasets')).datasets[0].name }
}

let failed = false
const shown = views(await material())
const browser = await launch()
for (const width of sizes) {
  for (const scheme of schemes) {
    for (const view of shown.filter(({ name }) => !wanted.length || wanted.includes(name))) {
      const { page, complaints, close } = await open(browser, { width, height: width < 600 ? 844 : 900, scheme })
      try {
        await view.before?.(page)
        await page.goto(`${server.url}/#/${view.path}`)
        await page.waitForLoadState('load')
        await page.waitForTimeout(900)
        await view.act?.(page)
        // The navigation sticks to the top of the window, which is to be the top of the picture.
        await page.evaluate(() => scrollTo(0, 0))
        const spill = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (spill > 0) complaints.push(`the page is ${spill} pixels wider than the window`)
      } catch (error) {
        complaints.push(String(error).split('\n')[0])
      }
      await page.screenshot({ path: `${folder}${view.name}-${width}-${scheme}.png`, fullPage: true })
      for (const complaint of complaints) console.log(`${view.name} ${width} ${scheme}: ${complaint}`)
      failed ||= complaints.length > 0
      await close()
    }
  }
}
await browser.close()
await server.close()
process.exit(failed ? 1 : 0)
