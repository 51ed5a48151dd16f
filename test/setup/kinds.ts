// Which tests run in which project of Vitest; each file is in one. `npm run test:unit` runs the unit tests alone.

type Kind = { include: string[]; exclude: string[] };

/** Tests in folders of unit tests that start or kill processes, or mount disks. */
const withProcesses = [
  'test/core/logbook/route-in-file.test.ts',
  'test/core/pacing/request-scheduler-processes.test.ts',
  'test/core/platform/network/system-authorities.test.ts',
  'test/core/platform/shutdown-signals.test.ts',
  'test/core/storage/files/lock-file-processes.test.ts',
  'test/core/storage/storage-limits.test.ts',
  'test/core/uploads/intake/intake.test.ts',
  'test/core/watch/skipped-files.test.ts',
  'test/core/watch/field-guide/drives.test.ts',
  'test/emulator/{examples,guide,other-clients,refusals*}.test.ts',
  'test/emulator/published/*.test.ts',
  'test/emulator/cli/command-process.test.ts',
  'test/emulator/journal/as-curl.test.ts',
  'test/emulator/world/state-kill.test.ts',
];

/**
 * Only with `npm test -- --whole`: packages, updates, short runs of the benchmarks, each command of the docs, every
 * kind of network error in every mode, and tests that start the whole app.
 */
export const whole: Kind = {
  include: [
    'test/bench/**/*.test.ts',
    'test/core/logbook/route-in-file.test.ts',
    'test/desktop/package/package.test.ts',
    'test/desktop/stand-in/{background,given-files,starting-and-quitting,unexpected-ends}.test.ts',
    'test/desktop/updates/update-on-stand-in.test.ts',
    'test/emulator/guide.test.ts',
    'test/emulator/published/*.test.ts',
    'test/integration/account/repeated-secrets.test.ts',
    'test/integration/service/{built-in-console,carried-out,network-errors}.test.ts',
    'test/node/{inspector-signal,published-cli}.test.ts',
    'test/node/cli/completion.test.ts',
  ],
  exclude: [],
};

const desktopInBrowser = [
  'test/desktop/scenarios/{real-electron,stand-in-scenarios}.test.ts',
  'test/desktop/stand-in/stand-in.test.ts',
];

/** A whole flight and the folders in Chromium, and pages that attack the window. */
const mainPaths = [
  'test/browser/{attacks,other-origin,whole-flight}.test.ts',
  'test/browser/folders/folders.test.ts',
  'test/browser/logbook/map-keys.test.ts',
  'test/browser/window/window-size.test.ts',
];

/**
 * With `npm test -- --slow`, as in CI: what takes the longest of the rules, commands and crashes, and the main path of
 * each other view.
 */
export const slow: Kind = {
  include: [
    'test/broker/{process,shared-limits}.test.ts',
    'test/campaigns/**/*.test.ts',
    'test/emulator/cli/command-process.test.ts',
    'test/emulator/world/state-kill.test.ts',
    'test/integration/{clocks,mishaps}.test.ts',
    'test/integration/account/{nothing-kept,shared-sign-in}.test.ts',
    'test/integration/data/folder-removed.test.ts',
    'test/integration/folders/folder-rules.test.ts',
    'test/integration/service/several-services-attack.test.ts',
    'test/node/{cli,cli-json,two-processes,upload-signals,working-elsewhere}.test.ts',
    'test/node/cli/commands/check-command.test.ts',
    'test/node/image-reader.test.ts',
    'test/node/secrets/keychain.test.ts',
    'test/scripts/build/{messages,package-refusals}.test.mjs',
    'test/scripts/open-in-electron.test.mjs',
  ],
  exclude: [],
};
export const slowBrowser: Kind = {
  include: [
    'test/browser/account/sign-in.test.ts',
    'test/browser/board/board.test.ts',
    'test/browser/console/console.test.ts',
    'test/browser/first-start/first-start.test.ts',
    'test/browser/logbook/list.test.ts',
    'test/browser/window/window.test.ts',
  ],
  exclude: [],
};

/** Also with `--whole` only: all else in Chromium, such as three views in every language, and the app on its stand-in. */
export const wholeBrowser: Kind = {
  include: ['test/browser/**/*.test.ts', ...desktopInBrowser],
  exclude: [...mainPaths, ...slowBrowser.include],
};

/** Rules, and modules with in-memory ports: no process, no browser, no keychain. The files share workers. */
export const unit: Kind = {
  include: ['test/{architecture,core,emulator,messages,renderer,setup,support}/**/*.test.{ts,tsx}'],
  exclude: withProcesses,
};

/** Tests with processes, whole companions, and the programs of this repository. */
export const system: Kind = {
  include: [
    'test/{attacks,broker,desktop,docs,integration,leaks,model,node,scripts}/**/*.test.{ts,mjs}',
    ...withProcesses,
  ],
  exclude: [...desktopInBrowser, ...slow.include, ...whole.include],
};

/** In Chromium, with `npm test`. */
export const browser: Kind = { include: mainPaths, exclude: [] };
