// Which events are worth a notification. Pure: derives notices and the new state from the previous state and an event.
import type { CompanionEvent } from '../../../contract/events.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { AppState } from '../../../contract/state.ts';
import type { StageName, Strip } from '../../../contract/strip.ts';
import { message, type Name } from '../../../messages/message.ts';
import type { SystemNotification } from '../../platform/ports.ts';

const noticeKinds = ['completed', 'archived', 'attention', 'rejected', 'signIn', 'folder'] as const;
type NoticeKind = (typeof noticeKinds)[number];

/** Something that happened, and the notification about it alone. */
export type Notice = SystemNotification & { readonly kind: NoticeKind };

export type Known = {
  /** Earlier changes cause no notice. */
  readonly since: number;
  /** By profile and strip: two services number their flights alike. */
  readonly stages: ReadonlyMap<string, StageName>;
  /** By profile: what was wrong there. */
  readonly wrong: ReadonlyMap<string, { readonly isSignedOut: boolean; readonly gone: ReadonlySet<string> }>;
};

export const knownAtStart = (now: number): Known => ({
  since: now,
  stages: new Map(),
  wrong: new Map(),
});

/** Of a service that is not shown: what its window would have shown. */
export type ChangedElsewhere = Pick<StripsChanged, 'strips' | 'removed'> & {
  readonly profile: string;
  readonly service: Name;
  readonly state: Pick<AppState, 'begun' | 'account' | 'folders'>;
};
type StripsChanged = Extract<CompanionEvent, { type: 'strips.changed' }>;
type Found = { readonly known: Known; readonly notices: Notice[] };

/** `profile`: the key of the shown one. */
export function noticesOf(known: Known, event: CompanionEvent, profile: string): Found {
  if (event.type === 'strips.changed') return fromStrips(known, event, profile);
  if (event.type === 'state.changed') return fromState(known, event.state, event.state.service.profile);
  return { known, notices: [] };
}

/** Each notice names the service, and leads to no report: the window shows another board. */
export function noticesElsewhere(known: Known, { profile, service, state, ...strips }: ChangedElsewhere): Found {
  const first = fromStrips(known, strips, profile);
  const then = fromState(first.known, state, profile);
  const notices = [...first.notices, ...then.notices].map(({ title, place, ...notice }) => ({
    ...notice,
    title: message('app.notification.ofPilot', { pilot: service, title }),
    place: { ...place, stripId: null },
  }));
  return { known: then.known, notices };
}

function fromStrips(
  known: Known,
  { strips, removed }: Pick<StripsChanged, 'strips' | 'removed'>,
  profile: string,
): Found {
  const stages = new Map(known.stages);
  const notices: Notice[] = [];
  const keyOf = (id: string) => `${profile}/${id}`;
  for (const id of removed) stages.delete(keyOf(id));
  for (const strip of strips) {
    const before = stages.get(keyOf(strip.id));
    stages.set(keyOf(strip.id), strip.stage);
    if (before === strip.stage || strip.since < known.since) continue;
    const notice = aboutStrip(strip);
    if (notice) notices.push(ofPilot(notice, strip));
  }
  return { known: { ...known, stages }, notices };
}

/** Names the pilot, where there is more than one. */
const ofPilot = (notice: Notice, { pilot }: Strip): Notice =>
  pilot === null
    ? notice
    : { ...notice, title: message('app.notification.ofPilot', { pilot: pilot.name, title: notice.title }) };

function aboutStrip(strip: Strip): Notice | null {
  const { flight, stage, bay, reason } = strip;
  const route = flight === null ? null : `${flight.icaoOut}–${flight.icaoIn}`;
  const name = strip.file?.name ?? route ?? strip.id;
  const place = { view: 'board', stripId: strip.id } as const;
  if (stage === 'completed') {
    const points = flight?.seasonPoints ?? null;
    return {
      kind: 'completed',
      title: message('app.notification.completed', { route: route ?? name }),
      body: message('app.notification.points', {
        given: points !== null,
        points: String(points ?? ''),
      }),
      place,
    };
  }
  if (stage === 'archived') {
    const title = message('app.notification.archived', { name: route ?? name });
    return { kind: 'archived', title, body: message('app.notification.archivedText'), place };
  }
  if (stage === 'rejected') {
    const body = reason?.message ?? message('app.notification.rejectedText');
    return { kind: 'rejected', title: message('app.notification.rejected', { name }), body, place };
  }
  // A lost sign-in holds many reports, and is a separate notice.
  if (bay !== 'needs-attention' || reason?.requiredAction === 'sign-in') return null;
  const body = reason?.message ?? message('app.notification.attentionText');
  return { kind: 'attention', title: message('app.notification.attention', { name }), body, place };
}

function fromState(known: Known, { begun, account, folders }: ChangedElsewhere['state'], profile: string): Found {
  const notices: Notice[] = [];
  const ended = begun && account.status === 'signed-out' ? account.reason : null;
  const before = known.wrong.get(profile);
  if (ended !== null && !before?.isSignedOut) {
    const place = { view: 'settings', stripId: null } as const;
    notices.push({ kind: 'signIn', title: message('app.notification.signIn'), body: ended.message, place });
  }
  const unavailable = folders.filter(({ status }) => status === 'unavailable');
  for (const { id, name, concern } of unavailable) {
    if (before?.gone.has(id)) continue;
    const body = concern?.message ?? message('app.notification.folderText');
    const place = { view: 'files', stripId: null } as const;
    notices.push({ kind: 'folder', title: message('app.notification.folder', { name }), body, place });
  }
  const now = { isSignedOut: ended !== null, gone: new Set(unavailable.map(({ id }) => id)) };
  return { known: { ...known, wrong: new Map([...known.wrong, [profile, now]]) }, notices };
}

const switches = {
  completed: 'notifyCompleted',
  archived: 'notifyArchived',
  attention: 'notifyAttention',
  rejected: 'notifyRejected',
  signIn: 'notifySignIn',
  folder: 'notifyFolder',
} as const satisfies Record<NoticeKind, keyof Settings>;

export const isAnyWanted = (settings: Settings): boolean => Object.values(switches).some((name) => settings[name]);

export const isWanted = ({ kind }: Notice, settings: Settings): boolean => settings[switches[kind]];

/** More than this many together become one for each kind. */
const mostAlone = 3;

/** The notifications for notices that came together. */
export function grouped(notices: readonly Notice[]): SystemNotification[] {
  if (notices.length <= mostAlone) return notices.map(({ title, body, place }) => ({ title, body, place }));
  return noticeKinds.flatMap((kind) => {
    const same = notices.filter((notice) => notice.kind === kind);
    const [first] = same;
    if (first === undefined) return [];
    // The sign-in is one, however often it ended.
    if (same.length === 1 || kind === 'signIn') return [{ title: first.title, body: first.body, place: first.place }];
    const named = kind === 'attention' ? null : kind;
    return [
      {
        title: message('app.notification.many', { kind: named, n: same.length }),
        body: message('app.notification.manyText'),
        place: { view: first.place.view, stripId: null },
      },
    ];
  });
}

/** The one notification after quiet hours. */
export function summaryOf(notices: readonly Notice[]): SystemNotification {
  const count = (kind: NoticeKind) => notices.filter((notice) => notice.kind === kind).length;
  const counts = noticeKinds
    .filter((kind) => kind !== 'signIn')
    .map((kind) => message('app.notification.many', { kind: kind === 'attention' ? null : kind, n: count(kind) }))
    .filter(({ params }) => params.n > 0);
  const signIn = count('signIn') > 0;
  return {
    title: message('app.notification.summary'),
    body:
      counts.length === 0
        ? message('app.notification.signIn')
        : message('app.notification.summaryText', { counts, signIn }),
    place: { view: 'board', stripId: null },
  };
}
