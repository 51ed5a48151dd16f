// Folders in which simulators and systems keep screenshots, as far as they are on this computer. The table has its sources
// in docs/pilots/screenshot-folders.md.
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SuggestedFolder } from '../../contract/folder-rules.ts';
import { withoutMark } from '../platform/text/byte-order-mark.ts';
import { hasReportExtension } from '../uploads/image/image-check.ts';
import { createNameRule } from './name-pattern.ts';
import type { FolderState } from '../../contract/state.ts';

/** Of the computer: its system, the pilot's home folder, and the environment of this process. */
export type Surroundings = {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** `path`: with `*` for any part of a name; relative to the home folder unless a variable is named. */
type Place = {
  /** Null: the system's own. */
  readonly program: string | null;
  readonly path: string;
  readonly in?: 'PROGRAMFILES(X86)' | 'OneDrive';
  /** The folder has other images as well: only these names are suggested. */
  readonly names?: readonly string[];
  /** Not only of a simulator. */
  readonly ofAnything?: boolean;
};

const steamApps = [
  ['Microsoft Flight Simulator 2020', 1_250_410],
  ['Microsoft Flight Simulator 2024', 2_537_590],
  ['Microsoft Flight Simulator X', 314_160],
  ['X-Plane 11', 269_950],
  ['X-Plane 12', 2_014_780],
] as const;
const onSteam = (steam: string, root?: Place['in']): Place[] =>
  steamApps.map(([program, app]) => ({
    program,
    path: `${steam}/userdata/*/760/remote/${app}/screenshots`,
    ...(root && { in: root }),
  }));

const flightGear: Place = { program: 'FlightGear', path: 'Desktop', names: ['fgfs-screen-*'] };

const places: Readonly<Partial<Record<NodeJS.Platform, readonly Place[]>>> = {
  win32: [
    ...onSteam('Steam', 'PROGRAMFILES(X86)'),
    { program: 'Microsoft Flight Simulator X', path: 'Pictures/Flight Simulator X Files' },
    { program: 'Prepar3D', path: 'Pictures/Prepar3D v* Files' },
    flightGear,
    { program: 'Xbox Game Bar', path: 'Videos/Captures', ofAnything: true },
    { program: null, path: 'Pictures/Screenshots', ofAnything: true },
    { program: null, path: 'Pictures/Screenshots', in: 'OneDrive', ofAnything: true },
  ],
  darwin: [
    ...onSteam('Library/Application Support/Steam'),
    flightGear,
    { program: null, path: 'Desktop', names: ['Screenshot *', 'Screen Shot *'], ofAnything: true },
  ],
  linux: [
    ...onSteam('.local/share/Steam'),
    ...onSteam('.var/app/com.valvesoftware.Steam/.local/share/Steam'),
    flightGear,
    { program: null, path: 'Pictures/Screenshots', ofAnything: true },
  ],
};

/** Each line is a folder in which X-Plane was installed. */
const xPlaneLists: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  win32: 'AppData/Local',
  darwin: 'Library/Preferences',
  linux: '.x-plane',
};

/** Those with the newest screenshots first. Folders that cannot be read are left out. */
export async function suggestedFolders(around: Surroundings): Promise<SuggestedFolder[]> {
  const { platform, home, env } = around;
  const found = new Map<string, SuggestedFolder>();
  async function suggest(program: string | null, path: string, names: readonly string[] | null, ofAnything = false) {
    const suggestion = await folderAt({ program, path, names, ofAnything }).catch(() => null);
    if (!suggestion) return;
    const known = found.get(suggestion.path);
    if (!known) found.set(suggestion.path, suggestion);
    else if (known.names && suggestion.names) found.set(known.path, together(known, suggestion));
  }
  for (const { program, path, in: root, names = null, ofAnything } of places[platform] ?? []) {
    const start = root === undefined ? home : env[root];
    if (!start) continue;
    for (const folder of await expand(start, path.split('/'))) await suggest(program, folder, names, ofAnything);
  }
  const lists = xPlaneLists[platform];
  for (const version of lists === undefined ? [] : ['11', '12']) {
    const text = await readFile(join(home, lists!, `x-plane_install_${version}.txt`), 'utf8').catch(() => '');
    for (const line of withoutMark(text)
      .split(/\r?\n/)
      .filter((one) => one.trim() !== '')) {
      await suggest(`X-Plane ${version}`, join(line.trim(), 'Output', 'screenshots'), null);
    }
  }
  return [...found.values()].toSorted((one, other) => (other.newest ?? 0) - (one.newest ?? 0));
}

/** One folder may hold the screenshots of two programs. */
const together = (one: SuggestedFolder, other: SuggestedFolder): SuggestedFolder => ({
  path: one.path,
  program: [one.program, other.program].filter((name) => name !== null).join(', ') || null,
  names: [...(one.names ?? []), ...(other.names ?? [])],
  approval: one.approval || other.approval,
  images: one.images + other.images,
  newest: Math.max(one.newest ?? 0, other.newest ?? 0) || null,
});

/** The folders that match, part by part. */
async function expand(start: string, parts: readonly string[]): Promise<string[]> {
  const [part, ...rest] = parts;
  if (part === undefined) return [start];
  if (!part.includes('*')) return expand(join(start, part), rest);
  const isMatch = createNameRule([part]);
  const names = await readdir(start).catch(() => []);
  return (await Promise.all(names.filter(isMatch).map((name) => expand(join(start, name), rest)))).flat();
}

async function folderAt({
  program,
  path,
  names,
  ofAnything,
}: {
  program: string | null;
  path: string;
  names: readonly string[] | null;
  ofAnything: boolean;
}): Promise<SuggestedFolder | null> {
  const real = await realpath(path);
  const isWanted = createNameRule(names ?? ['*']);
  const images = (await readdir(real)).filter((name) => hasReportExtension(name) && isWanted(name));
  // A general folder is suggested only if it is used for screenshots.
  if (names !== null && images.length === 0) return null;
  // Names of screenshots begin with a date or a number: the last few in order are the newest.
  const last = await Promise.all(
    images
      .toSorted()
      .slice(-20)
      .map((name) => stat(join(real, name)).catch(() => null)),
  );
  const newest = Math.max(0, ...last.map((info) => info?.mtimeMs ?? 0));
  return {
    path: real,
    program,
    names: names && [...names],
    approval: ofAnything,
    images: images.length,
    newest: newest || null,
  };
}

// The newest screenshot of the watched folders, by the rules for names.

/** Null if there is none. Folders that cannot be read are left out. */
export async function newestScreenshot(
  folders: readonly Pick<FolderState, 'path' | 'rules'>[],
): Promise<{ path: string; name: string } | null> {
  const found = await Promise.all(
    folders.map(async ({ path: folder, rules }) => {
      const isWanted = createNameRule(rules.names);
      const names = (await readdir(folder).catch(() => [])).filter(
        (name) => hasReportExtension(name) && isWanted(name),
      );
      const images = names.map(async (name) => {
        const info = await stat(join(folder, name)).catch(() => null);
        return info?.isFile() ? [{ path: join(folder, name), name, at: info.mtimeMs }] : [];
      });
      return (await Promise.all(images)).flat();
    }),
  );
  const [newest] = found.flat().toSorted((one, other) => other.at - one.at);
  return newest ? { path: newest.path, name: newest.name } : null;
}
