// The actions for the selected reports of the board.
import { flightStatuses } from '../../main/contract/logbook.ts';
import { bays, commandOfAction } from '../../main/contract/strip.ts';
import { AcceptRoutes } from '../list/accept-routes.tsx';
import { actionName, useCopyDetails } from '../detail/strip-actions.ts';
import { Button } from '../elements/button.tsx';
import { ChoiceBar } from '../list/list.tsx';
import { useStore, useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';

const choiceActions = ['approve', 'reject', 'retry', 'remove'] as const;

/** The actions for the selected reports, each with the number of reports it applies to. */
export function ReportChoice() {
  const store = useStore();
  const copy = useCopyDetails();
  const chosen = useWindow((state) => state.chosen);
  const lists = useWindow((state) => state.lists);
  // Leaves out reports that are no longer on the board.
  const strips = bays.flatMap((bay) => lists[bay].strips).filter(({ id }) => chosen.includes(id));
  if (strips.length === 0) return null;

  async function act(action: (typeof choiceActions)[number]) {
    const done: string[] = [];
    for (const { id } of strips.filter((strip) => strip.actions.includes(action)))
      if (await store.send(commandOfAction[action], { id })) done.push(id);
    store.choose([]);
    if (done.length === 0) return;
    if (action === 'approve') store.notify(t('window.approval.allApproved', { n: done.length }));
    if (action !== 'remove' && action !== 'reject') return;
    const n = done.length;
    const message = action === 'remove' ? t('window.undo.removed', { n }) : t('window.approval.allRejected', { n });
    store.offerUndo(message, () => store.restore(done));
  }

  const flights = strips.flatMap(({ bay, flight }) => (bay === 'completed' && flight ? [flight.id] : []));
  const exportFlights = () =>
    store.exportFlights({
      // Archived flights too.
      filter: { statuses: [...flightStatuses], pilots: 'shown' },
      order: { by: 'day', descending: false },
      format: 'csv',
      ids: flights,
    });
  return (
    <ChoiceBar name={t('window.choice.count', { n: strips.length })} clear={() => store.choose([])}>
      {choiceActions.map((action) => {
        const n = strips.filter((strip) => strip.actions.includes(action)).length;
        return (
          n > 0 && (
            <Button key={action} size="small" onClick={() => void act(action)}>
              {t('window.choice.action', { action: actionName(action, { stage: 'held' }), n })}
            </Button>
          )
        );
      })}
      <AcceptRoutes flights={strips} done={() => store.choose([])} />
      {flights.length > 0 && (
        <>
          <Button size="small" onClick={() => void exportFlights()}>
            {t('window.choice.action', { action: t('window.board.export'), n: flights.length })}
          </Button>
          <Button size="small" onClick={() => void copy(strips.map(({ id }) => id))}>
            {t('window.choice.action', { action: t('window.detail.copy'), n: strips.length })}
          </Button>
        </>
      )}
    </ChoiceBar>
  );
}
