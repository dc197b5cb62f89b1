// The analysis board: exact distances, what a move loses, the best move on the board, and how a game
// ends.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { button, drawn, launch, says, visit } from '../browser.js'
import { load } from '../module.js'
import { ask, serve } from '../server.js'

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve()])))
after(() => Promise.all([browser.close(), server.close()]))
const at = (path, run, size) => visit(browser, `${server.url}/#/${path}`, run, size)

test('distances and spaces are those of the data files', async () => {
  const judged = async (instance, metric) => {
    const { game } = await ask(server, '/judge', { instance, metric })
    return [game.positions[0].left, game.states]
  }
  const rows = file => readFileSync(new URL(`../../../domains/${file}.csv`, import.meta.url), 'utf8').trim().split('\n').slice(1).map(row => row.split(','))
  for (const [, text, slides, steps, reachable] of rows('rush-hour/data/rush-hour-jam').slice(0, 8)) {
    assert.deepEqual(await judged(`rush-hour:${text}`), [Number(slides), Number(reachable)])
    assert.deepEqual(await judged(`rush-hour:${text}`, 'steps'), [Number(steps), Number(reachable)])
  }
  const [[, cells, optimal, , reachable]] = rows('tiles/data/tiles-eight')
  assert.deepEqual(await judged(`tiles:${cells}`), [Number(optimal), Number(reachable)])
})

test('moves are judged, undone and made again; the best are drawn; the game ends with its par', () =>
  at('solve?i=jam:1&view=analysis', async page => {
    await says(page, 'On track')
    await says(page, /8 moves to go, par 8/)
    assert.ok((await page.locator('#table svg.puzzle .hint').count()) >= 1)
    await says(page, /^Difficulty for people: (easy|medium|hard|very hard)$/)
    const rows = page.locator('section', { hasText: 'Moves from here' }).locator('tbody tr')
    // The last of the list loses most.
    await rows.last().getByRole('button').click()
    await says(page, /^Lost [12]$/)
    await button(page, 'Undo').click()
    await says(page, 'On track')
    await button(page, 'Redo').click()
    await says(page, /^Lost [12]$/)
    await page.getByRole('button', { name: 'After 0 moves: 8 to go', exact: true }).click()
    await says(page, /8 moves to go, par 8/)
    for (let left = 8; left > 0; left--) {
      await says(page, new RegExp(`${left} moves? to go, par 8`))
      await rows.first().getByRole('button').click()
    }
    await says(page, 'Solved in 8 moves.')
    await says(page, /That is par: no solution is shorter/)
    assert.equal(await page.locator('.leaving').count(), 1)
    await button(page, 'Next board').click()
    await page.waitForURL(/i=jam:2/)
    await button(page, 'Random instance').click()
    await page.waitForURL(/i=jam:(?!2\b)\d+/)
  }))

test('a hint is drawn on the board, and a game above par says so', () =>
  at('solve?i=jam:1', async page => {
    await button(page, 'Hint').click()
    await says(page, /\(7 moves after it\)$/)
    assert.equal(await page.locator('#table svg.puzzle .hint').count(), 1)
  }))

test('FreeCell and the 15-puzzle are judged by the server', async () => {
  await at('solve?i=freecell:617&view=analysis', page => says(page, /^A solution of \d+ moves from here is known/))
})

test('a tree of variations is written and read as games are', async () => {
  const { grow, isPlain, print, read, root } = await load('analysis/variations.ts')
  const tree = root()
  for (const line of [['A+1', 'B-2', 'C+1'], ['A+1', 'D+1', 'E-1'], ['F+1']]) grow(tree, line)
  tree.children[0].children[1].name = 'a try'
  tree.children[0].children[1].comment = 'too slow'
  const text = 'A+1 (F+1) B-2 (D+1 "a try" {too slow} E-1) C+1'
  assert.equal(print(tree), text)
  assert.deepEqual(JSON.parse(JSON.stringify(read(text))), JSON.parse(JSON.stringify(tree)))
  assert.ok(isPlain(read('A+1 B-2')) && !isPlain(tree))
  for (const wrong of ['A+1 (B-1', 'A+1)', 'A+1 "open']) assert.throws(() => read(wrong), /variation|name/)
})

test('variations are kept with names and comments, walked by keys, and shared by the address and as a file', () =>
  at('solve?i=jam:1&view=analysis', async page => {
    const tree = page.getByRole('region', { name: 'Variations', exact: true })
    const rows = page.locator('section', { hasText: 'Moves from here' }).locator('tbody tr')
    await rows.first().getByRole('button').click()
    await says(page, '1 move')
    const main = await tree.locator('[aria-current=step] .mono').textContent()
    await tree.getByRole('button', { name: 'start', exact: true }).click()
    await says(page, '0 moves')
    await rows.last().getByRole('button').click()
    await tree.locator('.variation [aria-current=step]').waitFor()
    const other = await tree.locator('.variation [aria-current=step] .mono').textContent()
    assert.notEqual(other, main)
    await tree.getByLabel('Name of this position').fill('a try')
    await tree.getByLabel('Comment on this position').fill('too slow')
    await page.reload()
    await tree.getByText('a try', { exact: true }).waitFor()
    await tree.getByText('too slow', { exact: true }).waitFor()
    // Up and down go between variations, left and right along one.
    await tree.locator('[aria-current=step]').focus()
    await page.keyboard.press('ArrowUp')
    await tree.locator('[aria-current=step]', { hasText: main }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await says(page, '0 moves')
    await page.keyboard.press('ArrowRight')
    await says(page, '1 move')
    const [download] = await Promise.all([page.waitForEvent('download'), tree.getByRole('button', { name: 'Save', exact: true }).click()])
    const path = await download.path()
    assert.match(readFileSync(path, 'utf8'), /^jam:1\n\S+ \(\S+ "a try" \{too slow\}\)\n$/)
    await page.goto('about:blank')
    await page.goto(`${server.url}/#/solve?i=jam:3&view=analysis`)
    await tree.locator('input[type=file]').setInputFiles(path)
    await page.waitForURL(/i=jam:1\b/)
    await tree.getByText('too slow', { exact: true }).waitFor()
    await tree.getByRole('button', { name: new RegExp(`^${other.replace('+', '\\+')}`) }).click()
    await tree.getByRole('button', { name: 'Remove from here', exact: true }).click()
    await tree.getByText('too slow', { exact: true }).waitFor({ state: 'detached' })
    await drawn(page)
  }))
