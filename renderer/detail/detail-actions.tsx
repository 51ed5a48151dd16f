// The actions of a report. Decisions that only the pilot can make are explained beside their buttons.
import type { AppState } from '../../main/contract/state.ts';
import type { Strip, StripAction } from '../../main/contract/strip.ts';
import { useCommands } from '../commands/use-commands.ts';
import { t } from '../text.ts';
import { isTooLarge, ReplaceImage } from './compress/replace-image.tsx';
import { useActionName, useStripActions } from './strip-actions.ts';

/** The order of the buttons. The first action that resolves the report is the main button. */
const order: readonly StripAction[] = [
  'approve',
  'reject',
  'sign-in',
  'open-settings',
  'use-account',
  'upload-as-me',
  'retry',
  'open-page',
  'show-file',
  'remove',
];
const unconfirmed: readonly StripAction[] = ['mark-received', 'upload-again', 'confirm-flight', 'release-flight'];

/** Whether an action resolves a report. Retrying doesn't help if it needs a different image. */
const resolves = (action: StripAction, { bay, reason }: Strip) =>
  bay === 'needs-attention' &&
  action !== 'remove' &&
  action !== 'reject' &&
  action !== 'show-file' &&
  action !== 'open-page' &&
  !(action === 'retry' && reason?.requiredAction === 'other-file');

type Props = {
  readonly strip: Strip;
  readonly host: AppState['host'];
  readonly copy: (() => void) | null;
  readonly openImage: (() => void) | null;
};

export function DetailActions({ strip, host, copy, openImage }: Props) {
  const act = useStripActions();
  const actionName = useActionName();
  const may = (action: StripAction) => strip.actions.includes(action) && (action !== 'show-file' || host.canShowFile);
  const plain = order.filter(may);
  const decisions = unconfirmed.filter(may);
  const isInferred = strip.stage === 'inferred';
  const question = t(isInferred ? 'window.detail.inferred' : 'window.detail.unconfirmed');
  const command = (action: 'retry' | 'remove' | 'show-file' | 'open-page') =>
    may(action) && { [`strip.${action}`]: () => void act(action, strip) };
  useCommands({
    ...command('retry'),
    ...command('remove'),
    ...command('show-file'),
    ...command('open-page'),
    ...(openImage && { 'strip.image': openImage }),
    ...(copy && { 'strip.copy': copy }),
  });
  const button = (action: StripAction, isMain = false) => (
    <button
      key={action}
      type="button"
      className={isMain ? 'button main-button' : 'button'}
      onClick={() => void act(action, strip)}
    >
      {actionName(action, strip)}
    </button>
  );
  return (
    <>
      {decisions.length > 0 && (
        <section className="decision" aria-label={question}>
          <strong>{question}</strong>
          <p className="small">{t(isInferred ? 'explain.inferredAdvice' : 'window.detail.unconfirmedText')}</p>
          <p className="actions">{decisions.map((action) => button(action))}</p>
        </section>
      )}
      <div className="actions">
        {isTooLarge(strip) && <ReplaceImage strip={strip} />}
        {plain.map((action, place) => button(action, place === 0 && resolves(action, strip)))}
        {openImage && (
          <button type="button" className="button" onClick={openImage}>
            {t('logbook.viewer.open')}
          </button>
        )}
        {copy && (
          <button type="button" className="button" onClick={copy}>
            {t('window.detail.copy')}
          </button>
        )}
      </div>
      {may('remove') && <p className="dim small">{t('window.detail.removeText')}</p>}
    </>
  );
}
