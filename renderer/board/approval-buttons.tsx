// Upload or Don't upload: beside each screenshot that needs approval, and once for all of them.
import type { Strip } from '../../main/contract/strip.ts';
import { useActionName, useStripActions } from '../detail/strip-actions.ts';
import { useStore } from '../store/use-window.ts';
import { t, text } from '../text.ts';
import { stripName } from '../format/strip-text.ts';

const answers = ['approve', 'reject'] as const;

export function ApprovalButtons({ strip }: { readonly strip: Strip }) {
  const act = useStripActions();
  const actionName = useActionName();
  return (
    <span className="approval">
      {answers.map((answer) => {
        const action = actionName(answer, strip);
        return (
          <button
            key={answer}
            type="button"
            className={answer === 'approve' ? 'act' : 'act quiet-act'}
            aria-label={t('window.common.actionOn', { action, name: stripName(strip) })}
            onClick={() => void act(answer, strip)}
          >
            {action}
          </button>
        );
      })}
    </span>
  );
}

/** Beside the heading of the bay while more than one needs approval. */
export function ApproveAll({ waiting }: { readonly waiting: number }) {
  const store = useStore();

  async function answer(given: (typeof answers)[number]) {
    const result = await store.ask('approvals.answerAll', { answer: given });
    if (!result.ok) return store.notify(text(result.failure.message));
    const { count: n, ids } = result.value;
    if (given === 'approve') return store.notify(t('window.approval.allApproved', { n }));
    return store.offerUndo(t('window.approval.allRejected', { n }), () => store.restore(ids));
  }

  const count = t('window.approval.waiting', { n: waiting });
  return (
    <span className="approve-all">
      <span className="dim">{count}</span>
      <button
        type="button"
        className="button small-button"
        aria-label={t('window.common.actionOn', { action: t('window.approval.uploadAll'), name: count })}
        onClick={() => void answer('approve')}
      >
        {t('window.approval.uploadAll')}
      </button>
      <button
        type="button"
        className="button small-button"
        aria-label={t('window.common.actionOn', { action: t('window.approval.rejectAll'), name: count })}
        onClick={() => void answer('reject')}
      >
        {t('window.approval.rejectAll')}
      </button>
    </span>
  );
}
