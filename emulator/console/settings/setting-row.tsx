// One option: flag, assumption, help and value.
import type { SettingView } from '../../api-types.ts';
import { Switch } from '../elements/switch.tsx';
import { useConsole } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { useState } from 'react';

export function SettingRow({ setting }: { readonly setting: SettingView }) {
  const store = useConsole();
  const { name, flag, kind, choices, value, text, assumption, help, isLive } = setting;
  const change = async (wanted: string | boolean) => {
    const changed = await store.act(
      () => store.calls.settings.change({ [name]: wanted }),
      messages.settings.changed(flag),
    );
    if (changed === null) store.parts.settings.refresh();
    else store.parts.settings.put(changed);
    return changed !== null;
  };
  const drawn = () => {
    if (!isLive)
      return value === null ? (
        <span className="fixed">{messages.settings.notSet}</span>
      ) : (
        <code className="fixed">{text}</code>
      );
    if (kind === 'switch')
      return (
        <Switch
          label={flag}
          isOn={value === true}
          states={messages.settings.switched}
          onChange={(isOn) => void change(isOn)}
        />
      );
    if (kind === 'choice')
      return (
        <select aria-label={flag} value={String(value)} onChange={(event) => void change(event.target.value)}>
          {choices?.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      );
    return <SettingText key={text} label={flag} text={text} onChange={change} />;
  };
  return (
    <div className="setting">
      <div className="setting-text">
        <p>
          <code translate="no">--{flag}</code>
          {assumption === null ? null : (
            <span className="assumption" title={messages.settings.assumption(assumption)}>
              {assumption}
            </span>
          )}
          {isLive ? null : <span className="dim small">{messages.settings.startOnly}</span>}
        </p>
        <p className="dim small">{help}</p>
      </div>
      <div className="setting-value">{drawn()}</div>
    </div>
  );
}

// A text setting: applied with Enter or on blur, reverted with Escape.
export function SettingText({
  label,
  text,
  onChange,
}: {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => Promise<boolean>;
}) {
  const [draft, setDraft] = useState(text);
  const [isWrong, setWrong] = useState(false);
  const take = async () => {
    const wanted = draft.trim();
    if (wanted === text) return setWrong(false);
    setWrong(!(await onChange(wanted)));
  };
  return (
    <input
      className="short"
      aria-label={label}
      aria-invalid={isWrong || undefined}
      autoComplete="off"
      spellCheck={false}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => void take()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void take();
        if (event.key !== 'Escape') return;
        setDraft(text);
        setWrong(false);
      }}
    />
  );
}
