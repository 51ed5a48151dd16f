// The pilot's word on a picture: send it, or do not. Beside each picture that waits for it, and once for all of them.
import type { Strip } from '../../main/contract/strip.ts';
import { useStripActions } from '../detail/strip-actions.ts';
import { useStore } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { stripName } from './strip-words.ts';
import { text } from '../text.ts';

const w = words.approval;

export function ApprovalButtons({ strip }: { readonly strip: Strip }) {
  const act = useStripActions();
  const name = stripName(strip);
  return (
    <span className="approval">
      <button
        type="button"
        className="act"
        aria-label={`${words.strip.actions.approve}: ${name}`}
        onClick={() => void act('approve', strip)}
      >
        {words.strip.actions.approve}
      </button>
      <button
        type="button"
        className="act quiet-act"
        aria-label={`${words.strip.actions.decline}: ${name}`}
        onClick={() => void act('decline', strip)}
      >
        {words.strip.actions.decline}
      </button>
    </span>
  );
}

/** Stands beside the name of the bay while more than one waits. */
export function ApproveAll({ waiting }: { readonly waiting: number }) {
  const store = useStore();

  async function answer(word: 'approve' | 'decline') {
    const result = await store.ask('approvals.answerAll', { answer: word });
    if (!result.ok) return store.tell(text(result.failure.message));
    const { count } = result.value;
    store.tell(word === 'approve' ? w.allApproved(count) : w.allDeclined(count));
  }

  return (
    <span className="approve-all">
      <span className="dim">{w.waiting(waiting)}</span>
      <button
        type="button"
        className="button small-button"
        aria-label={`${w.sendAll}: ${w.waiting(waiting)}`}
        onClick={() => void answer('approve')}
      >
        {w.sendAll}
      </button>
      <button
        type="button"
        className="button small-button"
        aria-label={`${w.sendNone}: ${w.waiting(waiting)}`}
        onClick={() => void answer('decline')}
      >
        {w.sendNone}
      </button>
    </span>
  );
}
