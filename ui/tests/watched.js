// What it costs an experiment to be watched: alone on the command line, with ten event streams, and with ten pages open, in turns.
// npm run watched [ROUNDS] [GENERATIONS]
// Ten pages are ten tabs of one window, as people have them: one is seen, nine are not. What a browser takes to draw is its own
// and comes from another core, so this needs two. Beside the runs' own clocks stands the CPU time of the program, which other
// work on the machine hardly changes.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { bar, end, median, must, pause } from './bars.js'
import { hide, launch, open } from './browser.js'
import { ask, binary, serve } from './server.js'

const [rounds, generations] = [Number(process.argv[2] ?? 3), Number(process.argv[3] ?? 24)]
const PAGES = 10
must(cpus().length > 1, 'there is one core only')
const toml = readFileSync(new URL('../../experiments/demo.toml', import.meta.url), 'utf8').replace(/generations = \d+/, `generations = ${generations}`)
/** What the runs of an experiment took, by their own clocks. */
const seconds = runs => runs.reduce((sum, run) => sum + run.seconds, 0)
/** What a process took of the cores since it began, in the system's ticks of 10 ms. */
const spent = pid => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).reduce((sum, ticks) => sum + ticks / 100, 0)

async function alone() {
  const folder = mkdtempSync(join(tmpdir(), 'unstuck-alone-'))
  const [file, store] = [join(folder, 'demo.toml'), join(folder, 'store.db')]
  writeFileSync(file, toml)
  const flags = ['evolve', file, '--store', store, '--threads', '1', '--quiet', '--output', join(folder, 'demo.heuristic')]
  const { status, stderr } = spawnSync('bash', ['-c', 'LC_ALL=C TIMEFORMAT="%U %S"; time "$@"', '-', binary, ...flags], { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  must(status === 0, stderr)
  const cpu = stderr.trim().split('\n').at(-1).split(' ').reduce((sum, part) => sum + Number(part), 0)
  const shown = JSON.parse(execFileSync(binary, ['experiments', 'show', '1', '--store', store, '--json'], { encoding: 'utf8' }))
  rmSync(folder, { recursive: true })
  return { wall: seconds([...shown.runs, ...shown.controls]), cpu }
}

/** A run under the server while something watches it: `watch` begins to, and returns how it ends. */
async function served(watch) {
  const server = await serve('--threads', '1')
  const { id } = await ask(server, '/experiments', { toml, start: false })
  const leave = await watch(server, id)
  await ask(server, `/experiments/${id}/resume`, {})
  let found
  do await pause(500)
  while ((found = await ask(server, `/experiments/${id}`)).summary.state === 'running')
  must(found.summary.state === 'done', `the experiment is ${found.summary.state}`)
  await leave()
  const cpu = spent(server.pid)
  await server.close()
  return { wall: seconds(found.runs), cpu }
}

const heard = () =>
  served(async server => {
    const asked = new AbortController()
    let events = 0
    const listen = async () => {
      const { body } = await fetch(`${server.url}/api/events`, { signal: asked.signal })
      const read = async () => { for await (const bytes of body) events += Buffer.from(bytes).toString().split('event: generation').length - 1 }
      read().catch(() => undefined)
    }
    await Promise.all(Array.from({ length: PAGES }, listen))
    return async () => {
      asked.abort()
      must(events >= PAGES * generations, `${events} generations were heard of`)
    }
  })

const browser = await launch()
const seen = () =>
  served(async (server, id) => {
    const { page: first, close } = await open(browser, { motion: 'no-preference' })
    const pages = [first]
    while (pages.length < PAGES) pages.push(await first.context().newPage())
    for (const page of pages) {
      await page.goto(`${server.url}/#/experiments/${id}`)
      await page.getByRole('button', { name: 'Resume' }).waitFor()
      if (page !== first) await hide(page, true)
    }
    return async () => {
      // All know it in the end, the others as soon as they are visible.
      for (const page of pages) {
        await hide(page, false)
        await page.locator('main .state.done').first().waitFor()
      }
      await close()
    }
  })

const ways = { alone, heard, seen }
const found = { alone: [], heard: [], seen: [] }
for (let round = 0; round < rounds; round++) {
  // The order alternates, so that no case gains by it.
  for (const way of round % 2 ? ['seen', 'heard', 'alone'] : ['alone', 'heard', 'seen']) {
    found[way].push(await ways[way]())
    const { wall, cpu } = found[way].at(-1)
    console.log(`${way}: runs of ${wall.toFixed(2)} s, CPU time of the program ${cpu.toFixed(2)} s`)
  }
}
await browser.close()
for (const [way, words] of [['heard', 'event streams'], ['seen', 'pages']]) {
  for (const [clock, unit] of [['wall', 'slower'], ['cpu', 'more CPU time']]) {
    bar(`${unit} with ${PAGES} ${words}, median of ${rounds}`, median(found[way].map((one, round) => (one[clock] / found.alone[round][clock] - 1) * 100)), 3, '%')
  }
}
end()
