// The console: requests the token, then shows the emulator.
import { useEffect, useMemo, useState } from 'react';
import { forgetToken, keepToken } from './link/token.ts';
import { Shell } from './shell/shell.tsx';
import { TokenForm } from './shell/token-form.tsx';
import { createConsoleStore } from './store/console-store.ts';
import type { ConsoleStore } from './store/console-store.ts';
import { useCell } from './store/cell.ts';
import { ConsoleContext } from './store/use-console.ts';

export function App({ base, initialToken }: { readonly base: string; readonly initialToken: string | null }) {
  const [token, setToken] = useState(initialToken);
  const [isRefused, setRefused] = useState(false);

  // A link with another token changes only the fragment, without a reload.
  useEffect(() => {
    const again = () => {
      if (location.hash.startsWith('#token=')) location.reload();
    };
    addEventListener('hashchange', again);
    return () => removeEventListener('hashchange', again);
  }, []);

  const store = useMemo(() => (token === null ? null : createConsoleStore(base, token)), [base, token]);
  useEffect(() => {
    store?.start();
    return () => store?.end();
  }, [store]);

  const giveUp = () => {
    forgetToken();
    setToken(null);
    setRefused(true);
  };

  if (store === null) {
    return (
      <TokenForm
        isRefused={isRefused}
        onToken={(given) => {
          keepToken(given);
          setRefused(false);
          setToken(given);
        }}
      />
    );
  }
  return (
    <ConsoleContext value={store}>
      <Admitted store={store} onRefused={giveUp} />
    </ConsoleContext>
  );
}

function Admitted({ store, onRefused }: { readonly store: ConsoleStore; readonly onRefused: () => void }) {
  const isRefused = useCell(store.link).kind === 'refused';
  useEffect(() => {
    if (isRefused) onRefused();
  }, [isRefused, onRefused]);
  return <Shell />;
}
