// What a visitor waits for: the first paint, and redraws of a chart of 20 runs of 1,000 generations that grows.
// npm run speed
import { bar, end, median, must, pause } from './bars.js'
import { launch, open } from './browser.js'
import { ask, serve } from './server.js'

const server = await serve()
const base = server.url
const browser = await launch()
const { page, close } = await open(browser)
await page.goto(`${base}/#/`)
await page.waitForTimeout(1500)
const times = []
for (let k = 0; k < 9; k++) {
  await page.reload()
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.waitForTimeout(500)
  times.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN))
}
must(times.every(time => time > 0), 'the browser tells no first paint')
console.log('first paints:', times.map(time => Math.round(time)).join(' '))
bar('first paint, median', median(times), 150, 'ms')
await close()

const many = await open(browser)
const generation = Array.from({ length: 1000 }, (_, at) => at)
const column = run => generation.map(at => 0.1 + 1 / (1 + at / (20 + run)))
const runs = Array.from({ length: 20 }, (_, run) => ({ run: run + 1, configuration: 0, repetition: run, control: false, generation, evaluations: generation, best: column(run), mean: column(run), worst: column(run), validation: column(run), size: column(run), depth: column(run), distinct: column(run), distinct_results: column(run), failed: column(run) }))
await many.page.route('**/api/experiments/*/curves*', route => route.fulfill({ json: { runs, baseline: 0.2, fitness: 'reduction', population: 60 } }))
await many.page.addInitScript(() => {
  // Events come from here, so that each can be timed.
  window.EventSource = class extends EventTarget {
    static CLOSED = 2
    constructor() {
      super()
      window.events = this
    }
    close() {}
  }
  // Lines that were drawn, so that a redraw is known to have happened.
  window.strokes = 0
  const stroke = CanvasRenderingContext2D.prototype.stroke
  CanvasRenderingContext2D.prototype.stroke = function (...given) {
    window.strokes++
    return stroke.apply(this, given)
  }
})
const toml = 'format = 1\nname = "x"\ndomain = "rush-hour"\n[data]\ntrain = ["jam:1"]\nvalidation = ["jam:2"]\n[genome]\nkind = "weights"\n'
const { id } = await ask(server, '/experiments', { toml, start: false })
await many.page.goto(`${base}/#/experiments/${id}`)
await many.page.locator('.uplot').first().waitFor()
await many.page.waitForTimeout(1000)
// Time of the processor, so that whatever else the machine does is not counted.
const client = await many.page.context().newCDPSession(many.page)
await client.send('Performance.enable', { timeDomain: 'threadTicks' })
const busy = async () => (await client.send('Performance.getMetrics')).metrics.find(one => one.name === 'TaskDuration').value * 1000
const strokes = () => many.page.evaluate(() => window.strokes)
const redraws = []
for (let at = 1000; at < 1020; at++) {
  const data = { experiment: id, run: 1, configuration: 0, repetition: 0, control: false, generation: at, evaluations: at, best: 0.1, mean: 0.2, worst: 0.3, validation: 0.1, size: 9, depth: 3, distinct: 50, distinct_results: 40, failed: 0, champion: null }
  const drawn = await strokes()
  const from = await busy()
  await many.page.evaluate(data => void window.events.dispatchEvent(new MessageEvent('generation', { data: JSON.stringify(data) })), data)
  // It is drawn half a second later, with whatever else came in.
  await pause(700)
  redraws.push((await busy()) - from)
  must((await strokes()) - drawn >= 20, `generation ${at} was not drawn`)
}
// What takes less than a tenth of a second is seen as happening at once; headless browsers also paint without a graphics card.
bar("redraw of 20 × 1,000, median of the page's thread", median(redraws), 50, 'ms')
bar('the longest of 20 redraws', Math.max(...redraws), 100, 'ms')
await many.close()
await browser.close()
await server.close()
end()
