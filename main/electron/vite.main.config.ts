// Builds dist/electron: main.js, what it loads later (the airports, the built-in service) and the process that looks at
// images, with everything but Electron, Node and the keychain's binary. The scenarios of the built-in service are read as
// files and copied to dist/scenarios, the tray's icons to dist/electron/tray, the notes of releases to
// dist/electron/changelog.txt.
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { readingFiles } from '../core/uploads/image/reading-files.ts';

function files(): Plugin {
  let folder = '';
  return {
    name: 'files',
    configResolved: ({ build }) => void (folder = build.outDir),
    buildStart() {
      mkdirSync(folder, { recursive: true });
      // Parts of earlier builds have other names. The preload is in the same folder and stays.
      for (const name of readdirSync(folder)) if (/\.js(\.map)?$/.test(name)) rmSync(join(folder, name));
    },
    closeBundle() {
      const scenarios = join(folder, '..', 'scenarios');
      rmSync(scenarios, { recursive: true, force: true });
      cpSync('emulator/scenarios', scenarios, { recursive: true });
      // Beside the module that reads them.
      for (const name of readdirSync('emulator/samples')) {
        if (!name.endsWith('.ts')) cpSync(join('emulator/samples', name), join(folder, name));
      }
      for (const file of readingFiles) cpSync(join('node_modules', file), join(folder, basename(file)));
      cpSync('CHANGELOG.md', join(folder, 'changelog.txt'));
      cpSync('build/tray', join(folder, 'tray'), { recursive: true });
    },
  };
}

export default defineConfig({
  // No environment variable gets into the bundle.
  envPrefix: 'PILOT_COMPANION_NOTHING_',
  publicDir: false,
  // tesseract.js-core is a CommonJS module, which reads it.
  define: { __dirname: 'import.meta.dirname' },
  plugins: [files()],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/electron',
    emptyOutDir: false,
    // Not in the package: a release keeps them, to read the stacks of its logs.
    sourcemap: 'hidden',
    // By the bundler, below.
    minify: false,
    rollupOptions: {
      input: { main: 'main/electron/main.ts', 'image-reader-child': 'main/electron/system/image-reader-child.ts' },
      external: ['electron', /^@napi-rs\/keyring(\/|$)/, /^node:/, ...builtinModules],
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        // In one folder: what is found beside a module is found from each part.
        chunkFileNames: '[name]-[hash].js',
        keepNames: true,
        // With its lines: Node prints the one that an error is from.
        minify: { compress: true, mangle: true, codegen: { removeWhitespace: false } },
      },
    },
  },
});
