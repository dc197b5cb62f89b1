// A study over whole sets, the simplifier, plans side by side, the hall of fame, and what an experiment leaves behind.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { button, launch, open, says, visit } from '../browser.js'
import { ask, ended, serve } from '../server.js'

const FILE = `format = 1
name = "small"
domain = "rush-hour"
[data]
train = ["jam:1-3"]
validation = ["jam:4-5"]
test = ["jam:6-8"]
[search]
algorithm = "astar"
limits = { expanded = 2000 }
[genome]
kind = "weights"
features = ["blockers", "distance", "blockers_deep"]
[algorithm]
population = 6
[champion]
baseline = false
[stop]
generations = 3
`

let browser, server, id, run
before(async () => {
  ;[browser, server] = await Promise.all([launch(), serve()])
  id = (await ask(server, '/experiments', { toml: FILE })).id
  run = (await ended(server, id)).best
})
after(() => Promise.all([browser.close(), server.close()]))
const at = (path, act, size) => visit(browser, `${server.url}/#/${path}`, act, size)
const download = async (page, click) => {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

test('a study runs over classes, is sorted and exported, and its address repeats it', () =>
  at('study?i=unblock:easy,jam:1-2&as=astar&hs=zero%0Ablockers', async page => {
    await says(page, /^10 instances × 2 methods = 20 searches/)
    await button(page, 'Run the benchmark').click()
    await page.locator('table').first().getByRole('row', { name: /^astar · blockers/ }).getByText('10 / 10').waitFor()
    await page.getByRole('columnheader', { name: 'unblock easy (8)', exact: true }).waitFor()
    const list = page.locator('.list tbody tr')
    assert.equal(await list.count(), 10)
    await page.locator('.list th').nth(1).getByRole('button').click()
    const values = await list.locator('td:nth-child(2)').allTextContents()
    const numbers = values.map(text => Number(text.replaceAll(',', '')))
    assert.deepEqual(numbers, [...numbers].sort((a, b) => b - a))
    await button(page, 'plan length').click()
    await page.waitForURL(/by=length/)
    const svg = await download(page, () => page.getByRole('button', { name: 'By class: plan length as SVG', exact: true }).click())
    assert.match(svg.text, /^<svg[^>]*xmlns=/)
    assert.match(svg.text, /unblock easy/)
    const png = await download(page, () => page.getByRole('button', { name: 'By class: plan length as PNG', exact: true }).click())
    assert.equal(png.name, 'benchmark-length-by-class.png')
    const csv = await download(page, () => button(page, 'All results as CSV').click())
    assert.equal(csv.text.trim().split('\n').length, 21)
  }))

test('boards of one file are studied', () =>
  at('study?i=jam:1&as=bfs', async page => {
    await page.getByLabel(/^Boards of your own/).setInputFiles(new URL('../../../domains/rush-hour/data/rush-hour-it3105.csv', import.meta.url).pathname)
    await says(page, /^7 instances × 1 method/)
    await button(page, 'Run the benchmark').click()
    await page.getByRole('columnheader', { name: 'own boards (6)', exact: true }).waitFor()
  }))

test('a champion is simplified part by part and by itself, and kept with its lineage', () =>
  at(`champion/${run}?view=simplify`, async page => {
    const now = page.locator('.panel', { hasText: 'Measured on' })
    await now.getByText(/2 of 2 validation instances, by astar/).waitFor()
    await page.waitForFunction(() => !document.body.textContent.includes('…solved'))
    await button(page, 'Weigh every part').click()
    await says(page, /^Without a part, more nodes are expanded/)
    const part = page.locator('g.part.number').first()
    await part.click()
    await page.getByRole('button', { name: /^Apply: round to/ }).first().waitFor()
    await page.getByRole('button', { name: /^Apply: remove/ }).first().click()
    await says(page, 'Changes')
    await button(page, 'Undo').click()
    await page.getByRole('heading', { name: 'Changes', exact: true }).waitFor({ state: 'detached' })
    // A part is replaced by what is offered, and by a text of one's own.
    await page.locator('g.part').filter({ hasText: /^(blockers|blockers_deep|distance)$/ }).first().click()
    await page.getByRole('button', { name: /^Apply: / }).first().waitFor()
    await page.getByRole('combobox', { name: 'Replace by', exact: true }).fill('mobility')
    await page.getByRole('combobox', { name: 'Replace by', exact: true }).press('Escape')
    await page.getByRole('button', { name: 'Apply', exact: true }).last().click()
    await page.locator('g.part', { hasText: 'mobility' }).first().waitFor()
    await button(page, 'Undo').click()
    await page.getByRole('heading', { name: 'Changes', exact: true }).waitFor({ state: 'detached' })
    await page.getByLabel('Tolerance in percent').fill('100')
    await button(page, 'Simplify').click()
    await says(page, 'Changes')
    await page.getByRole('button', { name: 'Simplify', exact: true, disabled: false }).waitFor()
    await page.getByLabel('Keep it under the name').fill('shorter')
    await button(page, 'Keep').click()
    await says(page, 'shorter is kept.')
    const { heuristics } = await ask(server, '/library')
    assert.equal(heuristics[0].run, run)
    assert.ok(heuristics[0].changes.length > 0)
    assert.ok(heuristics[0].text.length < heuristics[0].parent.length)
    await page.getByRole('link', { name: 'Hall of fame', exact: true }).click()
    await page.getByRole('heading', { name: /^shorter/ }).waitFor()
    await page.getByRole('region', { name: 'Champions', exact: true }).getByRole('link', { name: 'small', exact: true }).waitFor()
  }))

test('every subtree of a tree is removed in turn', () =>
  at(`champion?d=rush-hour&view=evidence&h=${encodeURIComponent('blockers + max(distance, 2 * mobility)')}`, async page => {
    await button(page, 'Remove each part in turn').click()
    const parts = page.locator('section', { hasText: 'What each part is worth' }).locator('tbody code')
    await parts.nth(3).waitFor()
    const texts = await parts.allTextContents()
    assert.ok(['mobility', 'distance', 'blockers'].every(name => texts.some(text => text.includes(name))), texts.join(' | '))
  }))

test('a race ends on a podium, and its plans are replayed side by side', () =>
  at('solve?i=jam:1&view=race&r=astar,zero|greedy,blockers', async page => {
    await button(page, 'Race').click()
    const podium = page.getByRole('region', { name: 'Podium', exact: true })
    await podium.getByText('1', { exact: true }).waitFor()
    const plans = page.getByRole('group', { name: 'Plans side by side', exact: true })
    await plans.getByLabel('Both one move on').click()
    await plans.getByText(/^move 1 of \d+/).waitFor()
    assert.equal(await plans.locator('svg.puzzle').count(), 2)
    await plans.getByLabel('Move of both plans').fill('1000')
    await plans.getByText('Solved.').first().waitFor()
  }))

test('an experiment leaves a win/tie/loss table, a notebook and a report in a tab', async () => {
  await at(`experiments/${id}?view=test`, page => says(page, 'Wins, ties and losses of the champion'))
  await at(`experiments/${id}?view=file`, async page => {
    const { name, text } = await download(page, () => button(page, 'Jupyter notebook').click())
    assert.equal(name, 'small.ipynb')
    assert.equal(JSON.parse(text).nbformat, 4)
    const link = page.getByRole('link', { name: 'Open the report', exact: true })
    assert.equal(await link.getAttribute('target'), '_blank')
  })
  const { page, complaints, close } = await open(browser)
  await page.goto(`${server.url}/api/experiments/${id}/report`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.notEqual(await page.evaluate(() => getComputedStyle(document.querySelector('main')).maxWidth), 'none')
  assert.deepEqual(complaints, [])
  await close()
})
