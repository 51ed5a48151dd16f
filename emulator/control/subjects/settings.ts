// Lists the options, and changes the live ones.

import type { OptionRow } from '../../options/option-kinds.ts';
import { describeValue } from '../../options/option-kinds.ts';
import { readOption } from '../../options/options.ts';
import { EmulatorError } from '../../emulator-error.ts';
import type { EmulatorContext } from '../../context.ts';
import { wholeList } from './paging.ts';
import type { Page, SettingsChange, SettingView } from '../../api-types.ts';
import { optionNames, optionTable, type EmulatorSettings, type OptionName } from '../../options/option-table.ts';

export type SettingsControl = {
  list(): Page<SettingView>;
  /** All or nothing. Values are those of the library, or texts as on the command line. */
  change(change: SettingsChange): Page<SettingView>;
};

export function createSettingsControl({
  settings,
  changed,
}: Pick<EmulatorContext, 'settings' | 'changed'>): SettingsControl {
  const list = () => wholeList(optionNames.map((name) => viewSetting(name, settings)));
  return {
    list,
    change(change) {
      const read = Object.entries(change).map(([name, value]) => {
        const known = optionNames.find((other) => other === name);
        if (known === undefined) {
          const live = optionNames.filter((other) => isLive(other)).join(', ');
          throw new EmulatorError('option', `Unknown setting ${name}; live settings are ${live}.`);
        }
        if (!isLive(known)) {
          throw new EmulatorError('not-allowed', `${name} can only be set at startup.`);
        }
        return [known, readOption(known, value)] as const;
      });
      Object.assign(settings, Object.fromEntries(read));
      changed('settings', 'limits');
      return list();
    },
  };
}

const isLive = (name: OptionName) => rowOf(name).isLive === true;

const rowOf = (name: OptionName): OptionRow => optionTable[name];

function viewSetting(name: OptionName, settings: EmulatorSettings): SettingView {
  const row = rowOf(name);
  // The caller already has the token.
  const value = name === 'controlToken' ? null : settings[name];
  return {
    name,
    flag: row.flag,
    kind: row.kind,
    choices: row.choices === undefined ? null : [...row.choices],
    value,
    text: describeValue(row, value),
    assumption: row.assumption ?? null,
    help: row.help,
    isLive: isLive(name),
  };
}
