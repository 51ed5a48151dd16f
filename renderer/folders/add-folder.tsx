// Adds a folder: chosen in a dialog if the host has one, or typed.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Choices } from '../elements/choices.tsx';
import { Field } from '../elements/field.tsx';
import { useStore } from '../store/use-window.ts';
import { t, text } from '../text.ts';
import { DryRun } from './dry-run.tsx';

export function AddFolder({ canChoose }: { readonly canChoose: boolean }) {
  const store = useStore();
  const [path, setPath] = useState('');
  const [existing, setExisting] = useState(false);
  const [error, setError] = useState<string | undefined>();

  async function choose() {
    const result = await store.ask('folders.choose', {});
    if (!result.ok) return setError(text(result.failure.message));
    if (result.value !== null) setPath(result.value);
    setError(undefined);
  }

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.querySelector('input');
    const reject = (why: string) => {
      setError(why);
      field?.focus();
    };
    const wanted = path.trim();
    if (wanted === '') return reject(t('window.service.required', { field: t('window.folder.path') }));
    const result = await store.ask('folders.add', { path: wanted, existing });
    if (!result.ok) return reject(text(result.failure.message));
    setError(undefined);
    setPath('');
    setExisting(false);
    store.notify(t('window.folder.watching', { path: wanted }));
  }

  return (
    <form className="card add-folder" onSubmit={(event) => void add(event)} noValidate>
      <div className="card-text">
        <Field
          label={t('window.folder.path')}
          hint={t('window.folder.pathHint', { path: '/home/you/Pictures/Screenshots' })}
          error={error}
          value={path}
          onChange={(event) => {
            setPath(event.target.value);
            setError(undefined);
          }}
          className="mono"
          maxLength={4096}
          spellCheck={false}
          autoComplete="off"
        />
        <Choices
          question={t('window.folder.existingQuestion')}
          value={existing ? 'add' : 'leave'}
          onChange={(value) => setExisting(value === 'add')}
          choices={[
            { value: 'leave', label: t('window.folder.existingLeave') },
            { value: 'add', label: t('window.folder.existingAdd') },
          ]}
        />
        {path.trim() !== '' && (
          <DryRun key={`${existing} ${path}`} path={path} names={null} approval={null} existing={existing} />
        )}
      </div>
      <span className="actions">
        {canChoose && (
          <button type="button" className="button" onClick={() => void choose()}>
            {t('window.folder.choose')}
          </button>
        )}
        <button type="submit" className="button main-button">
          {t('window.folder.add')}
        </button>
      </span>
    </form>
  );
}
