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
  return (
    <section className="card you-card vault-card" aria-label={t('window.vault.title')}>
      <div className="card-text">
        <strong>
          {isNew ? t('window.vault.state', { state: 'new' }) : t('window.vault.state', { state: 'locked' })}
        </strong>
        <FailureMessage failure={secretsConcern} />
      </div>
      <VaultForm
        isNew={isNew}
        label={isNew ? t('window.vault.set') : t('window.vault.unlock')}
        hand={(passphrase) => ask('secrets.unlock', { passphrase })}
      />
      {!isNew && (
        <details>
          <summary>{t('window.vault.forgotten')}</summary>
          <p className="small">{t('window.vault.forgottenText')}</p>
          <button type="button" className="button" onClick={() => void order('account.signOutAll', {})}>
            {t('window.vault.removeAll')}
          </button>
        </details>
      )}
    </section>
  );
}
