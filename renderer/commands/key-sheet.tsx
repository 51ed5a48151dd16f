// The list of keyboard shortcuts. The button of a command waits for the keys of a new one.
import { Button } from '../elements/button.tsx';
import { Sheet, useModal } from '../elements/sheet.tsx';
import { type KeyboardEvent, useState } from 'react';
import { useStore } from '../store/use-window.ts';
import { t } from '../text.ts';
import {
  type CommandRow,
  commandRows,
  conflictOf,
  keycapsOf,
  shortcutFor,
  shortcutOf,
  withShortcut,
} from './shortcuts.ts';
import { isMac, Keycaps } from './keycaps.tsx';
import { useShortcutChanges } from './use-commands.ts';

/** Keys that can't be changed, because pilots and screen readers expect them. */
const fixed = [
  { keys: ['↓', '↑'], does: 'move' },
  { keys: ['Mod+Space', 'Shift+↓', 'Shift+↑'], does: 'select' },
  { keys: ['Mod+a'], does: 'all' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['Esc'], does: 'close' },
  { keys: ['Mod+z'], does: 'undo' },
] as const;

export default function KeySheet({ close }: { readonly close: () => void }) {
  const { changeSettings } = useStore();
  const ref = useModal();
  const changes = useShortcutChanges();
  const [waiting, setWaiting] = useState<CommandRow | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function stop() {
    setWaiting(null);
    setProblem(null);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (waiting === null || ['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'Tab'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'Escape') return stop();
    const isRemoved = event.key === 'Backspace' || event.key === 'Delete';
    const shortcut = isRemoved ? '' : shortcutOf(event.nativeEvent);
    const conflict = shortcut === null ? 'reserved' : isRemoved ? null : conflictOf(shortcut, waiting.id, changes);
    const key = shortcut === null ? event.key : keycapsOf(shortcut, isMac()).join(' ');
    if (conflict === 'reserved') return setProblem(t('window.shortcut.reserved', { key }));
    if (conflict !== null) return setProblem(t('window.shortcut.taken', { key, name: conflict.name() }));
    void changeSettings({ shortcuts: withShortcut(changes, waiting, shortcut!) });
    return stop();
  }

  return (
    // While a button waits for a shortcut, it gets every key.
    <Sheet ref={ref} className="key-sheet" title={t('window.shortcut.title')} close={close} onKeyDown={onKeyDown}>
      <p className="dim small">{t('window.shortcut.text')}</p>
      <ul className="key-rows">
        {commandRows.map((row) => (
          <li key={row.id}>
            <span>{row.name()}</span>
            <button
              type="button"
              className="key-button"
              aria-pressed={waiting === row}
              onClick={() => {
                setProblem(null);
                setWaiting(row);
              }}
              onBlur={stop}
            >
              <span className="off-screen">{t('window.shortcut.change', { name: row.name() })} </span>
              {waiting === row ? t('window.shortcut.press') : <Keycaps shortcut={shortcutFor(row, changes)} />}
            </button>
          </li>
        ))}
        {fixed.map(({ keys, does }) => (
          <li key={does}>
            <span>{t('window.shortcut.does', { key: does })}</span>
            <span className="fixed-keys">
              {keys.map((key) => (
                <Keycaps key={key} shortcut={key} />
              ))}
            </span>
          </li>
        ))}
      </ul>
      <div className="line key-foot">
        <p role="alert" className="invalid small">
          {problem}
        </p>
        <Button onClick={() => ref.current?.close()}>{t('window.common.close')}</Button>
        {Object.keys(changes).length > 0 && (
          <Button onClick={() => void changeSettings({ shortcuts: {} })}>{t('window.shortcut.reset')}</Button>
        )}
      </div>
    </Sheet>
  );
}
