// One option: flag, assumption, help and value.
import type { SettingView } from '../../api-types.ts';
import { Switch } from '../elements/switch.tsx';
import { useConsole } from '../store/use-console.ts';
import { words } from '../words/words.ts';
import { SettingText } from './setting-text.tsx';

export function SettingRow({ setting }: { readonly setting: SettingView }) {
  const store = useConsole();
  const { name, flag, kind, choices, value, text, assumption, help, isLive } = setting;
  const change = async (wanted: string | boolean) => {
    const changed = await store.act(
      () => store.calls.settings.change({ [name]: wanted }),
      words.settings.changed(flag),
    );
    if (changed === null) store.parts.settings.refresh();
    else store.parts.settings.put(changed);
    return changed !== null;
  };
  const drawn = () => {
    if (!isLive) return <code className="fixed">{value === null ? words.settings.notSet : text}</code>;
    if (kind === 'switch')
      return (
        <Switch
          label={flag}
          isOn={value === true}
          states={words.settings.switched}
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
      <div className="setting-words">
        <p>
          <code>--{flag}</code>
          {assumption === null ? null : (
            <span className="assumption" title={words.settings.assumption(assumption)}>
              {assumption}
            </span>
          )}
          {isLive ? null : <span className="dim small">{words.settings.startOnly}</span>}
        </p>
        <p className="dim small">{help}</p>
      </div>
      <div className="setting-value">{drawn()}</div>
    </div>
  );
}
