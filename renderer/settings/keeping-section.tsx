// Shows and changes where sign-ins are stored. Stored sign-ins move with the choice.
import { useState } from 'react';
import type { SecretChoice } from '../../main/contract/secrets.ts';
import type { AppState } from '../../main/contract/state.ts';
import { VaultForm } from '../account/vault-form.tsx';
import { Choices, type Choice } from '../elements/choices.tsx';
import { FailureMessage } from '../elements/failure-message.tsx';
import { useStore } from '../store/use-window.ts';
import { choice, t } from '../text.ts';

export function KeepingSection({ app }: { readonly app: AppState }) {
  const { secretsIn, secretsConcern, keeping } = app;
  return (
    <section className="card section" aria-labelledby="settings-keeping">
      <h2 id="settings-keeping">{t('window.keeping.title')}</h2>
      {/* The warning about an unencrypted file already names its location. */}
      {!(secretsConcern && keeping.choice === 'open-vault') && (
        <p>{t('window.account.secretsIn', { place: choice(secretsIn) })}</p>
      )}
      {secretsConcern && (
        <p className="concern-text">
          <FailureMessage failure={secretsConcern} />
        </p>
      )}
      {app.service.kind === 'demo' ? (
        <p className="dim small">{t('window.keeping.demo')}</p>
      ) : (
        // Resets the form when the choice has changed.
        <PlaceChoice key={`${keeping.choice} ${keeping.vault}`} app={app} />
      )}
    </section>
  );
}

function PlaceChoice({ app: { keeping, service } }: { readonly app: AppState }) {
  const { ask, order } = useStore();
  const [wanted, setWanted] = useState<SecretChoice>(keeping.choice);
  /** Whether this choice needs the passphrase of the vault. */
  const asksFor = (choice: SecretChoice) =>
    (choice === 'file-vault' && keeping.vault !== 'unlocked') ||
    (keeping.choice === 'file-vault' && keeping.vault === 'locked');
  const isOther = wanted !== keeping.choice;

  function choose(choice: SecretChoice) {
    setWanted(choice);
    if (!asksFor(choice) && choice !== keeping.choice) {
      void order('secrets.choose', { choice, passphrase: null }).then((isDone) => {
        if (!isDone) setWanted(keeping.choice);
      });
    }
  }

  const form = asksFor(wanted) && (
    <VaultForm
      isNew={keeping.vault === 'none'}
      label={isOther ? t('window.vault.use') : t('window.vault.unlock')}
      hand={(passphrase) =>
        isOther ? ask('secrets.choose', { choice: wanted, passphrase }) : ask('secrets.unlock', { passphrase })
      }
    />
  );
  const choices: Choice<SecretChoice>[] = [
    keeping.hasKeychain
      ? { value: 'keychain', label: t('window.keeping.keychain'), hint: t('window.keeping.keychainHint'), more: form }
      : { value: 'keychain', label: t('window.keeping.memory'), hint: t('window.keeping.memoryHint'), more: form },
    { value: 'file-vault', label: t('window.keeping.vault'), hint: t('window.keeping.vaultHint'), more: form },
  ];
  // An unencrypted file is only offered without a keychain.
  if (!keeping.hasKeychain || keeping.choice === 'open-vault')
    choices.push({
      value: 'open-vault',
      label: t('window.keeping.openVault'),
      // Once it is chosen, a warning is shown above.
      hint: keeping.choice === 'open-vault' ? undefined : t('window.keeping.openVaultHint'),
      more: form,
    });
  return (
    <Choices
      question={t('window.keeping.question', { service: service.name })}
      choices={choices}
      value={wanted}
      onChange={choose}
    />
  );
}
