// Options of the app, the same as on the command line: `--data-dir DIR` (or PILOT_COMPANION_DATA_DIR), `--profile
// NAME`, `--emulator URL`, `--allow-file-vault`. Electron and Chromium read their own switches from the same line, so
// unknown ones are ignored.
import { resolve } from 'node:path';
import type { CompanionOptions } from '../core/app/companion.ts';
import { choiceOf } from '../core/settings/profile-choice.ts';

type RunOptions = {
  /** Absolute; null for the system's default. */
  readonly dataDir: string | null;
  /** For this run only; null for the settings. */
  readonly profile: NonNullable<CompanionOptions['profile']> | null;
  readonly allowFileVault: boolean;
};

export function readRunOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>): RunOptions {
  const dataDir = valueOf(args, '--data-dir') ?? env['PILOT_COMPANION_DATA_DIR'];
  return {
    dataDir: dataDir === undefined || dataDir === '' ? null : resolve(dataDir),
    profile: profileOf(valueOf(args, '--profile'), valueOf(args, '--emulator')),
    allowFileVault: args.includes('--allow-file-vault'),
  };
}

function profileOf(profile: string | undefined, emulator: string | undefined): RunOptions['profile'] {
  if (emulator !== undefined) return { kind: 'emulator', address: emulator };
  return profile === undefined || !/^[a-z][a-z0-9-]{0,39}$/.test(profile) ? null : choiceOf(profile);
}

/** Both `--name value` and `--name=value`; the last one counts. */
function valueOf(args: readonly string[], name: string): string | undefined {
  const index = args.findLastIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  const arg = args[index];
  if (arg === undefined) return undefined;
  if (arg !== name) return arg.slice(name.length + 1);
  const value = args[index + 1];
  return value === undefined || value.startsWith('--') ? undefined : value;
}
