// Builds the program of the command line's npm package: main.cjs, what it loads later (each command, the core, the
// built-in service) and the process that looks at images, with the files that it reads, and everything but Node and the
// keychain's binary. The package's other files are copied by scripts/release/cli-package.mjs.
import { cpSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { readingFiles } from '../core/uploads/image/reading-files.ts';

const outDir = 'dist/npm-cli/dist/cli';

/** Leaves out what the catalogue tells translators: it is half of it, and read with each command. */
const withoutDescriptions = {
  name: 'without-descriptions',
  enforce: 'pre',
  transform: {
    filter: { id: /\/main\/messages\/en\/\w+\.json$/ },
    handler: (json: string) => {
      const messages = Object.entries(JSON.parse(json) as Record<string, { defaultMessage: string }>);
      return JSON.stringify(Object.fromEntries(messages.map(([id, { defaultMessage }]) => [id, defaultMessage])));
    },
  },
} satisfies Plugin;

const withReadingFiles = {
  name: 'with-reading-files',
  closeBundle() {
    for (const file of readingFiles) cpSync(join('node_modules', file), join(outDir, basename(file)));
  },
} satisfies Plugin;

export default defineConfig({
  // No environment variable gets into the bundle.
  envPrefix: 'PILOT_COMPANION_NOTHING_',
  publicDir: false,
  plugins: [withoutDescriptions, withReadingFiles],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    target: 'node24',
    outDir,
    emptyOutDir: true,
    sourcemap: false,
    // By the bundler, below.
    minify: false,
    rollupOptions: {
      input: { main: 'main/node/packed-cli.ts', 'image-reader-child': 'main/node/host/image-reader-child.ts' },
      external: [/^@napi-rs\/keyring(\/|$)/, /^node:/, ...builtinModules],
      output: {
        // Node loads it in half the time that it takes for ES modules.
        format: 'cjs',
        entryFileNames: '[name].cjs',
        // In one folder: what is found beside a module is found from each part.
        chunkFileNames: '[name]-[hash].cjs',
        keepNames: true,
        // With its lines: Node prints the one that an error is from.
        minify: { compress: true, mangle: true, codegen: { removeWhitespace: false } },
      },
    },
  },
});
