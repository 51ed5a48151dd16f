// Builds dist/electron/main.js: one ES module with everything but Electron, Node and the keychain's binary. The
// scenarios of the built-in service are read as files and copied to dist/scenarios, the tray's icons to
// dist/electron/tray.
import { cpSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';

export default defineConfig({
  // No environment variable gets into the bundle.
  envPrefix: 'PILOT_COMPANION_NOTHING_',
  publicDir: false,
  plugins: [
    {
      name: 'files',
      closeBundle() {
        rmSync('dist/scenarios', { recursive: true, force: true });
        cpSync('emulator/scenarios', 'dist/scenarios', { recursive: true });
        cpSync('build/tray', 'dist/electron/tray', { recursive: true });
      },
    },
  ],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'main/electron/main.ts',
    target: 'node24',
    outDir: 'dist/electron',
    // The preload is in the same folder.
    emptyOutDir: false,
    sourcemap: false,
    minify: false,
    rollupOptions: {
      external: ['electron', /^@napi-rs\/keyring(\/|$)/, /^node:/, ...builtinModules],
      output: { format: 'es', entryFileNames: 'main.js', codeSplitting: false },
    },
  },
});
