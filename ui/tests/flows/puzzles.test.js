// Playing, solving and making, as a visitor does it, with a server of its own.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { button, launch, says, visit } from '../browser.js'
import { ask, serve } from '../server.js'

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

test('a solution plays to its end, is paused, and is scrubbed', () =>
  at('solve?i=jam:1', async page => {
    await page.clock.install()
    await button(page, 'Solve').click()
    await says(page, 'move 0 of 8')
    const solve = await ask(server, '/jobs', { kind: 'solve', instance: 'jam:1' })
    let job
    do job = await ask(server, `/jobs/${solve.id}`)
    while (job.state !== 'done')
    const positions = job.result.positions
    await page.getByLabel('Speed').selectOption('25')
    await button(page, 'Play').click()
    await says(page, 'move 8 of 8')
    // It ends by itself, and starts again.
    await button(page, 'Play').waitFor()
    await page.getByLabel('Speed').selectOption('1')
    await button(page, 'Play').click()
    await page.getByText(/^move [1-7] of 8$/).first().waitFor()
    await button(page, 'Pause').click()
    const scrubber = page.getByLabel('Position of the plan')
    await scrubber.fill('5')
    await says(page, 'move 5 of 8')
    await says(page, positions[5].words)
    await scrubber.press('ArrowLeft')
    await says(page, positions[4].words)
    // Paused, it stays where it is.
    await page.clock.fastForward(5000)
    await says(page, 'move 4 of 8')
    assert.equal(await page.locator('[aria-current="step"]').textContent(), positions[4].move)
  }))

test('tiles are solved and watched', () =>
  at('solve?i=eight:1', async page => {
    const home = () => page.locator('main .puzzle').first().locator('.tile.home').count()
    assert.ok((await home()) < 8)
    await button(page, 'Solve').click()
    await says(page, 'Solved in 8 moves, and no solution is shorter.')
    await page.getByLabel('Speed').selectOption('25')
    await button(page, 'Play').click()
    await says(page, 'move 8 of 8')
    assert.equal(await home(), 8, 'every tile is in its place')
    await button(page, 'To the start').click()
    assert.ok((await home()) < 8)
  }))

test('a plan that is too long to be drawn says so', () =>
  at('solve?i=eight:1&a=dfs', async page => {
    await button(page, 'Solve').click()
    await says(page, /Only the first 1,000 of its [\d,]+ moves are shown\.$/)
    await says(page, 'move 0 of 1000')
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
    await page.getByRole('button', { name: 'queen of hearts', exact: true }).click()
    await page.getByRole('button', { name: 'king of clubs', exact: true }).click()
    await says(page, '1 move')
    await button(page, 'Reset').click()
    await button(page, 'Solve').click()
    await says(page, /^Solved in \d+ moves/)
    await button(page, 'One move on').click()
    await says(page, /^move 1 of \d+/)
  }))

test('a wrong heuristic is marked at its place, and names are completed', () =>
  at('solve?i=jam:5&a=astar&h=2*blockrs', async page => {
    await page.locator('.note .bad', { hasText: "blockrs" }).waitFor()
    assert.equal(await page.locator('.field mark').first().textContent(), 'blockrs')
    const field = page.getByRole('combobox', { name: 'Heuristic', exact: true })
    await field.fill('2*')
    await field.pressSequentially('blockers_d')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await field.inputValue(), '2*blockers_deep')
    const { evaluation } = await ask(server, '/heuristics/check', { domain: 'rush-hour', text: '2*blockers_deep', instance: 'jam:5' })
    await says(page, `h = ${evaluation.value}`)
    assert.match(page.url(), /h=2\*blockers_deep/)
  }))

test('searches race, and a search is stepped through', () =>
  at('solve?i=jam:1&view=race', async page => {
    await button(page, 'Race').click()
    await says(page, /^First\. Solved in 8 slides/)
    assert.equal(await page.getByText(/^First\./).count(), 1)
    await page.getByRole('link', { name: 'Step by step', exact: true }).click()
    await button(page, 'Begin').click()
    await button(page, 'Expand the next').click()
    await says(page, /^1 of \d+$/)
    assert.match(await page.locator('.said', { hasText: 'Expanded' }).textContent(), /Expanded the start \(f = \d+\): \d+ successors, 0 of them known already/)
    await button(page, 'Expand the next').click()
    await says(page, /^2 of \d+$/)
  }))

test('a board is drawn, graded and read from a string', () =>
  at('make', async page => {
    await says(page, /8 slides, medium for people/)
    const board = page.getByRole('application')
    const box = await board.boundingBox()
    // The kerb and the arrow take 9.4 of 69.4 tenths of a cell in width.
    const place = (row, column) => [box.x + ((2.4 + 10 * column + 5) / 69.4) * box.width, box.y + ((2.4 + 10 * row + 5) / 69.4) * box.width]
    await page.mouse.move(...place(0, 2))
    await page.mouse.down()
    await page.mouse.move(...place(0, 3), { steps: 4 })
    await page.mouse.up()
    await page.waitForFunction(field => field.value === 'BBIIoCDooEoCDAAEoCDooEooFoooGGFoHHHo', await page.getByLabel('Level string').elementHandle())
    await button(page, 'Remove').click()
    assert.equal(await page.getByLabel('Level string').inputValue(), 'BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo')
    await page.getByLabel('Level string').fill('AAoo')
    await page.getByLabel('Level string').press('Enter')
    await page.getByRole('alert').filter({ hasText: 'AAoo' }).or(page.getByRole('alert').filter({ hasText: /cells/ })).waitFor()
    await page.getByLabel('Level string').fill('BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo')
    await page.getByLabel('Level string').press('Enter')
    await page.getByRole('alert').waitFor({ state: 'detached' })
  }))

test('a board is made harder, and that is taken back', () =>
  at('make?b=BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo', async page => {
    const level = page.getByLabel('Level string')
    const slides = async () => Number(await page.locator('.grade:not(.old) strong').textContent())
    await page.locator('.grade:not(.old) strong', { hasText: /^8$/ }).waitFor()
    await button(page, 'Harder').click()
    const toast = page.locator('.toast', { hasText: /^From 8 to \d+ slides\./ })
    await toast.waitFor()
    const longer = Number((await toast.textContent()).match(/to (\d+)/)[1])
    assert.ok(longer > 8)
    await page.locator('.grade:not(.old) strong', { hasText: new RegExp(`^${longer}$`) }).waitFor()
    assert.notEqual(await level.inputValue(), 'BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo')
    await toast.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.locator('.grade:not(.old) strong', { hasText: /^8$/ }).waitFor()
    assert.equal(await slides(), 8)
    assert.equal(await level.inputValue(), 'BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo')
  }))

test('a gallery is generated, opened, and saved as a sheet to print', () =>
  at('make?g=random', async page => {
    await page.getByLabel('How many').fill('4')
    await button(page, 'Generate').click()
    const boards = page.locator('main section ul li')
    await boards.nth(3).waitFor()
    await button(page, 'Generate').waitFor()
    assert.equal(await boards.count(), 4)
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save a sheet to print').click()])
    const sheet = readFileSync(await download.path(), 'utf8')
    assert.equal(download.suggestedFilename(), 'rush-hour-sheet.html')
    assert.equal(sheet.match(/<svg /g).length, 4)
    assert.equal(sheet.match(/<li>/g).length, 4)
    assert.match(sheet, /<b>4<\/b> · \d+ slide/)
    await boards.first().getByRole('link').click()
    await page.waitForURL(/b=/)
    await page.locator('.grade:not(.old)').waitFor()
    await page.goto(`${server.url}/#/make?g=jam`)
    await says(page, /^jam:40/)
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
    await says(page, /^by round, by its bound, /)
    await says(page, 'This search has no layers to show.')
    await says(page, /^by depth, /)
  }))
