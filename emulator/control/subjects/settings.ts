// The options of this emulator and what they are set to; the live ones can be changed while it runs.

import type { OptionRow } from '../../options/option-kinds.ts';
import { describeValue } from '../../options/option-kinds.ts';
import { readOption } from '../../options/options.ts';
import { EmulatorError } from '../../emulator-error.ts';
import type { EmulatorContext } from '../../context.ts';
import { wholeList } from '../paging.ts';
import type { Page, SettingsChange, SettingView } from '../../api-types.ts';
import { optionNames, optionTable, type EmulatorSettings, type OptionName } from '../../options/option-table.ts';

export interface SettingsControl {
  list(): Page<SettingView>;
  /** All or none. Values as the library takes them, or as the command line writes them. */
  change(change: SettingsChange): Page<SettingView>;
}

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
  // The token is what one asks with: no need to say it again.
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
