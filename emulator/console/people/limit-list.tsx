// The rate limits, one card for each pair of application and pilot: usage, next request, next upload, timeline.
import type { CSSProperties } from 'react';
import type { LimitView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { CommandLine } from '../elements/command-line.tsx';
import { Empty } from '../elements/empty.tsx';
import { useNames } from '../elements/names.tsx';
import { number } from '../format/number.ts';
import { useConsole, usePart, useServiceNow } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { LimitTimeline } from './limit-timeline.tsx';
import { usageAt } from './limit-usage.ts';

export function LimitList() {
  const { address } = useConsole();
  const page = usePart('limits').value;
  return (
    <section aria-labelledby="limits">
      <div className="section-head">
        <div>
          <h3 id="limits">{messages.limits.title}</h3>
          <p className="dim small">{messages.limits.about}</p>
        </div>
      </div>
      {page !== null && page.items.length === 0 ? (
        <Empty title={messages.limits.none}>
          <p>{messages.limits.tryThis}</p>
          <CommandLine text={`curl -H "Authorization: Bearer $TOKEN" ${address}/api/v1/flights`} />
        </Empty>
      ) : null}
      <div className="limit-cards">
        {page?.items.map((limit) => (
          <LimitCard key={`${limit.clientId} ${limit.pilot}`} limit={limit} />
        ))}
      </div>
    </section>
  );
}

function LimitCard({ limit }: { readonly limit: LimitView }) {
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
