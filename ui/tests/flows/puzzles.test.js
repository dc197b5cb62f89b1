// Playing, solving and making, as a visitor does it, with a server of its own.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, launch, says, visit } from '../browser.js'
import { serve } from '../server.js'

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve()])))
after(() => Promise.all([browser.close(), server.close()]))
const at = (path, run, size) => visit(browser, `${server.url}/#/${path}`, run, size)

test('a vehicle is moved by the keyboard, taken back, and moved by the mouse', () =>
  at('solve?i=jam:1', async page => {
    const car = page.getByRole('button', { name: /^Car B,/ })
    await car.focus()
    await page.keyboard.press('ArrowRight')
    await says(page, '1 move')
    await page.getByRole('button', { name: /^Car B, row 1, column 2/ }).waitFor()
    await button(page, 'Undo').click()
    await page.getByRole('button', { name: /^Car B, row 1, column 1/ }).waitFor()
    const box = await car.boundingBox()
    const cell = box.width / 2
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + cell * 2.2, box.y + box.height / 2, { steps: 6 })
    await page.mouse.up()
    await page.getByRole('button', { name: /^Car B, row 1, column 3/ }).waitFor()
  }))

test('a hint is given, and the solution is stepped through to its end', () =>
  at('solve?i=jam:1', async page => {
    await button(page, 'Hint').click()
    await says(page, /^move . \d cells? .*after it/)
    await button(page, 'Solve').click()
    await says(page, 'Solved in 8 slides, and no solution is shorter.')
    for (let step = 0; step < 8; step++) await button(page, 'One move on').click()
    await says(page, 'move 8 of 8')
    await button(page, 'Back to the game').click()
    await says(page, '0 moves')
  }))

test('on a phone a finger moves a vehicle along its line, and scrolls the page elsewhere', () =>
  at('solve?i=jam:1', async page => {
    const car = page.getByRole('button', { name: /^Car B,/ })
    const box = await car.boundingBox()
    const finger = await page.context().newCDPSession(page)
    const drag = async (x, y, dx, dy) => {
      const touch = (type, points) => finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
      await touch('touchStart', [{ x, y }])
      for (let part = 1; part <= 8; part++) await touch('touchMove', [{ x: x + (dx * part) / 8, y: y + (dy * part) / 8 }])
      await touch('touchEnd', [])
    }
    const cell = box.width / 2
    await drag(box.x + cell, box.y + cell / 2, cell * 2.2, 0)
    await page.getByRole('button', { name: /^Car B, row 1, column 3/ }).waitFor()
    // The cell that the car has left is free.
    await drag(box.x + cell / 2, box.y + cell / 2, 0, -200)
    await page.waitForFunction(() => scrollY > 50)
  }, { width: 360, height: 720 }))

test('tiles slide by a click and by the arrow keys', () =>
  at('solve?i=eight:1', async page => {
    await page.getByRole('button', { name: 'Tile 2', exact: true }).click()
    await says(page, '1 move')
    await page.getByRole('button', { name: 'Tile 5', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await says(page, '2 moves')
  }))

test('a card is chosen and put somewhere, and a deal is solved and watched', () =>
  at('solve?i=freecell:617', async page => {
    await page.getByRole('button', { name: 'QH', exact: true }).click()
    await page.getByRole('button', { name: 'KC', exact: true }).click()
    await says(page, '1 move')
    await button(page, 'Reset').click()
    await button(page, 'Solve').click()
    await says(page, /^Solved in \d+ moves/)
    await button(page, 'One move on').click()
    await says(page, /^move 1 of \d+/)
  }))

test('a wrong heuristic is marked at its place, and names are completed', () =>
  at('solve?i=jam:5&a=astar&h=2*blockrs', async page => {
    await says(page, /no feature|blockrs/)
    const field = page.getByRole('combobox', { name: 'Heuristic' })
    await field.fill('2*')
    await field.pressSequentially('blockers_d')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await field.inputValue(), '2*blockers_deep')
    await says(page, /h = /)
    assert.match(page.url(), /h=2\*blockers_deep/)
  }))

test('searches race, and a search is stepped through', () =>
  at('solve?i=jam:1&view=race', async page => {
    await button(page, 'Race').click()
    await says(page, /First\./)
    await page.getByRole('link', { name: 'Step by step' }).click()
    await button(page, 'Begin').click()
    await button(page, 'Expand the next').click()
    await says(page, /Expanded/)
  }))

test('a board is drawn, graded, made harder and read from a string', () =>
  at('make', async page => {
    await says(page, /slides, easy/)
    const board = page.getByRole('application')
    const box = await board.boundingBox()
    // The kerb and the arrow take 9.4 of 69.4 tenths of a cell in width.
    const place = (row, column) => [box.x + ((2.4 + 10 * column + 5) / 69.4) * box.width, box.y + ((2.4 + 10 * row + 5) / 69.4) * box.width]
    await page.mouse.move(...place(0, 2))
    await page.mouse.down()
    await page.mouse.move(...place(0, 3), { steps: 4 })
    await page.mouse.up()
    await page.getByLabel('Level string').evaluate(field => new Promise(resolve => setTimeout(() => resolve(field.value), 300)))
    assert.equal(await page.getByLabel('Level string').inputValue(), 'BBIIoCDooEoCDAAEoCDooEooFoooGGFoHHHo')
    await button(page, 'Take it away').click()
    assert.equal(await page.getByLabel('Level string').inputValue(), 'BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo')
    await page.getByLabel('Level string').fill('AAoo')
    await page.getByLabel('Level string').press('Enter')
    await page.getByRole('alert').first().waitFor()
  }))

test('tiles are put by clicks, and what cannot be solved is said', () =>
  at('make?d=tiles', async page => {
    await page.locator('.grade', { hasText: '2 moves' }).waitFor()
    await page.getByRole('button', { name: 'Tile 1', exact: true }).click()
    await page.getByRole('button', { name: 'Tile 4', exact: true }).click()
    await says(page, /no moves lead from this board to the goal/)
    assert.equal(await page.getByLabel('Tiles row by row, 0 is the gap').inputValue(), '4 1 2 3 0 5 6 7 8')
    await button(page, 'In order').click()
    await says(page, 'Everything is in its place.')
  }))

test('every algorithm races', () =>
  at(`solve?i=jam:1&view=race&r=${encodeURIComponent('ida,blockers|beam,blockers|bfs')}`, async page => {
    await button(page, 'Race').click()
    await says(page, /^expansions per round, by its bound, /)
    await says(page, 'This search has no layers to show.')
    await says(page, /^expansions per depth, /)
  }))
