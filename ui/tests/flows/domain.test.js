// A domain that the web UI knows nothing of, registered by a program in Python: it is played, solved, raced, analysed and
// evolved for, with its text as the drawing.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, before, test } from 'node:test'
import { button, launch, says, settled, visit } from '../browser.js'
import { binary, ended, served } from '../server.js'

const python = process.env.PYTHON ?? 'python3'
const ours = path => fileURLToPath(new URL(`../../../python/${path}`, import.meta.url))
const library = join(dirname(binary), 'lib_unstuck.so')
const skip = !existsSync(library) || spawnSync(python, ['-c', 'pass']).status !== 0 ? 'there is no Python, or the package is not built' : false

let browser, server, folder
before(async () => {
  if (skip) return
  folder = mkdtempSync(join(tmpdir(), 'unstuck-python-'))
  cpSync(ours('unstuck'), join(folder, 'unstuck'), { recursive: true })
  copyFileSync(library, join(folder, 'unstuck', '_unstuck.abi3.so'))
  const program = (port, store) => [python, ['-c', `import pancakes, unstuck; unstuck.serve(port=${port}, store=${JSON.stringify(store)}, json=True)`]]
  server = await served(program, { PYTHONPATH: [folder, ours('examples')].join(':') })
  browser = await launch()
})
after(() => skip || Promise.all([browser?.close(), server?.close()]).then(() => rmSync(folder, { recursive: true })))
const at = (path, run, size) => visit(browser, `${server.url}/#/${path}`, run, size)
const EXAMPLE = 'pancakes:(3, 1, 5, 2, 4)'
const here = `solve?i=${encodeURIComponent(EXAMPLE)}`

test('a domain of one’s own is offered, drawn as text, and played by its legal moves', { skip }, () =>
  at('solve', async page => {
    await page.getByRole('combobox', { name: 'Puzzle' }).selectOption(EXAMPLE)
    await page.locator('#table pre', { hasText: '(3, 1, 5, 2, 4)' }).waitFor()
    const moves = page.getByRole('group', { name: 'Legal moves' })
    assert.deepEqual(await moves.getByRole('button').allTextContents(), ['flip 2', 'flip 3', 'flip 4', 'flip 5'])
    await button(moves, 'flip 3').click()
    await page.locator('#table pre', { hasText: '(5, 1, 3, 2, 4)' }).waitFor()
    await page.getByText('Values of the features here').click()
    await page.locator('dl div', { hasText: 'misplaced' }).first().waitFor()
    await button(page, 'Undo').click()
    await page.locator('#table pre', { hasText: '(3, 1, 5, 2, 4)' }).waitFor()
    await button(page, 'Hint').click()
    await says(page, /^flip \d \(\d moves? after it\)$/)
    assert.equal(await moves.locator('.hint').count(), 1)
    await button(page, 'Solve').click()
    await says(page, /^Solved in \d moves/)
  }))

test('it is analysed, raced, searched step by step and explored', { skip }, async () => {
  await at(`${here}&view=analysis`, async page => {
    await says(page, 'On track')
    await says(page, /^Difficulty for people: (easy|medium|hard|very hard)$/)
  })
  await at(`${here}&view=race`, async page => {
    await button(page, 'Race').click()
    await says(page, /^First\. Solved in \d moves/)
  })
  await at(`${here}&view=steps`, async page => {
    await button(page, 'Begin').click()
    await settled(page)
  })
  await at(`${here}&view=space`, async page => {
    await button(page, 'Explore').click()
    await page.locator('dl div', { hasText: 'reachable' }).getByText('120').waitFor()
  })
})

test('its boards are generated, measured and evolved for', { skip }, async () => {
  await at('make?d=pancakes', async page => {
    await button(page, 'Generate').click()
    await page.locator('main li pre').first().waitFor()
  })
  await at('new', async page => {
    await page.getByRole('combobox', { name: /^(Puzzle|Problem)$/ }).selectOption('pancakes')
    const agreed = () => page.locator('.side p[role="status"][aria-busy="false"]', { hasText: /^\s*(\d+ runs?|1 run)/ }).waitFor()
    await agreed()
    // Features in Python are slow: few boards.
    const file = page.locator('#file')
    await file.fill((await file.inputValue()).replace(/count = \d+/g, 'count = 2'))
    await agreed()
    await button(page, 'Trial run').click()
    await page.waitForURL(/#\/experiments\/\d+/)
    assert.equal((await ended(server, page.url().match(/\d+$/)[0])).summary.state, 'done')
  })
})
