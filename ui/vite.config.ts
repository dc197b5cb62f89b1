import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// `UNSTUCK=http://127.0.0.1:7878 npx vite` develops against a running server or the mock.
const server = process.env.UNSTUCK ?? 'http://127.0.0.1:7878'

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // The server's policy allows no inline script, and every browser that runs this has module preloading.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // One style sheet compresses to half of what thirty do.
    cssCodeSplit: false,
    reportCompressedSize: true,
  },
  server: { proxy: { '/api': { target: server, changeOrigin: true } } },
})
