// What the tray, the dock and the taskbar show, from the companion's state.
import { type AppState, ownQueue } from '../../contract/state.ts';
import { plannedAt } from '../../contract/upload-plan.ts';
import { message, type Message } from '../../messages/message.ts';

export const trayStates = ['idle', 'uploading', 'attention', 'offline', 'paused'] as const;
type TrayState = (typeof trayStates)[number];

export type TrayView = {
  /** Names the icon. */
  readonly state: TrayState;
  readonly status: Message;
  /** When the next report is uploaded, if that is planned. */
  readonly next: Message | null;
  /** The command that the menu offers; null while there is no queue. */
  readonly toggle: 'uploads.pause' | 'uploads.resume' | null;
  /** How many reports need attention. */
  readonly badge: number;
  /** Reports that are still to be uploaded. */
  readonly remaining: number;
};

export type Shown = Pick<
  AppState,
  | 'now'
  | 'begun'
  | 'account'
  | 'accounts'
  | 'signedOut'
  | 'elsewhere'
  | 'showsEveryone'
  | 'connection'
  | 'queue'
  | 'bays'
  | 'runway'
>;

/** Pilots and services whose reports are not on the board: they upload too. */
const offBoard = ({ accounts, elsewhere, showsEveryone }: Shown) => [
  ...(showsEveryone ? [] : accounts.filter((one) => !one.isInUse)),
  ...elsewhere,
];
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** What the pilot has to do comes first, then what keeps reports from being uploaded. `state`: null while it starts. */
export function trayOf(state: Shown | null): TrayView {
  if (state === null || !state.begun) {
    const status = message('app.tray.status', { status: null, n: 0 });
    return { state: 'idle', status, next: null, toggle: null, badge: 0, remaining: 0 };
  }
  const { account, connection, queue, bays } = state;
  const nextAt = plannedAt(state, state.now);
  const others = offBoard(state);
  const badge = bays['needs-attention'] + sum(others.map(({ attention }) => attention));
  const remaining = ownQueue(state) + sum(others.map(({ waiting }) => waiting));
  const isSignedOut = account.status === 'signed-out' && account.reason !== null;
  const isGoing = !queue.paused && connection.status === 'online' && !isSignedOut;
  const [shown, status, n] = ((): [
    TrayState,
    'uploading' | 'attention' | 'signIn' | 'offline' | 'paused' | null,
    number,
  ] => {
    if (isSignedOut) return ['attention', 'signIn', 0];
    if (badge > 0) return ['attention', 'attention', badge];
    if (connection.status === 'offline') return ['offline', 'offline', 0];
    if (queue.paused) return ['paused', 'paused', 0];
    return remaining > 0 ? ['uploading', 'uploading', remaining] : ['idle', null, 0];
  })();
  return {
    state: shown,
    status: message('app.tray.status', { status, n }),
    next: isGoing && nextAt !== null ? message('app.tray.next', { at: nextAt }) : null,
    toggle: queue.paused ? 'uploads.resume' : 'uploads.pause',
    badge,
    remaining,
  };
}

/** Waiting for a network, a sign-in or the pilot may take all night, so that is no reason to stay awake. */
export function isUploadDue(state: Shown): boolean {
  const { begun, account, connection, queue } = state;
  if (!begun || connection.status === 'offline' || queue.paused) return false;
  const isOwn = account.status === 'signed-in' && ownQueue(state) > 0;
  return isOwn || offBoard(state).some(({ waiting, concern }) => waiting > 0 && concern === null);
}

/** The progress of a batch: `most` is the largest number of reports since the queue was last empty. Null: no batch. */
export function progressOf(most: number, remaining: number): { readonly most: number; readonly done: number | null } {
  if (remaining === 0) return { most: 0, done: null };
  const larger = Math.max(most, remaining);
  return { most: larger, done: (larger - remaining) / larger };
}
