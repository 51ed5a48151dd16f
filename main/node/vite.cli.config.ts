// Builds the program of the command line's npm package: main.cjs and what it loads later (each command, the core,
// the built-in service), with everything but Node and the keychain's binary. The package's other files are copied by
// scripts/release/cli-package.mjs.
import { builtinModules } from 'node:module';
import { defineConfig, type Plugin } from 'vite';

// The plugins make the bundle quick to load (docs/evidence/benchmarks-cli.md).
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

/** Leaves out the schemas that nothing parses with, as those of answers: the bundler keeps a `.check()` without this. */
const pureSchemas = {
  name: 'pure-schemas',
  enforce: 'pre',
  transform: {
    filter: { id: /\/main\/contract\/[\w-]+\.ts$/ },
    handler: (code: string) => code.replaceAll(/\bz\.(?=\w+\()/g, '/* @__PURE__ */ z.'),
  },
} satisfies Plugin;

/** Escapes what is not ASCII: V8 keeps other sources with two bytes for each character, and reads them more slowly. */
const inAscii = {
  name: 'in-ascii',
  // After the minifier, which would undo it.
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type === 'chunk') part.code = part.code.replaceAll(/[^\0-\x7f]/g, escaped);
    }
  },
} satisfies Plugin;
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Modules of Node that it has not loaded itself at its start. Those that are used in many short calls are not listed. */
const loadedLater =
  /= require\("(node:(?:child_process|crypto|fs\/promises|http|https|net|stream|stream\/promises|timers\/promises|tls|worker_threads|zlib))"\)(?=[,;])/g;
const loader = 'const loadLater = (id) => new Proxy({}, { get: (_, name) => require(id)[name] });\n';

/** Loads some of Node's modules with their first use: each takes milliseconds, and most commands use none of them. */
const builtinsLater = {
  name: 'builtins-later',
  renderChunk: {
    order: 'post',
    handler(code: string) {
      const later = code.replaceAll(loadedLater, '= loadLater("$1")');
      return later === code ? null : `${loader}${later}`;
    },
  },
} satisfies Plugin;

export default defineConfig({
  // No environment variable gets into the bundle.
  envPrefix: 'PILOT_COMPANION_NOTHING_',
  publicDir: false,
  plugins: [withoutDescriptions, pureSchemas, builtinsLater, inAscii],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'main/node/packed-cli.ts',
    target: 'node24',
    outDir: 'dist/npm-cli/dist/cli',
    emptyOutDir: true,
    sourcemap: false,
    // By the bundler, below.
    minify: false,
    rollupOptions: {
      external: [/^@napi-rs\/keyring(\/|$)/, /^node:/, ...builtinModules],
      output: {
        // Node loads it in half the time that it takes for ES modules.
        format: 'cjs',
        entryFileNames: 'main.cjs',
        // In one folder: what is found beside a module is found from each part.
        chunkFileNames: '[name]-[hash].cjs',
        keepNames: true,
        // With its lines: Node prints the one that an error is from.
        minify: { compress: true, mangle: true, codegen: { removeWhitespace: false } },
      },
    },
  },
});
