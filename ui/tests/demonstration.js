// The demonstration of packing, from the click on its button to its verdict.
// npm run demonstration
import { bar, end, must } from './bars.js'
import { launch, open } from './browser.js'
import { serve } from './server.js'

const server = await serve()
const browser = await launch()
const { page, complaints } = await open(browser)
await page.goto(`${server.url}/#/`)
const button = page.getByRole('button', { name: /^Start: Evolve a packing rule/ })
await button.waitFor()
await button.click()
const clicked = performance.now()
const panel = name => page.locator('.results .panel', { hasText: name }).locator('strong')
await panel('evolved champion').waitFor({ timeout: 600_000 })
bar('from the click to the verdict', (performance.now() - clicked) / 1000, 150, 's')
const share = async name => parseFloat(await panel(name).textContent())
const [champion, sums, published] = [await share('evolved champion'), await share('Sum of Squares'), await share('FunSearch')]
console.log(`excess on FunSearch's five: champion ${champion} %, Sum of Squares ${sums} %, FunSearch ${published} %`)
must(champion < sums && champion < published, 'the champion needs more bins than a rule that it is to beat')
must(complaints.length === 0, complaints[0])
await browser.close()
await server.close()
end()
