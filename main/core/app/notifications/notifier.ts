// Collects notices briefly, so that many become few, and holds them back during quiet hours.
import type { CompanionEvent } from '../../../contract/events.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Clock, SystemNotification } from '../../platform/ports.ts';
import {
  grouped,
  isWanted,
  knownAtStart,
  noticesElsewhere,
  noticesOf,
  summaryOf,
  type ChangedElsewhere,
  type Notice,
} from './notices.ts';

const gatherMs = 3_000;
/** A sleeping computer, or changed quiet hours, are noticed within this time. */
const recheckMs = 60_000;
const mostHeldBack = 1_000;

export function createNotifier(deps: {
  clock: Clock;
  notify(notification: SystemNotification): void;
  settings(): Settings;
  /** Of the shown profile. */
  profileKey(): string;
}) {
  const { clock, notify, settings } = deps;
  let known = knownAtStart(clock.now());
  let gathered: Notice[] = [];
  /** Notices from quiet hours. */
  let heldBack: Notice[] = [];
  let undo: (() => void) | null = null;

  const quietMs = () => Math.max(0, settings().quietUntil - clock.now());

  function flush() {
    undo = null;
    const wanted = gathered.filter((notice) => isWanted(notice, settings()));
    gathered = [];
    const leftMs = quietMs();
    if (leftMs > 0) {
      heldBack = [...heldBack, ...wanted].slice(-mostHeldBack);
      if (heldBack.length > 0) undo = clock.schedule(Math.min(leftMs, recheckMs), flush);
      return;
    }
    if (heldBack.length > 0) {
      notify(summaryOf([...heldBack, ...wanted]));
      heldBack = [];
    } else for (const notification of grouped(wanted)) notify(notification);
  }

  function add(notices: readonly Notice[]) {
    gathered.push(...notices);
    if (heldBack.length === 0) {
      if (gathered.length > 0) undo ??= clock.schedule(gatherMs, flush);
    } else {
      // Quiet hours ended by the pilot are noticed immediately.
      undo?.();
      flush();
    }
  }

  return {
    hear(event: CompanionEvent) {
      const found = noticesOf(known, event, deps.profileKey());
      known = found.known;
      add(found.notices);
    },
    hearElsewhere(changed: ChangedElsewhere) {
      const found = noticesElsewhere(known, changed);
      known = found.known;
      add(found.notices);
    },
    stop: () => undo?.(),
  };
}
