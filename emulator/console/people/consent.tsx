// A consent: its row and its tokens, with their remaining lifetime on the emulator's clock.
import { Button } from '../elements/button.tsx';
import type { ConsentView, TokenView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { Detail } from '../elements/detail.tsx';
import { countdown } from '../format/format.ts';
import { messages } from '../messages/messages.ts';
import { useLeftMs, useNames, useServiceNow, useStore } from '../store/use-store.ts';
import { Pair, Who } from './party.tsx';

const text = messages.people;

export function consentRow(consent: ConsentView, tokens: readonly TokenView[], now: number) {
  const { grantedAt, revokedAt, revokedBecause, scopes } = consent;
  const who = <Who name={<Pair {...consent} />} more={text.granted(Date.parse(grantedAt))} />;
  if (revokedAt !== null) {
    const about = <span className="small">{text.revoked(Date.parse(revokedAt), revokedBecause)}</span>;
    return { tone: 'refused', cells: { who, about } };
  }
  const about = (
    <span className="dim small" translate="no">
      {scopes.join(' ')}
    </span>
  );
  return { tone: 'well', cells: { who, about, state: <TokensLeft tokens={tokens} now={now} /> } };
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
  const store = useStore();
  const names = useNames();
  const now = useServiceNow();
  const { id, scopes, grantedAt, revokedAt } = consent;
  const [pilot, application] = [visible(names.pilot(consent.pilot)), visible(names.application(consent.clientId))];
  const living = livingAt(tokens, now);
  return (
    <Detail label={text.consentOf(pilot, application)} title={<Pair {...consent} />} onClose={onClose}>
      <p className="small" translate="no">
        {scopes.join(' ')}
      </p>
      <p className="dim small">{text.granted(Date.parse(grantedAt))}</p>
      <section className="message">
        <h3>{text.tokens}</h3>
        {living.map((token) => (
          <Token key={`${token.kind} ${token.fingerprint}`} token={token} />
        ))}
        {living.length === 0 ? <p className="dim small">{text.noLiveTokens}</p> : null}
      </section>
      {revokedAt === null ? (
        <div className="actions">
          <Button look="danger" onClick={() => store.act('consents.revoke', { id }, text.revokedNow(pilot))}>
            {text.revoke}
          </Button>
        </div>
      ) : null}
    </Detail>
  );
}

const livingAt = (tokens: readonly TokenView[], now: number) =>
  tokens.filter(({ status, expiresAt }) => status === 'live' && Date.parse(expiresAt) > now);

function TokensLeft({ tokens, now }: { readonly tokens: readonly TokenView[]; readonly now: number }) {
  const living = livingAt(tokens, now);
  if (living.length === 0) return <span className="dim small">{text.noLiveTokens}</span>;
  return living.map((token) => (
    <span key={`${token.kind} ${token.fingerprint}`} className="token-left small">
      <span className="dim">{text.tokenKinds[token.kind]}</span> <Left token={token} />
    </span>
  ));
}

function Token({ token }: { readonly token: TokenView }) {
  const store = useStore();
  const { kind, fingerprint, consentId } = token;
  return (
    <div className="token">
      <span>{text.tokenKinds[kind]}</span>
      <code className="dim">{fingerprint}</code>
      <Left token={token} />
      <Button
        look="link"
        aria-label={text.expireKind[kind]}
        onClick={() => store.act('tokens.expire', { consentId, kind })}
      >
        {text.end}
      </Button>
    </div>
  );
}

function Left({ token: { expiresAt } }: { readonly token: TokenView }) {
  return <span className="left">{countdown(useLeftMs(Date.parse(expiresAt)))}</span>;
}
