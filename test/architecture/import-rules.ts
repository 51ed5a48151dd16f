// The table of allowed imports (docs/architecture.md) and the rule that applies it. An import that no row allows is
// rejected with a message about what to do instead. The first row whose place matches a file applies to it.
import { posix } from 'node:path';
import type { Import } from './imports-of.ts';

type Row = {
  /** A folder (ends in `/`), or files by a pattern. */
  readonly place: string | RegExp;
  /** Folders (end in `/`), files, packages, or names with `*` at the end. */
  readonly may: readonly string[];
  /** These only as `import type`. */
  readonly mayTypes?: readonly string[];
  readonly instead: string;
};

const nodeHost = [
  'main/node/',
  'main/core/',
  'main/contract/',
  'main/messages/',
  'node:*',
  'fastify',
  '@fastify/*',
  '@napi-rs/keyring',
  'age-encryption',
  'zod',
];
const window = [
  'renderer/',
  'main/contract/',
  'main/messages/',
  'react',
  'react-dom',
  'lucide-react',
  'eventsource-parser/stream',
  '@fontsource/*',
  '@tanstack/react-virtual',
  'd3-array',
  'd3-geo',
  'topojson-client',
  'world-atlas',
];

/** The folders of core from the top down, with the packages of each. A folder imports from all levels below its own. */
const coreLevels: readonly Readonly<Record<string, readonly string[]>>[] = [
  { app: [] },
  { profile: [] },
  { board: [], folders: [], decisions: [], logbook: [] },
  {
    uploads: ['@jsquash/jpeg', 'tesseract.js-core'],
    flights: [],
    filing: [],
    account: ['oauth4webapi', 'undici'],
    settings: [],
  },
  { pacing: [] },
  { storage: [], watch: ['chokidar'], service: ['undici'] },
  { messages: [], platform: ['undici'] },
];

const coreRows: readonly Row[] = coreLevels.flatMap((level, index) =>
  Object.entries(level).map(([folder, packages]): Row => {
    const below = coreLevels.slice(index + 1).flatMap((lower) => Object.keys(lower));
    return {
      place: `main/core/${folder}/`,
      may: [
        ...[folder, ...below].map((name) => `main/core/${name}/`),
        'main/contract/',
        'main/messages/',
        'node:*',
        'zod',
        ...packages,
      ],
      instead:
        `Imports in core point down: ${coreLevels.map((names) => Object.keys(names).join(', ')).join(' → ')}. Join the ` +
        'folders of one level in main/core/profile or main/core/app; what both need goes below them. What only a host ' +
        'can do is a port (main/core/platform/ports.ts), filled by the host.',
    };
  }),
);

/** The folders of the emulator and its loose files, from the top down: each imports only from below. */
const emulatorLevels: readonly (readonly string[])[] = [
  ['emulator/main.ts', 'emulator/examples/'],
  ['emulator/contract/'],
  ['emulator/testing.ts'],
  ['emulator/cli/', 'emulator/emulator.ts'],
  ['emulator/server/'],
  ['emulator/record/'],
  ['emulator/scenario/'],
  ['emulator/control/'],
  ['emulator/faults/'],
  ['emulator/flights/'],
  ['emulator/oauth/'],
  ['emulator/context.ts'],
  ['emulator/journal/'],
  ['emulator/api-types.ts'],
  ['emulator/world/'],
  ['emulator/options/'],
  ['emulator/clock/', 'emulator/http/', 'emulator/samples/'],
  ['emulator/emulator-error.ts', 'emulator/version.ts'],
];

const emulatorRows: readonly Row[] = emulatorLevels.flatMap((level, index) =>
  level.map((place): Row => ({
    place,
    may: [place, ...emulatorLevels.slice(index + 1).flat(), 'fastify', '@fastify/*', 'yaml', 'zod', 'node:*'],
    instead:
      'The emulator shares nothing with the client: write it from the document of the service once more, so that a ' +
      'misreading on one side shows up against the other. Inside it, imports point down as the list in ' +
      'test/architecture/import-rules.ts has it: hand in what is needed, or put it where both may import it.',
  })),
);

export const rows: readonly Row[] = [
  {
    place: /(^|\/)(vite|vitest)(\.[a-z]+)?\.config\.ts$/,
    may: ['vite', 'vitest', '@vitejs/*', 'node:*', 'renderer/build/', 'main/core/uploads/image/reading-files.ts'],
    instead: 'The configuration of a build knows tools, and which files to copy.',
  },
  {
    place: 'main/messages/',
    may: ['main/messages/', 'intl-messageformat', 'zod'],
    instead: 'The catalogue and its formatter know messages only: pass what a message needs as its parameters.',
  },
  {
    place: 'main/contract/',
    may: ['main/contract/', 'main/messages/', 'zod'],
    instead: 'The contract is what a window and the companion exchange: pure values. Put what it needs into it.',
  },
  ...coreRows,
  {
    place: /^main\/node\/(host\/embedded-service|cli\/commands\/(emulator|demo)-command)\.ts$/,
    may: [...nodeHost, 'emulator/'],
    instead: 'Start the emulator by its own library; everything else about it goes over HTTP.',
  },
  {
    place: /^main\/node\/(secrets|system)\//,
    may: [
      'main/node/secrets/',
      'main/node/system/',
      'main/core/',
      'main/contract/',
      'main/messages/',
      'node:*',
      'conf',
      '@napi-rs/keyring',
      'age-encryption',
      'zod',
    ],
    instead: 'secrets and system are used by both hosts: they know neither the command line nor the web window.',
  },
  {
    place: 'main/node/web-window/',
    // The page that rejects another user of the computer is plain text.
    may: [
      'main/node/host/text.ts',
      'main/node/web-window/',
      'main/core/',
      'main/contract/',
      'main/messages/',
      'fastify',
      '@fastify/*',
      'node:*',
      'zod',
    ],
    instead: 'The web window serves what it is handed: let main/node/cli or open-companion.ts pass it in.',
  },
  {
    place: 'main/node/',
    may: nodeHost,
    instead:
      'Only embedded-service.ts, emulator-command.ts and demo-command.ts start the emulator; take it from them. The window is ' +
      'served as built, and electron belongs to main/electron.',
  },
  {
    place: 'main/electron/preload/',
    may: ['main/electron/preload/', 'main/contract/', 'electron'],
    // Its own failures are messages too, and messages are data.
    mayTypes: ['main/messages/message.ts'],
    instead: 'The preload runs in the sandbox: it passes messages on. Do the work behind the bridge, in main/core.',
  },
  {
    place: /^main\/electron\/(window|system)\//,
    may: [
      'main/electron/window/',
      'main/electron/system/',
      'main/electron/preload/',
      'main/node/host/image-reader.ts',
      'main/node/host/image-reader-thread.ts',
      'main/node/system/settings-store.ts',
      'main/core/',
      'main/contract/',
      'main/messages/',
      'electron',
      'electron-store',
      'zod',
      'node:*',
    ],
    instead:
      'The desktop host is thin: put it into main/core behind a port. Its folders window and system are joined in ' +
      'main/electron/main.ts.',
  },
  {
    // Only here, so that it is loaded when the first check is due.
    place: 'main/electron/updates/engine/',
    may: [
      'main/electron/updates/engine/',
      'main/core/platform/ports.ts',
      'main/contract/',
      'electron',
      'electron-updater',
      'yaml',
      'zod',
      'node:*',
    ],
    instead:
      'The engine of the updates knows the feed and electron-updater only; what is decided about it is beside it.',
  },
  {
    place: 'main/electron/',
    may: [
      'main/electron/',
      'main/core/',
      'main/contract/',
      'main/messages/',
      'main/node/secrets/',
      'main/node/system/settings-store.ts',
      'main/node/host/embedded-service.ts',
      'electron',
      'electron-store',
      'zod',
      'node:*',
    ],
    instead: 'The desktop host is thin: put it into main/core behind a port; the window is loaded as built.',
  },
  {
    place: 'renderer/build/',
    may: ['renderer/build/', 'vite', '@formatjs/icu-messageformat-parser', 'topojson-client'],
    instead: 'This runs while the window is built: the window itself cannot use it.',
  },
  {
    // What arrives from the process is parsed in the bridge; the entry sets zod up for a page without eval.
    place: /^renderer\/(bridge\/|main\.tsx$)/,
    may: [...window, 'zod'],
    instead: 'Ask the process by a command of main/contract, and keep the answer in the store.',
  },
  {
    place: 'renderer/',
    may: window,
    instead: 'The window draws state and sends commands: ask the process by a command of main/contract.',
  },
  {
    // A separate page: it imports the emulator's wire types and descriptions, a few pure functions, and the basic styles of
    // the window.
    place: 'emulator/console/',
    may: [
      'emulator/console/',
      'docs/emulator/openapi-control.json',
      'docs/emulator/openapi-extended.json',
      'renderer/styles/base.css',
      'emulator/journal/as-curl.ts',
      'emulator/http/visible.ts',
      'emulator/scenario/replay-faults.ts',
      'react',
      'react-dom',
      '@tanstack/react-virtual',
      'eventsource-parser/stream',
      '@fontsource/*',
    ],
    mayTypes: ['emulator/api-types.ts', 'emulator/control/calls.ts'],
    instead: 'The console talks to the control interface only: take its types from emulator/api-types.ts, and ask.',
  },
  {
    // The entries of the npm package, one for each test runner.
    place: /^emulator\/(vitest\.ts|jest\.(cjs|d\.cts))$/,
    may: ['emulator/testing.ts', 'emulator/emulator.ts', 'emulator/options/', 'vitest', 'node:*'],
    instead: 'An entry for a test runner only joins the runner with emulator/testing.ts.',
  },
  ...emulatorRows,
  {
    place: 'broker/',
    may: ['broker/', 'fastify', '@fastify/rate-limit', 'ioredis', 'undici', 'zod', 'node:*'],
    instead: 'The broker adds the secret and nothing else: it knows neither the companion nor the emulator.',
  },
  {
    place: 'bench/',
    may: [
      'bench/',
      'scripts/project-node.mjs',
      'main/core/',
      'main/contract/',
      'main/messages/',
      'emulator/emulator.ts',
      'emulator/samples/',
      'chokidar',
      'fastify',
      '@fastify/*',
      'oidc-provider',
      'undici',
      'd3-array',
      'node:*',
    ],
    instead:
      'A benchmark measures core as it is, the emulator by its own library, and its peers as they are published; ' +
      'programs are started as programs.',
  },
  {
    place: 'docs/.vitepress/',
    may: ['docs/.vitepress/', 'vitepress', 'node:*'],
    instead: 'The site is made of the pages of docs as they are: it imports none of the project.',
  },
  {
    place: 'scripts/',
    may: [
      'scripts/',
      'node:*',
      'vite',
      'vitepress',
      'playwright',
      'yaml',
      'd3-geo',
      '@formatjs/icu-messageformat-parser',
      '@stryker-mutator/core',
    ],
    instead: 'Scripts start programs of the project as programs; they import none of its code.',
  },
  { place: 'test/', may: ['*'], instead: 'Tests may import anything.' },
];

type Complaint = { readonly path: string; readonly line: number; readonly message: string };

/**
 * What one file imports without permission.
 * @param path Of the importing file, from the project root, with `/`.
 */
export function wrongImports(path: string, imports: readonly Import[]): Complaint[] {
  const row = rows.find(({ place }) => isIn(path, place));
  if (!row) {
    const message = `${path} belongs to no layer. Move it, or give its folder a row in test/architecture/import-rules.ts.`;
    return [{ path, line: 1, message }];
  }
  return imports.flatMap(({ specifier, line, isType }) => {
    const target = targetOf(path, specifier);
    if (row.may.some((allowed) => isAllowed(target, allowed))) return [];
    const mayTypes = row.mayTypes?.some((allowed) => isAllowed(target, allowed)) ?? false;
    if (mayTypes && isType) return [];
    const what = mayTypes ? `a value of ${target} (a type would do: import type)` : target;
    return [{ path, line, message: `${path}:${line} imports ${what}. ${row.instead}` }];
  });
}

/** A relative path from the project root, or the specifier of a package. */
export function targetOf(path: string, specifier: string): string {
  const withoutQuery = specifier.replace(/\?[a-z&=]+$/, '');
  return withoutQuery.startsWith('.') ? posix.join(posix.dirname(path), withoutQuery) : withoutQuery;
}

const isIn = (path: string, place: string | RegExp) =>
  typeof place === 'string' ? path.startsWith(place) : place.test(path);

function isAllowed(target: string, allowed: string): boolean {
  if (allowed.endsWith('*')) return target.startsWith(allowed.slice(0, -1));
  if (allowed.endsWith('/')) return target.startsWith(allowed);
  // Any entry point of a package may be imported.
  return target === allowed || target.startsWith(`${allowed}/`);
}
