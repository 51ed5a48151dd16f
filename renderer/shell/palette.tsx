// The command palette: a combobox with a list box in a dialog (WAI-ARIA Authoring Practices).
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { demoProfile, isServiceComplete, maxRecentCommands } from '../../main/contract/settings.ts';
import type { AppState } from '../../main/contract/state.ts';
import type { Name } from '../../main/messages/message.ts';
import { searchText } from '../../main/messages/search-text.ts';
import { Keycaps } from '../commands/keycaps.tsx';
import { openSection, quietHours, quietUntil, settingsSections } from '../commands/settings-sections.ts';
import { commandRows, shortcutFor } from '../commands/shortcuts.ts';
import { canRun, run } from '../commands/use-commands.ts';
import { Icon } from '../elements/icon.tsx';
import { useModal } from '../elements/sheet.tsx';
import { openFlights, openView } from '../elements/use-view.ts';
import { knownText, unknownMark } from '../format/amount.ts';
import { flightName } from '../format/strip-text.ts';
import { dayText } from '../format/time.ts';
import { everyFlight, periods, periodText } from '../logbook/logbook-address.ts';
import { lookSettings } from '../settings/look-section.tsx';
import { useAnswer } from '../store/use-answer.ts';
import type { KnownSettings } from '../store/settings.ts';
import { useNow, useStore, useWindow } from '../store/use-window.ts';
import type { WindowStore } from '../store/window-store.ts';
import { t } from '../text.ts';

const none: readonly string[] = [];

export default function Palette({ close }: { readonly close: () => void }) {
  const id = useId();
  const store = useStore();
  const dialog = useModal();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const recent = useWindow(({ settings }) => settings?.recentCommands ?? none);
  const flights = useFlights(typed);
  const found = [...matching(paletteEntries(store, useNow()), typed, recent), ...flights];
  const idOf = (entry: Entry) => `${id}-${entry.id}`;
  const current = found[Math.min(active, found.length - 1)];

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
    if (!flights.includes(entry)) void store.changeSettings({ recentCommands: withRecent(recent, entry.id) });
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

/**
 * The entries of the palette: the command table, and entries for the pilot's settings, accounts and saved filters.
 */
type Entry = {
  readonly id: string;
  /** Shown before the name; empty for entries without a group. */
  readonly group: string;
  readonly name: string;
  /** The language of the name, if it isn't the window's. */
  readonly lang?: string | undefined;
  readonly shortcut: string;
  readonly run: () => unknown;
};

type Unkeyed = readonly [id: string, name: string, run: () => unknown];

/** Returns entries without a shortcut in a group. */
const group = (name: string, entries: readonly Unkeyed[]): Entry[] =>
  entries.map(([id, entry, action]) => ({ id, group: name, name: entry, shortcut: '', run: action }));

/** `now`: the process's time, epoch ms. */
function paletteEntries(store: WindowStore, now: number): Entry[] {
  const { app, settings } = store.get();
  if (app === null) return [];
  const console: Unkeyed = ['console', t('window.common.openConsole'), () => store.openConsole()];
  const samples: readonly Unkeyed[] = [
    ['sample.report', t('window.board.sample'), () => store.addOffered('sample')],
    ['sample.flights', t('logbook.empty.addSamples'), store.addSampleFlights],
  ];
  return [
    ...commandEntries(settings),
    ...group('', [['folders.add', t('window.bay.watchFolder'), () => openView('files')]]),
    ...group('', app.service.hasConsole ? [console] : []),
    ...pilotEntries(store, app),
    ...serviceEntries(store, app, settings),
    ...group(t('window.common.demo'), app.service.kind === 'demo' ? samples : []),
    ...logbookEntries(settings),
    ...group(t('window.settings.title'), [
      ...settingsSections(app)
        // A command already opens this section.
        .filter(([id]) => id !== 'checks')
        .map(([id, name]): Unkeyed => [`settings.${id}`, name, () => openSection(id)]),
      ['settings.routes', t('window.settings.readsRoutes'), () => openSection('reports')],
    ]),
    ...(app.host.kind === 'desktop' && settings ? quietEntries(store, settings, now) : []),
    ...(app.updates?.by === 'app' && settings?.updateChecks === 'on'
      ? group(t('updates.title'), [['updates.check', t('updates.checkNow'), () => store.send('updates.check', {})]])
      : []),
    ...lookEntries(store),
  ];
}

function commandEntries(settings: KnownSettings | null): Entry[] {
  return commandRows
    .filter((row) => row.id !== 'palette' && canRun(row))
    .map((row) => ({
      id: row.id,
      group: row.id.startsWith('view.')
        ? t('window.nav.label')
        : row.view
          ? t('window.nav.view', { view: row.view })
          : '',
      name: row.name(),
      shortcut: shortcutFor(row, settings?.shortcuts ?? {}),
      run: () => run(row),
    }));
}

function pilotEntries(store: WindowStore, { account, accounts }: AppState): Entry[] {
  const add: Unkeyed = ['pilot.add', t('window.pilots.add'), () => store.signIn({ otherPilot: true })];
  const signOut = (name: Name) => () => store.offer({ kind: 'sign-out', name });
  return group(t('window.account.title'), [
    ...accounts
      .filter(({ isInUse }) => !isInUse)
      .map(({ id, name }): Unkeyed => [
        `pilot.${id}`,
        t('window.pilots.use', { name }),
        () => store.send('accounts.use', { id }),
      ]),
    account.status === 'signed-in'
      ? ['sign-out', t('window.pilots.signOut', { name: account.name }), signOut(account.name)]
      : ['sign-in', t('window.account.signIn'), () => store.signIn()],
    ...(accounts.length > 0 ? [add] : []),
  ]);
}

/** The services that can be switched to, and the demo. */
function serviceEntries(store: WindowStore, { service }: AppState, settings: KnownSettings | null): Entry[] {
  const services = (settings?.services ?? []).filter(isServiceComplete);
  const others = [...services, { id: demoProfile, name: t('window.settings.demo') }].filter(
    ({ id }) => id !== service.choice,
  );
  return group(
    t('window.settings.services'),
    others.map(({ id, name }) => [`service.${id}`, name, () => store.send('profile.choose', { profile: id })]),
  );
}

/** The periods and the saved filters. */
function logbookEntries(settings: KnownSettings | null): Entry[] {
  const filters = settings?.logbook?.saved ?? [];
  return group(t('window.nav.view', { view: 'logbook' }), [
    ...periods.map(
      (period) => [`period.${period}`, periodText(period), () => openFlights('logbook', `period=${period}`)] as const,
    ),
    ...filters.map(({ name, query }) => [`filter.${name}`, name, () => openFlights('logbook', query)] as const),
  ]);
}

function quietEntries(store: WindowStore, settings: KnownSettings, now: number): Entry[] {
  const quietTo = (until: number) => () => store.changeSettings({ quietUntil: until });
  return group(
    t('background.title'),
    settings.quietUntil > now
      ? [['quiet.end', t('background.quietEnd'), quietTo(0)]]
      : quietHours.map((hours) => [
          `quiet.${hours}`,
          t('background.quiet', { hours }),
          quietTo(quietUntil(hours, now)),
        ]),
  );
}

function lookEntries(store: WindowStore): Entry[] {
  return lookSettings().flatMap(({ name, question, choices }) =>
    choices.map(({ value, label, lang }) => ({
      id: `${name}.${value}`,
      // Themes have the name of their section.
      group: name === 'theme' ? t('window.settings.appearance') : question,
      name: label,
      lang,
      shortcut: '',
      run: () => store.changeSettings({ [name]: value }),
    })),
  );
}

/** Shorter input finds too many flights. */
const leastTyped = 3;
const mostFlights = 6;

/** The newest flights that match the input as a search in the logbook does: `EDHK`, a type, a number, a file. */
function useFlights(typed: string): Entry[] {
  const store = useStore();
  const q = typed.trim();
  const question = useMemo(
    () =>
      q.length < leastTyped
        ? null
        : {
            filter: { ...everyFlight, pilots: 'shown' as const, q },
            order: { by: 'day' as const, descending: true },
            offset: 0,
            limit: mostFlights,
          },
    [q],
  );
  const { value, isOld } = useAnswer('logbook.page', question, '');
  if (question === null || isOld || value === null) return [];
  return value.rows.map((row) => ({
    id: `flight.${row.stripId}`,
    group: t('window.nav.view', { view: 'logbook' }),
    name: t('shared.facts', {
      items: [flightName(row), row.day === null ? row.date : dayText(row.day), knownText(row.aircraft)].filter(
        (part) => part !== '' && part !== unknownMark,
      ),
    }),
    shortcut: '',
    run: () => {
      openFlights('logbook', `q=${encodeURIComponent(q)}`);
      store.select(row.stripId);
    },
  }));
}

/**
 * Returns the entries that contain every typed word: first those in which each begins a word, and of them the most
 * recently used ones.
 */
export function matching(entries: readonly Entry[], typed: string, recent: readonly string[]): Entry[] {
  const words = searchText(typed).split(/\s+/).filter(Boolean);
  const place = ({ id }: Entry) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return entries
    .map((entry) => ({ entry, shown: ` ${searchText(`${entry.group} ${entry.name}`)}` }))
    .filter(({ shown }) => words.every((word) => shown.includes(word)))
    .map(({ entry, shown }) => ({ entry, isInside: words.some((word) => !shown.includes(` ${word}`)) }))
    .toSorted((a, b) => Number(a.isInside) - Number(b.isInside) || place(a.entry) - place(b.entry))
    .map(({ entry }) => entry);
}

export const withRecent = (recent: readonly string[], id: string): string[] =>
  [id, ...recent.filter((other) => other !== id)].slice(0, maxRecentCommands);
