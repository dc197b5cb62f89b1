// The system's Chromium, and pages whose complaints are kept.
import { chromium } from 'playwright-core'

/** Where the server under test is: the first word of the command line, or UNSTUCK_URL. */
export const base = process.argv.slice(2).find(word => /^https?:/.test(word)) ?? process.env.UNSTUCK_URL ?? 'http://127.0.0.1:7878'

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
}

/** A page of a size and scheme; what it complains of in the console, or throws, is gathered in `complaints`. */
export async function open(browser, { width = 1280, height = 860, scheme = 'light' } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, reducedMotion: 'reduce', hasTouch: width < 600, deviceScaleFactor: 1 })
  const page = await context.newPage()
  const complaints = []
  // A refusal of what somebody typed is no fault of the page, though browsers log it.
  const refusal = /status of (409|422)/
  page.on('console', message => message.type() === 'error' && !refusal.test(message.text()) && complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(String(error)))
  return { page, complaints, close: () => context.close() }
}
