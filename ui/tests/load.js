// The server under load: mixed reads at a steady pace for some seconds while an experiment runs.
// npm run load [REQUESTS A SECOND] [SECONDS]
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { bar, end, median, must, part, pause } from './bars.js'
import { ask, serve } from './server.js'

const [rate, seconds] = [Number(process.argv[2] ?? 500), Number(process.argv[3] ?? 10)]
const server = await serve('--threads', '1')
const toml = readFileSync(new URL('../../experiments/demo.toml', import.meta.url), 'utf8').replace(/generations = \d+/, 'generations = 10_000')
const { id } = await ask(server, '/experiments', { toml })
const look = () => ask(server, `/experiments/${id}`)
for (let found = null; !found?.runs[0]?.champion; await pause(200)) found = await look()
const run = (await look()).runs[0].id
const paths = ['/', '/api/about', '/api/catalog', '/api/experiments', `/api/experiments/${id}`, `/api/experiments/${id}/curves`, `/api/runs/${run}`, `/api/runs/${run}/history`, '/api/sets/jam?count=10', '/api/experiments/templates']

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
const took = []
let failed = 0
/** Reads a path. The clock runs from the moment it was due, so that a late start counts as waiting. */
function read(path, due) {
  return new Promise(done => {
    const wrong = () => done(failed++)
    http.get(server.url + path, { agent }, answer => {
      if (answer.statusCode !== 200) failed++
      answer.on('error', wrong).resume().on('end', () => done(took.push(performance.now() - due)))
    }).on('error', wrong)
  })
}
/** Most memory that the server ever had. */
const memory = () => Number(readFileSync(`/proc/${server.pid}/status`, 'utf8').match(/VmHWM:\s+(\d+)/)[1]) / 1024

const before = (await look()).runs[0].evaluations
const [began, open] = [performance.now(), []]
for (let sent = 0; sent < rate * seconds; sent++) {
  const due = began + (sent * 1000) / rate
  if (due - performance.now() > 1) await pause(due - performance.now())
  open.push(read(paths[sent % paths.length], due))
}
await Promise.all(open)
const spent = (performance.now() - began) / 1000
const after = await look()
must(after.summary.state === 'running' && after.runs[0].evaluations > before, 'the experiment did not run meanwhile')
must(took.length + failed === rate * seconds, 'not every read came to an end')
console.log(`${took.length} reads in ${spent.toFixed(1)} s, ${Math.round(took.length / spent)} a second; p50 ${median(took).toFixed(1)} ms, most ${part(took, 1).toFixed(1)} ms; ${after.runs[0].evaluations - before} evaluations meanwhile`)
bar('reads that failed', failed, 0, 'reads')
bar(`time for ${seconds} s of reads`, spent, seconds * 1.02, 's')
bar('99 of 100 reads within', part(took, 0.99), 50, 'ms')
bar('memory', memory(), 100, 'MB')
await server.close()
end()
