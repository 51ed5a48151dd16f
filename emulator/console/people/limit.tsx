// The rate limit of a pilot and an application: usage, next request, next upload, timeline.
import type { ApplicationView, LimitView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { Detail, Facts } from '../elements/detail.tsx';
import { number, secondsFromNow } from '../format/format.ts';
import { messages } from '../messages/messages.ts';
import { useNames, useServiceNow } from '../store/use-store.ts';
import { Pair, Who } from './parties.tsx';

const text = messages.limits;

export function LimitDetail({ limit, onClose }: { readonly limit: LimitView; readonly onClose: () => void }) {
  const names = useNames();
  const now = useServiceNow(200);
  const [pilot, application] = [names.pilot(limit.pilot), names.application(limit.clientId)];
  const { usage, facts } = usageOf(limit, now, names.applications);
  return (
    <Detail label={text.pair(visible(pilot), visible(application))} tone={usage.level} onClose={onClose}>
      <h2 className="detail-title">
        <Pair {...limit} />
      </h2>
      <Gauge limit={limit} usage={usage} />
      <Timeline limit={limit} now={now} />
      <Facts facts={facts} />
    </Detail>
  );
}

export function limitRow(limit: LimitView, now: number, applications: readonly ApplicationView[]) {
  const { usage, facts } = usageOf(limit, now, applications);
  const [state, more, last] = facts.map(([label, value]) => (
    <span key={label} className="small">
      <span className="dim">{label}</span> {value}
    </span>
  ));
  const cells = {
    who: <Who name={<Pair {...limit} />} more={last} />,
    about: <Gauge limit={limit} usage={usage} />,
    state,
    more,
  };
  return { tone: usage.level, cells };
}

/** What is left of a limit, and what to say about it. */
function usageOf(limit: LimitView, now: number, applications: readonly ApplicationView[]) {
  const usage = usageAt(limit, now);
  const mayWrite = applications.find(({ clientId }) => clientId === limit.clientId)?.writeEnabled ?? true;
  const facts: [string, string][] = [
    [text.nextRequest, messages.due(usage.requestInMs)],
    [text.nextUpload, mayWrite ? messages.due(usage.uploadInMs) : text.noWrite],
    [text.lastFlight, String(limit.lastFlightId ?? '·')],
  ];
  return { usage, facts };
}

function Gauge({ limit: { limit }, usage }: { readonly limit: LimitView; readonly usage: LimitUsage }) {
  return (
    <span className="usage">
      <span className="used">
        <b>{number(usage.used)}</b> <span className="dim">/ {number(limit)}</span>
      </span>
      <meter
        className="gauge"
        aria-hidden="true"
        max={limit}
        high={limit * fillingFrom}
        optimum={0}
        value={usage.used}
      />
    </span>
  );
}

/** Where the present is; the next upload may be to the right of it. */
const presentPercent = 80;
const axisS = [-60, -40, -20, 0, 10];

/** The requests of the window: they enter at the present and leave on the left; a ring marks the next upload. */
function Timeline({ limit, now }: { readonly limit: LimitView; readonly now: number }) {
  const { windowMs, requestsAt, mayUploadAt, lastFlightId } = limit;
  const leftOf = (ms: number) => `${presentPercent + (ms / windowMs) * presentPercent}%`;
  const uploadInMs = Date.parse(mayUploadAt) - now;
  return (
    <figure className="timeline" aria-label={text.timeline(requestsAt.length, windowMs)}>
      {axisS.map((s) => (
        <span key={s} className={s === 0 ? 'tick present' : 'tick'} style={{ left: leftOf(s * 1000) }}>
          <small>{s === 0 ? text.now : secondsFromNow(s)}</small>
        </span>
      ))}
      {requestsAt.map((at, place) => (
        <i
          // Two requests may share a millisecond.
          // oxlint-disable-next-line react/no-array-index-key
          key={`${at} ${place}`}
          className="mark"
          style={{ left: leftOf(Date.parse(at) - now) }}
        />
      ))}
      {lastFlightId !== null && uploadInMs > 0 ? (
        <i className="mark next" title={text.nextUpload} style={{ left: leftOf(uploadInMs) }} />
      ) : null}
    </figure>
  );
}

// The remaining limit at a time, computed from the last state that the emulator reported.

type LimitUsage = {
  used: number;
  level: 'free' | 'filling' | 'full';
  /** 0 if it is allowed now. */
  requestInMs: number;
  /** An upload also needs a free slot in the window. */
  uploadInMs: number;
};

const fillingFrom = 0.7;

export function usageAt(
  { requestsAt, windowMs, limit, mayRequestAt, mayUploadAt }: LimitView,
  nowMs: number,
): LimitUsage {
  const used = requestsAt.filter((at) => Date.parse(at) > nowMs - windowMs).length;
  const requestInMs = used < limit ? 0 : Math.max(0, Date.parse(mayRequestAt) - nowMs);
  return {
    used,
    level: used >= limit ? 'full' : used >= limit * fillingFrom ? 'filling' : 'free',
    requestInMs,
    uploadInMs: Math.max(requestInMs, Date.parse(mayUploadAt) - nowMs, 0),
  };
}
