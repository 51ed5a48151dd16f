// The console: requests the token, then shows the emulator.
import { useEffect, useMemo, useState } from 'react';
import { forgetToken, keepToken } from './client/token.ts';
import { Shell } from './shell/shell.tsx';
import { TokenForm } from './shell/token-form.tsx';
import { createStore } from './store/store.ts';
import { StoreContext, useSelected } from './store/use-store.ts';

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

  const store = useMemo(() => (token === null ? null : createStore(base, token)), [base, token]);
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
    <StoreContext value={store}>
      <Admitted onRefused={giveUp} />
    </StoreContext>
  );
}

function Admitted({ onRefused }: { readonly onRefused: () => void }) {
  const isRefused = useSelected(({ link }) => link.kind === 'refused');
  useEffect(() => {
    if (isRefused) onRefused();
  }, [isRefused, onRefused]);
  return <Shell />;
}
