// Builds the console into dist/console, with relative URLs. Nothing is inlined, because the Content-Security-Policy does not
// allow 'unsafe-inline'. Run in the project folder: vite build -c emulator/console/vite.config.ts
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { woff2Only } from '../../renderer/build/woff2-only.ts';

export default defineConfig({
  root: 'emulator/console',
  base: './',
  plugins: [react(), woff2Only()],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
