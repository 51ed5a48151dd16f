// The one table of who may import whom (docs/architecture.md), and the rule that reads it. Everything that a row does
// not allow is refused, with words that say what to do instead. The first row whose place fits a file is the file's row.
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

const coreRoot = /^main\/core\/[^/]+\.ts$/;
const coreLibraries = ['node:*', 'oauth4webapi', 'undici', 'chokidar', 'zod'];
const nodeHost = [
  'main/node/',
  'main/core/',
  'main/contract/',
  'node:*',
  'fastify',
  '@fastify/*',
  'conf',
  '@napi-rs/keyring',
  'age-encryption',
  'zod',
];
const service = ['emulator/', 'fastify', '@fastify/*', 'yaml', 'zod', 'node:*'];
const window = ['renderer/', 'main/contract/', 'react', 'react-dom', '@fontsource/*'];

/** A subject of core sees the ground it stands on, and no other subject. */
const subject = (name: string, mayTypes: readonly string[], values: readonly string[] = []): Row => ({
  place: `main/core/${name}/`,
  may: [`main/core/${name}/`, 'main/contract/', 'main/core/*.ts', ...values, ...coreLibraries],
  mayTypes,
  instead:
    'account, uploads, watch and flights know nothing of one another: hand in what is needed as a function or a value, ' +
    'and join them in a file directly in main/core (station.ts, companion.ts). Of service and storage, uploads and ' +
    'flights take types only.',
});

export const rows: readonly Row[] = [
  {
    place: /(^|\/)(vite|vitest)(\.[a-z]+)?\.config\.ts$/,
    may: ['vite', 'vitest', '@vitejs/*', 'node:*'],
    instead: 'The configuration of a build knows tools only.',
  },
  {
    place: 'main/contract/',
    may: ['main/contract/', 'zod'],
    instead:
      'The contract is what a window and the companion say to each other: pure values. Put what it needs into it.',
  },
  subject('account', ['main/core/service/'], ['main/core/service/profile.ts']),
  subject('uploads', ['main/core/service/', 'main/core/storage/']),
  subject('flights', ['main/core/service/', 'main/core/storage/']),
  subject('watch', []),
  {
    place: /^main\/core\/(service|storage)\//,
    may: ['main/core/service/', 'main/core/storage/', 'main/contract/', 'main/core/*.ts', ...coreLibraries],
    instead: 'service and storage lie below the subjects: a subject hands in what they need.',
  },
  {
    place: 'main/core/',
    may: ['main/core/', 'main/contract/', ...coreLibraries],
    instead:
      'Core runs in plain Node: what only a host can do is a port (main/core/platform/ports.ts), filled by the host.',
  },
  {
    place: /^main\/node\/(embedded-service|emulator-command|demo)\.ts$/,
    may: [...nodeHost, 'emulator/'],
    instead: 'Start the emulator by its own library; everything else about it goes over HTTP.',
  },
  {
    place: 'main/node/',
    may: nodeHost,
    instead:
      'Only embedded-service.ts, emulator-command.ts and demo.ts start the emulator; take it from them. The window is ' +
      'served as built, and electron belongs to main/electron.',
  },
  {
    place: 'main/electron/preload/',
    may: ['main/electron/preload/', 'main/contract/', 'electron'],
    instead: 'The preload runs in the sandbox: it passes messages on. Do the work behind the bridge, in main/core.',
  },
  {
    place: 'main/electron/',
    may: [
      'main/electron/',
      'main/core/',
      'main/contract/',
      'main/node/secrets/',
      'main/node/embedded-service.ts',
      'electron',
      'electron-store',
      'zod',
      'node:*',
    ],
    instead: 'The desktop host is thin: put it into main/core behind a port; the window is loaded as built.',
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
    // A page of its own: of the emulator it sees what goes over the wire, and two pure functions over texts.
    place: 'emulator/console/',
    may: [
      'emulator/console/',
      'emulator/journal/as-curl.ts',
      'emulator/options/units.ts',
      'emulator/http/visible.ts',
      'react',
      'react-dom',
      '@tanstack/react-virtual',
      '@fontsource/*',
    ],
    mayTypes: ['emulator/api-types.ts'],
    instead: 'The console talks to the control interface only: take its types from emulator/api-types.ts, and ask.',
  },
  {
    place: 'emulator/',
    may: service,
    instead:
      'The emulator shares nothing with the client: write it from the document of the service once more, so that a ' +
      'misreading on one side shows up against the other.',
  },
  {
    place: 'broker/',
    may: ['broker/', 'fastify', '@fastify/rate-limit', 'ioredis', 'undici', 'zod', 'node:*'],
    instead: 'The broker adds the secret and nothing else: it knows neither the companion nor the emulator.',
  },
  {
    // Pacing is measured in virtual time, rule against rule: the pacer's on one side, the emulator's limits on the other.
    place: 'bench/pacing/',
    may: [
      'bench/',
      'emulator/flights/limits.ts',
      'main/core/pacing/rate-limit.ts',
      'main/core/pacing/interval/pacer.ts',
      'main/core/pacing/interval/bracket.ts',
    ],
    instead: 'The simulation of pacing knows the two rules that it sets against each other, and nothing around them.',
  },
  {
    place: 'bench/intake/',
    may: ['bench/', 'main/core/', 'node:*'],
    instead: 'Intake is measured as the companion makes it, over its own database, against Node alone.',
  },
  {
    place: 'bench/memory/',
    may: ['bench/', 'main/core/', 'main/contract/', 'emulator/emulator.ts', 'node:*'],
    instead:
      'The companion is measured as its command starts it; core writes the data that it starts with, and looks at it.',
  },
  {
    place: 'bench/watch/',
    may: ['bench/', 'main/core/', 'chokidar', '@parcel/watcher', 'node:*'],
    instead:
      'The watch is measured as core makes it, with intake and database where they belong, against watchers alone.',
  },
  {
    place: 'bench/broker/',
    may: ['bench/', 'broker/broker.ts', 'fastify', 'undici', 'node:*'],
    mayTypes: ['broker/configuration.ts'],
    instead: 'The broker is measured as its process makes it: by createBroker.',
  },
  {
    place: 'bench/',
    may: ['bench/', 'emulator/emulator.ts', 'fastify', '@fastify/*', 'oidc-provider', 'node:*'],
    instead:
      'A benchmark measures what everybody can use: the emulator by its own library, its peers as they are published.',
  },
  {
    place: 'scripts/',
    may: ['scripts/', 'node:*', 'vite', 'playwright'],
    instead: 'Scripts start programs of the project as programs; they import none of its code.',
  },
  { place: 'test/', may: ['*'], instead: 'Tests may import anything.' },
];

export type Complaint = { readonly path: string; readonly line: number; readonly message: string };

/**
 * What one file imports and may not.
 * @param path Of the importing file, from the top of the project, with `/`.
 */
export function wrongImports(path: string, imports: readonly Import[]): Complaint[] {
  const row = rows.find(({ place }) => isIn(path, place));
  if (!row) {
    const message = `${path} stands in no place of the house. Move it, or give its place a row in test/architecture/import-rules.ts.`;
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

/** A relative path from the top of the project, or the specifier of a package. */
export function targetOf(path: string, specifier: string): string {
  const withoutQuery = specifier.replace(/\?[a-z&=]+$/, '');
  return withoutQuery.startsWith('.') ? posix.join(posix.dirname(path), withoutQuery) : withoutQuery;
}

const isIn = (path: string, place: string | RegExp) =>
  typeof place === 'string' ? path.startsWith(place) : place.test(path);

function isAllowed(target: string, allowed: string): boolean {
  if (allowed === 'main/core/*.ts') return coreRoot.test(target);
  if (allowed.endsWith('*')) return target.startsWith(allowed.slice(0, -1));
  if (allowed.endsWith('/')) return target.startsWith(allowed);
  // A package may be entered by any of its doors.
  return target === allowed || target.startsWith(`${allowed}/`);
}
