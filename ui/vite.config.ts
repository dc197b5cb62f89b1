import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

// `npx vite` develops against a running server: the one that UNSTUCK names, or that of `make run`.
const server = process.env.UNSTUCK ?? 'http://127.0.0.1:7878'

/** Every text of the bundle in Brotli next to it: the server sends that to browsers that read it. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = '' }) {
    const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile() && /\.(js|css|html|svg)$/.test(entry.name))
    for (const { parentPath, name } of files) writeFileSync(join(parentPath, `${name}.br`), brotliCompressSync(readFileSync(join(parentPath, name))))
  },
}

export default defineConfig({
  plugins: [svelte(), compressed],
  build: {
    target: 'es2022',
    // The server's policy allows no inline script, and every browser that runs this has module preloading.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // One style sheet compresses to half of what thirty do.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // What pages share in one piece, and the other pages in two, by what people do: many small files compress badly. Charts stay
        // apart, for the pages that draw some.
        codeSplitting: {
          groups: [
            { name: 'svelte', test: /node_modules\/(svelte|esm-env|clsx)\//, priority: 3 },
            // What the frame of all pages loads at once must not bring a page with it.
            { name: 'frame', test: /src\/frame\/notices/, priority: 3 },
            // What the first page needs of it, and what it does not: boards, fields and formulas.
            { name: 'parts', test: /src\/(parts\/(Wrong|State)|charts\/Plot|(server|frame|parts|charts|formula|fields|play)\/(?!play)[\w.]+\.ts)/, minShareCount: 2, priority: 2 },
            { name: 'boards', test: /src\/(puzzles|play\/|formula\/|fields\/|parts\/|frame\/[A-Z]|charts\/(?!Chart|Legend))/, minShareCount: 2, priority: 1 },
            { name: 'charts', test: /src\/(charts\/(Chart|Legend)|pages\/experiment\/([Cc]urves|RunChoice))/, priority: 1 },
            { name: 'play', test: /src\/(analysis|planning|pages\/(Solve|solve|Make|make|Plan|plan\/))/, priority: 1 },
            { name: 'optimise', test: /src\/(solutions|pages\/(Optimise|optimise))/, priority: 1 },
            { name: 'pages', test: /src\/pages\/(?!Home|home|Login)/ },
          ],
        },
      },
    },
  },
  // The server lets only its own pages change anything, so it is told that we are one of them.
  server: { proxy: { '/api': { target: server, changeOrigin: true, configure: proxy => void proxy.on('proxyReq', request => request.setHeader('origin', server)) } } },
})
