// Optimise: an instance is chosen, solved, stopped, drawn and downloaded; a text is dropped and one is generated; every kind of solution is drawn.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { button, drawn, launch, settled, visit } from '../browser.js'
import { ask, serve } from '../server.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ITEMS = '150: 100 50 90 60 75 75'

let browser, server, domains
before(async () => {
  ;[browser, server] = await Promise.all([launch(), serve()])
  domains = (await ask(server, '/catalog')).domains.filter(one => one.kind === 'optimisation')
})
after(() => Promise.all([browser.close(), server.close()]))
const at = path => `${server.url}/#/${path}`
const result = page => page.getByRole('region', { name: 'Result' })
const picture = page => page.getByRole('region', { name: 'Picture' })

/** What axe-core finds to be serious, in light and dark. */
async function serious(page) {
  const found = []
  await page.evaluate(axe)
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    await drawn(page)
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
    found.push(...violations.filter(one => one.impact === 'serious' || one.impact === 'critical').map(one => `${colorScheme}: ${one.id} ${one.nodes.slice(0, 3).map(node => node.target.join(' ')).join(' | ')}`))
  }
  return found
}

test('an instance is chosen in the navigation and solved; the solution is drawn, picked by keys, and downloaded', () =>
  visit(browser, at(''), async page => {
    await page.getByRole('link', { name: 'Optimise', exact: true }).click()
    await page.getByLabel('Problem').selectOption('bin-packing')
    await page.getByLabel('Instances').selectOption('or-u120')
    await page.getByLabel('Instance', { exact: true }).fill('3')
    await page.getByLabel('Instance', { exact: true }).press('Tab')
    await page.waitForURL(/i=or-u120:3/)
    // The instance is shown before it is solved.
    await page.getByRole('img', { name: 'Histogram: items by size' }).waitFor()
    await page.getByLabel('Algorithm').selectOption('construct')
    await page.getByRole('combobox', { name: /^Rule/ }).selectOption('best_fit')
    await button(page, 'Start').click()
    await result(page).getByText('lower bound', { exact: true }).waitFor()
    const bins = Number(await result(page).locator('dd').first().textContent())
    // The optimum is 46.
    assert.ok(bins >= 46 && bins < 56, `${bins} bins`)
    await page.getByRole('img', { name: new RegExp(`: ${bins} bins of capacity 150 with 120 items`) }).waitFor()
    await page.getByRole('img', { name: 'Histogram: bins by free room' }).waitFor()
    await page.getByRole('img', { name: 'Cost of the best solution against time' }).waitFor()
    await button(page, 'Effort').click()
    await page.getByRole('img', { name: 'Cost of the best solution against effort' }).waitFor()
    const slider = page.getByRole('slider', { name: 'Show one bin' })
    await slider.focus()
    await page.keyboard.press('End')
    await page.getByText(new RegExp(`^Bin ${bins}: .* of 150, \\d+ free$`)).waitFor()
    // Histograms have their values as a table, and files.
    const values = picture(page).locator('details', { hasText: 'Values' })
    await values.getByText('Values', { exact: true }).click()
    await values.getByRole('table', { name: 'Histogram: bins by free room' }).waitFor()
    const [table] = await Promise.all([page.waitForEvent('download'), button(values, 'Histogram: bins by free room as CSV').click()])
    const free = readFileSync(await table.path(), 'utf8').trim().split('\n').slice(1)
    assert.equal(free.reduce((sum, line) => sum + Number(line.split(',')[1]), 0), bins)
    await page.getByText(`Cost by its ${bins} parts`).click()
    assert.equal(await page.locator('details.panel tbody tr').count(), bins)
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download the solution').click()])
    assert.equal(download.suggestedFilename(), 'or-u120-3.solution.txt')
    const checked = await ask(server, '/validate', { instance: ['or-u120:3'], plan: readFileSync(await download.path(), 'utf8') })
    assert.deepEqual([checked.valid, checked.cost], [true, bins])
    assert.deepEqual(await serious(page), [])
    // Everything is in the address.
    await page.reload()
    assert.equal(await page.getByRole('combobox', { name: /^Rule/ }).inputValue(), 'best_fit')
  }))

test('settings of the address are those of the form', () =>
  visit(browser, at('optimise?d=bin-packing&i=weibull-5k-funsearch:1&s=online%3Dtrue'), async page => {
    await page.getByText('Settings').first().waitFor()
    assert.ok(await page.getByLabel(/^online/).isChecked())
    await page.getByLabel(/^online/).uncheck()
    await page.waitForURL(address => !address.hash.includes('online'))
  }))

// An instance whose bound no quick machine reaches, so that there is something to stop.
test('stop keeps the best solution', () =>
  visit(browser, at('optimise?d=job-shop&i=ta:21&a=iterated&t=600'), async page => {
    await button(page, 'Start').click()
    await page.getByText('best so far').waitFor()
    await page.waitForFunction(() => document.querySelector('[aria-label="Result"] dd')?.textContent !== '–')
    await button(page, 'Stop').click()
    await page.getByText('Stopped: the best solution so far').waitFor()
    await page.getByRole('img', { name: /makespan|schedule|jobs/i }).first().waitFor()
    await button(page, 'Start').waitFor()
  }))

test('a local search is stepped through, improvement by improvement, with what each of them changed', async () => {
  for (const query of ['d=cvrp&i=x-303:X-n101-k25&t=0.5', 'd=tsp&i=tsplib:kroA100&t=0.3'])
    await visit(browser, at(`optimise?${query}`), async page => {
      await button(page, 'Start').click()
      await page.getByRole('heading', { name: 'Best solution', exact: true }).waitFor()
      const status = picture(page).getByRole('status')
      await button(page, 'Previous improvement').click()
      await page.getByRole('heading', { name: /^After improvement \d+$/ }).waitFor()
      await status.getByText(/^improvement \d+ of \d+: [\d,]+ \(−[\d,]+\); what it changed is marked$/).waitFor()
      await button(page, 'First solution').click()
      await status.getByText(/^first solution: [\d,]+$/).waitFor()
      await settled(page)
      await button(page, 'Last improvement').click()
      await page.getByRole('heading', { name: 'Best solution', exact: true }).waitFor()
      assert.deepEqual(await serious(page), [])
    }, { width: 390, height: 780 })
})

test('a file is dropped, and an instance is generated; what is wrong is told', () =>
  visit(browser, at('optimise?d=bin-packing'), async page => {
    await button(page, 'Start').waitFor()
    await page.evaluate(text => {
      const data = new DataTransfer()
      data.items.add(new File([text], 'items.txt'))
      document.querySelector('main .stack').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    }, ITEMS)
    await page.waitForURL(/i=own/)
    await page.getByLabel(/^Text/).waitFor()
    await button(page, 'Start').click()
    await page.getByText('Optimal: the cost equals the lower bound').waitFor()
    assert.equal(await result(page).locator('dd').first().textContent(), '3')
    await page.getByLabel(/^Text/).fill('nothing that is a number')
    await button(page, 'Start').click()
    await page.getByRole('alert').waitFor()
    await page.getByText('Generate an instance').click()
    await button(page, 'Generate').click()
    await page.waitForFunction(() => /\d+ \d+/.test(document.querySelector('main textarea').value))
    await button(page, 'Start').click()
    await result(page).getByText('lower bound', { exact: true }).waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
  }))

test('solutions of all domains are drawn, on a phone, without serious findings', async () => {
  for (const domain of domains)
    await visit(browser, at(`optimise?d=${domain.name}&t=0.5`), async page => {
      await button(page, 'Start').waitFor()
      await settled(page)
      await button(page, 'Start').click()
      await page.getByRole('heading', { name: 'Best solution' }).waitFor()
      await settled(page)
      assert.equal(await picture(page).locator('pre').count(), 0, `${domain.name} has a drawing`)
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${domain.name} is no wider than the window`)
      assert.deepEqual(await serious(page), [], domain.name)
    }, { width: 390, height: 780 })
})

test('a construction is stepped through: what is built, the values of all choices, and the one that is made', () =>
  visit(browser, at('optimise?d=bin-packing&i=or-u120:1&h=best_fit&view=steps'), async page => {
    await page.getByText('step 1 of 120', { exact: true }).waitFor()
    const choices = page.getByRole('region', { name: 'Choices' })
    // Every size opens a bin at first; the largest leaves the least room.
    await choices.locator('tr.made').getByText('into a new bin').waitFor()
    await button(page, 'Last step').click()
    await page.getByText('step 120 of 120', { exact: true }).waitFor()
    // All items but the last are in bins, as before the step.
    await page.getByRole('img', { name: /^The construction before step 120: / }).waitFor()
    await page.getByRole('slider', { name: 'Step of the construction' }).focus()
    await page.keyboard.press('Home')
    await page.getByText('step 1 of 120', { exact: true }).waitFor()
    await button(page, 'Play').click()
    // A busy machine may show none of the steps in between.
    await page.getByText(/^step ([3-9]|\d\d+) of 120$/).waitFor()
    await button(page, 'Pause').click()
    assert.deepEqual(await serious(page), [])
  }))

test('constructions of all domains are drawn in the middle', async () => {
  for (const domain of domains)
    await visit(browser, at(`optimise?d=${domain.name}&view=steps&k=7`), async page => {
      await page.getByText(/^step 7 of /).waitFor()
      await picture(page).waitFor()
      assert.equal(await picture(page).locator('pre').count(), 0, `${domain.name} has a drawing`)
    })
})

test('a solution is changed by hand: by number, by dragging, and into the best place; the cost is that of the validator', async () => {
  await visit(browser, at('optimise?d=bin-packing&i=own&view=hand&h=first_fit'), async page => {
    await page.getByLabel(/^Text/).fill(ITEMS)
    const own = page.getByRole('region', { name: 'Your solution' })
    const cost = async () => Number(await own.locator('dd').first().textContent())
    await own.waitFor()
    const before = await cost()
    await page.getByLabel('Number of the item').fill('2')
    await page.getByLabel(/^Move item 2/).selectOption('a new bin')
    await button(page, 'Move').click()
    await page.waitForFunction(cost => Number(document.querySelector('[aria-label="Your solution"] dd').textContent) === cost, before + 1)
    await page.getByText('What the last change did to the cost').waitFor()
    await button(page, 'Best place?').click()
    await own.locator('ol button').first().click()
    await page.waitForFunction(cost => Number(document.querySelector('[aria-label="Your solution"] dd').textContent) === cost, before)
    await button(page, 'Undo').click()
    await page.waitForFunction(cost => Number(document.querySelector('[aria-label="Your solution"] dd').textContent) === cost, before + 1)
    // From the last bin to the place behind it, which is a new bin or the same: nothing else changes.
    const canvas = page.locator('canvas')
    const box = await canvas.boundingBox()
    await page.mouse.move(box.x + 8, box.y + box.height - 4)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    await settled(page)
    assert.ok((await cost()) >= before)
    assert.deepEqual(await serious(page), [])
  })
  // Neighbours on a critical path can always be exchanged.
  for (const [name, other, number] of [['cvrp', 'a new route', 2], ['rostering', 'a day off', 2], ['tsp', null, 2], ['job-shop', 'before job 0', 30]])
    await visit(browser, at(`optimise?d=${name}&view=hand`), async page => {
      const own = page.getByRole('region', { name: 'Your solution' })
      await own.waitFor()
      const before = await own.locator('dd').first().textContent()
      await page.getByLabel(/^Number of the /).fill(String(number))
      await page.getByLabel(/^Move /).selectOption(other ?? { index: 2 })
      await button(page, 'Move').click()
      await page.waitForFunction(before => document.querySelector('[aria-label="Your solution"] dd').textContent !== before, before)
      assert.equal(await page.getByRole('alert').count(), 0, `${name}: the validator accepts it`)
      await button(page, 'Undo').click()
      await page.waitForFunction(before => document.querySelector('[aria-label="Your solution"] dd').textContent === before, before)
    })
})

test('methods race on one instance and compete on a set', () =>
  visit(browser, at('optimise?d=tsp&view=race&t=0.3'), async page => {
    await button(page, 'Add a method').click()
    await page.waitForURL(/r=/)
    assert.ok(await button(page, 'Add a method').isDisabled())
    await button(page, 'Race').click()
    const table = page.getByRole('region', { name: 'Race' })
    await page.waitForFunction(() => document.querySelectorAll('[aria-label="Race"] tbody tr').length === 4)
    await button(page, 'Race').waitFor()
    assert.equal(await table.locator('td.best').count() > 0, true)
    assert.equal(await page.locator('canvas').count(), 4)
    await page.getByRole('img', { name: 'Cost of the best solutions of 4 methods' }).waitFor()
    assert.deepEqual(await serious(page), [])
    await page.getByRole('link', { name: 'Benchmark', exact: true }).last().click()
    await page.getByLabel(/^Instances of /).fill('2')
    await page.getByLabel(/^Instances of /).press('Tab')
    await page.getByText('2 instances × 4 methods, 0.3 s each').waitFor()
    await button(page, 'Run the benchmark').click()
    await page.waitForFunction(() => document.querySelectorAll('[aria-label="Gaps"] tbody tr').length === 4)
    await button(page, 'Run the benchmark').waitFor()
    await page.getByRole('img', { name: 'Share of the instances within 1 % against time' }).waitFor()
    assert.equal(await page.getByRole('region', { name: 'Instances' }).locator('tbody tr').count(), 2)
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'All results as CSV').click()])
    assert.equal(readFileSync(await download.path(), 'utf8').trim().split('\n').length, 1 + 2 * 4)
    assert.deepEqual(await serious(page), [])
  }))

test('the picture improves while the search runs', () =>
  visit(browser, at('optimise?d=tsp&i=tsplib:pr1002&a=iterated&h=nearest_neighbour&t=600'), async page => {
    await button(page, 'Start').click()
    await page.getByRole('heading', { name: 'Best solution so far' }).waitFor()
    const shown = () => page.locator('canvas').evaluate(canvas => canvas.toDataURL().length)
    const first = await shown()
    await page.waitForFunction(first => document.querySelector('canvas').toDataURL().length !== first, first)
    await button(page, 'Stop').click()
    await page.getByRole('heading', { name: 'Best solution', exact: true }).waitFor()
  }))

test('a solution is continued and saved in the format of its field, an enlarged picture is moved, and a rule is evolved from here', () =>
  visit(browser, at('optimise?d=tsp&i=tsplib:kroA100&a=iterated&h=nearest_neighbour&t=0.3'), async page => {
    await button(page, 'Start').click()
    await page.getByRole('heading', { name: 'Best solution', exact: true }).waitFor()
    const cost = async () => Number((await result(page).locator('dd').first().textContent()).replaceAll(',', ''))
    const before = await cost()
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download the solution').click()])
    assert.equal(download.suggestedFilename(), 'tsplib-kroA100.solution.tour')
    await button(page, 'Continue').click()
    await button(page, 'Stop').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Best solution', exact: true }).waitFor()
    assert.ok((await cost()) <= before)
    const look = () => page.locator('canvas').evaluate(canvas => canvas.toDataURL())
    for (const name of ['Zoom in', 'Zoom in', 'Move left', 'Move up', 'Move right', 'Move down', 'Whole picture']) {
      const seen = await look()
      await button(page, name).focus()
      await page.keyboard.press('Enter')
      await drawn(page)
      assert.notEqual(await look(), seen, name)
    }
    await button(page, 'Evolve a rule for travelling salesman').click()
    await page.waitForURL(/#\/new\?t=tsp-/)
    await page.getByRole('button', { name: 'Start', exact: true, disabled: false }).waitFor()
  }))

test('files are chosen by a button; what is no text, or has another format, is told', () =>
  visit(browser, at('optimise?d=cvrp&i=own&t=0.3'), async page => {
    const file = page.getByLabel('A file', { exact: true })
    await file.setInputFiles({ name: 'table.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([7, 0, 1, 2]) })
    await page.getByText('table.bin is not a text').waitFor()
    await file.setInputFiles({ name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(17 << 20, '1') })
    await page.getByText('large.txt has 17 MB').waitFor()
    await file.setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from('x,y\n1,2\n') })
    await button(page, 'Start').click()
    await page.getByText('the first line does not say the capacity').waitFor()
    await file.setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from('capacity,40\nx,y,demand\n35,35,0\n41,49,10\n35,17,7\n55,45,13\n55,20,19\n') })
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await button(page, 'Start').click()
    await page.getByRole('img', { name: /2 routes to 4 customers from one depot/ }).waitFor()
  }))

test('all views fit a phone, without serious findings', async () => {
  for (const domain of domains)
    for (const view of ['steps', 'hand', 'race', 'benchmark'])
      await visit(browser, at(`optimise?d=${domain.name}&view=${view}&t=0.2`), async page => {
        await page.getByRole('region', { name: 'What to solve' }).waitFor()
        await settled(page)
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${domain.name}, ${view}: no wider than the window`)
        if (domain.name === 'rostering') assert.deepEqual(await serious(page), [], view)
      }, { width: 390, height: 780 })
})

test('addresses of pages that had other names lead to them', async () => {
  for (const [old, name] of [['study?i=jam:1&as=bfs', 'Benchmark'], ['audit?i=jam:1', 'Admissibility']])
    await visit(browser, at(old), async page => {
      await page.getByRole('heading', { name, exact: true }).waitFor()
      assert.match(page.url(), new RegExp(`#/${name.toLowerCase()}\\?i=jam:1`))
      await page.getByRole('link', { name, exact: true }).first().waitFor()
    })
})
