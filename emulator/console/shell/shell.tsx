// The layout: header and faults, navigation, view, notices.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, Icon, IconButton } from '../elements/button.tsx';
import { ApiView } from '../api/api-view.tsx';
import { FaultBar } from '../faults/fault-bar.tsx';
import { FlightsView } from '../flights/flights-view.tsx';
import { PeopleView } from '../people/people-view.tsx';
import { RequestsView } from '../requests/requests-view.tsx';
import { ScenarioView } from '../scenario/scenario-view.tsx';
import { SettingsView } from '../settings/settings-view.tsx';
import { messages } from '../messages/messages.ts';
import { TopBar, useClockChange } from './top-bar.tsx';
import { openView, useView, views } from '../store/address.ts';
import type { View } from '../store/address.ts';
import { Dialog } from '../elements/dialog.tsx';
import { usePart, useSelected, useStore } from '../store/use-store.ts';
import './shell.css';

const drawn: Record<View, () => React.ReactNode> = {
  requests: RequestsView,
  flights: FlightsView,
  people: PeopleView,
  scenario: ScenarioView,
  api: ApiView,
  settings: SettingsView,
};

export function Shell() {
  const view = useView();
  const main = useRef<HTMLElement>(null);
  const [areKeysShown, showKeys] = useState(false);
  useShellKeys(() => showKeys(true));
  const Drawn = drawn[view];
  return (
    <div className="shell">
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {messages.skip}
      </a>
      <TopBar onKeys={() => showKeys(true)} />
      <FaultBar />
      <Nav current={view} />
      <main ref={main} id="main" className="view" tabIndex={-1} aria-label={messages.views[view]}>
        <LinkBanner />
        <Drawn />
      </main>
      <NoticeList />
      {areKeysShown ? <KeySheet onClose={() => showKeys(false)} /> : null}
    </div>
  );
}

// The navigation, with a count for each view.
function Nav({ current }: { readonly current: View }) {
  const playing = usePart('scenario');
  return (
    <nav className="nav" aria-label={messages.viewsLabel}>
      {views.map((view) => (
        <a key={view} href={`#${view}`} aria-current={view === current ? 'page' : undefined}>
          <Icon name={view} />
          <span>{messages.views[view]}</span>
          {view === 'scenario' && playing?.steps.some((step) => !step.done) ? (
            <i className="nav-mark" title={messages.scenario.playing} />
          ) : null}
        </a>
      ))}
    </nav>
  );
}

function NoticeList() {
  const { dismiss } = useStore();
  const shown = useSelected(({ notices }) => notices);
  return (
    <div className="notices" aria-live="polite">
      {shown.map(({ id, kind, text }) => (
        <div key={id} className={`notice ${kind}`}>
          <span>{text}</span>
          <IconButton icon="close" label={messages.dismiss} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}

// Shown while the emulator is unreachable.
function LinkBanner() {
  const { retryNow } = useStore();
  const state = useSelected(({ link }) => link);
  if (state.kind !== 'lost') return null;
  return (
    <div className="banner" role="alert">
      <span>{messages.link.lost(state.againInS)}</span>
      <Button look="small" onClick={retryNow}>
        {messages.link.retryNow}
      </Button>
    </div>
  );
}

// Keyboard shortcuts for every view, inactive while typing or in a dialog.
function useShellKeys(showKeys: () => void): void {
  const { clock } = useStore();
  const move = useClockChange();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const view = views[Number(event.key) - 1];
    if (view !== undefined) openView(view);
    else if (event.key === '?') showKeys();
    else if (event.key === 'f') move({ freeze: !(clock.state()?.frozen ?? false) });
    else if (event.key === '/') document.querySelector<HTMLElement>('[data-filter]')?.focus();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

const shortcuts = [
  ['1 2 3 4 5 6', messages.keys.views],
  ['f', messages.keys.clock],
  ['/', messages.keys.filter],
  ['↑ ↓', messages.keys.move],
  ['Enter', messages.keys.open],
  ['Esc', messages.keys.close],
  ['?', messages.keys.help],
] as const;

function KeySheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={messages.keys.title} onClose={onClose}>
      <dl className="keys">
        {shortcuts.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
