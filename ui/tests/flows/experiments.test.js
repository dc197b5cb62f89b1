// An experiment from its form to its end, as a visitor sees it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { base, launch, open } from '../browser.js'

let browser
before(async () => (browser = await launch()))
after(() => browser.close())

async function visit(path, run) {
  const { page, complaints, close } = await open(browser)
  page.setDefaultTimeout(15_000)
  await page.goto(`${base}/#/${path}`)
  await run(page)
  assert.deepEqual(complaints, [])
  await close()
}

const button = (page, name) => page.getByRole('button', { name, exact: true })
const says = (page, text) => page.getByText(text, { exact: true }).first().waitFor()

test('the form writes the file and the file fills the form', () =>
  visit('new', async page => {
    const file = page.locator('#file')
    await page.getByLabel('Rules', { exact: true }).fill('3')
    await page.getByLabel('Rules', { exact: true }).press('Tab')
    assert.match(await file.inputValue(), /^rules = 3$/m)
    await file.fill((await file.inputValue()).replace('population = 60', 'population = 44'))
    await page.waitForFunction(() => [...document.querySelectorAll('label')].some(label => label.textContent?.includes('Population') && label.querySelector('input')?.value === '44'))
    await file.fill((await file.inputValue()).replace('rules = 3', 'rule = 3'))
    await says(page, /no key 'rule'/i)
    assert.equal(await button(page, 'Start').isDisabled(), true)
  }))

test('an experiment is started, watched, paused, reloaded, resumed, cloned, deleted and brought back', () =>
  visit('new?t=demo.toml', async page => {
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.waitForURL(/#\/experiments\/\d+/)
    await says(page, /Fitness by generation/)
    await page.locator('.uplot').first().waitFor()
    await button(page, 'Pause').click()
    await page.locator('.state.paused').first().waitFor()
    await page.reload()
    await page.locator('.state.paused').first().waitFor()
    await button(page, 'Resume').click()
    await page.locator('.state.running').first().waitFor()
    await page.goto(`${base}/#/experiments`)
    await page.locator('main li.panel').first().waitFor()
    const before = await page.locator('main li.panel').count()
    await page.getByLabel(/^More for demo/).first().click()
    await button(page, 'Delete').first().click()
    await says(page, /is deleted/)
    assert.equal(await page.locator('main li.panel').count(), before - 1)
    await button(page, 'Undo').click()
    await page.waitForFunction(many => document.querySelectorAll('main li.panel').length === many, before)
  }))

test('a champion is explained step by step', () =>
  visit('experiments', async page => {
    await page.locator('main li.panel', { has: page.locator('.state.done') }).first().getByRole('link').first().click()
    await page.getByRole('link', { name: 'The champion' }).click()
    await says(page, /^h = /)
    await button(page, 'One move on').click()
    await says(page, /^move 1 of/)
    await page.getByRole('link', { name: 'Over many boards' }).click()
    await says(page, 'h against the true distance')
  }))

test('experiments are compared', () =>
  visit('compare', async page => {
    const choices = page.locator('main fieldset button')
    await choices.nth(0).click()
    await choices.nth(1).click()
    await says(page, 'Is it more than chance?')
    assert.match(page.url(), /e=\d+,\d+/)
  }))
