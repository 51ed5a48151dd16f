// One strip in three parts: what it is, what happens to it and whose turn that makes it, and when or how many points.
// The whole strip is one button, and its label has all of its text.
import { type CSSProperties, memo } from 'react';
import type { Strip, StripAction as Action } from '../../main/contract/strip.ts';
import { plannedAt } from '../../main/contract/upload-plan.ts';
import { choose, howOf } from './strip-keys.ts';
import { useActionName, useStripActions } from '../detail/strip-actions.ts';
import { DateTime } from '../elements/date-time.tsx';
import { Icon } from '../elements/icon.tsx';
import { ReportImage } from '../elements/report-image.tsx';
import { size } from '../format/amount.ts';
import { countdown } from '../format/time.ts';
import * as strips from '../format/strip-text.ts';
import { isOfOther, routeOf, stripName } from '../format/strip-text.ts';
import { shownName, t, text } from '../text.ts';
import { useNow, useStore, useWindow } from '../store/use-window.ts';
import type { Arriving } from '../store/window-state.ts';

type StripRowProps = {
  readonly strip: Strip;
  readonly isSelected: boolean;
  /** Null while no strip is selected. */
  readonly isChosen: boolean | null;
  /** The one strip that Tab reaches; the arrow keys continue from it. */
  readonly isTabStop: boolean;
  readonly minGapMs: number | null;
  /** The place in the queue of a report that waits, counted from 0. */
  readonly place: number | null;
};

export const StripRow = memo(function StripRow({
  strip,
  isSelected,
  isChosen,
  isTabStop,
  minGapMs,
  place,
}: StripRowProps) {
  const now = useNow(strip.actor !== 'nobody');
  const uploadsAt = useWindow(({ app }) => (app === null || place === null ? null : plannedAt(app, now, place)));
  const store = useStore();
  const part = strips.uploadedPart(strip);
  const details = strips.detailsText(strip, now);
  const since = strips.sinceText(strip, now, minGapMs);
  return (
    <li
      className={`strip ${strips.toneOf(strip)} stage-${strip.stage}`}
      data-strip={strip.id}
      data-image={strip.hasImage || undefined}
      data-selected={isSelected}
      data-chosen={isChosen || undefined}
    >
      <button
        type="button"
        className="strip-open"
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isSelected}
        aria-pressed={isChosen ?? undefined}
        aria-label={strips.stripLabel(strip, now, minGapMs, uploadsAt)}
        onClick={(event) => {
          const how = howOf(event);
          if (how === null) store.select(strip.id);
          else choose(store, strip.id, how);
        }}
      />
      {isChosen !== null && (
        <span className="tick" aria-hidden="true">
          {isChosen && <Icon name="check" />}
        </span>
      )}
      <StripImage strip={strip} />
      <span className="cell subject" aria-hidden="true">
        <Subject strip={strip} />
        <span className="small dim" title={details}>
          {details}
        </span>
      </span>
      <span className="cell turn" aria-hidden="true">
        <b className="stage">{strips.turnText(strip)}</b>
        {part !== null && strip.stage === 'uploading' && <Bar part={part} />}
        <span className="small dim" title={since}>
          {since}
        </span>
      </span>
      <When strip={strip} now={now} uploadsAt={uploadsAt} />
    </li>
  );
});

const Bar = ({ part }: { readonly part: number }) => (
  <span className="bar">
    <i style={{ transform: `scaleX(${part})` } satisfies CSSProperties} />
  </span>
);

function Subject({ strip }: { readonly strip: Strip }) {
  const route = routeOf(strip);
  if (route === null) return <MiddleCut name={strips.stripTitle(strip)} />;
  return (
    <b className="route mono">
      {route[0]}
      <em>▸</em>
      {route[1]}
    </b>
  );
}

/** So many letters at the end of a name are always shown: the extension, and the number before it. */
const endShown = 12;

/** A name on one line, cut in the middle where it is too long. */
const MiddleCut = ({ name }: { readonly name: string }) => (
  <b className="middle-cut" dir="auto" title={name}>
    <span>{name.slice(0, -endShown)}</span>
    <span>{name.slice(-endShown)}</span>
  </b>
);

type WhenProps = { readonly strip: Strip; readonly now: number; readonly uploadsAt: number | null };

function When({ strip, now, uploadsAt }: WhenProps) {
  if (strip.stage === 'approval')
    return (
      <span className="when">
        <ApprovalButtons strip={strip} />
      </span>
    );
  if (strip.bay === 'needs-attention' || strip.bay === 'not-uploaded' || strip.stage === 'inferred')
    return (
      <span className="when">
        <StripAction strip={strip} />
      </span>
    );
  const when = strips.whenOf(strip, uploadsAt);
  return (
    <span className="when" aria-hidden="true">
      {when.kind === 'upload' && (
        <>
          <b>
            <DateTime at={when.at} now={now} />
          </b>
          <span className="small dim time">
            {when.at <= now ? t('window.time.now') : t('window.time.in', { countdown: countdown(when.at - now) })}
          </span>
        </>
      )}
      {when.kind === 'points' && (
        <>
          <b className="time">{when.isStruck ? <s>{when.points}</s> : when.points}</b>
          <span className="small dim">{t('window.strip.points')}</span>
        </>
      )}
    </span>
  );
}

const direct: readonly Action[] = ['sign-in', 'open-settings', 'use-account'];
const decisions: readonly Action[] = ['upload-again', 'mark-received', 'confirm-flight', 'upload-as-me'];

/**
 * The button on a strip that needs attention, or that probably arrived. With several actions it opens the detail,
 * which explains them.
 */
function StripAction({ strip }: { readonly strip: Strip }) {
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

const box = { width: 74, height: 44 };
/** A screenshot that needs approval is larger. */
const approvalBox = { width: 162, height: 96 };

/** The thumbnail of a report. A flight reported elsewhere has none. */
function StripImage({ strip }: { readonly strip: Strip }) {
  if (!strip.hasImage) return strip.file === null ? <span className="no-thumb" /> : <NoImage />;
  return (
    <ReportImage
      key={strip.id}
      stripId={strip.id}
      className="thumb"
      box={strip.stage === 'approval' ? approvalBox : box}
      label={null}
      otherwise={NoImage}
    />
  );
}

const NoImage = () => (
  <span className="thumb" aria-hidden="true">
    <Icon name="image" />
  </span>
);

const answers = ['approve', 'reject'] as const;

/** Upload or Don't upload: beside each screenshot that needs approval, and once for all of them. */
function ApprovalButtons({ strip }: { readonly strip: Strip }) {
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

/** Above the reports that need approval, while there is more than one. */
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

/** A dropped file until the process has saved it. */
export function ArrivingStrip({ file }: { readonly file: Arriving }) {
  return (
    <li className="strip bay-queue arriving">
      <NoImage />
      <span className="cell subject">
        <MiddleCut name={shownName(file.name)} />
        <span className="small dim">{size(file.bytes)}</span>
      </span>
      <span className="cell turn">
        <b className="stage">{t('window.strip.arriving')}</b>
        <span className="small dim">{t('window.strip.arrivingText')}</span>
      </span>
      <span className="when" />
    </li>
  );
}
