// Options of the app, the same as on the command line: `--data-dir=DIR` (or PILOT_COMPANION_DATA_DIR),
// `--profile=NAME`, `--emulator=URL`, `--preset=FILE`, `--allow-file-vault`, `--background`, and images and presets to open. Electron
// and Chromium read their own switches from the same line, so unknown ones are ignored. On Windows nothing may follow an address that stands alone
// (Electron ends such a process), which is why `--emulator=URL` is the documented form.
import { reportExtensions } from '../contract/bridge.ts';
import { extname, resolve } from 'node:path';
import type { CompanionOptions } from '../core/app/companion.ts';
import { z } from 'zod';
import { withHome } from '../core/platform/files/home-dir.ts';
import { presetExtension } from '../core/settings/presets.ts';
import { choiceOf } from '../core/settings/profile-choice.ts';
import type { App } from 'electron';

export type RunOptions = {
  /** Absolute; null for the system's default. */
  readonly dataDir: string | null;
  /** For this run only; null for the settings. */
  readonly profile: NonNullable<CompanionOptions['profile']> | null;
  /** Absolute; null for none. */
  readonly presetPath: string | null;
  readonly allowFileVault: boolean;
  /** Started at login: without a window. */
  readonly inBackground: boolean;
  /** The check of a packed app (smoke.ts); the report goes to standard output and to this path, absolute. Null for none. */
  readonly smoke: { readonly reportPath: string | null } | null;
};

export function readRunOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>): RunOptions {
  const preset = valueOf(args, '--preset') ?? '';
  const smoke = smokeOf(args);
  // A smoke test works on a pilot's folder only if it is named.
  const dataDir = valueOf(args, '--data-dir') ?? (smoke === null ? env['PILOT_COMPANION_DATA_DIR'] : undefined);
  return {
    dataDir: dataDir === undefined || dataDir === '' ? null : resolve(withHome(dataDir)),
    profile: profileOf(valueOf(args, '--profile'), valueOf(args, '--emulator')),
    presetPath: preset === '' ? null : resolve(withHome(preset)),
    allowFileVault: args.includes('--allow-file-vault'),
    inBackground: args.includes('--background'),
    smoke,
  };
}

/** `--smoke` or `--smoke=REPORT`, never followed by a value: an image may come next. */
function smokeOf(args: readonly string[]): RunOptions['smoke'] {
  const arg = args.findLast((one) => one === '--smoke' || one.startsWith('--smoke='));
  if (arg === undefined) return null;
  const path = arg.slice('--smoke='.length);
  return { reportPath: path === '' ? null : resolve(withHome(path)) };
}

function profileOf(profile: string | undefined, emulator: string | undefined): RunOptions['profile'] {
  if (emulator !== undefined) return { kind: 'emulator', address: emulator };
  return profile === undefined || !/^[a-z][a-z0-9-]{0,39}$/.test(profile) ? null : choiceOf(profile);
}

/** The arguments of a later start, as that process sent them: Chromium adds its own switches to those of Electron. */
export type SecondStart = { readonly args: readonly string[]; readonly workingFolder: string };

const secondStartSchema = z.object({ args: z.array(z.string()), workingFolder: z.string() });

/** `given`: what a later start sent; another version of the app may have sent something else. */
export const readSecondStart = (given: unknown, workingFolder: string): SecondStart =>
  secondStartSchema.safeParse(given).data ?? { args: [], workingFolder };

const fileExtensions: ReadonlySet<string> = new Set([...Object.keys(reportExtensions), presetExtension]);
const withValue: ReadonlySet<string> = new Set(['--data-dir', '--profile', '--emulator', '--preset']);

/** A path of any kind, absolute: passed by a process that quits to the next one. */
const openOption = '--given-path=';

const isFile = (arg: string, index: number, args: readonly string[]) =>
  !arg.startsWith('-') && !withValue.has(args[index - 1] ?? '') && fileExtensions.has(extname(arg).toLowerCase());

/** The images and presets that the arguments name, absolute: by "Open with", or dropped on the program. Their content is checked later. */
export function filesIn(args: readonly string[], workingFolder: string): string[] {
  const opened = args.filter((arg) => arg.startsWith(openOption)).map((arg) => arg.slice(openOption.length));
  return [...args.filter(isFile), ...opened].map((path) => resolve(workingFolder, path));
}

/** The other arguments. */
const withoutFiles = (args: readonly string[]): string[] =>
  args.filter((arg, index) => !isFile(arg, index, args) && !arg.startsWith(openOption));

/** Both `--name value` and `--name=value`; the last one counts. */
function valueOf(args: readonly string[], name: string): string | undefined {
  const index = args.findLastIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  const arg = args[index];
  if (arg === undefined) return undefined;
  if (arg !== name) return arg.slice(name.length + 1);
  const value = args[index + 1];
  return value === undefined || value.startsWith('--') ? undefined : value;
}

// What comes after the first start: further starts, and files that macOS passes. While the process quits, they are kept
// for the process that starts next.

type FurtherStartOptions = {
  readonly app: Pick<App, 'on'>;
  /** The arguments of this process. */
  readonly args: readonly string[];
  readonly isQuitting: () => boolean;
  readonly show: () => void;
  readonly add: (paths: readonly string[]) => void;
};

/** Follows them until the process ends. Returns the arguments of the next start, or null if none is wanted. */
export function followFurtherStarts({ app, args, isQuitting, show, add }: FurtherStartOptions) {
  let missed: { readonly args: readonly string[]; readonly paths: readonly string[] } | null = null;
  const keep = (options: readonly string[], paths: readonly string[]) => {
    missed = { args: withoutFiles(options), paths: [...(missed?.paths ?? []), ...paths] };
  };

  app.on('second-instance', (_event, _argv, workingFolder, given) => {
    const start = readSecondStart(given, workingFolder);
    const paths = filesIn(start.args, start.workingFolder);
    if (isQuitting()) return keep(start.args, paths);
    // A launch at login, while the app runs already.
    if (!start.args.includes('--background')) show();
    add(paths);
  });
  // macOS: "Open with", and files or folders dropped on the icon in the Dock.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    if (!isQuitting()) return add([path]);
    // This process may have been started at login; now the pilot wants the window.
    keep(missed?.args ?? args.filter((arg) => arg !== '--background'), [path]);
  });
  return (): readonly string[] | null => missed && [...missed.args, ...missed.paths.map((path) => openOption + path)];
}
