// The rate limits, one card for each pair of application and pilot.
import { CommandLine } from '../elements/command-line.tsx';
import { Empty } from '../elements/empty.tsx';
import { useConsole, usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { LimitCard } from './limit-card.tsx';

export function LimitsView() {
  const { address } = useConsole();
  const page = usePart('limits').value;
  return (
    <div className="page">
      <div className="page-head">
        <h2>{messages.views.limits}</h2>
        <p className="dim small">{messages.limits.about}</p>
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
    </div>
  );
}
