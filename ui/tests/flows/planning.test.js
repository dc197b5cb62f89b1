// Planning tasks: chosen, pasted, dropped and edited; solved and stepped through; explained, raced, compared; an
// experiment on them.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { LONG, button, launch, says, visit } from '../browser.js'
import { ask, serve } from '../server.js'

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve()])))
after(() => Promise.all([browser.close(), server.close()]))
const at = path => `${server.url}/#/${path}`

const DOMAIN = `(define (domain lamps)
  (:predicates (lit ?x) (next ?x ?y))
  (:action light :parameters (?x ?y)
    :precondition (and (lit ?x) (next ?x ?y))
    :effect (lit ?y)))
`
const PROBLEM = `(define (problem three) (:domain lamps)
  (:objects a b c)
  (:init (lit a) (next a b) (next b c))
  (:goal (lit c)))
`

test('a built-in task is solved and stepped through; goals are ticked and effects are coloured', () =>
  visit(browser, at('plan?i=blocksworld:easy-3'), async page => {
    await page.getByRole('heading', { name: /^Goals/ }).waitFor()
    await page.getByText(/0 of \d+ reached/).waitFor()
    await page.locator('svg[aria-label$="towers"], svg[aria-label*="towers;"]').first().waitFor()
    await button(page, 'Find a plan').click()
    const timeline = page.getByRole('listbox', { name: 'The plan', exact: true })
    await timeline.getByRole('option').nth(2).waitFor()
    await button(page, 'One step on').click()
    await page.locator('.added').first().waitFor()
    assert.ok(await page.locator('.deleted').count() > 0)
    await timeline.focus()
    await page.keyboard.press('End')
    await page.getByText(/step (\d+) of \1, the goal/).waitFor()
    await page.getByText(/(\d+) of \1 reached/).waitFor()
    // A step of one's own from the start.
    await page.keyboard.press('Home')
    await page.getByText(/^step 0 of/).waitFor()
    await page.getByRole('button', { name: /^\(/ }).first().click()
    await page.getByText('step 1 of 1').waitFor()
  }))

test('a domain and a problem are pasted, and what is wrong is underlined at its place', () =>
  visit(browser, at('plan?i=own'), async page => {
    // Both in one text, the problem first: each goes to its place.
    await page.getByLabel('Domain', { exact: true }).last().fill(PROBLEM + DOMAIN)
    await page.getByLabel('Problem', { exact: true }).waitFor()
    assert.match(await page.locator('#problem').inputValue(), /define \(problem three/)
    await page.getByRole('heading', { name: /^Goals/ }).waitFor()
    await page.locator('svg[aria-label*="binary atoms"]').waitFor()
    await page.locator('#problem').fill(PROBLEM.replace('(next b c)', '(nxt b c)'))
    await page.getByText(/Line 3, column \d+: unknown predicate 'nxt'/).waitFor()
    assert.equal(await page.locator('mark').textContent(), '(nxt')
    await page.locator('#problem').fill(PROBLEM)
    await page.locator('mark').waitFor({ state: 'detached' })
    await button(page, 'Find a plan').click()
    await page.getByRole('listbox', { name: 'The plan', exact: true }).getByRole('option').nth(2).waitFor()
    await page.reload()
    await page.locator('svg[aria-label*="binary atoms"]').waitFor()
  }))

test('two files are dropped on the page', () =>
  visit(browser, at('plan'), async page => {
    await page.getByRole('heading', { name: /^Goals/ }).waitFor()
    await page.evaluate(([domain, problem]) => {
      const data = new DataTransfer()
      data.items.add(new File([problem], 'p01.pddl'))
      data.items.add(new File([domain], 'domain.pddl'))
      document.querySelector('main .stack').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    }, [DOMAIN, PROBLEM])
    await page.waitForURL(/i=own/)
    await page.getByText('lamps: 3 objects').waitFor()
    assert.match(await page.locator('#domain').inputValue(), /define \(domain lamps/)
  }))

test('a grid is drawn as a grid', () =>
  visit(browser, at('plan?i=visitall:easy-3'), async page => {
    await page.locator('svg[aria-label^="A grid of"]').waitFor()
  }))

test('a value is explained, searches race and are compared', () =>
  visit(browser, at('plan?i=ferry:easy-2&view=why&h=hff+%2B+goals_left'), async page => {
    await page.getByRole('heading', { name: /^h = \d/ }).waitFor()
    await page.getByText('What adds up to it').waitFor()
    await page.getByRole('link', { name: 'Race', exact: true }).click()
    await button(page, 'Race').click()
    await page.getByText(/expansions each/).waitFor()
    await page.getByRole('link', { name: 'Compare algorithms', exact: true }).click()
    await button(page, 'Compare').click()
    await page.locator('tbody tr').nth(3).waitFor()
  }))

test('an experiment on tasks of a domain is started, and ends', () =>
  visit(browser, at('plan?i=gripper:easy-1&view=evolve'), async page => {
    const file = page.locator('#experiment')
    await file.waitFor()
    await page.getByLabel('Minutes', { exact: true }).fill('0.05')
    await page.getByLabel('Minutes', { exact: true }).press('Tab')
    await page.waitForFunction(() => document.querySelector('#experiment')?.value.includes('seconds = 1.5'))
    await button(page, 'Start').click()
    await page.waitForURL(/#\/experiments\/\d+/)
    await page.locator('main .state.done').first().waitFor(LONG)
  }))

/** A row of lamps, each of which lights the next. */
const row = lamps => {
  const names = Array.from({ length: lamps }, (_, at) => `lamp${at}`)
  return `(define (problem row-${lamps}) (:domain lamps)\n  (:objects ${names.join(' ')})\n  (:init (lit lamp0) ${names.slice(1).map((name, at) => `(next lamp${at} ${name})`).join(' ')})\n  (:goal (lit lamp${lamps - 1})))\n`
}

test('a folder of tasks becomes an experiment in the form; its champion is explained, measured and raced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unstuck-tasks-'))
  mkdirSync(join(folder, 'testing'))
  writeFileSync(join(folder, 'domain.pddl'), DOMAIN)
  for (const lamps of [3, 4, 5, 6, 7]) writeFileSync(join(folder, `p${lamps}.pddl`), row(lamps))
  writeFileSync(join(folder, 'testing', 'p8.pddl'), row(8))
  let id
  await visit(browser, at('plan?i=own&view=evolve'), async page => {
    await page.locator('#domain').fill(DOMAIN + PROBLEM)
    await page.getByLabel('Minutes', { exact: true }).fill('0.1')
    await page.getByLabel('Minutes', { exact: true }).press('Tab')
    await page.getByLabel('A folder of your own').setInputFiles(folder)
    await page.waitForFunction(() => ['row-8', 'seconds = 3\n'].every(part => document.querySelector('#experiment')?.value.includes(part)))
    await button(page, 'Open in the form').click()
    await page.waitForURL(/#\/new/)
    await says(page, '2 runs')
    assert.equal(await page.getByLabel('Puzzle').inputValue(), 'pddl-lamps')
    await page.getByText('4 problems in the file; others by their files').waitFor()
    await page.getByText('all lifted').waitFor()
    await page.getByLabel('Population', { exact: true }).fill('6')
    await page.getByLabel('Population', { exact: true }).press('Tab')
    await page.waitForFunction(() => /population = 6\b/.test(document.querySelector('#file').value))
    await page.getByRole('button', { name: 'Start', exact: true, disabled: false }).click()
    await page.waitForURL(/#\/experiments\/\d+/)
    id = page.url().match(/experiments\/(\d+)/)[1]
    await page.locator('main .state.done').first().waitFor(LONG)
    await page.getByRole('link', { name: 'The champion', exact: true }).click()
    // Lifted features of its own domain are known, and the tasks of the validation are offered.
    await page.getByRole('heading', { name: /^h = / }).waitFor()
    await button(page, 'Find a plan').click()
    await page.getByRole('listbox', { name: 'The plan', exact: true }).getByRole('option').nth(2).waitFor()
    await button(page, 'One step on').click()
    await page.getByText('after 1 step', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Simplify', exact: true }).click()
    await page.getByText(/1 of 1 validation instances, by greedy/).waitFor()
    await page.getByRole('link', { name: 'Over many states', exact: true }).click()
    await button(page, 'Remove each part in turn').click()
    await page.locator('tbody').getByText('nothing').waitFor()
    await page.getByRole('link', { name: 'Race it', exact: true }).click()
    await page.waitForURL(/#\/plan\?i=pddl/)
    await button(page, 'Race').click()
    await page.getByRole('region', { name: 'evolved champion', exact: true }).waitFor()
  })
  await visit(browser, at(`experiments/${id}?view=test`), async page => {
    await page.locator('summary', { hasText: 'Instance by instance' }).click()
    await page.locator('details table a').first().click()
    await page.waitForURL(/#\/plan\?i=pddl/)
    await page.getByText('lamps: 8 objects').waitFor()
  })
  rmSync(folder, { recursive: true })
})

test("lifted features of a task of one's own are explained", () =>
  visit(browser, at('plan?i=own&view=why&h=hff+%2B+unmet(lit)'), async page => {
    await page.locator('#domain').fill(DOMAIN + PROBLEM)
    await page.getByRole('heading', { name: 'h = 3', exact: true }).waitFor()
    await says(page, 'What adds up to it')
  }))

test('a task of more than 100,000 operators is shown and played', () =>
  visit(browser, at('plan?i=blocksworld:easy-1'), async page => {
    await page.getByRole('heading', { name: /^Goals/ }).waitFor()
    await ask(server, '/position', { instance: 'blocksworld:hard-10' })
    await page.evaluate(() => { location.hash = '#/plan?i=blocksworld:hard-10' })
    await page.getByText(/^blocksworld: [1-9]\d\d/).waitFor()
    for (let step = 1; step <= 5; step++) {
      const before = await page.locator('.added').allTextContents()
      await page.locator('ul li button').filter({ hasText: '(' }).first().click()
      await page.getByText(`step ${step} of ${step}`).waitFor()
      await page.waitForFunction(before => { const now = [...document.querySelectorAll('.added')].map(one => one.textContent).join(); return now && now !== before }, before.join())
    }
  }))
