// Settings from what was given and the defaults of option-table.ts, and values from texts.

import type { EmulatorClock } from '../clock/clock.ts';
import { asGiven, EmulatorError } from '../emulator-error.ts';
import { expectation, isAllowed, readValue } from './option-kinds.ts';
import type { OptionRow } from './option-kinds.ts';
import type { SeenSecret } from './seen-secret.ts';
import { type EmulatorSettings, optionTable, type OptionName, optionNames } from './option-table.ts';

export interface EmulatorOptions extends Partial<EmulatorSettings> {
  /**
   * `system` (the default) follows the machine's time, `virtual` stands still until `clock.advance`; a clock of one's
   * own joins several emulators, or an emulator and its client, in one time.
   */
  clock?: 'system' | 'virtual' | EmulatorClock;
  /** Is told every secret that is issued or sent, in the clear: for tests that search for what a client left behind. */
  onSecret?: (secret: SeenSecret) => void;
}

/** All settings from what was given and the defaults. A wrong or unknown option is refused in one sentence. */
export function settingsFrom(options: EmulatorOptions): EmulatorSettings {
  for (const name of Object.keys(options)) {
    if (name !== 'clock' && name !== 'onSecret' && !Object.hasOwn(optionTable, name)) {
      throw new EmulatorError('option', `There is no option ${name}; the options are ${optionNames.join(', ')}.`);
    }
  }
  const chosen = optionNames.map((name) => {
    const value = options[name] ?? optionTable[name].default;
    if (options[name] !== undefined && options[name] !== null) checkValue(name, optionTable[name], value);
    return [name, value] as const;
  });
  const settings = Object.fromEntries(chosen) as unknown as EmulatorSettings;
  return { ...settings, ...switchesByMode(settings) };
}

/** A switch that nobody has set is on in extended mode, where a default is left to the mode. */
function switchesByMode(settings: EmulatorSettings): Partial<EmulatorSettings> {
  const open = optionNames.filter((name) => optionTable[name].kind === 'switch' && settings[name] === null);
  return Object.fromEntries(open.map((name) => [name, settings.mode === 'extended']));
}

/** The value of a flag's text, or a refusal that names the flag. `null` is a flag without a value. */
export function parseFlagValue(name: OptionName, text: string | null): string | number | boolean {
  const row: OptionRow = optionTable[name];
  const value = text === null ? row.kind === 'switch' || null : readValue(row, text);
  if (value === null || !isAllowed(row, value)) {
    const got = text === null ? 'nothing was given' : `“${text}” is not that`;
    throw new EmulatorError('option', `--${row.flag} takes ${expectation(row, 'flag')}; ${got}.`);
  }
  return value;
}

/** A value as the library takes it or as the command line writes it, or a refusal that names the option. */
export function readOption(name: OptionName, value: unknown): string | number | boolean {
  const row: OptionRow = optionTable[name];
  const read = typeof value === 'string' ? readValue(row, value) : value;
  if (isAllowed(row, read)) return read as string | number | boolean;
  const expected =
    typeof value === 'string'
      ? expectation(row, 'flag')
      : `${expectation(row, 'value')}, or a text as --${row.flag} takes it`;
  throw new EmulatorError('option', `${name} takes ${expected}; ${asGiven(value)} is not that.`);
}

function checkValue(name: string, row: OptionRow, value: unknown): void {
  if (isAllowed(row, value)) return;
  throw new EmulatorError('option', `${name} takes ${expectation(row, 'value')}; ${asGiven(value)} is not that.`);
}
