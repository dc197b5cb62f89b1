// Reports as files: opened from disk, without a server or a network.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { drawn, launch, open } from '../browser.js'
import { binary } from '../server.js'

const FILE = `format = 1
name = "small"
domain = "rush-hour"
repetitions = 3
[data]
train = ["jam:1-3"]
validation = ["jam:4-5"]
test = ["jam:6-8"]
[search]
algorithm = "astar"
limits = { expanded = 2000 }
[genome]
kind = "tree"
[algorithm]
kind = "nsga2"
population = 8
[champion]
baseline = false
[stop]
generations = 4
`

let browser, folder
const run = (...words) => execFileSync(binary, words, { cwd: folder, encoding: 'utf8' })
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unstuck-reports-'))
  writeFileSync(join(folder, 'small.toml'), FILE)
  browser = await launch()
})
after(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens a file of the folder, and wants neither complaints nor any request but for the file. */
async function read(name, act, size) {
  const { page, complaints, close } = await open(browser, size)
  const requests = []
  page.on('request', request => request.url().startsWith('data:') || requests.push(request.url()))
  const address = pathToFileURL(join(folder, name)).href
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await drawn(page)
  await act(page)
  assert.deepEqual([complaints, requests], [[], [address]])
  await close()
}

const charts = page => page.locator('section.panel:has(svg[aria-label]) h3').evaluateAll(all => all.map(one => one.firstChild.textContent.trim()))
const wide = page => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
const ground = page => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

/** Chromium drops more than ten downloads within a second without a word, and a quick machine gets there. */
const PAUSE = 150

async function download(page, button) {
  await page.waitForTimeout(PAUSE)
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

/** Every chart is drawn, and can be taken away as SVG and PNG. */
async function exported(page, titles) {
  for (const title of titles) {
    const panel = page.locator('section.panel', { has: page.getByRole('button', { name: `${title} as SVG`, exact: true }) }).first()
    assert.ok(await panel.locator('svg[aria-label] :is(path, rect, circle):not(.grid, .over)').count(), title)
    const svg = await download(page, panel.getByRole('button', { name: `${title} as SVG`, exact: true }))
    assert.match(svg.name, /^[\w-]+\.svg$/)
    assert.match(String(svg.bytes), /^<svg [^>]*width="\d/, title)
    assert.doesNotMatch(String(svg.bytes), /var\(|NaN|class=/, title)
    const png = await download(page, panel.getByRole('button', { name: `${title} as PNG`, exact: true }))
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG', title)
    assert.ok(png.bytes.readUInt32BE(16) > 200 && png.bytes.length > 1000, title)
  }
}

test('the report of an experiment opens from disk, with all charts and tables', async () => {
  run('evolve', 'small.toml', '--quiet', '--store', 'store.db')
  assert.match(run('report', 'small', '--store', 'store.db'), /written to small\.html/)
  const bare = statSync(join(folder, 'small.html')).size - JSON.stringify(record('small.html')).length
  assert.ok(bare <= 400_000, `${bare} bytes`)
  await read('small.html', async page => {
    assert.equal(await page.title(), 'small – Unstuck')
    const shown = await charts(page)
    const titles = ['Champions on validation', 'Size against fitness', 'Run lengths', 'All champions', 'All runs on validation', 'Diversity', 'Size', 'Depth', 'Features', 'Functions', 'Features by generation', 'Front']
    for (const title of [...titles, /^Run \d, best by validation/, /^The champion of run/]) assert.ok(shown.some(one => (title.test ? title.test(one) : one === title)), `${title} in ${shown}`)
    await exported(page, shown)
    for (const title of ['Summary', 'Runs', 'Test', 'Champion', 'Progress', 'Population', 'Configuration']) await page.getByRole('heading', { name: title, level: 2, exact: true }).waitFor()
    await page.getByText('every instance: nodes expanded / length').click()
    await page.getByRole('cell', { name: 'jam:7' }).waitFor()
    await page.getByText('every run', { exact: true }).click()
    await page.locator('section.panel:has(svg[aria-label]) h3').nth(shown.length + 2).waitFor()
    assert.equal((await charts(page)).length, shown.length + 3)
    await page.getByText('every default filled in').click()
    await page.getByText('name = "small"').waitFor()
    assert.ok(await wide(page))
  })
  const grounds = []
  for (const scheme of ['light', 'dark']) await read('small.html', async page => (grounds.push(await ground(page)), assert.ok(await wide(page))), { width: 390, scheme })
  assert.notEqual(grounds[0], grounds[1])
})

/** What a page holds. */
function record(name) {
  const text = readFileSync(join(folder, name), 'utf8')
  return JSON.parse(text.match(/id="record">(.*?)<\/script>/s)[1])
}

test('the plots of a comparison open from disk', async () => {
  run('compare', 'jam:1-4', '-a', 'bfs', '-a', 'astar', '-H', 'blockers', '--plots', 'plots.html')
  assert.equal(record('plots.html').result.results.length, 8)
  await read('plots.html', async page => {
    assert.deepEqual(await charts(page), ['plan length', 'seconds', 'nodes expanded'])
    assert.equal(await page.locator('svg[aria-label="nodes expanded by instance and method"] circle').count(), 8)
    await exported(page, ['plan length', 'seconds', 'nodes expanded'])
  })
  await read('plots.html', async page => assert.ok(await wide(page)), { width: 390, scheme: 'dark' })
})
