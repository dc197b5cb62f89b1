// A game is played at the player's pace, whatever the server's, and its address holds all of it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, launch, says, settled, visit } from '../browser.js'
import { ask, serve } from '../server.js'

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve()])))
after(() => Promise.all([browser.close(), server.close()]))
const at = (path, run, size) => visit(browser, `${server.url}/#/${path}`, run, size)
/** Holds positions back until the function that it returns is called. */
async function late(page) {
  let answer
  const answered = new Promise(later => (answer = later))
  await page.route('**/api/position', route => answered.then(() => route.continue()))
  return answer
}

test('a car moved three cells by the keyboard is one slide, however quick the presses', () =>
  at('solve?i=jam:1', async page => {
    const car = page.getByRole('button', { name: /^Car B,/ })
    await car.waitFor()
    const answer = await late(page)
    await car.focus()
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: /^Car B, row 1, column 4/ }).waitFor()
    await says(page, '1 move')
    answer()
    await settled(page)
    await page.getByRole('button', { name: /^Car B, row 1, column 4/ }).waitFor()
    await says(page, '1 move')
    assert.match(decodeURIComponent(page.url()), /moves=B\+3/)
    // There and back again is no move at all.
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowLeft')
    await says(page, '0 moves')
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.slice(0, 5)), 'Car B')
  }))

test('dragging asks the server nothing and takes little script, and the drop is drawn before the answer', () =>
  at('solve?i=jam:1', async page => {
    const car = page.getByRole('button', { name: /^Car B,/ })
    await car.waitFor()
    await settled(page)
    const answer = await late(page)
    const sent = []
    page.on('request', request => request.url().includes('/api/') && sent.push(new URL(request.url()).pathname))
    // Time of the processor, so that whatever else the machine does is not counted.
    const client = await page.context().newCDPSession(page)
    await client.send('Performance.enable', { timeDomain: 'threadTicks' })
    const script = async () => (await client.send('Performance.getMetrics')).metrics.find(one => one.name === 'ScriptDuration').value * 1000
    const box = await car.boundingBox()
    const [x, y, cell] = [box.x + box.width / 4, box.y + box.height / 2, box.width / 2]
    const FRAMES = 30
    await page.mouse.move(x, y)
    await page.mouse.down()
    const before = await script()
    for (let frame = 1; frame <= FRAMES; frame++) {
      await page.mouse.move(x + (3 * cell * frame) / FRAMES, y)
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    const spent = ((await script()) - before) / FRAMES
    assert.ok(spent <= 16, `${spent} ms of script a frame`)
    assert.deepEqual(sent, [])
    await page.mouse.up()
    await page.getByRole('button', { name: /^Car B, row 1, column 4/ }).waitFor()
    await says(page, '1 move')
    assert.equal(sent[0], '/api/position')
    answer()
    await settled(page)
    await page.getByRole('button', { name: /^Car B, row 1, column 4, can go/ }).waitFor()
  }))

test('tiles keep the focus; the first of quick presses is drawn at once, and all are made', () =>
  at('solve?i=eight:1', async page => {
    await page.getByRole('button', { name: 'Tile 4', exact: true }).waitFor()
    const answer = await late(page)
    await page.getByRole('button', { name: 'Tile 4', exact: true }).focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown']) await page.keyboard.press(key)
    // Which moves are legal after it is for the server to say.
    await says(page, '1 move')
    assert.match(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), /^Tile \d$/)
    answer()
    await settled(page)
    await says(page, '5 moves')
    assert.match(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), /^Tile \d$/)
  }))

test('a move that the server refuses is taken back and explained', () =>
  at('solve?i=jam:1', async page => {
    await page.getByRole('button', { name: /^Car B,/ }).waitFor()
    await page.route('**/api/position', route => route.fulfill({ status: 422, json: { error: { message: 'B cannot move there', help: null } } }), { times: 1 })
    await page.getByRole('button', { name: /^Car B,/ }).press('ArrowRight')
    await says(page, 'B cannot move there')
    await page.getByRole('button', { name: /^Car B, row 1, column 1/ }).waitFor()
    await says(page, '0 moves')
  }))

test('every view and the command begin at the position on the board', () =>
  at('solve?i=jam:1', async page => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { id } = await ask(server, '/jobs', { kind: 'solve', instance: 'jam:1' })
    let job
    do job = await ask(server, `/jobs/${id}`)
    while (job.state !== 'done')
    const [first, second] = job.result.plan
    await page.getByText(/^All \d+ legal moves/).click()
    for (const move of [first, second]) await button(page, move).click()
    const { reference } = await ask(server, '/position', { instance: 'jam:1', moves: [first, second] })
    await button(page, 'Solve').click()
    await says(page, 'Solved in 6 slides, and no solution is shorter.')
    await button(page, 'Copy as command').click()
    await page.waitForFunction(text => navigator.clipboard.readText().then(copied => copied.startsWith(`unstuck solve ${text} `)), reference)
    await page.getByRole('link', { name: 'State space', exact: true }).click()
    await button(page, 'Explore').click()
    await page.locator('dl div', { hasText: 'this board' }).getByText('6 slides').waitFor()
    await page.getByRole('link', { name: 'Compare algorithms on this board', exact: true }).click()
    await page.waitForURL(/benchmark\?/)
    await button(page, 'Run the benchmark').click()
    await page.locator('tbody tr', { hasText: 'bfs' }).first().waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Race', exact: true }).click()
    await button(page, 'Race').click()
    await says(page, /^First\. Solved in 6 slides/)
    await page.getByRole('link', { name: 'Step by step', exact: true }).click()
    const asked = page.waitForRequest(request => request.url().endsWith('/api/jobs') && request.postDataJSON().kind === 'trace')
    await button(page, 'Begin').click()
    assert.equal((await asked).postDataJSON().instance, reference)
  }))

test('a game survives a reload, other pages and going back; going back walks the boards', () =>
  at('solve?i=jam:1', async page => {
    const moved = page.getByRole('button', { name: /^Car B, row 1, column 3/ })
    const car = page.getByRole('button', { name: /^Car B,/ })
    await car.press('ArrowRight')
    await car.press('ArrowRight')
    await moved.waitFor()
    await page.reload()
    await moved.waitFor()
    await says(page, '1 move')
    await page.getByRole('link', { name: 'Data sets', exact: true }).click()
    await page.waitForURL(/datasets/)
    await page.getByRole('link', { name: 'Solve & play', exact: true }).click()
    await moved.waitFor()
    await page.goBack()
    await page.goBack()
    await moved.waitFor()
    await button(page, 'Undo').click()
    await page.getByRole('button', { name: /^Car B, row 1, column 1/ }).waitFor()
    await car.press('ArrowRight')
    await button(page, 'Next instance').click()
    await page.waitForURL(/i=jam:2/)
    await says(page, '0 moves')
    await button(page, 'Next instance').click()
    await page.waitForURL(/i=jam:3/)
    await page.goBack()
    await page.waitForURL(/i=jam:2/)
    await page.goBack()
    await page.waitForURL(/i=jam:1/)
    await page.getByRole('button', { name: /^Car B, row 1, column 2/ }).waitFor()
    await says(page, '1 move')
  }))

test('the help names the gestures that each puzzle has', async () => {
  for (const [instance, words] of [['jam:1', /Drag a vehicle along its line/], ['eight:1', /Click a tile next to the gap/], ['freecell:617', /double click sends it home/]]) await at(`solve?i=${instance}`, page => says(page, words))
})

test('cards are read out, stand in the order of the table, and quick choices wait for the server', () =>
  at('solve?i=freecell:617', async page => {
    await page.getByRole('button', { name: 'jack of clubs', exact: true }).waitFor()
    const order = await page.locator('svg.puzzle [role="button"][tabindex="0"]').evaluateAll(cards => cards.map(card => card.getAttribute('aria-label')))
    assert.deepEqual(order, ['jack of diamonds', 'king of spades', 'king of clubs', '4 of hearts', 'jack of clubs', '6 of clubs', 'jack of hearts', 'queen of hearts'])
    const answer = await late(page)
    await page.getByRole('button', { name: 'queen of hearts', exact: true }).click()
    await page.getByRole('button', { name: 'king of clubs', exact: true }).click()
    // Before the first move is confirmed.
    await page.getByRole('button', { name: 'jack of clubs', exact: true }).click()
    await page.getByRole('button', { name: 'queen of hearts', exact: true }).click()
    answer()
    await says(page, '2 moves')
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'jack of clubs')
    // A lit place is reached by the keyboard.
    await page.getByRole('button', { name: '6 of clubs', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Put it here: free cell a', exact: true }).press('Enter')
    await says(page, '3 moves')
  }))

test('what the lengths of FreeCell count is explained', () =>
  at('solve?i=freecell:617', async page => {
    await button(page, 'Solve').click()
    await says(page, /^Solved in \d+ moves/)
    await page.getByText('What the lengths count').click()
    await page.locator('dd', { hasText: 'a run of n cards counts n' }).waitFor()
  }))
