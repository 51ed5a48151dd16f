// One strip, with its columns always in the same place: the flight, its progress, who has to act and since when, and
// its upload time or points. The whole strip is one button, and its label has all of its text.
import { type CSSProperties, memo } from 'react';
import type { segmentStates, Strip, StripAction as Action } from '../../main/contract/strip.ts';
import { plannedAt } from '../../main/contract/upload-plan.ts';
import { choose, howOf } from './strip-keys.ts';
import { useActionName, useStripActions } from '../detail/strip-actions.ts';
import { DateTime } from '../elements/date-time.tsx';
import { Icon } from '../elements/icon.tsx';
import { ReportImage } from '../elements/report-image.tsx';
import { knownText, size, unknownMark } from '../format/amount.ts';
import { countdown } from '../format/time.ts';
import * as strips from '../format/strip-text.ts';
import { isOfOther, stripName } from '../format/strip-text.ts';
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
      <i className="edge" aria-hidden="true" />
      {isChosen !== null && (
        <span className="tick" aria-hidden="true">
          {isChosen && <Icon name="check" />}
        </span>
      )}
      <StripImage strip={strip} />
      <span className="cell craft" aria-hidden="true">
        <span className="code mono">{craftText(strip)}</span>
        <span className="small dim">{strips.numberText(strip)}</span>
      </span>
      <span className="cell subject" aria-hidden="true">
        <Subject strip={strip} />
        <span className="small dim" title={details}>
          {details}
        </span>
      </span>
      <span className="cell progress" aria-hidden="true">
        <SegmentTrack states={strip.segments} part={part} />
        <span className="stage small">{strips.stageText(strip)}</span>
        <span className="small dim who-under">{since}</span>
      </span>
      <span className="cell who" aria-hidden="true">
        <span>{strips.actorText(strip)}</span>
        <span className="small dim" title={since}>
          {since}
        </span>
      </span>
      <When strip={strip} now={now} uploadsAt={uploadsAt} />
      {part !== null && strip.stage === 'uploading' && (
        <span className="bar" aria-hidden="true">
          <b style={{ transform: `scaleX(${part})` } satisfies CSSProperties} />
        </span>
      )}
    </li>
  );
});

/** Where nothing follows, nothing is left open. */
function craftText({ flight, stage }: Strip): string {
  const craft = flight ? knownText(flight.aircraft) : unknownMark;
  return craft === unknownMark && stage === 'received' ? '' : craft;
}

function Subject({ strip }: { readonly strip: Strip }) {
  if (strip.flight === null || (strip.file !== null && strips.isNumberOnly(strip)))
    return <b dir="auto">{shownName(strip.file?.name ?? strip.id)}</b>;
  const [out, into] = strips.routeOf(strip) ?? [unknownMark, unknownMark];
  return (
    <span className="route mono">
      {out}
      <em>▸</em>
      {into}
    </span>
  );
}

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
      {when.kind === 'now' && <b>{t('window.time.now')}</b>}
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
      {when.kind === 'later' && <b className="dim">…</b>}
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

/** The thumbnail of a report; an icon if it has no image. */
function StripImage({ strip }: { readonly strip: Strip }) {
  if (!strip.hasImage) return <NoImage />;
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

type SegmentState = (typeof segmentStates)[number];

/** The progress of a report as five segments. The current one is half filled, or by the share of bytes uploaded. */
function SegmentTrack({
  states,
  part,
}: {
  readonly states: readonly SegmentState[];
  /** The uploaded share, 0 to 1. */
  readonly part: number | null;
}) {
  return (
    <span className="track">
      {states.map((state, place) => (
        // The segments are never reordered.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={place} className={`segment ${state}`}>
          <i style={{ transform: `scaleX(${fill(state, part)})` } satisfies CSSProperties} />
        </span>
      ))}
    </span>
  );
}

function fill(state: SegmentState, part: number | null): number {
  if (state === 'done') return 1;
  return state === 'now' ? (part ?? 0.55) : 0;
}

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

/** A dropped file until the process has saved it. */
export function ArrivingStrip({ file }: { readonly file: Arriving }) {
  return (
    <li className="strip bay-queue arriving">
      <i className="edge" aria-hidden="true" />
      <span className="thumb" aria-hidden="true">
        <Icon name="image" />
      </span>
      <span className="cell craft">
        <span className="code mono" aria-hidden="true">
          {unknownMark}
        </span>
        <span className="small dim">{size(file.bytes)}</span>
      </span>
      <span className="cell subject">
        <b dir="auto">{shownName(file.name)}</b>
        <span className="small dim">{t('window.strip.arrivingText')}</span>
      </span>
      <span className="cell progress">
        <SegmentTrack states={['now', 'open', 'open', 'open', 'open']} part={null} />
        <span className="stage small">{t('window.strip.arriving')}</span>
      </span>
      <span className="cell who">
        <span>{t('window.strip.actor', { actor: 'companion' })}</span>
      </span>
      <span className="when" />
    </li>
  );
}
