// The layout: header and faults, navigation, view, notices.
import { useRef, useState } from 'react';
import { ApiView } from '../api/api-view.tsx';
import { FaultBar } from '../faults/fault-bar.tsx';
import { FlightsView } from '../flights/flights-view.tsx';
import { PeopleView } from '../people/people-view.tsx';
import { RequestsView } from '../requests/requests-view.tsx';
import { ScenarioView } from '../scenario/scenario-view.tsx';
import { SettingsView } from '../settings/settings-view.tsx';
import { messages } from '../messages/messages.ts';
import { KeySheet } from './key-sheet.tsx';
import { LinkBanner } from './link-banner.tsx';
import { Nav } from './nav.tsx';
import { NoticeList } from './notice-list.tsx';
import { TopBar } from './top-bar.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useShellKeys } from './use-shell-keys.ts';
import { useView } from '../store/use-view.ts';
import type { View } from '../store/use-view.ts';

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
  useKeptFocus();
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
