// What pilots granted, each with the tokens that came of it. Revoked ones lie at the end, folded.
import { useMemo, useState } from 'react';
import type { ConsentView, TokenKind, TokenView } from '../../control/types.ts';
import { Empty } from '../elements/empty.tsx';
import { count } from '../format/number.ts';
import { useConsole, usePart } from '../store/use-console.ts';
import { words } from '../words/words.ts';
import { ConsentStrip } from './consent-strip.tsx';

const shownAtFirst = 50;
const tokenKinds: readonly TokenKind[] = ['access', 'refresh', 'code'];

export function ConsentList() {
  const store = useConsole();
  const page = usePart('consents').value;
  const tokens = usePart('tokens').value;
  const [most, setMost] = useState(shownAtFirst);
  const byConsent = useMemo(() => Map.groupBy(tokens?.items ?? [], ({ consentId }) => consentId), [tokens]);
  // The newest first: it is the one that somebody works with.
  const consents = page?.items.toReversed() ?? [];
  const live = consents.filter(({ revokedAt }) => revokedAt === null);
  const revoked = consents.filter(({ revokedAt }) => revokedAt !== null);
  const expire = (kind: TokenKind) =>
    store.act(() => store.calls.tokens.expire({ kind }), words.people.expiredAll[kind]);

  return (
    <section aria-labelledby="consents" className="consents">
      <div className="section-head">
        <h3 id="consents">
          {words.people.consents} <span className="dim">{live.length}</span>
        </h3>
        <fieldset className="actions" aria-label={words.people.expireAllLabel}>
          <span className="dim small">{words.people.expireAllLabel}</span>
          {tokenKinds.map((kind) => (
            <button key={kind} type="button" className="button small-button" onClick={() => void expire(kind)}>
              {words.people.tokenKinds[kind]}
            </button>
          ))}
        </fieldset>
      </div>
      {page !== null && consents.length === 0 ? (
        <Empty title={words.people.noConsents}>
          <p>{words.people.noConsentsHelp}</p>
        </Empty>
      ) : null}
      <Strips consents={live.slice(0, most)} byConsent={byConsent} />
      {live.length > most ? (
        <p className="more">
          <button type="button" className="button" onClick={() => setMost(most * 2)}>
            {words.people.moreConsents}
          </button>
        </p>
      ) : null}
      {revoked.length === 0 ? null : (
        <details>
          <summary>{words.people.revokedOnes(count(revoked.length, words.people.consent))}</summary>
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
