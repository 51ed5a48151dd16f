// All options with their values; the state, the parallel worlds and the control interface beside them.
import { useEffect, useState } from 'react';
import type { SettingView } from '../../api-types.ts';
import { CommandLine, CopyButton } from '../elements/copy.tsx';
import { Switch } from '../elements/form.tsx';
import { messages } from '../messages/messages.ts';
import { every } from '../store/machine-time.ts';
import { usePart, useStore } from '../store/use-store.ts';
import './settings.css';
import { StateSection } from './state-section.tsx';

const text = messages.settings;

export function SettingsView() {
  const settings = usePart('settings')?.items ?? [];
  const groups = [
    { id: 'live', title: text.live, about: text.liveAbout, isLive: true },
    { id: 'start', title: text.start, about: text.startAbout, isLive: false },
  ];
  return (
    <div className="page">
      <h2>{messages.views.settings}</h2>
      <div className="settings-columns">
        <div>
          {groups.map(({ id, title, about, isLive }) => (
            <section key={id} aria-labelledby={`settings-${id}`}>
              <div className="section-head">
                <h3 id={`settings-${id}`}>{title}</h3>
                <p className="dim small">{about}</p>
              </div>
              <div className="settings">
                {settings
                  .filter((one) => one.isLive === isLive)
                  .map((setting) => (
                    <SettingRow key={setting.name} setting={setting} />
                  ))}
              </div>
            </section>
          ))}
        </div>
        <div className="beside-settings">
          <StateSection />
          <WorldSection />
          <ControlSection />
        </div>
      </div>
    </div>
  );
}

/** One option: flag, assumption, help and value. */
function SettingRow({ setting }: { readonly setting: SettingView }) {
  const { flag, assumption, help, isLive } = setting;
  return (
    <div className="setting">
      <div className="setting-text">
        <p>
          <code translate="no">--{flag}</code>
          {assumption === null ? null : (
            <span className="assumption" title={text.assumption(assumption)}>
              {assumption}
            </span>
          )}
          {isLive ? null : <span className="dim small">{text.startOnly}</span>}
        </p>
        <p className="dim small">{help}</p>
      </div>
      <div className="setting-value">
        <SettingValue setting={setting} />
      </div>
    </div>
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
function WorldSection() {
  const { refresh, base, address, controlToken } = useStore();
  const worlds = usePart('worlds')?.items;
  useEffect(() => every(readAgainMs, () => refresh('worlds')), [refresh]);
  // A world has none of its own.
  if (/\/w\/[\w-]+$/.test(address)) return null;
  return (
    <section className="card" aria-labelledby="worlds">
      <h3 id="worlds">
        {messages.worlds.title} <span className="dim">{worlds?.length}</span>
      </h3>
      <p className="dim small">{messages.worlds.about}</p>
      {worlds?.length === 0 ? (
        <>
          <p className="small">{messages.worlds.none}</p>
          <CommandLine text={`curl -X POST -H "Authorization: Bearer $CONTROL_TOKEN" ${base}worlds`} />
        </>
      ) : (
        <ul className="world-links">
          {worlds?.map(({ id }) => (
            <li key={id}>
              {/* Relative to this page, which may have been reached by another port. */}
              <a
                href={`${address}/w/${id}/_emulator/#token=${encodeURIComponent(controlToken)}`}
                target="_blank"
                rel="noreferrer"
                aria-label={messages.worlds.open(id)}
              >
                <code translate="no">{id}</code>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** How to use the control interface over HTTP. */
function ControlSection() {
  const { base, controlToken } = useStore();
  return (
    <section className="card" aria-labelledby="control">
      <h3 id="control">{messages.control.title}</h3>
      <p className="dim small">{messages.control.about}</p>
      <CommandLine text={`curl -H "Authorization: Bearer $T" ${base}clock`} />
      <div className="actions">
        <CopyButton text={controlToken} label={messages.control.copyToken} />
      </div>
      <p className="dim small">{messages.control.guide}</p>
    </section>
  );
}
