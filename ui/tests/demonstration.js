// The demonstration that Home offers first, from the click on its button to its verdict, and its champion next to the
// tuned baseline: cost and CPU time on the test instances.
// npm run demonstration [SEED…]: without seeds with that of its file.
import { bar, end, median, must } from './bars.js'
import { launch, open } from './browser.js'
import { ask, serve } from './server.js'

const seeds = process.argv.slice(2)
const INSTANCES = [1, 2, 3, 4, 5].map(number => `weibull-5k-funsearch:${number}`)
/** Measurements of CPU time, of which the median counts. */
const ROUNDS = 5
const browser = await launch()

/** One run, as a visitor starts and watches it. */
async function run(seed) {
  const server = await serve()
  const { page, complaints, close } = await open(browser)
  if (seed) {
    await page.route('**/api/experiments/templates', async route => {
      const json = await (await route.fetch()).json()
      for (const one of json.templates) one.toml = one.toml.replace(/^seed = \d+$/m, `seed = ${seed}`)
      await route.fulfill({ json })
    })
  }
  await page.goto(`${server.url}/#/`)
  const button = page.getByRole('button', { name: /^Start: / }).first()
  await button.waitFor()
  must(/packing rule/.test(await button.getAttribute('aria-label')), 'Home offers another demonstration first')
  await button.click()
  const clicked = performance.now()
  const panel = name => page.locator('.results .panel', { hasText: name }).locator('strong')
  await panel('evolved champion').waitFor({ timeout: 600_000 })
  const seconds = (performance.now() - clicked) / 1000
  const share = async name => parseFloat(await panel(name).textContent())
  const [champion, baseline, sums, published] = [await share('evolved champion'), await share('the tuned baseline'), await share('Sum of Squares'), await share('FunSearch')]
  must(complaints.length === 0, complaints[0])
  await close()

  const { id } = (await ask(server, '/experiments')).experiments[0]
  const test = await ask(server, `/experiments/${id}/test`)
  const rules = [test.results.find(one => one.name === test.champion), test.results.find(one => one.kind === 'baseline')].map(one => one.heuristic)
  const measured = rules.map(() => ({ bins: 0, times: [] }))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [place, heuristic] of rules.entries()) {
      const job = await ask(server, '/jobs', { kind: 'table', domain: 'bin-packing', instances: INSTANCES, settings: { online: 'true' }, methods: [{ algorithm: 'construct', heuristic }], limits: { seconds: 60 } })
      let now
      do now = await ask(server, `/jobs/${job.id}`)
      while (['waiting', 'running'].includes(now.state) && (await new Promise(later => setTimeout(later, 50, true))))
      must(now.state === 'done', JSON.stringify(now.error))
      measured[place].bins = now.result.rows.reduce((sum, row) => sum + row.cost, 0)
      measured[place].times.push(now.result.rows.reduce((sum, row) => sum + row.stats.cpu_seconds, 0))
    }
  }
  await server.close()
  const [own, tuned] = measured.map(({ bins, times }) => ({ bins, milliseconds: 1000 * median(times) }))
  return { seconds, champion, baseline, sums, published, own, tuned }
}

let [cheaper, faster, held] = [0, 0, 0]
const list = seeds.length ? seeds : [null]
for (const seed of list) {
  const { seconds, champion, baseline, sums, published, own, tuned } = await run(seed)
  const name = seed ? `seed ${seed}` : 'the seed of its file'
  bar(`${name}: from the click to the verdict`, seconds, 150, 's')
  console.log(`${name}: excess on FunSearch's five: champion ${champion} %, tuned baseline ${baseline} %, Sum of Squares ${sums} %, FunSearch ${published} %`)
  console.log(`${name}: champion ${own.bins} bins in ${own.milliseconds.toFixed(1)} ms of CPU time, tuned baseline ${tuned.bins} bins in ${tuned.milliseconds.toFixed(1)} ms`)
  if (own.bins < tuned.bins) cheaper++
  if (own.milliseconds < tuned.milliseconds) faster++
  if (champion < sums && champion < published) held++
}
console.log(`of ${list.length}: fewer bins than the tuned baseline in ${cheaper}, less CPU time in ${faster}; below Sum of Squares and FunSearch in ${held}`)
if (list.length === 1) must(held === 1, 'the champion needs more bins than a rule that it is to beat')
await browser.close()
end()
