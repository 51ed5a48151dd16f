// The remaining lifetime of a token on the emulator's clock.
import type { CSSProperties } from 'react';
import type { TokenView } from '../../api-types.ts';
import { countdown } from '../format/span.ts';
import { useConsole, useLeftMs, usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';

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
