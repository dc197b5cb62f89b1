// What a visitor waits for: the first paint, and a chart of 20 runs of 1,000 generations that grows.
// node tests/speed.js http://127.0.0.1:7879
import { base, launch, open } from './browser.js'

const browser = await launch()
const { page, close } = await open(browser)
await page.goto(`${base}/#/`)
await page.waitForTimeout(1500)
const times = []
for (let k = 0; k < 5; k++) {
  await page.reload()
  await page.waitForTimeout(800)
  times.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN))
}
console.log('first paint, ms:', times.map(time => Math.round(time)).join(' '))
await close()

const many = await open(browser)
const generation = Array.from({ length: 1000 }, (_, at) => at)
const column = run => generation.map(at => 0.1 + 1 / (1 + at / (20 + run)))
const runs = Array.from({ length: 20 }, (_, run) => ({ run: run + 1, cell: 0, repetition: run, control: false, generation, evaluations: generation, best: column(run), mean: column(run), worst: column(run), validation: column(run), size: column(run), depth: column(run), distinct: column(run), distinct_results: column(run), failed: column(run) }))
await many.page.route('**/api/experiments/*/curves*', route => route.fulfill({ json: { runs, baseline: 0.2, fitness: 'reduction', population: 60 } }))
// Events come from here, so that each can be timed.
await many.page.addInitScript(() => {
  window.EventSource = class extends EventTarget {
    static CLOSED = 2
    constructor() {
      super()
      window.events = this
    }
    close() {}
  }
})
const id = (await (await fetch(`${base}/api/experiments`)).json()).experiments[0].id
await many.page.goto(`${base}/#/experiments/${id}`)
await many.page.locator('.uplot').first().waitFor()
await many.page.waitForTimeout(1000)
const frames = await many.page.evaluate(async id => {
  const took = []
  new PerformanceObserver(list => took.push(...list.getEntries().map(entry => entry.duration))).observe({ type: 'longtask' })
  for (let at = 1000; at < 1020; at++) {
    const data = { experiment: id, run: 1, cell: 0, repetition: 0, control: false, generation: at, evaluations: at, best: 0.1, mean: 0.2, worst: 0.3, validation: 0.1, size: 9, depth: 3, distinct: 50, distinct_results: 40, failed: 0, champion: null }
    window.events.dispatchEvent(new MessageEvent('generation', { data: JSON.stringify(data) }))
    // It is drawn 200 ms later, with whatever else came in.
    await new Promise(resolve => setTimeout(resolve, 350))
  }
  return took
}, id)
console.log('20 redraws of 20 × 1,000; those that kept the page busy for more than 50 ms:', frames.map(time => Math.round(time)).join(' ') || 'none')
await many.close()
await browser.close()
