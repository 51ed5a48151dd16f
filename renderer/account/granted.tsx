// What the pilot agreed to, and what cannot be done without the rest. That reports cannot be sent is said where it can be
// mended, not here.
import type { AppState } from '../../main/contract/state.ts';
import { words } from '../words/words.ts';

const w = words.account;

type SignedIn = Extract<AppState['account'], { status: 'signed-in' }>;

const consequences: Readonly<Record<string, string>> = w.without;

export function Granted({ account }: { readonly account: SignedIn }) {
  const lost = account.missing
    .filter((scope) => scope !== 'flights:write')
    .map((scope) => consequences[scope] ?? w.withoutOther(scope));
  return (
    <>
      <p className="dim small">
        {w.scopes}: <span className="mono">{account.scopes.join(' ')}</span>
      </p>
      {lost.map((sentence) => (
        <p className="small" key={sentence}>
          {sentence}
        </p>
      ))}
    </>
  );
}
