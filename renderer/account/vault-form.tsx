// The passphrase of the vault goes in here and nowhere comes out: the field is emptied as soon as it was handed over.
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { Result } from '../../main/contract/failure.ts';
import { Field } from '../elements/field.tsx';
import { words } from '../words/words.ts';
import { text } from '../text.ts';

const w = words.vault;

type Props = {
  /** It has no passphrase yet: a new one is typed twice. */
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
    if (isNew && typed !== again) return setError(w.notTheSame);
    const result = await hand(typed);
    setTyped('');
    setAgain('');
    setError(result.ok ? undefined : text(result.failure.message));
  }

  return (
    <form className="form vault-form" onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label={isNew ? w.newPassphrase : w.passphrase}
        hint={isNew ? w.newHint : undefined}
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
          label={w.again}
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
