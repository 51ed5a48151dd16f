// What each action of a strip does, and the label of its button.
import type { CommandName } from '../../main/contract/commands.ts';
import type { Strip, StripAction } from '../../main/contract/strip.ts';
import { copyText } from '../copy-and-save.ts';
import { openView } from '../elements/use-view.ts';
import { useStore } from '../store/use-window.ts';
import { choice, t } from '../text.ts';
import { detailText } from './detail-fields.tsx';

export const commandOf = {
  approve: 'strips.approve',
  reject: 'strips.reject',
  retry: 'strips.retry',
  remove: 'strips.remove',
  'upload-again': 'strips.uploadAgain',
  'mark-received': 'strips.markReceived',
  'confirm-flight': 'strips.confirmFlight',
  'release-flight': 'strips.releaseFlight',
  'upload-as-me': 'strips.uploadAsMe',
  'show-file': 'strips.showFile',
  'open-page': 'strips.openPage',
} as const satisfies Partial<Record<StripAction, CommandName>>;

export function actionName(action: StripAction, strip: Pick<Strip, 'stage'>): string {
  if (action === 'approve' && strip.stage === 'not-uploaded')
    return t('window.action.name', { action: 'approveAnyway' });
  return t('window.action.name', { action: choice(action) });
}

/** Returns a function that copies the details of reports as text, in their order. */
export function useCopyDetails() {
  const store = useStore();
  return async (ids: readonly string[]): Promise<void> => {
    const texts: string[] = [];
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
  return async (action: StripAction, strip: Pick<Strip, 'id'>): Promise<void> => {
    if (action === 'open-settings') return openView('settings');
    if (action === 'sign-in') return store.signIn();
    const { id } = strip;
    const isDone = await store.send(commandOf[action], { id });
    if (!isDone) return;
    const restore = () => store.restore([id]);
    if (action === 'remove') {
      store.select(null);
      store.offerUndo(t('window.undo.removed', { n: 1 }), restore);
    } else if (action === 'reject') store.offerUndo(t('window.approval.allRejected', { n: 1 }), restore);
  };
}
