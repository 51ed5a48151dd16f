// One consent with its tokens and their remaining lifetime.
import type { ConsentView, TokenView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { useNames } from '../elements/names.tsx';
import { useConsole, useLeftMs, usePart, useServiceNow } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import type { CSSProperties } from 'react';
import { countdown } from '../format/span.ts';

export function ConsentStrip({
  consent,
  tokens,
}: {
  readonly consent: ConsentView;
  readonly tokens: readonly TokenView[];
}) {
  const store = useConsole();
  const names = useNames();
  const now = useServiceNow();
  const { id, revokedAt, revokedBecause } = consent;
  const living = tokens.filter(({ status, expiresAt }) => status === 'live' && Date.parse(expiresAt) > now);
  const pilot = names.pilot(consent.pilot);
  const application = names.application(consent.clientId);
  return (
    <li className={`consent ${revokedAt === null ? 'live' : 'revoked'}`}>
      <span className="edge" />
      <div className="consent-text">
        <p>
          <b>
            <bdi>{pilot}</bdi>
          </b>{' '}
          <em>▸</em>{' '}
          <b>
            <bdi>{application}</bdi>
          </b>
        </p>
        <p className="dim small">{messages.people.granted(Date.parse(consent.grantedAt), now)}</p>
        <p className="scopes" translate="no">
          {consent.scopes.join(' ')}
        </p>
        {revokedAt === null ? null : (
          <p className="error small">
            {revokedBecause === null
              ? messages.people.revoked(Date.parse(revokedAt), now)
              : messages.people.revokedBecause(Date.parse(revokedAt), now, revokedBecause)}
          </p>
        )}
      </div>
      <div className="tokens">
        {living.map((token) => (
          <TokenLife key={`${token.kind} ${token.fingerprint}`} token={token} />
        ))}
        {living.length === 0 && revokedAt === null ? <p className="dim small">{messages.people.noLiveTokens}</p> : null}
      </div>
      {revokedAt === null ? (
        <div className="consent-acts">
          <button
            type="button"
            className="button small-button"
            disabled={living.length === 0}
            aria-label={messages.people.expireOf(visible(pilot), visible(application))}
            onClick={() =>
              void store.act(
                () => store.calls.tokens.expire({ consentId: id }),
                messages.people.expiredOf(visible(pilot)),
              )
            }
          >
            {messages.people.expire}
          </button>
          <button
            type="button"
            className="button small-button danger"
            aria-label={messages.people.revokeOf(visible(pilot), visible(application))}
            onClick={() =>
              void store.act(() => store.calls.consents.revoke(id), messages.people.revokedNow(visible(pilot)))
            }
          >
            {messages.people.revoke}
          </button>
        </div>
      ) : null}
    </li>
  );
}

// The remaining lifetime of a token on the emulator's clock.
const lifetimes = { access: 'accessLifetimeMs', refresh: 'refreshLifetimeMs', code: 'codeLifetimeMs' } as const;

export function TokenLife({ token: { kind, fingerprint, expiresAt, consentId } }: { readonly token: TokenView }) {
  const store = useConsole();
  const leftMs = useLeftMs(Date.parse(expiresAt));
  const settings = usePart('settings').value?.items;
  const whole = settings?.find(({ name }) => name === lifetimes[kind])?.value;
  const share = typeof whole === 'number' && whole > 0 ? Math.min(1, leftMs / whole) : 1;
  return (
    <div className={`token ${share < 0.1 ? 'short' : ''}`}>
      <span className="token-kind">{messages.people.tokenKinds[kind]}</span>
      <code className="dim">{fingerprint}</code>
      <span className="life" aria-hidden="true">
        <i style={{ transform: `scaleX(${share})` } satisfies CSSProperties} />
      </span>
      <span className="left">{countdown(leftMs)}</span>
      <button
        type="button"
        className="link-button small"
        aria-label={messages.people.expireKind[kind]}
        onClick={() => void store.act(() => store.calls.tokens.expire({ consentId, kind }))}
      >
        {messages.people.end}
      </button>
    </div>
  );
}
