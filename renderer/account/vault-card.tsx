// On the board while the vault with the sign-in is locked: its words, and the field that opens it.
import type { AppState } from '../../main/contract/state.ts';
import { FailureWords } from '../elements/failure-words.tsx';
import { useStore } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { VaultForm } from './vault-form.tsx';

const w = words.vault;

export const isVaultInTheWay = ({ secretsConcern }: AppState) => secretsConcern?.needs === 'passphrase';

export function VaultCard({ app: { secretsConcern, keeping } }: { readonly app: AppState }) {
  const { ask, order } = useStore();
  if (secretsConcern === null) return null;
  const isNew = keeping.vault === 'none';
  return (
    <section className="card you-card vault-card" aria-label={w.title}>
      <div className="card-words">
        <strong>{isNew ? w.isNew : w.isLocked}</strong>
        <FailureWords failure={secretsConcern} />
      </div>
      <VaultForm
        isNew={isNew}
        label={isNew ? w.set : w.unlock}
        hand={(passphrase) => ask('secrets.unlock', { passphrase })}
      />
      {!isNew && (
        <details>
          <summary>{w.forgotten}</summary>
          <p className="small">{w.forgottenWords}</p>
          <button type="button" className="button" onClick={() => void order('account.signOutAll', {})}>
            {w.removeAll}
          </button>
        </details>
      )}
    </section>
  );
}
