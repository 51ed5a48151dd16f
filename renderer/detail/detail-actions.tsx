// What can be done with a report. Decisions that only the pilot can make are explained beside their buttons.
import type { AppState } from '../../main/contract/state.ts';
import type { Strip, StripAction } from '../../main/contract/strip.ts';
import { words } from '../words/words.ts';
import { useStripActions } from './strip-actions.ts';

const w = words.detail;

/** In the order of their buttons; the first of the pilot's ways out is the main one. */
const order: readonly StripAction[] = [
  'approve',
  'decline',
  'sign-in',
  'open-settings',
  'use-account',
  'send-as-me',
  'retry',
  'show-file',
  'remove',
];
const unconfirmed: readonly StripAction[] = ['mark-received', 'send-again'];

/** What goes on with the report. Trying the same picture again does not where another one is needed. */
const isWayOut = (action: StripAction, { bay, reason }: Strip) =>
  bay === 'needs-you' &&
  action !== 'remove' &&
  action !== 'decline' &&
  action !== 'show-file' &&
  !(action === 'retry' && reason?.requiredAction === 'other-file');

type Props = { readonly strip: Strip; readonly host: AppState['host']; readonly copy: (() => void) | null };

export function DetailActions({ strip, host, copy }: Props) {
  const act = useStripActions();
  const may = (action: StripAction) => strip.actions.includes(action) && (action !== 'show-file' || host.canShowFile);
  const plain = order.filter(may);
  const decisions = unconfirmed.filter(may);
  const button = (action: StripAction, isMain = false) => (
    <button
      key={action}
      type="button"
      className={isMain ? 'button main-button' : 'button'}
      onClick={() => void act(action, strip)}
    >
      {action === 'approve' && strip.stage === 'not-sent' ? words.approval.sendAfterAll : words.strip.actions[action]}
    </button>
  );
  return (
    <>
      {decisions.length > 0 && (
        <section className="decision" aria-label={w.unconfirmedTitle}>
          <strong>{w.unconfirmedTitle}</strong>
          <p className="small">{w.unconfirmedWords}</p>
          <p className="actions">{decisions.map((action) => button(action))}</p>
        </section>
      )}
      <p className="actions">
        {plain.map((action, place) => button(action, place === 0 && isWayOut(action, strip)))}
        {copy && (
          <button type="button" className="button" onClick={copy}>
            {w.copy}
          </button>
        )}
      </p>
      {may('remove') && <p className="dim small">{w.removeWords}</p>}
    </>
  );
}
