// The command palette: a combobox with a list box in a dialog (WAI-ARIA Authoring Practices).
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Icon } from '../../elements/icon.tsx';
import { useNow, useStore, useWindow } from '../../store/use-window.ts';
import { t } from '../../text.ts';
import { Keycaps } from '../keycaps.tsx';
import { matching, paletteEntries, withRecent, type Entry } from './palette-entries.ts';

const none: readonly string[] = [];

export default function Palette({ close }: { readonly close: () => void }) {
  const id = useId();
  const store = useStore();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const recent = useWindow(({ settings }) => settings?.recentCommands ?? none);
  const found = matching(paletteEntries(store, useNow()), typed, recent);
  const idOf = (entry: Entry) => `${id}-${entry.id}`;
  const current = found[Math.min(active, found.length - 1)];

  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
  }, []);
  const currentId = current && idOf(current);
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  function choose(entry: Entry | undefined) {
    if (!entry) return;
    // Closed first, so that the focus is back where the command may need it. The dialog's own close event comes later
    // and would close a palette that has been opened again in between.
    dialog.current?.close();
    close();
    void store.changeSettings({ recentCommands: withRecent(recent, entry.id) });
    void entry.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = found.length - 1;
    const at = Math.min(active, last);
    const to = {
      ArrowDown: at < last ? at + 1 : 0,
      ArrowUp: at > 0 ? at - 1 : last,
      PageDown: Math.min(last, at + 8),
      PageUp: Math.max(0, at - 8),
    }[event.key];
    if (to !== undefined) setActive(to);
    else if (event.key === 'Enter') choose(current);
    else return;
    event.preventDefault();
  }

  return (
    // A click on the backdrop closes it, as Escape does for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('window.palette.title')}
      onClose={close}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-expanded={found.length > 0}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={currentId}
          aria-label={t('window.palette.hint')}
          placeholder={t('window.palette.hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActive(0);
          }}
        />
      </div>
      {/* A select can't contain keycaps, and would take the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div id={`${id}-list`} role="listbox" aria-label={t('window.palette.title')} className="palette-list">
        {found.map((entry, at) => (
          // The field keeps the focus and handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={entry.id}
            id={idOf(entry)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="option"
            tabIndex={-1}
            aria-selected={entry === current}
            onPointerMove={() => setActive(at)}
            onClick={() => choose(entry)}
          >
            <span className="palette-name">
              {entry.group !== '' && <span className="dim">{entry.group} </span>}
              <span lang={entry.lang}>{entry.name}</span>
            </span>
            <Keycaps shortcut={entry.shortcut} />
          </div>
        ))}
      </div>
      <output className={found.length > 0 ? 'off-screen' : 'palette-none dim'}>
        {t('window.palette.found', { n: found.length })}
      </output>
    </dialog>
  );
}
