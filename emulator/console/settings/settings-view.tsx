// All options with their values, and the parallel worlds. The state is reset, exported and imported above them.
import { useEffect, useState } from 'react';
import type { ListGroup, ListRow } from '../elements/list.tsx';
import type { SettingView, WorldView } from '../../api-types.ts';
import { CallButton } from '../elements/call-form.tsx';
import { ListView, Tools, useOpened } from '../elements/list.tsx';
import { Switch } from '../elements/form.tsx';
import { every } from '../store/machine-time.ts';
import { messages } from '../messages/messages.ts';
import { Button, CommandLine, CopyButton } from '../elements/button.tsx';
import { visible } from '../../http/visible.ts';
import { usePart, useStore } from '../store/use-store.ts';
import './settings.css';

const text = messages.settings;
const { world } = messages;

export function SettingsView() {
  const { controlToken } = useStore();
  const opened = useOpened('settings');
  const settings = usePart('settings')?.items ?? [];
  const rowsOf = (isLive: boolean) => settings.filter((one) => one.isLive === isLive).map(settingRow);
  return (
    <ListView
      opened={opened}
      groups={[
        ...useWorlds(),
        {
          id: 'live',
          title: text.live,
          more: <span className="dim small">{text.liveAbout}</span>,
          items: rowsOf(true),
        },
        {
          id: 'start',
          title: text.start,
          more: <span className="dim small">{text.startAbout}</span>,
          items: rowsOf(false),
        },
      ]}
      keyOf={({ key }) => key}
      renderRow={(row) => row}
      rowHigh={46}
      tools={
        <Tools title={messages.views.settings}>
          <StateTools />
          <CopyButton text={controlToken} label={text.copyToken} className="button" />
        </Tools>
      }
    />
  );
}

/** Resets, exports and imports the state. */
function StateTools() {
  const store = useStore();
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      const state: Record<string, unknown> = JSON.parse(await file.text());
      await store.act('state.import', state, world.imported);
    } catch {
      store.notify('refused', world.notJson(visible(file.name)));
    }
  };
  return (
    <>
      <CallButton call="reset" title={world.reset} look="danger" done={world.wasReset} />
      <Button onClick={() => store.save('state.export', world.fileName)}>{world.export}</Button>
      <label className="button" title={world.importMeans}>
        {world.import}
        <input
          type="file"
          className="off-screen"
          accept="application/json,.json"
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = '';
          }}
        />
      </label>
    </>
  );
}

const settingRow = (setting: SettingView): ListRow => ({
  key: setting.name,
  tone: 'plain',
  cells: {
    who: (
      <>
        <span>
          <code translate="no">{setting.flag === null ? setting.name : `--${setting.flag}`}</code>
          {setting.assumption === null ? null : (
            <span className="assumption" title={text.assumption(setting.assumption)}>
              {setting.assumption}
            </span>
          )}
        </span>
        <code className="dim small" translate="no">
          {setting.name}
        </code>
      </>
    ),
    about: <span className="dim small">{setting.help}</span>,
    state: <SettingValue setting={setting} />,
  },
});

function SettingValue({ setting }: { readonly setting: SettingView }) {
  const { name, kind, choices, value, text: shown, isLive } = setting;
  const label = setting.flag ?? name;
  const store = useStore();
  const change = async (wanted: string | boolean) =>
    (await store.act('settings.change', { [name]: wanted }, text.changed(label))) !== null;
  if (!isLive)
    return value === null ? <span className="dim">{text.notSet}</span> : <code className="dim">{shown}</code>;
  if (kind === 'switch') {
    return <Switch label={label} isOn={value === true} states={text.switched} onChange={(isOn) => void change(isOn)} />;
  }
  if (kind !== 'choice') return <SettingText key={shown} label={label} text={shown} onChange={change} />;
  return (
    <select aria-label={label} value={String(value)} onChange={({ target }) => void change(target.value)}>
      {choices?.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
}

/** A text setting: applied with Enter or on blur, reverted with Escape. */
function SettingText({
  label,
  text: applied,
  onChange,
}: {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => Promise<boolean>;
}) {
  const [isWrong, setWrong] = useState(false);
  const apply = async (typed: string) => setWrong(typed !== applied && !(await onChange(typed)));
  return (
    <input
      aria-label={label}
      aria-invalid={isWrong || undefined}
      autoComplete="off"
      spellCheck={false}
      defaultValue={applied}
      onBlur={({ target }) => void apply(target.value.trim())}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') void apply(currentTarget.value.trim());
        if (key !== 'Escape') return;
        currentTarget.value = applied;
        setWrong(false);
      }}
    />
  );
}

const readAgainMs = 3000;

/** The parallel worlds, each with a link to its console. No event reports them, so the list is read again while it is shown. */
function useWorlds(): ListGroup<ListRow>[] {
  const { refresh, base, address, controlToken } = useStore();
  const worlds = usePart('worlds')?.items ?? [];
  useEffect(() => every(readAgainMs, () => refresh('worlds')), [refresh]);
  // A world has none of its own.
  if (/\/w\/[\w-]+$/.test(address)) return [];
  const worldRow = ({ id, url, mode, scenario }: WorldView): ListRow => ({
    key: `world/${id}`,
    tone: 'plain',
    cells: {
      who: (
        // Relative to this page, which may have been reached by another port.
        <a
          href={`${address}/w/${id}/_emulator/#token=${encodeURIComponent(controlToken)}`}
          target="_blank"
          rel="noreferrer"
          aria-label={messages.worlds.open(id)}
        >
          <code translate="no">{id}</code>
        </a>
      ),
      about: <span className="dim small">{[url, mode, scenario].filter((one) => one !== null).join(' · ')}</span>,
    },
  });
  const none = (
    <>
      <span className="dim small">{messages.worlds.none}</span>
      <CommandLine text={`curl -X POST -H "Authorization: Bearer $CONTROL_TOKEN" ${base}worlds`} />
    </>
  );
  return [
    {
      id: 'worlds',
      title: messages.worlds.title,
      more: worlds.length === 0 ? none : <span className="dim small">{messages.worlds.about}</span>,
      items: worlds.map(worldRow),
    },
  ];
}
