// All options with their values, and the parallel worlds. The state is reset, exported and imported above them.
import { useEffect, useState } from 'react';
import type { SettingView, WorldView } from '../../api-types.ts';
import { CommandLine, CopyButton } from '../elements/copy.tsx';
import { Detail, Facts } from '../elements/detail.tsx';
import { Switch } from '../elements/form.tsx';
import { ListView, Tools, useOpened } from '../elements/list.tsx';
import type { ListGroup, ListRow } from '../elements/list.tsx';
import { messages } from '../messages/messages.ts';
import { every } from '../store/machine-time.ts';
import { usePart, useStore } from '../store/use-store.ts';
import './settings.css';
import { StateTools } from './state-tools.tsx';

const text = messages.settings;

export function SettingsView() {
  const { controlToken } = useStore();
  const opened = useOpened('settings');
  const settings = usePart('settings')?.items ?? [];
  const open = settings.find(({ name }) => name === opened.openKey);
  const rowsOf = (isLive: boolean) => settings.filter((one) => one.isLive === isLive).map(settingRow);
  return (
    <ListView
      opened={opened}
      label={messages.views.settings}
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
      detail={open && <SettingDetail key={open.name} setting={open} onClose={opened.close} />}
    />
  );
}

const settingRow = (setting: SettingView): ListRow => ({
  key: setting.name,
  tone: 'plain',
  cells: {
    who: (
      <>
        <code translate="no">--{setting.flag}</code>
        {setting.assumption === null ? null : (
          <span className="assumption" title={text.assumption(setting.assumption)}>
            {setting.assumption}
          </span>
        )}
      </>
    ),
    about: <span className="dim small">{setting.help}</span>,
    state: <SettingValue setting={setting} />,
  },
});

function SettingDetail({ setting, onClose }: { readonly setting: SettingView; readonly onClose: () => void }) {
  const { base } = useStore();
  const { name, flag, help, assumption, isLive, value, text: shown } = setting;
  const body = JSON.stringify({ [name]: typeof value === 'boolean' ? value : shown });
  return (
    <Detail label={`--${flag}`} onClose={onClose}>
      <h2 className="detail-title mono" translate="no">
        --{flag}
      </h2>
      <p>{help}</p>
      <Facts
        facts={[
          [text.option, <code key="option">{name}</code>],
          [text.value, value === null ? text.notSet : shown],
          [text.changes, isLive ? text.anytime : text.startOnly],
          [text.reason, assumption === null ? null : text.assumption(assumption)],
        ]}
      />
      {isLive ? (
        <CommandLine
          text={`curl -X PATCH -H "Authorization: Bearer $CONTROL_TOKEN" -H 'Content-Type: application/json' -d '${body}' ${base}settings`}
        />
      ) : null}
    </Detail>
  );
}

function SettingValue({
  setting: { name, flag, kind, choices, value, text: shown, isLive },
}: {
  readonly setting: SettingView;
}) {
  const store = useStore();
  const change = async (wanted: string | boolean) =>
    (await store.act('settings.change', { [name]: wanted }, text.changed(flag))) !== null;
  if (!isLive)
    return value === null ? <span className="dim">{text.notSet}</span> : <code className="dim">{shown}</code>;
  if (kind === 'switch') {
    return <Switch label={flag} isOn={value === true} states={text.switched} onChange={(isOn) => void change(isOn)} />;
  }
  if (kind !== 'choice') return <SettingText key={shown} label={flag} text={shown} onChange={change} />;
  return (
    <select aria-label={flag} value={String(value)} onChange={({ target }) => void change(target.value)}>
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
  const [draft, setDraft] = useState(applied);
  const [isWrong, setWrong] = useState(false);
  const apply = async () => setWrong(draft.trim() !== applied && !(await onChange(draft.trim())));
  return (
    <input
      aria-label={label}
      aria-invalid={isWrong || undefined}
      autoComplete="off"
      spellCheck={false}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={() => void apply()}
      onKeyDown={({ key }) => {
        if (key === 'Enter') void apply();
        if (key !== 'Escape') return;
        setDraft(applied);
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
  const worldRow = ({ id, url }: WorldView): ListRow => ({
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
      about: <span className="dim small">{url}</span>,
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
