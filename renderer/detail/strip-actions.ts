// What each action of a strip does. One table; the buttons are derived from it.
import type { CommandName } from '../../main/contract/commands.ts';
import type { Strip, StripAction } from '../../main/contract/strip.ts';
import { openView } from '../elements/use-view.ts';
import { useStore } from '../store/use-window.ts';

const commandOf = {
  approve: 'strips.approve',
  decline: 'strips.decline',
  retry: 'strips.retry',
  remove: 'strips.remove',
  'send-again': 'strips.sendAgain',
  'mark-received': 'strips.markReceived',
  'use-account': 'strips.useAccount',
  'send-as-me': 'strips.sendAsMe',
  'show-file': 'strips.showFile',
} as const satisfies Partial<Record<StripAction, CommandName>>;

export function useStripActions() {
  const store = useStore();
  return async (action: StripAction, strip: Pick<Strip, 'id'>): Promise<void> => {
    if (action === 'open-settings') return openView('settings');
    if (action === 'sign-in') return store.signIn();
    const isDone = await store.order(commandOf[action], { id: strip.id });
    if (isDone && action === 'remove') store.select(null);
  };
}
