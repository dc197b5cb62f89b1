// One's own games stay in the browser: a solved game is kept, shown beside the shortest solution, and deleted.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, launch, says, settled, visit } from '../browser.js'
import { ask, serve } from '../server.js'

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve()])))
after(() => Promise.all([browser.close(), server.close()]))

test('a game is stored in the browser, shown and deleted; the server computes positions and verdicts only', () =>
  visit(browser, `${server.url}/#/solve?i=jam:1`, async page => {
    const { id } = await ask(server, '/jobs', { kind: 'solve', instance: 'jam:1' })
    let job
    do job = await ask(server, `/jobs/${id}`)
    while (job.state !== 'done')
    const { plan } = job.result
    await page.getByText(/^All \d+ legal moves/).click()
    // The first move made, taken back, and made again: one mistake.
    await button(page, plan[0]).click()
    await says(page, '1 move')
    await button(page, 'Undo').click()
    await says(page, '0 moves')
    await button(page, plan[0]).click()
    await button(page, plan[1]).click()
    await says(page, '2 moves')
    await button(page, 'Undo').click()
    await says(page, '1 move')
    const sent = []
    page.on('request', request => request.method() === 'GET' || sent.push(new URL(request.url()).pathname))
    for (const move of plan.slice(1)) {
      await button(page, move).click()
      await settled(page)
    }
    await says(page, /^Solved in 8 moves/)
    await page.getByRole('link', { name: 'My games', exact: true }).click()
    const row = page.locator('tbody tr', { hasText: 'jam:1' })
    await row.waitFor()
    const cells = await row.locator('td').allTextContents()
    assert.deepEqual([cells[0], cells[1], cells[2], cells[4]], ['jam:1', '8', '8', '1'])
    assert.match(cells[5], /easy|medium|hard/)
    assert.ok(sent.every(path => ['/api/position', '/api/judge'].includes(path)), `only positions and what moves lose are asked for: ${sent}`)
    await page.reload()
    await row.waitFor()
    await row.getByRole('button', { name: /^Delete the game of jam:1/ }).click()
    await says(page, /^No games yet/)
    assert.equal(await page.evaluate(() => localStorage.getItem('unstuck-games')), null)
    await page.reload()
    await says(page, /^No games yet/)
  }))
