// Pictures of every view, light and dark, on a desk and on a phone, into tests/screenshots/.
// node tests/screenshots.js http://127.0.0.1:7879 [VIEW…]
import { mkdirSync } from 'node:fs'
import { base, launch, open } from './browser.js'
import { views } from './views.js'

const wanted = process.argv.slice(2).filter(word => !/^https?:/.test(word))
const sizes = (process.env.SIZES ?? '1280,360').split(',').map(Number)
const schemes = (process.env.SCHEMES ?? 'light,dark').split(',')
const folder = new URL('screenshots/', import.meta.url).pathname
mkdirSync(folder, { recursive: true })

let failed = false
const browser = await launch()
for (const width of sizes) {
  for (const scheme of schemes) {
    for (const view of views.filter(({ name }) => !wanted.length || wanted.includes(name))) {
      const { page, complaints, close } = await open(browser, { width, height: width < 600 ? 720 : 860, scheme })
      try {
        await page.goto(`${base}/#/${view.path}`)
        await page.waitForLoadState('load')
        await page.waitForTimeout(900)
        await view.act?.(page)
        const spill = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (spill > 0) complaints.push(`the page is ${spill} pixels wider than the window`)
      } catch (error) {
        complaints.push(String(error).split('\n')[0])
      }
      await page.screenshot({ path: `${folder}${view.name}-${width}-${scheme}.png`, fullPage: true })
      for (const complaint of complaints) console.log(`${view.name} ${width} ${scheme}: ${complaint}`)
      failed ||= complaints.length > 0
      await close()
    }
  }
}
await browser.close()
process.exit(failed ? 1 : 0)
