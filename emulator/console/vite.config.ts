// Builds the console into dist/console, with relative URLs. Nothing is inlined, because the Content-Security-Policy does not
// allow 'unsafe-inline'. Run in the project folder: vite build -c emulator/console/vite.config.ts
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'emulator/console',
  base: './',
  plugins: [react()],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
