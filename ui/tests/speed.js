// What a visitor waits for: the first paint, the first generation of an experiment, redraws of a chart of 20 runs of 1,000
// generations that grows, the hall of fame of 50 experiments, and steps in a large planning task.
// npm run speed [PART…]: paint, start, redraw, fame, task
import { bar, end, median, must, pause } from './bars.js'
import { launch, open } from './browser.js'
import { ask, ended, serve } from './server.js'

const LARGE = 'blocksworld:hard-10'
const FAMOUS = 50
const server = await serve()
const base = server.url
const browser = await launch()

/** The first page, loaded again. */
async function paint() {
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
}

/** A new visitor's experiment: from Start to its first generation. */
async function start() {
  const own = await open(browser)
  await own.page.goto(`${base}/#/new`)
  await own.page.getByRole('button', { name: 'Start', exact: true, disabled: false }).click()
  const started = performance.now()
  await own.page.waitForURL(/#\/experiments\/\d+/)
  await own.page.getByText(/^[1-9]\d* of \d+$/).first().waitFor()
  bar('from Start to the first generation', (performance.now() - started) / 1000, 5, 's')
  await ask(server, `/experiments/${own.page.url().match(/\d+$/)[0]}/stop`, {})
  await own.close()
}

/** Generations that join 20 runs of 1,000. */
async function redraw() {
  const many = await open(browser)
  const generation = Array.from({ length: 1000 }, (_, at) => at)
  const column = run => generation.map(at => 0.1 + 1 / (1 + at / (20 + run)))
  const runs = Array.from({ length: 20 }, (_, run) => ({ run: run + 1, configuration: 0, repetition: run, control: false, generation, evaluations: generation, seconds: generation, best: column(run), mean: column(run), worst: column(run), validation: column(run), size: column(run), depth: column(run), distinct: column(run), distinct_results: column(run), failed: column(run) }))
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
  })
  const toml = 'format = 1\nname = "x"\ndomain = "rush-hour"\n[data]\ntrain = ["jam:1"]\nvalidation = ["jam:2"]\n[genome]\nkind = "weights"\n'
  const { id } = await ask(server, '/experiments', { toml, start: false })
  await many.page.goto(`${base}/#/experiments/${id}`)
  await many.page.locator('.around svg').first().waitFor()
  await many.page.waitForTimeout(1000)
  // Time of the processor, so that whatever else the machine does is not counted.
  const client = await many.page.context().newCDPSession(many.page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => (await client.send('Performance.getMetrics')).metrics.find(one => one.name === 'TaskDuration').value * 1000
  /** The first line of the first chart, which every generation changes. */
  const line = () => many.page.evaluate(() => document.querySelector('.around path.line').getAttribute('d'))
  const redraws = []
  for (let at = 1000; at < 1020; at++) {
    const data = { experiment: id, run: 1, configuration: 0, repetition: 0, control: false, generation: at, evaluations: at, seconds: at, best: 0.1, mean: 0.2, worst: 0.3, validation: 0.1, size: 9, depth: 3, distinct: 50, distinct_results: 40, failed: 0, champion: null }
    const drawn = await line()
    const from = await busy()
    await many.page.evaluate(data => void window.events.dispatchEvent(new MessageEvent('generation', { data: JSON.stringify(data) })), data)
    // It is drawn up to a second later, with whatever else came in.
    await many.page.waitForFunction(drawn => document.querySelector('.around path.line').getAttribute('d') !== drawn, drawn, { polling: 100 })
    redraws.push((await busy()) - from)
  }
  // What takes less than a tenth of a second is seen as happening at once; headless browsers also paint without a graphics card.
  bar("redraw of 20 × 1,000, median of the page's thread", median(redraws), 50, 'ms')
  bar('the longest of 20 redraws', Math.max(...redraws), 100, 'ms')
  must(many.complaints.length === 0, many.complaints[0])
  await many.close()
}

/** The hall of fame of many small experiments. */
async function fame() {
  const toml = number => `format = 1\nname = "experiment-${number}"\ndomain = "rush-hour"\nseed = ${number}\n[data]\ntrain = ["jam:1"]\nvalidation = ["jam:2"]\ntest = ["jam:3"]\n[search]\nlimits = { expanded = 200 }\n[genome]\nkind = "weights"\n[algorithm]\npopulation = 4\n[champion]\nbaseline = false\n[stop]\ngenerations = 2\n`
  const own = await serve()
  const ids = []
  for (let number = 1; number <= FAMOUS; number++) ids.push((await ask(own, '/experiments', { toml: toml(number) })).id)
  for (const id of ids) must((await ended(own, id)).summary.state === 'done', 'an experiment failed')
  const times = []
  for (let visit = 0; visit < 9; visit++) {
    const one = await open(browser)
    // From the request for the page to the frame that has the rows.
    await one.page.addInitScript(rows => {
      const look = () => (document.querySelectorAll('[aria-label="Champions"] tbody tr').length === rows ? requestAnimationFrame(() => (window.shown = performance.now())) : requestAnimationFrame(look))
      requestAnimationFrame(look)
    }, FAMOUS)
    await one.page.goto(`${own.url}/#/heuristics`)
    await one.page.waitForFunction(() => window.shown)
    times.push((await one.page.evaluate(() => window.shown)) / 1000)
    must(one.complaints.length === 0, one.complaints[0])
    await one.close()
  }
  await own.close()
  console.log('hall of fame:', times.map(time => time.toFixed(2)).join(' '))
  bar(`the hall of fame of ${FAMOUS} experiments, to its rows, median`, median(times), 0.5, 's')
}

/** A planning task of more than 100,000 operators, once it is grounded: shown, and stepped through. */
async function task() {
  const task = await open(browser)
  await task.page.goto(`${base}/#/plan?i=blocksworld:easy-1`)
  await task.page.getByRole('heading', { name: /^Goals/ }).waitFor()
  await ask(server, '/position', { instance: LARGE })
  await task.page.evaluate(task => void (location.hash = `#/plan?i=${task}`), LARGE)
  const asked = performance.now()
  await task.page.getByText(/^blocksworld: [1-9]\d\d/).waitFor()
  bar('a planning task of 100,000 operators, first paint', (performance.now() - asked) / 1000, 1, 's')
  /** Clicks the first operator and waits, in the page, until the atoms that it adds are drawn. */
  const step = () => task.page.evaluate(async () => {
    const added = () => [...document.querySelectorAll('.added')].map(one => one.textContent).join()
    const [began, before] = [performance.now(), added()]
    ;[...document.querySelectorAll('ul li button')].find(one => one.textContent.startsWith('(')).click()
    do await new Promise(requestAnimationFrame)
    while (!added() || added() === before)
    return performance.now() - began
  })
  const steps = []
  for (let number = 0; number < 20; number++) {
    steps.push(await step())
    await pause(200)
  }
  console.log('steps:', steps.map(time => Math.round(time)).join(' '))
  bar('a step in it, median', median(steps), 100, 'ms')
  await task.close()
}

const parts = { paint, start, redraw, fame, task }
const wanted = process.argv.slice(2)
for (const [name, measure] of Object.entries(parts)) if (!wanted.length || wanted.includes(name)) await measure()
await browser.close()
await server.close()
end()
