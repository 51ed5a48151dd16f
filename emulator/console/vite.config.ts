// Builds the console into dist/console, with relative URLs. Nothing is inlined, because the Content-Security-Policy does not
// allow 'unsafe-inline'. Run in the project folder: vite build -c emulator/console/vite.config.ts
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { woff2Only } from '../../renderer/build/woff2-only.ts';

/** The OpenAPI descriptions are next to the console, because the app and the command line ship it, but no docs. */
const openapiDescriptions = (): Plugin => ({
  name: 'openapi-descriptions',
  generateBundle() {
    for (const fileName of ['openapi-control.json', 'openapi-extended.json']) {
      const text = readFileSync(new URL(`../../docs/emulator/${fileName}`, import.meta.url), 'utf8');
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(JSON.parse(text)) });
    }
  },
});

export default defineConfig({
  root: 'emulator/console',
  base: './',
  plugins: [react(), woff2Only(), openapiDescriptions()],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
