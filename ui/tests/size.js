// How large the bundle is when compressed, file by file and in all, and how large the page of reports; fails beyond the promises.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const MOST = 260_000
const MOST_REPORT = 400_000
const dist = new URL('../dist/', import.meta.url)
const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile() && entry.name !== 'report.html' && !entry.name.endsWith('.br'))
const sizes = files.map(file => ({ name: file.name, size: gzipSync(readFileSync(`${file.parentPath}/${file.name}`), { level: 9 }).length }))
sizes.sort((a, b) => b.size - a.size)
for (const { name, size } of sizes.slice(0, 12)) console.log(String(size).padStart(8), name)
const total = sizes.reduce((sum, { size }) => sum + size, 0)
console.log(String(total).padStart(8), `in all, compressed, of at most ${MOST}`)
const report = statSync(new URL('report.html', dist)).size
console.log(String(report).padStart(8), `report.html, without a record, of at most ${MOST_REPORT}`)
if (total > MOST || report > MOST_REPORT) process.exit(1)
