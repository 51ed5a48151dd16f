// The rate limit of one pair: usage, next request, next upload, timeline.
import type { CSSProperties } from 'react';
import type { LimitView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { useNames } from '../elements/names.tsx';
import { number } from '../format/number.ts';
import { useServiceNow } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { LimitTimeline } from './limit-timeline.tsx';
import { usageAt } from './limit-usage.ts';

export function LimitCard({ limit }: { readonly limit: LimitView }) {
  const names = useNames();
  const now = useServiceNow(200);
  const usage = usageAt(limit, now);
  const application = names.application(limit.clientId);
  const mayWrite = names.applications.find(({ clientId }) => clientId === limit.clientId)?.writeEnabled ?? true;
  const pilot = names.pilot(limit.pilot);
  return (
    <article className={`limit ${usage.level}`} aria-label={messages.limits.pair(visible(pilot), visible(application))}>
      <div className="limit-head">
        <p className="limit-pair">
          <b>
            <bdi>{pilot}</bdi>
          </b>{' '}
          <em>▸</em>{' '}
          <b>
            <bdi>{application}</bdi>
          </b>
        </p>
        <p className="limit-used">
          <b>{number(usage.used)}</b> <span className="dim">/ {number(limit.limit)}</span>
        </p>
      </div>
      <div className="gauge" style={{ '--cells': limit.limit } as CSSProperties} aria-hidden="true">
        <i style={{ transform: `scaleX(${Math.min(1, usage.used / limit.limit)})` }} />
      </div>
      <LimitTimeline limit={limit} />
      <dl className="limit-facts">
        <div className={usage.requestInMs > 0 ? 'waits' : ''}>
          <dt>{messages.limits.nextRequest}</dt>
          <dd>{messages.due(usage.requestInMs)}</dd>
        </div>
        <div className={usage.uploadInMs > 0 || !mayWrite ? 'waits' : ''}>
          <dt>{messages.limits.nextUpload}</dt>
          <dd>{mayWrite ? messages.due(usage.uploadInMs) : messages.limits.noWrite}</dd>
        </div>
        <div>
          <dt>{messages.limits.lastFlight}</dt>
          <dd>{limit.lastFlightId ?? '·'}</dd>
        </div>
      </dl>
    </article>
  );
}
