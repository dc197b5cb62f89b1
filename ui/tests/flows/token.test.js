// A server that others can reach: the token is asked for, wrong ones are refused, and one can log out again.
import { after, before, test } from 'node:test'
import { button, launch, open, says } from '../browser.js'
import { serve } from '../server.js'

let browser, server
before(async () => ([browser, server] = await Promise.all([launch(), serve('--token', 'open sesame')])))
after(() => Promise.all([browser.close(), server.close()]))

test('after a restart of the server a page asks for the token by itself', async () => {
  const { page, close } = await open(browser)
  await page.goto(`${server.url}/#/experiments`)
  const field = page.getByLabel('Token', { exact: true })
  await field.fill('open sesame')
  await button(page, 'Log in').click()
  await says(page, 'No experiments yet')
  await server.kill()
  await page.locator('.lost').waitFor()
  // The cookie is that of a server that is gone; the page is left alone.
  await server.start()
  await field.waitFor()
  await field.fill('open sesame')
  await button(page, 'Log in').click()
  await says(page, 'No experiments yet')
  await close()
})

test('one logs in with the token, and out again', async () => {
  // Refusals without a token are logged by the browser, and are what is wanted here.
  const { page, close } = await open(browser)
  await page.goto(`${server.url}/#/`)
  const field = page.getByLabel('Token', { exact: true })
  await field.fill('open')
  await button(page, 'Log in').click()
  await says(page, /the token is wrong/i)
  await field.fill('open sesame')
  await button(page, 'Log in').click()
  await says(page, 'Evolve a policy for Rush Hour')
  await button(page, 'Log out').click()
  await field.waitFor()
  await close()
})
