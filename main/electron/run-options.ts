// What the app is told when it is started: `--data-dir DIR` (or PILOT_COMPANION_DATA_DIR) and `--emulator URL`.
// Electron and Chromium read switches of their own from the same line, so what is not ours is passed over.
import { resolve } from 'node:path';

export type RunOptions = {
  /** Absolute; null leaves the place to the operating system's custom. */
  readonly dataDir: string | null;
  /** Address of a running emulator to use for this run only. */
  readonly emulator: string | null;
};

export function readRunOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>): RunOptions {
  const dataDir = valueOf(args, '--data-dir') ?? env['PILOT_COMPANION_DATA_DIR'];
  return {
    dataDir: dataDir === undefined || dataDir === '' ? null : resolve(dataDir),
    emulator: valueOf(args, '--emulator') ?? null,
  };
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
