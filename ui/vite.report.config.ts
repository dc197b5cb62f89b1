// The page of reports: one file that holds its script and style and allows no others, for the program to put a record into.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { createHash } from 'node:crypto'
import { defineConfig, type Plugin } from 'vite'

const source = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const inlined: Plugin = {
  name: 'inlined',
  enforce: 'post',
  generateBundle(_, bundle) {
    let [script, style] = ['', '']
    const page = bundle['report.html']
    for (const [name, file] of Object.entries(bundle)) {
      if (file === page) continue
      // No text of the page ends its element.
      if (file.type === 'chunk') script += file.code.replaceAll('</script', '<\\/script')
      else style += String(file.source)
      delete bundle[name]
    }
    if (page?.type !== 'asset') throw new Error('there is no report.html')
    const policy = `default-src 'none'; script-src ${source(script)}; style-src ${source(style)}; img-src data:; base-uri 'none'; form-action 'none'`
    page.source = String(page.source)
      .replace(/\s*<(script type="module"|link)[^>]*>(<\/script>)?/g, '')
      .replace('<head>', () => `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`)
      .replace('</head>', () => `  <style>${style}</style>\n  </head>`)
      .replace('</body>', () => `  <script type="module">${script}</script>\n  </body>`)
  },
}

export default defineConfig({
  plugins: [svelte(), inlined],
  publicDir: false,
  build: {
    target: 'es2022',
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rolldownOptions: { input: 'report.html', output: { codeSplitting: false } },
  },
})
