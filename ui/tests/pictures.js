// Pictures of solutions that improve: how many a second, what they cost the search, and what a large map costs the page.
// npm run pictures [OLD PAGES]: with the folder of earlier pages, first paints are compared as well.
import { bar, end, median, must } from './bars.js'
import { launch, open } from './browser.js'
import { ask, serve } from './server.js'

/** Cities anywhere in a square, as a TSPLIB file; the same at every call. */
function cities(count) {
  let state = 1
  const next = () => ((state = (state * 48271) % 2147483647), state % 100000)
  const lines = Array.from({ length: count }, (_, city) => `${city + 1} ${next()} ${next()}`)
  return `NAME : cities\nTYPE : TSP\nDIMENSION : ${count}\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n${lines.join('\n')}\nEOF\n`
}

const server = await serve()
const browser = await launch()

/** A page with a text of one's own; every drawing of its canvas is counted. */
async function shown(text, query) {
  const one = await open(browser)
  await one.page.addInitScript(text => {
    sessionStorage.setItem('unstuck-optimise', text)
    const { clearRect } = CanvasRenderingContext2D.prototype
    window.drawn = []
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      window.drawn.push(performance.now())
      return clearRect.apply(this, box)
    }
  }, text)
  await one.page.goto(`${server.url}/#/optimise?d=tsp&i=own&${query}`)
  await one.page.getByRole('button', { name: 'Start', exact: true }).waitFor()
  return one
}

/** Improvements of 1,000 cities come for half a second: the pictures of its first 0.4 s, in five runs. */
const text = cities(1000)
const rates = []
for (let run = 0; run < 5; run++) {
  const live = await shown(text, 'a=late_acceptance&h=nearest_neighbour&t=2')
  await live.page.getByRole('button', { name: 'Start', exact: true }).click()
  await live.page.getByRole('heading', { name: 'Best solution so far' }).waitFor()
  await live.page.waitForTimeout(3000)
  const times = await live.page.evaluate(() => window.drawn)
  rates.push(times.filter(time => time < times[0] + 400).length / 0.4)
  await live.close()
}
console.log('pictures of 1,000 cities a second:', rates.map(rate => rate.toFixed(0)).join(' '))
bar('seconds between pictures of 1,000 cities while it improves, median of runs', 1 / median(rates), 1 / 30, 's')

/** The search alone, and with a page that shows it, in turns; both do the same work. */
const work = { domain: 'tsp', settings: {}, limits: { effort: 500_000_000, seconds: 60 }, seed: 1 }
const instance = `tsp:${text}`
async function job(request) {
  const { id } = await ask(server, '/jobs', request)
  let now
  const events = fetch(`${server.url}/api/jobs/${id}/events`).then(answer => answer.text())
  do now = await ask(server, `/jobs/${id}`)
  while (now.state === 'running' && (await new Promise(later => setTimeout(later, 100, true))))
  await events
  must(now.state === 'done', JSON.stringify(now.error))
  return now.result
}
const method = { algorithm: 'iterated', heuristic: 'nearest_neighbour' }
const slower = []
for (let round = 0; round < 5; round++) {
  const alone = async () => (await job({ kind: 'table', instances: [instance], methods: [method], ...work })).rows[0]
  const pictured = async () => job({ kind: 'solve', instance, ...method, ...work })
  const [first, second] = round % 2 ? [pictured, alone] : [alone, pictured]
  const found = [await first(), await second()]
  const [without, with_] = round % 2 ? found.reverse() : found
  must(without.cost === with_.cost, 'pictures change nothing')
  slower.push((with_.stats.cpu_seconds / without.stats.cpu_seconds - 1) * 100)
}
console.log('slower by pictures, %:', slower.map(one => one.toFixed(1)).join(' '))
bar('CPU time of a search that is shown, more than of one that is not, median', median(slower), 10, '%')

/** Dragged over an enlarged map of 10,000 cities: time of scripts by frame. */
const large = await shown(cities(10_000), 'a=construct&h=nearest_neighbour')
await large.page.getByRole('button', { name: 'Start', exact: true }).click()
await large.page.getByRole('img', { name: /a tour through 10,000 cities/ }).waitFor()
for (let more = 0; more < 3; more++) await large.page.getByRole('button', { name: 'Zoom in' }).click()
const client = await large.page.context().newCDPSession(large.page)
// Time of the page's thread, so that whatever else the machine does is not counted.
await client.send('Performance.enable', { timeDomain: 'threadTicks' })
const scripts = async () => (await client.send('Performance.getMetrics')).metrics.find(one => one.name === 'ScriptDuration').value * 1000
const canvas = await large.page.locator('canvas').boundingBox()
const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2]
await large.page.mouse.move(x, y)
const frame = () => large.page.evaluate(() => new Promise(requestAnimationFrame))
for (const [name, press] of [['moved', true], ['pointed at', false]]) {
  if (press) await large.page.mouse.down()
  const frames = []
  for (let at = 0; at < 40; at++) {
    const before = await scripts()
    await large.page.mouse.move(x + 5 * (at % 20), y + 3 * (at % 20))
    await frame()
    frames.push((await scripts()) - before)
  }
  if (press) await large.page.mouse.up()
  bar(`script for a frame of 10,000 cities, ${name}, median`, median(frames), 16, 'ms')
  bar(`the longest of 40 frames, ${name}`, Math.max(...frames), 16, 'ms')
}
await large.close()

const old = process.argv[2]
if (old) {
  const paints = { old: [], now: [] }
  for (let round = 0; round < 9; round++) {
    for (const which of round % 2 ? ['old', 'now'] : ['now', 'old']) {
      process.env.PAGES = which === 'old' ? old : new URL('../dist', import.meta.url).pathname
      const { page, close } = await open(browser)
      await page.goto(`${server.url}/#/`)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length)
      paints[which].push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime))
      await close()
    }
  }
  for (const [which, all] of Object.entries(paints)) console.log(`first paints, ${which}:`, all.map(Math.round).join(' '))
  bar('first paint, times that of the earlier pages', median(paints.now) / median(paints.old), 1.1, '×')
}
await browser.close()
await server.close()
end()
