// The button on a strip that needs attention, or that probably arrived. With several actions it opens the detail, which explains them.
import type { Strip, StripAction as Action } from '../../main/contract/strip.ts';
import { useActionName, useStripActions } from '../detail/strip-actions.ts';
import { useStore } from '../store/use-window.ts';
import { t } from '../text.ts';
import { isOfOther, stripName } from '../format/strip-text.ts';

const direct: readonly Action[] = ['sign-in', 'open-settings', 'use-account'];
const decisions: readonly Action[] = ['upload-again', 'mark-received', 'confirm-flight', 'upload-as-me'];

export function StripAction({ strip }: { readonly strip: Strip }) {
  const store = useStore();
  const act = useStripActions();
  const actionName = useActionName();
  const isDeclined = strip.stage === 'not-uploaded';
  const only = isDeclined ? 'approve' : direct.find((action) => strip.actions.includes(action));
  const hasChoices = strip.actions.some((action) => decisions.includes(action));
  const label = only ? actionName(only, strip) : hasChoices ? t('window.strip.decide') : t('window.strip.fix');
  return (
    <button
      type="button"
      className={isDeclined || isOfOther(strip) || strip.stage === 'inferred' ? 'act quiet-act' : 'act'}
      aria-label={t('window.common.actionOn', { action: label, name: stripName(strip) })}
      onClick={() => (only ? void act(only, strip) : store.select(strip.id))}
    >
      {label}
    </button>
  );
}
