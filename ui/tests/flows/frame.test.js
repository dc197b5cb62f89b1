// What is around every page: the navigation, notices, labels of plots, one figure in one precision, and how it is sent.
import assert from 'node:assert/strict'
import http from 'node:http'
import { after, before, test } from 'node:test'
import { button, drawn, launch, says, settled, visit } from '../browser.js'
import { ask, ended, serve } from '../server.js'

const file = (name, more = '') => `format = 1\nname = "${name}"\ndomain = "rush-hour"\n[data]\ntrain = ["jam:1-2"]\nvalidation = ["jam:5"]\ntest = ["jam:6-7"]\n[search]\nlimits = { expanded = 500 }\n[genome]\nkind = "weights"\nfeatures = ["blockers", "distance"]\n[algorithm]\npopulation = 6\n[stop]\ngenerations = 3\n${more}`

let browser, server, id, run
before(async () => {
  ;[browser, server] = await Promise.all([launch(), serve()])
  id = (await ask(server, '/experiments', { toml: file('small') })).id
  run = (await ended(server, id)).best
})
after(() => Promise.all([browser.close(), server.close()]))
const at = (path, act, size) => visit(browser, `${server.url}/#/${path}`, act, size)

test('pages are in three groups, each link leads to a page of its name, and the page one is on is marked', () =>
  at('', async page => {
    const menu = page.getByRole('navigation', { name: 'Pages' })
    const groups = { Play: ['Solve & play', 'Planning', 'Optimise', 'Make'], Evolve: ['Experiments', 'Hall of fame'], Measure: ['Benchmark', 'Admissibility', 'Data sets'] }
    for (const [group, links] of Object.entries(groups)) {
      assert.deepEqual(await menu.getByRole('list', { name: group, exact: true }).getByRole('link').allTextContents(), links)
      for (const link of links) {
        await menu.getByRole('link', { name: link, exact: true }).click()
        await page.getByRole('heading', { level: 1, name: link, exact: true }).waitFor()
        assert.equal(await menu.locator('[aria-current=page]').textContent(), link)
      }
    }
    // New and Compare belong to experiments.
    for (const path of ['new', `compare?e=${id}`]) {
      await page.goto(`${server.url}/#/${path}`)
      await page.waitForFunction(() => document.querySelector('nav [aria-current=page]')?.textContent === 'Experiments')
    }
  }))

/** Whether a notice lies over a primary button. */
const covered = page =>
  page.evaluate(() => {
    const box = document.querySelector('.toasts').getBoundingClientRect()
    return [...document.querySelectorAll('.primary')].some(one => {
      const taken = one.getBoundingClientRect()
      return taken.bottom > box.top && taken.top < box.bottom && taken.right > box.left && taken.left < box.right
    })
  })

/** Notices do not end by themselves, however slow the machine is. */
const kept = page =>
  page.evaluate(() => {
    const { setTimeout } = window
    window.setTimeout = (act, delay, ...more) => setTimeout(act, delay >= 5_000 ? 2 ** 31 - 1 : delay, ...more)
  })

test('notices are two at most, never over a primary button, and go with their page', async () => {
  await at('new', async page => {
    await page.getByRole('button', { name: 'Start', exact: true, disabled: false }).waitFor()
    await kept(page)
    for (const genome of ['weights', 'tree', 'policy']) {
      await page.getByRole('combobox', { name: /^Form/ }).selectOption(genome)
      await page.locator('.toast', { hasText: new RegExp(`^${genome}`) }).waitFor()
    }
    // Start is moved through the foot of the window, where notices are.
    const start = await page.getByRole('button', { name: 'Start', exact: true }).evaluate(one => one.getBoundingClientRect().top + scrollY)
    let high = 0
    for (let from = 0; from < 160; from += 20) {
      await page.evaluate(to => scrollTo(0, to), start - 844 + from)
      await drawn(page)
      assert.equal(await covered(page), false, `${from} pixels above the foot`)
      high += await page.locator('.toasts.high').count()
    }
    assert.ok(high > 0, 'Start was in the way')
  }, { width: 390, height: 844 })
  await at('experiments', async page => {
    await kept(page)
    for (const name of ['small-2', 'small-3', 'small-4']) {
      const row = page.locator('li.panel').last()
      if (!(await row.getByRole('button', { name: /^Clone/ }).isVisible())) await row.getByLabel(/^More for small/).click()
      await row.getByRole('button', { name: /^Clone/ }).click()
      await page.locator('.toast', { hasText: `${name} runs with another seed` }).waitFor()
    }
    assert.equal(await page.locator('.toast').count(), 2)
    await page.getByRole('link', { name: 'Data sets', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Data sets' }).waitFor()
    await page.locator('.toast').first().waitFor({ state: 'detached' })
  })
})

/** Millions of nodes, so that labels are wide. */
const generation = [1, 2, 3, 4]
const wide = generation.map(at => 1_234_567 * at)
const curves = { runs: [{ run: 1, configuration: 0, repetition: 0, control: false, generation, evaluations: wide, seconds: generation, best: wide, mean: wide, worst: wide, validation: wide, size: wide, depth: wide, distinct: wide, distinct_results: wide, failed: wide }], baseline: null, fitness: 'search', population: 1 }

for (const width of [1440, 390]) {
  test(`labels of plots are whole, short, and not over each other at ${width} pixels`, () =>
    at('datasets', async page => {
      await page.route('**/api/experiments/*/curves*', route => route.fulfill({ json: curves }))
      for (const path of [`experiments/${id}`, `compare?e=${id}`, 'experiments?as=chart&bx=generation&by=best', 'benchmark?i=jam:1-2&as=astar&hs=zero']) {
        await page.goto(`${server.url}/#/${path}`)
        if (path.startsWith('benchmark')) await button(page, 'Run the benchmark').click()
        await page.locator('figure svg text.left').first().waitFor()
        await settled(page)
        const wrong = await page.evaluate(() => {
          const found = []
          for (const svg of document.querySelectorAll('figure > svg')) {
            const edge = svg.getBoundingClientRect()
            const texts = [...svg.querySelectorAll('text')].map(one => ({ text: one.textContent, box: one.getBoundingClientRect() }))
            for (const { text, box } of texts) if (box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 2 || box.bottom > edge.bottom + 2) found.push(`${text} is cut`)
            texts.forEach((a, place) => {
              for (const b of texts.slice(place + 1)) if (a.box.left < b.box.right - 1 && b.box.left < a.box.right - 1 && a.box.top < b.box.bottom - 3 && b.box.top < a.box.bottom - 3) found.push(`${a.text} and ${b.text}`)
            })
          }
          return found
        })
        assert.deepEqual(wrong, [], path)
      }
      await page.goto(`${server.url}/#/experiments/${id}`)
      await page.locator('figure text.left', { hasText: /^\dM$/ }).first().waitFor()
    }, { width, height: 900 }))
}

test('a figure has the same digits wherever it is', async () => {
  const { summary } = await ask(server, `/experiments/${id}`)
  const shown = Number(summary.best.toPrecision(4)).toString()
  for (const path of [`experiments/${id}`, `experiments/${id}?view=runs`, 'experiments', 'experiments?as=table', `champion/${run}`, `compare?e=${id}`]) await at(path, page => says(page, shown))
})

/** An answer as it is sent. */
const sent = (path, encoding) =>
  new Promise((done, failed) =>
    http.get(server.url + path, { headers: { 'Accept-Encoding': encoding } }, answer => {
      let size = 0
      answer.on('data', part => (size += part.length)).on('end', () => done({ headers: answer.headers, size }))
    }).on('error', failed))

test('pages are sent compressed; their hashed files are kept for good, the page itself is asked for again', async () => {
  const page = await sent('/', 'br')
  assert.equal(page.headers['cache-control'], 'no-cache')
  const text = await (await fetch(server.url)).text()
  const [script] = text.match(/assets\/[\w-]+\.js/)
  const [packed, plain] = [await sent(`/${script}`, 'gzip, deflate, br'), await sent(`/${script}`, 'identity')]
  assert.match(packed.headers['cache-control'], /max-age=31536000, immutable/)
  assert.equal(packed.headers['content-encoding'], 'br')
  assert.match(packed.headers.vary, /accept-encoding/i)
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.ok(packed.size < plain.size / 2, `${packed.size} of ${plain.size} bytes`)
})

test('words of searches are explained where they are asked for', () =>
  at('solve?i=korf:1&a=ida', async page => {
    const explained = async name => assert.match(await page.locator('.setting', { has: page.getByLabel(name, { exact: true }) }).locator('.small').textContent(), /\w+ \w+ \w+/, name)
    for (const name of ['Table', 'Step', 'Growth']) await explained(name)
    await page.getByRole('combobox', { name: /^Algorithm/ }).selectOption('beam')
    await explained('Width')
  }))
