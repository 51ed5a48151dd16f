// One strip, with its columns always in the same place: the flight, its progress, who has to act and since when, and
// its upload time or points. The whole strip is one button, and its label has all of its text.
import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { Strip } from '../../main/contract/strip.ts';
import { plannedAt } from '../../main/contract/upload-plan.ts';
import { Icon } from '../elements/icon.tsx';
import { DateTime } from '../elements/date-time.tsx';
import { UNKNOWN, knownText } from '../format/amount.ts';
import { countdown } from '../format/span.ts';
import { useNow, useStore, useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';
import { ApprovalButtons } from './approval-buttons.tsx';
import { choose, howOf } from './choosing/choosing.ts';
import { SegmentTrack } from './segment-track.tsx';
import { StripAction } from './strip-action.tsx';
import { StripImage } from './strip-image.tsx';
import * as strips from '../format/strip-text.ts';
import { shownName } from '../shown-name.ts';

type Props = {
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

export const StripRow = memo(function StripRow({ strip, isSelected, isChosen, isTabStop, minGapMs, place }: Props) {
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
  const craft = flight ? knownText(flight.aircraft) : UNKNOWN;
  return craft === UNKNOWN && stage === 'received' ? '' : craft;
}

function Subject({ strip }: { readonly strip: Strip }) {
  if (strip.flight === null || (strip.file !== null && strips.isNumberOnly(strip)))
    return <b dir="auto">{shownName(strip.file?.name ?? strip.id)}</b>;
  const [out, into] = strips.routeOf(strip) ?? [UNKNOWN, UNKNOWN];
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
