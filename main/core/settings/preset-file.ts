import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { failed, type Result } from '../../contract/failure.ts';
import type { Preset } from './preset.ts';
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
