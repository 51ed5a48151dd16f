// Bundles the emulator for its npm package (scripts/build/emulator-package.mjs), because Node loads a few files faster than
// a hundred. Its dependencies stay outside, and it isn't minified, so that a stack trace can be read.
import { defineConfig } from 'vite';

/** What users import or run. */
const entryPoints = ['main', 'emulator', 'samples/sample-files', 'testing', 'vitest'];

export default defineConfig({
  // No environment variable gets into the bundle.
  envPrefix: 'PILOT_COMPANION_NOTHING_',
  publicDir: false,
  ssr: { target: 'node' },
  build: {
    ssr: true,
    // Of Node 22.
    target: 'es2022',
    outDir: 'dist/npm/emulator',
    // The declarations are in the same folder.
    emptyOutDir: false,
    minify: false,
    rollupOptions: {
      input: Object.fromEntries(entryPoints.map((name) => [name, `emulator/${name}.ts`])),
      // As deep as the modules that look for other files of the package from where they are.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
});
