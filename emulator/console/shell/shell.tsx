// The layout: header and faults, navigation, view, notices.
import { useEffect, useEffectEvent, useRef } from 'react';
import { Button, Icon, IconButton, shortcut } from '../elements/button.tsx';
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
import { useSelected, useStore } from '../store/use-store.ts';
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
  useShellKeys();
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
      <TopBar />
      <FaultBar />
      <Nav current={view} />
      <main ref={main} id="main" className="view" tabIndex={-1} aria-label={messages.views[view]}>
        <LinkBanner />
        <Drawn />
      </main>
      <NoticeList />
    </div>
  );
}

function Nav({ current }: { readonly current: View }) {
  return (
    <nav className="nav" aria-label={messages.viewsLabel}>
      {views.map((view, place) => (
        <a
          key={view}
          {...shortcut(`${place + 1}`)}
          href={`#${view}`}
          aria-current={view === current ? 'page' : undefined}
        >
          <Icon name={view} />
          <span>{messages.views[view]}</span>
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
function useShellKeys(): void {
  const { clock } = useStore();
  const move = useClockChange();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const view = views[Number(event.key) - 1];
    if (view !== undefined) openView(view);
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
