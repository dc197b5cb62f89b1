// Chromium, and pages whose complaints are kept.
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

/** The system's Chromium, or the one that Playwright keeps in the user's cache. */
export function executable() {
  const paths = (process.env.PATH ?? '').split(':')
  const named = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap(name => paths.map(path => `${path}/${name}`))
  const kept = `${homedir()}/.cache/ms-playwright`
  const own = existsSync(kept) ? readdirSync(kept).filter(name => /^chromium/.test(name)).flatMap(name => [`${kept}/${name}/chrome-linux/chrome`, `${kept}/${name}/chrome-linux/headless_shell`]) : []
  return [process.env.CHROMIUM, ...named, ...own].find(path => path && existsSync(path))
}

export function launch() {
  return chromium.launch({ executablePath: executable(), args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'] })
}

/** A page of a size and scheme; what it complains of in the console, or throws, is gathered in `complaints`. */
export async function open(browser, { width = 1280, height = 860, scheme = 'light', motion = 'reduce' } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, reducedMotion: motion, hasTouch: width < 600, deviceScaleFactor: 1 })
  // Pages just built, in place of those that the program carries; reports are files.
  if (process.env.PAGES) await context.route(({ protocol, pathname }) => protocol !== 'file:' && !pathname.startsWith('/api/'), (route, request) => route.fulfill({ path: join(process.env.PAGES, new URL(request.url()).pathname.replace(/\/$/, '/index.html')) }))
  const page = await context.newPage()
  // No test depends on how long it is; on a quiet machine nothing takes a tenth of it.
  page.setDefaultTimeout(120_000)
  track(page)
  const complaints = []
  // A refused input is not a fault of the page, though browsers log it.
  const refusal = /status of (409|422)/
  page.on('console', message => message.type() === 'error' && !refusal.test(message.text()) && complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(String(error)))
  return { page, complaints, close: () => context.close() }
}

const requests = new WeakMap()

/** Keeps the requests of a page that have no answer yet; event streams never end. */
function track(page) {
  const open = new Set()
  requests.set(page, open)
  page.on('request', request => request.resourceType() !== 'eventsource' && open.add(request))
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, request => open.delete(request))
}

/** Two frames later: what was changed before is drawn. */
export const drawn = page => page.evaluate(() => new Promise(later => requestAnimationFrame(() => requestAnimationFrame(later))))

/** Waits until a page has its answers and sends no more requests: longer than it waits for the next key of a word. */
export async function settled(page) {
  const open = requests.get(page)
  let quiet = 0
  const sent = () => (quiet = 0)
  page.on('request', sent)
  while (quiet < 8) {
    await new Promise(later => setTimeout(later, 50))
    quiet = open.size ? 0 : quiet + 1
  }
  page.off('request', sent)
  await drawn(page)
}

/** Makes a page believe that it is hidden, or visible again: headless Chromium treats every page as visible. */
export const hide = (page, hidden) =>
  page.evaluate(hidden => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

/** For experiments, which a busy machine may take minutes for. */
export const LONG = { timeout: 600_000 }

/** Opens a page of a server, does something there, and wants no complaints. */
export async function visit(browser, address, run, size) {
  const { page, complaints, close } = await open(browser, size)
  await page.goto(address)
  await run(page, complaints)
  assert.deepEqual(complaints, [])
  await close()
}

export const button = (page, name) => page.getByRole('button', { name, exact: true })
export const says = (page, text) => page.getByText(text, { exact: true }).first().waitFor()

/** Opens everything behind Advanced. */
export const unfold = page => page.locator('details.advanced').last().waitFor().then(() => page.evaluate(() => document.querySelectorAll('details.advanced').forEach(one => (one.open = true))))
