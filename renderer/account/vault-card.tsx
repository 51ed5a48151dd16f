// The card on the board while the vault with the sign-in is locked.
import type { AppState } from '../../main/contract/state.ts';
import { FailureMessage } from '../elements/failure-message.tsx';
import { useStore } from '../store/use-window.ts';
import { t } from '../text.ts';
import { VaultForm } from './vault-form.tsx';

export const isVaultInTheWay = ({ secretsConcern }: AppState) => secretsConcern?.requiredAction === 'passphrase';

export function VaultCard({ app: { secretsConcern, keeping } }: { readonly app: AppState }) {
  const { ask, order } = useStore();
  if (secretsConcern === null) return null;
  const isNew = keeping.vault === 'none';
  const isOlder = keeping.vault === 'older';
  return (
    <section className="card you-card vault-card" aria-label={t('window.vault.title')}>
      <div className="card-text">
        <strong>
          {isNew
            ? t('window.vault.state', { state: 'new' })
            : isOlder
              ? t('window.vault.state', { state: 'older' })
              : t('window.vault.state', { state: 'locked' })}
        </strong>
        <FailureMessage failure={secretsConcern} />
      </div>
      <VaultForm
        isNew={isNew}
        label={isNew ? t('window.vault.set') : isOlder ? t('window.vault.useOlder') : t('window.vault.unlock')}
        hand={(passphrase) => ask(isOlder ? 'secrets.useOlder' : 'secrets.unlock', { passphrase })}
      />
      {!isNew && (
        <details>
          <summary>{isOlder ? t('window.vault.notRestored') : t('window.vault.forgotten')}</summary>
          <p className="small">{isOlder ? t('window.vault.notRestoredText') : t('window.vault.forgottenText')}</p>
          <button type="button" className="button" onClick={() => void order('account.signOutAll', {})}>
            {t('window.vault.removeAll')}
          </button>
        </details>
      )}
    </section>
  );
}
