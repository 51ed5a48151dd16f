// What this installation is: who updates it, whose updates it accepts, and what is new in it. Read at each start.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { UpdatesState } from '../../contract/state.ts';
import { appImageOf } from '../system/app-image.ts';

// What changed since the version before, from the changelog in the package: plain text, bounded.

const mostLines = 40;
const mostLength = 300;

/** Lines of the sections above that of `before`, up to that of `version`; of `version` alone where `before` has none. */
export function notesSince(changelog: string, before: string, version: string): string[] {
  const sections = changelog.split(/^## /m).slice(1);
  const indexOf = (wanted: string) => sections.findIndex((section) => versionOf(section) === wanted);
  const from = indexOf(version);
  if (from === -1) return [];
  const to = indexOf(before);
  return sections
    .slice(from, to > from ? to : from + 1)
    .flatMap((section) => section.split('\n').slice(1))
    .map(plain)
    .filter((line) => line !== '')
    .slice(0, mostLines);
}

/** The first line of a section: `[1.2.0] - 2026-11-22` or `1.2.0`. */
const versionOf = (section: string) => /^\[?([^\]\s]+)/.exec(section)?.[1];

/** Without Markdown, headings and characters that do not print. */
const plain = (line: string) =>
  line.startsWith('#') || /^\*\*.*\*\*$/.test(line)
    ? ''
    : line
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/\s*\([^()]*\.md\)/g, '')
        .replace(/[*`_]{1,2}(\S[^*`_]*)[*`_]{1,2}/g, '$1')
        .replace(/^\s*[-*] /, '')
        .replace(/[\p{Cc}\p{Cf}]/gu, '')
        .trim()
        .slice(0, mostLength);

// Who updates this installation: the app itself, the system's package manager, or no one.

type Installation = {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The running program, absolute. */
  readonly program: string;
  /** The content of `package-type` among the resources, which a deb and an rpm have; null if there is none. */
  readonly packageType: string | null;
  /** Whether this build has the address of a feed and keys. */
  readonly hasFeed: boolean;
};

export function updatedBy({
  isPackaged,
  platform,
  env,
  program,
  packageType,
  hasFeed,
}: Installation): UpdatesState['by'] {
  if (!isPackaged) return 'nobody';
  if (platform !== 'linux') {
    // A portable program is unpacked to another place at each start.
    return hasFeed && !env['PORTABLE_EXECUTABLE_DIR'] ? 'app' : 'nobody';
  }
  // Before package-type: electron-builder packs the AppImage from a folder in which the deb's file may lie.
  if (appImageOf(env, program) !== null) return hasFeed ? 'app' : 'nobody';
  if (packageType !== null || env['FLATPAK_ID'] || env['SNAP']) return 'system';
  return 'nobody';
}

// The public keys of updates in the packed package.json.

const keysSchema = z.object({ updateKeys: z.array(z.base64().min(1)).min(1).max(3) });

/** `app`: the folder or the archive of the app, absolute. Empty if it was built without keys. */
export function keysIn(app: string): readonly string[] {
  try {
    const read = keysSchema.safeParse(JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')));
    return read.data?.updateKeys ?? [];
  } catch {
    return [];
  }
}
