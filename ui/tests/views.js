// Every view worth a look, as an address and what to do there before looking; of a server with two finished
// experiments.

const button = (page, name) => page.getByRole('button', { name, exact: true }).first().click()
const race = 'astar,zero|astar,blockers_deep|ida,blockers_deep|beam,blockers_deep'

/** The views, with the numbers of the experiments, the best run and a dataset. */
export const views = ({ first, second, run, dataset }) => [
  { name: 'home', path: '' },
  { name: 'experiments', path: 'experiments' },
  { name: 'experiments-table', path: 'experiments?as=table&sort=best' },
  { name: 'experiments-chart', path: 'experiments?as=chart' },
  { name: 'experiment', path: `experiments/${first}` },
  { name: 'experiment-inside', path: `experiments/${first}?view=inside` },
  { name: 'experiment-test', path: `experiments/${first}?view=test` },
  { name: 'experiment-runs', path: `experiments/${first}?view=runs` },
  { name: 'experiment-file', path: `experiments/${first}?view=file` },
  { name: 'new', path: 'new' },
  { name: 'new-mistake', path: 'new', act: async page => { await page.locator('#file').fill('format = 1\nname = "x"\ndomain = "rush-hour"\n[data]\ntrains = ["jam:1-20"]\nvalidation = ["jam:21-30"]\n[genome]\nkind = "policy"\n'); await page.waitForTimeout(800) } },
  { name: 'champion', path: `champion/${run}?i=jam:8&at=2` },
  { name: 'champion-form', path: `champion/${run}?view=form` },
  { name: 'champion-evidence', path: `champion/${run}?view=evidence`, act: async page => { await button(page, 'Remove each part in turn'); await page.waitForTimeout(1500) } },
  { name: 'champion-ancestry', path: `champion/${run}?view=ancestry` },
  { name: 'champion-simplify', path: `champion/${run}?view=simplify`, act: async page => { await page.waitForTimeout(1500); await button(page, 'Weigh every part'); await page.waitForTimeout(4000); await page.locator('g.part').nth(2).click(); await page.waitForTimeout(1500) } },
  { name: 'heuristics', path: 'heuristics' },
  { name: 'study', path: 'study?i=unblock:easy,unblock:medium&as=astar,ida&hs=zero%0Ablockers', act: async page => { await button(page, 'Run the benchmark'); await page.getByText('16 / 16').or(page.getByText('18 / 18')).nth(3).waitFor(); await page.waitForTimeout(500) } },
  { name: 'analysis', path: 'solve?i=jam:5&view=analysis', act: async page => { await page.waitForTimeout(1200); await page.locator('tbody tr').last().getByRole('button').click(); await page.waitForTimeout(700); for (let k = 0; k < 4; k++) { await page.locator('tbody tr').first().getByRole('button').click(); await page.waitForTimeout(400) } await page.keyboard.press('ArrowLeft'); await page.locator('tbody tr').last().getByRole('button').click(); await page.waitForTimeout(500); await page.getByLabel('Name of this position').fill('a try'); await page.getByLabel('Comment on this position').fill('too slow') } },
  { name: 'compare', path: `compare?e=${first},${second}` },
  { name: 'solve', path: 'solve?i=jam:40', act: async page => { await button(page, 'Solve'); await page.waitForTimeout(1200) } },
  { name: 'solve-typing', path: 'solve?i=jam:5&a=astar&h=2*blockrs', act: async page => { await page.getByRole('combobox', { name: 'Heuristic' }).pressSequentially(' + blo'); await page.waitForTimeout(600) } },
  { name: 'solve-freecell', path: 'solve?i=freecell:617', act: async page => { await button(page, 'Solve'); await page.waitForTimeout(1200) } },
  { name: 'plan', path: 'plan?i=blocksworld:easy-3', act: async page => { await button(page, 'Find a plan'); await page.waitForTimeout(1200); await page.getByRole('button', { name: 'One step on' }).click(); await page.waitForTimeout(500) } },
  { name: 'plan-why', path: 'plan?i=logistics:easy-2&view=why&h=hff+%2B+goals_left', act: async page => page.waitForTimeout(1200) },
  { name: 'plan-editor', path: 'plan?i=visitall:easy-3', act: async page => { await page.getByRole('button', { name: 'Edit as PDDL' }).click(); await page.waitForTimeout(600); await page.locator('#problem').fill('(define (problem p) (:domain visitall)\n  (:objects c1-1 - place)\n  (:init (at c1-1))\n  (:goal (visited c1-1)))'); await page.waitForTimeout(900) } },
  ...['bin-packing', 'job-shop', 'rostering'].map(domain => ({ name: `optimise-${domain}`, path: `optimise?d=${domain}&t=1`, act: async page => { await button(page, 'Start'); await page.getByRole('heading', { name: 'Best solution' }).waitFor(); await page.waitForTimeout(400) } })),
  { name: 'solve-tiles', path: 'solve?i=korf:1' },
  { name: 'race', path: `solve?i=jam:8&view=race&r=${encodeURIComponent(race)}`, act: async page => { await button(page, 'Race'); await page.waitForTimeout(1500) } },
  { name: 'solved', path: 'solve?i=jam:1', act: async page => { await button(page, 'Solve'); await page.waitForTimeout(1200); await page.getByRole('button', { name: 'One move on' }).click(); await page.waitForTimeout(400) } },
  { name: 'steps', path: 'solve?i=eight:1&view=steps', act: async page => { await button(page, 'Begin'); for (let k = 0; k < 7; k++) { await page.waitForTimeout(250); await button(page, 'Expand the next') } await page.waitForTimeout(600) } },
  { name: 'space', path: 'solve?i=jam:8&view=space', act: async page => { await button(page, 'Explore'); await page.waitForTimeout(1200) } },
  { name: 'make', path: 'make', act: async page => { await button(page, 'Generate'); await page.waitForTimeout(2500) } },
  { name: 'make-tiles', path: 'make?d=tiles', act: async page => { await page.getByRole('button', { name: 'Tile 4', exact: true }).click(); await page.waitForTimeout(1500) } },
  { name: 'make-freecell', path: 'make?d=freecell' },
  { name: 'datasets', path: 'datasets', act: async page => button(page, 'Generate') },
  { name: 'dataset', path: `datasets/${dataset}` },
  { name: 'audit', path: 'audit?i=jam:1', act: async page => { await button(page, 'Check'); await page.waitForTimeout(2500) } },
  { name: 'missing', path: 'nowhere' },
]
