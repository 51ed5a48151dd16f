import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { failed, type Failure, type Result } from '../../contract/failure.ts';
import type { Preset } from '../../contract/settings.ts';
import { failures } from '../messages/failures.ts';
import { errorCode } from '../platform/error-code.ts';
import { readPreset } from './presets.ts';

/** Returns the preset in a file, or why it can't be used. */
export async function readPresetFile(path: string): Promise<Result<Preset>> {
  try {
    return readPreset(await readFile(path, 'utf8'), basename(path));
  } catch (error) {
    return failed(failures.presetUnreadable(path, errorCode(error)));
  }
}

/** What a preset is called, so that it can be opened by double click. */
export const presetExtension = '.pilotpreset';

export const isPresetFile = (path: string): boolean => extname(path).toLowerCase() === presetExtension;

/** The presets in a folder, in the order of their names; none if there is no folder. `failures`: those that can't be used. */
export async function readPresetFolder(folder: string): Promise<{ presets: Preset[]; failures: Failure[] }> {
  const names = (await readdir(folder).catch(() => [])).toSorted((one, other) => (one < other ? -1 : 1));
  const wanted = names.filter((name) => isPresetFile(name) || extname(name).toLowerCase() === '.json');
  const read = await Promise.all(wanted.map((name) => readPresetFile(join(folder, name))));
  return {
    presets: read.flatMap((result) => (result.ok ? [result.value] : [])),
    failures: read.flatMap((result) => (result.ok ? [] : [result.failure])),
  };
}
