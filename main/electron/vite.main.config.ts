// Builds dist/electron/main.js: one ES module that carries everything but Electron, Node and the keychain's binary.
import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';

export default defineConfig({
  // Nothing of the shell's environment is written into the bundle.
  envPrefix: 'PILOT_COMPANION_NOTHING_',
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'main/electron/main.ts',
    target: 'node24',
    outDir: 'dist/electron',
    // The preload lies beside it.
    emptyOutDir: false,
    sourcemap: false,
    minify: false,
    rollupOptions: {
      external: ['electron', /^@napi-rs\/keyring(\/|$)/, /^node:/, ...builtinModules],
      output: { format: 'es', entryFileNames: 'main.js', codeSplitting: false },
    },
  },
});
