// On the board while the vault with the sign-in is locked: its words, and the field that opens it.
import type { AppState } from '../../main/contract/state.ts';
import { FailureMessage } from '../elements/failure-words.tsx';
import { useStore } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { VaultForm } from './vault-form.tsx';

const w = words.vault;

export const isVaultInTheWay = ({ secretsConcern }: AppState) => secretsConcern?.requiredAction === 'passphrase';

export function VaultCard({ app: { secretsConcern, keeping } }: { readonly app: AppState }) {
  const { ask, order } = useStore();
  if (secretsConcern === null) return null;
  const isNew = keeping.vault === 'none';
  const isOlder = keeping.vault === 'older';
  return (
    <section className="card you-card vault-card" aria-label={w.title}>
      <div className="card-words">
        <strong>{isNew ? w.isNew : isOlder ? w.isOlder : w.isLocked}</strong>
        <FailureMessage failure={secretsConcern} />
      </div>
      <VaultForm
        isNew={isNew}
        label={isNew ? w.set : isOlder ? w.confirmOlder : w.unlock}
        hand={(passphrase) => ask(isOlder ? 'secrets.useOlder' : 'secrets.unlock', { passphrase })}
      />
      {!isNew && (
        <details>
          <summary>{isOlder ? w.notRestored : w.forgotten}</summary>
          <p className="small">{isOlder ? w.notRestoredWords : w.forgottenWords}</p>
          <button type="button" className="button" onClick={() => void order('account.signOutAll', {})}>
            {w.removeAll}
          </button>
        </details>
      )}
    </section>
  );
}
