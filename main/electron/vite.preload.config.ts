// Builds dist/electron/preload.cjs: one CommonJS file, because Electron's sandbox knows no modules, and it may require
// nothing but electron.
import { defineConfig } from 'vite';

export default defineConfig({
  envPrefix: 'PILOT_COMPANION_NOTHING_',
  publicDir: false,
  build: {
    lib: { entry: 'main/electron/preload/preload.ts', formats: ['cjs'], fileName: () => 'preload.cjs' },
    target: 'chrome140',
    outDir: 'dist/electron',
    // The main bundle lies beside it.
    emptyOutDir: false,
    sourcemap: false,
    minify: false,
    rollupOptions: { external: ['electron'] },
  },
});
