// The console: requests the token, then shows the emulator.
import { Component, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './elements/button.tsx';
import { Form } from './elements/form.tsx';
import { messages } from './messages/messages.ts';
import { Shell } from './shell/shell.tsx';
import { createStore } from './store/store.ts';
import { StoreContext, useSelected } from './store/use-store.ts';

export function App({ base, initialToken }: { readonly base: string; readonly initialToken: string | null }) {
  const [token, setToken] = useState(initialToken);

  // A link with another token changes only the fragment, without a reload.
  useEffect(() => {
    const again = () => {
      if (location.hash.startsWith('#token=')) location.reload();
    };
    addEventListener('hashchange', again);
    return () => removeEventListener('hashchange', again);
  }, []);

  const store = useMemo(() => (token === null ? null : createStore(base, token)), [base, token]);
  useEffect(() => {
    store?.start();
    return () => store?.end();
  }, [store]);

  const open = (given: string) => {
    keepToken(given);
    setToken(given);
  };
  if (store === null) return <TokenForm onToken={open} />;
  return (
    <StoreContext value={store}>
      <Admitted onToken={open} />
    </StoreContext>
  );
}

type TokenProps = { readonly onToken: (token: string) => void };

function Admitted({ onToken }: TokenProps) {
  const isRefused = useSelected(({ link }) => link.kind === 'refused');
  return isRefused ? <TokenForm isRefused onToken={onToken} /> : <Shell />;
}

// Requests the control token if the URL has none.
function TokenForm({ isRefused = false, onToken }: { readonly isRefused?: boolean } & TokenProps) {
  return (
    <main className="alone">
      <p className="tag">{messages.testService}</p>
      <h1>{messages.token.title}</h1>
      {isRefused ? (
        <p className="decided refused" role="alert">
          {messages.token.refused}
        </p>
      ) : null}
      <p>{messages.token.where}</p>
      <Form
        fields={[{ name: 'token', label: messages.token.label, isMono: true, input: { required: true } }]}
        submit={messages.token.open}
        onSubmit={({ token = '' }) => onToken(token.trim())}
      />
      <p className="dim small">{messages.token.keeping}</p>
    </main>
  );
}

// The error boundary of the console.
export class CrashHandler extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <main className="alone" role="alert">
        <h1>{messages.broken.title}</h1>
        <p>{messages.broken.message}</p>
        <Button look="main" onClick={() => location.reload()}>
          {messages.broken.again}
        </Button>
      </main>
    );
  }
}

// The control token comes in the fragment of the URL, which is never sent over the network. It is kept for this tab and
// removed from the URL, so that it is not in the history or in a shared link.

const storageKey = 'control-token';

/** Returns the token of the URL, otherwise that of this tab, otherwise null. */
export function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return sessionStorage.getItem(storageKey);
  history.replaceState(null, '', location.pathname + location.search);
  keepToken(token);
  return token;
}

const keepToken = (token: string): void => sessionStorage.setItem(storageKey, token);
