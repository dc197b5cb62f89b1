// What it costs an experiment to be watched: the same one with ten pages open on it, and with none, in turns.
// npm run watched [ROUNDS]
// Headless is the command line's `evolve`. The browser needs a core of its own: on fewer than two this measures the browser.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { bar, end, median, must, pause } from './bars.js'
import { launch, open } from './browser.js'
import { ask, binary, serve } from './server.js'

const rounds = Number(process.argv[2] ?? 5)
const PAGES = 10
must(cpus().length > 1, 'there is one core only')
const toml = readFileSync(new URL('../../experiments/demo.toml', import.meta.url), 'utf8')
/** What the runs of an experiment took, by their own clocks. */
const seconds = runs => runs.reduce((sum, run) => sum + run.seconds, 0)

function alone() {
  const folder = mkdtempSync(join(tmpdir(), 'unstuck-alone-'))
  const [file, store] = [join(folder, 'demo.toml'), join(folder, 'store.db')]
  writeFileSync(file, toml)
  execFileSync(binary, ['evolve', file, '--store', store, '--threads', '1', '--quiet', '--output', join(folder, 'demo.heuristic')], { stdio: 'ignore' })
  const shown = JSON.parse(execFileSync(binary, ['experiments', 'show', '1', '--store', store, '--json'], { encoding: 'utf8' }))
  rmSync(folder, { recursive: true })
  return seconds(shown.runs ?? shown.experiment.runs)
}

const browser = await launch()
async function watched() {
  const server = await serve('--threads', '1')
  const { id } = await ask(server, '/experiments', { toml, start: false })
  const pages = await Promise.all(Array.from({ length: PAGES }, () => open(browser)))
  await Promise.all(pages.map(({ page }) => page.goto(`${server.url}/#/experiments/${id}`)))
  await Promise.all(pages.map(({ page }) => page.getByRole('button', { name: 'Resume' }).waitFor()))
  await ask(server, `/experiments/${id}/resume`, {})
  let found
  do await pause(500)
  while ((found = await ask(server, `/experiments/${id}`)).summary.state === 'running')
  must(found.summary.state === 'done', `the experiment is ${found.summary.state}`)
  for (const { page, close } of pages) {
    await page.locator('main .state.done').first().waitFor()
    await close()
  }
  await server.close()
  return seconds(found.runs)
}

const ratios = []
for (let round = 0; round < rounds; round++) {
  // Whoever is first changes, so that neither gains by it.
  const both = round % 2 ? [await watched(), alone()] : [alone(), await watched()].reverse()
  ratios.push((both[0] / both[1] - 1) * 100)
  console.log(`watched ${both[0].toFixed(2)} s, alone ${both[1].toFixed(2)} s: ${ratios.at(-1).toFixed(1)} %`)
}
await browser.close()
bar(`slower with ${PAGES} pages, median of ${rounds}`, median(ratios), 3, '%')
end()
