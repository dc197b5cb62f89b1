// How people come and go: two tabs on one run, a reload in the middle of it, and no pointer at all.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LONG, launch, open, says, settled } from '../browser.js'
import { ask, serve } from '../server.js'

const FILE = `format = 1
name = "shared"
domain = "rush-hour"
[data]
train = ["jam:1-4"]
validation = ["jam:5-6"]
test = ["jam:7-8"]
[search]
limits = { expanded = 500 }
[genome]
kind = "weights"
features = ["blockers", "blockers_deep", "distance"]
[algorithm]
population = 12
[champion]
baseline = false
[stop]
generations = 400
`

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve('--threads', '1')])))
after(() => Promise.all([browser.close(), server.close()]))
const state = (page, name) => page.locator(`main .state.${name}`).first().waitFor(LONG)
const generation = page => page.evaluate(() => Number(document.querySelector('main')?.textContent?.match(/(\d+) of 400/)?.[1]))

test('two tabs show one run; one is reloaded on its way and catches up, and what one does the other sees', async () => {
  const { id } = await ask(server, '/experiments', { toml: FILE })
  const { page: first, complaints, close } = await open(browser)
  const second = await first.context().newPage()
  for (const page of [first, second]) await page.goto(`${server.url}/#/experiments/${id}`)
  for (const page of [first, second]) await state(page, 'running')
  await first.waitForFunction(() => Number(document.querySelector('main')?.textContent?.match(/(\d+) of 400/)?.[1]) > 3)
  const before = await generation(first)
  await first.reload()
  await state(first, 'running')
  await first.waitForFunction(from => Number(document.querySelector('main')?.textContent?.match(/(\d+) of 400/)?.[1]) >= from, before)
  await second.getByRole('button', { name: 'Pause', exact: true }).click()
  for (const page of [first, second]) await state(page, 'paused')
  const paused = await ask(server, `/experiments/${id}`)
  for (const page of [first, second]) await page.waitForFunction(from => document.querySelector('main')?.textContent?.includes(`${from} of 400`), paused.summary.generation)
  await first.getByRole('button', { name: 'Stop', exact: true }).or(first.getByRole('button', { name: 'Resume', exact: true })).first().waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

/** Presses Tab until what has the focus has this name, as far as it takes. */
async function tab(page, name) {
  for (let press = 0; press < 200; press++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const one = document.activeElement
      const labels = one && 'labels' in one ? [...(one.labels ?? [])].map(label => label.querySelector('.name')?.textContent ?? label.textContent) : []
      return [one?.getAttribute('aria-label'), ...labels, one?.textContent].map(text => text?.trim() ?? '')
    })
    if (focused.some(text => (name instanceof RegExp ? name.test(text) : text === name))) return
  }
  assert.fail(`Tab never reaches ${name}`)
}

test('solving needs no pointer', async () => {
  const { page, complaints, close } = await open(browser)
  await page.goto(`${server.url}/#/solve?i=jam:1`)
  await page.getByRole('button', { name: /^Target A/ }).waitFor()
  await settled(page)
  await tab(page, /^Car B,/)
  await page.keyboard.press('ArrowRight')
  await says(page, '1 move')
  await page.keyboard.press('u')
  await says(page, '0 moves')
  await tab(page, 'Solve')
  await tab(page, 'Solve')
  await page.keyboard.press('Enter')
  await says(page, /^Solved in 8 slides/)
  await tab(page, 'One move on')
  await page.keyboard.press('Enter')
  await says(page, /^move 1 of 8/)
  assert.deepEqual(complaints, [])
  await close()
})

test('making a board needs no pointer', async () => {
  const { page, complaints, close } = await open(browser)
  await page.goto(`${server.url}/#/make`)
  await says(page, /slides, .* for people/)
  await tab(page, 'Clear')
  await page.keyboard.press('Enter')
  await tab(page, /^The board; arrow keys/)
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await page.waitForFunction(() => document.querySelector('input.mono')?.value.includes('B'))
  await tab(page, 'Generate')
  await page.keyboard.press('Enter')
  await page.locator('main section ul li a').first().waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('a new experiment needs no pointer', async () => {
  const { page, complaints, close } = await open(browser)
  await page.goto(`${server.url}/#/new`)
  await page.locator('#file').waitFor()
  await settled(page)
  await tab(page, 'Name')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('by-keys')
  await tab(page, 'Population')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('6')
  await tab(page, 'Generations')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2')
  await page.getByRole('button', { name: 'Start', exact: true, disabled: false }).waitFor()
  await tab(page, 'Start')
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/experiments\/\d+/)
  await page.getByRole('heading', { name: 'by-keys', exact: true }).waitFor()
  assert.deepEqual(complaints, [])
  await close()
})
