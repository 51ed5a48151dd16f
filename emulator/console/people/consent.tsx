// A consent: its row and its tokens, with their remaining lifetime on the emulator's clock.
import { Button } from '../elements/button.tsx';
import type { ConsentView, TokenView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { Detail, Facts } from '../elements/detail.tsx';
import { countdown } from '../format/format.ts';
import { messages } from '../messages/messages.ts';
import type { Store } from '../store/store.ts';
import { useLeftMs, useNames, usePart, useServiceNow, useStore } from '../store/use-store.ts';
import { Pair, Who } from './parties.tsx';

const text = messages.people;
const lifetimes = { access: 'accessLifetimeMs', refresh: 'refreshLifetimeMs', code: 'codeLifetimeMs' } as const;

type Around = {
  readonly store: Store;
  readonly names: ReturnType<typeof useNames>;
  readonly now: number;
};

export function consentRow(consent: ConsentView, tokens: readonly TokenView[], { store, names, now }: Around) {
  const { id, grantedAt, revokedAt, revokedBecause, scopes } = consent;
  const who = <Who name={<Pair {...consent} />} more={text.granted(Date.parse(grantedAt), now)} />;
  if (revokedAt !== null) {
    const about = <span className="small">{text.revoked(Date.parse(revokedAt), now, revokedBecause)}</span>;
    return { tone: 'refused', cells: { who, about } };
  }
  const [pilot, application] = [visible(names.pilot(consent.pilot)), visible(names.application(consent.clientId))];
  const about = (
    <span className="dim small" translate="no">
      {scopes.join(' ')}
    </span>
  );
  const actions = (
    <span className="actions">
      <Button
        look="small"
        aria-label={text.expireOf(pilot, application)}
        onClick={() => store.act('tokens.expire', { consentId: id }, text.expiredOf(pilot))}
      >
        {text.expire}
      </Button>
      <Button
        look="small danger"
        aria-label={text.revokeOf(pilot, application)}
        onClick={() => store.act('consents.revoke', { id }, text.revokedNow(pilot))}
      >
        {text.revoke}
      </Button>
    </span>
  );
  return { tone: 'well', cells: { who, about, state: <TokensLeft tokens={tokens} />, more: actions } };
}

export function ConsentDetail({
  consent,
  tokens,
  onClose,
}: {
  readonly consent: ConsentView;
  readonly tokens: readonly TokenView[];
  readonly onClose: () => void;
}) {
  const names = useNames();
  const now = useServiceNow();
  const [pilot, application] = [names.pilot(consent.pilot), names.application(consent.clientId)];
  return (
    <Detail label={text.consentOf(visible(pilot), visible(application))} onClose={onClose}>
      <h2 className="detail-title">
        <Pair {...consent} />
      </h2>
      <Facts
        facts={[
          [
            text.scopes,
            <span key="scopes" translate="no">
              {consent.scopes.join(' ')}
            </span>,
          ],
          [text.grantedAt, text.granted(Date.parse(consent.grantedAt), now)],
        ]}
      />
      <section className="message">
        <h3>{text.tokens}</h3>
        {livingAt(tokens, now).map((token) => (
          <Token key={`${token.kind} ${token.fingerprint}`} token={token} />
        ))}
        {livingAt(tokens, now).length === 0 ? <p className="dim small">{text.noLiveTokens}</p> : null}
      </section>
    </Detail>
  );
}

const livingAt = (tokens: readonly TokenView[], now: number) =>
  tokens.filter(({ status, expiresAt }) => status === 'live' && Date.parse(expiresAt) > now);

/** The same, in a row of the list. */
function TokensLeft({ tokens }: { readonly tokens: readonly TokenView[] }) {
  const living = livingAt(tokens, useServiceNow());
  if (living.length === 0) return <span className="dim small">{text.noLiveTokens}</span>;
  return living.map((token) => <TokenLeft key={`${token.kind} ${token.fingerprint}`} token={token} />);
}

function TokenLeft({ token }: { readonly token: TokenView }) {
  const { leftMs, share } = useLifetime(token);
  return (
    <span className={`token-left small ${share < 0.1 ? 'short' : ''}`}>
      <span className="dim">{text.tokenKinds[token.kind]}</span> <span className="left">{countdown(leftMs)}</span>
    </span>
  );
}

function Token({ token }: { readonly token: TokenView }) {
  const store = useStore();
  const { kind, fingerprint, consentId } = token;
  const { leftMs, share } = useLifetime(token);
  return (
    <div className={`token ${share < 0.1 ? 'short' : ''}`}>
      <span>{text.tokenKinds[kind]}</span>
      <code className="dim">{fingerprint}</code>
      <span className="left">{countdown(leftMs)}</span>
      <Button
        look="link"
        aria-label={text.expireKind[kind]}
        onClick={() => store.act('tokens.expire', { consentId, kind })}
      >
        {text.end}
      </Button>
      <meter aria-hidden="true" value={share} />
    </div>
  );
}

function useLifetime({ kind, expiresAt }: TokenView) {
  const leftMs = useLeftMs(Date.parse(expiresAt));
  const whole = usePart('settings')?.items.find(({ name }) => name === lifetimes[kind])?.value;
  return { leftMs, share: typeof whole === 'number' && whole > 0 ? Math.min(1, leftMs / whole) : 1 };
}
