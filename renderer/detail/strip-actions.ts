// What can be done with a report, and the labels of its buttons: the same in the menu of its row and in its detail.
import type { Flight } from '../../main/contract/flight.ts';
import { type OwnEntry, ownFigures, untoldOf } from '../../main/contract/own-entry.ts';
import { commandOfAction, type Strip, type StripAction } from '../../main/contract/strip.ts';
import type { CommandId } from '../commands/shortcuts.ts';
import { copyText } from '../copy-and-save.ts';
import { openFlights, openView } from '../elements/use-view.ts';
import { subjectOf } from '../explain/file-query.ts';
import { aircraftOf, routeOf } from '../format/strip-text.ts';
import { useReadsRoutes, useStore } from '../store/use-window.ts';
import type { OpenPart } from '../store/window-state.ts';
import { choice, t } from '../text.ts';

export function actionName(action: StripAction, strip: Pick<Strip, 'stage'>): string {
  const isAnyway = action === 'approve' && strip.stage === 'not-uploaded';
  return t('window.action.name', { action: isAnyway ? 'approveAnyway' : choice(action) });
}

/** Returns a function that copies the details of reports as text, in their order. */
export function useCopyDetails() {
  const store = useStore();
  return async (ids: readonly string[]): Promise<void> => {
    const texts: string[] = [];
    const { detailText } = await import('./detail-fields.tsx');
    for (const id of ids) {
      const read = await store.ask('strips.detail', { id });
      if (read.ok) texts.push(detailText(read.value));
    }
    const isCopied = texts.length > 0 && (await copyText(texts.join('\n\n')));
    store.notify(isCopied ? t('window.detail.copied') : t('window.detail.notCopied'));
  };
}

export function useStripActions() {
  const store = useStore();
  return async (action: StripAction, { id }: Pick<Strip, 'id'>): Promise<void> => {
    if (action === 'open-settings') return openView('settings');
    if (action === 'sign-in') return store.signIn();
    if (!(await store.send(commandOfAction[action], { id }))) return;
    const restore = () => store.restore([id]);
    if (action === 'remove') {
      store.select(null);
      store.offerUndo(t('window.undo.removed', { n: 1 }), restore);
    } else if (action === 'reject') store.offerUndo(t('window.approval.allRejected', { n: 1 }), restore);
  };
}

function entryState(flight: Flight, own: OwnEntry | null) {
  const isNote = untoldOf(flight).length === 0 && ownFigures.every((figure) => (own?.[figure] ?? null) === null);
  return own === null ? (isNote ? 'note' : null) : isNote ? 'noted' : 'yes';
}

type ReportEntry = { readonly id: CommandId | null; readonly name: string; readonly run: () => unknown };

/** What a report offers in every state, beside the actions of its strip. */
export function useReportEntries(strip: Strip): readonly ReportEntry[] {
  const store = useStore();
  const copy = useCopyDetails();
  const { id, flight, file, own } = strip;
  const route = routeOf(strip);
  const isRead = useReadsRoutes();
  const teach = async () => {
    store.notify(t('window.common.reading'));
    if (await store.send('layouts.teach', { id })) store.notify(t('window.detail.taught'));
  };
  const aircraft = aircraftOf(strip);
  const open = (part: OpenPart) => () => {
    store.select(id);
    store.open(part);
  };
  const flights = (filter: string) => () => openFlights('logbook', filter);
  const entry = (command: ReportEntry['id'], name: string, run: ReportEntry['run']) => ({ id: command, name, run });
  return [
    strip.hasImage && entry('strip.image', t('logbook.viewer.open'), open('image')),
    flight && route && entry('strip.share', t('logbook.share.open'), open('share')),
    flight && entry('strip.own', t('window.own.open', { has: entryState(flight, own) }), open('own-entry')),
    isRead !== false && strip.hasImage && own?.icaoIn && entry(null, t('window.detail.teach'), teach),
    entry('strip.copy', t('window.detail.copy'), () => copy([id])),
    route && entry(null, t('logbook.detail.sameRoute'), flights(`route=${route.map(encodeURIComponent).join(',')}`)),
    aircraft !== '' &&
      entry(null, t('logbook.detail.sameType', { type: aircraft }), flights(`type=${encodeURIComponent(aircraft)}`)),
    file &&
      entry(null, t('window.detail.decisions'), () => openView('files', subjectOf({ kind: 'report', stripId: id }))),
  ].filter((one) => typeof one === 'object' && one !== null);
}
