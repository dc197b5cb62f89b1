// An experiment of every kind is started from the form: of every genome, algorithm, fitness and source of instances.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, launch, visit } from '../browser.js'
import { ask, ended, serve } from '../server.js'
import { tiny } from '../tiny.js'

let browser, server, known
before(async () => {
  ;[browser, server] = await Promise.all([launch(), serve('--threads', '1')])
  known = await ask(server, '/catalog')
  let job = await ask(server, '/jobs', { kind: 'dataset', name: 'few', domain: 'rush-hour', source: 'sample', instances: ['jam:1'], states: 20, seed: 1 })
  while (['waiting', 'running'].includes(job.state)) job = await ask(server, `/jobs/${job.id}`)
  assert.equal(job.state, 'done', JSON.stringify(job.error))
})
after(() => Promise.all([browser.close(), server.close()]))

let number = 0
/** Starts the small experiment after a change of the form, and waits for its end. */
async function started(change) {
  let summary
  await visit(browser, `${server.url}/#/new`, async page => {
    const agreed = () => page.locator('.side p[role="status"][aria-busy="false"]', { hasText: /^\s*(\d+ runs?|1 run)/ }).waitFor()
    // Coevolution wants boards that a blind search solves.
    const file = tiny(`kind-${++number}`, { more: '[champion]\nbaseline = false\ncontrol = false\n' }).replace('expanded = 500', 'expanded = 5000')
    await page.locator('#file').fill(file)
    await agreed()
    await change(page)
    await agreed()
    await button(page, 'Start').click()
    await page.waitForURL(/#\/experiments\/\d+/)
    ;({ summary } = await ended(server, page.url().match(/\d+$/)[0]))
  })
  assert.deepEqual([summary.state, summary.error], ['done', null])
  return summary
}
const choose = (name, option) => page => page.getByRole('combobox', { name, exact: true }).selectOption(option)

test('of every genome', async () => {
  for (const kind of ['weights', 'tree', 'policy']) assert.equal((await started(choose('Form', kind))).genome, kind)
})

test('of every evolutionary algorithm', async () => {
  for (const { name } of known.evolution.filter(one => one.name !== 'own')) assert.equal((await started(choose('Evolutionary algorithm', name))).algorithm, name)
})

test('of every fitness', async () => {
  for (const { name } of known.fitness) assert.equal((await started(choose('Fitness', name))).fitness, name)
})

test('of every source of instances', async () => {
  const train = page => page.locator('fieldset', { hasText: 'to learn from' }).getByRole('combobox', { name: 'From' })
  for (const { name } of known.domains.find(one => one.name === 'rush-hour').generators) {
    await started(async page => {
      await train(page).selectOption(name)
      await page.locator('fieldset', { hasText: 'to learn from' }).getByLabel('How many').fill('3')
      if (name !== 'evolved') return
      // Large boards take minutes to evolve.
      await page.waitForFunction(() => /generate = "evolved".*count = 3/.test(document.querySelector('#file').value))
      const file = page.locator('#file')
      await file.fill((await file.inputValue()).replace('generate = "evolved"', '$&, size = 4, vehicles = "3-6"'))
    })
  }
  await started(async page => {
    await train(page).selectOption('names')
    await page.getByLabel('Names, separated by commas').first().fill('jam:1, jam:3')
  })
  await started(page => train(page).selectOption('csv'))
  await started(choose('Instances come from', 'few'))
})
