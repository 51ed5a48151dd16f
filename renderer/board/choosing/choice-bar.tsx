// The actions for the selected reports, each with the number of reports it applies to.
import { bays } from '../../../main/contract/strip.ts';
import { commandOf, useActionName } from '../../detail/strip-actions.ts';
import { useStore, useWindow } from '../../store/use-window.ts';
import { t } from '../../text.ts';

const actions = ['approve', 'reject', 'retry', 'remove'] as const;

export function ChoiceBar() {
  const store = useStore();
  const actionName = useActionName();
  const chosen = useWindow((state) => state.chosen);
  const lists = useWindow((state) => state.lists);
  // Leaves out reports that are no longer on the board.
  const strips = bays.flatMap((bay) => lists[bay].strips).filter(({ id }) => chosen.includes(id));
  if (strips.length === 0) return null;

  async function act(action: (typeof actions)[number]) {
    const done: string[] = [];
    for (const { id } of strips.filter((strip) => strip.actions.includes(action)))
      if (await store.order(commandOf[action], { id })) done.push(id);
    store.choose([]);
    if (done.length === 0) return;
    if (action === 'approve') store.notify(t('window.approval.allApproved', { n: done.length }));
    if (action !== 'remove' && action !== 'reject') return;
    const n = done.length;
    const message = action === 'remove' ? t('window.undo.removed', { n }) : t('window.approval.allRejected', { n });
    store.offerUndo(message, () => store.restore(done));
  }

  return (
    <section className="choice-bar" aria-label={t('window.choice.count', { n: strips.length })}>
      <output>{t('window.choice.count', { n: strips.length })}</output>
      {actions.map((action) => {
        const n = strips.filter((strip) => strip.actions.includes(action)).length;
        return (
          n > 0 && (
            <button key={action} type="button" className="button small-button" onClick={() => void act(action)}>
              {t('window.choice.action', { action: actionName(action, { stage: 'held' }), n })}
            </button>
          )
        );
      })}
      <button type="button" className="button small-button" onClick={() => store.choose([])}>
        {t('logbook.list.clearMarks')}
      </button>
    </section>
  );
}
