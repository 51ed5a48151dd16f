// Builds the console into dist/console. Addresses in it are relative; nothing is inlined, because the page is served
// under a policy without 'unsafe-inline'. Run from the project's folder: vite build -c emulator/console/vite.config.ts
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
