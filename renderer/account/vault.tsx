// The vault with the sign-in: its card on the board while it is locked, and the form for its passphrase.
import { Button } from '../elements/button.tsx';
import { type FormEvent, useState } from 'react';
import type { Result } from '../../main/contract/failure.ts';
import type { AppState } from '../../main/contract/state.ts';
import { FailureMessage } from '../elements/failure-message.tsx';
import { Field } from '../elements/form-fields.tsx';
import { useStore } from '../store/use-window.ts';
import { t, text } from '../text.ts';

export function VaultCard({ app: { secretsConcern, secretStorage } }: { readonly app: AppState }) {
  const { ask, send } = useStore();
  if (secretsConcern === null) return null;
  const isNew = secretStorage.vault === 'none';
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
          <Button onClick={() => void send('account.signOutAll', {})}>{t('window.vault.removeAll')}</Button>
        </details>
      )}
    </section>
  );
}

type VaultFormProps = {
  /** The vault has no passphrase yet, so a new one has to be typed twice. */
  readonly isNew: boolean;
  readonly label: string;
  readonly hand: (passphrase: string) => Promise<Result<null>>;
};

/** The form for the passphrase of the vault. The fields are cleared as soon as the passphrase is sent. */
export function VaultForm({ isNew, label, hand }: VaultFormProps) {
  const [typed, setTyped] = useState('');
  const [again, setAgain] = useState('');
  const [error, setError] = useState<string | undefined>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isNew && typed !== again) return setError(t('window.vault.mismatch'));
    const result = await hand(typed);
    setTyped('');
    setAgain('');
    setError(result.ok ? undefined : text(result.failure.message));
  }

  return (
    <form className="form vault-form" onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label={isNew ? t('window.vault.newPassphrase') : t('window.vault.passphrase')}
        hint={isNew ? t('window.vault.newHint') : undefined}
        error={error}
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        maxLength={1000}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(undefined);
        }}
      />
      {isNew && (
        <Field
          label={t('window.vault.again')}
          type="password"
          autoComplete="new-password"
          maxLength={1000}
          value={again}
          onChange={(event) => setAgain(event.target.value)}
        />
      )}
      <div>
        <Button type="submit" look="main" disabled={typed === ''}>
          {label}
        </Button>
      </div>
    </form>
  );
}
