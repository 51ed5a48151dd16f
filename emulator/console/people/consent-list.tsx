// The consents with their tokens; revoked ones are collapsed at the end.
import { useMemo, useState } from 'react';
import type { ConsentView, TokenKind, TokenView } from '../../api-types.ts';
import { Empty } from '../elements/empty.tsx';
import { number } from '../format/number.ts';
import { useConsole, usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { ConsentStrip } from './consent-strip.tsx';

const shownAtFirst = 50;
const tokenKinds: readonly TokenKind[] = ['access', 'refresh', 'code'];

export function ConsentList() {
  const store = useConsole();
  const page = usePart('consents').value;
  const tokens = usePart('tokens').value;
  const [most, setMost] = useState(shownAtFirst);
  const byConsent = useMemo(() => Map.groupBy(tokens ?? [], ({ consentId }) => consentId), [tokens]);
  const consents = page?.items ?? [];
  const live = consents.filter(({ revokedAt }) => revokedAt === null);
  const shownCount = Math.min(most, live.length);
  const revoked = consents.filter(({ revokedAt }) => revokedAt !== null);
  const showMore = () => {
    setMost(most * 2);
    if (live.length <= most * 2 && page?.next !== null) store.wantMoreConsents();
  };
  const expire = (kind: TokenKind) =>
    store.act(() => store.calls.tokens.expire({ kind }), messages.people.expiredAll[kind]);

  return (
    <section aria-labelledby="consents" className="consents">
      <div className="section-head">
        <h3 id="consents">
          {messages.people.consents}{' '}
          <span className="dim">
            {page === null || page.next === null
              ? number(live.length)
              : messages.people.ofNewest(live.length, consents.length)}
          </span>
        </h3>
        <fieldset className="actions" aria-label={messages.people.expireAllLabel}>
          <span className="dim small">{messages.people.expireAllLabel}</span>
          {tokenKinds.map((kind) => (
            <button key={kind} type="button" className="button small-button" onClick={() => void expire(kind)}>
              {messages.people.tokenKinds[kind]}
            </button>
          ))}
        </fieldset>
      </div>
      {page !== null && consents.length === 0 ? (
        <Empty title={messages.people.noConsents}>
          <p>{messages.people.noConsentsHelp}</p>
        </Empty>
      ) : null}
      <Strips consents={live.slice(0, most)} byConsent={byConsent} />
      {live.length > most || (page !== null && page.next !== null) ? (
        <p className="more">
          <button type="button" className="button" onClick={showMore}>
            {messages.showMore}
          </button>
          <span className="dim">
            {page?.next === null
              ? messages.people.shownConsents(shownCount, live.length)
              : messages.people.shownOfNewest(shownCount, live.length, consents.length)}
          </span>
        </p>
      ) : null}
      {revoked.length === 0 ? null : (
        <details>
          <summary>{messages.people.revokedOnes(revoked.length)}</summary>
          <Strips consents={revoked.slice(0, shownAtFirst)} byConsent={byConsent} />
        </details>
      )}
    </section>
  );
}

function Strips({
  consents,
  byConsent,
}: {
  readonly consents: readonly ConsentView[];
  readonly byConsent: Map<string, TokenView[]>;
}) {
  return (
    <ul className="consent-strips">
      {consents.map((consent) => (
        <ConsentStrip key={consent.id} consent={consent} tokens={byConsent.get(consent.id) ?? []} />
      ))}
    </ul>
  );
}
