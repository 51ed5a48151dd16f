// The one button on a strip that needs the pilot: the way out where there is exactly one, else the detail, where the
// choices are explained.
import type { Strip, StripAction as Action } from '../../main/contract/strip.ts';
import { useStripActions } from '../detail/strip-actions.ts';
import { useStore } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { stripName } from './strip-words.ts';

const direct: readonly Action[] = ['sign-in', 'open-settings', 'use-account'];
const decisions: readonly Action[] = ['send-again', 'mark-received', 'send-as-me'];

export function StripAction({ strip }: { readonly strip: Strip }) {
  const store = useStore();
  const act = useStripActions();
  const isDeclined = strip.stage === 'not-sent';
  const way = isDeclined ? 'approve' : direct.find((action) => strip.actions.includes(action));
  const label = isDeclined
    ? words.approval.sendAfterAll
    : way
      ? words.strip.actions[way]
      : strip.actions.some((action) => decisions.includes(action))
        ? words.strip.decide
        : words.strip.sortOut;
  return (
    <button
      type="button"
      className={isDeclined ? 'act quiet-act' : 'act'}
      aria-label={`${label}: ${stripName(strip)}`}
      onClick={() => (way ? void act(way, strip) : store.select(strip.id))}
    >
      {label}
    </button>
  );
}
