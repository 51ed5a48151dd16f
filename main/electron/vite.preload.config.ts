// Builds dist/electron/preload.cjs: one CommonJS file that requires electron only, because Electron's sandbox has no ES
// modules.
import { defineConfig } from 'vite';

export default defineConfig({
  envPrefix: 'PILOT_COMPANION_NOTHING_',
  publicDir: false,
  build: {
    lib: { entry: 'main/electron/preload/preload.ts', formats: ['cjs'], fileName: () => 'preload.cjs' },
    target: 'chrome140',
    outDir: 'dist/electron',
    // The main bundle is in the same folder.
    emptyOutDir: false,
    sourcemap: false,
    minify: false,
    rollupOptions: { external: ['electron'] },
  },
});
