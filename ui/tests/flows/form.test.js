// The form of a new experiment: it is its own source of truth, keeps what still applies, and offers what each kind
// reads.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, launch, open, says, settled, unfold, visit } from '../browser.js'
import { load } from '../module.js'
import { ask, serve } from '../server.js'

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve('--threads', '1')])))
after(() => Promise.all([browser.close(), server.close()]))
const at = (path, run) => visit(browser, `${server.url}/#/${path}`, run)
const file = page => page.locator('#file')
const field = (page, name) => page.getByLabel(name, { exact: true }).or(page.getByRole('combobox', { name, exact: true })).first()
const put = async (page, name, value) => {
  await field(page, name).fill(value)
  await field(page, name).press('Tab')
}
/** The server agrees with what is on the page. */
const agreed = async page => {
  await page.locator('p[role="status"][aria-busy="false"]', { hasText: /^\s*(\d+ runs?|1 run)/ }).waitFor()
  await unfold(page)
}
/** The server has written what the form says into the file. */
const written = (page, pattern, there = true) => page.waitForFunction(([source, flags, there]) => new RegExp(source, flags).test(document.querySelector('#file')?.value ?? '') === there, [pattern.source, pattern.flags, there])
/** The file and its values as the form edits them. */
const draft = async toml => ({ toml, values: (await ask(server, '/experiments/check', { toml })).values, changes: [] })

test('clicks and entries in quick succession are all kept', () =>
  at('new?t=rush-hour-policy.toml', async page => {
    await agreed(page)
    const four = (await page.locator('.chip[aria-pressed="true"]').allTextContents()).slice(0, 4)
    assert.equal(four.length, 4)
    await page.evaluate(four => { for (const chip of document.querySelectorAll('.chip')) if (four.includes(chip.textContent)) chip.click() }, four)
    await page.waitForFunction(four => four.every(name => document.querySelector('#file').value.includes(`"-${name}"`)), four)
    // A check that comes in later takes nothing back.
    await agreed(page)
    await settled(page)
    for (const name of four) assert.ok((await file(page).inputValue()).includes(`"-${name}"`), name)
    const train = page.locator('fieldset', { hasText: 'to learn from' })
    await train.getByLabel('How many').fill('33')
    await train.getByLabel('Seed').fill('44')
    await train.getByLabel('Seed').press('Tab')
    await settled(page)
    await written(page, /^train = .*count = 33, seed = 44/m)
    assert.deepEqual([await train.getByLabel('How many').inputValue(), await train.getByLabel('Seed').inputValue()], ['33', '44'])
  }))

test('another genome and another puzzle keep the name, the repetitions and the algorithm, and can be undone', () =>
  at('new?t=rush-hour-policy.toml', async page => {
    await agreed(page)
    await put(page, 'Name', 'mine')
    await put(page, 'Repetitions', '7')
    await put(page, 'Population', '66')
    await field(page, 'Form').selectOption('weights')
    await agreed(page)
    const before = await file(page).inputValue()
    const values = async () => [await field(page, 'Name').inputValue(), await field(page, 'Repetitions').inputValue(), await field(page, 'Population').inputValue()]
    assert.deepEqual(await values(), ['mine', '7', '66'])
    await field(page, 'Puzzle').selectOption('tiles')
    await agreed(page)
    assert.deepEqual(await values(), ['mine', '7', '66'])
    await written(page, /^domain = "tiles"$/m)
    // The last change is taken back.
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await agreed(page)
    assert.equal(await file(page).inputValue(), before)
  }))

test('a draft survives a reload, and is discarded on demand', () =>
  at('new', async page => {
    await agreed(page)
    const before = await file(page).inputValue()
    await put(page, 'Name', 'a draft')
    await page.reload()
    await page.waitForFunction(() => document.querySelector('#file')?.value.includes('"a draft"'))
    assert.equal(await field(page, 'Name').inputValue(), 'a draft')
    await button(page, 'Discard the draft').click()
    await agreed(page)
    assert.equal(await file(page).inputValue(), before)
  }))

test('every algorithm and fitness that is chosen is accepted, and has fields for what it reads', () =>
  at('new?t=rush-hour-policy.toml', async page => {
    await agreed(page)
    const fields = { islands: ['Islands', 'Generations between migrations', 'Share that migrates'], alps: ['Layers', 'Age gap'], cma_es: ['Initial step size σ'], random_search: [], nsga2: ['Size is an objective'], coevolution: ['Groups of instances', 'Virulence'], offspring_selection: ['Max. selection pressure'], generational: ['Elites kept'] }
    for (const [kind, names] of Object.entries(fields)) {
      await field(page, 'Evolutionary algorithm').selectOption(kind)
      await page.waitForResponse(answer => answer.url().endsWith('/experiments/check'))
      await agreed(page)
      for (const name of names) await field(page, name).waitFor()
    }
    for (const [kind, names] of [['least_squares', ['Loss', 'States per instance']], ['search', ['Weight of the nodes']], ['coverage', ['Smallest tasks first', 'Share solved before more come']], ['multi', ['Kind of part 1']], ['reduction', ['Max. plan length ÷ optimum']]]) {
      await field(page, 'Fitness').selectOption(kind)
      await page.waitForResponse(answer => answer.url().endsWith('/experiments/check'))
      await agreed(page)
      for (const name of names) await field(page, name).waitFor()
    }
    await field(page, 'Racing').waitFor()
    await field(page, 'Fitness').selectOption('coverage')
    await put(page, 'Smallest tasks first', '4')
    await written(page, /^curriculum = \{ first = 4 \}$/m)
    await field(page, 'Fitness').selectOption('reduction')
    await written(page, /curriculum/, false)
    await field(page, 'Evolutionary algorithm').selectOption('islands')
    await put(page, 'Islands', '3')
    await written(page, /^islands = \{ count = 3 \}$/m)
  }))

test('every choice of kinds makes a file that the server accepts, with a field for each of its keys', async () => {
  const [kinds, { evolution }, { fields, ofKind }] = [await load('pages/new/kinds.ts'), await load('pages/new/rules.ts'), await load('pages/new/keys.ts')]
  const [known, { templates }] = await Promise.all([ask(server, '/catalog'), ask(server, '/experiments/templates')])
  const accepted = async ({ toml, values, changes }, words) => {
    const checked = await ask(server, '/experiments/check', { toml, changes })
    assert.deepEqual(checked.errors, [], words)
    // What the form shows before the answer is what the answer says.
    assert.deepEqual(checked.values, values, words)
    return checked.filled
  }
  for (const { file, domain: name, genome, toml, values } of templates) {
    const own = { toml, values, changes: [] }
    const domain = known.domains.find(one => one.name === name)
    // Domains of a single decision have no form: their files are edited as text.
    if (!domain) continue
    const rules = domain.kind === 'optimisation'
    const made = [...['weights', 'tree', 'policy'].map(kind => kinds.withGenome(known, domain, own, kind)), ...(rules ? known.rule_fitness : known.fitness).map(({ name }) => kinds.withFitness(known, domain, own, name)), ...(rules ? known.optimisation.map(({ name }) => kinds.withSearch(known, own, name)) : [])]
    for (const [place, text] of made.entries()) {
      for (const { name } of evolution(known, domain)) {
        const filled = await accepted(kinds.withAlgorithm(known, domain, text, name), `${file} ${place} ${name}`)
        assert.deepEqual(fields(known, `algorithm.${name}`, undefined, ofKind(name)).map(one => one.key).sort(), Object.keys(filled.algorithm[name] ?? {}).sort())
      }
    }
    for (const other of known.domains.filter(one => one.name !== 'pddl')) {
      const ready = templates.find(one => one.domain === other.name && one.genome === genome) ?? templates.find(one => one.domain === other.name)
      await accepted(kinds.withDomain(known, other, own, { ...ready, changes: [] }, []), `${file} for ${other.name}`)
    }
  }
})

test('the file goes back into the form, and the form into the file, with every key and comment', () =>
  at('new?t=rush-hour-policy.toml', async page => {
    await agreed(page)
    const before = await draft(await file(page).inputValue())
    // By the form: the values of all others stay.
    await put(page, 'Population', '70')
    await written(page, /^population = 70$/m)
    await agreed(page)
    const changed = await draft(await file(page).inputValue())
    assert.deepEqual({ ...changed.values, algorithm: { ...changed.values.algorithm, population: 0 } }, { ...before.values, algorithm: { ...before.values.algorithm, population: 0 } })
    // By the text, with what no field of the form has.
    const text = changed.toml.replace('population = 70', 'population = 71 # mine') + '\n[grid]\n"genome.rules" = [3, 5]\n'
    await file(page).fill(text)
    await agreed(page)
    assert.equal(await field(page, 'Population').inputValue(), '71')
    assert.equal(await page.getByLabel('genome.rules', { exact: true }).inputValue(), '3, 5')
    await put(page, 'Name', 'there and back')
    await written(page, /^name = "there and back"$/m)
    assert.equal(await file(page).inputValue(), text.replace(/^name = .*$/m, 'name = "there and back"'))
    // While a line is not complete, the form keeps what it shows, and what it changes waits.
    await file(page).fill(text.replace('population = 71', 'population ='))
    await put(page, 'Name', 'later')
    assert.equal(await field(page, 'Population').inputValue(), '71')
    await file(page).fill(text)
    await written(page, /^name = "later"$/m)
    await written(page, /^population = 71 # mine$/m)
  }))

test('neither a reload nor the back button loses a change that the server has not written yet', () =>
  at('new', async page => {
    await agreed(page)
    await page.route('**/api/experiments/check', () => undefined)
    await field(page, 'Name').fill('kept')
    await page.unroute('**/api/experiments/check')
    await page.reload()
    await written(page, /^name = "kept"$/m)
    await put(page, 'Population', '33')
    await page.getByRole('link', { name: 'Data sets', exact: true }).click()
    await page.waitForURL(/datasets/)
    await page.goBack()
    await written(page, /^population = 33$/m)
    await agreed(page)
    assert.deepEqual([await field(page, 'Name').inputValue(), await field(page, 'Population').inputValue()], ['kept', '33'])
  }))

test('a search parameter that the server lists has a field, in the form and where searches are chosen', async () => {
  const { page, close } = await open(browser)
  await page.route('**/api/catalog', async route => {
    const known = await (await route.fetch()).json()
    known.parameters.push({ name: 'greediness', about: 'how greedy', kind: 'number', min: 0, max: 9, words: [], default: '3' })
    for (const one of known.algorithms) if (one.name === 'ida') one.parameters.push('greediness')
    await route.fulfill({ json: known })
  })
  await page.goto(`${server.url}/#/new?t=rush-hour-policy.toml`)
  await unfold(page)
  await field(page, 'Search').selectOption('ida')
  assert.equal(await field(page, 'Greediness').inputValue(), '3')
  await put(page, 'Greediness', '4.5')
  await written(page, /^greediness = 4.5$/m)
  // An algorithm that does not read it leaves it out.
  await field(page, 'Search').selectOption('astar')
  await written(page, /greediness/, false)
  await page.goto(`${server.url}/#/solve?i=jam:1&a=ida`)
  await put(page, 'Greediness', '2')
  await field(page, 'Order').selectOption('h')
  await page.waitForURL(/a=ida(~|%7E)greediness(=|%3D)2(~|%7E)order(=|%3D)h/)
  const asked = page.waitForRequest(request => request.url().endsWith('/api/jobs'))
  await button(page, 'Solve').click()
  const { algorithm, greediness, order } = (await asked).postDataJSON()
  assert.deepEqual([algorithm, greediness, order], ['ida', 2, 'h'])
  // The server, which has no such parameter, says so.
  await says(page, /greediness/)
  await close()
})

test('a mistake is shown at its field', () =>
  at('new?t=rush-hour-policy.toml', async page => {
    await agreed(page)
    await field(page, 'Evolutionary algorithm').selectOption('islands')
    await put(page, 'Islands', '60')
    // 60 islands of two do not fit into the population.
    await page.locator('.fields > div', { hasText: 'Population' }).locator('.bad').waitFor()
    await put(page, 'Initial heuristics, one per line', 'blockrs')
    await put(page, 'Islands', '2')
    await page.locator('details div > div', { hasText: 'Initial heuristics' }).last().locator('.bad').waitFor()
    assert.equal(await button(page, 'Start').isDisabled(), true)
  }))

test('a start says so at once, and does not take a visitor away from another page', async () => {
  const toml = 'format = 1\nname = "slow"\ndomain = "rush-hour"\n[data]\ntrain = ["jam:1-2"]\nvalidation = ["jam:5"]\n[genome]\nkind = "weights"\n'
  const made = await ask(server, '/experiments', { toml, start: false })
  const { page, complaints, close } = await open(browser)
  let answer
  const answered = new Promise(later => (answer = later))
  await page.route('**/api/experiments', async route => {
    if (route.request().method() !== 'POST') return route.continue()
    await answered
    await route.fulfill({ status: 201, json: made })
  })
  await page.goto(`${server.url}/#/new`)
  await agreed(page)
  await button(page, 'Start').click()
  await button(page, 'Starting…').waitFor()
  await page.getByRole('link', { name: 'Data sets', exact: true }).click()
  await page.waitForURL(/#\/datasets/)
  answer()
  const toast = page.locator('.toast', { hasText: 'slow was started' })
  await toast.waitFor()
  assert.match(page.url(), /#\/datasets/)
  await toast.getByRole('button', { name: 'Show', exact: true }).click()
  await page.waitForURL(new RegExp(`#/experiments/${made.id}`))
  assert.deepEqual(complaints, [])
  await close()
})

test('runs are named without counting the controls', () =>
  at('new?t=demo.toml', async page => {
    await says(page, '1 run + random-search control')
    await unfold(page)
    await put(page, 'Repetitions', '3')
    await says(page, '3 runs + random-search controls')
  }))

test('what is typed is kept with every key, and stays as it was typed', () =>
  at('new?t=rush-hour-policy.toml', async page => {
    await agreed(page)
    const name = field(page, 'Name')
    await name.fill('')
    await name.pressSequentially('typed')
    // Nothing but keys: the field still has the focus.
    await written(page, /^name = "typed"$/m)
    const constants = field(page, 'Constants from … to')
    await constants.fill('')
    await constants.pressSequentially('1, 7')
    assert.equal(await constants.inputValue(), '1, 7')
    await written(page, /^constants = \[1, 7\]$/m)
    await page.getByLabel('Vary a setting').selectOption('algorithm.population')
    const grid = page.getByLabel('algorithm.population', { exact: true })
    await grid.fill('')
    await grid.pressSequentially('10, 20')
    await written(page, /^"algorithm.population" = \[10, 20\]$/m)
  }))

test('no repetitions are refused at their field and counted at their step', () =>
  at('new', async page => {
    await agreed(page)
    await put(page, 'Repetitions', '0')
    await written(page, /^repetitions = 0$/m)
    await page.locator('.fields > div', { hasText: 'Repetitions' }).locator('.bad').waitFor()
    await button(page, '5 Budget (1)').click()
    assert.equal(await button(page, 'Start').isDisabled(), true)
    await put(page, 'Repetitions', '2')
    await button(page, '5 Budget').waitFor()
  }))

test('five steps have the rest behind Advanced, which opens where something is wrong', () =>
  at('new', async page => {
    await page.locator('#file').waitFor()
    assert.deepEqual(await page.locator('section h2').allTextContents().then(all => all.filter(one => /^\d/.test(one))), ['1 Problem', '2 Instances', '3 Heuristic', '4 Search', '5 Budget'])
    assert.equal(await page.locator('details.advanced[open]').count(), 0)
    await page.locator('#file').fill((await file(page).inputValue()).replace('depth = 5', 'depth = 0'))
    await page.locator('#step-3 details.advanced[open]').waitFor()
  }))

test('the time of an experiment is estimated before it starts', () =>
  at('new', async page => {
    await agreed(page)
    await says(page, /^About 24,000 searches, about .* by 3 of them with /)
  }))
