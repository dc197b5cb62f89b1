// The server under load: mixed reads at a steady pace for some seconds while an experiment runs.
// node tests/load.js [REQUESTS A SECOND] [SECONDS]
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { ask, serve } from './server.js'

const [rate, seconds] = [Number(process.argv[2] ?? 500), Number(process.argv[3] ?? 10)]
const server = await serve('--threads', '1')
const toml = readFileSync(new URL('../../experiments/demo.toml', import.meta.url), 'utf8').replace(/generations = \d+/, 'generations = 10_000')
const { id } = await ask(server, '/experiments', { toml })
for (let found = null; !found?.runs[0]?.champion; await new Promise(later => setTimeout(later, 200))) found = await ask(server, `/experiments/${id}`)
const paths = ['/', '/api/about', '/api/catalog', '/api/experiments', `/api/experiments/${id}`, `/api/experiments/${id}/curves`, '/api/runs/1', '/api/runs/1/history', '/api/sets/jam?count=10', '/api/experiments/templates']

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
const took = []
let failed = 0
function read(path) {
  const from = performance.now()
  return new Promise(done => {
    http.get(server.url + path, { agent }, answer => {
      if (answer.statusCode !== 200) failed++
      answer.resume().on('end', () => done(took.push(performance.now() - from)))
    }).on('error', () => done(failed++))
  })
}
const memory = () => Number(readFileSync(`/proc/${server.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024

const [began, open] = [performance.now(), []]
for (let sent = 0; sent < rate * seconds; sent++) {
  open.push(read(paths[sent % paths.length]))
  const early = began + ((sent + 1) * 1000) / rate - performance.now()
  if (early > 1) await new Promise(later => setTimeout(later, early))
}
await Promise.all(open)
const spent = (performance.now() - began) / 1000
took.sort((a, b) => a - b)
const part = share => took[Math.floor((took.length - 1) * share)].toFixed(1)
console.log(`${took.length} reads in ${spent.toFixed(1)} s (${Math.round(took.length / spent)} a second), ${failed} failed; p50 ${part(0.5)} ms, p99 ${part(0.99)} ms, most ${part(1)} ms; ${memory().toFixed(0)} MB`)
await server.close()
process.exit()
