// The field for the system-wide shortcut that adds the newest screenshot. It is set by pressing its keys.
import { useEffect, useState, type KeyboardEvent } from 'react';
import type { ShortcutState } from '../../main/contract/commands.ts';
import { Field } from '../elements/field.tsx';
import { useStore } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { t } from '../text.ts';
import { acceleratorOf } from './accelerator.ts';

const clearing: readonly string[] = ['Backspace', 'Delete'];

export function ShortcutField({ settings }: { readonly settings: KnownSettings }) {
  const { ask, changeSettings } = useStore();
  const [state, setState] = useState<ShortcutState | null>(null);
  const { captureShortcut } = settings;

  useEffect(() => {
    let isGone = false;
    void ask('shortcut.read', {}).then((result) => {
      if (!isGone && result.ok) setState(result.value.shortcut);
    });
    return () => {
      isGone = true;
    };
  }, [ask]);

  async function change(wanted: string) {
    await changeSettings({ captureShortcut: wanted });
    const result = await ask('shortcut.read', {});
    if (result.ok) setState(result.value.shortcut);
  }

  function press(event: KeyboardEvent) {
    const wanted = clearing.includes(event.key) ? '' : acceleratorOf(event);
    if (wanted === null) return;
    event.preventDefault();
    void change(wanted);
  }

  if (state === null || state === 'unavailable') return null;
  return (
    <Field
      label={t('background.shortcut')}
      hint={t('background.shortcutHint')}
      error={state === 'taken' ? t('background.shortcutTaken', { keys: captureShortcut }) : undefined}
      className="mono"
      readOnly
      placeholder={t('background.shortcutOff')}
      value={captureShortcut}
      onKeyDown={press}
    />
  );
}
