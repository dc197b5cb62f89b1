// Tables from elsewhere: our own data files are imported, with a look at their rows and a meaning for every column.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, launch, says, visit } from '../browser.js'
import { ask, serve } from '../server.js'

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve()])))
after(() => Promise.all([browser.close(), server.close()]))
const at = (path, run) => visit(browser, `${server.url}/#/${path}`, run)
const data = name => new URL(`../../../domains/${/^(rush-hour|tiles)/.exec(name)[0]}/data/${name}`, import.meta.url).pathname

for (const [file, column, h, rows] of [['rush-hour-it3105.csv', 'board', 'slides', 6], ['tiles-eight.csv', 'tiles', 'optimal', null]])
  test(`${file} is previewed, recognised and imported`, () =>
    at('datasets', async page => {
      await button(page, 'Import').first().click()
      await page.getByLabel('File (CSV)').setInputFiles(data(file))
      assert.equal(await page.getByLabel(`Meaning of ${column}`).inputValue(), 'instance')
      assert.equal(await page.getByLabel(`Meaning of ${h}`).inputValue(), 'h*')
      assert.equal(await page.locator('form tbody tr').count(), 5)
      await page.locator('form').getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByRole('link', { name: file.replace('.csv', '') }).waitFor()
      const { datasets } = await ask(server, '/datasets')
      const made = datasets.find(one => one.name === file.replace('.csv', ''))
      if (rows) assert.equal(made.rows, rows)
    }))

test('another column can be chosen as h*; an incomplete choice is not sent', () =>
  at('datasets', async page => {
    await button(page, 'Import').first().click()
    await page.getByLabel('File (CSV)').setInputFiles(data('rush-hour-it3105.csv'))
    await page.getByLabel('Meaning of slides').selectOption('')
    await says(page, 'Choose the column of the instances and the column of h*.')
    await page.getByLabel('h* counted in').selectOption('steps')
    assert.equal(await page.getByLabel('Meaning of steps').inputValue(), 'h*')
    await page.getByLabel('Name of the dataset').fill('in-steps')
    await page.locator('form').getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('link', { name: 'in-steps', exact: true }).waitFor()
  }))

test('the form of an experiment offers the datasets', () =>
  at('new', async page => {
    await page.getByLabel('From').first().selectOption('csv')
    const field = page.getByLabel('Dataset').first()
    await page.waitForFunction(() => [...document.querySelectorAll('select option')].some(option => option.textContent.startsWith('rush-hour-it3105: 6 rows')))
    await field.selectOption('rush-hour-it3105')
    await page.waitForFunction(() => document.querySelector('#file').value.includes('csv = "rush-hour-it3105"'))
  }))
