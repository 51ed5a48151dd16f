// What is left of a rate limit, computed from the last state that the emulator reported.
import type { ApplicationView, LimitView } from '../../api-types.ts';
import { number } from '../format/format.ts';
import { messages } from '../messages/messages.ts';
import { Pair, Who } from './party.tsx';

const text = messages.limits;

export function limitRow(limit: LimitView, now: number, applications: readonly ApplicationView[]) {
  const { used, tone, requestInMs, uploadInMs } = usageAt(limit, now);
  const mayWrite = applications.find(({ clientId }) => clientId === limit.clientId)?.writeEnabled ?? true;
  const [last, state, more] = (
    [
      [text.lastFlight, String(limit.lastFlightId ?? '·')],
      [text.nextRequest, messages.due(requestInMs)],
      [text.nextUpload, mayWrite ? messages.due(uploadInMs) : text.noWrite],
    ] as const
  ).map(([label, value]) => (
    <span key={label} className="small">
      <span className="dim">{label}</span> {value}
    </span>
  ));
  const about = (
    <span className="usage">
      <span className="used">
        <b>{number(used)}</b> <span className="dim">/ {number(limit.limit)}</span>
      </span>
      <meter
        className="gauge"
        aria-hidden="true"
        max={limit.limit}
        high={limit.limit * fillingFrom}
        optimum={0}
        value={used}
      />
    </span>
  );
  return { tone, cells: { who: <Who name={<Pair {...limit} />} more={last} />, about, state, more } };
}

const fillingFrom = 0.7;

export function usageAt(state: LimitView, nowMs: number) {
  const { requestsAt, windowMs, limit, mayRequestAt, mayUploadAt } = state;
  const used = requestsAt.filter((at) => Date.parse(at) > nowMs - windowMs).length;
  const requestInMs = used < limit ? 0 : Math.max(0, Date.parse(mayRequestAt) - nowMs);
  return {
    used,
    tone: used >= limit ? 'refused' : used >= limit * fillingFrom ? 'hint' : 'well',
    /** 0 if it is allowed now. */
    requestInMs,
    /** An upload also needs a free slot in the window. */
    uploadInMs: Math.max(requestInMs, Date.parse(mayUploadAt) - nowMs, 0),
  };
}
