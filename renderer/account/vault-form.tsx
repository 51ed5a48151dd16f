// The form for the passphrase of the vault. The fields are cleared as soon as the passphrase is sent.
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { Result } from '../../main/contract/failure.ts';
import { Field } from '../elements/field.tsx';
import { t, text } from '../text.ts';

type Props = {
  /** The vault has no passphrase yet, so a new one has to be typed twice. */
  readonly isNew: boolean;
  readonly label: string;
  readonly hand: (passphrase: string) => Promise<Result<null>>;
};

export function VaultForm({ isNew, label, hand }: Props) {
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
        <button type="submit" className="button main-button" disabled={typed === ''}>
          {label}
        </button>
      </div>
    </form>
  );
}
