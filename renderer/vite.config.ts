// Builds the window into dist/renderer. URLs are relative, so that the same files work under app:// and http://127.0.0.1.
// Nothing is inlined: the content security policy allows neither 'unsafe-inline' nor data: fonts.
// Run from the project's folder: vite build -c renderer/vite.config.ts
import { existsSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { coarseLand, licenceTexts, parsedMessages } from './build/plugins.ts';
import { woff2Only } from './build/woff2-only.ts';

const licences = 'dist/licences.json';

export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [
    react(),
    parsedMessages(),
    coarseLand(),
    licenceTexts(existsSync(licences) ? readFileSync(licences, 'utf8') : '[]'),
    woff2Only(),
  ],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    // Knows light-dark().
    target: 'chrome123',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
