// The state of the window as one value, and how events change it. Pure.
import type { CompanionEvent } from '../../main/contract/events.ts';
import type { Preset } from '../../main/contract/settings.ts';
import type { LogbookNews, StripDetail } from '../../main/contract/logbook.ts';
import type { AppState } from '../../main/contract/state.ts';
import type { Bay } from '../../main/contract/strip.ts';
import type { Name } from '../../main/messages/message.ts';
import type { LinkState } from '../bridge/event-stream.ts';
import { announcement, signedInText, stateAnnouncement } from './announcements.ts';
import { applyChanges, applyProgress, type BayLists, findStrip, noLists } from './bay-lists.ts';
import type { KnownSettings } from './settings.ts';

export type NoticeLine = {
  readonly name: string | null;
  readonly message: string;
  readonly code: string | null;
  readonly stripId: string | null;
  /** An image in another format, which may be converted. */
  readonly convertible?: File;
  /** In the message, to copy. */
  readonly address?: string;
};
export type Notice = {
  readonly id: number;
  readonly tone: 'note' | 'error';
  readonly title: string | null;
  readonly lines: readonly NoticeLine[];
};

/** A dropped file that is not saved yet. */
export type Arriving = { readonly key: number; readonly name: string; readonly bytes: number };

/** A preset or folder that was opened with the app or dropped on it, or a sign-out, which need the pilot's answer. */
export type Offer =
  | { readonly kind: 'preset'; readonly preset: Preset }
  | { readonly kind: 'folder'; readonly path: string }
  /** `id`: undefined for the pilot who is shown. */
  | { readonly kind: 'sign-out'; readonly id?: number; readonly name: Name };

/** The viewer of its screenshot, the dialog that shares it, or the form of the pilot's own entry. */
export type OpenPart = 'image' | 'share' | 'own-entry' | 'compress';

export type WindowState = {
  readonly link: LinkState;
  /** Null until the process has sent the first state. */
  readonly app: AppState | null;
  /** The process's clock minus this page's. */
  readonly clockOffsetMs: number;
  readonly lists: BayLists;
  /** Counts changes of flights: what the logbook shows is read again. */
  readonly flightsRevision: number;
  /** Whether a bay is folded, for bays that the pilot has folded or unfolded. */
  readonly folded: Partial<Readonly<Record<Bay, boolean>>>;
  readonly arriving: readonly Arriving[];
  /** Files that were dropped during the first start, to be added as soon as there is a queue. */
  readonly kept: readonly File[];
  readonly notices: readonly Notice[];
  /** The messages that the pilot has dismissed on the board. */
  readonly dismissed: readonly string[];
  /** The ids of the selected reports. */
  readonly chosen: readonly string[];
  readonly selectedId: string | null;
  /** Null while it is being read; 'gone' if the report no longer exists. */
  readonly detail: StripDetail | 'gone' | null;
  /** What is open of the selected report, over its detail. */
  readonly openPart: OpenPart | null;
  readonly settings: KnownSettings | null;
  /** What came since the pilot looked last, until it is dismissed. */
  readonly news: LogbookNews | null;
  /** Files that were skipped until then are no longer named on the board. Milliseconds since 1970. */
  readonly skippedSeenAt: number;
  /** Shown one at a time. */
  readonly offers: readonly Offer[];
  /** The last announcement to screen readers. The id distinguishes equal messages. */
  readonly announced: { readonly message: string; readonly id: number };
  /** The progress of an export. */
  readonly exporting: { readonly written: number; readonly total: number | null } | null;
  /** Shown for a few seconds after something was saved or done, with its undo if there is one. */
  readonly toast: { readonly message: string; readonly id: number; readonly undo: (() => void) | null };
};

export const emptyWindow: WindowState = {
  link: 'up',
  app: null,
  clockOffsetMs: 0,
  lists: noLists,
  flightsRevision: 0,
  folded: {},
  arriving: [],
  kept: [],
  notices: [],
  dismissed: [],
  chosen: [],
  selectedId: null,
  detail: null,
  openPart: null,
  settings: null,
  news: null,
  skippedSeenAt: 0,
  offers: [],
  announced: { message: '', id: 0 },
  exporting: null,
  toast: { message: '', id: 0, undo: null },
};

export function announce(state: WindowState, sentence: string | null): WindowState {
  return sentence === null ? state : { ...state, announced: { message: sentence, id: state.announced.id + 1 } };
}

/** Shows a toast for a few seconds and announces it. */
export const withToast = (state: WindowState, message: string, undo: (() => void) | null = null): WindowState =>
  announce({ ...state, toast: { message, id: state.toast.id + 1, undo } }, message);

/** Applies the process's state unless a newer one is known. `localNow`: this page's clock on arrival, epoch ms. */
export function takeAppState(state: WindowState, app: AppState, localNow: number): WindowState {
  if (state.app !== null && app.version < state.app.version) return state;
  return { ...state, app, clockOffsetMs: app.now - localNow };
}

/** Adds an offer, unless an equal one is waiting. */
export const withOffer = (state: WindowState, offer: Offer): WindowState =>
  state.offers.some((one) => JSON.stringify(one) === JSON.stringify(offer))
    ? state
    : { ...state, offers: [...state.offers, offer] };

export function applyEvent(state: WindowState, event: CompanionEvent, localNow: number): WindowState {
  switch (event.type) {
    case 'state.changed': {
      const next = takeAppState(state, event.state, localNow);
      if (next === state) return state;
      const signedIn = signedInText(state.app, event.state);
      return signedIn ? withToast(next, signedIn) : announce(next, stateAnnouncement(state.app, event.state));
    }
    case 'strips.changed': {
      const sentence = announcement((id) => findStrip(state.lists, id), event.strips);
      const lists = applyChanges(state.lists, event.strips, event.removed);
      const hasFlights = event.removed.length > 0 || event.strips.some(({ flight }) => flight !== null);
      const flightsRevision = state.flightsRevision + (hasFlights ? 1 : 0);
      return announce({ ...state, lists, flightsRevision }, sentence);
    }
    case 'upload.progressed': {
      const { id, sentBytes, totalBytes } = event;
      return { ...state, lists: applyProgress(state.lists, id, sentBytes, totalBytes) };
    }
    case 'export.progressed': {
      const { written, total } = event;
      return state.exporting === null ? state : { ...state, exporting: { written, total } };
    }
    case 'preset.offered':
      return withOffer(state, { kind: 'preset', preset: event.preset });
    case 'folder.offered':
      return withOffer(state, { kind: 'folder', path: event.path });
    case 'settings.changed':
    case 'place.opened':
    case 'files.given':
      return state;
  }
}

/** The one value that the window shows. */
export type StateCell = {
  readonly get: () => WindowState;
  readonly set: (change: (state: WindowState) => WindowState) => void;
};
